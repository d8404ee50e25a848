/* The engine's evaluation as an evaluator; see evaluator.h.
 *
 * It goes from the position of the last question to that of the next by the stones in which they differ, on a tracker of its own:
 * those of a tree search are few stones apart, and beginning anew costs what a whole board does. */
#include "connect/game/evaluator.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "connect/eval/eval.h"
#include "connect/game/connect.h"

struct engine_evaluator {
    struct evaluator evaluator;
    struct position *position; /* of the last question, NULL: there was none */
    struct threats *tracker;
    struct eval *eval;
    struct eval_score *score;
    size_t room;
};

static void forget(struct engine_evaluator *x)
{
    if (!x->position)
        return;
    eval_free(x->eval);
    threats_free(x->tracker);
    position_free(x->position);
    x->position = NULL;
}

static void begin(struct engine_evaluator *x, const struct position *p)
{
    forget(x);
    x->position = position_copy(p);
    x->tracker = threats_new(x->position);
    x->eval = eval_new(x->tracker);
}

static void take_back(struct engine_evaluator *x)
{
    struct ply last = x->position->ply[x->position->plies - 1];
    threats_undo(x->tracker);
    if (last.at != SQUARE_NONE)
        eval_removed(x->eval, last.at, (enum side)last.side);
}

static void place(struct engine_evaluator *x, const struct ply *ply)
{
    if (ply->at == SQUARE_NONE) {
        threats_pass(x->tracker);
        return;
    }
    threats_place(x->tracker, ply->at);
    eval_placed(x->eval, ply->at, (enum side)ply->side);
}

/* Do the next plies of `p` go on from here? */
static bool goes_on(const struct position *at, const struct position *p)
{
    return at->outcome == OUTCOME_OPEN && at->plies < p->plies &&
           at->to_move == (enum side)p->ply[at->plies].side && at->left == p->ply[at->plies].left &&
           (p->ply[at->plies].at == SQUARE_NONE || at->cell[p->ply[at->plies].at] == CELL_EMPTY);
}

/* To the position of `p`. */
static void follow(struct engine_evaluator *x, const struct position *p)
{
    int common = 0;
    if (x->position && !rules_equal(&x->position->rules, &p->rules))
        forget(x);
    if (x->position) {
        const struct position *at = x->position;
        while (common < at->plies && common < p->plies && at->ply[common].at == p->ply[common].at &&
               at->ply[common].side == p->ply[common].side)
            common++;
        while (at->plies > common)
            take_back(x);
        while (goes_on(at, p))
            place(x, &p->ply[at->plies]);
    }
    if (!x->position || !position_equal(x->position, p))
        begin(x, p);
}

static void ask_one(struct engine_evaluator *x, const struct position *p, struct evaluation *out)
{
    follow(x, p);
    x->score = mem_grow(x->score, &x->room, (size_t)p->empty, sizeof *x->score);
    out->chance = 1 / (1 + exp(-(double)eval_value(x->eval) / EVAL_UNIT));
    out->n = eval_policy(x->eval, x->score);
    for (int i = 0; i < out->n; i++)
        out->prior[i] = (struct prior){x->score[i].at, (float)x->score[i].score / EVAL_UNIT};
    evaluation_settle(out);
}

static void ask(struct evaluator *evaluator, struct game *const *g, int n, struct evaluation *out)
{
    struct engine_evaluator *x = (struct engine_evaluator *)evaluator;
    for (int i = 0; i < n; i++)
        ask_one(x, connect_threats(g[i])->position, &out[i]);
}

static void done(struct evaluator *evaluator)
{
    struct engine_evaluator *x = (struct engine_evaluator *)evaluator;
    forget(x);
    free(x->score);
    free(x);
}

static const struct evaluator_kind kind = {.name = "engine", .ask = ask, .done = done, .batch = 1};

struct evaluator *connect_evaluator(void)
{
    struct engine_evaluator *x = mem_zero(1, sizeof *x);
    x->evaluator.kind = &kind;
    return &x->evaluator;
}
