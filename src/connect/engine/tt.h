/* The transposition table: what is known of positions, shared by all threads without locks.
 *
 * Play may be lossy: an entry is found by 64 bits of key, and may be overwritten at any time. Entry:
 *
 *     word 0   key ^ word 1 ^ word 2, so that a torn entry is not found
 *     word 1   up to four squares of the best turn, 16 bits each
 *     word 2   bit 63 … 48 value   47 … 32 depth   31 … 24 own   23 … 16 other   15 … 8 age   2 in use
 *              1 … 0 bound
 */
#ifndef CONNECT_ENGINE_TT_H
#define CONNECT_ENGINE_TT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "connect/board/square.h"

enum { TT_TURN = 4 };

enum bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

struct tt_entry {
    int16_t value; /* for the side to move */
    int16_t depth; /* in search units; see search.h */
    uint8_t own;   /* the side to move was searched for forcing wins in vain, with this budget level */
    uint8_t other; /* the same for the other side, after a pass */
    uint8_t bound; /* enum bound of `value`; BOUND_NONE: no value */
    uint8_t n;     /* stones of the best turn, 0 if unknown */
    square turn[TT_TURN];
};

struct tt;

/* `age_cost`: what an entry is worth less for every search since it was made, in units of depth. */
struct tt *tt_new(size_t bytes, int age_cost, struct err *e);
void tt_free(struct tt *h);
void tt_clear(struct tt *h);
size_t tt_memory(const struct tt *h);
/* A new search begins: entries of earlier ones are the first to go. */
void tt_age(struct tt *h);
/* Thousandths in use by this search. */
int tt_permill(const struct tt *h);

bool tt_probe(const struct tt *h, uint64_t key, struct tt_entry *out);
void tt_store(struct tt *h, uint64_t key, const struct tt_entry *e);

#endif
