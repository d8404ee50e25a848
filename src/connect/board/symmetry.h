/* The symmetries (game/symmetry.h) of a board, and the canonical form of a position. */
#ifndef CONNECT_BOARD_SYMMETRY_H
#define CONNECT_BOARD_SYMMETRY_H

#include <stddef.h>
#include <stdint.h>

#include "connect/board/position.h"
#include "game/symmetry.h"

/* 8 on a square board, 4 on an oblong one: symmetries 0 … count-1. */
int symmetry_count(const struct rules *r);
square symmetry_square(const struct rules *r, int symmetry, square s);
struct squares symmetry_squares(const struct rules *r, int symmetry, const struct squares *s);

enum { POSITION_PACKED_MOST = 2 + (RULES_MAX_SIDE * RULES_MAX_SIDE + 3) / 4 };

/* Bytes of a packed position on this board. */
size_t position_packed_size(const struct rules *r);

/* The squares with a stone, in order; returns how many. `out` has room for all of the board. */
int position_stones(const struct position *p, square *out);

/* Writes the position, seen through a symmetry: side to move, stones left, then two bits a square. */
void position_pack(const struct position *p, int symmetry, uint8_t *out);

/* The smallest packing over all symmetries: two positions of the same rules are equal under symmetry and
 * order of stones if and only if their canonical forms are. Returns the symmetry that gives it. */
int position_canonical(const struct position *p, uint8_t *out);

#endif
