/* Has a search by a clock (game/clock.h) said enough? */
#ifndef PLAY_CLOCK_H
#define PLAY_CLOCK_H

#include <stdbool.h>

#include "connect/engine/engine.h"
#include "game/clock.h"

/* Has a search said enough? Told every report of it; starts zeroed. With `usual` below `most` a search goes
 * on past `usual` while its best turn has changed of late or its value falls. */
struct clock_watch {
    uint64_t best;    /* the turn that is best, as a sum over its squares */
    double since;     /* seconds at which it became the best */
    int depth, value; /* of the last finished iteration */
    bool falling;
};

bool clock_enough(struct clock_watch *w, const struct clock_plan *plan, const struct position *p,
                  const struct report *r);

#endif
