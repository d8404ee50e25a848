/* Ladders: which moves capture a chain of two liberties by ataris alone.
 *
 * The attacker plays on one of the chain's two liberties, legally, so that one is left. From then on:
 *   - the defender, whose chain has one liberty, may play on it, or on the last liberty of an attacker's chain that
 *     touches his; if none of these moves is legal, or none saves him, he is captured;
 *   - after his move a chain of three liberties or more has escaped; one of two is attacked on either of them again;
 *     one of one liberty is captured, unless ko forbids it at that moment.
 * Whatever the ko rule of the game, no position may come again in a ladder, neither of its own nor of the game before it:
 * there are some that would go round for ever. Nobody plays elsewhere in between. A reading of more than GO_LADDER_MOST
 * positions, or of more than GO_LADDER_DEEPEST moves of the attacker, counts as an escape. */
#ifndef GO_LADDER_H
#define GO_LADDER_H

#include "go/go.h"

enum { GO_LADDER_MOST = 5000, GO_LADDER_DEEPEST = 400 };

/* All points from which the side to move captures some chain in a ladder. `g` is as before afterwards. Returns how
 * many readings were cut off. */
int go_ladders(struct go *g, struct go_set *out);

/* Does playing on `at`, a liberty of this chain of the other colour with two of them, capture it in a ladder? */
bool go_ladder_captures(struct go *g, go_point chain, go_point at);

#endif
