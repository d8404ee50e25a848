/* Labs that somebody has edited (support/edits.h): nothing that reads or runs one crashes or hangs, and whatever `lab check` accepts
 * says the same as before, position by position. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/lab/lab_verbs.h"
#include "lab/inner.h"
#include "lab/view.h"
#include "server/workshop/workshop.h"
#include "store/explorer/known.h"
#include "support/court.h"
#include "support/edits.h"
#include "support/folder.h"
#include "support/labs.h"
#include "support/sanitized.h"
#include "support/scatter.h"

enum { ROOTS_MOST = 60, JOBS = 12, FEW = 3 };
enum { AT_REST, OUT, PLAIN }; /* nothing under way; with jobs out; the same without constraints */

static struct folder folder;
static char file[EDITS_FILES][80], work[80];

/* What a lab says: its positions with their states, and its roots. Turns only say what was tried, and the numbers of what is open what
 * somebody thinks of it. */
static void says(const char *path, struct buf *out)
{
    static const char *const questions[] = {
        "SELECT id, quote(key), kind, state FROM node ORDER BY id",
        "SELECT id, pn, dn FROM node WHERE state <> 0 ORDER BY id",
        "SELECT name, node, symmetry, game FROM root ORDER BY name",
        "SELECT value FROM meta WHERE name = 'game'",
        NULL,
    };
    edits_ask(path, questions, out);
}

/* ---- files to edit ---- */

/* A runner that takes jobs and brings nothing. */
static int idle_room(void *ctx)
{
    return 2 - *(int *)ctx;
}

static void idle_give(void *ctx, const struct lab_job *j)
{
    (void)j;
    ++*(int *)ctx;
}

static bool idle_take(void *ctx, double seconds, struct lab_result *out)
{
    (void)ctx;
    (void)seconds;
    (void)out;
    return false;
}

static void idle_cancel(void *ctx, int64_t job)
{
    (void)ctx;
    (void)job;
}

static void ask_people(const char *path, const char *kind, const char *body)
{
    struct err e;
    if (!lab_ask(path, kind, body, &e))
        fail_msg("%s", e.text);
}

static int64_t number(const char *path, const char *sql)
{
    struct err e;
    struct db *d = ledger_open(path, &e);
    assert_non_null(d);
    int64_t n = db_number(d, -1, sql);
    db_close(d);
    return n;
}

