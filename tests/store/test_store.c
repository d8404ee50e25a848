/* Saved trees and the index of their positions: found as a plain search would find them, whatever is saved,
 * changed and deleted; and nothing that was acknowledged is lost when the program is killed. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "connect/record/records.h"
#include "server/process.h"
#include "store/store.h"
#include "support/folder.h"
#include "support/trees.h"
#include "json/tree.h"

/* ---- The index ---- */

static void put(struct store *s, const struct record *r, int64_t *id)
{
    struct buf body = BUF_EMPTY;
    struct position_index places;
    struct err e;
    size_t longest;
    int64_t revision = 0;
    tree_write(r, &body);
    assert_true(index_of(r, &places, &e));
    struct store_tree t = {"title", "3,3,3,1,1", tree_count(r, &longest), buf_str(&body), body.len, &places};
    enum store_answer a = *id ? store_update(s, *id, &t, &revision, &e) : store_insert(s, &t, id, &e);
    if (a != STORE_FINE)
        fail_msg("%s", e.text);
    buf_free(&body);
    index_free(&places);
}

/* The positions of a tree equal to `p` under some symmetry, counted by trying them all. */
static int count_plainly(const struct record *r, const struct position *p)
{
    int n = 0;
    uint8_t a[POSITION_PACKED_MOST], b[POSITION_PACKED_MOST];
    if (!rules_equal(record_rules(r), &p->rules))
        return 0;
    position_pack(p, 0, a);
    for (const struct tree_node *x = r->root; x; x = node_next(x, r->root)) {
        struct position *q;
        assert_true(record_position(r, x, &q, NULL));
        bool same = false;
        for (int s = 0; s < symmetry_count(&p->rules) && !same; s++) {
            position_pack(q, s, b);
            same = memcmp(a, b, position_packed_size(&p->rules)) == 0;
        }
        n += same;
        position_free(q);
    }
    return n;
}

/* The node that a path of JSON leads to. */
static const struct tree_node *follow(const struct record *r, const json_t *path)
{
    const struct tree_node *n = r->root;
    for (size_t i = 0; i < json_array_size(path); i++) {
        n = n->child;
        for (json_int_t k = json_integer_value(json_array_get(path, i)); k > 0 && n; k--)
            n = n->next;
        assert_non_null(n);
    }
    return n;
}

/* Is `p`, seen through the symmetry, the position of that node? */
static void check_match(const struct record *r, const struct position *p, const json_t *m)
{
    struct position *q;
    uint8_t a[POSITION_PACKED_MOST], b[POSITION_PACKED_MOST];
    int symmetry = (int)json_integer_value(json_object_get(m, "symmetry"));
    assert_true(record_position(r, follow(r, json_object_get(m, "path")), &q, NULL));
    position_pack(p, symmetry, a);
    position_pack(q, 0, b);
    assert_memory_equal(a, b, position_packed_size(&p->rules));
    /* With the same turns in the same order, `q`'s plies are `p`'s, turn by turn. */
    if (json_is_false(json_object_get(m, "stones_order_differs"))) {
        assert_int_equal(p->plies, q->plies);
        for (int i = 0; i < p->plies; i++)
            assert_int_equal(p->ply[i].side, q->ply[i].side);
    }
    position_free(q);
}

enum { TREES = 6 };

/* Looks for the position at a random node of a random tree. */
static void check_find(struct store *s, struct record **tree, const int64_t *id, struct rng *rng)
{
    const struct record *r = tree[rng_below(rng, TREES)];
    const struct tree_node *n = r->root;
    for (uint32_t steps = rng_below(rng, 12); steps > 0; steps--) {
        const struct tree_node *next = node_next(n, r->root);
        n = next ? next : n;
    }
    struct position *p;
    struct buf b = BUF_EMPTY;
    struct err e;
    assert_true(record_position(r, n, &p, NULL));
    if (store_find(s, p, 10000, &b, &e) != STORE_FINE)
        fail_msg("%s", e.text);
    json_t *j = json_loads(buf_str(&b), 0, NULL), *matches = json_object_get(j, "matches");
    int count[TREES] = {0};
    for (size_t i = 0; i < json_array_size(matches); i++) {
        const json_t *m = json_array_get(matches, i);
        int k = 0;
        while (k < TREES && id[k] != json_integer_value(json_object_get(m, "id")))
            k++;
        assert_true(k < TREES);
        count[k]++;
        check_match(tree[k], p, m);
    }
    for (int k = 0; k < TREES; k++)
        assert_int_equal(count[k], count_plainly(tree[k], p));
    json_decref(j);
    buf_free(&b);
    position_free(p);
}

