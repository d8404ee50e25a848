/* Saved trees and what players have done, in a file that somebody has edited (support/edits.h): nothing crashes or hangs, every answer
 * is JSON or a message, and what is answered as fine is what was saved. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "store/store.h"
#include "support/edits.h"
#include "support/folder.h"
#include "support/sanitized.h"
#include "support/scatter.h"
#include "json/tree.h"

enum { TREES = 3, MOVES = 12 };

static const char *const players[] = {"Anna", "Bert"};
static struct folder folder;
static char file[80], work[80];

static struct store *open_store(const char *path)
{
    struct store *s = NULL;
    struct store_options o = {.path = path, .wait_ms = 200};
    return store_open(&o, &s, NULL) ? s : NULL;
}

/* ---- what it says ---- */

/* A field of an answer, as text. */
static void put_field(const json_t *o, const char *name, struct buf *out)
{
    char *text = json_dumps(json_object_get(o, name), JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
    buf_format(out, "%s\n", text ? text : "nothing");
    free(text);
}

/* An answer; false if there is none. Ends the process if it is no JSON. */
static bool read_answer(enum store_answer a, const struct buf *b, json_t **out)
{
    *out = a == STORE_FINE ? json_loadb(buf_str(b), b->len, JSON_REJECT_DUPLICATES, NULL) : NULL;
    if (a == STORE_FINE && !*out)
        abort();
    return *out;
}

/* Trees and documents; is every one of them answered? `out` may be NULL. */
static bool read_all(struct store *s, struct buf *out)
{
    static const char *const fields[] = {"title", "rules", "tree"};
    bool all = true;
    json_t *o;
    for (int64_t id = 1; id <= TREES; id++) {
        struct buf b = BUF_EMPTY;
        bool there = read_answer(store_get(s, id, &b, NULL), &b, &o);
        for (int i = 0; there && out && i < 3; i++)
            put_field(o, fields[i], out);
        all = all && there;
        json_decref(o);
        buf_free(&b);
    }
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        struct buf b = BUF_EMPTY;
        bool there = read_answer(store_progress_get(s, players[i], &b, NULL), &b, &o);
        if (there && out)
            put_field(o, "document", out);
        all = all && there;
        json_decref(o);
        buf_free(&b);
    }
    return all;
}

static void says(const char *path, struct buf *out)
{
    struct store *s = open_store(path);
    if (s)
        (void)read_all(s, out);
    store_close(s);
}

/* ---- what is done with it ---- */

static enum store_answer save(struct store *s, int64_t *id, uint64_t seed)
{
    struct rules rules = test_rules("5,5,4,2,1");
    struct rng rng;
    struct buf body = BUF_EMPTY;
    struct position_index places;
    size_t longest;
    int64_t revision = 0;
    rng_seed(&rng, seed);
    struct position *p = scatter_game(&rules, 25 - MOVES, &rng);
    struct record *r = record_new(&rules);
    struct tree_node *at = r->root;
    for (int i = 0; i < p->plies; i++)
        at = node_add(at, (enum side)p->ply[i].side, p->ply[i].at);
    tree_write(r, &body);
    if (!index_of(r, &places, NULL))
        abort();
    struct store_tree t = {"a game", "5,5,4,2,1", tree_count(r, &longest), buf_str(&body), body.len, &places};
    enum store_answer a = *id ? store_update(s, *id, &t, &revision, NULL) : store_insert(s, &t, id, NULL);
    index_free(&places);
    buf_free(&body);
    record_free(r);
    position_free(p);
    return a;
}

static enum store_answer put_progress(struct store *s, const char *player, const char *body)
{
    int64_t revision = 0;
    return store_progress_put(s, player, body, strlen(body), &revision, NULL);
}

static void list_and_find(struct store *s)
{
    struct rules rules = test_rules("5,5,4,2,1");
    struct position *p = position_new(&rules);
    struct store_size size;
    json_t *o;
    for (int i = 0; i < 4; i++) {
        struct buf b = BUF_EMPTY;
        enum store_answer a = i == 0   ? store_list(s, NULL, 10, 0, &b, NULL)
                              : i == 1 ? store_list(s, "game", 10, 1, &b, NULL)
                                       : store_find(s, p, 10, &b, NULL);
        (void)read_answer(a, &b, &o);
        json_decref(o);
        buf_free(&b);
        if (i == 2)
            position_place(p, square_at(2, 2));
    }
    (void)store_size(s, &size, NULL);
    position_free(p);
}

static bool use(const char *path, uint64_t seed)
{
    struct store *s = open_store(path);
    if (!s)
        return false;
    int64_t first = 1, fresh = 0;
    struct err e;
    bool accepted = read_all(s, NULL);
    accepted = store_check(s, &e) && accepted;
    list_and_find(s);
    (void)save(s, &first, seed);
    (void)save(s, &fresh, seed);
    (void)put_progress(s, players[0], "{\"b\":2}");
    (void)store_delete(s, 2, NULL);
    list_and_find(s);
    store_close(s);
    return accepted;
}

/* ---- the files ---- */

static int start(void **state)
{
    (void)state;
    folder = folder_quick();
    snprintf(work, sizeof work, "%s/work.db", folder.path);
    struct store *s = open_store(work);
    assert_non_null(s);
    for (uint64_t i = 0; i < TREES; i++) {
        int64_t id = 0;
        assert_int_equal(save(s, &id, i), STORE_FINE);
    }
    assert_int_equal(put_progress(s, players[0], "{\"a\":1}"), STORE_FINE);
    assert_int_equal(put_progress(s, players[1], "{\"a\":[1,2,3]}"), STORE_FINE);
    store_close(s);
    /* Without constraints it is not opened at all: the statements need them. */
    snprintf(file, sizeof file, "%s/saved.db", folder.path);
    edits_copy(work, file);
    assert_true(use(work, 0));
    return 0;
}

static int stop(void **state)
{
    (void)state;
    folder_remove(&folder);
    return 0;
}

static void test_every_column(void **state)
{
    (void)state;
    const struct edits_user user = {{file, NULL, NULL}, work, says, use};
    struct edits list = {0};
    edits_list(file, 0, 5, &list);
    if (TEST_SANITIZED && !getenv("HEXAD_NIGHTLY"))
        edits_thin(&list, 7);
    struct edits_tally t = edits_try(&list, &user);
    edits_free(&list);
    edits_show(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_column),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
