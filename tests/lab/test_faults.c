/* Labs, with SQLite and the disk failing at every call; see support/trial.h. */
#define _GNU_SOURCE /* faults.h */
#include "support/trial.h"

#include "base/mem.h"
#include "lab/lab.h"
#include "lab/view.h"
#include "lab/work.h"
#include "support/labs.h"

enum { JOBS_FIRST = 4, JOBS_LATER = 7, JOBS_ALL = 11 };

/* ---- Making and asking ---- */

static bool creates(void *none, const char *path, struct buf *told)
{
    struct lab_options o;
    struct err e;
    (void)none;
    (void)told;
    lab_options_usual(&o);
    return lab_create(path, &(struct rules){.m = 9, .n = 9, .k = 5, .p = 2, .q = 1}, &o, &e);
}

static bool asks(void *none, const char *path, struct buf *told)
{
    struct err e;
    (void)none;
    (void)told;
    return lab_ask(path, "pause", "{\"root\":\"it\"}", &e);
}

static bool takes_up(void *none, const char *path, struct buf *told)
{
    struct err e, refused;
    (void)none;
    struct lab *l = lab_open(path, true, &e);
    bool ok = l && lab_take_up(l, &refused, &e);
    if (ok)
        buf_text(told, refused.text);
    lab_close(l);
    return ok;
}

/* ---- Running ---- */

/* A worker whose jobs take no time: it does each of them once, and knows the result from then on. */
struct honest {
    struct lab_worker *worker;
    struct done {
        char *job, *result;
        struct buf bundle;
    } * done;
    size_t count, room;
    struct lab_result result;
    bool full;
};

static struct done *do_once(struct honest *h, const struct lab_job *j)
{
    struct buf line = BUF_EMPTY, text = BUF_EMPTY;
    struct lab_result r;
    lab_job_write(j, &line);
    for (size_t i = 0; i < h->count; i++)
        if (strcmp(h->done[i].job, buf_str(&line)) == 0) {
            buf_free(&line);
            return &h->done[i];
        }
    assert_true(lab_worker_do(h->worker, j, NULL, &r));
    r.cpu = 0;
    lab_result_write(&r, &text);
    h->done = mem_grow(h->done, &h->room, h->count + 1, sizeof *h->done);
    h->done[h->count] = (struct done){buf_take(&line), buf_take(&text), BUF_EMPTY};
    buf_bytes(&h->done[h->count].bundle, buf_str(&r.bundle), r.bundle.len);
    lab_result_free(&r);
    return &h->done[h->count++];
}

static int room(void *ctx)
{
    return !((struct honest *)ctx)->full;
}

static void give(void *ctx, const struct lab_job *j)
{
    struct honest *h = ctx;
    struct err e;
    const struct done *d = do_once(h, j);
    h->full = lab_result_read(d->result, strlen(d->result), &j->position->rules, buf_str(&d->bundle),
                              d->bundle.len, &h->result, &e);
    if (!h->full)
        fail_msg("%s", e.text);
}

static bool take(void *ctx, double seconds, struct lab_result *out)
{
    struct honest *h = ctx;
    (void)seconds;
    if (!h->full)
        return false;
    h->full = false;
    *out = h->result;
    return true;
}

static void cancel(void *ctx, int64_t job)
{
    (void)ctx;
    (void)job;
}

static void dismiss(void *ctx)
{
    struct honest *h = ctx;
    if (h->full)
        lab_result_free(&h->result);
    h->full = false;
}

static bool who(void *ctx, int64_t job, char name[LAB_WORKER_MOST + 1])
{
    (void)ctx;
    (void)job;
    snprintf(name, LAB_WORKER_MOST + 1, "honest");
    return true;
}

/* A file that fails is nobody's lie. */
static void shun(void *ctx, const char *worker)
{
    (void)ctx;
    print_message("%s is quarantined\n", worker);
    violations++;
}

static struct honest honest;

