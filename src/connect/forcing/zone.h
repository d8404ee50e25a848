/* Sequences of relevance zones (SPEC 4.1): Z1 ⊆ Z2 ⊆ … ⊆ Zr, and past them "every empty square".
 *
 * As the zones grow, one number a square says all: its level, the first zone it is in. The squares that have
 * one are listed, so that merging costs what the zones hold and not what the board does. */
#ifndef CONNECT_FORCING_ZONE_H
#define CONNECT_FORCING_ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "connect/board/rules.h"
#include "connect/board/square.h"

struct zones {
    int r;        /* zones kept */
    int all_from; /* Zi is every empty square for i ≥ this; at most r + 1 */
    int n;        /* squares that are in some zone */
    size_t room;
    square *at;     /* these squares, in no particular order */
    uint8_t *level; /* by square: the first zone it is in, 0 if none */
};

/* How many zones are worth keeping: δ−1, at least one. */
int zones_useful(const struct rules *r);

/* Empty zones for boards of these rules. The caller frees them. */
struct zones *zones_new(const struct rules *r);
void zones_free(struct zones *z);
void zones_clear(struct zones *z);

/* Puts a square into Zi for all i ≥ level (at least 1); a level past r has no effect. */
void zones_add(struct zones *z, square s, int level);
void zones_add_all(struct zones *z, const square *s, int n, int level);

/* z |= other ≪ d: the first d zones of the other dropped. */
void zones_merge(struct zones *z, const struct zones *other, int d);

static inline bool zones_everything(const struct zones *z, int i)
{
    return i >= z->all_from;
}

/* Is the empty square s in Zi? */
static inline bool zones_has(const struct zones *z, int i, square s)
{
    return zones_everything(z, i) || (z->level[s] && z->level[s] <= i);
}

/* The squares of Zi, which is not everything, in increasing order; returns how many. `out` has room for
 * z->n. */
int zones_list(const struct zones *z, int i, square *out);

/* Squares of Zi that are listed. */
int zones_size(const struct zones *z, int i);

/* Can the squares be ordered so that the i-th is not in Zi? n ≤ RULES_MAX_TURN. */
bool zones_irrelevant(const struct zones *z, const square *s, int n);

#endif
