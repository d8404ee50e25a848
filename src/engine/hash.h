/* The hash table of the search: what is known of positions, shared by all threads without locks.
 *
 * Play may be lossy: an entry is found by 64 bits of key, and may be overwritten at any time. Entry:
 *
 *     word 0   key ^ word 1 ^ word 2, so that a torn entry is not found
 *     word 1   up to four squares of the best turn, 16 bits each
 *     word 2   bit 63 … 48 value   47 … 32 depth   31 … 24 own   23 … 16 other   15 … 8 age   2 in use   1 …
 * 0 bound
 */
#ifndef ENGINE_HASH_H
#define ENGINE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board/square.h"

enum { HASH_TURN = 4 };

enum bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

struct hash_entry {
    int16_t value; /* for the side to move */
    int16_t depth; /* in search units; see search.h */
    uint8_t own;   /* the side to move was searched for forcing wins in vain, with this budget level */
    uint8_t other; /* the same for the other side, after a pass */
    uint8_t bound; /* enum bound of `value`; BOUND_NONE: no value */
    uint8_t n;     /* stones of the best turn, 0 if unknown */
    square turn[HASH_TURN];
};

struct hash;

struct hash *hash_new(size_t bytes, struct err *e);
void hash_free(struct hash *h);
void hash_clear(struct hash *h);
size_t hash_memory(const struct hash *h);
/* A new search begins: entries of earlier ones are the first to go. */
void hash_age(struct hash *h);
/* Thousandths in use by this search. */
int hash_permill(const struct hash *h);

bool hash_get(const struct hash *h, uint64_t key, struct hash_entry *out);
void hash_put(struct hash *h, uint64_t key, const struct hash_entry *e);

#endif
