/* Lines and pairing as the checker of certificates (mb_check.h) judges them, from the board alone: on purpose
 * with no code of the solver's, and with none of its reasons to leave lines out. */
#ifndef CONNECT_THEORY_MB_CHECK_PAIRING_H
#define CONNECT_THEORY_MB_CHECK_PAIRING_H

#include "connect/theory/mb.h"

int mb_check_bits(mb_set s);

/* An active line of a position: its empty squares, its black stones, and the most of them that it may hold
 * when Black is to move. */
struct mb_check_line {
    mb_set empty;
    int stones, bound;
};

/* A line of the board, no square of which is white. */
struct mb_check_line mb_check_line(const struct mb_game *g, int line, mb_set black);

/* Is `line` within its bound for as long as `guard` is within its own, whatever is played? So it is if White
 * cannot stop the guard without stopping the line, and if the line stays within its bound though Black takes
 * all its squares outside the guard, and in the guard as many as that may still hold. (A black stone in the
 * guard counts once in both, a stone outside moves from what Black may take to what Black has: the sum stays
 * as it is.) For MBBoard(B, p) the first is enough, for a bound of stones it is not. */
bool mb_check_guards(const struct mb_board *b, const struct mb_check_line *guard,
                     const struct mb_check_line *line);

/* Does pairing draw with Black to move? Every active line that no other guards must get enough squares of its
 * own. */
bool mb_check_paired(const struct mb_game *g, mb_set black, mb_set white);

#endif
