/* Maker-Breaker games worked out the plain way, from Definitions 1 and 2 of drawn-k-in-a-row-games alone:
 * every turn of Black's and every answer of White's, on all squares. What the solver and the checker of
 * certificates are compared with; of theory/ nothing is used but the board and its sets of squares. */
#ifndef SUPPORT_BRUTE_MB_H
#define SUPPORT_BRUTE_MB_H

#include "base/rng.h"
#include "connect/theory/mb.h"

enum { BRUTE_MB_SQUARES = 10 }; /* a board may have up to so many, or the memory would not do */

struct brute_mb;

/* The game and its board are not copied and must outlive it. */
struct brute_mb *brute_mb_new(const struct mb_game *g);
void brute_mb_free(struct brute_mb *s);

/* Does White draw with Black to move? brute_mb_draws(s, 0, 0) is the value of the game. Any stones may be
 * there, but no black ones on exclusive squares. */
bool brute_mb_draws(struct brute_mb *s, mb_set black, mb_set white);

/* Does White, to move with at most `stones` stones, draw? */
bool brute_mb_answers(struct brute_mb *s, mb_set black, mb_set white, int stones);

/* Does White draw in every position of a certificate of this game, and after every answer? The checker must
 * have accepted it: nothing is looked at here but whether its claims are true. */
bool brute_mb_claims(struct brute_mb *s, const char *certificate);

/* A random game: MBBoard with p from 1 to 3, or with `bound` MBBoardX with b from 0 to 2. The board has at
 * most `squares` (up to BRUTE_MB_SQUARES) squares, perhaps none, and perhaps no lines; lines that include
 * each other, that were added twice, lines of one square, squares on no line, and exclusive squares that each
 * line has for itself or that lines share. */
void brute_mb_random(struct rng *r, bool bound, int squares, struct mb_board *board, struct mb_game *game);

#endif
