/* Weights as they are played with, measured on samples; see trainer.h. */
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "connect/eval/cells.h"
#include "net/tune/tally.h"

/* The policy's answer: squares that it does not list are no better than the worst it does. */
static void choose(const struct tune_game *g, struct sample_at at, const struct net_sample *x,
                   const struct eval_score *list, int n, struct net_answer *a)
{
    int most = INT16_MIN, least = INT16_MAX, best = INT16_MIN;
    int right[NET_RIGHT_MOST];
    double sum = 0;
    for (int i = 0; i < n; i++) {
        most = list[i].score > most ? list[i].score : most;
        least = list[i].score < least ? list[i].score : least;
    }
    for (int r = 0; r < x->rights; r++) {
        right[r] = least;
        for (int i = 0; i < n; i++)
            if (list[i].at == g->stone[at.stone + r])
                right[r] = list[i].score;
        best = right[r] > best ? right[r] : best;
    }
    a->rank = 0;
    for (int i = 0; i < n; i++) {
        a->rank += list[i].score > best;
        sum += exp((double)(list[i].score - most) / EVAL_UNIT);
    }
    a->policy_loss = 0;
    for (int r = 0; r < x->rights; r++)
        a->policy_loss += (float)((log(sum) - (double)(right[r] - most) / EVAL_UNIT) / x->rights);
}

struct trainer_score trainer_measure(const struct samples *s, const struct weights *w, size_t most,
                                     float share)
{
    struct position *p = position_new(&s->games->rules);
    struct eval_score *list = mem_zero((size_t)(s->games->rules.m * s->games->rules.n), sizeof *list);
    struct sampler *m = sampler_new(s);
    struct tally sum = {0};
    size_t every = most && s->tests > most ? s->tests / most : 1;
    for (size_t i = 0; i < s->tests; i += every) {
        const struct net_sample *x = sampler_make(m, s->test[i], share);
        struct net_answer a;
        samples_replay(s, s->test[i], p);
        struct threats *t = threats_new(p);
        struct cells *c = cells_with(t, w);
        double v = (double)cells_value(c) / EVAL_UNIT;
        choose(&s->games->game[s->test[i].game], s->test[i], x, list, cells_policy(c, list), &a);
        a.chance = (float)(1 / (1 + exp(-v)));
        a.value_loss = (float)((v > 0 ? v : 0) + log1p(exp(-fabs(v))) - x->target * v);
        tally_add(&sum, x, &a);
        cells_free(c);
        threats_free(t);
    }
    sampler_free(m);
    free(list);
    position_free(p);
    return tally_score(&sum);
}
