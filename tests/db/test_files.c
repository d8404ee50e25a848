/* Files that an earlier program wrote (tests/data/files, by the commit before there was src/db): today's reads them, goes on
 * with them, and makes new ones with the same tables. */
#include "support/boards.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "connect/record/record.h"
#include "play/book/book.h"
#include "store/explorer/known.h"
#include "store/store.h"
#include "support/folder.h"
#include "support/labs.h"
#include "json/tree.h"

static const struct deadline forever = {0};
static struct folder folder;

static int make_folder(void **state)
{
    (void)state;
    folder = folder_new();
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    folder_remove(&folder);
    return 0;
}

/* The old file becomes folder.file; where a new one may be made. */
static const char *fetch(const char *name)
{
    static char fresh[100];
    char command[300];
    snprintf(command, sizeof command, "rm -f %s/*; gzip -dc " TEST_DATA "/files/%s.gz > %s", folder.path,
             name, folder.file);
    assert_int_equal(system(command), 0);
    snprintf(fresh, sizeof fresh, "%s/fresh", folder.path);
    return fresh;
}

/* What makes it a file of its kind: the mark, the version, all tables and indexes. */
static char *form_of(const char *path)
{
    static const char *const questions[] = {
        "PRAGMA application_id", "PRAGMA user_version",
        "SELECT type || ' ' || name || ': ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1"};
    struct buf out = BUF_EMPTY;
    sqlite3 *db;
    sqlite3_stmt *s;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        assert_int_equal(sqlite3_prepare_v2(db, questions[i], -1, &s, NULL), SQLITE_OK);
        while (sqlite3_step(s) == SQLITE_ROW)
            buf_format(&out, "%s\n", (const char *)sqlite3_column_text(s, 0));
        sqlite3_finalize(s);
    }
    sqlite3_close(db);
    return buf_take(&out);
}

static void assert_same_form(const char *fresh)
{
    char *old = form_of(folder.file), *new = form_of(fresh);
    assert_string_equal(new, old);
    free(old);
    free(new);
}

static struct record *record_of(const char *sgf)
{
    struct record *r;
    struct err e;
    if (!record_read(sgf, strlen(sgf), NULL, &r, &e))
        fail_msg("%s", e.text);
    return r;
}

static const char old_game[] = "(;GM[4]FF[4]SZ[5]RU[5,5,4,2,1]PB[Anna]PW[Bert]DT[2026-01-02]EV[A small "
                               "cup]RE[B+];B[cc];W[bb];W[dd];B[cb];B[cd];W[ba];W[da];B[ce])",
                  new_game[] =
                      "(;GM[4]FF[4]SZ[5]RU[5,5,4,2,1]PB[Emil]PW[Bert]RE[W+];B[cc];W[bb];W[dd];B[ea])";

/* ---- Trees ---- */

static struct store *store_of(const char *path)
{
    struct store_options o = {.path = path};
    struct store *s = NULL;
    struct err e;
    if (!store_open(&o, &s, &e))
        fail_msg("%s", e.text);
    return s;
}

static void has(struct buf *b, enum store_answer a, const char *words)
{
    assert_int_equal(a, STORE_FINE);
    if (!strstr(buf_str(b), words))
        fail_msg("'%s' is not in %s", words, buf_str(b));
    buf_free(b);
}

static void trees(void **state)
{
    (void)state;
    const char *fresh = fetch("trees.db");
    struct store *s = store_of(folder.file);
    struct buf b = BUF_EMPTY;
    struct err e;
    int64_t revision = 2;
    has(&b, store_list(s, NULL, 10, 0, &b, &e), "{\"total\":2,");
    has(&b, store_get(s, 1, &b, &e), "\"title\":\"Eine kleine Partie ♟\",\"rules\":[5,5,4,2,1],\"nodes\":8,");
    has(&b, store_get(s, 2, &b, &e), "\"title\":\"Second again\"");
    assert_int_equal(store_get(s, 3, &b, &e), STORE_NONE);
    has(&b, store_progress_get(s, "me", &b, &e), "\"document\":{\"n\":2}}");
    assert_int_equal(store_progress_put(s, "me", "{}", 2, &revision, &e), STORE_FINE);
    assert_int_equal(revision, 3);
    struct position *p = test_game("5,5,4,2,1", "c3 d2 b4");
    has(&b, store_find(s, p, 10, &b, &e), "\"id\":1,");
    position_free(p);
    struct record *r = record_of(new_game);
    struct position_index places;
    size_t longest;
    int64_t id = 0;
    tree_write(r, &b);
    assert_true(index_of(r, &places, &e));
    struct store_tree t = {"new", "5,5,4,2,1", tree_count(r, &longest), buf_str(&b), b.len, &places};
    assert_int_equal(store_insert(s, &t, &id, &e), STORE_FINE);
    assert_int_equal(id, 4); /* numbers do not come again */
    index_free(&places);
    buf_free(&b);
    record_free(r);
    if (!store_check(s, &e))
        fail_msg("%s", e.text);
    store_close(s);
    store_close(store_of(fresh));
    assert_same_form(fresh);
}

/* ---- Collections and openings ---- */

static struct explorer *explorer_of(const char *path)
{
    struct explorer *x = NULL;
    struct err e;
    if (!explorer_open(path, true, 0, &x, &e))
        fail_msg("%s", e.text);
    return x;
}

