/* A lab over a real broker: it comes to its end whatever happens to workers, broker and coordinator, and nobody
 * who can reach the broker makes it believe anything. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "lab/grid/grid.h"
#include "support/folder.h"
#include "support/labs.h"

enum { WORKERS = 2 };

static struct {
    struct folder folder;
    int port;
    char url[60];
    pid_t broker, worker[WORKERS];
    int workers; /* so many were started, for their names */
} grid;

static void pause_for(double seconds)
{
    struct timespec t = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

/* A port that nobody gets unasked: the broker comes back to it after every death, and connections of other programs must
 * not have taken it meanwhile. */
static int some_port(void)
{
    enum { LEAST = 10240, USUAL_MOST = 32768 };
    int most = 0;
    char random[17];
    FILE *f = fopen("/proc/sys/net/ipv4/ip_local_port_range", "r");
    if (f) {
        if (fscanf(f, "%d", &most) != 1)
            most = 0;
        fclose(f);
    }
    if (most < LEAST + 1000)
        most = USUAL_MOST;
    grid_random(random);
    return LEAST + (int)(strtoul(random + 8, NULL, 16) % (unsigned long)(most - LEAST));
}

/* Starts the program; it ends with us. */
static pid_t start(char *const argv[])
{
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(127);
        int null = open("/dev/null", O_RDWR);
        dup2(null, 1);
        dup2(null, 2);
        execv(argv[0], argv);
        _exit(127);
    }
    assert_true(pid > 0);
    return pid;
}

/* Starts this test in another role (see main). A process that is only forked would draw the same random inboxes as we do,
 * and each would read answers to the other. */
static pid_t start_role(char *role, char *file)
{
    char *argv[] = {"/proc/self/exe", role, grid.url, file, NULL};
    return start(argv);
}

static void end(pid_t *pid, int signal)
{
    if (*pid > 0) {
        kill(*pid, signal);
        waitpid(*pid, NULL, 0);
    }
    *pid = 0;
}

/* False if it ends at once, as its port is somebody else's. */
static bool try_broker(void)
{
    char port[10], store[60];
    snprintf(port, sizeof port, "%d", grid.port);
    snprintf(store, sizeof store, "%s/store", grid.folder.path);
    char *argv[] = {TEST_PROGRAM, "lab", "serve-nats", store, "--port", port, NULL};
    grid.broker = start(argv);
    for (double until = clock_now() + PATIENCE; clock_now() < until; pause_for(0.05)) {
        struct sockaddr_in a = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)grid.port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        bool there = connect(fd, (struct sockaddr *)&a, sizeof a) == 0;
        close(fd);
        if (waitpid(grid.broker, NULL, WNOHANG) != 0) {
            grid.broker = 0;
            return false;
        }
        if (there)
            return true;
    }
    fail_msg("the broker does not start");
    return false;
}

static void start_broker(void)
{
    if (!try_broker())
        fail_msg("the broker does not start again on port %d", grid.port);
}

static void start_worker(int i)
{
    char name[20];
    snprintf(name, sizeof name, "w%d", ++grid.workers);
    char *argv[] = {TEST_PROGRAM, "lab", "work", "--nats", grid.url, "--name", name, "--hash", "64", NULL};
    grid.worker[i] = start(argv);
}

/* For a coordinator of this name; of the workers only the named one, if there is a name. */
static struct runner runner_of(const char *coordinator, const char *worker)
{
    static const struct rules rules = {.m = 9, .n = 9, .k = 5, .p = 2, .q = 1};
    struct grid_options o = {.url = grid.url};
    struct grid_wish w = {.coordinator = coordinator,
                          .rules = &rules,
                          .named = worker ? &worker : NULL,
                          .names = worker != NULL};
    struct runner r;
    struct err e;
    if (!runner_nats(&o, &w, &r, &e))
        fail_msg("%s", e.text);
    return r;
}

static struct runner runner(void)
{
    return runner_of("test", NULL);
}

static void remove_store(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s/store", grid.folder.path);
    assert_int_equal(system(command), 0);
}

static void two_workers_prove_it(void **state)
{
    (void)state;
    struct folder f = folder_new();
    labs_make(f.file);
    assert_true(labs_run(f.file, runner(), 0));
    labs_check(f.file);
    struct grid_status s;
    struct err e;
    /* Nobody need do anything any more, and both workers are there, though one may be slow to say so. (A result that was
     * stored while its job was cancelled waits for the next run, which drops it.) */
    int workers = 0;
    for (double until = clock_now() + PATIENCE;; grid_status_free(&s)) {
        if (!grid_look(&(struct grid_options){.url = grid.url}, 0.5, &s, &e))
            fail_msg("%s", e.text);
        workers = 0;
        for (size_t i = 0; i < s.signs; i++)
            workers += s.sign[i].state != GRID_COORDINATES;
        assert_true(workers <= WORKERS);
        if (s.jobs == 0 && workers == WORKERS)
            break;
        if (clock_now() > until)
            fail_msg("%d jobs are left, %d workers are there", (int)s.jobs, workers);
    }
    grid_status_free(&s);
    folder_remove(&f);
}

