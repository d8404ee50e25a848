/* Random positions of the whole family, thick enough that something is going on in them. */
#ifndef SUPPORT_SCATTER_H
#define SUPPORT_SCATTER_H

#include "support/boards.h"

/* Stones of both sides scattered over a part of the board of at most `window` squares a side, in turn or a
 * little out of it, the side to move at random, often in the middle of a turn; the game is open. The caller
 * frees it. */
struct position *scatter(const struct rules *r, int window, int stones, struct rng *rng);

/* The game played by random stones until so many squares are empty, or more where it always ends before. */
struct position *scatter_game(const struct rules *r, int empty, struct rng *rng);

/* The position in words, to be found again: rules, stones of either side, who is to move with how many.
 * Static. */
const char *scatter_text(const struct position *p);

#endif
