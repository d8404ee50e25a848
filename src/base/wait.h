/* Waiting for other threads, for no longer than until a moment of a clock that nobody sets: pthread's own waits go by the
 * time of day, which jumps. */
#ifndef BASE_WAIT_H
#define BASE_WAIT_H

#include <pthread.h>
#include <stdbool.h>

/* Makes a condition for the waits below; pthread_cond_destroy ends it. */
void wait_init(pthread_cond_t *c);

/* Waits with the lock held, until the condition is signalled (or for no reason, as pthread does) or this moment of clock_now()
 * has come, which is told by false. */
bool wait_until(pthread_cond_t *c, pthread_mutex_t *lock, double moment);

/* The same for so many seconds from now on. */
bool wait_for(pthread_cond_t *c, pthread_mutex_t *lock, double seconds);

#endif
