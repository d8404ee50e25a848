/* Opening databases and collections that somebody has edited (support/edits.h): no question crashes or hangs, and as long as the
 * database's check accepts the file, it answers what it answered before. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "connect/proof/cert.h"
#include "connect/record/record.h"
#include "store/explorer/known.h"
#include "store/explorer/known_key.h"
#include "support/edits.h"
#include "support/folder.h"
#include "support/sanitized.h"
#include "support/scatter.h"

enum { ASKED = 40, TURNS_MOST = 12, COLLECTION = 1, GAMES = 5 };

static const struct deadline forever = {0};
static struct folder folder;
static char work[80];

/* A file, without constraints, too, and positions to ask about. */
struct made {
    char file[2][80];
    struct position *asked[ASKED];
    int n;
};
static struct made small, large;
static const struct made *made; /* the one that is tried */

static struct explorer *open_file(const char *path, bool write)
{
    struct explorer *x = NULL;
    struct err e;
    if (!explorer_open(path, write, 0, &x, &e))
        fail_msg("%s", e.text);
    return x;
}

/* ---- what it says ---- */

/* Whatever is told can be played; otherwise the process ends. */
static void must_be_playable(const struct position *p, const struct known_answer *a)
{
    struct position *q = position_copy(p);
    if (a->what == KNOWN_PROVED && a->turn.n && !position_play_turn(q, &a->turn, NULL))
        abort();
    position_free(q);
}

/* Of every position: is it proved, and what is to be played? */
static void says(const char *path, struct buf *out)
{
    struct explorer *x;
    struct known *k = known_new();
    char text[SQUARE_TEXT];
    if (explorer_open(path, false, 0, &x, NULL))
        known_add(k, x, true);
    for (int i = 0; i < made->n; i++) {
        struct known_answer a;
        known_ask(k, made->asked[i], &forever, &a);
        must_be_playable(made->asked[i], &a);
        if (a.what == KNOWN_PROVED) {
            buf_format(out, "%d: %d wins in %d, %d turns:", i, (int)a.attacker, a.depth, (int)a.turns);
            for (int s = 0; s < a.turn.n; s++)
                buf_format(out, " %s", square_format(a.turn.s[s], text));
        }
        buf_text(out, "\n");
    }
    known_free(k);
}

/* ---- what is done with it ---- */

static void quiet(void *ctx, const char *text)
{
    (void)ctx;
    (void)text;
}

static void ask_all(struct explorer *x)
{
    struct known *k = known_new();
    struct err e;
    known_add(k, x, false);
    for (int i = 0; i < made->n; i++) {
        struct explorer_report r;
        const struct position *p = made->asked[i];
        if (p->outcome != OUTCOME_OPEN)
            continue;
        if (explorer_ask(x, COLLECTION, p, 10, 10, 0, &r, &e) == EXPLORER_FINE) {
            (void)explorer_judge(x, p, &r, &e);
            known_judge(k, p, &r);
            explorer_report_free(&r);
        }
    }
    known_free(k);
}

static void list_all(struct explorer *x)
{
    struct explorer_collection *list;
    struct known_proof *proofs;
    struct record *r;
    size_t n;
    struct err e;
    if (explorer_list(x, &list, &n, &e) == EXPLORER_FINE)
        explorer_list_free(list, n);
    (void)explorer_proofs(x, &proofs, &n, &e);
    explorer_proofs_free(proofs, n);
    for (int64_t id = 0; id < GAMES + 2; id++)
        if (explorer_game(x, id, &r, &e) == EXPLORER_FINE)
            record_free(r);
}

static void write_all(struct explorer *x, uint64_t seed)
{
    struct record *r = NULL;
    struct explorer_added added;
    struct explorer_verdict v = {0.5, 0, 3};
    struct known_weight w = {position_new(&made->asked[0]->rules), BLACK, 2, 3, 0.25};
    int64_t id;
    struct err e;
    const char *sgf = "(;SZ[5]RU[Connect(5,5,4,2,1)];B[cc];W[dd];W[ee])";
    if (!record_read(sgf, strlen(sgf), NULL, &r, &e))
        abort();
    (void)explorer_add(x, COLLECTION, &r, 1, &added, &e);
    (void)explorer_note(x, w.position, &v, &e);
    (void)explorer_weigh(x, "a lab", &w, 1, &e);
    (void)explorer_make(x, "another", &id, &e);
    (void)explorer_rename(x, COLLECTION, "it", &e);
    if (seed % 2)
        (void)explorer_drop(x, COLLECTION, &e);
    position_free(w.position);
    record_free(r);
}

