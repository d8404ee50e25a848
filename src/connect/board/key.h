/* One key of a position, for all who keep positions or look for them: the same for all that a symmetry of the board maps onto
 * each other, whatever the order of their stones. As whole bytes it is position_canonical (symmetry.h), which proofs need; as a
 * number of 64 bits it is here, with turns in the frame of either.
 *
 * What is in files begins with these, each in the form that is short there: labs keep the attacker and the canonical bytes;
 * the opening database (store/explorer/known_key.h) lists their stones; the index of saved trees (store/position_index.h) one or
 * the other; collections and summaries have numbers alone; the statistics book (play/book/key.h) also takes positions for equal
 * that are shifted. */
#ifndef CONNECT_BOARD_KEY_H
#define CONNECT_BOARD_KEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "connect/board/position.h"

/* ---- Numbers ----
 *
 * A hash, the smallest over the symmetries; of ten million positions two share one with a chance of three in a million. That is
 * enough for statistics, and would not be for proofs. */

enum { KEY_SYMMETRIES = 8, KEY_TURN_MOST = 2 * RULES_MAX_TURN };

/* A position seen through all symmetries, kept up stone by stone. */
struct key_views {
    struct rules rules;
    uint64_t hash[KEY_SYMMETRIES];
};

void key_start(struct key_views *k, const struct position *at);
/* The same of the empty board of no game in particular. */
void key_start_empty(struct key_views *k, const struct rules *r);
void key_stone(struct key_views *k, square s, enum side side);

/* The position's number; `*symmetry` gets how the board is seen in it. */
int64_t key_number(const struct key_views *k, enum side to_move, int left, int *symmetry);
/* The smallest hash, and whose it is. */
uint64_t key_least(const struct key_views *k, uint64_t with, int *symmetry);

/* ---- Squares in a frame ---- */

/* Squares as bytes, two each, seen through the symmetry, in order, appended. */
void key_pack(const struct rules *r, int symmetry, const square *s, int n, struct buf *out);
/* And back; false if they are no squares of the board, or more than a turn has. */
bool key_unpack(const struct rules *r, int symmetry, const void *bytes, size_t len, struct squares *out);
/* One of them as it is there. */
bool key_square(const struct rules *r, const uint8_t bytes[2], square *out);

#endif
