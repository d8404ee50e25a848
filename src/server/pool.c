/* The bounded pool of engine jobs; see pool.h. */
#include "server/pool.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "base/clock.h"
#include "base/mem.h"
#include "server/limits.h"

/* How much nicer the pool's threads are than those that answer requests. */
enum { NICE_MOVE = 5, NICE_SLOW = 15 };

/* A thread and the job that it runs. */
struct seat {
    struct pool *pool;
    struct desk desk;
    pthread_t thread;
    bool slow;          /* for analyses and reviews, or else for moves */
    bool busy, counted; /* it runs a job; the queue counts it as running */
    uint64_t client;
    enum job_kind kind;

    /* Of the job's slice: */
    atomic_bool *stop; /* NULL: it has none */
    double since;
    bool cut;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work[2], watch; /* for the seats, by `slow`; for the thread that ends slices */
    struct queue *queue;
    struct seat *seat;
    int seats, threads, moves; /* `moves`: seats for moves */
    int running;
    double slice;
    uint64_t done[JOB_KINDS], cut[JOB_KINDS];
    bool ending;
    pthread_t keeper;
    bool keeping;
};

/* ---- Running jobs ---- */

/* How many jobs of one client may run at once: of moves, one seat is left for others. */
static int most_of_one(const struct pool *p, bool slow)
{
    return slow || p->moves == 1 ? p->seats : p->moves - 1;
}

/* The next job for the seat, NULL if there is none; the lock is held. */
static struct job *next_job(struct seat *s)
{
    struct pool *p = s->pool;
    struct job *j = queue_next(p->queue, s->slow, most_of_one(p, s->slow));
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
    (void)setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + (s->slow ? NICE_SLOW : NICE_MOVE));
    pthread_mutex_lock(&p->lock);
    while (!p->ending) {
        struct job *j = next_job(s);
        if (!j) {
            pthread_cond_wait(&p->work[s->slow], &p->lock);
            continue;
        }
        pthread_mutex_unlock(&p->lock);
        j->run(j, &s->desk); /* may be freed by now */
        pthread_mutex_lock(&p->lock);
        assert(!s->stop);
        uncount(s);
        s->busy = false;
        p->running--;
        p->done[s->kind]++;
        p->cut[s->kind] += s->cut;
    }
    pthread_mutex_unlock(&p->lock);
    desk_done(&s->desk);
    return NULL;
}

/* ---- Slices ---- */

void pool_slice(struct desk *d, atomic_bool *stop)
{
    struct seat *s = d->seat;
    pthread_mutex_lock(&s->pool->lock);
    s->stop = stop;
    s->since = clock_now();
    s->cut = false;
    pthread_cond_signal(&s->pool->watch);
    pthread_mutex_unlock(&s->pool->lock);
}

bool pool_slice_end(struct desk *d)
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
    int x = queue_running(p->queue, a->client, a->kind), y = queue_running(p->queue, b->client, b->kind);
    return x != y ? x > y : a->since < b->since;
}

/* Jobs that wait and have no seat in sight: neither one that is free, nor one whose job was asked to stop. */
static int stuck(const struct pool *p, bool slow)
{
    int wait = slow ? queue_waiting(p->queue, JOB_ANALYSIS) + queue_waiting(p->queue, JOB_REVIEW)
                    : queue_waiting(p->queue, JOB_MOVE);
    int idle = 0, ready = queue_ready(p->queue, slow, most_of_one(p, slow));
    for (int i = 0; i < p->seats; i++)
        if (p->seat[i].slow == slow) {
            idle += !p->seat[i].busy;
            wait -= p->seat[i].busy && p->seat[i].cut;
        }
    return wait - (idle < ready ? idle : ready);
}

/* Stops as many slices of these seats as jobs are stuck. Returns when to look again, INFINITY if none is, or
 * nothing runs that could stop. The lock is held. */
