/* What the files of the judge share; see judge.h. */
#ifndef CONNECT_PUZZLE_JUDGE_INNER_H
#define CONNECT_PUZZLE_JUDGE_INNER_H

#include "connect/forcing/forcing.h"
#include "connect/puzzle/judge.h"

struct judge {
    struct rules rules;
    struct hunt *hunt;
    struct forcing *forcing;
    struct deadline until;
    uint64_t left; /* stones that this judgement may still place */
};

/* A new question: the limits begin anew, and nothing is remembered. */
void judge_begin(struct judge *j, const struct deadline *until);

/* Does the side to move win by threats? With so many stones, as far as there are any left. Not after the end of the game. */
enum forcing_answer judge_search(struct judge *j, struct threats *t, enum forcing_kind kind, uint64_t nodes,
                                 struct forcing_result *r);

/* The same for the hunt: so many stones from now on; and what it took. */
void judge_hunts(struct judge *j, uint64_t nodes);
void judge_hunted(struct judge *j);

/* The turn is on the board, its threats can be stopped, and the other side has no row to complete. Is every
 * answer lost? The solver has so many more turns. */
void judge_answers(struct judge *j, struct threats *t, int turns, struct judgement *out);
/* The same for turns of one stone, where threes are threats, too (judge_threes.c). */
void judge_threes(struct judge *j, struct threats *t, int turns, struct judgement *out);

/* Does the other side, which is to move, win itself, by a search of this kind? Then that is the judgement. */
bool judge_other_wins(struct judge *j, struct threats *t, enum forcing_kind kind, uint64_t nodes,
                      struct judgement *out);

/* The best empty square that is in the zone (if there is one) and not among these; SQUARE_NONE: there is none. */
square judge_best_square(const struct threats *t, const struct squares *except, const uint8_t *zone);

/* The line of a judgement: an answer, if there is one, and the rest. */
void judge_line(struct judgement *out, const struct squares *answer, const square *rest, int n);

#endif
