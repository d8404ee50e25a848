/* The squares and segments of an exhaustive search as bits.
 *
 * The squares that are empty in a base position are numbered; a segment is then the set of its numbered
 * squares, kept for each side that could still fill it. A board of at most 64 squares always has the empty
 * board as its base, so that all its positions share one numbering, and what the table knows stays true. */
#ifndef CONNECT_EXACT_MAP_H
#define CONNECT_EXACT_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "connect/board/position.h"
#include "connect/exact/exact.h"

enum { EXACT_SYMMETRIES = 8 };

struct exact_map {
    struct position *base; /* NULL before the first exact_map_make */
    int squares;
    square at[EXACT_MOST];
    uint8_t bit[SQUARE_CELLS]; /* EXACT_MOST for a square without a number */
    int deepest;               /* most squares of a segment */
    int words;                 /* of 64 segments each: sets of segments are arrays of so many */
    int segments[2];           /* by side */
    uint64_t *squares_of[2];   /* by segment: its squares */
    uint64_t *through[2];      /* by square, `words` each: the segments through it */
    int symmetries;            /* of the board that leave the base as it is; the first is the identity */
    uint8_t image[EXACT_SYMMETRIES][EXACT_MOST]; /* of a square */
    int inverse[EXACT_SYMMETRIES];
};

/* Does the numbering serve this position: same rules, and reached by adding stones to the base? */
bool exact_map_fits(const struct exact_map *m, const struct position *p);

/* Numbers anew, for this position and all that follow from it. It must be open, with at most EXACT_MOST
 * empty squares. */
void exact_map_make(struct exact_map *m, const struct position *p);

/* Frees what the map holds, not the map. */
void exact_map_clear(struct exact_map *m);

#endif
