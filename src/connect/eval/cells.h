/* The learned evaluation and stone policy (docs/evaluation.md): line patterns of every empty square are
 * looked up, summed and clipped to the features of a cell; the policy reads the cells, the value their sum.
 *
 * Telling it of a stone costs nothing to speak of; what changed is worked out when a value or the policy is
 * asked for. */
#ifndef CONNECT_EVAL_CELLS_H
#define CONNECT_EVAL_CELLS_H

#include "connect/eval/eval.h"
#include "connect/eval/weights.h"

struct cells;

/* For the tracker's position as it stands; NULL if there are no weights for its game. The caller frees it. */
struct cells *cells_new(struct threats *t);
/* The same with given weights, which must fit the game (weights_fit) and stay the caller's. */
struct cells *cells_with(struct threats *t, const struct weights *w);
void cells_free(struct cells *c); /* NULL is fine */

/* A stone was placed on s, or taken from it; the tracker's position tells already. */
void cells_placed(struct cells *c, square s, enum side side);
void cells_removed(struct cells *c, square s, enum side side);

/* As eval_value and eval_policy (eval.h). */
int cells_value(struct cells *c);
int cells_policy(struct cells *c, struct eval_score *out);

#endif
