/* Does a tiling cover every k squares in a row with a whole line? Checked square by square of one period. */
#ifndef CONNECT_THEORY_TILE_COVER_H
#define CONNECT_THEORY_TILE_COVER_H

#include <stdbool.h>
#include <stddef.h>

#include "connect/board/square.h"
#include "connect/theory/mb.h"

/* A line of a tiling: `length` squares from (x, y) in a direction of connect/board/square.h. */
struct tile_cover_line {
    int x, y, direction, length;
};

/* Lines that repeat with a period in both directions. */
struct tile_cover {
    int width, height;
    size_t count, room;
    struct tile_cover_line *line;
};

/* The steps of the directions, in columns and rows. */
extern const int tile_cover_step[DIRECTIONS][2];

/* Zeroed memory (with width and height) is a tiling without lines. Adds the line through these squares; false
 * if they are not straight and next to each other. */
bool tile_cover_add(struct tile_cover *c, const int (*squares)[2], int n);
void tile_cover_free(struct tile_cover *c);

/* The tilings of the papers: bands of P(h,w) and its mirror image; strips of BZ(L) and its mirror image.
 * False if a line is not straight. */
bool tile_cover_parallelograms(int h, int w, struct tile_cover *out);
bool tile_cover_strips(int l, struct tile_cover *out);

/* The least k such that every k squares in a row of this direction hold a whole line; 0 if there is none. */
int tile_cover_least(const struct tile_cover *c, int direction);

/* The least k for all directions; 0 if there is none. */
int tile_cover_least_all(const struct tile_cover *c);

#endif
