/* A lab as a whole: it proves what can be proved, in the same way every time, however often it is killed; what
 * workers claim is checked, and liars prove nothing. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/rng.h"
#include "connect/board/symmetry.h"
#include "connect/proof/check.h"
#include "connect/record/record.h"
#include "db/db.h"
#include "lab/inner.h"
#include "lab/work.h"
#include "support/folder.h"
#include "support/labs.h"

/* Everything that was done, line by line. */
static char *history(const char *path)
{
    struct lab *l = labs_open(path);
    struct buf out = BUF_EMPTY;
    struct db *d = lab_ledger(l);
    struct rows *rows =
        db_ask(d, "SELECT job.body, result.verdict, result.nodes, result.body FROM job LEFT JOIN "
                  "result ON result.job = job.id WHERE job.state < 2 ORDER BY job.id");
    while (rows_next(rows)) {
        /* The processor time is not the same twice. */
        const char *body = rows_text(rows, 3), *open = strstr(body, "\"open\":[");
        buf_format(&out, "%s %d %lld %s\n", rows_text(rows, 0), (int)rows_int(rows, 1),
                   (long long)rows_int(rows, 2), open ? open : "");
    }
    rows = db_ask(d, "SELECT id, pn, dn, state FROM node ORDER BY id");
    while (rows_next(rows))
        buf_format(&out, "%lld %lld %lld %lld\n", (long long)rows_int(rows, 0), (long long)rows_int(rows, 1),
                   (long long)rows_int(rows, 2), (long long)rows_int(rows, 3));
    lab_close(l);
    return buf_take(&out);
}

/* ---- time ---- */

/* A runner that does a job while it is given, however long that takes, and is slow to tell. */
struct slow {
    struct lab_worker *worker;
    struct lab_result result;
    double seconds; /* that pass while a job is given */
    int given, asked;
    bool full;
};

static int slow_room(void *ctx)
{
    return !((struct slow *)ctx)->full;
}

static void slow_give(void *ctx, const struct lab_job *j)
{
    struct slow *s = ctx;
    for (double until = clock_now() + s->seconds; clock_now() < until;)
        ;
    s->full = lab_worker_do(s->worker, j, NULL, &s->result);
    s->result.cpu = 1;
    s->given++;
}

static bool slow_take(void *ctx, double seconds, struct lab_result *out)
{
    struct slow *s = ctx;
    (void)seconds;
    if (!s->full || s->asked++ % 2 == 0)
        return false;
    s->full = false;
    *out = s->result;
    return true;
}

static void slow_cancel(void *ctx, int64_t job)
{
    (void)ctx;
    (void)job;
}

/* The time is over while a job is under way: its result is taken, and no other is begun. */
static void test_time_over(void **state)
{
    (void)state;
    for (int by_cpu = 0; by_cpu < 2; by_cpu++) {
        struct folder f = folder_new();
        labs_make(f.file);
        struct slow slow = {.worker = lab_worker_new("slow", 64 << 20), .seconds = by_cpu ? 0 : 0.11};
        struct lab_run r = {
            .runner = {&slow, slow_room, slow_give, slow_take, slow_cancel, NULL, NULL, NULL}};
        struct lab_state s;
        struct err e;
        if (by_cpu)
            r.limits.cpu = 3; /* each job says that it took a second */
        else
            r.limits.seconds = 0.1;
        struct lab *l = labs_open(f.file);
        do /* a machine may be so busy that the time is over before anything was begun */
            assert_true(lab_run(l, &r, &s, &e));
        while (slow.given == 0);
        assert_int_equal(s.jobs, by_cpu ? 3 : 1);
        assert_int_equal(slow.given, by_cpu ? 3 : 1);
        assert_int_equal(db_number(lab_ledger(l), -1, "SELECT count(*) FROM job WHERE state = 0"), 0);
        lab_close(l);
        lab_worker_free(slow.worker);
        folder_remove(&f);
    }
}