static bool use(const char *path, uint64_t seed)
{
    struct explorer *x;
    struct err e;
    bool accepted = false;
    if (explorer_open(path, false, 0, &x, &e)) {
        accepted = explorer_check(x, &forever, quiet, NULL, &e) == 0;
        ask_all(x);
        list_all(x);
        explorer_close(x);
    }
    if (explorer_open(path, true, 0, &x, &e)) {
        write_all(x, seed);
        explorer_close(x);
    }
    return accepted;
}

/* ---- files to edit ---- */

static struct position *add_proof(struct explorer *x, const char *name)
{
    char path[300], *bytes;
    size_t len;
    struct known_added added;
    struct err e;
    snprintf(path, sizeof path, TEST_SOURCE "/proofs/%s.cert", name);
    if (!file_read(path, &bytes, &len, &e) ||
        explorer_prove(x, name, bytes, len, &forever, &added, &e) != EXPLORER_FINE)
        fail_msg("%s", e.text);
    free(bytes);
    struct cert_reader *r = cert_reader_open(path, &e);
    assert_non_null(r);
    struct position *p = position_copy(cert_reader_claim(r)->position);
    cert_reader_free(r);
    return p;
}

/* Games from a proved position on, the winner as the database says, the loser as it says now and then. */
static void play_games(struct made *m, struct explorer *x, struct position *start, int most, struct rng *rng)
{
    struct known *k = known_new();
    known_add(k, x, false);
    while (m->n < most) {
        struct position *p = position_copy(start);
        for (int turn = 0; turn < TURNS_MOST && p->outcome == OUTCOME_OPEN && m->n < most; turn++) {
            struct known_answer a;
            known_ask(k, p, &forever, &a);
            m->asked[m->n++] = position_copy(p);
            bool told = a.what == KNOWN_PROVED && a.turn.n && (a.attacker == p->to_move || rng_below(rng, 2));
            for (int i = 0, n = p->left; i < n && p->outcome == OUTCOME_OPEN; i++)
                position_place(p, told && i < a.turn.n ? a.turn.s[i] : test_random_stone(p, rng));
        }
        position_free(p);
    }
    known_free(k);
    position_free(start);
}

/* Positions of a proof in which the loser has just played a turn that a part of one stands for. */
static void ask_covered(struct made *m, int most, struct rng *rng)
{
    sqlite3 *db;
    sqlite3_stmt *s;
    assert_int_equal(sqlite3_open(m->file[0], &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT key, part FROM covered WHERE length(part) > 0 ORDER BY key, part", -1,
                           &s, NULL),
        SQLITE_OK);
    while (m->n < most && sqlite3_step(s) == SQLITE_ROW) {
        enum side attacker;
        struct position *p =
            known_key_position(sqlite3_column_blob(s, 0), (size_t)sqlite3_column_bytes(s, 0), 0, &attacker);
        const uint8_t *part = sqlite3_column_blob(s, 1);
        int stones = sqlite3_column_bytes(s, 1) / 2;
        assert_non_null(p);
        for (int i = 0, n = p->left; i < n && p->outcome == OUTCOME_OPEN; i++)
            position_place(p, i < stones ? (square)(part[2 * i] << 8 | part[2 * i + 1])
                                         : test_random_stone(p, rng));
        m->asked[m->n++] = p;
    }
    assert_int_equal(m->n, most);
    sqlite3_finalize(s);
    sqlite3_close(db);
}

static void add_games(struct explorer *x, struct rng *rng)
{
    struct rules rules = test_rules("5,5,4,2,1");
    struct record *list[GAMES];
    struct explorer_added added;
    int64_t id;
    struct err e;
    for (int i = 0; i < GAMES; i++) {
        struct position *p = scatter_game(&rules, 15, rng);
        struct record *r = list[i] = record_new(&rules);
        struct tree_node *at = r->root;
        for (int k = 0; k < p->plies; k++)
            at = node_add(at, (enum side)p->ply[k].side, p->ply[k].at);
        record_set_info(r, "PB", "Ada");
        position_free(p);
    }
    assert_int_equal(explorer_make(x, "games", &id, &e), EXPLORER_FINE);
    assert_int_equal(id, COLLECTION);
    assert_int_equal(explorer_add(x, id, list, GAMES, &added, &e), EXPLORER_FINE);
    for (int i = 0; i < GAMES; i++)
        record_free(list[i]);
}