/* Cuts a branch off, or grows one; or makes another tree of it altogether. */
static void change(struct record **r, struct rng *rng)
{
    struct tree_node *n = (*r)->root;
    for (uint32_t steps = 1 + rng_below(rng, 20); steps > 0; steps--) {
        struct tree_node *next = node_next(n, (*r)->root);
        n = next ? next : n;
    }
    if (n->parent && rng_below(rng, 2)) {
        node_delete(n);
    } else if (rng_below(rng, 4) == 0) {
        record_free(*r);
        *r = test_random_record(rng, true);
    } else {
        struct position *p;
        assert_true(record_position(*r, n, &p, NULL));
        square s = test_random_stone(p, rng);
        if (s)
            node_make_first(node_add(n, p->to_move, s));
        position_free(p);
    }
}

static void positions_are_found_as_a_plain_search_finds_them(void **state)
{
    (void)state;
    struct store *s;
    struct err e;
    struct rng rng;
    rng_seed(&rng, 66);
    if (!store_open(&(struct store_options){0}, &s, &e))
        fail_msg("%s", e.text);
    struct record *tree[TREES];
    int64_t id[TREES] = {0};
    for (int i = 0; i < TREES; i++) {
        tree[i] = test_random_record(&rng, true);
        put(s, tree[i], &id[i]);
    }
    for (int round = test_rounds(150); round > 0; round--) {
        int i = (int)rng_below(&rng, TREES);
        change(&tree[i], &rng);
        if (rng_below(&rng, 8) == 0) {
            assert_int_equal(store_delete(s, id[i], &e), STORE_FINE);
            id[i] = 0;
        }
        put(s, tree[i], &id[i]);
        check_find(s, tree, id, &rng);
    }
    for (int i = 0; i < TREES; i++)
        record_free(tree[i]);
    store_close(s);
}

/* ---- Files ---- */

static void trees_outlive_the_server(void **state)
{
    (void)state;
    struct folder f = folder_new();
    struct server *s = serving_start(&(struct server_options){.data = f.file});
    json_decref(http_json(server_port(s), 201, "POST", API "/trees",
                          "{\"title\":\"kept\",\"tree\":{\"rules\":[19,19,6,2,1],\"root\":{}}}"));
    server_stop(s);
    s = serving_start(&(struct server_options){.data = f.file});
    json_t *j = http_json(server_port(s), 200, "GET", API "/trees/1", NULL);
    assert_string_equal(json_string_value(json_object_get(j, "title")), "kept");
    json_decref(j);
    server_stop(s);
    folder_remove(&f);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    struct folder f = folder_new();
    struct store *s;
    struct err e;
    FILE *out = fopen(f.file, "w");
    assert_non_null(out);
    for (int i = 0; i < 1000; i++)
        fputs("this is no database\n", out);
    fclose(out);
    assert_false(store_open(&(struct store_options){.path = f.file}, &s, &e));
    assert_non_null(strstr(e.text, "not a database"));
    char command[300];
    snprintf(command, sizeof command, "rm %s; '%s' book learn -o %s /dev/null >%s/out 2>&1; true", f.file,
             TEST_PROGRAM, f.file, f.path);
    assert_int_equal(system(command), 0);
    assert_false(store_open(&(struct store_options){.path = f.file}, &s, &e));
    assert_non_null(strstr(e.text, "not a file of saved games"));
    assert_false(store_open(&(struct store_options){.path = "/nowhere/at/all.db"}, &s, &e));
    assert_non_null(strstr(e.text, "/nowhere/at/all.db"));
    folder_remove(&f);
}

/* How often a server is killed: two hundred times in the nightly run. */
static int test_kills(void)
{
    return test_rounds(1) > 1 ? 200 : 6;
}

/* ---- kill -9, from inside ----
 *
 * A process with several threads that save, change and delete over and over tells us what was acknowledged,
 * until it is killed. */

enum { WRITERS = 4, KNOWN = 20000 };

struct told {
    enum { SAVED, CHANGED, WILL_DELETE, DELETED } what;
    int64_t id, revision;
};

struct writer {
    struct store *store;
    int pipe;
    uint64_t seed;
};

static void tell(int fd, struct told t)
{
    ssize_t n = write(fd, &t, sizeof t); /* small enough to be one piece */
    if (n != (ssize_t)sizeof t)
        _exit(0);
}

