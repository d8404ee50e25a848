/* What an exhaustive search has found out: answers by whole positions, in a table of fixed size.
 *
 * A question is "does the attacker win?"; the answer comes with its zone (search.c). */
#ifndef CONNECT_EXACT_TABLE_H
#define CONNECT_EXACT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* A position as far as it matters. A square has two bits, the first in `own`, the second in `other`: 00 empty
 * and live, 10 and 01 a stone on a segment that its owner, the side to move or the other, can still fill, and
 * 11 all else: such squares only stand in the way. */
struct exact_key {
    uint64_t own, other;
    int left;       /* stones to place in this turn */
    bool attacking; /* is the attacker the side to move? */
};

struct exact_table;

/* Takes at most so many bytes (and at least a few); NULL with a message if they cannot be had. */
struct exact_table *exact_table_new(size_t bytes, struct err *e);
void exact_table_free(struct exact_table *t);

/* Forgets everything. */
void exact_table_clear(struct exact_table *t);

bool exact_table_find(const struct exact_table *t, const struct exact_key *key, bool *wins, uint64_t *zone);

/* `work` is how many nodes it took: the dearer of two answers for the same place stays, the newer always
 * does. */
void exact_table_keep(struct exact_table *t, const struct exact_key *key, bool wins, uint64_t zone,
                      uint64_t work);

#endif
