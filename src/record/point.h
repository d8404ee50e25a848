/* Squares as files write them.
 *
 * Two letters, SGF's way: the column from the left, then the row from the top; a … z, then A … Z, up to 52.
 * Where the board has no more than 26 of either, capitals are the same as small letters: NCTU6 writes JJ.
 * With a digit it is the square as people write it, j10, the row counted from the bottom: Little Golem's way,
 * and ours on boards larger than 52, for which SGF has no letters. */
#ifndef RECORD_POINT_H
#define RECORD_POINT_H

#include <stdbool.h>
#include <stddef.h>

#include "board/square.h"

/* Reads a square at *text and moves past it; at most up to `end`. `text` need not end with a NUL. */
bool point_read(const struct rules *r, const char **text, const char *end, square *out, struct err *e);

/* The same where the square must be all there is, blanks around it apart. */
bool point_parse(const struct rules *r, const char *text, size_t len, square *out, struct err *e);

/* The square in SGF's letters, or on boards larger than 52 as j10. Returns `out`. */
const char *point_format(const struct rules *r, square s, char out[SQUARE_TEXT]);

#endif