/* A lab that asks for a worker by name gets everything done by that one, and another lab beside it by whoever is there. */
static void two_labs_and_a_name(void **state)
{
    (void)state;
    struct folder f = folder_new(), other = folder_new();
    labs_make(f.file);
    labs_make(other.file);
    pid_t beside = start_role("lab", other.file);
    assert_true(labs_run(f.file, runner_of("test", "w2"), 0));
    int status = 1;
    waitpid(beside, &status, 0);
    assert_int_equal(status, 0);
    labs_check(f.file);
    labs_check(other.file);
    struct lab *l = labs_open(f.file);
    assert_true(ledger_number(lab_ledger(l), "SELECT count(*) FROM result", 0) > 10);
    assert_int_equal(ledger_number(lab_ledger(l), "SELECT count(*) FROM result WHERE worker <> 'w2'", -1), 0);
    lab_close(l);
    folder_remove(&f);
    folder_remove(&other);
}

/* Somebody who sends what he likes, as fast as he can, until he is told to stop. */
static int lie(void)
{
    static const char *const lines[] = {
        "garbage",
        "{}\n",
        "{\"coordinator\":\"test\",\"job\":%d,\"worker\":\"liar\",\"try\":\"a\",\"part\":0,\"parts\":1,"
        "\"line\":7}\nnothing",
        "{\"coordinator\":\"test\",\"job\":%d,\"worker\":\"liar2\",\"try\":\"a\",\"part\":0,\"parts\":2,"
        "\"line\":7}\nhalf",
        "{\"coordinator\":\"test\",\"job\":%d,\"worker\":\"liar3\",\"try\":\"a\",\"part\":0,\"parts\":1,"
        "\"line\":99999}\nshort",
        "{\"coordinator\":\"test\",\"job\":%d,\"worker\":\"liar4\",\"try\":\"b\",\"part\":0,\"parts\":1,"
        "\"line\":151}\n"
        "{\"job\":%d,\"worker\":\"liar4\",\"verdict\":\"won\",\"nodes\":1,\"cpu\":0.1,\"bundle\":0,"
        "\"sha256\":"
        "\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"}",
    };
    struct grid_link l;
    struct err e;
    if (!grid_open(&l, &(struct grid_options){.url = grid.url}, NULL, &e))
        return 1;
    for (int i = 0; i < 600; i++) {
        char text[600];
        int job = i % 100 + 1;
        snprintf(text, sizeof text, lines[i % 6], job, job);
        (void)grid_store(&l, "hexad.results.test", text, strlen(text), NULL, NULL, &e);
        (void)natsConnection_PublishString(l.nc, "hexad.here", text);
        (void)grid_store(&l, "hexad.jobs.any.liar", "no job", 6, NULL, NULL, &e);
        pause_for(0.005);
    }
    grid_close(&l);
    return 0;
}

static void liars_prove_nothing(void **state)
{
    (void)state;
    struct folder f = folder_new();
    labs_make(f.file);
    pid_t liar = start_role("liar", NULL);
    assert_true(labs_run(f.file, runner(), 0));
    end(&liar, SIGKILL);
    labs_check(f.file);
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
            end(&grid.worker[round % WORKERS], SIGKILL);
            start_worker(round % WORKERS);
        }
        if (round == 4 || round == 8) {
            end(&grid.broker, SIGKILL);
            if (round == 8)
                remove_store();
            start_broker();
        }
        done = labs_run(f.file, runner(), 5); /* then the coordinator ends, its jobs still out */
    }
    assert_true(done);
    labs_check(f.file);
    folder_remove(&f);
}

/* A runner's `take` that ends the broker after some results; after the next attempts without it there is another one,
 * which knows of nothing. */
static struct {
    bool (*take)(void *ctx, double seconds, struct lab_result *out);
    int taken, without;
} forgetful;

static bool take_and_forget(void *ctx, double seconds, struct lab_result *out)
{
    enum { BEFORE = 5, WITHOUT = 3 };
    bool took = forgetful.take(ctx, seconds, out);
    forgetful.taken += took;
    if (grid.broker > 0 && forgetful.without == 0 && forgetful.taken >= BEFORE) {
        end(&grid.broker, SIGKILL);
        remove_store();
    } else if (grid.broker == 0 && ++forgetful.without >= WITHOUT) {
        start_broker();
    }
    return took;
}

/* The broker goes away with all it holds while everybody is at work. */
static void a_broker_that_forgets(void **state)
{
    (void)state;
    struct folder f = folder_new();
    labs_make(f.file);
    struct runner r = runner();
    forgetful.take = r.take;
    r.take = take_and_forget;
    assert_true(labs_run(f.file, r, 0));
    assert_true(forgetful.without > 0 && grid.broker > 0);
    labs_check(f.file);
    folder_remove(&f);
}

