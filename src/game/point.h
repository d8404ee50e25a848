/* Squares in SGF, with messages that quote the file: its own (game/notation.h), or people's, in games whose files have them too
 * and on boards past 52. */
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
