/* Sums over segments, kept up to date; see sums.h. */
#include "play/agent/sums.h"

#include <stdlib.h>

#include "base/mem.h"

void sums_init(struct sums *s, const struct rules *r, sums_worth worth, const void *context)
{
    s->worth = mem_zero(SEGMENT_STATES, sizeof *s->worth);
    for (int white = 0; white <= r->k; white++)
        for (int black = 0; black + white <= r->k; black++)
            s->worth[black + white * (SEGMENT_WHITE / SEGMENT_BLACK)] = worth(r, black, white, context);
}

void sums_free(struct sums *s)
{
    follow_free(&s->follow);
    free(s->worth);
    free(s->seen);
    free(s->at);
    *s = (struct sums){.worth = NULL};
}

/* Replaces the old worth of a segment by the new one on each of its squares. */
static void change_segment(struct sums *s, const struct threats *t, int id)
{
    const struct sum *old = &s->worth[s->seen[id] / SEGMENT_BLACK];
    const struct sum *new = &s->worth[t->state[id] / SEGMENT_BLACK];
    struct sum by;
    for (int c = 0; c < SUMS_CHANNELS; c++)
        by.of[c] = new->of[c] - old->of[c];
    s->seen[id] = t->state[id];
    const struct segment *g = &t->segments->segment[id];
    struct sum *at = s->at + g->start;
    for (int i = t->position->rules.k, step = direction_step[g->direction]; i > 0; i--, at += step)
        for (int c = 0; c < SUMS_CHANNELS; c++)
            at->of[c] += by.of[c];
}

/* The sums of the empty board, where every segment has state 0. */
static void start(struct sums *s, const struct threats *t)
{
    const struct segments *g = t->segments;
    s->seen = mem_zero((size_t)g->count, sizeof *s->seen);
    s->at = mem_zero((size_t)square_limit(&g->rules), sizeof *s->at);
    for (square at = square_first(); at; at = square_next(&g->rules, at))
        for (int d = 0; d < DIRECTIONS; d++)
            for (int c = 0; c < SUMS_CHANNELS; c++)
                s->at[at].of[c] += s->worth[0].of[c] * g->at[at][d].count;
}

void sums_update(struct sums *s, const struct threats *t)
{
    const square *changed;
    if (!s->at)
        start(s, t);
    int n = follow_look(&s->follow, t->position, &changed);
    for (int id = 0; n < 0 && id < t->segments->count; id++)
        if (s->seen[id] != t->state[id])
            change_segment(s, t, id);
    for (int i = 0; i < n; i++)
        for (int d = 0; d < DIRECTIONS; d++) {
            const struct span *span = &t->segments->at[changed[i]][d];
            for (int id = span->first; id < span->first + span->count; id++)
                if (s->seen[id] != t->state[id])
                    change_segment(s, t, id);
        }
}
