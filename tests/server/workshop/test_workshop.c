/* Labs of a server: run in its pool until they are proved, looked at by sockets whoever runs them, and never more of a tree
 * than somebody has in sight. */
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "connect/proof/check.h"
#include "db/db.h"
#include "lab/view.h"
#include "server/live/feed.h"
#include "server/workshop/workshop.h"
#include "support/folder.h"
#include "support/labs.h"
#include "json/limits.h"

static struct folder folder;
static struct pool *pool;
static struct feed *feed;
static struct workshop *shop;
static char file[80];

/* A lab "small", which is proved by about seventy jobs. */
static int start(void **state)
{
    (void)state;
    folder = folder_new();
    snprintf(file, sizeof file, "%s/small.lab", folder.path);
    labs_make(file);
    pool = pool_new(2, 1 << 20);
    feed = feed_new(pool);
    shop = workshop_new(
        &(struct workshop_options){.folder = folder.path, .pool = pool, .threads = 2, .feed = feed});
    return 0;
}

static void ears_close(void);

static int stop(void **state)
{
    (void)state;
    ears_close();
    workshop_stop(shop);
    feed_stop(feed);
    pool_free(pool);
    feed_free(feed);
    workshop_free(shop);
    folder_remove(&folder);
    return 0;
}

/* ---- a socket that keeps the last message ---- */

static struct ear {
    pthread_mutex_t lock;
    char *last;
    int count;
    atomic_bool slow;           /* takes nothing */
    struct feed_socket *socket; /* NULL: it is closed */
} ears[2];                      /* beyond the tests, of which one that fails leaves its own open */

static bool hear(void *context, const char *text, size_t len)
{
    struct ear *x = context;
    pthread_mutex_lock(&x->lock);
    free(x->last);
    x->last = mem_strndup(text, len);
    x->count++;
    pthread_mutex_unlock(&x->lock);
    return true;
}

static size_t queued(void *context)
{
    return atomic_load(&((struct ear *)context)->slow);
}

static void ear_open(struct ear *x, const char *message)
{
    memset(x, 0, sizeof *x);
    pthread_mutex_init(&x->lock, NULL);
    atomic_init(&x->slow, false);
    x->socket = feed_open(feed, 1, hear, queued, x);
    feed_message(x->socket, message, strlen(message));
}

static void ear_close(struct ear *x)
{
    feed_close(x->socket);
    x->socket = NULL;
    free(x->last);
    pthread_mutex_destroy(&x->lock);
}

static void ears_close(void)
{
    for (size_t i = 0; i < sizeof ears / sizeof *ears; i++)
        if (ears[i].socket)
            ear_close(&ears[i]);
}

static int ear_count(struct ear *x)
{
    pthread_mutex_lock(&x->lock);
    int n = x->count;
    pthread_mutex_unlock(&x->lock);
    return n;
}

static const char *word(const json_t *j, const char *field)
{
    const char *text = json_string_value(json_object_get(j, field));
    return text ? text : "";
}

static const char *root_state(const json_t *lab)
{
    return word(json_array_get(json_object_get(lab, "roots"), 0), "state");
}

/* Waits until the root is in this state and the lab runs there ("": nowhere). The caller lets go of the view. */
static json_t *ear_wait(struct ear *x, const char *state, const char *where)
{
    for (double until = clock_now() + PATIENCE; clock_now() < until; usleep(5000)) {
        pthread_mutex_lock(&x->lock);
        json_t *j = x->last ? json_loads(x->last, 0, NULL) : NULL, *lab = json_object_get(j, "lab");
        pthread_mutex_unlock(&x->lock);
        bool found = lab && strcmp(root_state(lab), state) == 0 &&
                     strcmp(word(json_object_get(lab, "run"), "where"), where) == 0;
        if (found)
            json_incref(lab);
        json_decref(j);
        if (found)
            return lab;
    }
    fail_msg("it did not become %s, run %s: %s", state, where, x->last ? x->last : "nothing was heard");
    return NULL;
}

static const char all[] =
    "{\"do\":\"lab\",\"id\":1,\"name\":\"small\",\"open\":[{\"path\":[],\"most\":500}]}";

