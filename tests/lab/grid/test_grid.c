/* A lab over a real broker that lets everybody in: it comes to its end whatever happens to workers, broker and
 * coordinator, and nobody makes it believe anything. tests/lab/grid/test_guarded.c has a broker that knows its users. */
#include <pthread.h>
#include <sys/resource.h>

#include "lab/grid/brokers.h"

enum { WORKERS = 2 };

static struct {
    pid_t worker[WORKERS];
    int started; /* so many, for their names */
} crew;

static void start_another(int i)
{
    char name[20];
    snprintf(name, sizeof name, "w%d", ++crew.started);
    crew.worker[i] = start_worker(name, NULL, NULL);
}

static struct runner runner(void)
{
    return runner_of("test", NULL);
}

/* Waits until so many workers are there, and everybody has so many jobs or results together. */
static void wait_for_workers(int workers, int helds)
{
    for (double until = clock_now() + PATIENCE;;) {
        struct grid_options o = options_of(GRID_COORDINATOR, "lab");
        struct grid_status s;
        struct err e;
        int there = 0, held = 0;
        if (!grid_look(&o, 0.5, &s, &e))
            fail_msg("%s", e.text);
        for (size_t i = 0; i < s.signs; i++) {
            there += s.sign[i].role == GRID_WORKER;
            held += s.sign[i].helds;
        }
        grid_status_free(&s);
        if (there == workers && held == helds)
            return;
        if (clock_now() > until)
            fail_msg("%d workers are there, with %d jobs and results", there, held);
    }
}

static void two_workers_prove_it(void **state)
{
    (void)state;
    struct folder f = folder_new();
    labs_make(f.file);
    assert_true(labs_run(f.file, runner(), 0));
    labs_check(f.file);
    wait_for_workers(WORKERS, 0); /* nobody has anything any more */
    folder_remove(&f);
}

/* A lab that asks for a worker by name gets everything done by that one, and another lab beside it by whoever is there. */
static void two_labs_and_a_name(void **state)
{
    (void)state;
    struct folder f = folder_new(), other = folder_new();
    labs_make(f.file);
    labs_make(other.file);
    pid_t beside = start_role("lab", NULL, other.file);
    assert_true(labs_run(f.file, runner_of("test", "w2"), 0));
    int status = 1;
    waitpid(beside, &status, 0);
    assert_int_equal(status, 0);
    labs_check(f.file);
    labs_check(other.file);
    assert_true(count_rows(f.file, "SELECT count(*) FROM result") > 10);
    assert_int_equal(count_rows(f.file, "SELECT count(*) FROM result WHERE worker <> 'w2'"), 0);
    folder_remove(&f);
    folder_remove(&other);
}

static void liars_prove_nothing(void **state)
{
    (void)state;
    struct folder f = folder_new();
    labs_make(f.file);
    pid_t liar[3];
    for (int i = 0; i < 3; i++)
        liar[i] = start_role("liar", (char *[]){"liar1", "liar2", "liar3"}[i], NULL);
    wait_for_worker("liar3");
    assert_true(labs_run(f.file, runner(), 0));
    for (int i = 0; i < 3; i++)
        end(&liar[i], SIGKILL);
    labs_check(f.file);
    assert_int_equal(count_rows(f.file, "SELECT count(*) FROM worker WHERE name NOT LIKE 'liar%'"), 0);
    folder_remove(&f);
}

/* Jobs of a run that is cut into pieces, with a death between any two of them. */
static void death_loses_nothing(void **state)
{
    (void)state;
    struct folder f = folder_new();
    bool done = false;
    labs_make(f.file);
    for (int round = 0; !done && round < 200; round++) {
        if (round % 8 == 1) {
            end(&crew.worker[round % WORKERS], SIGKILL);
            start_another(round % WORKERS);
        }
        if (round == 4 || round == 8) {
            end(&grid.broker, SIGKILL);
            start_broker();
        }
        done = labs_run(f.file, runner(), 5); /* then the coordinator ends, its jobs still out */
    }
    assert_true(done);
    labs_check(f.file);
    folder_remove(&f);
}

/* A runner's `take` that ends the broker after some results; after the next attempts without it there is another one. */
static struct {
    bool (*take)(void *ctx, double seconds, struct lab_result *out);
    int taken, without;
    atomic_bool stop;
} away;

static bool take_and_lose(void *ctx, double seconds, struct lab_result *out)
{
    enum { BEFORE = 5, WITHOUT = 3 };
    bool took = away.take(ctx, seconds, out);
    away.taken += took;
    if (grid.broker > 0 && away.without == 0 && away.taken >= BEFORE)
        end(&grid.broker, SIGKILL);
    else if (grid.broker == 0 && ++away.without >= WITHOUT)
        start_broker();
    return took;
}

/* The broker goes away while everybody is at work. */
static void a_broker_that_dies(void **state)
{
    (void)state;
    struct folder f = folder_new();
    labs_make(f.file);
    struct runner r = runner();
    away.take = r.take;
    r.take = take_and_lose;
    assert_true(labs_run(f.file, r, 0));
    assert_true(away.without > 0 && grid.broker > 0);
    labs_check(f.file);
    folder_remove(&f);
}

