/* Waiting by the monotonic clock; see wait.h. */
#include "base/wait.h"

#include <errno.h>
#include <math.h>
#include <time.h>

#include "base/clock.h"

void wait_init(pthread_cond_t *c)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(c, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

bool wait_until(pthread_cond_t *c, pthread_mutex_t *lock, double moment)
{
    double whole = floor(fmax(moment, 0));
    struct timespec t = {(time_t)whole, (long)((fmax(moment, 0) - whole) * 1e9)};
    return pthread_cond_timedwait(c, lock, &t) != ETIMEDOUT;
}

bool wait_for(pthread_cond_t *c, pthread_mutex_t *lock, double seconds)
{
    return wait_until(c, lock, clock_now() + seconds);
}
