/* White's strategy in drawn Connect(k, p) games (drawn-k-in-a-row-games): breaking every row.
 *
 * The plane is cut into boards whose lines are such that every k squares in a row hold a whole line; whoever
 * keeps the other side from owning a line cannot lose. Stones of the other side are answered in the board
 * where they fell, at most as many as they were; further stones never harm. Squares off a finite board count
 * as the breaker's: a line across the edge cannot be owned.
 *
 *     p = 1, k ≥ 8     parallelograms P(3,4), answers from the solver (mb_solve.h)
 *     p = 2, k ≥ 11    parallelograms P(4,6) = B2, likewise
 *     p ≥ 3            strips BZ(p+d), by the rules of Lemmas 4 to 14 (strip.h)
 *
 * Black can use it as well: the first q stones are free. */
#ifndef CONNECT_THEORY_BREAKER_H
#define CONNECT_THEORY_BREAKER_H

#include "base/err.h"
#include "connect/board/position.h"

struct breaker;

/* Fails if no strategy is known: k below k_draw(p), or q above p. */
struct breaker *breaker_new(const struct rules *r, struct err *e);
void breaker_free(struct breaker *b);

/* The stones that the side to move needs to place now so that the other side will never own a line: at most
 * as many as its turn has left, often fewer. If both sides came here by the rules and this side has followed
 * the answers since the start, they are always enough; from other positions it does what it can. */
void breaker_answer(struct breaker *b, const struct position *p, struct squares *out);

#endif
