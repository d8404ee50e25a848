/* When the time is over before there is a turn: on the largest boards, with turns of tens of stones, scoring
 * the squares for a single turn takes longer than some limits. */
#include "connect/engine/search.h"

static const double GRACE_SECONDS = 0.03;
enum { GRACE_STEPS = 6000000 }; /* (base/clock.h) that it has room for */

bool worker_late(struct worker *w, int steps)
{
    return pulse_over(&w->pulse, steps) ||
           (w->engine->threads > 1 && atomic_load_explicit(&w->engine->halt, memory_order_relaxed));
}

int worker_policy_steps(const struct worker *w)
{
    const struct rules *r = &w->engine->rules;
    return r->m * r->n * (r->k / 2 + 1);
}

bool worker_grace(struct worker *w, struct deadline *until)
{
    if (worker_policy_steps(w) > GRACE_STEPS / position_turn_length(w->p))
        return false;
    *until = deadline_in(0, GRACE_SECONDS, CPU_THREAD, NULL);
    w->pulse = (struct pulse){.until = until};
    threats_limit(w->t, until);
    return true;
}

static bool has(const struct squares *turn, square s)
{
    for (int i = 0; i < turn->n; i++)
        if (turn->s[i] == s)
            return true;
    return false;
}

void worker_hurry(struct worker *w, struct squares *turn)
{
    const struct position *p = w->p;
    const uint8_t *region = w->engine->limits.region;
    int n = region_scores(w), length = turn->n + position_turn_length(p);
    while (turn->n < length && n > 0) {
        int best = 0;
        for (int i = 1; i < n; i++)
            if (w->scores[i].score > w->scores[best].score)
                best = i;
        turn->s[turn->n++] = w->scores[best].at;
        w->scores[best] = w->scores[--n];
    }
    /* The evaluation may think nothing of most squares. */
    for (square s = square_first(); s && turn->n < length; s = square_next(&p->rules, s))
        if (p->cell[s] == CELL_EMPTY && !has(turn, s) && (!region || region[s]))
            turn->s[turn->n++] = s;
}
