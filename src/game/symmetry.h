/* The symmetries of boards, whatever the game.
 *
 * A symmetry is a number: bit 2 swaps columns and rows first (square boards only), then bit 0 mirrors the
 * columns and bit 1 the rows. 0 is the identity. */
#ifndef GAME_SYMMETRY_H
#define GAME_SYMMETRY_H

/* Where it takes a place of a board of so many columns and rows. */
static inline void symmetry_turn(int symmetry, int columns, int rows, int *col, int *row)
{
    if (symmetry & 4) {
        int swap = *col;
        *col = *row;
        *row = swap;
    }
    if (symmetry & 1)
        *col = columns - 1 - *col;
    if (symmetry & 2)
        *row = rows - 1 - *row;
}

static inline int symmetry_inverse(int symmetry)
{
    /* After a swap the mirrors act on the other coordinate; without one they are their own inverse. */
    if (!(symmetry & 4))
        return symmetry;
    return 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1;
}

/* The first, then the second. */
static inline int symmetry_then(int first, int second)
{
    int mirrors = first & 3;
    if (second & 4) /* what mirrored the columns now mirrors the rows */
        mirrors = (mirrors & 1) << 1 | mirrors >> 1;
    return (mirrors ^ (second & 3)) | ((first ^ second) & 4);
}

#endif