/* Is there something of everything in it? */
static bool is_rich(const char *path)
{
    static const char *const wanted[] = {
        "SELECT count(*) FROM node WHERE state = 1 AND kind = 0",
        "SELECT count(*) FROM node WHERE state = 1 AND kind = 1",
        "SELECT count(*) FROM node WHERE state = 2 AND kind = 0",
        "SELECT count(*) FROM node WHERE state = 2 AND kind = 1",
        "SELECT count(*) FROM node WHERE kind = 2",
        "SELECT count(*) FROM edge WHERE source = 4",
        "SELECT count(*) FROM result WHERE checked = 1",
        "SELECT count(*) FROM result WHERE checked = 3",
        "SELECT count(*) FROM worker",
        "SELECT count(*) FROM history",
        "SELECT count(*) FROM root JOIN node ON node.id = root.node WHERE state = 1",
        "SELECT count(*) FROM root JOIN node ON node.id = root.node WHERE state = 2",
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (number(path, wanted[i]) < 1)
            return false;
    return true;
}

static void add_root(const char *path, const char *name, const struct position *p, enum side attacker)
{
    struct buf body = BUF_EMPTY;
    lab_root_write(p, attacker, name, NULL, &body);
    ask_people(path, "add", buf_str(&body));
    buf_free(&body);
}

/* So many jobs, with lies among the results. */
static void run_jobs(const char *path, uint64_t seed, int jobs)
{
    struct court *c = court_new(seed, 5, jobs);
    c->a_name = 3;
    struct lab_run run = {.runner = court_runner(c), .jobs = jobs};
    struct lab_state s;
    struct err e;
    struct lab *l = labs_open(path);
    if (!lab_run(l, &run, &s, &e))
        fail_msg("%s", e.text);
    run.runner.free(run.runner.ctx);
    lab_close(l);
}

/* A lab of a small game; every job is as small as can be, so that there are many. */
static void make(const char *path, const struct rules *r)
{
    static const char *const few[][2] = {{"verify-order", "1"},
                                         {"solve-order", "1"},
                                         {"verify-nodes", "1"},
                                         {"solve-nodes", "1"},
                                         {"expand-nodes", "20"}};
    struct lab_options o;
    struct err e;
    lab_options_usual(&o);
    for (size_t i = 0; i < sizeof few / sizeof *few; i++)
        assert_true(lab_option_set(&o, few[i][0], few[i][1], &e));
    if (!lab_create(path, r, &o, &e))
        fail_msg("%s", e.text);
}

/* Searched root after root until it has everything; last the empty board, for what stays open. */
static void grow(const char *path)
{
    struct rules rules = test_rules("5,5,4,2,1");
    struct rng rng;
    rng_seed(&rng, 2);
    make(path, &rules);
    for (uint64_t i = 0; i < 2 || !is_rich(path); i++) {
        assert_true(i < ROOTS_MOST);
        char name[20];
        struct position *p;
        while ((p = scatter_game(&rules, 6 + (int)(i % 4), &rng))->outcome != OUTCOME_OPEN)
            position_free(p);
        snprintf(name, sizeof name, "root-%d", (int)i);
        add_root(path, name, p, i % 2 ? BLACK : WHITE);
        position_free(p);
        run_jobs(path, i, JOBS);
    }
    struct position *empty = position_new(&rules);
    add_root(path, "empty", empty, BLACK);
    position_free(empty);
    ask_people(path, "priority", "{\"root\":\"empty\",\"priority\":2}");
    ask_people(path, "suggest", "{\"root\":\"empty\",\"stones\":\"c3\"}");
    run_jobs(path, 0, JOBS);
    ask_people(path, "prune", "{\"root\":\"empty\",\"stones\":\"c3\"}");
    run_jobs(path, 0, JOBS);
}

static void quiet(void *ctx, const char *text)
{
    (void)ctx;
    (void)text;
}

static void say(void *ctx, const char *text)
{
    (void)ctx;
    print_message("%s\n", text);
}

static int start(void **state)
{
    (void)state;
    char made[80];
    folder = folder_quick();
    snprintf(work, sizeof work, "%s/work.lab", folder.path);
    snprintf(made, sizeof made, "%s/made.db", folder.path);
    grow(made);
    for (int i = 0; i < EDITS_FILES; i++)
        snprintf(file[i], sizeof file[i], "%s/seed-%d.db", folder.path, i);
    edits_copy(made, file[AT_REST]);
    int given = 0;
    struct lab_run r = {.runner = {&given, idle_room, idle_give, idle_take, idle_cancel, NULL, NULL, NULL},
                        .limits.seconds = 0.05};
    struct lab_state s;
    struct err e;
    struct lab *l = labs_open(made);
    assert_true(lab_run(l, &r, &s, &e));
    lab_close(l);
    assert_true(number(made, "SELECT count(*) FROM job WHERE state = 0") > 0);
    edits_copy(made, file[OUT]);
    edits_plain(made, file[PLAIN]);
    for (int i = 0; i < EDITS_FILES; i++) {
        l = lab_open(file[i], false, &e);
        if (!l)
            fail_msg("%s", e.text);
        assert_int_equal(lab_check(l, say, NULL), 0);
        lab_close(l);
    }
    print_message("%d nodes, %d edges, %d jobs\n", (int)number(made, "SELECT count(*) FROM node"),
                  (int)number(made, "SELECT count(*) FROM edge"),
                  (int)number(made, "SELECT count(*) FROM job"));
    return 0;
}

static int stop(void **state)
{
    (void)state;
    folder_remove(&folder);
    return 0;
}

/* ---- what is done with a file ---- */

/* A verb of the program, in this process, without its words. */
static int verb(int (*run)(int argc, char **argv), const char *a, const char *b, const char *c)
{
    char *argv[] = {(char *)(uintptr_t) "hexad", work, (char *)(uintptr_t)a, (char *)(uintptr_t)b,
                    (char *)(uintptr_t)c,        NULL};
    int out = dup(1), err = dup(2), nowhere = open("/dev/null", O_WRONLY);
    fflush(NULL);
    dup2(nowhere, 1);
    dup2(nowhere, 2);
    int argc = 2 + (a ? 1 : 0) + (b ? 1 : 0) + (c ? 1 : 0);
    int status = run(argc, argv);
    fflush(NULL);
    dup2(out, 1);
    dup2(err, 2);
    close(out);
    close(err);
    close(nowhere);
    return status;
}

static void look_on(void)
{
    struct err e;
    enum problem f;
    struct lab_view *v = lab_view_open(work, &e);
    if (v) {
        json_decref(lab_view_summary(v, &e));
        json_t *o =
            json_loads("{\"follow\":true,\"open\":[{\"path\":[]},{\"path\":[1]},{\"path\":[1,2]}]}", 0, NULL);
        struct lab_sight sight;
        if (!lab_sight_read(o, 10, 100, &sight, &e))
            abort();
        json_decref(lab_view_json(v, &sight, &e));
        sight.follow = false;
        json_decref(lab_view_json(v, &sight, &e));
        lab_sight_free(&sight);
        json_decref(o);
    }
    lab_view_close(v);
    struct workshop *shop = workshop_new(&(struct workshop_options){.folder = folder.path, .threads = 1});
    json_decref(workshop_list(shop));
    bool noted;
    json_t *sight = json_object();
    json_decref(workshop_view(shop, "work", sight, &f, &e));
    json_decref(sight);
    workshop_ask(shop, "work", "prune", "{\"root\":\"empty\",\"stones\":\"c3\"}", &noted, &f, &e);
    workshop_stop(shop);
    workshop_free(shop);
}

static void take_into_database(void)
{
    struct explorer *x;
    struct err e;
    struct known_lab sum;
    const struct deadline forever = {0};
    if (!explorer_open(NULL, true, 0, &x, &e))
        abort();
    explorer_take_lab(x, work, &forever, &sum, &e);
    explorer_close(x);
}

static void run_on(uint64_t seed)
{
    struct err e;
    struct lab_state s;
    struct lab *l = lab_open(work, true, &e);
    if (!l)
        return;
    struct lab_run r = {.runner = court_runner(court_new(seed, 1, 0)), .jobs = FEW};
    lab_run(l, &r, &s, &e);
    r.runner.free(r.runner.ctx);
    lab_close(l);
}

/* Everything that reads it, then everything that writes. Does the check accept it? */
static bool use(const char *path, uint64_t seed)
{
    (void)path;
    struct err e;
    struct lab *l = lab_open(work, false, &e);
    bool accepted = l && lab_check(l, quiet, NULL) == 0;
    lab_close(l);
    if ((verb(lab_verb_check, NULL, NULL, NULL) == 0) != accepted)
        abort();
    verb(lab_verb_show, "--levels", "4", "--json");
    verb(lab_verb_show, "--levels", "4", NULL);
    verb(lab_verb_stats, "--json", NULL, NULL);
    char cert[100], sgf[100];
    snprintf(cert, sizeof cert, "--cert=%s/it.cert", folder.path);
    snprintf(sgf, sizeof sgf, "--sgf=%s/it.sgf", folder.path);
    verb(lab_verb_export, cert, sgf, "--root=root-0");
    verb(lab_verb_export, cert, sgf, "--root=root-1");
    take_into_database();
    look_on();
    run_on(seed);
    return accepted;
}

/* ---- edits ---- */

static bool nightly(void)
{
    return getenv("HEXAD_NIGHTLY");
}

/* A number that has nothing in common with those of values and rows: every column gets something of everything. */
static void thin(struct edits *list)
{
    if (!nightly())
        edits_thin(list, TEST_SANITIZED ? 47 : 11);
}

static const struct edits_user user = {{file[AT_REST], file[OUT], file[PLAIN]}, work, says, use};

static void test_every_column(void **state)
{
    (void)state;
    struct edits list = {0};
    edits_list(file[AT_REST], nightly(), 5, &list);
    thin(&list);
    struct edits_tally t = edits_try(&list, &user);
    edits_free(&list);
    edits_show(&t);
}

/* Several columns at once, as somebody would who wants to be believed: each position in turn gets each state, with the numbers and
 * certificates that belong to it. */
static void test_forged(void **state)
{
    (void)state;
    static const char *const forms[] = {
        "UPDATE node SET state = 2, pn = 1073741824, dn = 0, cert = NULL WHERE id = %d",
        "UPDATE node SET state = 1, pn = 0, dn = 1073741824 WHERE id = %d",
        "UPDATE node SET state = 1, pn = 0, dn = 1073741824, cert = (SELECT cert FROM node WHERE cert <> 0 "
        "LIMIT 1) "
        "WHERE id = %d",
        "UPDATE node SET state = 0, pn = 1, dn = 1, own_pn = 1, own_dn = 1, cert = NULL WHERE id = %d",
        "UPDATE node SET state = 2, phantom = 0, cert = NULL, pn = 1073741824, dn = 0; UPDATE root SET node "
        "= %d",
        "DELETE FROM edge WHERE parent = %1$d; UPDATE node SET state = 2, phantom = 0, cert = NULL, pn = "
        "1073741824, "
        "dn = 0 WHERE id = %1$d",
        "UPDATE root SET node = %d",
        "UPDATE root SET node = %d, symmetry = 0",
        "UPDATE node SET key = (SELECT key FROM node WHERE id = 1) WHERE id = %d",
        "UPDATE node SET key = zeroblob(length(key)) WHERE id = %d",
    };
    static const char *const others[] = {
        "UPDATE root SET node = 999999",
        "UPDATE edge SET symmetry = (symmetry + 1) % 8",
        "UPDATE root SET symmetry = (symmetry + 1) % 8",
        "UPDATE meta SET value = 'Connect(5,5,5,2,1)' WHERE name = 'game'",
        "UPDATE meta SET value = 'Connect(5,5,4,1,1)' WHERE name = 'game'",
        "UPDATE meta SET value = 'Connect(5,5,4,2,1),exact' WHERE name = 'game'",
        "UPDATE meta SET value = 'go19' WHERE name = 'game'",
        "UPDATE meta SET value = 'win' WHERE name = 'policy'",
    };
    struct edits list = {0};
    int nodes = (int)number(file[AT_REST], "SELECT count(*) FROM node");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        edits_add(&list, others[i]);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        for (int n = 1; n <= nodes; n++) {
            char sql[400];
            snprintf(sql, sizeof sql, forms[i], n);
            edits_add(&list, sql);
        }
    thin(&list);
    struct edits_tally t = edits_try(&list, &user);
    edits_free(&list);
    edits_show(&t);
}

/* ---- one that is edited by its own program ---- */

/* Whoever looks on may have loaded rows that are older than those it compares. */
static void test_checked_while_it_runs(void **state)
{
    (void)state;
    struct err e;
    edits_copy(file[AT_REST], work);
    struct lab *l = lab_open(work, false, &e);
    assert_non_null(l);
    uint32_t nodes = lab_graph(l)->nodes;
    run_jobs(work, 7, JOBS);
    assert_int_equal(lab_check(l, say, NULL), 0);
    assert_true(lab_graph(l)->nodes > nodes);
    lab_close(l);
}

static void must_be_true(const char *path)
{
    struct err e;
    struct lab *l = lab_open(path, false, &e);
    assert_non_null(l);
    assert_int_equal(lab_check(l, say, NULL), 0);
    lab_close(l);
}

/* What people asked for is forgotten, but not what roots came from; also in a file of before that was told apart. */
static void test_forgotten(void **state)
{
    (void)state;
    static const char *const marks[] = {"SELECT 1",
                                        "UPDATE event SET done = 1; DELETE FROM meta WHERE name = 'glanced'"};
    struct err e;
    for (size_t i = 0; i < 2; i++) {
        edits_copy(file[AT_REST], work);
        struct db *d = ledger_open(work, &e);
        assert_non_null(d);
        db_run(d, marks[i]);
        assert_true(db_fine(d, &e));
        db_close(d);
        must_be_true(work);
        lab_close(labs_open(work));
        assert_true(lab_forget_events(work, INT64_MAX, 0, &e));
        assert_int_equal(number(work, "SELECT count(*) FROM event WHERE kind IN ('suggest', 'prune')"), 0);
        assert_int_equal(number(work, "SELECT count(*) FROM event WHERE kind = 'add'"),
                         number(work, "SELECT count(*) FROM root"));
        must_be_true(work);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_checked_while_it_runs),
        cmocka_unit_test(test_forgotten),
        cmocka_unit_test(test_every_column),
        cmocka_unit_test(test_forged),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