/* A worker that fetches a job and dies with it. */
static int steal(void)
{
    struct grid_link l;
    struct err e;
    natsMsg *m = NULL;
    bool broken = false;
    if (!grid_open(&l, &(struct grid_options){.url = grid.url}, NULL, &e))
        return 1;
    natsSubscription *any = grid_pull(&l, GRID_JOBS, "any", "hexad.jobs.any.>", &e);
    while (any && !m) {
        struct grid_sign s = {.state = GRID_IDLE, .name = "thief"};
        struct buf b = BUF_EMPTY;
        grid_sign_write(&s, &b);
        (void)natsConnection_Publish(l.nc, "hexad.here", b.text, (int)b.len);
        buf_free(&b);
        m = grid_fetch(any, 0.2, &broken);
    }
    return kill(getpid(), SIGKILL);
}

/* How long the broker waits for a word about a job that it has delivered. */
static double patience_of_broker(void)
{
    struct grid_link l;
    struct err e;
    jsConsumerInfo *info = NULL;
    assert_true(grid_open(&l, &(struct grid_options){.url = grid.url}, NULL, &e));
    assert_int_equal(js_GetConsumerInfo(&info, l.js, GRID_JOBS, "any", NULL, NULL), NATS_OK);
    double seconds = (double)info->Config->AckWait / 1e9;
    jsConsumerInfo_Destroy(info);
    grid_close(&l);
    return seconds;
}

/* A worker that begins when the thief is dead. */
static int inherit(void)
{
    waitpid(start_role("thief", NULL), NULL, 0);
    grid.workers = 100; /* a name that nobody had */
    start_worker(0);
    waitpid(grid.worker[0], NULL, 0);
    return 0;
}

/* The first job of a lab is in the hands of a worker that dies: nothing goes on until another has it. */
static void a_lost_workers_job_is_out_again(void **state)
{
    (void)state;
    struct folder f = folder_new();
    labs_make(f.file);
    for (int i = 0; i < WORKERS; i++)
        end(&grid.worker[i], SIGTERM);
    pause_for(GRID_GONE_SECONDS); /* nobody is there any more */
    pid_t heir = start_role("heir", NULL);
    struct lab *l = labs_open(f.file);
    struct runner r = runner();
    struct lab_run run = {.runner = r, .seconds = GRID_ACK_SECONDS + PATIENCE};
    struct lab_state s;
    struct err e;
    assert_true(lab_run(l, &run, &s, &e));
    r.free(r.ctx);
    lab_close(l);
    assert_int_equal(s.proved, 1);
    labs_check(f.file);
    double wait = patience_of_broker();
    assert_true(wait > 0 && wait <= 25); /* which leaves five seconds of the thirty that are promised */
    end(&heir, SIGKILL);                 /* and the worker with it */
    folder_remove(&f);
}

static int set_up(void **state)
{
    (void)state;
    grid.folder = folder_new();
    for (int tries = 0; grid.broker == 0 && tries < 20; tries++) {
        grid.port = some_port();
        (void)try_broker();
    }
    if (grid.broker == 0)
        fail_msg("the broker does not start on any of 20 ports");
    snprintf(grid.url, sizeof grid.url, "nats://127.0.0.1:%d", grid.port);
    for (int i = 0; i < WORKERS; i++)
        start_worker(i);
    return 0;
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

static int tear_down(void **state)
{
    (void)state;
    for (int i = 0; i < WORKERS; i++)
        end(&grid.worker[i], SIGTERM);
    end(&grid.broker, SIGKILL);
    folder_remove(&grid.folder);
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
static int play_role(const char *role, char *url, const char *rest)
{
    snprintf(grid.url, sizeof grid.url, "%s", url);
    if (strcmp(role, "lab") == 0 && rest)
        return labs_run(rest, runner_of("other", NULL), 0) ? 0 : 1;
    if (strcmp(role, "idle") == 0 && rest)
        return idle_workers(atoi(rest), url);
    return strcmp(role, "liar") == 0    ? lie()
           : strcmp(role, "thief") == 0 ? steal()
           : strcmp(role, "heir") == 0  ? inherit()
                                        : 2;
}

int main(int argc, char **argv)
{
    if (argc >= 3)
        return play_role(argv[1], argv[2], argv[3]);
    if (access("/usr/sbin/nats-server", X_OK) != 0 && access("/usr/bin/nats-server", X_OK) != 0) {
        printf("no nats-server: nothing is tried over a broker\n");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_workers_prove_it),    cmocka_unit_test(two_labs_and_a_name),
        cmocka_unit_test(liars_prove_nothing),     cmocka_unit_test(death_loses_nothing),
        cmocka_unit_test(a_broker_that_forgets),   cmocka_unit_test(a_lost_workers_job_is_out_again),
        cmocka_unit_test(a_silent_broker_is_left),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
