/* Collections and the opening database, with SQLite and the disk failing at every call; see support/trial.h. */
#define _GNU_SOURCE /* faults.h */
#include "support/trial.h"

#include "base/file.h"
#include "connect/record/record.h"
#include "store/explorer/known.h"
#include "store/explorer/summary.h"
#include "support/labs.h"

enum { LAB_JOBS = 9 }; /* some positions proved, some open */

/* ---- Collections ---- */

static const struct rules small = {5, 5, 4, 2, 1, false};

static void *explorer_of(const char *path)
{
    struct explorer *x = NULL;
    struct err e;
    if (!explorer_open(path, true, 0, &x, &e))
        fail_msg("%s", e.text);
    return x;
}

static void close_explorer(void *x)
{
    explorer_close(x);
}

static struct record *record_of(const char *sgf)
{
    struct record *r;
    struct err e;
    if (!record_read(sgf, strlen(sgf), NULL, &r, &e))
        fail_msg("%s", e.text);
    return r;
}

#define HEAD "(;GM[4]FF[4]SZ[5]RU[5,5,4,2,1]"
static const char *const old_games[] = {
    HEAD "PB[Anna]PW[Bert]RE[B+];B[cc];W[bb];W[dd];B[cb];B[cd])",
    HEAD "PB[Bert]PW[Anna]RE[W+];B[cc];W[bb];W[dd];B[ba];B[cd])",
};
static const char *const new_games[] = {
    HEAD "PB[Carla]RE[W+];B[cc];W[bb];W[dd];B[aa];B[cd];W[cb];W[bc])",
    HEAD "PB[Anna]PW[Bert]RE[B+];B[cc];W[bb];W[dd];B[cb];B[cd])", /* known */
    HEAD "PB[Dora]RE[Draw]AB[cc][aa]AW[bb]PL[W];W[dd];W[dc])",
};

static enum explorer_answer add_games(struct explorer *x, const char *const *games, size_t n,
                                      struct explorer_added *added)
{
    struct record *r[4];
    struct err e;
    for (size_t i = 0; i < n; i++)
        r[i] = record_of(games[i]);
    enum explorer_answer a = explorer_add(x, 1, r, n, added, &e);
    for (size_t i = 0; i < n; i++)
        record_free(r[i]);
    return a;
}

static void make_collection(const char *path)
{
    struct explorer *x = explorer_of(path);
    struct position *p = test_game("5,5,4,2,1", "c3");
    struct explorer_added added;
    struct err e;
    int64_t id;
    assert_int_equal(explorer_make(x, "Small games", &id, &e), EXPLORER_FINE);
    assert_int_equal(add_games(x, old_games, 2, &added), EXPLORER_FINE);
    assert_int_equal(explorer_note(x, p, &(struct explorer_verdict){0.4, 0, 3}, &e), EXPLORER_FINE);
    position_free(p);
    explorer_close(x);
}

static bool explorer_opens(void *none, const char *path, struct buf *told)
{
    struct explorer *x = NULL;
    struct err e;
    (void)none;
    bool ok = explorer_open(path, true, 0, &x, &e);
    (void)told;
    if (ok)
        explorer_close(x);
    return ok;
}

static bool explorer_makes(void *x, const char *path, struct buf *told)
{
    struct err e;
    int64_t id;
    (void)path;
    bool ok = explorer_make(x, "Another", &id, &e) == EXPLORER_FINE;
    if (ok)
        buf_format(told, "%" PRId64, id);
    return ok;
}

static bool explorer_renames(void *x, const char *path, struct buf *told)
{
    struct err e;
    (void)path;
    (void)told;
    return explorer_rename(x, 1, "Renamed", &e) == EXPLORER_FINE;
}

/* The second try may find it gone only if the first has said so. */
static bool explorer_drops(void *x, const char *path, struct buf *told)
{
    struct err e;
    (void)path;
    (void)told;
    return explorer_drop(x, 1, &e) == EXPLORER_FINE;
}

static bool explorer_adds(void *x, const char *path, struct buf *told)
{
    struct explorer_added added;
    (void)path;
    bool ok = add_games(x, new_games, 3, &added) == EXPLORER_FINE;
    if (ok)
        buf_format(told, "%zu %zu", added.added, added.known);
    return ok;
}

