/* The bounded pool of engine jobs; see pool.h. */
#include "server/live/pool.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/wait.h"
#include "json/limits.h"

/* How much nicer the pool's threads are than those that answer requests. */
enum { NICE_MOVE = 5, NICE_SLOW = 15, NICE_LAB = 19 };

/* A thread and the job that it runs. */
struct seat {
    struct pool *pool;
    struct tools tools;
    pthread_t thread;
    enum job_class kinds; /* that it runs */
    bool busy, counted;   /* it runs a job; the queue counts it as running */
    uint64_t client;
    unsigned kind;

    /* Of the job's slice: */
    atomic_bool *stop; /* NULL: it has none */
    double since;
    bool cut;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work[JOB_CLASSES], watch; /* for the seats; for the thread that ends slices */
    struct queue *queue;
    struct seat *seat;
    int seats, threads, of[JOB_CLASSES]; /* seats by class */
    int running;
    double slice;
    size_t hash_bytes; /* of an analysis */
    uint64_t done[JOB_KINDS], cut[JOB_KINDS];
    bool ending;
    pthread_t keeper;
    bool keeping;
};

/* ---- Running jobs ---- */

/* How many jobs of one client may run at once: of moves, one seat is left for others. */
static int most_of_one(const struct pool *p, enum job_class c)
{
    return c != CLASS_QUICK || p->of[CLASS_QUICK] == 1 ? p->seats : p->of[CLASS_QUICK] - 1;
}

/* The next job for the seat, NULL if there is none; the lock is held. */
static struct job *next_job(struct seat *s)
{
    struct pool *p = s->pool;
    struct job *j = jobs_next(p->queue, s->kinds, most_of_one(p, s->kinds));
    if (j) {
        s->client = j->client;
        s->kind = j->kind;
        s->busy = s->counted = true;
        s->cut = false;
        p->running++;
    }
    return j;
}

/* The seat's job does not count any more: it has returned, or waits again. */
static void uncount(struct seat *s)
{
    if (s->counted)
        queue_done(s->pool->queue, s->client, s->kind);
    s->counted = false;
}

static void *work(void *context)
{
    struct seat *s = context;
    struct pool *p = s->pool;
    /* On Linux 0 is this thread alone. Without the right to be nicer there is nothing to be done. */
    (void)setpriority(PRIO_PROCESS, 0,
                      getpriority(PRIO_PROCESS, 0) + (s->kinds == CLASS_QUICK ? NICE_MOVE
                                                      : s->kinds == CLASS_LAB ? NICE_LAB
                                                                              : NICE_SLOW));
    pthread_mutex_lock(&p->lock);
    while (!p->ending) {
        struct job *j = next_job(s);
        if (!j) {
            pthread_cond_wait(&p->work[s->kinds], &p->lock);
            continue;
        }
        pthread_mutex_unlock(&p->lock);
        j->run(j, &s->tools); /* may be freed by now */
        pthread_mutex_lock(&p->lock);
        assert(!s->stop);
        uncount(s);
        s->busy = false;
        p->running--;
        p->done[s->kind]++;
        p->cut[s->kind] += s->cut;
    }
    pthread_mutex_unlock(&p->lock);
    tools_done(&s->tools);
    return NULL;
}

/* ---- Slices ---- */

void pool_slice(struct tools *d, atomic_bool *stop)
{
    struct seat *s = d->seat;
    pthread_mutex_lock(&s->pool->lock);
    s->stop = stop;
    s->since = clock_now();
    s->cut = false;
    pthread_cond_signal(&s->pool->watch);
    pthread_mutex_unlock(&s->pool->lock);
}

bool pool_slice_end(struct tools *d)
{
    struct seat *s = d->seat;
    pthread_mutex_lock(&s->pool->lock);
    s->stop = NULL;
    bool cut = s->cut;
    pthread_mutex_unlock(&s->pool->lock);
    return cut;
}

