/* The region that the turns of the root may be limited to (engine.h). Nothing below the root knows of it. */
#include <string.h>

#include "connect/engine/search.h"

bool region_has(const struct worker *w, const struct squares *turn)
{
    const uint8_t *region = w->engine->limits.region;
    for (int i = 0; region && i < turn->n; i++)
        if (!region[turn->s[i]])
            return false;
    return true;
}

struct squares region_win(const struct worker *w)
{
    const struct threats *t = w->t;
    const enum side side = w->p->to_move;
    struct squares best = threats_winning_squares(t);
    if (region_has(w, &best))
        return best;
    best.n = 0;
    for (int id = 0; id < t->segments->count;
         id++) { /* not those of the list alone: threats_winning_squares */
        int need = w->p->rules.k - segment_count(t->state[id], side);
        if (!threats_open(t, id, side) || need < 1 || need > w->p->left || (best.n > 0 && need >= best.n))
            continue;
        square empties[RULES_MAX_K];
        struct squares s = {.n = threats_segment_empties(t, id, empties)};
        memcpy(s.s, empties, (size_t)s.n * sizeof *empties);
        if (region_has(w, &s))
            best = s;
    }
    return best;
}

int region_rest(struct worker *w, int n, int16_t score)
{
    const struct position *p = w->p;
    const uint8_t *region = w->engine->limits.region;
    int scored = n;
    for (square at = square_first(); at; at = square_next(&p->rules, at)) {
        bool has = !region[at] || p->cell[at] != CELL_EMPTY;
        for (int i = 0; i < scored && !has; i++)
            has = w->scores[i].at == at;
        if (!has)
            w->scores[n++] = (struct eval_score){at, score};
    }
    return n;
}

int region_scores(struct worker *w)
{
    const uint8_t *region = w->engine->limits.region;
    int n = eval_policy(w->e, w->scores), kept = 0, least = 0;
    if (!region)
        return n;
    for (int i = 0; i < n; i++) {
        least = w->scores[i].score < least ? w->scores[i].score : least;
        if (region[w->scores[i].at])
            w->scores[kept++] = w->scores[i];
    }
    return region_rest(w, kept, (int16_t)least);
}
