/* A worker of the grid; see grid.h.
 *
 * The thread that called does the jobs, one after the other; calls of the broker bring orders and ask for pieces of
 * results; a third thread gives signs of life, offers results, and sees that no job takes more than its limits.
 * A result is kept until its coordinator has said that it is safe, whatever happens to broker and coordinator. */
#include <malloc.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/wait.h"
#include "lab/grid/grid.h"
#include "lab/grid/inbox.h"
#include "lab/grid/older.h"
#include "lab/work.h"

#define LAST_SECONDS  2.0   /* that a result may take to be fetched from a worker that is told to stop */
#define TAKEN_SECONDS 600.0 /* the same of one that has done its jobs */
#define FLOOD         1000  /* messages that wait to be read, at the most */
enum { LOOK_MS = 100, FLOOD_BYTES = 16 << 20, NONSENSE = 10 };

struct worker {
    struct grid_link link;
    struct grid_older older;
    const struct grid_worker *wish;
    struct grid_limits limits;
    char name[GRID_NAME];
    natsSubscription *to, *who;
    struct lab_worker *worker;
    atomic_int nonsense; /* messages that were no orders; the first ones are told */

    pthread_t heart;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t order;
    bool over;
    struct inbox inbox;
    struct grid_held now; /* the job under way; job 0: none */
    enum lab_kind kind;
    double began;
    atomic_bool stop;   /* it is to end */
    char why[GRID_WHY]; /* because of a limit; "": it is not wanted */
    bool asked;         /* somebody wants to know who is there, or something changed */
    int64_t jobs;
    uint64_t nodes;
    double cpu;
};

static bool stopped(const struct worker *w)
{
    return w->wish->stop && atomic_load(w->wish->stop);
}

static void say(struct worker *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct worker *w, const char *format, ...)
{
    struct err text;
    va_list args;
    if (!w->wish->said)
        return;
    va_start(args, format);
    vsnprintf(text.text, sizeof text.text, format, args);
    va_end(args);
    w->wish->said(w->wish->ctx, text.text);
}

/* ---- speaking ---- */

/* The lock is held. */
static void sign(struct worker *w, enum grid_state state)
{
    struct grid_sign s = {
        .state = state, .role = GRID_WORKER, .jobs = w->jobs, .nodes = w->nodes, .cpu = w->cpu};
    char subject[GRID_SUBJECT];
    struct buf b = BUF_EMPTY;
    if (w->now.job) {
        s.held[s.helds++] = w->now;
        s.seconds = clock_now() - w->began;
        snprintf(s.kind, sizeof s.kind, "%s", lab_kind_name[w->kind]);
    }
    s.helds = inbox_list(&w->inbox, s.held, s.helds, GRID_HELD_MOST);
    grid_sign_write(&s, &b);
    grid_subject_here(subject, GRID_WORKER, w->name);
    (void)grid_say(&w->link, subject, &b);
    buf_free(&b);
}

static void answer(struct worker *w, const char *coordinator, const struct grid_head *h, const char *bytes,
                   size_t len)
{
    char subject[GRID_SUBJECT];
    struct buf b = BUF_EMPTY;
    grid_subject_from(subject, w->name, coordinator);
    grid_head_write(h, &b);
    if (len)
        buf_bytes(&b, bytes, len);
    (void)grid_say(&w->link, subject, &b);
    buf_free(&b);
}

static void refuse(struct worker *w, const struct grid_held *of, bool full, const char *why)
{
    struct grid_head h = grid_head_of(GRID_REFUSED, of);
    h.full = full;
    snprintf(h.why, sizeof h.why, "%s", why);
    answer(w, of->coordinator, &h, NULL, 0);
    if (!full)
        say(w, "job %lld of %s refused: %s", (long long)of->job, of->coordinator, why);
}

/* A piece of a result, from there on. The lock is held; returns where the next one begins. */
static size_t send_piece(struct worker *w, const struct inbox_result *r, size_t at)
{
    struct grid_head h = grid_head_of(GRID_PIECE, &r->of);
    size_t left = r->bytes.len - at, n = left < GRID_PIECE_MOST ? left : GRID_PIECE_MOST;
    memcpy(h.try, r->try, sizeof h.try);
    h.at = at;
    h.bytes = r->bytes.len;
    h.line = r->line;
    answer(w, r->of.coordinator, &h, r->bytes.text + at, n);
    return at + n;
}

