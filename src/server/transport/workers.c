/* The threads that answer requests; see workers.h. */
#include "server/transport/workers.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/mem.h"

enum {
    STACK_BYTES = 8 << 20, /* of addresses: jansson reads 2,048 levels by recursion */
    THREADS_MOST = 64,
};

enum { WORK_SMALL, WORK_LARGE, WORK_HURRIES };

struct workers {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct queue *queue;
    bool ending;
    int threads, started;
    pthread_t thread[THREADS_MOST];
};

/* Of so many threads a client may have all but one. */
static int share(int threads)
{
    return threads > 1 ? threads - 1 : 1;
}

/* One that hurries; or whose turn it is, a large one only while half of the threads are left for others. NULL: none may
 * run now. The lock is held. */
static struct job *next_job(struct workers *w)
{
    static const struct queue_share hurried = {.most[WORK_HURRIES] = THREADS_MOST};
    struct queue_share s = {.most[WORK_SMALL] = THREADS_MOST, .all = share(w->started)};
    int half = w->started > 1 ? w->started / 2 : 1;
    if (queue_running(w->queue, WORK_LARGE) < half)
        s.most[WORK_LARGE] = share(half);
    struct job *j = queue_next(w->queue, &hurried);
    return j ? j : queue_next(w->queue, &s);
}

static int waiting(const struct workers *w)
{
    return queue_waiting(w->queue, WORK_SMALL) + queue_waiting(w->queue, WORK_LARGE) +
           queue_waiting(w->queue, WORK_HURRIES);
}

static void *work(void *context)
{
    struct workers *w = context;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        struct job *j = next_job(w);
        if (!j && w->ending && !waiting(w))
            break;
        if (!j) {
            pthread_cond_wait(&w->work, &w->lock);
            continue;
        }
        uint64_t client = j->client;
        unsigned kind = j->kind;
        pthread_mutex_unlock(&w->lock);
        j->run(j, NULL); /* may be freed by now */
        pthread_mutex_lock(&w->lock);
        queue_done(w->queue, client, kind);
        if (kind == WORK_LARGE || w->ending)
            pthread_cond_broadcast(&w->work);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static bool start(struct workers *w)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    bool ok = pthread_create(&w->thread[w->started], &attributes, work, w) == 0;
    pthread_attr_destroy(&attributes);
    return ok;
}

struct workers *workers_new(int threads, struct err *e)
{
    struct workers *w = mem_zero(1, sizeof *w);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->work, NULL);
    w->queue = queue_new(NULL);
    w->threads = threads < THREADS_MOST ? threads : THREADS_MOST;
    pthread_mutex_lock(&w->lock);
    while (w->started < w->threads && start(w))
        w->started++;
    pthread_mutex_unlock(&w->lock);
    if (w->started > 0)
        return w;
    workers_free(w);
    err_set(e, "cannot start a thread");
    return NULL;
}

void workers_free(struct workers *w)
{
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    pthread_cond_broadcast(&w->work);
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < w->started; i++)
        pthread_join(w->thread[i], NULL);
    queue_free(w->queue);
    pthread_cond_destroy(&w->work);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

static void add(struct workers *w, struct job *j, unsigned kind)
{
    pthread_mutex_lock(&w->lock);
    j->kind = kind;
    (void)queue_add(w->queue, j); /* which has no end */
    pthread_cond_signal(&w->work);
    pthread_mutex_unlock(&w->lock);
}

void workers_add(struct workers *w, struct job *j, bool large)
{
    add(w, j, large ? WORK_LARGE : WORK_SMALL);
}

void workers_hurry(struct workers *w, struct job *j)
{
    add(w, j, WORK_HURRIES);
}

int workers_waiting(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    int n = waiting(w);
    pthread_mutex_unlock(&w->lock);
    return n;
}
