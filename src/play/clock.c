/* How long to think; see clock.h. */
#include "play/clock.h"

#include <math.h>

/* Half of the experts' games of Connect6 are over after 10 turns of each side, nine of ten after 17. */
enum {
    TURNS_USUAL = 18, /* to plan for at the beginning */
    TURNS_LEAST = 7,  /* a game that went on for long will go on for some more */
    FALL = 20,        /* of a value from one depth to the next, that is worth more time */
};

/* Of a limit, for the machine; and besides. */
static const double SHARE_KEPT = 0.02, SECONDS_KEPT = 0.01;
static const double SECONDS_LEAST = 0.001;
/* With a clock for the game: `most` as a multiple of `usual`, but no more than this share of what is left. */
static const double STRETCH = 3, GAME_SHARE = 0.25;
/* The share of what is left that may go if increments, or the end of the board, make up for it. */
static const double LAST_SHARE = 0.8;
/* The share of its time for which a turn must have been the best to be settled. */
static const double SETTLED_AFTER = 0.4;

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
    double usual = fmin((left + later) / ahead, left * LAST_SHARE);
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
