/* Signals that wait to be asked for; see interrupt.h. */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDS = sizeof ends / sizeof *ends };

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
