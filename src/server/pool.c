/* The bounded pool of engine jobs; see pool.h. */
#include "server/pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/mem.h"

enum { NICE = 10 }; /* how much nicer the pool's threads are, so that web threads come first */

struct queue {
    struct job *first, *last;
    int count;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct queue quick, slow;
    int threads, slow_running, running;
    bool ending;
    size_t hash_bytes; /* of one engine */
    pthread_t *thread;
    int started;
};

static void push(struct queue *q, struct job *j)
{
    j->next = NULL;
    j->waiting = true;
    if (q->last)
        q->last->next = j;
    else
        q->first = j;
    q->last = j;
    q->count++;
}

static struct job *pop(struct queue *q)
{
    struct job *j = q->first;
    q->first = j->next;
    if (!q->first)
        q->last = NULL;
    q->count--;
    j->waiting = false;
    return j;
}

static bool take_out(struct queue *q, struct job *j)
{
    struct job *before = NULL;
    for (struct job *x = q->first; x; before = x, x = x->next)
        if (x == j) {
            if (before)
                before->next = j->next;
            else
                q->first = j->next;
            if (q->last == j)
                q->last = before;
            q->count--;
            j->waiting = false;
            return true;
        }
    return false;
}

/* The next job that may run, NULL if there is none; the lock is held. */
static struct job *next_job(struct pool *p)
{
    if (p->quick.first)
        return pop(&p->quick);
    if (p->slow.first && p->slow_running < p->threads) {
        p->slow_running++;
        return pop(&p->slow);
    }
    return NULL;
}

static void *work(void *context)
{
    struct pool *p = context;
    struct desk desk = {.hash_bytes = p->hash_bytes};
    /* On Linux 0 is this thread alone. Without the right to be nicer there is nothing to be done. */
    (void)setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + NICE);
    pthread_mutex_lock(&p->lock);
    while (!p->ending) {
        struct job *j = next_job(p);
        if (!j) {
            pthread_cond_wait(&p->work, &p->lock);
            continue;
        }
        bool quick = j->quick;
        p->running++;
        pthread_mutex_unlock(&p->lock);
        j->run(j, &desk); /* may be freed by now */
        pthread_mutex_lock(&p->lock);
        p->running--;
        if (!quick) {
            p->slow_running--;
            pthread_cond_broadcast(&p->work);
        }
    }
    pthread_mutex_unlock(&p->lock);
    desk_done(&desk);
    return NULL;
}

struct pool *pool_new(int threads, size_t hash_bytes)
{
    assert(threads >= 1);
    struct pool *p = mem_zero(1, sizeof *p);
    int all = 2 * threads;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work, NULL);
    p->threads = threads;
    p->hash_bytes = hash_bytes / (size_t)all;
    p->thread = mem_zero((size_t)all, sizeof *p->thread);
    for (; p->started < all; p->started++)
        if (pthread_create(&p->thread[p->started], NULL, work, p) != 0)
            break;
    return p;
}

void pool_free(struct pool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->ending = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->started; i++)
        pthread_join(p->thread[i], NULL);
    pthread_cond_destroy(&p->work);
    pthread_mutex_destroy(&p->lock);
    free(p->thread);
    free(p);
}

bool pool_add(struct pool *p, struct job *j)
{
    pthread_mutex_lock(&p->lock);
    bool ok = !p->ending && p->started > 0 && p->quick.count + p->slow.count < POOL_MOST_WAITING;
    if (ok) {
        push(j->quick ? &p->quick : &p->slow, j);
        pthread_cond_signal(&p->work);
    }
    pthread_mutex_unlock(&p->lock);
    return ok;
}

bool pool_cancel(struct pool *p, struct job *j)
{
    pthread_mutex_lock(&p->lock);
    bool out = take_out(j->quick ? &p->quick : &p->slow, j);
    pthread_mutex_unlock(&p->lock);
    return out;
}

int pool_waiting(struct pool *p, bool quick)
{
    pthread_mutex_lock(&p->lock);
    int n = quick ? p->quick.count : p->slow.count;
    pthread_mutex_unlock(&p->lock);
    return n;
}

int pool_ahead(struct pool *p, const struct job *j)
{
    int n = 0, found = -1;
    pthread_mutex_lock(&p->lock);
    for (const struct job *x = j->quick ? p->quick.first : p->slow.first; x && found < 0; x = x->next, n++)
        if (x == j)
            found = n;
    pthread_mutex_unlock(&p->lock);
    return found;
}

int pool_width(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    bool alone = p->running <= 1 && !p->quick.first && !p->slow.first;
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
