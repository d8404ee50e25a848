/* How the plane is cut into boards: bands of parallelograms P(h,w) and of their mirror images in turn (Fig. 2
 * of drawn-k-in-a-row-games), and strips BZ(L) and their mirror images (Fig. 6). */
#ifndef CONNECT_THEORY_TILES_H
#define CONNECT_THEORY_TILES_H

#include <stdbool.h>

/* Division that rounds down, and the remainder that is never negative. */
static inline int floor_div(int a, int b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

static inline int floor_mod(int a, int b)
{
    return a - floor_div(a, b) * b;
}

/* ---- Parallelograms ---- */

struct tile_place {
    int tile, band;  /* which */
    int column, row; /* square "column,row" of P(h,w) (mb.h) */
};

struct tile_place tile_of(int h, int w, int x, int y);
/* The inverse. */
void tile_square(int h, int w, const struct tile_place *at, int *x, int *y);

/* ---- Strips: BZ(L) by the lines of BN(L) that it is isomorphic to (Lemma 3) ---- */

/* A square of a strip is where column line c and diagonal line d of BN(L) cross, 0 ≤ c−d < L. */
struct strip_place {
    int strip, c, d;
};

struct strip_place strip_of(int l, int x, int y);
void strip_square(int l, const struct strip_place *at, int *x, int *y);

#endif
