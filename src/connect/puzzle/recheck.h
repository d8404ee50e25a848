/* A puzzle checked from nothing: what it says of itself is worked out again and proved. */
#ifndef CONNECT_PUZZLE_RECHECK_H
#define CONNECT_PUZZLE_RECHECK_H

#include "connect/puzzle/find.h"

/* Is it solvable in exactly so many turns, by a certificate that the checker accepts, and not in fewer; are key
 * and first turns right? If not, the message says what is wrong. `f` has the puzzle's rules. */
bool finder_recheck(struct finder *f, const struct puzzle *p, struct err *e);

#endif
