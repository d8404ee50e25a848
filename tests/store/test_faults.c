/* Saved trees and players' progress, with SQLite and the disk failing at every call; see support/trial.h. */
#define _GNU_SOURCE /* faults.h */
#include "support/trial.h"

#include "connect/record/record.h"
#include "store/duels.h"
#include "store/store.h"
#include "json/tree.h"

static struct store *open_store(const char *path, struct err *e)
{
    struct store_options o = {.path = path};
    struct store *s = NULL;
    return store_open(&o, &s, e) ? s : NULL;
}

static void *store_of(const char *path)
{
    struct err e;
    struct store *s = open_store(path, &e);
    if (!s)
        fail_msg("%s", e.text);
    return s;
}

static void close_store(void *s)
{
    store_close(s);
}

#define HEAD "(;GM[4]FF[4]SZ[5]RU[5,5,4,2,1]"

/* Saves a tree as new, or (id not 0) over another. */
static bool save(struct store *s, int64_t id, const char *sgf, struct buf *told)
{
    struct record *r;
    struct buf body = BUF_EMPTY;
    struct position_index places;
    struct err e;
    size_t longest;
    int64_t revision = 0;
    assert_true(record_read(sgf, strlen(sgf), NULL, &r, &e));
    tree_write(r, &body);
    assert_true(index_of(r, &places, &e));
    struct store_tree t = {"A title",      "5,5,4,2,1", tree_count(r, &longest),
                           buf_str(&body), body.len,    &places};
    enum store_answer a = id ? store_update(s, id, &t, &revision, &e) : store_insert(s, &t, &id, &e);
    if (a == STORE_FINE)
        buf_format(told, "%" PRId64 " %" PRId64, id, revision);
    buf_free(&body);
    index_free(&places);
    record_free(r);
    return a == STORE_FINE;
}

static bool put(struct store *s, int64_t revision, struct buf *told)
{
    struct err e;
    bool ok = store_progress_put(s, "me", "{\"n\":1}", 7, &revision, &e) == STORE_FINE;
    if (ok)
        buf_format(told, "%" PRId64, revision);
    return ok;
}

static void make_store(const char *path)
{
    struct store *s = store_of(path);
    struct buf told = BUF_EMPTY;
    assert_true(save(s, 0, HEAD ";B[cc];W[bb];W[dd];B[cb];B[cd])", &told));
    assert_true(save(s, 0, HEAD ";B[cc])", &told));
    assert_true(put(s, 0, &told));
    store_close(s);
    buf_free(&told);
}