/* Saves a tree of some nodes whose title is its revision. */
static enum store_answer save_revision(struct store *s, struct rng *rng, int64_t *id, int64_t *revision)
{
    struct record *r = test_random_record(rng, false);
    struct buf body = BUF_EMPTY;
    struct position_index places;
    struct err e;
    char title[40];
    size_t longest;
    snprintf(title, sizeof title, "%lld", (long long)*revision + 1);
    tree_write(r, &body);
    index_of(r, &places, &e);
    struct store_tree t = {title, "3,3,3,1,1", tree_count(r, &longest), buf_str(&body), body.len, &places};
    enum store_answer a = *id ? store_update(s, *id, &t, revision, &e) : store_insert(s, &t, id, &e);
    buf_free(&body);
    index_free(&places);
    record_free(r);
    return a;
}

static void *write_on(void *context)
{
    struct writer *w = context;
    struct rng rng;
    struct err e;
    int64_t id = 0, revision = 0;
    rng_seed(&rng, w->seed);
    for (;;) {
        uint32_t what = rng_below(&rng, 4);
        if (id && what == 0) {
            tell(w->pipe, (struct told){WILL_DELETE, id, revision});
            if (store_delete(w->store, id, &e) != STORE_FINE)
                _exit(1);
            tell(w->pipe, (struct told){DELETED, id, revision});
            id = 0;
        } else if (id && what < 3) {
            if (save_revision(w->store, &rng, &id, &revision) != STORE_FINE)
                _exit(1);
            tell(w->pipe, (struct told){CHANGED, id, revision});
        } else {
            id = revision = 0;
            if (save_revision(w->store, &rng, &id, &revision) != STORE_FINE)
                _exit(1);
            revision = 1;
            tell(w->pipe, (struct told){SAVED, id, revision});
        }
    }
    return NULL;
}

static pid_t start_writers(const char *file, uint64_t seed, int *in)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(stdout);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        struct writer w[WRITERS];
        struct store *s;
        struct err e;
        close(ends[0]);
        if (!store_open(&(struct store_options){.path = file, .wait_ms = 60000}, &s, &e))
            _exit(1);
        for (int i = 0; i < WRITERS; i++) {
            pthread_t thread;
            w[i] = (struct writer){s, ends[1], seed * WRITERS + (uint64_t)i};
            if (pthread_create(&thread, NULL, write_on, &w[i]) != 0)
                _exit(1);
        }
        for (;;)
            pause();
    }
    close(ends[1]);
    *in = ends[0];
    return pid;
}

/* What we know of every tree that we heard of. */
struct known {
    int64_t revision; /* 0: we did not hear of it */
    bool deleted, doubtful;
};

static int hear(int in, struct known *known)
{
    struct told t;
    if (read(in, &t, sizeof t) != (ssize_t)sizeof t)
        return 0;
    assert_true(t.id > 0 && t.id < KNOWN);
    struct known *k = &known[t.id];
    k->revision = t.revision;
    k->deleted = t.what == DELETED;
    k->doubtful = t.what == WILL_DELETE;
    return 1;
}

/* Everything that we heard of is as we heard, or one step further. */
static void check_known(struct store *s, struct known *known)
{
    for (int64_t id = 1; id < KNOWN; id++) {
        struct known *k = &known[id];
        struct buf b = BUF_EMPTY;
        struct err e;
        if (!k->revision)
            continue;
        enum store_answer a = store_get(s, id, &b, &e);
        assert_true(a == STORE_FINE || a == STORE_NONE);
        if (a == STORE_NONE) {
            assert_true(k->deleted || k->doubtful);
            k->deleted = true;
        } else {
            json_t *j = json_loadb(buf_str(&b), b.len, 0, NULL);
            int64_t revision = json_integer_value(json_object_get(j, "revision"));
            assert_false(k->deleted);
            assert_true(revision == k->revision || revision == k->revision + 1);
            assert_int_equal(atoll(json_string_value(json_object_get(j, "title"))), revision);
            k->revision = revision;
            json_decref(j);
        }
        k->doubtful = false;
        buf_free(&b);
    }
}

static void nothing_acknowledged_is_lost_under_writers(void **state)
{
    (void)state;
    struct folder f = folder_new();
    struct known *known = mem_zero(KNOWN, sizeof *known);
    struct rng rng;
    int heard = 0, kills = test_kills();
    rng_seed(&rng, 200);
    for (int blow = 0; blow < kills; blow++) {
        int in, status, wanted = (int)rng_below(&rng, 40);
        pid_t pid = start_writers(f.file, (uint64_t)blow, &in);
        for (int n = 0; n < wanted; n++)
            heard += hear(in, known);
        usleep(rng_below(&rng, 5000));
        assert_int_equal(kill(pid, SIGKILL), 0);
        while (hear(in, known))
            heard++;
        close(in);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(WIFSIGNALED(status));
        struct store *s;
        struct err e;
        if (!store_open(&(struct store_options){.path = f.file}, &s, &e) || !store_check(s, &e))
            fail_msg("%s", e.text);
        check_known(s, known);
        store_close(s);
    }
    assert_true(heard >= kills * 10);
    free(known);
    folder_remove(&f);
}

