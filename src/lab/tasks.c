/* Jobs done by threads of this process; see tasks.h. */
#include "lab/tasks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/wait.h"

struct tasks_result {
    struct tasks_result *next;
    struct lab_result result;
};

static void forget(struct tasks *t, struct lab_task *x)
{
    struct lab_task **at = &t->first;
    while (*at != x)
        at = &(*at)->next;
    *at = x->next;
    buf_free(&x->line);
    free(x);
}

struct lab_task *tasks_waiting(const struct tasks *t)
{
    struct lab_task *x = t->first;
    while (x && x->worker[0])
        x = x->next;
    return x;
}

void tasks_do(struct tasks *t, struct lab_task *x, struct lab_worker *w, const char *name)
{
    struct tasks_result *r = mem_zero(1, sizeof *r);
    struct lab_job job;
    snprintf(x->worker, sizeof x->worker, "%s", name);
    pthread_mutex_unlock(&t->lock);
    bool done = lab_job_read(x->line.text, x->line.len, &job, NULL);
    if (done) {
        done = lab_worker_do(w, &job, &x->stop, &r->result);
        lab_job_free(&job);
    }
    pthread_mutex_lock(&t->lock);
    forget(t, x);
    if (done) {
        *t->last = r;
        t->last = &r->next;
    } else {
        t->given--;
        free(r);
    }
    pthread_cond_broadcast(&t->news);
}

/* ---- the runner ---- */

static int room(void *ctx)
{
    struct tasks *t = ctx;
    int share = t->kind->share(t);
    pthread_mutex_lock(&t->lock);
    int n = share - t->given;
    pthread_mutex_unlock(&t->lock);
    return n > 0 ? n : 0;
}

static void give(void *ctx, const struct lab_job *j)
{
    struct tasks *t = ctx;
    struct lab_task *x = mem_zero(1, t->kind->task_bytes), **last = &t->first;
    x->id = j->id;
    atomic_init(&x->stop, false);
    lab_job_write(j, &x->line);
    pthread_mutex_lock(&t->lock);
    while (*last)
        last = &(*last)->next;
    *last = x;
    if (t->kind->start(t, x))
        t->given++;
    else
        forget(t, x);
    pthread_mutex_unlock(&t->lock);
}

static bool take(void *ctx, double seconds, struct lab_result *out)
{
    struct tasks *t = ctx;
    pthread_mutex_lock(&t->lock);
    if (!t->out)
        wait_for(&t->news, &t->lock, seconds);
    struct tasks_result *r = t->out;
    bool found = r;
    if (found) {
        t->out = r->next;
        if (!t->out)
            t->last = &t->out;
        *out = r->result;
        t->given--;
        free(r);
    }
    pthread_mutex_unlock(&t->lock);
    return found;
}

/* Stops tasks: all, or those of this job. Those that wait are gone at once. The lock is held. */
static void stop(struct tasks *t, bool all, int64_t job)
{
    for (struct lab_task *x = t->first, *next; x; x = next) {
        next = x->next;
        if (!all && x->id != job)
            continue;
        atomic_store(&x->stop, true);
        if (!x->worker[0] && (!t->kind->withdraw || t->kind->withdraw(t, x))) {
            forget(t, x);
            t->given--;
        }
    }
}

static void cancel(void *ctx, int64_t job)
{
    struct tasks *t = ctx;
    pthread_mutex_lock(&t->lock);
    stop(t, false, job);
    pthread_mutex_unlock(&t->lock);
}

static bool who(void *ctx, int64_t job, char name[LAB_WORKER_MOST + 1])
{
    struct tasks *t = ctx;
    bool found = false;
    pthread_mutex_lock(&t->lock);
    for (const struct lab_task *x = t->first; x && !found; x = x->next)
        if ((found = x->id == job && x->worker[0]))
            memcpy(name, x->worker, sizeof x->worker);
    pthread_mutex_unlock(&t->lock);
    return found;
}

static void free_all(void *ctx)
{
    struct tasks *t = ctx;
    pthread_mutex_lock(&t->lock);
    stop(t, true, 0);
    while (t->first)
        pthread_cond_wait(&t->news, &t->lock);
    pthread_mutex_unlock(&t->lock);
    if (t->kind->end)
        t->kind->end(t);
    for (struct tasks_result *next; t->out; t->out = next) {
        next = t->out->next;
        lab_result_free(&t->out->result);
        free(t->out);
    }
    pthread_mutex_destroy(&t->lock);
    pthread_cond_destroy(&t->news);
    free(t);
}

struct runner tasks_runner(struct tasks *t, const struct tasks_kind *kind)
{
    t->kind = kind;
    t->last = &t->out;
    pthread_mutex_init(&t->lock, NULL);
    wait_init(&t->news);
    return (struct runner){t, room, give, take, cancel, free_all, who, NULL};
}
