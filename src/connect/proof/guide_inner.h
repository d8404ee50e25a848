/* What guide.c and guide_line.c share. */
#ifndef CONNECT_PROOF_GUIDE_INNER_H
#define CONNECT_PROOF_GUIDE_INNER_H

#include "connect/proof/guide.h"

/* A defence and the attacker's turn that answers it; the first turn of a claim with the attacker to move has
 * no defence before it. What lies below it comes right behind it, up to `end`. */
struct guide_node {
    uint32_t end;
    uint32_t squares; /* those of the defence, then those of the turn */
    uint8_t defence, turn, unplaced;
    bool unsolved;
};

struct guide {
    struct cert_claim claim;
    struct position *position; /* of the claim */
    struct guide_node *node;
    size_t nodes, node_room;
    square *square;
    size_t squares, square_room;
};

static inline void guide_place(struct position *p, const struct squares *s)
{
    for (int i = 0; i < s->n; i++)
        position_place(p, s->s[i]);
}

struct squares guide_node_defence(const struct guide *g, uint32_t at);
struct squares guide_node_turn(const struct guide *g, uint32_t at);

#endif