/* ---- kill -9, from outside ---- */

enum { TREES_MOST = 5000 };

/* Saves a new tree and changes it, over and over, until the server is killed; the answers that came are
 * counted. */
struct saved {
    int saves, trees;         /* acknowledged new trees, numbered from 1 */
    int revision[TREES_MOST]; /* the acknowledged revision of each */
};

/* One request on an open connection; 0 if the server is gone. */
static int try_ask(int fd, const char *method, const char *path, const char *body)
{
    struct reply_send a = http_ask_on(fd, method, path, NULL, body);
    int status = a.status;
    reply_send_free(&a);
    return status;
}

/* Kills the server in so many microseconds, while we go on. */
static void strike(pid_t server, useconds_t delay)
{
    pid_t killer = fork();
    assert_true(killer >= 0);
    if (killer == 0) {
        usleep(delay);
        kill(server, SIGKILL);
        _exit(0);
    }
}

/* One save, of a new tree every third time; false if it was not acknowledged. */
static bool save_one(int fd, int i, struct saved *out)
{
    static const char body[] =
        "{\"title\":\"tree\",\"tree\":{\"rules\":[19,19,6,2,1],\"root\":{\"children\":[{"
        "\"stones\":[\"j10\"]}]}}}";
    char path[60];
    if (i % 3 == 0) {
        if (try_ask(fd, "POST", API "/trees", body) != 201)
            return false;
        out->revision[++out->trees] = 1;
    } else {
        snprintf(path, sizeof path, API "/trees/%d", out->trees);
        if (try_ask(fd, "PUT", path, body) != 200)
            return false;
        out->revision[out->trees]++;
    }
    out->saves++;
    return true;
}

/* Saves until the blow, which falls some time after a number of saves: between two, or inside one. */
static void save_until_killed(const struct process *p, struct rng *rng, struct saved *out)
{
    int fd = http_connect(p->port), blow = 5 + (int)rng_below(rng, 30);
    for (int i = 0; out->trees + 1 < TREES_MOST; i++) {
        if (i == blow)
            strike(p->pid, rng_below(rng, 8000));
        if (!save_one(fd, i, out))
            break;
    }
    close(fd);
    while (waitpid(-1, NULL, 0) > 0)
        ;
}

static void nothing_acknowledged_is_lost_by_kill_9(void **state)
{
    (void)state;
    struct folder f = folder_new();
    struct saved saved = {0, 0, {0}};
    struct rng rng;
    rng_seed(&rng, 9);
    int kills = test_kills();
    for (int blow = 0; blow < kills; blow++) {
        struct process p = process_start((const char *const[]){"--data", f.file, NULL});
        struct saved now;
        int before = saved.trees;
        /* The numbers go on from those that are there. */
        json_t *j = http_json(p.port, 200, "GET", API "/trees?limit=0", NULL);
        int there = (int)json_integer_value(json_object_get(j, "total"));
        json_decref(j);
        assert_true(there == before ||
                    there == before + 1); /* one may have been saved without our hearing of it */
        if (there > before) {
            saved.trees = there;
            saved.revision[there] = 1;
        }
        now = saved;
        save_until_killed(&p, &rng, &now);
        saved = now;
    }
    struct process p = process_start((const char *const[]){"--data", f.file, NULL});
    for (int i = 1; i <= saved.trees; i++) {
        char path[60];
        snprintf(path, sizeof path, API "/trees/%d", i);
        json_t *j = http_json(p.port, 200, "GET", path, NULL);
        int revision = (int)json_integer_value(json_object_get(j, "revision"));
        /* As acknowledged, or one later that was not. */
        assert_true(revision == saved.revision[i] || revision == saved.revision[i] + 1);
        json_decref(j);
    }
    process_end(&p, SIGTERM);
    assert_true(saved.saves >= 5 * kills);
    struct store *s;
    struct err e;
    if (!store_open(&(struct store_options){.path = f.file}, &s, &e))
        fail_msg("%s", e.text);
    if (!store_check(s, &e))
        fail_msg("%s", e.text);
    store_close(s);
    folder_remove(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_found_as_a_plain_search_finds_them),
        cmocka_unit_test(trees_outlive_the_server),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(nothing_acknowledged_is_lost_under_writers),
        cmocka_unit_test(nothing_acknowledged_is_lost_by_kill_9),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
