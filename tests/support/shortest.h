/* The shortest win by turns that each make p threats, plainly: every pair of squares, every defence;
 * nothing shared with the program but the position. Its table holds whole positions. The oracle for puzzles (src/connect/puzzle/hunt.h). */
#ifndef SUPPORT_SHORTEST_H
#define SUPPORT_SHORTEST_H

#include "connect/board/position.h"

struct shortest {
    int n;              /* turns of the shortest win; 0: none up to `most`; −1: the budget was not enough */
    int firsts;         /* first turns that win in as many */
    struct squares key; /* what they have in common, in order of squares */
};

/* For games with p of 1 or 2 and no row to complete at once; the side to move attacks. `budget` is a number of
 * turns looked at. */
struct shortest shortest_solve(const struct position *p, int most, long budget);

/* The shortest win of a game with p of 1 in which up to `quiet` turns of a line make no threat, but threaten to win
 * by turns that do; against such a turn every square is tried. The key is not worked out. */
struct shortest shortest_quiet(const struct position *p, int quiet, int most, long budget);

/* Does the side that is not to move win within n more turns, whatever is played now? 1, 0, or −1: not known. */
int shortest_lost(const struct position *p, int n, long budget);

#endif