static int64_t results(const char *path)
{
    sqlite3 *db;
    sqlite3_stmt *s;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT count(*) FROM result", -1, &s, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    int64_t n = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    sqlite3_close(db);
    return n;
}

static int64_t wanted; /* results, in the end */

/* Runs until there are so many results, whatever was there before. What it counts as done is in the file. */
static bool runs(void *none, const char *path, struct buf *told)
{
    const struct fault *f = fault_now.kind;
    struct err e;
    struct lab_state s = {0};
    (void)none;
    (void)told;
    fault_now.kind = NULL;
    int64_t before = results(path);
    fault_now.kind = f;
    struct lab *l = lab_open(path, true, &e);
    struct runner runner = {&honest, room, give, take, cancel, dismiss, who, shun};
    struct lab_run r = {.runner = runner, .jobs = wanted - before};
    bool ok = l && (before == wanted || lab_run(l, &r, &s, &e));
    lab_close(l);
    dismiss(&honest);
    f = fault_now.kind;
    fault_now.kind = NULL;
    int64_t more = results(path) - before - s.jobs;
    bool unknown = f && f->disk && f->stays; /* see trial.h: the last may be in the file all the same */
    if (more != 0 && !(unknown && more == 1)) {
        print_message("%" PRId64 " jobs are said to be done, %" PRId64 " are\n", s.jobs,
                      results(path) - before);
        violations++;
    }
    fault_now.kind = f;
    return ok;
}

static void make_fresh(const char *path)
{
    labs_make_tiny(path);
    wanted = JOBS_FIRST;
}

static void make_grown(const char *path)
{
    struct buf told = BUF_EMPTY;
    labs_make_tiny(path);
    wanted = JOBS_LATER;
    assert_true(runs(NULL, path, &told));
    wanted = JOBS_ALL;
    buf_free(&told);
}

/* ---- Looking ---- */

static void *view_of(const char *path)
{
    struct err e;
    struct lab_view *v = lab_view_open(path, &e);
    if (!v)
        fail_msg("%s", e.text);
    return v;
}

static void close_view(void *v)
{
    lab_view_close(v);
}

static bool views(void *v, const char *path, struct buf *told)
{
    struct lab_sight w = {.follow = true, .rows = 100};
    struct err e;
    (void)path;
    json_t *j = lab_view_json(v, &w, &e);
    if (!j)
        return false;
    json_object_del(json_object_get(j, "stats"), "time");
    char *text = json_dumps(j, JSON_SORT_KEYS);
    buf_text(told, text);
    free(text);
    json_decref(j);
    return true;
}

static bool loads(void *none, const char *path, struct buf *told)
{
    struct err e;
    (void)none;
    struct lab *l = lab_open(path, false, &e);
    if (!l)
        return false;
    const struct lab_root *root;
    buf_format(told, "%u %u %zu", lab_graph(l)->nodes, lab_graph(l)->edges, lab_roots(l, &root));
    lab_close(l);
    return true;
}

static void a_lab(void **state)
{
    (void)state;
    static const struct trial t[] = {
        {.name = "a lab is made", .act = creates, .gone = true},
        {.name = "somebody asks", .make = make_fresh, .act = asks},
        {.name = "a root is taken up", .make = make_fresh, .act = takes_up},
        {.name = "a lab begins", .make = make_fresh, .act = runs, .parts = true},
        {.name = "a lab goes on", .make = make_grown, .act = runs, .parts = true},
        {.name = "a lab is looked at",
         .make = make_grown,
         .open = view_of,
         .act = views,
         .close = close_view},
        {.name = "a lab is loaded", .make = make_grown, .act = loads},
    };
    honest.worker = lab_worker_new("honest", 64 << 20);
    run_trials(t, sizeof t / sizeof *t);
    lab_worker_free(honest.worker);
    for (size_t i = 0; i < honest.count; i++) {
        free(honest.done[i].job);
        free(honest.done[i].result);
        buf_free(&honest.done[i].bundle);
    }
    free(honest.done);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lab),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
