/* Clocks of games between people: a main time, an increment for every turn, byo-yomi. Milliseconds; whoever calls knows what time it
 * is.
 *
 * A turn takes from the main time first. When that is over, periods of byo-yomi follow: a turn that ends within one keeps it, one
 * that goes beyond it loses it, and who has lost all of them has lost the game. */
#ifndef SERVER_DUELS_TIMING_H
#define SERVER_DUELS_TIMING_H

#include <stdbool.h>
#include <stdint.h>

/* What one side has. Without main time and periods there is no clock. */
struct timing_rules {
    int64_t main, increment, period;
    int periods;
};

/* What is left of it. */
struct timing {
    int64_t left; /* of the main time */
    int periods;
};

static inline bool timing_runs(const struct timing_rules *r)
{
    return r->main > 0 || r->periods > 0;
}

static inline struct timing timing_full(const struct timing_rules *r)
{
    return (struct timing){r->main, r->periods};
}

/* Milliseconds that this turn may take. */
int64_t timing_all(const struct timing_rules *r, const struct timing *t);

/* What is left when this turn has taken so long. False: all of it is used up. */
bool timing_after(const struct timing_rules *r, struct timing *t, int64_t used);

/* The same at the end of the turn: the increment is added while there is main time. */
bool timing_turn(const struct timing_rules *r, struct timing *t, int64_t used);

/* What the clock shows when the turn has taken so long: of the main time, or of the period. */
int64_t timing_shown(const struct timing_rules *r, const struct timing *t, int64_t used, int *periods);

#endif
