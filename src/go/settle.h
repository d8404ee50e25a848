/* Whether a game of Go has come to its end but for the counting: players that cannot read find out by playing on. */
#ifndef GO_SETTLE_H
#define GO_SETTLE_H

#include "base/rng.h"
#include "go/go.h"

/* Plays on by chance, without filling eyes, some tens of times: does nearly every game give each point to the same side?
 * `owner` has who gets each point most often (CELL_BLACK, CELL_WHITE), so that dead stones belong to who surrounds them. An
 * answer of no may be wrong (a seki), and also one of yes: chance does not know what a single move in the right place does. */
bool go_settled(const struct go *g, struct rng *r, uint8_t owner[GO_POINTS]);

/* Has the other side passed, and is there nothing to win for the side to move by going on? A board that is won as it stands may
 * be lost where dead stones are taken off, by players or a referee: then it is better to go on, which costs nothing. */
bool go_enough(const struct go *g, struct rng *r);

#endif
