/* Positions of the explorer: a number for each, the same for all that a symmetry of the board maps onto each other,
 * whatever the order of their stones.
 *
 * The number is a hash of 64 bits, the smallest over the symmetries; of ten million positions two share one with a
 * chance of three in a million. That is enough for statistics, and would not be for proofs. */
#ifndef STORE_EXPLORER_PLACE_H
#define STORE_EXPLORER_PLACE_H

#include <stddef.h>
#include <stdint.h>

#include "connect/board/position.h"

enum { PLACE_SYMMETRIES = 8, PLACE_TURN_MOST = 2 * RULES_MAX_TURN };

/* A position seen through all symmetries, kept up stone by stone. */
struct place {
    struct rules rules;
    uint64_t hash[PLACE_SYMMETRIES];
};

void place_start(struct place *p, const struct position *at);
void place_stone(struct place *p, square s, enum side side);

/* The position's number; `*symmetry` gets how the board is seen in it. */
int64_t place_key(const struct place *p, enum side to_move, int left, int *symmetry);

/* A turn's squares as bytes, seen through the symmetry, in order; returns how many bytes. And back: false if they
 * are no squares of the board. */
size_t place_pack(const struct rules *r, int symmetry, const struct squares *turn,
                  uint8_t out[PLACE_TURN_MOST]);
bool place_unpack(const struct rules *r, int symmetry, const uint8_t *bytes, size_t len, struct squares *out);

#endif
