/* Positions on and beside a proof: on a line that the winner plays by it, and after turns of either side that nobody would
 * play; through symmetries, in other orders of stones, set up, in the middle of a turn, under other rules, on other boards. */
#ifndef SUPPORT_BESIDE_H
#define SUPPORT_BESIDE_H

#include "connect/proof/guide.h"
#include "support/boards.h"

struct beside_one {
    struct position *position; /* open */
    uint32_t line;             /* those of one line are about the same parts of a proof */
};

struct beside {
    struct rng *rng;
    size_t most; /* no more of them */
    struct beside_one *list;
    size_t count, room;
    uint32_t lines;
};

/* Adds those of another line, at random. The claim of the proof is one that a game comes to. */
void beside_line(struct beside *all, const struct guide *g);
void beside_free(struct beside *all);

#endif
