/* What a claim is about, and whether its game can come to it; see cert.h. */
#include "connect/proof/cert.h"

static int stones_of(const struct position *p, enum side side)
{
    int n = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        n += p->cell[s] == cell_of(side);
    return n;
}

/* Stones for which there is no room do not count. The infinite board has room for all. */
static int with_room(const struct cert_claim *c, int left)
{
    return c->infinite || left < c->position->empty ? left : c->position->empty;
}

bool cert_reachable(const struct cert_claim *c)
{
    const struct position *p = c->position;
    enum side side;
    int left, black = 0;
    for (int i = 0; i < p->stones; i++) {
        rules_turn_at(&p->rules, i, &side, &left);
        black += side == BLACK;
    }
    rules_turn_at(&p->rules, p->stones, &side, &left);
    return stones_of(p, BLACK) == black && p->to_move == side && with_room(c, p->left) == with_room(c, left);
}

bool cert_claims(const struct cert_claim *c, const struct position *p, enum side attacker)
{
    return !c->partial && c->attacker == attacker && position_equal(c->position, p);
}