static void test_proves(void **state)
{
    (void)state;
    struct folder f = folder_new();
    labs_make(f.file);
    assert_true(labs_run(f.file, runner_threads(1, 64 << 20), 0));
    labs_check(f.file);
    struct lab *l = labs_open(f.file);
    /* Zones across siblings: many defences need no job of their own. */
    assert_true(db_number(lab_ledger(l), 0, "SELECT count(*) FROM event WHERE kind = 'transfer'") > 0);
    assert_true(db_number(lab_ledger(l), 0, "SELECT count(*) FROM node WHERE kind = 2") > 0);
    lab_close(l);
    char *all = history(f.file);
    folder_remove(&f);
    /* The same in pieces: now one job, now three, the file closed between them. */
    struct folder g = folder_new();
    labs_make(g.file);
    for (int64_t i = 1; !labs_run(g.file, runner_threads(1, 64 << 20), i); i = i % 3 + 1)
        ;
    char *again = history(g.file);
    assert_string_equal(again, all);
    folder_remove(&g);
    free(all);
    free(again);
}

/* ---- killed ---- */

/* Runs a lab as a process that is killed again and again, until it comes to its end; returns how often. */
static int run_killed(const char *file, struct rng *r)
{
    int status = 0, kills = 0;
    unsigned most =
        20000; /* microseconds until the next blow: longer each time, as a busy machine may take that to start it */
    for (;; kills++, most += most / 10 + 20000) {
        fflush(NULL);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            int quiet = open("/dev/null", 1);
            dup2(quiet, 1);
            dup2(quiet, 2);
            execl(TEST_PROGRAM, TEST_PROGRAM, "lab", "run", file, (char *)NULL);
            _exit(99);
        }
        usleep((useconds_t)(3000 + rng_below(r, most)));
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, &status, 0), child);
        if (WIFEXITED(status))
            break;
    }
    assert_int_equal(WEXITSTATUS(status), 0);
    return kills;
}

static void test_killed(void **state)
{
    (void)state;
    struct folder f = folder_new();
    struct rng r;
    rng_seed(&r, 7);
    labs_make(f.file);
    assert_true(labs_run(f.file, runner_threads(1, 64 << 20), 0));
    char *all = history(f.file);
    for (int kills = 0;
         kills == 0;) { /* it may be done before we come to the first blow, and then it was no test */
        struct folder g = folder_new();
        labs_make(g.file);
        kills = run_killed(g.file, &r);
        char *again = history(g.file);
        assert_string_equal(again, all);
        labs_check(g.file);
        free(again);
        folder_remove(&g);
    }
    free(all);
    folder_remove(&f);
}

/* ---- liars ---- */

/* A runner whose jobs are done when their results are asked for, by an honest worker and by one who lies. */
struct court {
    struct lab_worker *honest, *liar;
    struct rng rng;
    struct buf waiting; /* the line of the job; one at a time */
    int lies;
    struct buf old; /* some certificate, of another position */
    bool one_name;  /* the liar has one name for all lies */
    int idle;       /* times that it was asked for results with no job given, one after the other */
    char shunned[LAB_WORKER_MOST + 1];
};

static int court_room(void *ctx)
{
    return ((struct court *)ctx)->waiting.len == 0;
}

static void court_give(void *ctx, const struct lab_job *j)
{
    struct court *c = ctx;
    c->idle = 0;
    lab_job_write(j, &c->waiting);
}

static void court_shun(void *ctx, const char *worker)
{
    struct court *c = ctx;
    snprintf(c->shunned, sizeof c->shunned, "%s", worker);
}

static void lie(struct court *c, struct lab_result *r)
{
    c->lies++;
    switch (rng_below(&c->rng, 7)) {
    case 0: /* a win without anything */
        r->verdict = LAB_WON;
        buf_free(&r->bundle);
        lab_turns_clear(&r->open);
        break;
    case 1: /* a win by garbage */
        r->verdict = LAB_WON;
        buf_free(&r->bundle);
        lab_turns_clear(&r->open);
        buf_bytes(&r->bundle, "\5\0\0\0HEXCERT", 11);
        break;
    case 2: /* a win by the certificate of another position */
        r->verdict = LAB_WON;
        buf_free(&r->bundle);
        lab_turns_clear(&r->open);
        buf_bytes(&r->bundle, c->old.text, c->old.len);
        break;
    case 3: /* defences kept silent about */
        lab_turns_clear(&r->open);
        break;
    case 4: /* the defender wins at once */
        r->verdict = LAB_LOST;
        break;
    case 5: /* the worst turn is the best */
        r->chance = 0.99;
        if (r->turn.n == 2) { /* where stones are */
            r->turn.s[0] = square_at(0, 0);
            r->turn.s[1] = square_at(8, 8);
        }
        break;
    default: /* one byte of the proof */
        if (r->bundle.len)
            r->bundle.text[rng_below(&c->rng, (uint32_t)r->bundle.len)] ^= 4;
    }
}