/* Should this one stop before that one? Of the client with more running, then of the one that began first. */
static bool goes_first(const struct pool *p, const struct seat *a, const struct seat *b)
{
    int x = queue_running_of(p->queue, a->client, a->kind),
        y = queue_running_of(p->queue, b->client, b->kind);
    return x != y ? x > y : a->since < b->since;
}

/* Jobs that wait and have no seat in sight: neither one that is free, nor one whose job was asked to stop. */
static int stuck(const struct pool *p, enum job_class c)
{
    int wait = 0, idle = 0, ready = jobs_ready(p->queue, c, most_of_one(p, c));
    for (unsigned k = 0; k < JOB_KINDS; k++)
        wait += job_class(k) == c ? queue_waiting(p->queue, k) : 0;
    for (int i = 0; i < p->seats; i++)
        if (p->seat[i].kinds == c) {
            idle += !p->seat[i].busy;
            wait -= p->seat[i].busy && p->seat[i].cut;
        }
    return wait - (idle < ready ? idle : ready);
}

/* Stops as many slices of these seats as jobs are stuck. Returns when to look again, INFINITY if none is, or
 * nothing runs that could stop. The lock is held. */
static double end_slices(struct pool *p, enum job_class c, double now)
{
    int wait = stuck(p, c);
    double next = INFINITY;
    for (; wait > 0; wait--) {
        struct seat *first = NULL;
        for (int i = 0; i < p->seats; i++) {
            struct seat *s = &p->seat[i];
            if (s->kinds != c || !s->stop || s->cut)
                continue;
            if (s->since + p->slice > now)
                next = fmin(next, s->since + p->slice);
            else if (!first || goes_first(p, s, first))
                first = s;
        }
        if (!first)
            break;
        first->cut = true;
        atomic_store(first->stop, true);
    }
    return wait > 0 ? next : INFINITY;
}

