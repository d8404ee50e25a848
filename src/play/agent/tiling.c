/* tiling: draws drawn games by breaking every row (drawn-k-in-a-row-games; connect/theory/breaker.h).
 *
 * For k ≥ k_draw(p) and q ≤ p it never loses, on boards of any size and with either colour. A row that it can
 * complete in this turn it completes; stones that no answer needs go where the agent `sequences` would place
 * them, so that careless opponents lose. */
#include "play/agent/kinds.h"

#include <stdlib.h>

#include "base/mem.h"
#include "connect/theory/breaker.h"

struct tiling {
    struct bot bot;
    struct breaker *breaker;
    struct bot *filler;
};

static bool init(struct bot *a, const struct game *game, const struct bot_value *v, struct err *e)
{
    (void)v;
    struct tiling *t = (struct tiling *)a;
    t->breaker = breaker_new(agent_rules(game), e);
    t->filler = t->breaker ? bot_make(&agent_sequences, NULL, game, a->seed, e) : NULL;
    return t->filler != NULL;
}

static void done(struct bot *a)
{
    struct tiling *t = (struct tiling *)a;
    breaker_free(t->breaker);
    bot_free(t->filler);
}

static void choose(struct bot *a, struct game *game, struct squares *out)
{
    struct threats *t = connect_threats(game);
    struct tiling *me = (struct tiling *)a;
    struct position *p = t->position;
    int length = position_turn_length(p), placed = 0;
    *out = threats_winning_squares(t);
    if (out->n == 0)
        breaker_answer(me->breaker, p, out);
    while (placed < out->n && p->outcome == OUTCOME_OPEN)
        threats_place(t, out->s[placed++]);
    out->n = placed;
    if (out->n < length && p->outcome == OUTCOME_OPEN)
        bot_extend(a, me->filler, game, out);
    for (int i = 0; i < out->n; i++)
        threats_undo(t);
}

const struct bot_kind agent_tiling = {
    .name = "tiling",
    .about = "never loses where k is at least k_draw(p): breaks every row by tilings of the plane",
    .size = sizeof(struct tiling),
    .init = init,
    .done = done,
    .choose = choose,
};
