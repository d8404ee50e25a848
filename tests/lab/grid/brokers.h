/* A real broker and what belongs to it, for tests: processes that end with the test, liars, and the roles that a test's
 * own program plays in them. */
#ifndef GRID_BROKERS_H
#define GRID_BROKERS_H

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/rng.h"
#include "db/db.h"
#include "lab/grid/grid.h"
#include "support/folder.h"
#include "support/labs.h"
#include "support/patience.h"

static struct {
    struct folder folder;
    int port;
    char url[60];
    char *names; /* of the workers that the broker knows; NULL: it knows nobody, and lets everybody in */
    pid_t broker;
} grid;

static inline void pause_for(double seconds)
{
    struct timespec t = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

/* ---- processes ---- */

/* Starts the program; it ends with us. */
static inline pid_t start(char *const argv[])
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

static inline void end(pid_t *pid, int signal)
{
    if (*pid > 0) {
        kill(*pid, signal);
        waitpid(*pid, NULL, 0);
    }
    *pid = 0;
}

/* ---- the broker ---- */

/* A port that nobody gets unasked: the broker comes back to it after every death, and connections of other programs must
 * not have taken it meanwhile. */
static inline int some_port(void)
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

/* False if it ends at once, as its port is somebody else's. */
static inline bool try_broker(void)
{
    char port[12];
    snprintf(port, sizeof port, "%d", grid.port);
    char *argv[] = {TEST_PROGRAM, "lab",      "serve-nats", grid.folder.path, "--port", port,
                    "--workers",  grid.names, NULL};
    if (!grid.names)
        argv[6] = NULL;
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

static inline void start_broker(void)
{
    if (!try_broker())
        fail_msg("the broker does not start again on port %d", grid.port);
}

/* A new one, somewhere; these workers are known to it, or (NULL) everybody is let in. */
static inline void new_broker(char *names)
{
    grid.folder = folder_new();
    grid.names = names;
    for (int tries = 0; grid.broker == 0 && tries < 20; tries++) {
        grid.port = some_port();
        (void)try_broker();
    }
    if (grid.broker == 0)
        fail_msg("the broker does not start on any of 20 ports");
    snprintf(grid.url, sizeof grid.url, "nats://127.0.0.1:%d", grid.port);
}

static inline void end_broker(void)
{
    end(&grid.broker, SIGKILL);
    folder_remove(&grid.folder);
}

/* The file of a user of this broker; NULL if it knows nobody. */
static inline char *user_file(enum grid_role role, const char *name)
{
    static char path[4][100];
    static int which;
    if (!grid.names)
        return NULL;
    char *out = path[which++ % 4];
    snprintf(out, sizeof path[0], "%s/%s.%s.user", grid.folder.path, grid_role_name[role], name);
    return out;
}

static inline struct grid_options options_of(enum grid_role role, const char *name)
{
    return (struct grid_options){.url = grid.url, .user = user_file(role, name)};
}

/* ---- those who use it ---- */

/* A worker of this name, with one more option (NULL: none). */
static inline pid_t start_worker(char *name, char *option, char *value)
{
    char *user = user_file(GRID_WORKER, name);
    char *argv[] = {TEST_PROGRAM,       "lab",  "work",   "--nats", grid.url,
                    "--name",           name,   "--hash", "64",     user ? "--nats-user" : "--hash",
                    user ? user : "64", option, value,    NULL};
    return start(argv);
}

/* Starts this test in another role (see its main). A process that is only forked would draw the same random numbers. */
static inline pid_t start_role(char *role, char *name, char *rest)
{
    char *user = user_file(GRID_WORKER, name ? name : "");
    char *argv[] = {"/proc/self/exe", role, grid.url, name ? name : "-", user ? user : "-", rest, NULL};
    return start(argv);
}

/* For a lab of this name; of the workers only the named one, if there is a name. */
static inline struct runner runner_of(const char *lab, const char *worker)
{
    static const struct rules rules = {.m = 9, .n = 9, .k = 5, .p = 2, .q = 1};
    struct grid_options o = options_of(GRID_COORDINATOR, "lab");
    struct grid_wish w = {
        .lab = lab, .rules = &rules, .named = worker ? &worker : NULL, .names = worker != NULL};
    struct runner r;
    struct err e;
    if (!runner_nats(&o, &w, &r, &e))
        fail_msg("%s", e.text);
    return r;
}

/* Waits until this worker is there. */
static inline void wait_for_worker(const char *name)
{
    struct grid_options o = options_of(GRID_COORDINATOR, "lab");
    bool there = false;
    for (double until = clock_now() + PATIENCE; !there;) {
        struct grid_status s;
        struct err e;
        if (!grid_look(&o, 0.5, &s, &e))
            fail_msg("%s", e.text);
        for (size_t i = 0; i < s.signs; i++)
            there = there || (s.sign[i].role == GRID_WORKER && strcmp(s.sign[i].name, name) == 0);
        grid_status_free(&s);
        if (!there && clock_now() > until)
            fail_msg("%s is not there", name);
    }
}

/* Is there a row of this? */
static inline int64_t count_rows(const char *file, const char *sql)
{
    struct lab *l = labs_open(file);
    int64_t n = db_number(lab_ledger(l), -1, sql);
    lab_close(l);
    return n;
}

/* ---- a liar ---- */

/* A worker that lies, each time in another way, by its number. */
struct liar {
    struct grid_link link;
    const char *name;
    struct rng rng;
    pthread_mutex_t lock;
    struct grid_held has; /* the job that it was given last */
    int lies;
};

static inline void liar_says(struct liar *x, const char *subject, const char *text, size_t len)
{
    (void)natsConnection_Publish(x->link.nc, subject, text, (int)len);
}

static inline void liar_sign(struct liar *x)
{
    struct grid_sign s = {.state = x->has.job ? GRID_BUSY : GRID_IDLE, .kind = "solve"};
    struct buf b = BUF_EMPTY;
    char subject[GRID_SUBJECT];
    if (x->has.job)
        s.held[s.helds++] = x->has;
    grid_sign_write(&s, &b);
    grid_subject_here(subject, GRID_WORKER, x->name);
    liar_says(x, subject, b.text, b.len);
    buf_free(&b);
}

/* A result of this line, announced with so many bytes, in the name of a worker. */
static inline void liar_result(struct liar *x, const char *worker, const struct grid_held *of,
                               const char *line, size_t bytes, size_t line_bytes)
{
    struct grid_head h = grid_head_of(GRID_PIECE, of);
    struct buf b = BUF_EMPTY;
    char subject[GRID_SUBJECT];
    strcpy(h.try, "a");
    h.bytes = bytes;
    h.line = line_bytes;
    grid_head_write(&h, &b);
    buf_text(&b, line);
    grid_subject_from(subject, worker, of->coordinator);
    liar_says(x, subject, b.text, b.len);
    buf_free(&b);
}

static inline void lie_about(struct liar *x, const struct grid_held *of)
{
    static const char *const lines[] = {
        "{\"job\":%lld,\"worker\":\"w1\",\"verdict\":\"won\",\"nodes\":1,\"cpu\":0.1}",
        "{\"job\":%lld,\"worker\":\"w1\",\"verdict\":\"open\",\"nodes\":1,\"cpu\":0.1,\"open\":[]}",
        "{\"job\":%lld,\"worker\":\"w1\",\"verdict\":\"lost\",\"nodes\":1,\"cpu\":0.1}",
        "{\"job\":%lld,\"worker\":\"w1\",\"verdict\":\"failed\",\"nodes\":1,\"cpu\":0.1,\"why\":\"so\"}",
        ("{\"job\":%lld,\"worker\":\"w1\",\"verdict\":\"open\",\"nodes\":1,\"cpu\":0.1,\"turn\":\"a1 "
         "a1\",\"chance\":0.99,\"mate\":3}"),
        "garbage",
    };
    char line[300];
    size_t kind = rng_below(&x->rng, 9), n = kind < 6 ? kind : 5;
    snprintf(line, sizeof line, lines[n], (long long)of->job);
    size_t len = strlen(line);
    if (kind == 6) /* never ends */
        liar_result(x, x->name, of, line, GRID_RESULT_MOST, len);
    else if (kind < 6)
        liar_result(x, x->name, of, line, len, len);
    x->lies++;
}

/* A win without a proof, in the name of another. */
static inline void lie_as(struct liar *x, const char *worker, const struct grid_held *of)
{
    char line[300];
    snprintf(line, sizeof line,
             "{\"job\":%lld,\"worker\":\"%s\",\"verdict\":\"won\",\"nodes\":1,\"cpu\":0.1}",
             (long long)of->job, worker);
    liar_result(x, worker, of, line, strlen(line), strlen(line));
}

static inline void liar_hears(natsConnection *nc, natsSubscription *sub, natsMsg *m, void *context)
{
    struct liar *x = context;
    struct grid_head h;
    const char *body;
    struct grid_held of;
    char worker[GRID_NAME], coordinator[GRID_NAME];
    (void)nc;
    (void)sub;
    pthread_mutex_lock(&x->lock);
    if (grid_head_read(natsMsg_GetData(m), (size_t)natsMsg_GetDataLength(m), &h, &body, NULL)) {
        grid_subject_pair(natsMsg_GetSubject(m), worker, coordinator);
        grid_head_held(&h, coordinator, &of);
        if (strcmp(worker, x->name) != 0) { /* another's, if the broker lets it listen: it is faster */
            lie_as(x, worker, &of);
        } else if (h.what == GRID_JOB) {
            x->has = of;
            lie_about(x, &of);
        } else if (h.what == GRID_DROP && x->has.job == h.job) {
            x->has.job = 0;
        }
        liar_sign(x);
    }
    pthread_mutex_unlock(&x->lock);
    natsMsg_Destroy(m);
}

/* Lies until it is ended; `more` is done ten times a second. */
static inline int be_liar(const char *url, const char *name, const char *user, void (*more)(struct liar *x))
{
    struct liar x = {.name = name};
    struct grid_options o = {.url = url, .user = user};
    natsSubscription *to = NULL, *others = NULL;
    char subject[GRID_SUBJECT];
    struct err e;
    pthread_mutex_init(&x.lock, NULL);
    rng_seed(&x.rng, (uint64_t)name[strlen(name) - 1]);
    grid_subject_to(subject, name, "*");
    if (!grid_link_user(&x.link, &o, GRID_WORKER, &e) || !grid_open(&x.link, &o, NULL, &e) ||
        !grid_subscribe(&x.link, &to, subject, liar_hears, &x, 1000, 1 << 20, &e) ||
        (more && !grid_subscribe(&x.link, &others, "hexad.to.*.lab", liar_hears, &x, 1000, 1 << 20, &e)))
        return 1;
    for (;;) {
        pthread_mutex_lock(&x.lock);
        liar_sign(&x);
        if (more)
            more(&x);
        pthread_mutex_unlock(&x.lock);
        pause_for(0.1);
    }
}

#endif
