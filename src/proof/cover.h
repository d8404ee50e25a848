/* A set of sets of squares: the defences that a node has dealt with already. */
#ifndef PROOF_COVER_H
#define PROOF_COVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board/square.h"

struct cover {
    size_t count, slots; /* slots: 0 or a power of two */
    uint32_t *slot;      /* place in `pool` + 1, 0 if free */
    size_t used, room;
    square *pool; /* each set as its size and its squares in increasing order */
};

#define COVER_EMPTY            \
    {                          \
        0, 0, NULL, 0, 0, NULL \
    }

void cover_free(struct cover *c);

/* Adds a set; its squares are in increasing order. Returns false if it was there already. */
bool cover_add(struct cover *c, const struct squares *set);

/* out = set + s, in increasing order; s is not in the set. */
void squares_with(const struct squares *set, square s, struct squares *out);

#endif
