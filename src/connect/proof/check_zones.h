/* The checker's zones: Z1 ⊆ Z2 ⊆ … ⊆ Zr as one number a square, the first zone it is in; docs/certificates.md
 * says what they mean. */
#ifndef CONNECT_PROOF_CHECK_ZONES_H
#define CONNECT_PROOF_CHECK_ZONES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "connect/board/square.h"

struct check_zones {
    int r;          /* zones that are kept; every one past them is "every empty square" */
    int rules;      /* as many as the rules ask for */
    int all;        /* as is every one from this on; at most r + 1 */
    int n;          /* squares listed */
    square *at;     /* the squares that are in some zone */
    uint8_t *first; /* by square: the first zone it is in, 0 if none */
    int stops;      /* squares listed */
    square *
        stop; /* the defender's stones that keep a segment from being a threat, if they are noted (check_memo.h) */
    bool *stopping; /* by square: is it one? */
};

/* max(1, δ−1) zones without a square. The caller frees them. */
struct check_zones *check_zones_new(const struct rules *r);
void check_zones_free(struct check_zones *z);
/* Bytes that they take. */
size_t check_zones_bytes(const struct rules *r);
void check_zones_clear(struct check_zones *z);

/* Keeps at most so many zones from now on. There must be no square in them. */
void check_zones_keep(struct check_zones *z, int most);

/* Puts a square into zone `first` (at least 1) and all after it. */
void check_zones_add(struct check_zones *z, square s, int first);

/* Notes a stone that stops. */
void check_zones_stop(struct check_zones *z, square s);

/* Merges c ≪ d into z. */
void check_zones_merge(struct check_zones *z, const struct check_zones *c, int d);

/* Is Zi the symbolic "every empty square"? */
static inline bool check_zones_all(const struct check_zones *z, int i)
{
    return i >= z->all;
}

/* The squares of Zi, which is not symbolic, in order; returns how many. The caller frees `*out`. */
int check_zones_list(const struct check_zones *z, int i, square **out);

#endif
