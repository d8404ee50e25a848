/* Counting the turns of a game: the check of a rules core that everybody can repeat.
 *
 * A turn is a set of stones, whatever their order. A set is a legal turn if some order of its stones does not
 * complete a row before its last stone, and if it has all the stones of the turn; it may have fewer if it
 * completes a row or fills the board. */
#ifndef CONNECT_EXACT_PERFT_H
#define CONNECT_EXACT_PERFT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/natural.h"
#include "connect/board/position.h"

/* Told the turns one by one, with the number of ways to go on from each. */
typedef void perft_divide(void *ctx, const struct squares *turn, const struct natural *count);

struct perft_options {
    perft_divide *divide; /* may be NULL */
    void *ctx;            /* of `divide` */
    struct limits limits; /* nodes: stones placed */
};

struct perft_result {
    struct natural count;
    uint64_t nodes; /* stones placed to count it */
    bool stopped;   /* at a limit: it is at least the count */
};

/* The number of ways to play exactly `depth` turns from the position, which is left as it was; a game that is
 * over does not go on. Where no row can be completed on the way it is worked out, not counted. `o` may be
 * NULL. The caller frees the result. */
struct perft_result perft(struct position *p, int depth, const struct perft_options *o);
void perft_result_free(struct perft_result *r);

#endif
