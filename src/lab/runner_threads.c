/* Workers that are threads of this process; see runner.h. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/wait.h"
#include "lab/runner.h"
#include "lab/work.h"

enum { USUAL_MEMORY = 512 << 20 };

/* A job on its way. It is handed over as the line that it would be for a worker far away, so that both ways
 * are one. */
struct task {
    struct task *next;
    int64_t id;
    struct buf line;
};

struct finished {
    struct finished *next;
    struct lab_result result;
};

struct threads;

struct hand {
    struct threads *all;
    struct lab_worker *worker;
    pthread_t thread;
    atomic_bool stop; /* what it does is not wanted */
    int64_t job;      /* that it does; 0: none */
};

struct threads {
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    bool over;
    int hands;
    int waiting; /* jobs given whose results were not taken: the next one may depend on them */
    struct hand *hand;
    struct task *first, **last;
    struct finished *out, **out_last;
};

static void free_task(struct task *t)
{
    buf_free(&t->line);
    free(t);
}

static void deliver(struct threads *t, struct lab_result *r)
{
    struct finished *o = mem_zero(1, sizeof *o);
    o->result = *r;
    *t->out_last = o;
    t->out_last = &o->next;
    pthread_cond_signal(&t->done);
}

static void *work(void *arg)
{
    struct hand *h = arg;
    struct threads *t = h->all;
    pthread_mutex_lock(&t->lock);
    for (;;) {
        while (!t->first && !t->over)
            pthread_cond_wait(&t->work, &t->lock);
        if (t->over)
            break;
        struct task *task = t->first;
        t->first = task->next;
        if (!t->first)
            t->last = &t->first;
        h->job = task->id;
        atomic_store(&h->stop, false);
        pthread_mutex_unlock(&t->lock);
        struct lab_job job;
        struct lab_result result;
        bool done = lab_job_read(task->line.text, task->line.len, &job, NULL);
        if (done) {
            done = lab_worker_do(h->worker, &job, &h->stop, &result);
            lab_job_free(&job);
        }
        free_task(task);
        pthread_mutex_lock(&t->lock);
        h->job = 0;
        if (done) {
            deliver(t, &result);
        } else {
            t->waiting--;
            pthread_cond_signal(&t->done);
        }
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static int room(void *ctx)
{
    struct threads *t = ctx;
    pthread_mutex_lock(&t->lock);
    int n = t->hands - t->waiting;
    pthread_mutex_unlock(&t->lock);
    return n > 0 ? n : 0;
}

static void give(void *ctx, const struct lab_job *j)
{
    struct threads *t = ctx;
    struct task *task = mem_zero(1, sizeof *task);
    task->id = j->id;
    lab_job_write(j, &task->line);
    pthread_mutex_lock(&t->lock);
    *t->last = task;
    t->last = &task->next;
    t->waiting++;
    pthread_cond_signal(&t->work);
    pthread_mutex_unlock(&t->lock);
}

static bool take(void *ctx, double seconds, struct lab_result *out)
{
    struct threads *t = ctx;
    pthread_mutex_lock(&t->lock);
    if (!t->out)
        wait_for(&t->done, &t->lock, seconds);
    struct finished *o = t->out;
    if (o) {
        t->out = o->next;
        if (!t->out)
            t->out_last = &t->out;
        *out = o->result;
        t->waiting--;
    }
    pthread_mutex_unlock(&t->lock);
    free(o);
    return o;
}

static void cancel(void *ctx, int64_t job)
{
    struct threads *t = ctx;
    pthread_mutex_lock(&t->lock);
    for (int i = 0; i < t->hands; i++)
        if (t->hand[i].job == job)
            atomic_store(&t->hand[i].stop, true);
    for (struct task **at = &t->first; *at; at = &(*at)->next)
        if ((*at)->id == job) {
            struct task *gone = *at;
            *at = gone->next;
            if (!*at)
                t->last = at;
            free_task(gone);
            t->waiting--;
            break;
        }
    pthread_mutex_unlock(&t->lock);
}

static bool who(void *ctx, int64_t job, char name[LAB_WORKER_MOST + 1])
{
    struct threads *t = ctx;
    bool found = false;
    pthread_mutex_lock(&t->lock);
    for (int i = 0; i < t->hands && !found; i++)
        if ((found = t->hand[i].job == job))
            snprintf(name, LAB_WORKER_MOST + 1, "local-%d", i + 1);
    pthread_mutex_unlock(&t->lock);
    return found;
}

static void free_all(void *ctx)
{
    struct threads *t = ctx;
    pthread_mutex_lock(&t->lock);
    t->over = true;
    for (int i = 0; i < t->hands; i++)
        atomic_store(&t->hand[i].stop, true);
    pthread_cond_broadcast(&t->work);
    pthread_mutex_unlock(&t->lock);
    for (int i = 0; i < t->hands; i++) {
        pthread_join(t->hand[i].thread, NULL);
        lab_worker_free(t->hand[i].worker);
    }
    for (struct task *next; t->first; t->first = next) {
        next = t->first->next;
        free_task(t->first);
    }
    for (struct finished *next; t->out; t->out = next) {
        next = t->out->next;
        lab_result_free(&t->out->result);
        free(t->out);
    }
    pthread_mutex_destroy(&t->lock);
    pthread_cond_destroy(&t->work);
    pthread_cond_destroy(&t->done);
    free(t->hand);
    free(t);
}

struct runner runner_threads(int threads, size_t memory)
{
    struct threads *t = mem_zero(1, sizeof *t);
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->work, NULL);
    wait_init(&t->done);
    t->last = &t->first;
    t->out_last = &t->out;
    t->hand = mem_zero((size_t)threads, sizeof *t->hand);
    for (int i = 0; i < threads; i++) {
        struct hand *h = &t->hand[t->hands];
        char name[32];
        snprintf(name, sizeof name, "local-%d", i + 1);
        h->all = t;
        h->worker = lab_worker_new(name, memory ? memory : USUAL_MEMORY);
        if (pthread_create(&h->thread, NULL, work, h) == 0)
            t->hands++;
        else
            lab_worker_free(h->worker);
    }
    return (struct runner){t, room, give, take, cancel, free_all, who, NULL};
}
