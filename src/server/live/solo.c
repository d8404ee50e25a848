/* Work that one socket waits for: reviews and proofs; see feed_inner.h. */
#include "server/live/feed_inner.h"

static void unlink_solo(struct feed *l, struct solo *v)
{
    struct solo **at = &l->solos;
    while (*at && *at != v)
        at = &(*at)->next;
    if (*at)
        *at = v->next;
}

static void run(struct job *j, struct tools *d)
{
    struct solo *v = (struct solo *)j;
    struct feed *l = v->feed;
    pthread_mutex_lock(&l->lock);
    v->queued = false;
    l->running++;
    pthread_mutex_unlock(&l->lock);
    v->kind->work(v, d);
    pthread_mutex_lock(&l->lock);
    l->running--;
    if (v->socket && !l->ending && v->kind->tell(v)) {
        v->queued = true;
        if (!pool_again(l->pool, &v->job))
            v->queued = false;
    }
    if (!v->queued) {
        unlink_solo(l, v);
        v->kind->free(v);
    }
    pthread_cond_broadcast(&l->quiet);
    pthread_mutex_unlock(&l->lock);
}

bool solo_start(struct solo *v, const struct solo_kind *kind, struct feed_socket *s, int64_t id)
{
    struct feed *l = s->feed;
    v->job = (struct job){.run = run, .client = s->client, .kind = kind->job};
    v->kind = kind;
    v->feed = l;
    v->socket = s;
    v->id = id;
    v->queued = true;
    atomic_init(&v->stop, false);
    if (l->ending || !pool_add(l->pool, &v->job)) {
        feed_say_fault(s, id, PROBLEM_BUSY, kind->busy);
        kind->free(v);
        return false;
    }
    v->next = l->solos;
    l->solos = v;
    return true;
}

void solo_end(struct feed_socket *s, int64_t id)
{
    struct feed *l = s->feed;
    for (struct solo *v = l->solos, *next; v; v = next) {
        next = v->next;
        if (v->socket != s || (id >= 0 && v->id != id))
            continue;
        v->socket = NULL;
        atomic_store(&v->stop, true);
        if (v->queued && pool_cancel(l->pool, &v->job)) {
            unlink_solo(l, v);
            v->kind->free(v);
        }
    }
}
