/* Who is there; see grid.h. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/mem.h"
#include "lab/grid/grid.h"
#include "lab/grid/older.h"

struct watch {
    pthread_mutex_t lock;
    struct grid_signs signs;
};

static void on_sign(natsConnection *nc, natsSubscription *sub, natsMsg *m, void *context)
{
    struct watch *w = context;
    struct grid_sign sign;
    (void)nc;
    (void)sub;
    pthread_mutex_lock(&w->lock);
    if (grid_signs_may(&w->signs, natsMsg_GetSubject(m), clock_now()) &&
        grid_sign_read(natsMsg_GetSubject(m), natsMsg_GetData(m), (size_t)natsMsg_GetDataLength(m), &sign,
                       NULL))
        (void)grid_signs_add(&w->signs, &sign, clock_now());
    pthread_mutex_unlock(&w->lock);
    natsMsg_Destroy(m);
}

static void wait_for(double seconds)
{
    struct timespec t = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

static void keep_signs(const struct watch *w, struct grid_status *out)
{
    for (size_t i = 0; i < w->signs.count; i++) {
        out->sign = mem_grow(out->sign, &out->room, out->signs + 1, sizeof *out->sign);
        out->sign[out->signs++] = w->signs.seen[i].sign;
    }
}

bool grid_look(const struct grid_options *o, double seconds, struct grid_status *out, struct err *e)
{
    struct grid_link l = {.nc = NULL};
    struct grid_older older;
    struct watch w = {.signs = {NULL, 0, 0, 0}};
    natsSubscription *here = NULL;
    struct buf nothing = BUF_EMPTY;
    *out = (struct grid_status){.sign = NULL};
    if (!grid_link_user(&l, o, GRID_COORDINATOR, e) || !grid_open(&l, o, NULL, e))
        return false;
    pthread_mutex_init(&w.lock, NULL);
    bool ok = grid_older_listen(&older, &l, NULL, NULL, e) &&
              grid_subscribe(&l, &here, GRID_HERE_ALL, on_sign, &w, GRID_SIGNS_MOST, 64 << 20, e);
    if (ok) {
        (void)grid_say(&l, GRID_WHO, &nothing);
        wait_for(seconds);
        ok = grid_permitted(&l, e);
    }
    grid_unsubscribe(here);
    grid_older_end(&older);
    grid_close(&l);
    keep_signs(&w, out);
    out->older = older.name;
    out->olders = older.names;
    grid_signs_free(&w.signs);
    pthread_mutex_destroy(&w.lock);
    if (!ok)
        grid_status_free(out);
    return ok;
}

void grid_status_free(struct grid_status *s)
{
    free(s->sign);
    free(s->older);
    *s = (struct grid_status){.sign = NULL};
}