static bool take_nothing(void *ctx, double seconds, struct lab_result *out)
{
    (void)ctx;
    (void)seconds;
    (void)out;
    atomic_store(&away.stop, true);
    return false;
}

/* What was done while the coordinator was away, and the broker after it, is there when it comes back. */
static void results_wait_for_the_coordinator(void **state)
{
    (void)state;
    struct folder f = folder_new();
    struct lab_state s;
    struct err e;
    labs_make(f.file);
    wait_for_workers(WORKERS, 0);
    struct lab *l = labs_open(f.file);
    struct runner r = runner();
    struct lab_run run = {.runner = r, .limits.stop = &away.stop, .jobs = 1};
    run.runner.take = take_nothing;
    while (r.room(r.ctx) < WORKERS) /* it gets to know them */
        assert_false(r.take(r.ctx, 0.1, NULL));
    atomic_init(&away.stop, false);
    assert_true(lab_run(l, &run, &s, &e));
    r.free(r.ctx);
    lab_close(l);
    wait_for_workers(WORKERS, 1); /* one has the result */
    assert_int_equal(count_rows(f.file, "SELECT count(*) FROM result"), 0);
    end(&grid.broker, SIGKILL);
    start_broker();
    for (int i = 0; i < WORKERS; i++) /* nobody who begins now has done it */
        assert_int_equal(waitpid(crew.worker[i], NULL, WNOHANG), 0);
    wait_for_workers(WORKERS, 1);
    assert_false(labs_run(f.file, runner(), 1));
    assert_int_equal(count_rows(f.file, "SELECT count(*) FROM result"), 1);
    wait_for_workers(WORKERS, 0);
    folder_remove(&f);
}

/* ---- a worker that dies with a job ---- */

static void steal(natsConnection *nc, natsSubscription *sub, natsMsg *m, void *context)
{
    struct liar *x = context;
    struct grid_head h;
    const char *body;
    char worker[GRID_NAME], coordinator[GRID_NAME];
    (void)nc;
    (void)sub;
    if (grid_head_read(natsMsg_GetData(m), (size_t)natsMsg_GetDataLength(m), &h, &body, NULL)) {
        pthread_mutex_lock(&x->lock);
        grid_subject_pair(natsMsg_GetSubject(m), worker, coordinator);
        grid_head_held(&h, coordinator, &x->has);
        liar_sign(x);
        grid_flush(&x->link);
        kill(getpid(), SIGKILL);
    }
}

static int be_thief(const char *url)
{
    struct liar x = {.name = "thief"};
    natsSubscription *to = NULL;
    struct err e;
    pthread_mutex_init(&x.lock, NULL);
    if (!grid_open(&x.link, &(struct grid_options){.url = url}, NULL, &e) ||
        !grid_subscribe(&x.link, &to, "hexad.to.thief.*", steal, &x, 10, 1 << 20, &e))
        return 1;
    for (;; pause_for(0.2)) {
        pthread_mutex_lock(&x.lock);
        liar_sign(&x);
        pthread_mutex_unlock(&x.lock);
    }
}

/* A worker that begins when the thief is dead. */
static int be_heir(const char *url)
{
    snprintf(grid.url, sizeof grid.url, "%s", url);
    waitpid(start_role("thief", "thief", NULL), NULL, 0);
    pid_t worker = start_worker("heir", NULL, NULL);
    waitpid(worker, NULL, 0);
    return 0;
}

/* The first job of a lab is in the hands of a worker that dies: nothing goes on until another has it. */
static void a_lost_workers_job_is_out_again(void **state)
{
    (void)state;
    struct folder f = folder_new();
    labs_make(f.file);
    for (int i = 0; i < WORKERS; i++)
        end(&crew.worker[i], SIGTERM);
    wait_for_workers(0, 0); /* they say that they leave */
    pid_t heir = start_role("heir", NULL, NULL);
    struct lab *l = labs_open(f.file);
    struct runner r = runner();
    struct lab_run run = {.runner = r, .limits.seconds = PATIENCE};
    struct lab_state s;
    struct err e;
    assert_true(lab_run(l, &run, &s, &e));
    r.free(r.ctx);
    lab_close(l);
    assert_int_equal(s.proved, 1);
    labs_check(f.file);
    end(&heir, SIGKILL); /* and the worker with it */
    folder_remove(&f);
}

/* ---- others ---- */

struct told {
    pthread_mutex_t lock;
    char text[300];
};

static void keep_told(void *ctx, const char *text)
{
    struct told *t = ctx;
    pthread_mutex_lock(&t->lock);
    snprintf(t->text, sizeof t->text, "%s", text);
    pthread_mutex_unlock(&t->lock);
}

