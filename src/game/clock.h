/* How long to think: from what a clock shows to the seconds of this turn, whatever the game.
 *
 * Limits are for a turn, or for all turns of the rest of the game with perhaps an increment for each, or
 * both. A part is always kept back for what happens outside the search: the way of the answer, a busy
 * machine. */
#ifndef GAME_CLOCK_H
#define GAME_CLOCK_H

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

/* `ahead`: turns of its own that the side to move may still have to make, this one included. */
struct clock_plan clock_plan(const struct game_clock *c, double ahead);

#endif
