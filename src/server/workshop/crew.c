/* A lab's jobs in the pool: a runner (lab/runner.h) whose workers are the pool's threads for labs; see inner.h.
 *
 * The labs that run share these threads evenly. A job goes over as the line that it would be for a worker far away,
 * so that all ways are one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/wait.h"
#include "server/workshop/inner.h"

struct task {
    struct job job; /* the pool's side */
    struct crew *crew;
    struct task *next;
    int64_t id;
    struct buf line;
    atomic_bool stop;
    char worker[LAB_WORKER_MOST + 1]; /* "": it waits */
};

struct finished {
    struct finished *next;
    struct lab_result result;
};

struct crew {
    struct run *run;
    pthread_mutex_t lock;
    pthread_cond_t done;
    struct task *tasks; /* that wait or run */
    int waiting;        /* jobs given whose results were not taken */
    struct finished *out, **out_last;
};

/* ---- workers, which labs share ---- */

static struct hand *hand_take(struct workshop *w)
{
    pthread_mutex_lock(&w->lock);
    struct hand *h = w->idle;
    int number = 0;
    if (h)
        w->idle = h->next;
    else
        number = ++w->hands;
    pthread_mutex_unlock(&w->lock);
    if (!h) {
        h = mem_zero(1, sizeof *h);
        snprintf(h->name, sizeof h->name, "server-%d", number);
        h->worker = lab_worker_new(h->name, LIMIT_LAB_THREAD_MEMORY / 3);
    }
    return h;
}

static void hand_return(struct workshop *w, struct hand *h)
{
    pthread_mutex_lock(&w->lock);
    h->next = w->idle;
    w->idle = h;
    pthread_mutex_unlock(&w->lock);
}

void crew_hands_free(struct workshop *w)
{
    for (struct hand *next; w->idle; w->idle = next) {
        next = w->idle->next;
        lab_worker_free(w->idle->worker);
        free(w->idle);
    }
}

/* ---- in the pool's thread ---- */

static void unlink_task(struct crew *c, const struct task *t)
{
    struct task **at = &c->tasks;
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
}

static void free_task(struct task *t)
{
    buf_free(&t->line);
    free(t);
}

static void deliver(struct crew *c, const struct lab_result *r)
{
    struct finished *o = mem_zero(1, sizeof *o);
    o->result = *r;
    *c->out_last = o;
    c->out_last = &o->next;
}

static void run_task(struct job *job, struct tools *d)
{
    struct task *t = (struct task *)job;
    struct crew *c = t->crew;
    struct workshop *w = c->run->shop;
    struct lab_job j;
    struct lab_result result;
    (void)d;
    struct hand *h = hand_take(w);
    pthread_mutex_lock(&c->lock);
    snprintf(t->worker, sizeof t->worker, "%s", h->name);
    pthread_mutex_unlock(&c->lock);
    bool done = lab_job_read(t->line.text, t->line.len, &j, NULL);
    if (done) {
        done = lab_worker_do(h->worker, &j, &t->stop, &result);
        lab_job_free(&j);
    }
    hand_return(w, h);
    pthread_mutex_lock(&c->lock);
    unlink_task(c, t);
    if (done)
        deliver(c, &result);
    else
        c->waiting--;
    pthread_cond_broadcast(&c->done);
    pthread_mutex_unlock(&c->lock); /* from here on the crew may be gone */
    free_task(t);
}

/* ---- the runner ---- */

/* An even share of the threads, one at least. */
static int room(void *ctx)
{
    struct crew *c = ctx;
    struct workshop *w = c->run->shop;
    int runs = 0;
    pthread_mutex_lock(&w->lock);
    for (const struct run *r = w->runs; r; r = r->next)
        runs += !r->over;
    pthread_mutex_unlock(&w->lock);
    int share = w->threads / (runs ? runs : 1);
    pthread_mutex_lock(&c->lock);
    int n = (share > 0 ? share : 1) - c->waiting;
    pthread_mutex_unlock(&c->lock);
    return n > 0 ? n : 0;
}

static void give(void *ctx, const struct lab_job *j)
{
    struct crew *c = ctx;
    struct task *t = mem_zero(1, sizeof *t);
    t->job = (struct job){.run = run_task, .client = c->run->number, .kind = JOB_LAB};
    t->crew = c;
    t->id = j->id;
    atomic_init(&t->stop, false);
    lab_job_write(j, &t->line);
    pthread_mutex_lock(&c->lock);
    t->next = c->tasks;
    c->tasks = t;
    c->waiting++;
    bool ok = pool_add(c->run->shop->pool, &t->job);
    if (!ok) {
        /* There is room for the jobs of all labs that may run: the pool ends. The job stays in the file. */
        unlink_task(c, t);
        c->waiting--;
        free_task(t);
        atomic_store(&c->run->stop, true);
    }
    pthread_mutex_unlock(&c->lock);
}

static bool take(void *ctx, double seconds, struct lab_result *out)
{
    struct crew *c = ctx;
    pthread_mutex_lock(&c->lock);
    if (!c->out)
        wait_for(&c->done, &c->lock, seconds);
    struct finished *o = c->out;
    if (o) {
        c->out = o->next;
        if (!c->out)
            c->out_last = &c->out;
        *out = o->result;
        c->waiting--;
    }
    pthread_mutex_unlock(&c->lock);
    free(o);
    return o;
}

/* Takes it out of the pool, or asks it to stop; the lock is held. */
static void end_task(struct crew *c, struct task *t)
{
    atomic_store(&t->stop, true);
    if (pool_cancel(c->run->shop->pool, &t->job)) {
        unlink_task(c, t);
        c->waiting--;
        free_task(t);
    }
}

static void cancel(void *ctx, int64_t job)
{
    struct crew *c = ctx;
    pthread_mutex_lock(&c->lock);
    for (struct task *t = c->tasks, *next; t; t = next) {
        next = t->next;
        if (t->id == job)
            end_task(c, t);
    }
    pthread_mutex_unlock(&c->lock);
}

static bool who(void *ctx, int64_t job, char name[LAB_WORKER_MOST + 1])
{
    struct crew *c = ctx;
    bool found = false;
    pthread_mutex_lock(&c->lock);
    for (const struct task *t = c->tasks; t && !found; t = t->next)
        if ((found = t->id == job && t->worker[0]))
            memcpy(name, t->worker, sizeof t->worker);
    pthread_mutex_unlock(&c->lock);
    return found;
}

static void free_all(void *ctx)
{
    struct crew *c = ctx;
    pthread_mutex_lock(&c->lock);
    for (struct task *t = c->tasks, *next; t; t = next) {
        next = t->next;
        end_task(c, t);
    }
    while (c->tasks)
        pthread_cond_wait(&c->done, &c->lock);
    pthread_mutex_unlock(&c->lock);
    for (struct finished *next; c->out; c->out = next) {
        next = c->out->next;
        lab_result_free(&c->out->result);
        free(c->out);
    }
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->done);
    free(c);
}

struct runner crew_new(struct run *r)
{
    struct crew *c = mem_zero(1, sizeof *c);
    c->run = r;
    c->out_last = &c->out;
    pthread_mutex_init(&c->lock, NULL);
    wait_init(&c->done);
    return (struct runner){c, room, give, take, cancel, free_all, who, NULL};
}