/* ---- tests ---- */

static void a_lab_is_run_and_followed(void **state)
{
    (void)state;
    struct ear *a = &ears[0], *b = &ears[1];
    enum problem f;
    struct err e;
    bool noted;
    ear_open(a, all);
    /* The other follows the most proving line, and takes nothing for a while. */
    ear_open(b, "{\"do\":\"lab\",\"id\":9,\"name\":\"small\",\"follow\":true}");
    while (ear_count(b) == 0)
        usleep(5000);
    atomic_store(&b->slow, true);
    int before = ear_count(b);
    assert_int_equal(workshop_counts(shop).followers, 2);
    assert_true(workshop_run(shop, "small", 1, &f, &e));
    assert_true(workshop_ask(shop, "small", "priority", "{\"root\":\"\",\"priority\":3}", &noted, &f, &e));
    json_t *j = ear_wait(a, "proved", "");
    json_t *open = json_array_get(json_object_get(j, "open"), 0);
    assert_int_equal(json_integer_value(json_object_get(open, "all")),
                     json_integer_value(json_object_get(open, "proved")));
    assert_int_equal(json_array_size(json_object_get(open, "turns")),
                     json_integer_value(json_object_get(open, "all")));
    assert_true(json_array_size(json_object_get(j, "history")) >= 2);
    json_decref(j);
    assert_int_equal(ear_count(b), before);
    atomic_store(&b->slow, false);
    j = ear_wait(b, "proved", ""); /* the newest, and only that */
    assert_int_equal(ear_count(b), before + 1);
    json_decref(j);
    ear_close(a);
    ear_close(b);
    assert_int_equal(workshop_counts(shop).followers, 0);
    /* What it proved is accepted. */
    struct buf cert = BUF_EMPTY;
    struct check_result result;
    bool whole;
    const struct workshop_wish wish = {"it", "", false, 0};
    const struct deadline never = {0};
    atomic_bool gone = true;
    const struct deadline over = {.stop = &gone};
    assert_false(workshop_export(shop, "small", &wish, &over, &cert, &whole, &f, &e));
    assert_int_equal(f, PROBLEM_STOPPED);
    assert_true(workshop_export(shop, "small", &wish, &never, &cert, &whole, &f, &e));
    assert_int_equal(check_bytes(cert.text, cert.len, NULL, &result), CHECK_ACCEPTED);
    check_result_free(&result);
    buf_free(&cert);
    labs_check(file);
}

/* What was being made when the server was killed is gone when it starts again; labs stay. */
static void half_made_files_are_removed(void **state)
{
    (void)state;
    static const char *const parts[] = {"x.lab.part", "x.lab.part-wal", "x.lab.part-journal"},
                             *const others[] = {"x.lab.party", "lab.part", "x.labs"};
    char path[120];
    struct err e;
    for (size_t i = 0; i < 6; i++) {
        snprintf(path, sizeof path, "%s/%s", folder.path, i < 3 ? parts[i] : others[i - 3]);
        assert_true(file_write(path, "x", 1, &e));
    }
    workshop_free(workshop_new(&(struct workshop_options){.folder = folder.path, .pool = pool}));
    for (size_t i = 0; i < 6; i++) {
        snprintf(path, sizeof path, "%s/%s", folder.path, i < 3 ? parts[i] : others[i - 3]);
        assert_int_equal(access(path, F_OK) == 0, i >= 3);
        unlink(path);
    }
    assert_int_equal(access(file, F_OK), 0);
}

static int files_in(const char *path)
{
    DIR *d = opendir(path);
    int n = 0;
    while (readdir(d))
        n++;
    closedir(d);
    return n;
}

/* On a disk that is full at any moment a lab is made or it is not, and then nothing is left of it. */
static void a_full_disk_leaves_no_stub(void **state)
{
    (void)state;
    struct rules r = test_rules("connect6");
    struct rlimit before, now;
    enum problem f;
    struct err e;
    bool made = false;
    int files = files_in(folder.path);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t bytes = 0; !made; bytes += 4096) {
        now = (struct rlimit){bytes, before.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &now), 0);
        made = workshop_make(shop, "new", &r, NULL, &f, &e);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        if (!made) {
            if (bytes < 64 << 10)
                assert_int_equal(f, PROBLEM_FULL);
            assert_int_equal(files_in(folder.path), files);
        }
    }
    assert_true(workshop_delete(shop, "new", &f, &e));
    assert_int_equal(files_in(folder.path), files);
}

