/* The end comes in time; see hurry.h. */
#include "server/hurry.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/mem.h"

struct hurry {
    pthread_t thread;
    struct deadline until;
    atomic_bool over;
    void (*leave)(void);
};

static void *watch(void *context)
{
    struct hurry *h = context;
    while (!atomic_load(&h->over)) {
        if (deadline_over(&h->until)) {
            h->leave();
            break;
        }
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    return NULL;
}

struct hurry *hurry_start(double cpu, double wall, void (*leave)(void))
{
    struct hurry *h = mem_zero(1, sizeof *h);
    h->until = deadline_in(wall, cpu, CPU_PROCESS, NULL);
    h->leave = leave;
    atomic_init(&h->over, false);
    if (pthread_create(&h->thread, NULL, watch, h) == 0)
        return h;
    free(h);
    return NULL;
}

void hurry_stop(struct hurry *h)
{
    if (!h)
        return;
    atomic_store(&h->over, true);
    pthread_join(h->thread, NULL);
    free(h);
}
