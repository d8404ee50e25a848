/* Who owns what at the end: area scoring (Tromp and Taylor), eyes. */
#ifndef GO_SCORE_H
#define GO_SCORE_H

#include "go/go.h"

/* Black's points minus White's with komi, in half points: stones, and empty points that reach only one colour. All
 * stones count as alive. */
int go_score(const struct go *g);

/* The same, point by point: CELL_BLACK, CELL_WHITE or CELL_EMPTY (nobody's). */
void go_area(const struct go *g, uint8_t owner[GO_POINTS]);

/* The score of a board that is owned so. */
int go_score_of(const struct go *g, const uint8_t owner[GO_POINTS]);

/* Is this empty point an eye of the side that filling would destroy: all neighbours its stones, and of the
 * diagonal ones at most one the other colour's, none at the edge? */
bool go_eye(const struct go *g, go_point at, enum side side);

#endif