static bool court_take(void *ctx, double seconds, struct lab_result *out)
{
    struct court *c = ctx;
    struct lab_job j;
    struct err e;
    (void)seconds;
    if (c->waiting.len == 0) {
        if (++c->idle > 1000)
            fail_msg("a job is out, and nobody has it");
        return false;
    }
    if (!lab_job_read(c->waiting.text, c->waiting.len, &j, &e))
        fail_msg("%s", e.text);
    bool lies = rng_below(&c->rng, 3) == 0;
    assert_true(lab_worker_do(lies ? c->liar : c->honest, &j, NULL, out));
    if (out->bundle.len && c->old.len == 0)
        buf_bytes(&c->old, out->bundle.text, out->bundle.len);
    if (lies) {
        snprintf(out->worker, sizeof out->worker, "liar-%d", c->one_name ? 0 : c->lies);
        lie(c, out);
    }
    lab_job_free(&j);
    buf_free(&c->waiting);
    return true;
}

static void court_cancel(void *ctx, int64_t job)
{
    (void)job;
    buf_free(&((struct court *)ctx)->waiting);
}

static void court_free(void *ctx)
{
    struct court *c = ctx;
    lab_worker_free(c->honest);
    lab_worker_free(c->liar);
    buf_free(&c->waiting);
    buf_free(&c->old);
}

static void test_liars(void **state)
{
    (void)state;
    int rounds = test_rounds(4);
    int64_t quarantined = 0;
    for (int round = 0; round < rounds; round++) {
        struct folder f = folder_new();
        struct court c = {lab_worker_new("honest", 64 << 20), lab_worker_new("liar", 64 << 20),
                          .one_name = round % 2};
        rng_seed(&c.rng, (uint64_t)round);
        labs_make(f.file);
        struct runner runner = {&c,           court_room, court_give, court_take,
                                court_cancel, court_free, NULL,       court_shun};
        assert_true(labs_run(f.file, runner, 0));
        labs_check(f.file);
        struct lab *l = labs_open(f.file);
        /* Who is quarantined is told to the runner, and what he sends leaves no job undone. */
        if (c.shunned[0] == '\0' || strncmp(c.shunned, "liar-", 5) != 0)
            fail_msg("'%s' was shunned", c.shunned);
        quarantined +=
            db_number(lab_ledger(l), 0, "SELECT count(*) FROM worker WHERE quarantined IS NOT NULL");
        assert_int_equal(
            db_number(lab_ledger(l), 0,
                      "SELECT count(*) FROM worker WHERE name = 'honest' AND quarantined IS NOT NULL"),
            0);
        lab_close(l);
        folder_remove(&f);
    }
    assert_true(quarantined > 0);
}

/* ---- people ---- */

static void ask(const char *path, const char *kind, const char *body)
{
    struct err e;
    assert_true(lab_ask(path, kind, body, &e));
}

/* Out of the file: a certificate that the program accepts, and a record with the defences that resisted. */
static void check_export(const struct folder *f)
{
    char command[500];
    struct record *r;
    struct err e;
    snprintf(command, sizeof command,
             "%s lab export %s --cert %s/it.cert --sgf %s/it.sgf && %s check %s/it.cert >/dev/null",
             TEST_PROGRAM, f->file, f->path, f->path, TEST_PROGRAM, f->path);
    assert_int_equal(system(command), 0);
    snprintf(command, sizeof command, "%s/it.sgf", f->path);
    if (!record_load(command, NULL, &r, &e))
        fail_msg("%s", e.text);
    assert_non_null(r->root->child);
    record_free(r);
}

/* A whole defence that is open, and does not win at once if it is not answered. */
static bool is_quiet(const struct lab *l, uint32_t edge)
{
    const struct graph_edge *e = &lab_graph(l)->edge[edge];
    struct position *p = lab_position(l, e->child);
    position_pass(p);
    bool quiet = e->stones == 2 && lab_graph(l)->node[e->child].state == GRAPH_OPEN &&
                 lab_end(p, NULL) == LAB_END_NONE;
    position_free(p);
    return quiet;
}

