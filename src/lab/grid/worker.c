/* A worker of the grid; see grid.h.
 *
 * One thread fetches jobs and does them; another says that the worker is there, and that the job under way is not
 * lost. A job is acknowledged only when its result is stored. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "lab/grid/grid.h"
#include "lab/work.h"

#define PROGRESS_SECONDS (GRID_ACK_SECONDS / 3.0) /* how often a job under way is said to be */
#define FETCH_SECONDS    2.0
#define STORE_SECONDS    600.0 /* a broker that is away is waited for */
enum { USUAL_MEMORY = 512 << 20, LOOK_MS = 100 };

struct worker {
    struct grid_link link;
    const struct grid_worker *wish;
    char name[LAB_WORKER_MOST + 1];
    natsSubscription *any, *own, *cancel, *who;
    struct lab_worker *worker;
    int64_t jobs;
    uint64_t nodes;
    double cpu;

    pthread_t heart;
    pthread_mutex_t lock; /* of what follows */
    bool over;
    struct grid_head head; /* of the job under way; job 0: none */
    enum lab_kind kind;
    natsMsg *message;
    double began, progress;
    bool asked; /* somebody wants to know who is there */
    atomic_bool unwanted;
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

/* ---- signs of life ---- */

/* The lock is held. */
static void sign(struct worker *w)
{
    struct grid_sign s = {
        .state = w->head.job ? GRID_BUSY : GRID_IDLE, .jobs = w->jobs, .nodes = w->nodes, .cpu = w->cpu};
    struct buf b = BUF_EMPTY;
    memcpy(s.name, w->name, sizeof s.name);
    if (w->head.job) {
        memcpy(s.coordinator, w->head.coordinator, sizeof s.coordinator);
        s.job = w->head.job;
        s.seconds = clock_now() - w->began;
        snprintf(s.kind, sizeof s.kind, "%s", lab_kind_name[w->kind]);
    }
    grid_sign_write(&s, &b);
    (void)natsConnection_Publish(w->link.nc, "hexad.here", b.text, (int)b.len);
    buf_free(&b);
}

static void *beat(void *context)
{
    struct worker *w = context;
    double signed_at = 0;
    pthread_mutex_lock(&w->lock);
    while (!w->over) {
        double now = clock_now();
        if (w->asked || now - signed_at >= GRID_SIGN_SECONDS) {
            w->asked = false;
            signed_at = now;
            sign(w);
        }
        if (w->message && now - w->progress >= PROGRESS_SECONDS) {
            w->progress = now;
            (void)natsMsg_InProgress(w->message, NULL);
        }
        if (w->head.job && stopped(w))
            atomic_store(&w->unwanted, true);
        pthread_mutex_unlock(&w->lock);
        struct timespec pause = {0, LOOK_MS * 1000000};
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

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

static void on_cancel(natsConnection *nc, natsSubscription *sub, natsMsg *m, void *context)
{
    struct worker *w = context;
    char own[GRID_ID + 30];
    (void)nc;
    (void)sub;
    pthread_mutex_lock(&w->lock);
    int n = snprintf(own, sizeof own, "%s %lld", w->head.coordinator, (long long)w->head.job);
    if (w->head.job && natsMsg_GetDataLength(m) == n && memcmp(natsMsg_GetData(m), own, (size_t)n) == 0)
        atomic_store(&w->unwanted, true);
    pthread_mutex_unlock(&w->lock);
    natsMsg_Destroy(m);
}

/* ---- a job ---- */

/* Stores a part of a result; tries again while the broker is away. */
static bool store_part(struct worker *w, const struct grid_head *h, const char *bytes, size_t len)
{
    struct buf b = BUF_EMPTY;
    char subject[GRID_ID + 20], id[200];
    struct err e;
    double until = clock_now() + STORE_SECONDS;
    snprintf(subject, sizeof subject, "hexad.results.%s", h->coordinator);
    snprintf(id, sizeof id, "%s-%lld-%s-%d", h->coordinator, (long long)h->job, h->try, h->part);
    grid_head_write(h, &b);
    if (len)
        buf_bytes(&b, bytes, len);
    bool ok;
    while (!(ok = grid_store(&w->link, subject, b.text, b.len, id, NULL, &e)) && !stopped(w) &&
           clock_now() < until) {
        struct timespec pause = {1, 0};
        nanosleep(&pause, NULL);
        if (atomic_exchange(&w->link.reconnected, false))
            (void)grid_streams(&w->link, &e);
    }
    buf_free(&b);
    return ok;
}

static bool store_result(struct worker *w, const struct grid_head *job, const struct lab_result *r)
{
    struct grid_head h = *job;
    struct buf all = BUF_EMPTY;
    char try[17];
    grid_random(try);
    memcpy(h.worker, w->name, sizeof h.worker);
    memcpy(h.try, try, sizeof try);
    lab_result_write(r, &all);
    h.line = all.len;
    if (r->bundle.len)
        buf_bytes(&all, r->bundle.text, r->bundle.len);
    size_t parts = all.len / GRID_CHUNK + 1;
    bool ok = parts <= GRID_PARTS_MOST;
    h.parts = (int)parts;
    for (h.part = 0; ok && h.part < h.parts; h.part++) {
        size_t from = (size_t)h.part * GRID_CHUNK, left = all.len - from;
        ok = store_part(w, &h, all.text + from, left < GRID_CHUNK ? left : GRID_CHUNK);
    }
    buf_free(&all);
    return ok;
}

static void set_job(struct worker *w, const struct grid_head *h, enum lab_kind kind, natsMsg *m)
{
    pthread_mutex_lock(&w->lock);
    w->head = *h;
    w->kind = kind;
    w->message = m;
    w->began = w->progress = clock_now();
    atomic_store(&w->unwanted, false);
    w->asked = true;
    pthread_mutex_unlock(&w->lock);
}

/* Does the job of a message, and settles the message. */
static void do_message(struct worker *w, natsMsg *m)
{
    struct grid_head h, none = {.job = 0};
    struct lab_job job;
    struct lab_result r;
    struct err e;
    const char *data = natsMsg_GetData(m), *body;
    size_t len = (size_t)natsMsg_GetDataLength(m);
    if (!grid_head_read(data, len, &h, &body, &e) ||
        !lab_job_read(body, len - (size_t)(body - data), &job, &e)) {
        say(w, "a message that is no job: %s", e.text);
        (void)natsMsg_Term(m, NULL);
        natsMsg_Destroy(m);
        return;
    }
    set_job(w, &h, job.kind, m);
    bool done = lab_worker_do(w->worker, &job, &w->unwanted, &r), stored = false;
    if (done) {
        say(w, "job %lld of %s: %s, %s, %llu nodes, %.1f s", (long long)h.job, h.coordinator,
            lab_kind_name[job.kind], lab_verdict_name[r.verdict], (unsigned long long)r.nodes, r.cpu);
        /* What was cancelled meanwhile is of use to nobody. */
        stored = atomic_load(&w->unwanted) || store_result(w, &h, &r);
        pthread_mutex_lock(&w->lock);
        w->jobs++;
        w->nodes += r.nodes;
        w->cpu += r.cpu;
        pthread_mutex_unlock(&w->lock);
        lab_result_free(&r);
    }
    set_job(w, &none, LAB_VERIFY, NULL);
    if (stored || (!done && !stopped(w)))
        (void)natsMsg_AckSync(m, NULL, NULL); /* done, or not wanted any more */
    else
        (void)natsMsg_Nak(m, NULL); /* somebody else may */
    natsMsg_Destroy(m);
    lab_job_free(&job);
}

/* ---- beginning and end ---- */

static bool listen_for_jobs(struct worker *w, struct err *e)
{
    char durable[LAB_WORKER_MOST + 8], subject[LAB_WORKER_MOST + 20];
    snprintf(durable, sizeof durable, "to-%s", w->name);
    snprintf(subject, sizeof subject, "hexad.jobs.to.%s", w->name);
    natsSubscription *any = grid_pull(&w->link, GRID_JOBS, "any", "hexad.jobs.any.>", e);
    natsSubscription *own = any ? grid_pull(&w->link, GRID_JOBS, durable, subject, e) : NULL;
    if (!own) {
        natsSubscription_Destroy(any);
        return false;
    }
    natsSubscription_Destroy(w->any);
    natsSubscription_Destroy(w->own);
    w->any = any;
    w->own = own;
    return true;
}

static void work(struct worker *w)
{
    while (!stopped(w) && (!w->wish->jobs || w->jobs < w->wish->jobs)) {
        bool broken = false;
        struct err e;
        natsMsg *m = grid_fetch(w->own, 0.02, &broken);
        if (!m)
            m = grid_fetch(w->any, stopped(w) ? 0 : FETCH_SECONDS, &broken);
        if (m)
            do_message(w, m);
        if ((broken || atomic_exchange(&w->link.reconnected, false)) &&
            !(grid_streams(&w->link, &e) && listen_for_jobs(w, &e))) {
            struct timespec pause = {0, 500000000};
            atomic_store(&w->link.reconnected, true);
            nanosleep(&pause, NULL);
        }
    }
}

static bool begin(struct worker *w, const struct grid_options *o, struct err *e)
{
    if (!grid_open(&w->link, o, w->wish->stop, e) || !listen_for_jobs(w, e))
        return false;
    w->link.patient = 0;
    natsStatus s = natsConnection_Subscribe(&w->cancel, w->link.nc, "hexad.cancel", on_cancel, w);
    if (s == NATS_OK)
        s = natsConnection_Subscribe(&w->who, w->link.nc, "hexad.who", on_who, w);
    return s == NATS_OK || err_set(e, "the broker: %s", natsStatus_GetText(s));
}

bool grid_work(const struct grid_options *o, const struct grid_worker *wish, struct err *e)
{
    struct worker w = {.wish = wish};
    char random[17], host[40] = "worker";
    if (wish->name) {
        snprintf(w.name, sizeof w.name, "%s", wish->name);
    } else {
        (void)gethostname(host, sizeof host - 1);
        host[strcspn(host, ".")] = '\0';
        grid_random(random);
        snprintf(w.name, sizeof w.name, "%.40s-%.6s", grid_name_is_fine(host, 40) ? host : "worker", random);
    }
    pthread_mutex_init(&w.lock, NULL);
    atomic_init(&w.unwanted, false);
    bool ok = begin(&w, o, e);
    if (ok) {
        say(&w, "%s works", w.name);
        w.worker = lab_worker_new(w.name, wish->memory ? wish->memory : USUAL_MEMORY);
        bool beats = pthread_create(&w.heart, NULL, beat, &w) == 0;
        work(&w);
        pthread_mutex_lock(&w.lock);
        w.over = true;
        pthread_mutex_unlock(&w.lock);
        if (beats)
            pthread_join(w.heart, NULL);
        lab_worker_free(w.worker);
    }
    natsSubscription_Destroy(w.any);
    natsSubscription_Destroy(w.own);
    grid_unsubscribe(w.cancel);
    grid_unsubscribe(w.who);
    grid_close(&w.link);
    pthread_mutex_destroy(&w.lock);
    return ok;
}