/* Offers what is to be offered now. The lock is held. */
static void offer(struct worker *w)
{
    double now = clock_now();
    for (const struct inbox_result *r; (r = inbox_offer(&w->inbox, now));)
        (void)send_piece(w, r, 0);
}

/* ---- limits ---- */

/* Bytes that the process has in memory; 0 if the system does not say. */
static size_t memory_used(void)
{
    unsigned long all = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f)
        return 0;
    if (fscanf(f, "%lu %lu", &all, &resident) != 2)
        resident = 0;
    fclose(f);
    return (size_t)resident * (size_t)sysconf(_SC_PAGESIZE);
}

/* Ends a job that takes too much. The lock is held. */
static void watch_limits(struct worker *w)
{
    if (!w->now.job || atomic_load(&w->stop))
        return;
    if (clock_now() - w->began > w->limits.seconds)
        snprintf(w->why, sizeof w->why, "it takes more than %.0f seconds (--job-seconds of the worker)",
                 w->limits.seconds);
    else if (memory_used() > w->limits.memory)
        snprintf(w->why, sizeof w->why, "it takes more than %zu MiB of memory (--job-memory of the worker)",
                 w->limits.memory >> 20);
    if (w->why[0] || stopped(w))
        atomic_store(&w->stop, true);
}

static bool within_limits(const struct worker *w, const struct lab_job *j, char why[GRID_WHY])
{
    if (j->nodes <= w->limits.nodes)
        return true;
    snprintf(why, GRID_WHY, "%llu nodes are more than %llu (--job-nodes of the worker)",
             (unsigned long long)j->nodes, (unsigned long long)w->limits.nodes);
    return false;
}

/* ---- the heart ---- */

