/* A part of the board, as people write it: squares and rectangles, "c3-h8, j10". */
#ifndef CONNECT_BOARD_REGION_H
#define CONNECT_BOARD_REGION_H

#include "connect/board/position.h"

/* Marks the squares of the text in `out`, which has square_limit() places; those of a rectangle are given by two
 * opposite corners. Blanks and commas stand between. Fails with a message if a word is no square of the board,
 * or if the region has not as many empty squares as the side to move has stones left. */
bool region_parse(const struct position *p, const char *text, uint8_t *out, struct err *e);

/* How many squares are marked, and how many of them are empty. */
int region_count(const struct position *p, const uint8_t *region, int *empty);

#endif
