/* How long to think: from what a clock shows to the seconds of this turn.
 *
 * Limits are for a turn, or for all turns of the rest of the game with perhaps an increment for each, or
 * both. A part is always kept back for what happens outside the search: the way of the answer, a busy
 * machine. */
#ifndef PLAY_CLOCK_H
#define PLAY_CLOCK_H

#include <stdbool.h>

#include "connect/engine/engine.h"

struct game_clock {
    double turn;      /* seconds for this turn; 0: no such limit */
    double game;      /* seconds left for this turn and all to come; 0: no such limit, negative: none left */
    double increment; /* seconds that are added for every turn played; only with `game` */
    double lag;       /* seconds that an answer is under way; added to the part kept back */
};

/* Seconds to think. Zeros: no limit. */
struct clock_plan {
    double usual; /* enough if the best turn is settled */
    double most;  /* not to be exceeded; `usual` is no larger */
};

struct clock_plan clock_plan(const struct game_clock *c, const struct position *p);

/* Has a search said enough? Told every report of it; starts zeroed. With `usual` below `most` a search goes
 * on past `usual` while its best turn has changed of late or its value falls. */
struct clock_watch {
    uint64_t best;    /* the turn that is best, as a sum over its squares */
    double since;     /* seconds at which it became the best */
    int depth, value; /* of the last finished iteration */
    bool falling;
};

bool clock_enough(struct clock_watch *w, const struct clock_plan *plan, const struct position *p,
                  const struct engine_report *r);

#endif
