/* The evaluator that knows nothing, and what the others share; see evaluator.h. */
#include "game/evaluator.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

static int likelier(const void *a, const void *b)
{
    const struct prior *x = a, *y = b;
    if (x->share > y->share || x->share < y->share)
        return x->share > y->share ? -1 : 1;
    return x->move < y->move ? -1 : x->move > y->move;
}

void evaluation_settle(struct evaluation *e)
{
    float most = -INFINITY, sum = 0;
    for (int i = 0; i < e->n; i++)
        most = fmaxf(most, e->prior[i].share);
    for (int i = 0; i < e->n; i++)
        sum += e->prior[i].share = expf(e->prior[i].share - most);
    for (int i = 0; i < e->n; i++)
        e->prior[i].share /= sum;
    qsort(e->prior, (size_t)e->n, sizeof *e->prior, likelier);
}

static void ask(struct evaluator *x, struct game *const *g, int n, struct evaluation *out)
{
    (void)x;
    for (int i = 0; i < n; i++) {
        game_move *move = mem_zero(GAME_MOVES_MOST, sizeof *move);
        out[i].n = g[i]->kind->moves(g[i], move);
        for (int k = 0; k < out[i].n; k++)
            out[i].prior[k] = (struct prior){move[k], 0};
        free(move);
        out[i].chance = 0.5;
        evaluation_settle(&out[i]);
    }
}

static void done(struct evaluator *x)
{
    free(x);
}

static const struct evaluator_kind none = {.name = "none", .ask = ask, .done = done, .batch = 1};

struct evaluator *evaluator_none(void)
{
    struct evaluator *x = mem_zero(1, sizeof *x);
    x->kind = &none;
    return x;
}