/* As a process of its own would, but for the memory. */
static void *run_elsewhere(void *context)
{
    (void)context;
    labs_run(file, runner_threads(1, 16 << 20), 0);
    return NULL;
}

static void a_lab_that_runs_elsewhere_is_followed(void **state)
{
    (void)state;
    struct ear *a = &ears[0];
    pthread_t other;
    ear_open(a, all);
    struct err e;
    enum problem f;
    bool noted;
    /* A root that nobody proves keeps it running until it is told to rest. */
    struct position *p = position_new(&(struct rules){.m = 9, .n = 9, .k = 5, .p = 2, .q = 1});
    assert_true(workshop_add(shop, "small", "start", p, WHITE, &noted, &f, &e));
    position_free(p);
    assert_false(noted);
    assert_int_equal(pthread_create(&other, NULL, run_elsewhere, NULL), 0);
    json_decref(ear_wait(a, "proved", "elsewhere"));
    assert_false(workshop_run(shop, "small", 1, &f, &e));
    assert_int_equal(f, PROBLEM_CONFLICT);
    assert_false(workshop_delete(shop, "small", &f, &e));
    assert_int_equal(f, PROBLEM_CONFLICT);
    /* It is noted, and taken up there; what cannot be done is told. */
    assert_true(
        workshop_ask(shop, "small", "prune", "{\"root\":\"it\",\"stones\":\"e5 e6\"}", &noted, &f, &e));
    assert_true(noted);
    assert_true(workshop_ask(shop, "small", "pause", "{\"root\":\"start\"}", &noted, &f, &e));
    json_t *j = ear_wait(a, "proved", ""), *events = json_object_get(j, "events"), *x;
    size_t i;
    bool refused = false;
    json_array_foreach(events, i, x) refused |= strcmp(word(x, "kind"), "refused") == 0;
    assert_true(refused);
    json_decref(j);
    pthread_join(other, NULL);
    ear_close(a);
}

/* Every way to lie about what is in sight. */
static void wrong_wishes_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *wish, *says;
    } wrong[] = {
        {"{\"at\":3}", "path must be"},
        {"{\"at\":[0]}", "number of an edge"},
        {"{\"at\":[\"x\"]}", "number of an edge"},
        {"{\"open\":3}", "'open' must be"},
        {"{\"open\":[3]}", "must be an object"},
        {"{\"open\":[{\"path\":[1],\"most\":0}]}", "most"},
        {"{\"open\":[{\"path\":[1],\"more\":1}]}", "more"},
        {"{\"follow\":1}", "follow"},
        {"{\"root\":7}", "root"},
        {"{\"root\":\"0123456789012345678901234567890123456789012345678901234567890\"}", "root's name"},
    };
    enum problem f;
    struct err e;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        json_t *j = json_loads(wrong[i].wish, 0, NULL);
        assert_null(workshop_view(shop, "small", j, &f, &e));
        assert_int_equal(f, PROBLEM_BAD_REQUEST);
        if (!strstr(e.text, wrong[i].says))
            fail_msg("'%s' does not say '%s'", e.text, wrong[i].says);
        json_decref(j);
    }
    /* A path that leads nowhere is cut, and no reason to fail. */
    json_t *j = json_loads("{\"at\":[77,88],\"open\":[{\"path\":[99]}],\"root\":\"nobody\"}", 0, NULL);
    json_t *v = workshop_view(shop, "small", j, &f, &e);
    assert_non_null(v);
    assert_int_equal(json_array_size(json_object_get(v, "open")), 0);
    json_decref(j);
    json_decref(v);
    static const char *const names[] = {"",       "..", "../small", "small/../small",
                                        ".small", "-x", "sm all",   "small.lab/"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_null(workshop_view(shop, names[i], NULL, &f, &e));
        assert_false(workshop_delete(shop, names[i], &f, &e));
        assert_false(workshop_run(shop, names[i], 1, &f, &e));
        assert_int_equal(f, PROBLEM_NOT_FOUND);
        assert_false(workshop_make(shop, names[i], &(struct rules){.m = 9, .n = 9, .k = 5, .p = 2, .q = 1},
                                   NULL, &f, &e));
    }
}

