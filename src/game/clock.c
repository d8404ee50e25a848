/* How long to think; see clock.h. */
#include "game/clock.h"

#include <math.h>
#include <stdbool.h>

/* Of a limit, for the machine; and besides. */
static const double SHARE_KEPT = 0.02, SECONDS_KEPT = 0.01;
static const double SECONDS_LEAST = 0.001;
/* With a clock for the game: `most` as a multiple of `usual`, but no more than this share of what is left. */
static const double STRETCH = 3, GAME_SHARE = 0.25;
/* The share of what is left that may go if increments, or the end of the board, make up for it. */
static const double LAST_SHARE = 0.8;

/* What may be thought away of a limit. */
static double usable(double limit, double lag)
{
    return fmax(limit * (1 - SHARE_KEPT) - SECONDS_KEPT - lag, SECONDS_LEAST);
}

struct clock_plan clock_plan(const struct game_clock *c, double ahead)
{
    bool turn = c->turn > 0, game = c->game > 0 || c->game < 0;
    double per_turn = turn ? usable(c->turn, c->lag) : 0;
    if (!game)
        return (struct clock_plan){per_turn, per_turn};
    double left = usable(c->game, c->lag);
    /* The increments of later turns are as good as had; that of this turn comes too late for it. */
    double later = fmax(c->increment - c->lag, 0) * (ahead - 1);
    double usual = fmin((left + later) / ahead, left * LAST_SHARE);
    double most = fmin(usual * STRETCH, fmax(left * GAME_SHARE, fmin(usual, left)));
    if (turn) {
        usual = fmin(usual, per_turn);
        most = fmin(most, per_turn);
    }
    return (struct clock_plan){fmin(usual, most), most};
}
