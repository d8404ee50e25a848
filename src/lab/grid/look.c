/* Who is there, and what waits; see grid.h. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/mem.h"
#include "lab/grid/grid.h"
#include "lab/grid/signs.h"

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
    if (grid_sign_read(natsMsg_GetData(m), (size_t)natsMsg_GetDataLength(m), &sign, NULL)) {
        pthread_mutex_lock(&w->lock);
        grid_signs_add(&w->signs, &sign, clock_now());
        pthread_mutex_unlock(&w->lock);
    }
    natsMsg_Destroy(m);
}

static uint64_t messages(struct grid_link *l, const char *stream)
{
    jsStreamInfo *info = NULL;
    if (js_GetStreamInfo(&info, l->js, stream, NULL, NULL) != NATS_OK)
        return 0;
    uint64_t n = info->State.Msgs;
    jsStreamInfo_Destroy(info);
    return n;
}

static void wait_for(double seconds)
{
    struct timespec t = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

bool grid_look(const struct grid_options *o, double seconds, struct grid_status *out, struct err *e)
{
    struct grid_link l;
    struct watch w = {.signs = {NULL, 0, 0}};
    natsSubscription *here = NULL;
    *out = (struct grid_status){NULL, 0, 0, 0, 0};
    if (!grid_open(&l, o, NULL, e))
        return false;
    pthread_mutex_init(&w.lock, NULL);
    natsStatus s = natsConnection_Subscribe(&here, l.nc, "hexad.here", on_sign, &w);
    if (s == NATS_OK) {
        (void)natsConnection_PublishString(l.nc, "hexad.who", "");
        wait_for(seconds);
        out->jobs = messages(&l, GRID_JOBS);
        out->results = messages(&l, GRID_RESULTS);
    }
    grid_unsubscribe(here);
    grid_close(&l);
    for (size_t i = 0; i < w.signs.count; i++) {
        out->sign = mem_grow(out->sign, &out->room, out->signs + 1, sizeof *out->sign);
        out->sign[out->signs++] = w.signs.seen[i].sign;
    }
    grid_signs_free(&w.signs);
    pthread_mutex_destroy(&w.lock);
    return s == NATS_OK || err_set(e, "the broker: %s", natsStatus_GetText(s));
}

void grid_status_free(struct grid_status *s)
{
    free(s->sign);
    *s = (struct grid_status){NULL, 0, 0, 0, 0};
}
