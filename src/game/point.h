/* Squares as SGF writes them, with messages that quote the file.
 *
 *     jj      two letters: the column, then the row from the top; a … z, then A … Z. On boards of at most 26, capitals
 *             are the same as small letters
 *     j10     people's (game/square.h), in games whose files have it too; it is written on boards past 52 */
#ifndef GAME_POINT_H
#define GAME_POINT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "game/tree.h"

/* A square of the board; returns `out`. */
const char *point_format(const struct record *r, square s, char out[SQUARE_TEXT]);

/* Reads a square at *text and moves past it; at most up to `end`. `text` need not end with a NUL. */
bool point_read(const struct record *r, const char **text, const char *end, square *out, struct err *e);

/* The same where the square must be all there is, blanks around it apart. */
bool point_parse(const struct record *r, const char *text, size_t len, square *out, struct err *e);

#endif
