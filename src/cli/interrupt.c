/* Signals that wait to be asked for; see interrupt.h. */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>

static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDS = sizeof ends / sizeof *ends, LOOK_NANOSECONDS = 20000000 };

void interrupt_hold(void)
{
    sigset_t held;
    sigemptyset(&held);
    for (int i = 0; i < ENDS; i++) {
        struct sigaction now;
        if (sigaction(ends[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaddset(&held, ends[i]);
    }
    sigprocmask(SIG_BLOCK, &held, NULL);
}

bool interrupt_came(void *unused)
{
    sigset_t waiting;
    (void)unused;
    bool came = false;
    if (sigpending(&waiting) == 0)
        for (int i = 0; i < ENDS; i++)
            came = came || sigismember(&waiting, ends[i]) == 1;
    return came;
}

static void *keep_watch(void *ctx)
{
    struct interrupt_watch *w = ctx;
    while (!atomic_load(&w->done)) {
        if (interrupt_came(NULL))
            atomic_store(&w->stop, true);
        nanosleep(&(struct timespec){0, LOOK_NANOSECONDS}, NULL);
    }
    return NULL;
}

void interrupt_watch(struct interrupt_watch *w)
{
    interrupt_hold();
    atomic_init(&w->stop, false);
    atomic_init(&w->done, false);
    w->on = pthread_create(&w->thread, NULL, keep_watch, w) == 0;
    if (!w->on) { /* nobody to ask: then they end the program as usual */
        sigset_t held;
        sigemptyset(&held);
        for (int i = 0; i < ENDS; i++)
            sigaddset(&held, ends[i]);
        sigprocmask(SIG_UNBLOCK, &held, NULL);
    }
}

void interrupt_done(struct interrupt_watch *w)
{
    atomic_store(&w->done, true);
    if (w->on)
        pthread_join(w->thread, NULL);
    w->on = false;
}