static void *keep(void *context)
{
    struct pool *p = context;
    pthread_mutex_lock(&p->lock);
    while (!p->ending) {
        double now = clock_now(),
               next = fmin(end_slices(p, CLASS_QUICK, now), end_slices(p, CLASS_SLOW, now));
        if (isinf(next))
            pthread_cond_wait(&p->watch, &p->lock);
        else
            wait_until(&p->watch, &p->lock, next);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* ---- The pool ---- */

/* Starts a thread on the next seat; false if there is no more to be had. */
static bool start_seat(struct pool *p, enum job_class c, size_t hash_bytes)
{
    struct seat *s = &p->seat[p->seats];
    *s = (struct seat){.pool = p, .kinds = c, .tools = {.hash_bytes = hash_bytes, .seat = s}};
    if (pthread_create(&s->thread, NULL, work, s) != 0)
        return false;
    p->seats++;
    p->of[c]++;
    return true;
}

int pool_labs(int analyses)
{
    return analyses < LIMIT_LAB_THREADS ? analyses : LIMIT_LAB_THREADS;
}

struct pool *pool_make(const struct pool_size *size, size_t hash_bytes)
{
    const int threads = size->analyses, moves = size->moves;
    assert(threads >= 1 && moves >= 1 && size->width >= 1);
    struct pool *p = mem_zero(1, sizeof *p);
    pthread_mutex_init(&p->lock, NULL);
    for (int i = 0; i < JOB_CLASSES; i++)
        pthread_cond_init(&p->work[i], NULL);
    wait_init(&p->watch);
    p->queue = jobs_queue();
    p->threads = size->width;
    p->slice = LIMIT_SLICE_SECONDS;
    p->hash_bytes = hash_bytes / 2 / (size_t)threads;
    p->seat = mem_zero((size_t)(threads + moves + 1 + pool_labs(threads)), sizeof *p->seat);
    pthread_mutex_lock(&p->lock);
    for (int i = 0; i < threads && start_seat(p, CLASS_SLOW, p->hash_bytes); i++)
        ;
    for (int i = 0; i < moves && start_seat(p, CLASS_QUICK, hash_bytes / 2 / (size_t)moves); i++)
        ;
    start_seat(p, CLASS_LONG, 0); /* proofs, one at a time: they bring their own memory */
    for (int i = 0; i < pool_labs(threads) && start_seat(p, CLASS_LAB, 0); i++)
        ;
    p->keeping = pthread_create(&p->keeper, NULL, keep, p) == 0;
    pthread_mutex_unlock(&p->lock);
    return p;
}

struct pool *pool_new(int threads, size_t hash_bytes)
{
    return pool_make(&(struct pool_size){threads, threads + LIMIT_SPARE_THREADS, threads}, hash_bytes);
}

void pool_free(struct pool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->ending = true;
    for (int i = 0; i < JOB_CLASSES; i++)
        pthread_cond_broadcast(&p->work[i]);
    pthread_cond_broadcast(&p->watch);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->seats; i++)
        pthread_join(p->seat[i].thread, NULL);
    if (p->keeping)
        pthread_join(p->keeper, NULL);
    queue_free(p->queue);
    pthread_cond_destroy(&p->watch);
    for (int i = 0; i < JOB_CLASSES; i++)
        pthread_cond_destroy(&p->work[i]);
    pthread_mutex_destroy(&p->lock);
    free(p->seat);
    free(p);
}

void pool_set_slice(struct pool *p, double seconds)
{
    pthread_mutex_lock(&p->lock);
    p->slice = seconds;
    pthread_cond_signal(&p->watch);
    pthread_mutex_unlock(&p->lock);
}

/* A job was put into its line: wakes whoever may run it, or make room for it. One seat is enough: whoever
 * ends a job looks for the next himself. */
static void wake(struct pool *p, const struct job *j)
{
    pthread_cond_signal(&p->work[job_class(j->kind)]);
    pthread_cond_signal(&p->watch);
}

bool pool_add(struct pool *p, struct job *j)
{
    pthread_mutex_lock(&p->lock);
    bool seats = p->of[job_class(j->kind)] > 0;
    bool ok = !p->ending && seats && queue_add(p->queue, j);
    if (ok)
        wake(p, j);
    pthread_mutex_unlock(&p->lock);
    return ok;
}

bool pool_again(struct pool *p, struct job *j)
{
    pthread_mutex_lock(&p->lock);
    bool ok = !p->ending;
    for (int i = 0; ok && i < p->seats; i++)
        if (p->seat[i].busy && pthread_equal(p->seat[i].thread, pthread_self())) {
            assert(p->seat[i].counted);
            queue_return(p->queue, j);
            p->seat[i].counted = false;
            wake(p, j);
        }
    pthread_mutex_unlock(&p->lock);
    return ok;
}

bool pool_cancel(struct pool *p, struct job *j)
{
    pthread_mutex_lock(&p->lock);
    bool out = queue_take_out(p->queue, j);
    pthread_mutex_unlock(&p->lock);
    return out;
}

int pool_waiting(struct pool *p, enum job_kind kind)
{
    pthread_mutex_lock(&p->lock);
    int n = queue_waiting(p->queue, kind);
    pthread_mutex_unlock(&p->lock);
    return n;
}

int pool_ahead(struct pool *p, const struct job *j)
{
    pthread_mutex_lock(&p->lock);
    int n = queue_ahead(p->queue, j);
    pthread_mutex_unlock(&p->lock);
    return n;
}

int pool_width(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    bool alone = p->running <= 1;
    for (unsigned k = 0; k < JOB_KINDS; k++)
        alone = alone && queue_waiting(p->queue, k) == 0;
    pthread_mutex_unlock(&p->lock);
    return alone ? p->threads : 1;
}

struct pool_share pool_share(const struct pool *p)
{
    return (struct pool_share){p->threads, p->hash_bytes};
}

int pool_running(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    int n = p->running;
    pthread_mutex_unlock(&p->lock);
    return n;
}

struct pool_counts pool_counts(struct pool *p)
{
    struct pool_counts n;
    pthread_mutex_lock(&p->lock);
    jobs_counts(p->queue, &n);
    for (unsigned k = 0; k < JOB_KINDS; k++) {
        n.done[k] = p->done[k];
        n.cut[k] = p->cut[k];
    }
    pthread_mutex_unlock(&p->lock);
    return n;
}