static bool explorer_notes(void *x, const char *path, struct buf *told)
{
    struct position *p = test_game("5,5,4,2,1", "c3");
    struct err e;
    (void)path;
    (void)told;
    bool ok = explorer_note(x, p, &(struct explorer_verdict){0.7, 3, 5}, &e) == EXPLORER_FINE;
    position_free(p);
    return ok;
}

static void tell_counts(struct buf *told, const struct explorer_counts *c)
{
    buf_format(told, "%d %d %d %d;", (int)c->black, (int)c->draw, (int)c->white, (int)c->open);
}

static bool explorer_asks(void *x, const char *path, struct buf *told)
{
    struct position *p = test_game("5,5,4,2,1", "c3");
    struct explorer_report r;
    struct err e;
    (void)path;
    bool ok = explorer_ask(x, 1, p, 10, 10, 0, &r, &e) == EXPLORER_FINE;
    if (ok) {
        ok = explorer_judge(x, p, &r, &e) == EXPLORER_FINE;
        tell_counts(told, &r.counts);
        for (size_t i = 0; i < r.turns; i++)
            tell_counts(told, &r.turn[i].counts);
        for (size_t i = 0; i < r.games; i++)
            buf_format(told, "%" PRId64 " %s %s;", r.game[i].id, r.game[i].black, r.game[i].white);
        buf_format(told, "%d", r.verdict.depth);
        explorer_report_free(&r);
    }
    position_free(p);
    return ok;
}

static bool explorer_lists(void *x, const char *path, struct buf *told)
{
    struct explorer_collection *list;
    struct record *r = NULL;
    size_t n;
    struct err e;
    (void)path;
    if (explorer_list(x, &list, &n, &e) != EXPLORER_FINE)
        return false;
    for (size_t i = 0; i < n; i++)
        buf_format(told, "%s %" PRId64 ";", list[i].name, list[i].games);
    explorer_list_free(list, n);
    bool ok = explorer_game(x, 2, &r, &e) == EXPLORER_FINE && record_write(r, RECORD_SGF, told, &e);
    record_free(r);
    return ok;
}

static bool explorer_sums(void *x, const char *path, struct buf *told)
{
    struct buf bytes = BUF_EMPTY;
    size_t n;
    struct err e;
    (void)path;
    bool ok = summary_make(x, 1, &small, 1, &bytes, &n, &e) == EXPLORER_FINE;
    for (size_t i = 0; ok && i < bytes.len; i++)
        buf_format(told, "%02x", (unsigned char)bytes.text[i]);
    buf_free(&bytes);
    return ok;
}

static void collections(void **state)
{
    (void)state;
    static const struct trial t[] = {
        {.name = "a file of collections is made", .act = explorer_opens, .parts = true},
        {.name = "a file of collections is opened", .make = make_collection, .act = explorer_opens},
        {.name = "a collection is made",
         .make = make_collection,
         .open = explorer_of,
         .act = explorer_makes,
         .close = close_explorer},
        {.name = "a collection is renamed",
         .make = make_collection,
         .open = explorer_of,
         .act = explorer_renames,
         .close = close_explorer},
        {.name = "a collection is dropped",
         .make = make_collection,
         .open = explorer_of,
         .act = explorer_drops,
         .close = close_explorer},
        {.name = "games are added",
         .make = make_collection,
         .open = explorer_of,
         .act = explorer_adds,
         .close = close_explorer},
        {.name = "a verdict is noted",
         .make = make_collection,
         .open = explorer_of,
         .act = explorer_notes,
         .close = close_explorer},
        {.name = "a position is asked about",
         .make = make_collection,
         .open = explorer_of,
         .act = explorer_asks,
         .close = close_explorer},
        {.name = "collections are listed",
         .make = make_collection,
         .open = explorer_of,
         .act = explorer_lists,
         .close = close_explorer},
        {.name = "a summary is made",
         .make = make_collection,
         .open = explorer_of,
         .act = explorer_sums,
         .close = close_explorer},
    };
    run_trials(t, sizeof t / sizeof *t);
}

/* ---- The opening database ---- */

static const struct deadline forever = {0};

