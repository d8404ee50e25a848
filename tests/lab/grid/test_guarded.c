/* A broker that knows its users: nobody speaks for another, whatever a member of the grid sends hurts at the most
 * himself, and workers keep to limits of their own. */
#include <pthread.h>

#include "lab/grid/brokers.h"

static char *const names = "w1,w2,w3,liar1,liar2";
static pid_t worker[2];

/* ---- permissions ---- */

/* What the broker says to it: NULL if it is fine. The broker answers in order, so that it has said it when it has answered a
 * ping. */
static const char *broker_says(enum grid_role role, const char *name, bool publish, const char *subject)
{
    static char text[300];
    struct grid_options o = options_of(role, name);
    struct grid_link l = {.nc = NULL};
    natsSubscription *sub = NULL;
    const char *said = NULL;
    struct err e;
    assert_true(grid_link_user(&l, &o, role, &e) && grid_open(&l, &o, NULL, &e));
    natsStatus s = publish ? natsConnection_PublishString(l.nc, subject, "x")
                           : natsConnection_SubscribeSync(&sub, l.nc, subject);
    assert_int_equal(s, NATS_OK);
    assert_int_equal(natsConnection_FlushTimeout(l.nc, (int64_t)(PATIENCE * 1000)), NATS_OK);
    bool denied = natsConnection_GetLastError(l.nc, &said) == NATS_NOT_PERMITTED;
    snprintf(text, sizeof text, "%s", said ? said : "");
    natsSubscription_Destroy(sub);
    grid_close(&l);
    return denied ? text : NULL;
}

