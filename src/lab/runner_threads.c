/* Workers that are threads of this process, and have nothing else to do; see runner.h. */
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "lab/tasks.h"

enum { USUAL_MEMORY = 512 << 20 };

struct threads;

struct hand {
    struct threads *all;
    struct lab_worker *worker;
    pthread_t thread;
    char name[24];
};

struct threads {
    struct tasks tasks;
    pthread_cond_t work;
    bool over;
    int hands;
    struct hand *hand;
};

static void *work(void *arg)
{
    struct hand *h = arg;
    struct threads *t = h->all;
    pthread_mutex_lock(&t->tasks.lock);
    while (!t->over) {
        struct lab_task *x = tasks_waiting(&t->tasks);
        if (x)
            tasks_do(&t->tasks, x, h->worker, h->name);
        else
            pthread_cond_wait(&t->work, &t->tasks.lock);
    }
    pthread_mutex_unlock(&t->tasks.lock);
    return NULL;
}

static int share(struct tasks *tasks)
{
    return ((struct threads *)tasks)->hands;
}

static bool start(struct tasks *tasks, struct lab_task *x)
{
    (void)x;
    pthread_cond_signal(&((struct threads *)tasks)->work);
    return true;
}

static void end(struct tasks *tasks)
{
    struct threads *t = (struct threads *)tasks;
    pthread_mutex_lock(&tasks->lock);
    t->over = true;
    pthread_cond_broadcast(&t->work);
    pthread_mutex_unlock(&tasks->lock);
    for (int i = 0; i < t->hands; i++) {
        pthread_join(t->hand[i].thread, NULL);
        lab_worker_free(t->hand[i].worker);
    }
    pthread_cond_destroy(&t->work);
    free(t->hand);
}

struct runner runner_threads(int threads, size_t memory)
{
    static const struct tasks_kind kind = {sizeof(struct lab_task), share, start, NULL, end};
    struct threads *t = mem_zero(1, sizeof *t);
    struct runner runner = tasks_runner(&t->tasks, &kind);
    pthread_cond_init(&t->work, NULL);
    t->hand = mem_zero((size_t)threads, sizeof *t->hand);
    for (int i = 0; i < threads; i++) {
        struct hand *h = &t->hand[t->hands];
        snprintf(h->name, sizeof h->name, "local-%d", i + 1);
        h->all = t;
        h->worker = lab_worker_new(h->name, memory ? memory : USUAL_MEMORY);
        if (pthread_create(&h->thread, NULL, work, h) == 0)
            t->hands++;
        else
            lab_worker_free(h->worker);
    }
    return runner;
}