static char *certificate(size_t *len)
{
    char *bytes;
    struct err e;
    if (!file_read(TEST_SOURCE "/proofs/connect-6-3-1.cert", &bytes, len, &e))
        fail_msg("%s", e.text);
    return bytes;
}

static bool explorer_proves(void *x, const char *path, struct buf *told)
{
    struct known_added added;
    struct err e;
    size_t len;
    char *bytes = certificate(&len);
    (void)path;
    bool ok = explorer_prove(x, "a proof", bytes, len, &forever, &added, &e) == EXPLORER_FINE;
    if (ok)
        buf_format(told, "%d %zu %d", (int)added.turns, added.positions, added.known);
    free(bytes);
    return ok;
}

static bool explorer_weighs(void *x, const char *path, struct buf *told)
{
    struct known_weight w[] = {{test_game("connect6", "j10"), WHITE, 3, 4, 0.5},
                               {test_game("connect6", "j10 j11 k11"), WHITE, 5, 6, -1}};
    struct err e;
    (void)path;
    (void)told;
    bool ok = explorer_weigh(x, "some", w, 2, &e) == EXPLORER_FINE;
    position_free(w[0].position);
    position_free(w[1].position);
    return ok;
}

static void make_openings(const char *path)
{
    struct buf told = BUF_EMPTY;
    struct explorer *x = explorer_of(path);
    assert_true(explorer_proves(x, path, &told) && explorer_weighs(x, path, &told));
    explorer_close(x);
    buf_free(&told);
}

static void make_empty(const char *path)
{
    explorer_close(explorer_of(path));
}

static bool look_at(struct explorer *x, const char *game, const char *stones, struct buf *told)
{
    struct position *p = test_game(game, stones);
    struct known_answer a;
    struct err e;
    bool ok = explorer_look(x, p, &a, &e) == EXPLORER_FINE;
    if (ok)
        buf_format(told, "%d %s %d %d %d;", a.what, a.name, a.depth, (int)a.pn, a.turn.n);
    position_free(p);
    return ok;
}

static bool explorer_looks(void *x, const char *path, struct buf *told)
{
    struct known_proof *list;
    size_t n;
    struct err e;
    (void)path;
    if (!look_at(x, "37,37,6,3,1", "s19", told) || !look_at(x, "connect6", "j10", told) ||
        !look_at(x, "connect6", "a1", told))
        return false;
    bool ok = explorer_proofs(x, &list, &n, &e) == EXPLORER_FINE;
    for (size_t i = 0; ok && i < n; i++)
        buf_format(told, "%s %s %zu;", list[i].name, list[i].sha256, list[i].positions);
    explorer_proofs_free(list, n);
    return ok;
}

static bool explorer_checks(void *x, const char *path, struct buf *told)
{
    struct err e;
    (void)path;
    size_t faults = explorer_check(x, &forever, NULL, NULL, &e);
    buf_format(told, "%zu", faults);
    return faults != SIZE_MAX;
}

static bool takes_lab(void *x, const char *path, struct buf *told)
{
    struct known_lab sum;
    struct err e;
    (void)path;
    (void)told; /* what was taken the first time is known the second */
    return explorer_take_lab(x, path_of("some.lab"), &forever, &sum, &e) == EXPLORER_FINE;
}

static void openings(void **state)
{
    (void)state;
    static const struct trial t[] = {
        {.name = "a proof is added",
         .make = make_empty,
         .open = explorer_of,
         .act = explorer_proves,
         .close = close_explorer},
        {.name = "weights are noted",
         .make = make_openings,
         .open = explorer_of,
         .act = explorer_weighs,
         .close = close_explorer},
        {.name = "openings are looked at",
         .make = make_openings,
         .open = explorer_of,
         .act = explorer_looks,
         .close = close_explorer},
        {.name = "openings are checked",
         .make = make_openings,
         .open = explorer_of,
         .act = explorer_checks,
         .close = close_explorer},
        {.name = "a lab is taken in",
         .make = make_empty,
         .open = explorer_of,
         .act = takes_lab,
         .close = close_explorer,
         .parts = true},
    };
    const char *lab = path_of("some.lab");
    labs_make_tiny(lab);
    labs_run(lab, runner_threads(1, 64 << 20), LAB_JOBS);
    run_trials(t, sizeof t / sizeof *t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collections),
        cmocka_unit_test(openings),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
