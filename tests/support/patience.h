/* How long anything may take before a test gives up on it. A busy machine is slow, and no test is about that: tests wait for states, and
 * what has to end in time is measured in processor time, or by a clock that the test drives. */
#ifndef SUPPORT_PATIENCE_H
#define SUPPORT_PATIENCE_H

#include <unistd.h>

#include "base/clock.h"

#define PATIENCE 300.0 /* seconds */

/* Waits until it is so, and fails the test if it never is. */
#define WAIT_UNTIL(condition)                                                \
    for (double until_ = clock_now() + PATIENCE; !(condition); usleep(2000)) \
        if (clock_now() > until_)                                            \
    fail_msg("%s:%d: it does not come: %s", __FILE__, __LINE__, #condition)

#endif