/* Workers and coordinators of the version before this one gave their signs in one place for all. */
static void older_ones_are_told_of(void **state)
{
    (void)state;
    static const char sign[] =
        "{\"state\":\"idle\",\"name\":\"grandpa\",\"seconds\":0.0,\"jobs\":1,\"nodes\":1,"
        "\"cpu\":1.0,\"poisoned\":0}";
    static const struct rules rules = {.m = 9, .n = 9, .k = 5, .p = 2, .q = 1};
    struct told told = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct grid_options o = {.url = grid.url};
    struct grid_wish w = {.lab = "test", .rules = &rules, .said = keep_told, .ctx = &told};
    struct grid_link l = {.nc = NULL};
    struct runner r;
    struct err e;
    assert_true(grid_open(&l, &o, NULL, &e) && runner_nats(&o, &w, &r, &e));
    bool there = false;
    for (double until = clock_now() + PATIENCE; !there && clock_now() < until; pause_for(0.1)) {
        (void)natsConnection_PublishString(l.nc, GRID_HERE_THEN, sign);
        pthread_mutex_lock(&told.lock);
        there = told.text[0];
        pthread_mutex_unlock(&told.lock);
    }
    r.free(r.ctx);
    grid_close(&l);
    assert_string_equal(
        told.text, "grandpa at this broker is an older hexad, which does not understand this one: update it");
}

static void *stop_soon(void *stop)
{
    pause_for(0.5);
    atomic_store((atomic_bool *)stop, true);
    return NULL;
}

/* A broker that takes connections and never says a word is waited for, but not by those who are told to stop. */
static void a_silent_broker_is_left(void **state)
{
    (void)state;
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    int silent = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(silent >= 0 && bind(silent, (struct sockaddr *)&at, sizeof at) == 0 &&
                listen(silent, 10) == 0 && getsockname(silent, (struct sockaddr *)&at, &size) == 0);
    char url[60];
    snprintf(url, sizeof url, "nats://127.0.0.1:%d", ntohs(at.sin_port));
    atomic_bool stop;
    atomic_init(&stop, false);
    pthread_t thread;
    struct err e;
    double start = clock_now();
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, &stop), 0);
    assert_false(
        grid_work(&(struct grid_options){.url = url}, &(struct grid_worker){.name = "w", .stop = &stop}, &e));
    assert_true(clock_now() - start < 20); /* one try is 2 s; they would go on for 60 */
    pthread_join(thread, NULL);
    close(silent);
}

/* ---- the whole ---- */

static int set_up(void **state)
{
    (void)state;
    new_broker(NULL);
    for (int i = 0; i < WORKERS; i++)
        start_another(i);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (int i = 0; i < WORKERS; i++)
        end(&crew.worker[i], SIGTERM);
    end_broker();
    return 0;
}

/* So many workers in one process. */
static void *idle_worker(void *url)
{
    struct err e;
    if (!grid_work(&(struct grid_options){.url = url}, &(struct grid_worker){.name = NULL}, &e))
        print_message("%s\n", e.text);
    return NULL;
}

static int idle_workers(int n, char *url)
{
    struct rlimit files = {4096, 4096};
    pthread_attr_t small;
    pthread_t thread;
    (void)setrlimit(RLIMIT_NOFILE, &files);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 18);
    nats_Open(-1);
    for (int i = 0; i < n; i++)
        if (pthread_create(&thread, &small, idle_worker, url) != 0)
            return 1;
    for (;;)
        pause();
}

/* What this program is to others, all at the broker of `url`: a coordinator beside the test's own, somebody who lies,
 * somebody who dies and his heir, and workers without work for tests/lab/grid/idle.py. */
static int play_role(char *const argv[])
{
    const char *role = argv[1];
    char *url = argv[2];
    snprintf(grid.url, sizeof grid.url, "%s", url);
    if (strcmp(role, "lab") == 0)
        return labs_run(argv[5], runner_of("other", NULL), 0) ? 0 : 1;
    if (strcmp(role, "idle") == 0)
        return idle_workers(atoi(argv[3]), url);
    return strcmp(role, "liar") == 0    ? be_liar(url, argv[3], NULL, NULL)
           : strcmp(role, "thief") == 0 ? be_thief(url)
           : strcmp(role, "heir") == 0  ? be_heir(url)
                                        : 2;
}

int main(int argc, char **argv)
{
    if (argc >= 4)
        return play_role(argv);
    if (access("/usr/sbin/nats-server", X_OK) != 0 && access("/usr/bin/nats-server", X_OK) != 0) {
        printf("no nats-server: nothing is tried over a broker\n");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_workers_prove_it),    cmocka_unit_test(results_wait_for_the_coordinator),
        cmocka_unit_test(two_labs_and_a_name),     cmocka_unit_test(liars_prove_nothing),
        cmocka_unit_test(death_loses_nothing),     cmocka_unit_test(a_broker_that_dies),
        cmocka_unit_test(older_ones_are_told_of),  cmocka_unit_test(a_lost_workers_job_is_out_again),
        cmocka_unit_test(a_silent_broker_is_left),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