static void each_may_what_it_needs_and_no_more(void **state)
{
    (void)state;
    static const struct {
        enum grid_role role;
        const char *name;
        bool publish, fine;
        const char *subject;
    } cases[] = {
        {GRID_WORKER, "w3", true, true, "hexad.from.w3.lab"},
        {GRID_WORKER, "w3", true, true, "hexad.here.worker.w3"},
        {GRID_WORKER, "w3", false, true, "hexad.to.w3.*"},
        {GRID_WORKER, "w3", false, true, "hexad.who"},
        /* Another's name. */
        {GRID_WORKER, "w3", true, false, "hexad.from.w2.lab"},
        {GRID_WORKER, "w3", true, false, "hexad.here.worker.w2"},
        {GRID_WORKER, "w3", true, false, "hexad.here.worker.made-up"},
        /* A coordinator's part: jobs, cancelling, being one. */
        {GRID_WORKER, "w3", true, false, "hexad.to.w2.lab"},
        {GRID_WORKER, "w3", true, false, "hexad.to.w3.lab"},
        {GRID_WORKER, "w3", true, false, "hexad.here.coordinator.lab"},
        {GRID_WORKER, "w3", true, false, "hexad.who"},
        /* Listening to others. */
        {GRID_WORKER, "w3", false, false, "hexad.to.w2.*"},
        {GRID_WORKER, "w3", false, false, "hexad.to.*.lab"},
        {GRID_WORKER, "w3", false, false, "hexad.from.*.*"},
        {GRID_WORKER, "w3", false, false, "hexad.here.*.*"},
        {GRID_WORKER, "w3", false, false, "hexad.>"},
        {GRID_WORKER, "w3", false, false, ">"},
        {GRID_WORKER, "w3", false, false, "_INBOX.>"},
        /* The broker itself. */
        {GRID_WORKER, "w3", true, false, "$JS.API.STREAM.DELETE.HEXAD_RESULTS"},
        {GRID_WORKER, "w3", true, false, "$JS.API.STREAM.CREATE.MINE"},
        {GRID_WORKER, "w3", true, false, "$SYS.REQ.SERVER.PING"},
        {GRID_WORKER, "w3", true, false, "_INBOX.somebody"},
        /* Subjects of older versions. */
        {GRID_WORKER, "w3", true, false, "hexad.results.lab"},
        {GRID_WORKER, "w3", true, false, "hexad.jobs.any.lab"},
        {GRID_WORKER, "w3", true, false, "hexad.here"},

        {GRID_COORDINATOR, "lab", true, true, "hexad.to.w3.lab"},
        {GRID_COORDINATOR, "lab", true, true, "hexad.here.coordinator.lab"},
        {GRID_COORDINATOR, "lab", true, true, "hexad.who"},
        {GRID_COORDINATOR, "lab", false, true, "hexad.from.*.lab"},
        {GRID_COORDINATOR, "lab", false, true, "hexad.here.*.*"},
        {GRID_COORDINATOR, "lab", true, false, "hexad.to.w3.other"},
        {GRID_COORDINATOR, "lab", true, false, "hexad.from.w3.lab"},
        {GRID_COORDINATOR, "lab", true, false, "hexad.here.worker.w3"},
        {GRID_COORDINATOR, "lab", true, false, "hexad.here.coordinator.other"},
        {GRID_COORDINATOR, "lab", false, false, "hexad.from.*.other"},
        {GRID_COORDINATOR, "lab", false, false, "hexad.from.*.*"},
        {GRID_COORDINATOR, "lab", false, false, "hexad.to.w3.*"},
        {GRID_COORDINATOR, "lab", true, false, "$JS.API.STREAM.PURGE.HEXAD_RESULTS"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *said = broker_says(cases[i].role, cases[i].name, cases[i].publish, cases[i].subject);
        if (!said != cases[i].fine)
            fail_msg("%s %s %s: %s", cases[i].name, cases[i].publish ? "says" : "hears", cases[i].subject,
                     said ? said : "it is let");
    }
}

static void nobody_else_is_let_in(void **state)
{
    (void)state;
    struct folder f = folder_new();
    struct grid_user stranger;
    struct grid_link l = {.nc = NULL};
    struct err e;
    assert_false(grid_open(&l, &(struct grid_options){.url = grid.url}, NULL, &e));
    assert_non_null(strstr(e.text, "does not let us in"));
    assert_true(grid_user_keep(f.path, GRID_WORKER, "w1", &stranger,
                               &e)); /* a name that it knows, and a secret of ours */
    char *path = grid_user_path(f.path, GRID_WORKER, "w1");
    struct grid_options o = {.url = grid.url, .user = path};
    assert_true(grid_link_user(&l, &o, GRID_WORKER, &e));
    assert_false(grid_open(&l, &o, NULL, &e));
    assert_non_null(strstr(e.text, "does not let us in"));
    free(path);
    /* Nor is anybody what he is not. */
    o = options_of(GRID_COORDINATOR, "lab");
    assert_false(grid_work(&o, &(struct grid_worker){.name = NULL}, &e));
    assert_non_null(strstr(e.text, "is for a coordinator; this is a worker"));
    o = options_of(GRID_WORKER, "w3");
    assert_false(grid_work(&o, &(struct grid_worker){.name = "w1"}, &e));
    assert_string_equal(e.text, "the broker knows this worker as w3, not as w1");
    folder_remove(&f);
}

/* ---- lies ---- */

/* Whatever an outsider could do to a broker that let him: results and signs of life in the names of others, jobs without
 * end for them, and that theirs are not wanted. */
static void forge(struct liar *x)
{
    static const char *const victims[] = {"w1", "w2"};
    char subject[GRID_SUBJECT];
    for (size_t i = 0; i < 2; i++) {
        struct grid_held of = {.coordinator = "lab", .lab = "test", .sum = "0"};
        for (of.job = 1; of.job < 40; of.job++)
            lie_as(x, victims[i], &of);
        static const char order[] =
            "{\"hexad\":2,\"what\":\"job\",\"lab\":\"test\",\"job\":999,\"sum\":\"0\"}\n"
            "{\"job\":999,\"kind\":\"solve\",\"game\":\"9,9,5,2,1\",\"attacker\":\"black\",\"to_move\":"
            "\"black\","
            "\"left\":1,\"black\":\"\",\"white\":\"\",\"order\":3,\"nodes\":1000000000000000}";
        static const char drop[] =
            "{\"hexad\":2,\"what\":\"drop\",\"lab\":\"test\",\"job\":1,\"sum\":\"0\"}\n";
        grid_subject_to(subject, victims[i], "lab");
        liar_says(x, subject, order, sizeof order - 1);
        liar_says(x, subject, drop, sizeof drop - 1);
        grid_subject_here(subject, GRID_WORKER, victims[i]);
        liar_says(x, subject, "{\"hexad\":2,\"state\":\"leaves\"}", 28);
    }
}

static void forgers_harm_nobody(void **state)
{
    (void)state;
    struct folder f = folder_new();
    labs_make(f.file);
    pid_t liar[2] = {start_role("forger", "liar1", NULL), start_role("liar", "liar2", NULL)};
    wait_for_worker("liar1");
    wait_for_worker("liar2");
    assert_true(labs_run(f.file, runner_of("test", NULL), 0));
    for (int i = 0; i < 2; i++)
        end(&liar[i], SIGKILL);
    labs_check(f.file);
    assert_int_equal(count_rows(f.file, "SELECT count(*) FROM worker WHERE name NOT LIKE 'liar%'"), 0);
    /* Nothing that was forged was even heard: nobody but the liars failed at anything. */
    assert_int_equal(count_rows(f.file, "SELECT count(*) FROM event WHERE kind = 'poisoned'"), 0);
    folder_remove(&f);
}

/* ---- a worker's own limits ---- */

struct answer {
    pthread_mutex_t lock;
    bool refused;
    char why[GRID_WHY];
};

static void on_answer(natsConnection *nc, natsSubscription *sub, natsMsg *m, void *context)
{
    struct answer *a = context;
    struct grid_head h;
    const char *body;
    (void)nc;
    (void)sub;
    if (grid_head_read(natsMsg_GetData(m), (size_t)natsMsg_GetDataLength(m), &h, &body, NULL) &&
        h.what == GRID_REFUSED && !h.full) {
        pthread_mutex_lock(&a->lock);
        a->refused = true;
        memcpy(a->why, h.why, sizeof a->why);
        pthread_mutex_unlock(&a->lock);
    }
    natsMsg_Destroy(m);
}

/* A job that takes for ever: nobody finds a win of order 4 from the empty board. */
static void order_endless(struct grid_link *l, const char *nodes)
{
    struct buf b = BUF_EMPTY;
    struct grid_head h = {.what = GRID_JOB, .lab = "test", .job = 5, .sum = "0"};
    char subject[GRID_SUBJECT];
    grid_head_write(&h, &b);
    buf_format(&b,
               "{\"job\":5,\"kind\":\"verify\",\"game\":\"19,19,6,2,1\",\"attacker\":\"black\",\"to_move\":"
               "\"white\","
               "\"left\":2,\"black\":\"j10\",\"white\":\"\",\"order\":4,\"nodes\":%s}",
               nodes);
    grid_subject_to(subject, "w3", "lab");
    assert_true(grid_say(l, subject, &b));
    buf_free(&b);
}

/* What the worker says to it, started with this option. */
static void expect_refusal(char *option, char *value, const char *nodes, const char *why)
{
    struct answer a = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct grid_options o = options_of(GRID_COORDINATOR, "lab");
    struct grid_link l = {.nc = NULL};
    natsSubscription *from = NULL;
    struct err e;
    pid_t pid = start_worker("w3", option, value);
    assert_true(grid_link_user(&l, &o, GRID_COORDINATOR, &e) && grid_open(&l, &o, NULL, &e) &&
                grid_subscribe(&l, &from, "hexad.from.*.lab", on_answer, &a, 1000, 1 << 20, &e));
    bool refused = false;
    for (double until = clock_now() + PATIENCE; !refused && clock_now() < until; pause_for(0.2)) {
        order_endless(&l, nodes); /* until it is there, and hears it */
        pthread_mutex_lock(&a.lock);
        refused = a.refused;
        pthread_mutex_unlock(&a.lock);
    }
    grid_unsubscribe(from);
    grid_close(&l);
    end(&pid, SIGTERM);
    if (!strstr(a.why, why))
        fail_msg("'%s' does not say '%s'", a.why, why);
}

static void workers_have_limits(void **state)
{
    (void)state;
    expect_refusal(NULL, NULL, "1000000000000000", "1000000000000000 nodes are more than 1000000000");
    expect_refusal("--job-nodes", "1000", "1001", "1001 nodes are more than 1000");
    expect_refusal("--job-seconds", "0.5", "1000000000", "it takes more than");
    expect_refusal("--job-memory", "1", "1000000000", "it takes more than 1 MiB");
}

/* A lab that asks for more than anybody gives comes to know it, and is told why. */
static void refused_jobs_are_told(void **state)
{
    (void)state;
    struct folder f = folder_new();
    struct lab_state s;
    struct err e;
    pid_t pid = start_worker("w3", "--job-nodes", "2"); /* labs_make asks for 3 */
    labs_make(f.file);
    struct lab *l = labs_open(f.file);
    struct runner r = runner_of("test", "w3");
    struct lab_run run = {.runner = r, .jobs = 1, .limits.seconds = PATIENCE};
    assert_true(lab_run(l, &run, &s, &e));
    r.free(r.ctx);
    lab_close(l);
    assert_int_equal(
        count_rows(f.file, "SELECT count(*) FROM result WHERE body LIKE '%3 nodes are more than 2%'"), 1);
    end(&pid, SIGTERM);
    folder_remove(&f);
}

/* ---- the broker changes its mind ---- */

static void who_is_struck_off_ends(void **state)
{
    (void)state;
    int status = 0;
    pid_t pid = start_worker("w3", NULL, NULL);
    wait_for_worker("w3");
    end(&grid.broker, SIGKILL);
    grid.names = "w1,w2,liar1,liar2";
    start_broker();
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 2);
    for (int i = 0; i < 2; i++) /* the others go on, with the secrets that they had */
        assert_int_equal(waitpid(worker[i], NULL, WNOHANG), 0);
    struct folder f = folder_new();
    labs_make(f.file);
    assert_true(labs_run(f.file, runner_of("test", NULL), 0));
    folder_remove(&f);
    end(&grid.broker, SIGKILL);
    grid.names = names;
    start_broker();
}

