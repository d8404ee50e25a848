/* A lab's jobs in the pool: a runner (lab/runner.h) whose workers are the pool's threads for labs; see inner.h.
 * The labs that run share these threads evenly. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "lab/tasks.h"
#include "server/workshop/inner.h"

struct pool_runner {
    struct tasks tasks;
    struct run *run;
};

struct pool_task {
    struct lab_task task;
    struct job job; /* the pool's side */
    struct pool_runner *runner;
};

/* ---- workers, which labs share ---- */

static struct kept_worker *worker_take(struct workshop *w)
{
    pthread_mutex_lock(&w->lock);
    struct kept_worker *h = w->idle;
    int number = 0;
    if (h)
        w->idle = h->next;
    else
        number = ++w->workers;
    pthread_mutex_unlock(&w->lock);
    if (!h) {
        h = mem_zero(1, sizeof *h);
        snprintf(h->name, sizeof h->name, "server-%d", number);
        h->worker = lab_worker_new(h->name, LIMIT_LAB_THREAD_MEMORY / 3);
    }
    return h;
}

static void worker_return(struct workshop *w, struct kept_worker *h)
{
    pthread_mutex_lock(&w->lock);
    h->next = w->idle;
    w->idle = h;
    pthread_mutex_unlock(&w->lock);
}

void pool_workers_free(struct workshop *w)
{
    for (struct kept_worker *next; w->idle; w->idle = next) {
        next = w->idle->next;
        lab_worker_free(w->idle->worker);
        free(w->idle);
    }
}

/* ---- the runner ---- */

/* In the pool's thread. The worker is given back before the runner, and with it the workshop, can be gone. */
static void run_task(struct job *job, struct tools *d)
{
    struct pool_task *x = (struct pool_task *)((char *)job - offsetof(struct pool_task, job));
    struct tasks *t = &x->runner->tasks;
    struct workshop *w = x->runner->run->shop;
    (void)d;
    struct kept_worker *h = worker_take(w);
    pthread_mutex_lock(&t->lock);
    tasks_do(t, &x->task, h->worker, h->name);
    worker_return(w, h);
    pthread_mutex_unlock(&t->lock);
}

/* An even share of the threads, one at least. */
static int share(struct tasks *t)
{
    struct workshop *w = ((struct pool_runner *)t)->run->shop;
    int runs = 0;
    pthread_mutex_lock(&w->lock);
    for (const struct run *r = w->runs; r; r = r->next)
        runs += !r->over;
    pthread_mutex_unlock(&w->lock);
    int each = w->threads / (runs ? runs : 1);
    return each > 0 ? each : 1;
}

static bool start(struct tasks *t, struct lab_task *task)
{
    struct pool_runner *c = (struct pool_runner *)t;
    struct pool_task *x = (struct pool_task *)task;
    x->runner = c;
    x->job = (struct job){.run = run_task, .client = c->run->number, .kind = JOB_LAB};
    bool ok = pool_add(c->run->shop->pool, &x->job);
    if (!ok) /* There is room for the jobs of all labs that may run: the pool ends. The job stays in the file. */
        atomic_store(&c->run->stop, true);
    return ok;
}

static bool withdraw(struct tasks *t, struct lab_task *task)
{
    return pool_cancel(((struct pool_runner *)t)->run->shop->pool, &((struct pool_task *)task)->job);
}

struct runner pool_runner_new(struct run *r)
{
    static const struct tasks_kind kind = {sizeof(struct pool_task), share, start, withdraw, NULL};
    struct pool_runner *c = mem_zero(1, sizeof *c);
    c->run = r;
    return tasks_runner(&c->tasks, &kind);
}
