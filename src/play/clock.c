/* Whether a search has said enough; see clock.h. */
#include "play/clock.h"

enum { FALL = 20 }; /* of a value from one depth to the next, that is worth more time */

/* The share of its time for which a turn must have been the best to be settled. */
static const double SETTLED_AFTER = 0.4;

bool clock_enough(struct clock_watch *w, const struct clock_plan *plan, const struct position *p,
                  const struct report *r)
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