static void assert_counts(struct explorer *x, uint64_t black, uint64_t draw, uint64_t white)
{
    struct position *p = test_game("5,5,4,2,1", "c3");
    struct explorer_report r;
    struct err e;
    assert_int_equal(explorer_ask(x, 1, p, 10, 10, 0, &r, &e), EXPLORER_FINE);
    assert_int_equal(explorer_judge(x, p, &r, &e), EXPLORER_FINE);
    assert_true(r.counts.black == black && r.counts.draw == draw && r.counts.white == white);
    assert_int_equal(r.games, black + draw + white);
    assert_int_equal(r.turns, 1); /* b4 d2 and its images */
    assert_int_equal(r.verdict.depth, 1);
    explorer_report_free(&r);
    position_free(p);
}

static void collections(void **state)
{
    (void)state;
    const char *fresh = fetch("collections.db");
    struct explorer *x = explorer_of(folder.file);
    struct explorer_collection *list;
    struct explorer_added added;
    struct record *r;
    struct err e;
    size_t n;
    int64_t id;
    assert_int_equal(explorer_list(x, &list, &n, &e), EXPLORER_FINE);
    assert_int_equal(n, 1);
    assert_string_equal(list[0].name, "Small games");
    assert_int_equal(list[0].games, 4);
    explorer_list_free(list, n);
    assert_counts(x, 1, 1, 1);
    assert_int_equal(explorer_game(x, 4, &r, &e), EXPLORER_FINE);
    assert_string_equal(record_info(r, "PB"), "Dora");
    assert_true(node_is_setup(r->root));
    record_free(r);
    struct record *games[] = {record_of(old_game), record_of(new_game)};
    assert_int_equal(explorer_add(x, 1, games, 2, &added, &e), EXPLORER_FINE);
    assert_true(added.known == 1 && added.added == 1);
    assert_counts(x, 1, 1, 2);
    record_free(games[0]);
    record_free(games[1]);
    explorer_close(x);
    x = explorer_of(fresh);
    assert_int_equal(explorer_make(x, "One", &id, &e), EXPLORER_FINE);
    explorer_close(x);
    assert_same_form(fresh);
}

static void say(void *ctx, const char *text)
{
    (void)ctx;
    print_message("%s\n", text);
}

static void openings(void **state)
{
    (void)state;
    fetch("openings.db");
    struct explorer *x = explorer_of(folder.file);
    struct known_proof *list;
    struct known_answer a;
    struct err e;
    size_t n, positions = 0;
    assert_int_equal(explorer_proofs(x, &list, &n, &e), EXPLORER_FINE);
    assert_int_equal(n, 49);
    for (size_t i = 0; i < n; i++)
        positions += list[i].positions;
    assert_int_equal(positions, 98);
    explorer_proofs_free(list, n);
    struct position *p = test_game("9,9,5,2,1", "e5 a1 i9 e6 f5");
    assert_int_equal(explorer_look(x, p, &a, &e), EXPLORER_FINE);
    assert_int_equal(a.what, KNOWN_WEIGHED);
    assert_string_equal(a.name, "small");
    position_free(p);
    assert_int_equal(explorer_check(x, &forever, say, NULL, &e), 0);
    explorer_close(x);
}

/* ---- The book ---- */

static void book(void **state)
{
    (void)state;
    const char *fresh = fetch("book.db");
    struct book *b = NULL;
    struct book_stats s;
    struct err e;
    enum book_lesson lesson;
    struct position *p = test_game("5,5,4,2,1", "c3");
    struct record *old = record_of(old_game), *new = record_of(new_game);
    assert_true(book_open(folder.file, true, &b, &e));
    assert_true(book_lookup(b, p, &s, &e));
    assert_true(s.black == 1 && s.draw == 1 && s.white == 1);
    assert_true(book_learn(b, old, 20, &lesson, &e));
    assert_int_equal(lesson, BOOK_KNOWN);
    assert_true(book_learn(b, new, 20, &lesson, &e));
    assert_int_equal(lesson, BOOK_LEARNED);
    assert_true(book_lookup(b, p, &s, &e));
    assert_true(s.black == 1 && s.draw == 1 && s.white == 2);
    book_close(b);
    assert_true(book_open(fresh, true, &b, &e));
    book_close(b);
    assert_same_form(fresh);
    position_free(p);
    record_free(old);
    record_free(new);
}

/* ---- The lab ---- */

static void lab(void **state)
{
    (void)state;
    const char *fresh = fetch("small.lab");
    struct err e;
    struct lab *l = labs_open(folder.file);
    assert_int_equal(lab_graph(l)->nodes, 90);
    assert_int_equal(lab_graph(l)->edges, 112);
    assert_int_equal(lab_options(l)->expand_nodes, 300);
    assert_int_equal(lab_check(l, say, NULL), 0);
    lab_close(l);
    struct lab_events n;
    assert_true(lab_events(folder.file, &n, &e));
    assert_int_equal(n.roots, 1);
    assert_true(labs_run(folder.file, runner_threads(1, 64 << 20), 0));
    labs_check(folder.file);
    labs_make(fresh);
    assert_same_form(fresh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees), cmocka_unit_test(collections), cmocka_unit_test(openings),
        cmocka_unit_test(book),  cmocka_unit_test(lab),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
