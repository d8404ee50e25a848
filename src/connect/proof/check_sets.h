/* The checker's memory of one node: which sets of squares were covered there. */
#ifndef CONNECT_PROOF_CHECK_SETS_H
#define CONNECT_PROOF_CHECK_SETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "connect/board/square.h"

struct check_sets {
    size_t count;
    uint32_t *slot; /* hash table: where in `entry` a set begins, plus 1; 0 is free */
    size_t slots;
    square *entry; /* sets one after the other: their size, then their squares in order */
    size_t used, room;
};

#define CHECK_SETS_EMPTY        \
    {                           \
        0, NULL, 0, NULL, 0, 0, \
    }

void check_sets_free(struct check_sets *c);

/* Adds a set whose squares are in order; false if it was there. Sets are compared whole. */
bool check_sets_add(struct check_sets *c, const struct squares *set);

/* Bytes that are in use. */
size_t check_sets_bytes(const struct check_sets *c);

#endif
