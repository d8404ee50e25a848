/* Squares of boards as numbers, whatever the game.
 *
 * A square is one 16-bit number, the same on a board of any size:
 *
 *     bit  14 … 7    row + 1, from the bottom (so row -1 exists: it is the edge)
 *     bit   6 … 0    column, from the left; column 127 is the edge
 *
 * Boards of the Connect family are laid out by it (connect/board/square.h); trees and their files hold squares of
 * every game. */
#ifndef GAME_SQUARE_H
#define GAME_SQUARE_H

#include "game/move.h"

typedef game_move square;

enum {
    SQUARE_NONE = 0,
    SQUARE_PASS = 1, /* in trees: a move on no square. It is on the edge, so no square */
    SQUARE_STRIDE = GAME_SIDE_MOST + 1,
    SQUARE_TEXT = 8,
};

static inline square square_at(int col, int row)
{
    return (square)((row + 1) * SQUARE_STRIDE + col);
}

static inline int square_col(square s)
{
    return s & (SQUARE_STRIDE - 1);
}

static inline int square_row(square s)
{
    return s / SQUARE_STRIDE - 1;
}

/* "j10", as people write it (game/notation.h). Returns `out`. */
const char *square_format(square s, char out[SQUARE_TEXT]);

#endif
