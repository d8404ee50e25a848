/* The engine's evaluation as an evaluator; see evaluator.h. */
#include "connect/game/evaluator.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "connect/eval/eval.h"
#include "connect/game/connect.h"

static void ask_one(struct threats *t, struct evaluation *out)
{
    struct eval *e = eval_new(t);
    struct eval_score *score = mem_zero((size_t)t->position->empty, sizeof *score);
    out->chance = 1 / (1 + exp(-(double)eval_value(e) / EVAL_UNIT));
    out->n = eval_policy(e, score);
    for (int i = 0; i < out->n; i++)
        out->prior[i] = (struct prior){score[i].at, (float)score[i].score / EVAL_UNIT};
    free(score);
    eval_free(e);
    evaluation_settle(out);
}

static void ask(struct evaluator *x, struct game *const *g, int n, struct evaluation *out)
{
    (void)x;
    for (int i = 0; i < n; i++)
        ask_one(connect_threats(g[i]), &out[i]);
}

static void done(struct evaluator *x)
{
    free(x);
}

static const struct evaluator_kind kind = {.name = "engine", .ask = ask, .done = done, .batch = 1};

struct evaluator *connect_evaluator(void)
{
    struct evaluator *x = mem_zero(1, sizeof *x);
    x->kind = &kind;
    return x;
}
