/* The shapes of playouts: what the eight cells around an empty place say of playing there.
 *
 * A code has two bits for each of the eight cells, in the order of the steps of playout_board.h (left, right, below, above, then the
 * diagonal ones). Codes that are each other turned or mirrored, with the colours exchanged where the other side is to move, are
 * one class: 1,107 of them are on boards. The weights of classes are learned from games (net/learn/go_shapes.h) and stand in
 * shapes.inc. */
#ifndef GO_SHAPES_H
#define GO_SHAPES_H

#include <stdbool.h>
#include <stdint.h>

#include "game/side.h"

enum {
    SHAPE_CODES = 1 << 16,
    SHAPE_CLASSES = 1107,
    SHAPE_NEAR_UNIT = 64, /* of a weight beside the last move that is as good as anywhere else */
    SHAPE_NEAR_MOST = 255,
    SHAPE_DIAGONAL = 154, /* of 256: what a weight near the last move is worth diagonally beside it */
    SHAPE_FAR_MOST = 127, /* elsewhere: a weight of as much is taken whenever it is drawn */
};
#define SHAPE_FAR_TOP 3 /* the logarithm of the strength that is as much */

/* The class of every code as Black sees it, -1 for what is on no board; and a code as a side sees it: as Black would. */
void shape_classes(int16_t class[SHAPE_CODES]);
uint32_t shape_seen(uint32_t code, enum side side);

/* By code, all that a playout wants to know, from the lowest bit on: an eye of Black, of White; 8 bits each how near a last
 * move it attracts Black, White; 7 bits each the same elsewhere. */
void shape_table(uint32_t told[SHAPE_CODES]);

static inline bool shape_eye(uint32_t told, enum side side)
{
    return told >> side & 1;
}

static inline uint32_t shape_near(uint32_t told, enum side side)
{
    return told >> (2 + 8 * (int)side) & 255;
}

static inline uint32_t shape_far(uint32_t told, enum side side)
{
    return told >> (18 + 7 * (int)side) & 127;
}

#endif
