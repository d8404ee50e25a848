/* Lines on a thread of their own; see listen.h. */
#include "cli/play/listen.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/wait.h"
#include "play/protocol/line.h"

enum { QUEUED_MOST = 1 << 20 }; /* bytes: whoever says more without waiting has to wait */
#define GRACE_SECONDS 0.5

struct listener {
    FILE *in;
    bool (*last)(const char *line);
    pthread_t thread;
    pthread_mutex_t lock; /* guards the rest */
    pthread_cond_t changed;
    struct buf queue; /* lines with their ends */
    size_t taken;     /* bytes of it */
    bool ended;       /* there will be no more */
    bool done;        /* nobody waits for lines */
    atomic_bool over;
};

static void *listen(void *ctx)
{
    struct listener *l = ctx;
    char *text = mem_alloc(LINE_MOST + 1);
    bool on = true;
    while (on && line_read(l->in, text)) {
        on = !l->last(text);
        pthread_mutex_lock(&l->lock);
        while (l->queue.len - l->taken > QUEUED_MOST && !l->done)
            pthread_cond_wait(&l->changed, &l->lock);
        buf_format(&l->queue, "%s\n", text);
        pthread_cond_broadcast(&l->changed);
        pthread_mutex_unlock(&l->lock);
    }
    free(text);
    double until = clock_now() + GRACE_SECONDS;
    pthread_mutex_lock(&l->lock);
    l->ended = true;
    pthread_cond_broadcast(&l->changed);
    while (!l->done && wait_until(&l->changed, &l->lock, until))
        continue;
    pthread_mutex_unlock(&l->lock);
    atomic_store(&l->over, true);
    return NULL;
}

struct listener *listener_new(FILE *in, bool (*last)(const char *line))
{
    struct listener *l = mem_zero(1, sizeof *l);
    l->in = in;
    l->last = last;
    atomic_init(&l->over, false);
    pthread_mutex_init(&l->lock, NULL);
    wait_init(&l->changed);
    if (pthread_create(&l->thread, NULL, listen, l) == 0)
        return l;
    pthread_cond_destroy(&l->changed);
    pthread_mutex_destroy(&l->lock);
    free(l);
    return NULL;
}

void listener_free(struct listener *l)
{
    pthread_mutex_lock(&l->lock);
    l->done = true;
    pthread_cond_broadcast(&l->changed);
    pthread_mutex_unlock(&l->lock);
    pthread_join(l->thread, NULL);
    pthread_cond_destroy(&l->changed);
    pthread_mutex_destroy(&l->lock);
    buf_free(&l->queue);
    free(l);
}

bool listener_line(struct listener *l, char *out)
{
    pthread_mutex_lock(&l->lock);
    while (l->taken == l->queue.len && !l->ended)
        pthread_cond_wait(&l->changed, &l->lock);
    bool any = l->taken < l->queue.len;
    if (any) {
        const char *line = l->queue.text + l->taken;
        size_t n = strcspn(line, "\n");
        memcpy(out, line, n);
        out[n] = '\0';
        l->taken += n + 1;
    }
    if (l->taken == l->queue.len) {
        buf_free(&l->queue);
        l->taken = 0;
    }
    pthread_cond_broadcast(&l->changed);
    pthread_mutex_unlock(&l->lock);
    return any;
}

const atomic_bool *listener_over(const struct listener *l)
{
    return &l->over;
}
