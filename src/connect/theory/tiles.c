/* The places of squares in tilings; see tiles.h. */
#include "connect/theory/tiles.h"

/* Even bands: row r is shifted r to the right. Odd ones are their mirror images, rows 0 aligned with those of
 * the even ones. */
struct tile_place tile_of(int h, int w, int x, int y)
{
    int band = floor_div(y, h), row = floor_mod(y, h);
    bool mirrored = floor_mod(band, 2) == 1;
    int along = mirrored ? x + row : x - row;
    int column = floor_mod(along, w);
    return (struct tile_place){floor_div(along, w), band, mirrored ? w - 1 - column : column, row};
}

void tile_square(int h, int w, const struct tile_place *at, int *x, int *y)
{
    bool mirrored = floor_mod(at->band, 2) == 1;
    int along = at->tile * w + (mirrored ? w - 1 - at->column : at->column);
    *x = mirrored ? along - at->row : along + at->row;
    *y = at->band * h + at->row;
}

/* Zones of l columns: the column lines of BN(L) are the columns of even zones and the rows of odd ones, the
 * topmost row first; the diagonals are the same in both. The mirror at x = −1/2 exchanges even and odd zones,
 * so that columns without a vertical line in one strip have one in the next. */
struct strip_place strip_of(int l, int x, int y)
{
    int strip = floor_div(y, l), row = floor_mod(y, l);
    if (floor_mod(strip, 2) == 1)
        x = -1 - x;
    int zone = floor_div(x, l);
    int c = floor_mod(zone, 2) == 0 ? x : zone * l + l - 1 - row;
    return (struct strip_place){strip, c, x - row};
}

void strip_square(int l, const struct strip_place *at, int *x, int *y)
{
    int zone = floor_div(at->c, l), row, col;
    if (floor_mod(zone, 2) == 0) {
        row = at->c - at->d;
        col = at->c;
    } else {
        row = l - 1 - floor_mod(at->c, l);
        col = at->d + row;
    }
    *x = floor_mod(at->strip, 2) == 1 ? -1 - col : col;
    *y = at->strip * l + row;
}
