/* Positions of the Connect family as input planes: from the rules and the threat tracker, for any board, k and p.
 *
 * Planes are bytes, 0 or 1, plane after plane, each n rows of m points (row * m + column, rows from the bottom). They are as
 * the side to move sees them, and all but the history depend on the position alone:
 *
 *     0 … 3    own stones, the other side's, empty squares, stones of this turn
 *     4, 5     everywhere: this is the turn's last stone; its first
 *     6 … 9    stones of the last turn, of the one before … (the other side's first): the history
 *     10 …     for either side (own first), 13 planes of empty squares:
 *                  most stones on an open segment through the square, in some direction: k-1, k-2 … k-5;
 *                  the same in two directions or more: k-1 … k-5;
 *                  three segments or more in one direction with that many, where they are k-2 or more; k-3; k-4
 *     36       squares that complete a row for the side to move in this turn
 *     37       squares on all threat segments of the other side
 *     38       squares of a critical defence that the stones left in this turn suffice for
 *     39       squares that no open segment of either side goes through
 *     40 … 43  everywhere: the side to move has a rating, as on servers that begin with 1500; one of 2000 or more; of 2200;
 *              of 2400
 *     44 … 47  the same of the other side
 *
 * Nets that were trained before there were ratings have the first 40. "Most stones" counts one stone as the least: a square near
 * nothing is in none of those planes. */
#ifndef CONNECT_GAME_PLANES_H
#define CONNECT_GAME_PLANES_H

#include <stdint.h>

#include "connect/threat/threats.h"

enum {
    CONNECT_PLANES = 48,
    CONNECT_HISTORY = 6, /* the first plane of it */
    CONNECT_HISTORIES = 4,
    CONNECT_RATING = 40, /* the first plane of them */
    CONNECT_RATINGS = 8,
};

struct connect_planes;

/* What makes planes of a game's positions; for one thread. */
struct connect_planes *connect_planes_new(const struct rules *r);
void connect_planes_free(struct connect_planes *c);

/* Writes CONNECT_PLANES * m * n bytes. `rating`: of the sides, 0 where it is not known; NULL: of neither. */
void connect_planes_fill(struct connect_planes *c, struct threats *t, const int rating[2], uint8_t *out);

/* A square as a point, and back. */
static inline int connect_point(const struct rules *r, square s)
{
    return square_row(s) * r->m + square_col(s);
}

static inline square connect_square(const struct rules *r, int point)
{
    return square_at(point % r->m, point / r->m);
}

/* Which of the two outputs speaks of a position: 0 before a turn's last stone, 1 at it. */
static inline int connect_head(const struct position *p)
{
    return p->left == 1;
}

#endif
