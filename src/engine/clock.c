/* How long to think; see clock.h. */
#include "engine/clock.h"

#include <math.h>

enum {
    TURNS_USUAL =
        24, /* Connect6 by experts: half of all games are over by turn 20 of both, one in ten goes past 35 */
    TURNS_LEAST = 8, /* a game that went on for long will go on for some more */
    FALL = 20,       /* of a value from one depth to the next, that is worth more time */
};

static const double SHARE_KEPT = 0.02;   /* of a limit, for the machine */
static const double SECONDS_KEPT = 0.01; /* besides */
static const double SECONDS_LEAST = 0.001;
static const double STRETCH = 3;       /* `most` as a multiple of `usual`, with a clock for the game */
static const double GAME_SHARE = 0.25; /* of what is left, no turn takes more */
static const double SETTLED_AFTER =
    0.4; /* share of the time for which the best turn must have been the best */

/* What may be thought away of a limit. */
static double usable(double limit, double lag)
{
    return fmax(limit * (1 - SHARE_KEPT) - SECONDS_KEPT - lag, SECONDS_LEAST);
}

/* Turns of its own that the side to move may still have to make, this one included. */
static double turns_ahead(const struct position *p)
{
    const struct rules *r = &p->rules;
    double played = (double)p->stones / (2.0 * r->p);
    double room = ceil((double)p->empty / (2.0 * r->p));
    return fmax(fmin(fmax(TURNS_USUAL - played, TURNS_LEAST), room), 1);
}

struct clock_plan clock_plan(const struct game_clock *c, const struct position *p)
{
    bool turn = c->turn > 0, game = c->game > 0 || c->game < 0;
    double per_turn = turn ? usable(c->turn, c->lag) : 0;
    if (!game)
        return (struct clock_plan){per_turn, per_turn};
    double left = usable(c->game, c->lag), ahead = turns_ahead(p);
    /* The increments of later turns are as good as had; that of this turn comes too late for it. */
    double later = fmax(c->increment - c->lag, 0) * (ahead - 1);
    double usual = fmin((left + later) / ahead, left);
    double most = fmin(usual * STRETCH, fmax(left * GAME_SHARE, fmin(usual, left)));
    if (turn) {
        usual = fmin(usual, per_turn);
        most = fmin(most, per_turn);
    }
    return (struct clock_plan){fmin(usual, most), most};
}

bool clock_enough(struct clock_watch *w, const struct clock_plan *plan, const struct position *p,
                  const struct engine_report *r)
{
    if (!(plan->most > 0) || r->n == 0)
        return false;
    uint64_t best = 0;
    struct squares turn = engine_turn(p, &r->line[0]);
    for (int i = 0; i < turn.n; i++)
        best += position_stone_key(turn.s[i], p->to_move);
    if (best != w->best) {
        w->best = best;
        w->since = r->seconds;
    }
    if (r->depth != w->depth) {
        w->falling = w->depth > 0 && r->line[0].value < w->value - FALL;
        w->depth = r->depth;
        w->value = r->line[0].value;
    }
    bool settled = r->seconds - w->since >= SETTLED_AFTER * r->seconds && !w->falling;
    return r->seconds >= (settled ? plan->usual : plan->most);
}
