/* Puzzles as SGF collections, a game each, for other programs and from them.
 *
 * A puzzle of ours is the game before the error, the error, and then the solution; the node at which the solver
 * is to move has the property HXP with kind, class, rating and deviation. A game without one is taken as
 * others write puzzles: its set-up is the position, and the stones behind it are the solution; a game without a
 * set-up is a puzzle at its end. */
#ifndef CONNECT_PUZZLE_SGF_H
#define CONNECT_PUZZLE_SGF_H

#include "base/buf.h"
#include "connect/puzzle/puzzle.h"

/* Appends the puzzle as a game. */
bool puzzle_sgf_write(const struct puzzle *p, struct buf *out, struct err *e);

/* Adds the puzzles of a file. Length, key, themes and ratings are not in it: they are worked out anew. */
bool puzzle_sgf_read(const char *text, size_t len, struct puzzles *out, struct err *e);

#endif
