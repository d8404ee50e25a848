/* A number for each of many positions, compared whole: the solver's memory. */
#ifndef CONNECT_THEORY_MB_TABLE_H
#define CONNECT_THEORY_MB_TABLE_H

#include "connect/theory/mb_state.h"

struct mb_slot {
    struct mb_state key;
    int32_t value; /* -1: the slot is free */
};

struct mb_table {
    struct mb_slot *slot;
    size_t count, room; /* room is a power of two, or 0 */
};

/* Zeroed memory is an empty table. The value stored (0 or more), or -1. */
int mb_table_get(const struct mb_table *t, struct mb_state key);
void mb_table_put(struct mb_table *t, struct mb_state key, int value);
void mb_table_free(struct mb_table *t);

#endif