static void *beat(void *context)
{
    struct worker *w = context;
    double signed_at = 0;
    pthread_mutex_lock(&w->lock);
    while (!w->over) {
        double now = clock_now();
        if (atomic_exchange(&w->link.reconnected, false)) {
            w->asked = true;
            inbox_offer_again(&w->inbox, NULL);
        }
        offer(w);
        if (w->asked || now - signed_at >= GRID_SIGN_SECONDS) {
            w->asked = false;
            signed_at = now;
            sign(w, w->now.job ? GRID_BUSY : GRID_IDLE);
        }
        watch_limits(w);
        pthread_mutex_unlock(&w->lock);
        struct timespec pause = {0, LOOK_MS * 1000000};
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* ---- what coordinators say; the lock is held ---- */

static void take_order(struct worker *w, const struct grid_held *of, const char *line, size_t len)
{
    if (w->now.job && grid_held_same(&w->now, of) && !atomic_load(&w->stop)) {
        /* It is under way. */
    } else if (inbox_result(&w->inbox, of)) {
        inbox_offer_again(&w->inbox, of->coordinator);
    } else if (inbox_add(&w->inbox, of, line, len)) {
        pthread_cond_signal(&w->order);
    } else {
        refuse(w, of, true, "there is too much to do already");
    }
    w->asked = true;
}

static void drop(struct worker *w, const struct grid_held *of)
{
    if (w->now.job && grid_held_same(&w->now, of))
        atomic_store(&w->stop, true);
    inbox_drop(&w->inbox, of);
    w->asked = true;
    pthread_cond_signal(&w->order); /* somebody may wait for the last result to be taken */
}

static void send_wanted(struct worker *w, const struct grid_held *of, const struct grid_head *h)
{
    struct inbox_result *r = inbox_result(&w->inbox, of);
    if (!r || strcmp(r->try, h->try) != 0)
        return;
    r->offered = clock_now();
    for (size_t at = h->at; at < r->bytes.len && at < h->at + GRID_WINDOW;)
        at = send_piece(w, r, at);
}

static void on_order(natsConnection *nc, natsSubscription *sub, natsMsg *m, void *context)
{
    struct worker *w = context;
    const char *data = natsMsg_GetData(m), *body;
    size_t len = (size_t)natsMsg_GetDataLength(m);
    struct grid_held of;
    struct grid_head h;
    char worker[GRID_NAME], coordinator[GRID_NAME];
    struct err e = {"it is about nobody"};
    (void)nc;
    (void)sub;
    if (!grid_subject_pair(natsMsg_GetSubject(m), worker, coordinator) ||
        !grid_head_read(data, len, &h, &body, &e)) {
        if (atomic_fetch_add(&w->nonsense, 1) < NONSENSE)
            say(w, "a message that is no order: %s", e.text);
    } else {
        grid_head_held(&h, coordinator, &of);
        pthread_mutex_lock(&w->lock);
        if (h.what == GRID_JOB)
            take_order(w, &of, body, len - (size_t)(body - data));
        else if (h.what == GRID_DROP)
            drop(w, &of);
        else if (h.what == GRID_WANT)
            send_wanted(w, &of, &h);
        pthread_mutex_unlock(&w->lock);
    }
    natsMsg_Destroy(m);
}

/* A coordinator begins, or somebody looks. */
static void on_who(natsConnection *nc, natsSubscription *sub, natsMsg *m, void *context)
{
    struct worker *w = context;
    (void)nc;
    (void)sub;
    pthread_mutex_lock(&w->lock);
    w->asked = true;
    pthread_mutex_unlock(&w->lock);
    natsMsg_Destroy(m);
}

/* ---- a job ---- */

/* The result as it is sent: its line, then the bundle. */
static void write_result(const struct lab_result *r, struct buf *all, size_t *line)
{
    lab_result_write(r, all);
    *line = all->len;
    if (r->bundle.len)
        buf_bytes(all, r->bundle.text, r->bundle.len);
}

/* Puts a result on the inbox, and offers it. One that nobody would take becomes a failure, which says so. */
static void keep_result(struct worker *w, const struct grid_held *of, const struct lab_result *r)
{
    struct buf all = BUF_EMPTY;
    size_t line;
    write_result(r, &all, &line);
    if (line > GRID_LINE_MOST || all.len > GRID_RESULT_MOST) {
        struct lab_result failed = {.job = r->job, .verdict = LAB_FAILED, .nodes = r->nodes, .cpu = r->cpu};
        memcpy(failed.worker, r->worker, sizeof failed.worker);
        snprintf(failed.why, sizeof failed.why, "the result has %zu bytes: too many", all.len);
        buf_free(&all);
        write_result(&failed, &all, &line);
    }
    inbox_keep(&w->inbox, of, &all, line, clock_now());
    offer(w);
}

/* Does the job; false if it was ended. */
static bool do_job(struct worker *w, const struct lab_job *j, struct lab_result *r)
{
    bool done = lab_worker_do(w->worker, j, &w->stop, r);
    if (done)
        say(w, "job %lld of %s: %s, %s, %llu nodes, %.1f s", (long long)w->now.job, w->now.coordinator,
            lab_kind_name[j->kind], lab_verdict_name[r->verdict], (unsigned long long)r->nodes, r->cpu);
    return done;
}

static void set_job(struct worker *w, const struct grid_held *of, enum lab_kind kind)
{
    w->now = *of;
    w->kind = kind;
    w->began = clock_now();
    w->why[0] = '\0';
    w->asked = true;
    atomic_store(&w->stop, false);
}

/* Does what was ordered. The lock is held, and let go meanwhile. */
static void do_order(struct worker *w, const struct inbox_order *o)
{
    struct lab_job job;
    struct lab_result r;
    struct err e;
    char why[GRID_WHY];
    if (!lab_job_read(o->line.text, o->line.len, &job, &e)) {
        refuse(w, &o->of, false, e.text);
        return;
    }
    if (!within_limits(w, &job, why)) {
        refuse(w, &o->of, false, why);
        lab_job_free(&job);
        return;
    }
    set_job(w, &o->of, job.kind);
    pthread_mutex_unlock(&w->lock);
    bool done = do_job(w, &job, &r);
    lab_job_free(&job);
    pthread_mutex_lock(&w->lock);
    if (done) {
        w->jobs++;
        w->nodes += r.nodes;
        w->cpu += r.cpu;
        if (!atomic_load(&w->stop)) /* what was cancelled meanwhile is of use to nobody */
            keep_result(w, &o->of, &r);
        lab_result_free(&r);
    } else if (w->why[0]) {
        refuse(w, &o->of, false, w->why);
        (void)malloc_trim(0); /* what the next job is judged by is not to be this one's */
    }
    w->now.job = 0;
    w->asked = true;
}

static void work(struct worker *w)
{
    struct inbox_order o;
    struct err e;
    pthread_mutex_lock(&w->lock);
    while (!stopped(w) && (!w->wish->jobs || w->jobs < w->wish->jobs) && grid_permitted(&w->link, &e)) {
        if (!inbox_next(&w->inbox, &o)) {
            (void)wait_for(&w->order, &w->lock, LOOK_MS / 1000.0);
            continue;
        }
        do_order(w, &o);
        buf_free(&o.line);
    }
    double until = clock_now() + (stopped(w) ? LAST_SECONDS : TAKEN_SECONDS);
    while (w->inbox.results && clock_now() < until && grid_permitted(&w->link, &e)) {
        if (stopped(w) && until > clock_now() + LAST_SECONDS)
            until = clock_now() + LAST_SECONDS;
        (void)wait_for(&w->order, &w->lock, LOOK_MS / 1000.0);
    }
    pthread_mutex_unlock(&w->lock);
}

/* ---- beginning and end ---- */

static bool find_name(struct worker *w, struct err *e)
{
    const struct grid_worker *wish = w->wish;
    char random[17], host[40] = "worker";
    if (w->link.known) {
        memcpy(w->name, w->link.user.name, sizeof w->name);
        return !wish->name || strcmp(wish->name, w->name) == 0 ||
               err_set(e, "the broker knows this worker as %s, not as %s", w->name, wish->name);
    }
    if (wish->name) {
        snprintf(w->name, sizeof w->name, "%s", wish->name);
    } else {
        (void)gethostname(host, sizeof host - 1);
        host[strcspn(host, ".")] = '\0';
        grid_random(random);
        snprintf(w->name, sizeof w->name, "%.40s-%.6s", grid_name_is_fine(host, 40) ? host : "worker",
                 random);
    }
    return true;
}

static void find_limits(struct worker *w, size_t prover)
{
    w->limits = w->wish->limits;
    if (!w->limits.nodes)
        w->limits.nodes = GRID_USUAL_NODES;
    if (!(w->limits.seconds > 0))
        w->limits.seconds = GRID_USUAL_SECONDS;
    if (!w->limits.memory)
        w->limits.memory = prover + GRID_USUAL_MORE;
}

static bool subscribe(struct worker *w, struct err *e)
{
    char to[GRID_SUBJECT];
    grid_subject_to(to, w->name, "*");
    return grid_older_listen(&w->older, &w->link, w->wish->said, w->wish->ctx, e) &&
           grid_subscribe(&w->link, &w->to, to, on_order, w, FLOOD, FLOOD_BYTES, e) &&
           grid_subscribe(&w->link, &w->who, GRID_WHO, on_who, w, FLOOD, FLOOD_BYTES, e);
}

/* Works, connected as it is, until it is over. */
static bool live(struct worker *w, struct err *e)
{
    bool ok = subscribe(w, e);
    bool beats = ok && pthread_create(&w->heart, NULL, beat, w) == 0;
    if (ok && !beats)
        ok = err_set(e, "there is no room for a thread");
    if (ok) {
        say(w, "%s works", w->name);
        work(w);
        ok = stopped(w) || grid_permitted(&w->link, e);
    }
    pthread_mutex_lock(&w->lock);
    w->over = true;
    pthread_mutex_unlock(&w->lock);
    if (beats)
        pthread_join(w->heart, NULL);
    grid_unsubscribe(w->to);
    grid_unsubscribe(w->who);
    grid_older_end(&w->older);
    pthread_mutex_lock(&w->lock);
    sign(w, GRID_LEAVES);
    pthread_mutex_unlock(&w->lock);
    return ok;
}

bool grid_work(const struct grid_options *o, const struct grid_worker *wish, struct err *e)
{
    struct worker w = {.wish = wish};
    size_t prover = wish->memory ? wish->memory : GRID_USUAL_MEMORY;
    if (!grid_link_user(&w.link, o, GRID_WORKER, e) || !find_name(&w, e) ||
        !grid_open(&w.link, o, wish->stop, e))
        return false;
    find_limits(&w, prover);
    pthread_mutex_init(&w.lock, NULL);
    wait_init(&w.order);
    atomic_init(&w.stop, false);
    atomic_init(&w.nonsense, 0);
    w.worker = lab_worker_new(w.name, prover);
    bool ok = live(&w, e);
    lab_worker_free(w.worker);
    inbox_free(&w.inbox);
    free(w.older.name);
    grid_close(&w.link);
    pthread_cond_destroy(&w.order);
    pthread_mutex_destroy(&w.lock);
    return ok;
}