/* ---- TLS ---- */

static void secrets_travel_in_tls(void **state)
{
    (void)state;
    struct folder f = folder_new();
    char command[400], cert[60], key[60], port[12], url[40];
    snprintf(cert, sizeof cert, "%s/cert.pem", f.path);
    snprintf(key, sizeof key, "%s/key.pem", f.path);
    snprintf(command, sizeof command,
             "openssl req -x509 -newkey rsa:2048 -nodes -keyout %s -out %s -days 2 -subj /CN=127.0.0.1 "
             "-addext subjectAltName=IP:127.0.0.1 >/dev/null 2>&1",
             key, cert);
    if (system(command) != 0) {
        print_message("no openssl: TLS is not tried\n");
        folder_remove(&f);
        skip();
    }
    struct grid_link l = {.nc = NULL};
    struct err e = {""};
    bool in = false;
    for (double until = clock_now() + PATIENCE;
         !in && clock_now() < until;) { /* a port may be somebody else's */
        snprintf(port, sizeof port, "%d", some_port());
        snprintf(url, sizeof url, "tls://127.0.0.1:%s", port);
        char *argv[] = {TEST_PROGRAM, "lab",    "serve-nats", f.path,  "--port", port, "--workers",
                        "w",          "--cert", cert,         "--key", key,      NULL};
        pid_t broker = start(argv);
        char *user = grid_user_path(f.path, GRID_WORKER, "w");
        struct grid_options o = {.url = url, .user = user, .ca = cert};
        for (int tries = 0; !in && tries < 50 && waitpid(broker, NULL, WNOHANG) == 0; tries++, pause_for(0.1))
            in = access(user, R_OK) == 0 && grid_link_user(&l, &o, GRID_WORKER, &e) &&
                 grid_open(&l, &o, NULL, &e);
        if (in) {
            struct grid_link plain = l;
            grid_close(&l);
            o.ca = NULL;
            assert_false(grid_open(&plain, &o, NULL, &e)); /* nobody vouches for that certificate */
        }
        free(user);
        end(&broker, SIGKILL);
    }
    if (!in)
        fail_msg("%s", e.text);
    folder_remove(&f);
}

/* ---- the whole ---- */

static int set_up(void **state)
{
    (void)state;
    new_broker(names);
    worker[0] = start_worker("w1", NULL, NULL);
    worker[1] = start_worker("w2", NULL, NULL);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    end(&worker[0], SIGTERM);
    end(&worker[1], SIGTERM);
    end_broker();
    return 0;
}

int main(int argc, char **argv)
{
    if (argc >= 5)
        return be_liar(argv[2], argv[3], argv[4], strcmp(argv[1], "forger") == 0 ? forge : NULL);
    if (access("/usr/sbin/nats-server", X_OK) != 0 && access("/usr/bin/nats-server", X_OK) != 0) {
        printf("no nats-server: nothing is tried over a broker\n");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_may_what_it_needs_and_no_more),
        cmocka_unit_test(nobody_else_is_let_in),
        cmocka_unit_test(forgers_harm_nobody),
        cmocka_unit_test(workers_have_limits),
        cmocka_unit_test(refused_jobs_are_told),
        cmocka_unit_test(who_is_struck_off_ends),
        cmocka_unit_test(secrets_travel_in_tls),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