/* As version 1 left it. */
static void make_old(const char *path)
{
    sqlite3 *db;
    make_store(path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "ALTER TABLE tree DROP COLUMN sum; DROP TABLE doomed; DROP TABLE progress; "
                                  "PRAGMA user_version = 1",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
}

static bool opens(void *none, const char *path, struct buf *told)
{
    struct err e;
    (void)none;
    (void)told;
    struct store *s = open_store(path, &e);
    store_close(s);
    return s;
}

static bool inserts(void *s, const char *path, struct buf *told)
{
    (void)path;
    return save(s, 0, HEAD ";B[cc];W[aa];W[dd])", told);
}

static bool updates(void *s, const char *path, struct buf *told)
{
    (void)path;
    return save(s, 1, HEAD ";B[cc];W[bb];W[dd](;B[cb];B[ce])(;B[aa]))", told);
}

/* What it leaves of the index goes with the next one, and nobody finds it. */
static bool deletes(void *s, const char *path, struct buf *told)
{
    struct err e;
    (void)path;
    (void)told;
    return store_delete(s, 1, &e) == STORE_FINE;
}

static bool puts_progress(void *s, const char *path, struct buf *told)
{
    (void)path;
    return put(s, 1, told);
}

static bool reads(void *s, const char *path, struct buf *told)
{
    struct err e;
    (void)path;
    return store_get(s, 1, told, &e) == STORE_FINE && store_list(s, "itl", 10, 0, told, &e) == STORE_FINE &&
           store_progress_get(s, "me", told, &e) == STORE_FINE;
}

static bool finds(void *s, const char *path, struct buf *told)
{
    struct position *p = test_game("5,5,4,2,1", "c3");
    struct store_size size;
    struct err e;
    (void)path;
    bool ok = store_find(s, p, 10, told, &e) == STORE_FINE && store_size(s, &size, &e) == STORE_FINE;
    if (ok)
        buf_format(told, "%" PRId64, size.trees);
    position_free(p);
    return ok;
}

static bool checks(void *s, const char *path, struct buf *told)
{
    struct err e;
    (void)path;
    (void)told;
    return store_check(s, &e);
}

static void trees(void **state)
{
    (void)state;
    static const struct trial t[] = {
        {.name = "a file of trees is made", .act = opens, .parts = true},
        {.name = "a file of trees is opened", .make = make_store, .act = opens},
        {.name = "an old file is brought up to date", .make = make_old, .act = opens, .parts = true},
        {.name = "a tree is saved",
         .make = make_store,
         .open = store_of,
         .act = inserts,
         .close = close_store},
        {.name = "a tree is changed",
         .make = make_store,
         .open = store_of,
         .act = updates,
         .close = close_store},
        {.name = "a tree is deleted",
         .make = make_store,
         .open = store_of,
         .act = deletes,
         .close = close_store,
         .without = "place doomed"},
        {.name = "progress is saved",
         .make = make_store,
         .open = store_of,
         .act = puts_progress,
         .close = close_store},
        {.name = "trees are read", .make = make_store, .open = store_of, .act = reads, .close = close_store},
        {.name = "a position is found",
         .make = make_store,
         .open = store_of,
         .act = finds,
         .close = close_store},
        {.name = "trees are checked",
         .make = make_store,
         .open = store_of,
         .act = checks,
         .close = close_store},
    };
    run_trials(t, sizeof t / sizeof *t);
}

/* ---- Games between people ---- */

static struct duel_store *open_duels(const char *path, struct err *e)
{
    struct duel_store *s = NULL;
    int64_t pulse;
    return duel_store_open(path, 0, &s, &pulse, e) ? s : NULL;
}

static void *duels_of(const char *path)
{
    struct err e;
    struct duel_store *s = open_duels(path, &e);
    if (!s)
        fail_msg("%s", e.text);
    return s;
}

static void close_duels(void *s)
{
    duel_store_close(s);
}

/* Writes a turn of a game, and how long the server has been up. */
static bool put_duel(struct duel_store *s, const char *id, const char *body, int64_t pulse, bool runs)
{
    struct err e, detail;
    duel_store_begin(s);
    duel_store_put(
        s, &(struct duel_row){.id = id, .made = 1, .touched = 2, .since = runs ? pulse : -1, .body = body});
    duel_store_pulse(s, pulse);
    return duel_store_end(s, &e, &detail) == STORE_FINE;
}

static void make_duels(const char *path)
{
    struct duel_store *s = duels_of(path);
    assert_true(put_duel(s, "one", "{\"moves\":\"j10\"}", 1000, false));
    assert_true(put_duel(s, "two", "{\"moves\":\"a1\"}", 2000, false));
    duel_store_close(s);
}

/* Clocks ran when the server ended: opening it stops them. */
static void make_running(const char *path)
{
    make_duels(path);
    struct duel_store *s = duels_of(path);
    assert_true(put_duel(s, "one", "{\"moves\":\"j10\"}", 2500, true));
    duel_store_close(s);
}

static bool opens_duels(void *none, const char *path, struct buf *told)
{
    struct err e;
    (void)none;
    (void)told;
    struct duel_store *s = open_duels(path, &e);
    duel_store_close(s);
    return s;
}

static bool plays(void *s, const char *path, struct buf *told)
{
    (void)path;
    (void)told;
    return put_duel(s, "one", "{\"moves\":\"j10 k11 l12\"}", 3000, true);
}

static bool drops_duel(void *s, const char *path, struct buf *told)
{
    struct err e, detail;
    (void)path;
    (void)told;
    duel_store_begin(s);
    duel_store_drop(s, "two");
    duel_store_pulse(s, 3000);
    return duel_store_end(s, &e, &detail) == STORE_FINE;
}

static bool looks_at_duels(void *s, const char *path, struct buf *told)
{
    struct err e, detail;
    struct duel_row row;
    (void)path;
    duel_store_begin(s);
    enum store_answer a = duel_store_get(s, "one", &row, told);
    int64_t n = duel_store_count(s);
    if (duel_store_end(s, &e, &detail) != STORE_FINE || a != STORE_FINE)
        return false;
    buf_format(told, " %" PRId64 " %" PRId64 " %" PRId64, n, row.spent, row.since);
    return true;
}

static void duels(void **state)
{
    (void)state;
    static const struct trial t[] = {
        {.name = "a file of games between people is made", .act = opens_duels, .parts = true},
        {.name = "a file of games between people is opened", .make = make_running, .act = opens_duels},
        {.name = "a turn is kept", .make = make_duels, .open = duels_of, .act = plays, .close = close_duels},
        {.name = "a game is taken away",
         .make = make_duels,
         .open = duels_of,
         .act = drops_duel,
         .close = close_duels},
        {.name = "a game is looked at",
         .make = make_duels,
         .open = duels_of,
         .act = looks_at_duels,
         .close = close_duels},
    };
    run_trials(t, sizeof t / sizeof *t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees),
        cmocka_unit_test(duels),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
