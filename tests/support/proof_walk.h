/* Is a position won by a certificate? Answered by following the certificate from its root, stone by stone and through every
 * symmetry: nothing is looked up, and nothing of the opening database is used. */
#ifndef SUPPORT_PROOF_WALK_H
#define SUPPORT_PROOF_WALK_H

#include "connect/proof/guide.h"

/* Does the proof win this open game, at the beginning of a turn, for its attacker? If that side is to move, with the turn
 * that was `told`. The stones of the proof may have come in another order; the loser's turns that the proof
 * counts as others are followed in the order of the game. */
bool proof_walk_wins(const struct guide *g, const struct position *game, const struct squares *told);

#endif
