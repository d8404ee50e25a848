/* Squares as GTP writes them: a letter without I, then the row from 1 at the bottom. Past 25 columns come two
 * letters: AA, AB … AZ, BA. */
#ifndef PROTOCOL_VERTEX_H
#define PROTOCOL_VERTEX_H

#include "board/square.h"

/* The letters of a column; returns `out`. */
const char *vertex_column(int col, char out[SQUARE_TEXT]);

/* "K10"; returns `out`. */
const char *vertex_format(square s, char out[SQUARE_TEXT]);

/* All of the text, letters in either case; false if it is no square of the board. */
bool vertex_parse(const struct rules *r, const char *text, square *out);

/* "b", "black", "w", "white" in either case; leaves `*out` alone if it is none of them. */
bool vertex_side(const char *text, enum side *out);

#endif
