/* Squares (game/square.h) of the boards of the Connect family.
 *
 * A step in a direction is an addition, and every step off the board lands on an edge cell: left of column
 * 0 is column 127 of the row below, right of column 126 is column 127 of this row. Boards narrower than
 * 127 mark column m as edge too (position.c). */
#ifndef CONNECT_BOARD_SQUARE_H
#define CONNECT_BOARD_SQUARE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "connect/board/rules.h"
#include "game/side.h"
#include "game/square.h"

enum {
    SQUARE_CELLS = SQUARE_STRIDE * (RULES_MAX_SIDE + 2), /* with the rows below and above the largest board */
};

/* The four directions of a line: east, north, north-east, north-west. */
enum { DIRECTIONS = 4 };
static const int direction_step[DIRECTIONS] = {1, SQUARE_STRIDE, SQUARE_STRIDE + 1, SQUARE_STRIDE - 1};

static inline bool square_on_board(const struct rules *r, int col, int row)
{
    return col >= 0 && col < r->m && row >= 0 && row < r->n;
}

/* The number of squares' slots that a table indexed by square needs for this board. */
static inline int square_limit(const struct rules *r)
{
    return SQUARE_STRIDE * (r->n + 1);
}

/* For every square of the board, row by row from the bottom left:
 * for (square s = square_first(); s; s = square_next(r, s)) */
static inline square square_first(void)
{
    return square_at(0, 0);
}

static inline square square_next(const struct rules *r, square s)
{
    if (square_col(s) + 1 < r->m)
        return (square)(s + 1);
    return square_row(s) + 1 < r->n ? square_at(0, square_row(s) + 1) : SQUARE_NONE;
}

/* Reads a square at `text` and, if `end` is given, says where it stopped; otherwise it must be all of the
 * text. Letters in either case. Fails with a message if it is none, or not on the board. */
bool square_parse(const struct rules *r, const char *text, const char **end, square *out, struct err *e);

#endif
