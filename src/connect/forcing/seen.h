/* A set of sets of squares: the defences that a node has dealt with already, the turns that were tried. */
#ifndef CONNECT_FORCING_SEEN_H
#define CONNECT_FORCING_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "connect/board/square.h"

struct seen {
    size_t count, slots; /* slots: 0 or a power of two */
    uint32_t *slot;      /* place in `pool` + 1, 0 if free */
    size_t used, room;
    square *pool; /* each set as its size and its squares in increasing order */
};

#define SEEN_EMPTY             \
    {                          \
        0, 0, NULL, 0, 0, NULL \
    }

void seen_free(struct seen *c);

/* Adds a set; its squares are in increasing order. Returns false if it was there already. */
bool seen_add(struct seen *c, const struct squares *set);

/* out = set + s, in increasing order; s is not in the set. */
void squares_with(const struct squares *set, square s, struct squares *out);

#endif
