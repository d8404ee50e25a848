/* Counting the turns of a game: the check of a rules core that everybody can repeat.
 *
 * A turn is a set of stones, whatever their order. A set is a legal turn if some order of its stones does not
 * complete a row before its last stone, and if it has all the stones of the turn; it may have fewer if it
 * completes a row or fills the board. */
#ifndef SEARCH_PERFT_H
#define SEARCH_PERFT_H

#include <stdbool.h>
#include <stdint.h>

#include "board/position.h"

/* Told the turns one by one, with the number of ways to go on from each. */
typedef void perft_divide(void *ctx, const struct squares *turn, uint64_t count);

/* The number of ways to play exactly `depth` turns from the position, which is left as it was; a game that is
 * over does not go on. False if the number does not fit in 64 bits. `divide` may be NULL. `halt` too; when it
 * says true, the count ends with what it has and *halted is set. */
struct perft_options {
    perft_divide *divide;
    bool (*halt)(void *ctx);
    void *ctx;
};

struct perft_result {
    uint64_t count;
    bool overflow; /* the number does not fit in 64 bits */
    bool halted;   /* stopped before the end */
};

struct perft_result perft(struct position *p, int depth, const struct perft_options *o);

#endif
