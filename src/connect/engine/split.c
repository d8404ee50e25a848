/* Work that threads share; see split.h. */
#include "connect/engine/split.h"

#include "base/wait.h"
#include "connect/engine/search.h"

#define LOOK_EVERY 0.01 /* seconds: worker 0 looks at the clock and reports even while it waits */

void split_init(struct engine *x)
{
    pthread_mutex_init(&x->lock, NULL);
    wait_init(&x->changed);
}

void split_done(struct engine *x)
{
    pthread_cond_destroy(&x->changed);
    pthread_mutex_destroy(&x->lock);
}

void split_lock(struct engine *x)
{
    if (x->threads > 1)
        pthread_mutex_lock(&x->lock);
}

void split_unlock(struct engine *x)
{
    if (x->threads > 1)
        pthread_mutex_unlock(&x->lock);
}

int split_take(struct worker *w, struct split *s)
{
    split_lock(w->engine);
    int i = s->next < s->n ? s->next++ : -1;
    split_unlock(w->engine);
    return i;
}

void split_cut(struct split *s)
{
    s->next = s->n;
    atomic_store_explicit(&s->cut, true, memory_order_relaxed);
}

bool split_unwanted(const struct worker *w)
{
    if (atomic_load_explicit(&w->engine->halt, memory_order_relaxed))
        return true;
    for (const struct split *s = w->split; s; s = s->up)
        if (atomic_load_explicit(&s->cut, memory_order_relaxed))
            return true;
    return false;
}

/* The split to help with: the one searched deepest, among those that are part of `under` if that is given. */
static struct split *find(const struct engine *x, const struct split *under)
{
    struct split *best = NULL;
    for (struct split *s = x->splits; s; s = s->later) {
        const struct split *up = s;
        while (up && up != under)
            up = up->up;
        if (up == under && s->next < s->n && (!best || s->depth > best->depth))
            best = s;
    }
    return best;
}

/* Goes to the split, works there and comes back. */
static void join(struct worker *w, struct split *s)
{
    struct split *was = w->split;
    int base = w->p->plies;
    w->split = s;
    for (int i = base - w->root_plies; i < s->stones; i++)
        worker_put(w, s->path[i]);
    if (!worker_out(w))
        s->work(w, s);
    while (w->p->plies > base)
        worker_take(w);
    w->split = was;
    w->out = split_unwanted(w);
}

static void wait_for_change(struct worker *w)
{
    struct engine *x = w->engine;
    x->waiting++;
    if (w->id == 0)
        wait_for(&x->changed, &x->lock, LOOK_EVERY);
    else
        pthread_cond_wait(&x->changed, &x->lock);
    x->waiting--;
    if (w->id == 0) {
        split_unlock(x);
        worker_out(w); /* the others may all be in long searches for forcing wins */
        split_lock(x);
    }
}

/* Works on some split, or waits until something changes. The lock is held before and after. */
static void help(struct worker *w, const struct split *under)
{
    struct engine *x = w->engine;
    struct split *s = find(x, under);
    if (!s) {
        wait_for_change(w);
        return;
    }
    s->helpers++;
    split_unlock(x);
    join(w, s);
    split_lock(x);
    if (--s->helpers == 0 && x->waiting > 0)
        pthread_cond_broadcast(&x->changed);
}

/* With the lock held. */
static void leave_list(struct engine *x, struct split *s)
{
    struct split **at = &x->splits;
    while (*at != s)
        at = &(*at)->later;
    *at = s->later;
}

void split_run(struct worker *w, struct split *s, bool shared)
{
    struct engine *x = w->engine;
    s->stones = w->p->plies - w->root_plies;
    atomic_init(&s->cut, false);
    if (!shared || x->threads == 1 || s->stones > SPLIT_PATH) {
        s->work(w, s);
        return;
    }
    for (int i = 0; i < s->stones; i++)
        s->path[i] = w->p->ply[w->root_plies + i].at;
    s->up = w->split;
    s->helpers = 0;
    w->split = s;
    split_lock(x);
    s->later = x->splits;
    x->splits = s;
    if (x->waiting > 0)
        pthread_cond_broadcast(&x->changed);
    split_unlock(x);

    s->work(w, s);

    split_lock(x);
    s->next = s->n; /* if this worker unwinds there are pieces left, but nobody wants them */
    while (s->helpers > 0)
        help(w, s);
    leave_list(x, s);
    split_unlock(x);
    w->split = s->up;
    w->out = split_unwanted(w);
}

void split_serve(struct worker *w)
{
    struct engine *x = w->engine;
    split_lock(x);
    while (!atomic_load(&x->halt))
        help(w, NULL);
    split_unlock(x);
}

void split_over(struct engine *x)
{
    split_lock(x);
    atomic_store(&x->halt, true);
    pthread_cond_broadcast(&x->changed);
    split_unlock(x);
}