/* Two small proofs, games, numbers of a lab, what the engine said; and a proof with parts of turns. */
static int start(void **state)
{
    (void)state;
    struct rng rng;
    struct err e;
    rng_seed(&rng, 4);
    folder = folder_quick();
    snprintf(work, sizeof work, "%s/work.db", folder.path);
    for (int i = 0; i < 2; i++) {
        snprintf(small.file[i], sizeof small.file[i], "%s/small-%d.db", folder.path, i);
        snprintf(large.file[i], sizeof large.file[i], "%s/large-%d.db", folder.path, i);
    }
    struct explorer *x = open_file(work, true);
    play_games(&small, x, add_proof(x, "connect-4-1-1"), 15, &rng);
    play_games(&small, x, add_proof(x, "connect-6-3-1"), 25, &rng);
    add_games(x, &rng);
    struct rules rules = test_rules("5,5,4,2,1");
    for (; small.n < ASKED; small.n++) {
        struct position *p = small.asked[small.n] = scatter_game(&rules, 18, &rng);
        struct known_weight w = {p, WHITE, 4, 5, 0.75};
        struct explorer_verdict v = {0.5, 2, 7};
        assert_int_equal(explorer_weigh(x, "it", &w, 1, &e), EXPLORER_FINE);
        assert_int_equal(explorer_note(x, p, &v, &e), EXPLORER_FINE);
    }
    explorer_close(x);
    edits_copy(work, small.file[0]);
    edits_plain(work, small.file[1]);
    x = open_file(large.file[0], true);
    play_games(&large, x, add_proof(x, "connect-8-5-5"), 12, &rng);
    explorer_close(x);
    ask_covered(&large, 24, &rng);
    edits_plain(large.file[0], large.file[1]);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    for (int i = 0; i < small.n; i++)
        position_free(small.asked[i]);
    for (int i = 0; i < large.n; i++)
        position_free(large.asked[i]);
    folder_remove(&folder);
    return 0;
}

/* ---- edits ---- */

static void try_edits(const struct made *m, struct edits *list, size_t every)
{
    const struct edits_user user = {{m->file[0], m->file[1], NULL}, work, says, use};
    made = m;
    for (int i = 0; i < 2; i++) {
        edits_copy(m->file[i], work);
        assert_true(use(work, 0));
    }
    if (!getenv("HEXAD_NIGHTLY") && every > 1)
        edits_thin(list, TEST_SANITIZED ? 2 * every : every);
    struct edits_tally t = edits_try(list, &user);
    edits_free(list);
    edits_show(&t);
}

static void test_every_column(void **state)
{
    (void)state;
    struct edits list = {0};
    edits_list(small.file[0], 0, 5, &list);
    try_edits(&small, &list, 11);
}

/* Parts of turns are listed of large proofs alone, whose check takes longer. */
static void test_parts(void **state)
{
    (void)state;
    struct edits all = {0}, list = {0};
    edits_list(large.file[0], 1, 5, &all);
    for (size_t i = 0; i < all.n; i++)
        if (strstr(all.sql[i], " covered") || strstr(all.sql[i], " proved"))
            edits_add(&list, all.sql[i]);
    edits_free(&all);
    try_edits(&large, &list, 41);
}

/* Squares that are on the board, and yet cannot be played where the row says so. */
static void test_stones(void **state)
{
    (void)state;
    static const char *const forms[] = {
        "UPDATE proof SET name = 'it'",
        "UPDATE proved SET turn = substr(turn, 1, 2) || substr(turn, 1, 2) WHERE length(turn) > 2",
        "UPDATE proved SET turn = substr(turn, 1, 2) WHERE length(turn) > 2",
        "UPDATE proved SET turn = (SELECT max(turn) FROM proved WHERE length(turn) > 2)",
        "UPDATE proved SET turn = (SELECT min(turn) FROM proved WHERE length(turn) > 2)",
        "UPDATE proved SET depth = 2147483647",
        "UPDATE proved SET depth = 4294967296 + depth",
        "UPDATE proved SET symmetry = 4294967296 + symmetry",
        "UPDATE covered SET part = substr(part, 1, 2) || substr(part, 1, 2) WHERE length(part) > 2",
        "UPDATE covered SET part = part || substr(part, 1, 2)",
        "UPDATE covered SET turn = substr(turn, 1, 2) || substr(turn, 1, 2) WHERE length(turn) > 2",
    };
    struct edits list = {0};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        edits_add(&list, forms[i]);
    for (int i = 1; i < 8; i++) {
        char sql[200];
        snprintf(sql, sizeof sql, "UPDATE covered SET symmetry = (symmetry + %d) %% 8", i);
        edits_add(&list, sql);
        snprintf(sql, sizeof sql, "UPDATE proved SET symmetry = (symmetry + %d) %% 8", i);
        edits_add(&list, sql);
        snprintf(sql, sizeof sql, "UPDATE covered SET at = at + %d", i);
        edits_add(&list, sql);
    }
    try_edits(&large, &list, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_column),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_stones),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
