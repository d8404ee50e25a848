/* Evaluation of positions and squares, kept up to date stone by stone.
 *
 * Follows a tracker: whoever places or takes back a stone on the tracker tells the evaluation too. Values and
 * scores are whole numbers, the same on every machine. */
#ifndef CONNECT_EVAL_EVAL_H
#define CONNECT_EVAL_EVAL_H

#include <stdint.h>

#include "connect/threat/threats.h"

struct eval;

/* Evaluations are within ±EVAL_MOST; EVAL_UNIT is one unit of log-odds: chance = 1 / (1 + exp(-value /
 * EVAL_UNIT)). */
enum { EVAL_UNIT = 100, EVAL_MOST = 3000 };

/* For the position of the tracker as it stands. The caller frees it, before the tracker. */
struct eval *eval_new(struct threats *t);
/* The same by weights that fit the game and stay the caller's; NULL: those of the program. */
struct weights;
struct eval *eval_with(struct threats *t, const struct weights *w);
void eval_free(struct eval *e);

/* A stone of `side` was placed on s, or taken from it. */
void eval_placed(struct eval *e, square s, enum side side);
void eval_removed(struct eval *e, square s, enum side side);

/* The value for the side to move, which has `left` stones of its turn. */
int eval_value(struct eval *e);

/* How much the side to move wants a stone on each empty square, as log-odds of the choice times EVAL_UNIT: a
 * stone with 100 more is e times as likely. Writes squares and scores for all empty squares worth a thought
 * (near stones, or the centre of an empty board), in no order; returns how many. */
struct eval_score {
    square at;
    int16_t score;
};
int eval_policy(struct eval *e, struct eval_score *out);

#endif
