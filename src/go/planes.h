/* The 36 input planes of the paper's Table 1 (SPEC 9) for the side to move.
 *
 * Planes are bytes, 0 or 1, plane after plane, each size * size points: out[plane * size * size + point]. A point is
 * row * size + column, rows from the bottom, columns from the left (go.h): point 0 is A1, point size - 1 the lower
 * right corner. A target (the move that was played) is the same number.
 *
 * Black and white are colours, not "mine" and "yours", as in the paper, which has one output for each colour to
 * move. No other plane names a colour, so that swapping the two makes of them what the player sees (game/planes.h).
 *
 *     0       black stones
 *     1       white stones
 *     2       empty points
 *     3 … 6   stones of either colour whose chain has 1, 2, 3, 4 or more liberties
 *     7 … 12  legal points: the chain of a stone played there would have 1 … 5, 6 or more liberties, after captures
 *     13      legal points (suicide, ko and, under superko, repeated positions are not)
 *     14 … 18 the points of the last move, of the one before … of the fifth last, whatever became of the stones; a
 *             pass leaves its plane empty; a point played twice is in the later's plane alone
 *     19 … 25 legal points that would capture 1 … 6, 7 or more stones
 *     26      legal points from which a ladder captures (ladder.h)
 *     27 … 35 the rank of the side to move: all of plane 26 + d for d dan; none of them for other ranks
 *
 * A game that has ended has no legal points but a pass, and 7 … 13, 19 … 26 are empty. */
#ifndef GO_PLANES_H
#define GO_PLANES_H

#include <stdint.h>

#include "go/go.h"

enum {
    GO_PLANE_BLACK = 0,
    GO_PLANE_WHITE = 1,
    GO_PLANE_EMPTY = 2,
    GO_PLANE_LIBERTIES = 3, /* 4 of them */
    GO_PLANE_AFTER = 7,     /* 6 */
    GO_PLANE_LEGAL = 13,
    GO_PLANE_SINCE = 14, /* 5 */
    GO_PLANE_TAKES = 19, /* 7 */
    GO_PLANE_LADDER = 26,
    GO_PLANE_RANK = 27, /* 9 */
    GO_PLANES = 36,
    GO_HISTORY = 5,
};

/* Writes GO_PLANES * size * size bytes. `rank`: dan of the side to move, 1 … 9; 0 for none. The game is as before
 * afterwards: ladders are read on it by playing and undoing. */
void go_planes(struct go *g, int rank, uint8_t *out);

/* Turns planes (of any count) by a table of go_symmetry: out[plane][to[p]] = in[plane][p]. */
void go_planes_turn(const uint8_t *in, int planes, int size, const go_point *to, uint8_t *out);

#endif
