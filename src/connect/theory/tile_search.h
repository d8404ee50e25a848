/* A search for tilings with a smaller k: tiles of s·s squares that repeat with period s in both directions.
 *
 * Such a tile meets every row, column and diagonal of the plane once in s squares. If in each of these it
 * holds a line of l squares, every s+l−1 squares in a row hold a whole line; if White draws the Maker-Breaker
 * game on the tile as well, Connect(s+l−1, p) is drawn. The tiles are squares, or squares whose rows are
 * shifted; where a line of l squares may lie is chosen at random, spread evenly, or in all ways. */
#ifndef CONNECT_THEORY_TILE_SEARCH_H
#define CONNECT_THEORY_TILE_SEARCH_H

#include "connect/theory/mb_solve.h"

struct tile_search {
    int s, l, p;
    bool all;        /* all placements of lines on a shape, as far as White draws with those placed so far */
    bool sheared;    /* random shifts of rows */
    uint64_t seed;   /* of random ones */
    uint64_t rounds; /* tiles to try; with `all`, shapes, if sheared */
    uint64_t positions; /* to spend on one tile */
    struct deadline until;
    void (*tell)(void *ctx); /* called now and then; may be NULL */
    void *ctx;
};

struct tile_found {
    /* Tiles; with `all`, sets of lines, of which a lost one settles all tiles with these lines. */
    uint64_t tried, lost, unknown;
    uint64_t drawn, open;        /* whole tiles: drawn, and undecided */
    uint64_t shapes, impossible; /* shapes with room for every line, and without */
    struct mb_board first_drawn; /* if drawn > 0 */
    bool complete;               /* with `all`: nothing was left to try on these shapes */
};

bool tile_search_check(const struct tile_search *t, struct err *e);
void tile_search_run(const struct tile_search *t, struct tile_found *out);

#endif