static void test_people(void **state)
{
    (void)state;
    struct folder f = folder_new();
    struct err e, refused;
    uint32_t node, child;
    int symmetry;
    labs_make(f.file);
    assert_false(labs_run(f.file, runner_threads(1, 64 << 20), 2));
    /* Wishes that make no sense are refused, and harm nothing. */
    static const char *const wrong[][2] = {
        {"suggest", "{}"},
        {"suggest", "{\"stones\":\"b1 b2\"}"},
        {"suggest", "{\"stones\":\"z9\"}"},
        {"prune", "{\"stones\":\"b2\"}"},
        {"prune", "7"},
        {"pause", "{\"root\":\"nobody\"}"},
        {"priority", "{\"root\":\"it\",\"priority\":\"high\"}"},
        {"dance", "{}"},
        {"add", labs_problem},
        {"add", "{\"name\":\"x\",\"position\":3}"},
        {"add", "not even JSON"},
    };
    struct lab *l = labs_open(f.file);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ask(f.file, wrong[i][0], wrong[i][1]);
        assert_true(lab_take_up(l, &refused, &e));
        if (!refused.text[0])
            fail_msg("%s %s was not refused", wrong[i][0], wrong[i][1]);
    }
    /* Paused, nothing is done. */
    ask(f.file, "pause", "{}");
    assert_true(lab_take_up(l, &refused, &e));
    struct lab_run r = {.runner = runner_threads(1, 64 << 20)};
    struct lab_state s;
    assert_true(lab_run(l, &r, &s, &e));
    assert_int_equal(s.jobs, 0);
    assert_int_equal(s.paused, 1);
    ask(f.file, "resume", "{\"root\":\"it\"}");
    assert_true(lab_take_up(l, &refused, &e));
    assert_string_equal(refused.text, "");
    /* The first open defence, and a turn against it that only a person would think of. */
    const struct graph *g = lab_graph(l);
    const struct lab_root *root = lab_root_find(l, "it");
    uint32_t edge = g->node[root->node].children;
    while (edge && !is_quiet(l, edge))
        edge = g->edge[edge].next_down;
    assert_int_not_equal(edge, 0);
    char body[200], a[SQUARE_TEXT], b[SQUARE_TEXT];
    int back = symmetry_inverse(root->symmetry);
    square_format(symmetry_square(lab_rules(l), back, graph_turn(g, edge)[0]), a);
    square_format(symmetry_square(lab_rules(l), back, graph_turn(g, edge)[1]), b);
    snprintf(body, sizeof body, "{\"root\":\"it\",\"stones\":\"%s %s / a9 i1\"}", a, b);
    ask(f.file, "suggest", body);
    assert_true(lab_take_up(l, &refused, &e));
    assert_string_equal(refused.text, "");
    snprintf(body, sizeof body, "%s %s a9 i1", a, b);
    assert_true(lab_walk(l, root, body, &child, &symmetry, &e));
    snprintf(body, sizeof body, "%s %s", a, b);
    assert_true(lab_walk(l, root, body, &node, &symmetry, &e));
    uint32_t suggested = graph_edge_between(g, node, child);
    assert_int_not_equal(suggested, 0);
    assert_int_equal(g->node[node].pn, 1);
    snprintf(body, sizeof body, "{\"stones\":\"%s %s / a9 i1\"}", a, b);
    ask(f.file, "prune", body);
    assert_true(lab_take_up(l, &refused, &e));
    assert_true(g->edge[suggested].pruned);
    r.runner.free(r.runner.ctx);
    lab_close(l);
    /* All of it is in the file. */
    l = labs_open(f.file);
    assert_true(lab_graph(l)->edge[suggested].pruned);
    lab_close(l);
    assert_true(labs_run(f.file, runner_threads(2, 64 << 20), 0));
    labs_check(f.file);
    check_export(&f);
    folder_remove(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_time_over), cmocka_unit_test(test_proves), cmocka_unit_test(test_killed),
        cmocka_unit_test(test_liars),     cmocka_unit_test(test_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