/* A tree far larger than what anybody sees: a root with many turns, one of which has many, and so on. */
static void only_what_is_in_sight_is_sent(void **state)
{
    (void)state;
    enum { LEVELS = 10, WIDTH = 5000 };
    struct err e;
    enum problem f;
    struct lab *l = labs_open(file);
    assert_true(lab_take_up(l, NULL, &e));
    struct db *d = lab_ledger(l);
    db_begin(d);
    db_do(d,
          "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n "
          "WHERE i < ?1) INSERT INTO node SELECT i, "
          "(SELECT key FROM node WHERE id = 1) || i, i / ?2 % 2, 12, i % 100 "
          "+ 1, i % 50 + 1, 1, 1, 0, 0, 0, 0, NULL "
          "FROM n",
          db_int(LEVELS * WIDTH), db_int(WIDTH));
    db_do(d,
          "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) INSERT INTO "
          "edge SELECT i - 1, max(1, (i / ?2 - 1) * ?2 + 7), i, 'a1 b2', 0, 0, 0, 0 FROM n",
          db_int(LEVELS * WIDTH), db_int(WIDTH));
    if (!db_commit(d, &e))
        fail_msg("%s", e.text);
    lab_close(l);
    json_t *j = json_loads("{\"follow\":true,\"open\":[{\"path\":[],\"most\":1000}]}", 0, NULL);
    json_t *v = workshop_view(shop, "small", j, &f, &e);
    if (!v)
        fail_msg("%s", e.text);
    json_t *open = json_object_get(v, "open"), *x;
    size_t i, rows = 0;
    json_array_foreach(open, i, x)
    {
        rows += json_array_size(json_object_get(x, "turns"));
        if (json_array_size(json_object_get(x, "path")) == 0) /* the root */
            assert_true(json_integer_value(json_object_get(x, "all")) >= WIDTH - 2);
    }
    assert_true(json_array_size(open) > 1);
    assert_true(rows > 0 && rows <= LIMIT_LAB_ROWS);
    char *text = json_dumps(v, JSON_COMPACT);
    assert_true(strlen(text) < 400000);
    free(text);
    json_decref(j);
    json_decref(v);
}

static void a_lab_that_goes_away_is_told(void **state)
{
    (void)state;
    struct ear *a = &ears[0];
    enum problem f;
    struct err e;
    ear_open(a, all);
    while (ear_count(a) == 0)
        usleep(5000);
    assert_true(workshop_delete(shop, "small", &f, &e));
    for (double until = clock_now() + PATIENCE;; usleep(5000)) {
        pthread_mutex_lock(&a->lock);
        bool told = strstr(a->last, "not there any more");
        pthread_mutex_unlock(&a->lock);
        if (told)
            break;
        assert_true(clock_now() < until);
    }
    ear_close(a);
    ear_open(a, all);
    pthread_mutex_lock(&a->lock);
    assert_non_null(strstr(a->last, "not_found"));
    pthread_mutex_unlock(&a->lock);
    ear_close(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(half_made_files_are_removed, start, stop),
        cmocka_unit_test_setup_teardown(a_full_disk_leaves_no_stub, start, stop),
        cmocka_unit_test_setup_teardown(a_lab_is_run_and_followed, start, stop),
        cmocka_unit_test_setup_teardown(a_lab_that_runs_elsewhere_is_followed, start, stop),
        cmocka_unit_test_setup_teardown(wrong_wishes_are_refused, start, stop),
        cmocka_unit_test_setup_teardown(only_what_is_in_sight_is_sent, start, stop),
        cmocka_unit_test_setup_teardown(a_lab_that_goes_away_is_told, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