static double end_slices(struct pool *p, bool slow, double now)
{
    int wait = stuck(p, slow);
    double next = INFINITY;
    for (; wait > 0; wait--) {
        struct seat *first = NULL;
        for (int i = 0; i < p->seats; i++) {
            struct seat *s = &p->seat[i];
            if (s->slow != slow || !s->stop || s->cut)
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

static struct timespec moment(double seconds)
{
    struct timespec t = {(time_t)seconds, (long)((seconds - floor(seconds)) * 1e9)};
    return t;
}

static void *keep(void *context)
{
    struct pool *p = context;
    pthread_mutex_lock(&p->lock);
    while (!p->ending) {
        double now = clock_now(), next = fmin(end_slices(p, false, now), end_slices(p, true, now));
        struct timespec until = moment(isinf(next) ? now : next);
        if (isinf(next))
            pthread_cond_wait(&p->watch, &p->lock);
        else
            pthread_cond_timedwait(&p->watch, &p->lock, &until);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* ---- The pool ---- */

/* Starts a thread on the next seat; false if there is no more to be had. */
static bool start_seat(struct pool *p, bool slow, size_t hash_bytes)
{
    struct seat *s = &p->seat[p->seats];
    *s = (struct seat){.pool = p, .slow = slow, .desk = {.hash_bytes = hash_bytes, .seat = s}};
    if (pthread_create(&s->thread, NULL, work, s) != 0)
        return false;
    p->seats++;
    p->moves += !slow;
    return true;
}

struct pool *pool_new(int threads, size_t hash_bytes)
{
    assert(threads >= 1);
    struct pool *p = mem_zero(1, sizeof *p);
    int moves = threads + LIMIT_SPARE_THREADS;
    pthread_condattr_t monotonic;
    pthread_mutex_init(&p->lock, NULL);
    for (int i = 0; i < 2; i++)
        pthread_cond_init(&p->work[i], NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&p->watch, &monotonic);
    pthread_condattr_destroy(&monotonic);
    p->queue = queue_new();
    p->threads = threads;
    p->slice = LIMIT_SLICE_SECONDS;
    p->seat = mem_zero((size_t)(threads + moves), sizeof *p->seat);
    pthread_mutex_lock(&p->lock);
    for (int i = 0; i < threads && start_seat(p, true, hash_bytes / 2 / (size_t)threads); i++)
        ;
    for (int i = 0; i < moves && start_seat(p, false, hash_bytes / 2 / (size_t)moves); i++)
        ;
    p->keeping = pthread_create(&p->keeper, NULL, keep, p) == 0;
    pthread_mutex_unlock(&p->lock);
    return p;
}

void pool_free(struct pool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->ending = true;
    for (int i = 0; i < 2; i++)
        pthread_cond_broadcast(&p->work[i]);
    pthread_cond_broadcast(&p->watch);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->seats; i++)
        pthread_join(p->seat[i].thread, NULL);
    if (p->keeping)
        pthread_join(p->keeper, NULL);
    queue_free(p->queue);
    pthread_cond_destroy(&p->watch);
    for (int i = 0; i < 2; i++)
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
    pthread_cond_signal(&p->work[j->kind != JOB_MOVE]);
    pthread_cond_signal(&p->watch);
}

bool pool_add(struct pool *p, struct job *j)
{
    pthread_mutex_lock(&p->lock);
    bool seats = j->kind == JOB_MOVE ? p->moves > 0 : p->seats > p->moves;
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
    for (int k = 0; k < JOB_KINDS; k++)
        alone = alone && queue_waiting(p->queue, (enum job_kind)k) == 0;
    pthread_mutex_unlock(&p->lock);
    return alone ? p->threads : 1;
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
    queue_counts(p->queue, &n);
    for (int k = 0; k < JOB_KINDS; k++) {
        n.done[k] = p->done[k];
        n.cut[k] = p->cut[k];
    }
    pthread_mutex_unlock(&p->lock);
    return n;
}
