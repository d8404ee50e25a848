/* The threads that answer requests; see workers.h. */
#include "server/transport/workers.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/mem.h"

enum {
    STACK_BYTES = 8 << 20, /* of addresses: jansson reads 2,048 levels by recursion */
    THREADS_MOST = 64,
};

struct workers {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct task *first, **last;
    int waiting;
    bool ending;
    int threads, started, large; /* large: that run */
    pthread_t thread[THREADS_MOST];
    struct {
        bool busy, large;
        uint64_t client;
    } at[THREADS_MOST];
};

struct place {
    struct workers *workers;
    int number;
};

static int running_of(const struct workers *w, uint64_t client, bool large_only)
{
    int n = 0;
    for (int i = 0; i < w->started; i++)
        n += w->at[i].busy && w->at[i].client == client && (w->at[i].large || !large_only);
    return n;
}

/* Of so many threads a client may have all but one. */
static int share(int threads)
{
    return threads > 1 ? threads - 1 : 1;
}

/* May it run now? Large ones only while half of the threads are left for others. */
static bool may_run(const struct workers *w, const struct task *e, int running)
{
    int large_most = w->started > 1 ? w->started / 2 : 1;
    if (e->hurries)
        return true;
    if (e->large && (w->large >= large_most || running_of(w, e->client, true) >= share(large_most)))
        return false;
    return running < share(w->started);
}

/* The next task: one that hurries; or of whoever has the fewest at work, the first that came. NULL: none may run now. The
 * lock is held. */
static struct task *next_task(struct workers *w)
{
    struct task **best = NULL;
    int fewest = 0;
    for (struct task **at = &w->first; *at; at = &(*at)->next) {
        int n = (*at)->hurries ? 0 : running_of(w, (*at)->client, false);
        if (!may_run(w, *at, n))
            continue;
        if (!best || n < fewest) {
            best = at;
            fewest = n;
        }
        if (fewest == 0)
            break;
    }
    if (!best)
        return NULL;
    struct task *e = *best;
    *best = e->next;
    if (!*best && w->last == &e->next)
        w->last = best;
    w->waiting--;
    return e;
}

static void *work(void *context)
{
    struct place *place = context;
    struct workers *w = place->workers;
    int me = place->number;
    free(place);
    pthread_mutex_lock(&w->lock);
    for (;;) {
        struct task *e = next_task(w);
        if (!e && w->ending && !w->first)
            break;
        if (!e) {
            pthread_cond_wait(&w->work, &w->lock);
            continue;
        }
        bool large = e->large;
        w->at[me].busy = true;
        w->at[me].large = large;
        w->at[me].client = e->client;
        w->large += large;
        pthread_mutex_unlock(&w->lock);
        e->run(e);
        pthread_mutex_lock(&w->lock);
        w->at[me].busy = false;
        w->large -= large;
        if (large || w->ending)
            pthread_cond_broadcast(&w->work);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static bool start(struct workers *w)
{
    pthread_attr_t attributes;
    struct place *place = mem_alloc(sizeof *place);
    *place = (struct place){w, w->started};
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    bool ok = pthread_create(&w->thread[w->started], &attributes, work, place) == 0;
    pthread_attr_destroy(&attributes);
    if (!ok)
        free(place);
    return ok;
}

struct workers *workers_new(int threads, struct err *e)
{
    struct workers *w = mem_zero(1, sizeof *w);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->work, NULL);
    w->last = &w->first;
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
    pthread_cond_destroy(&w->work);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

void workers_add(struct workers *w, struct task *e)
{
    pthread_mutex_lock(&w->lock);
    e->hurries = false;
    e->next = NULL;
    *w->last = e;
    w->last = &e->next;
    w->waiting++;
    pthread_cond_signal(&w->work);
    pthread_mutex_unlock(&w->lock);
}

void workers_hurry(struct workers *w, struct task *e)
{
    pthread_mutex_lock(&w->lock);
    e->hurries = true;
    e->next = w->first;
    w->first = e;
    if (!e->next)
        w->last = &e->next;
    w->waiting++;
    pthread_cond_signal(&w->work);
    pthread_mutex_unlock(&w->lock);
}

int workers_waiting(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    int n = w->waiting;
    pthread_mutex_unlock(&w->lock);
    return n;
}
