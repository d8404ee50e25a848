/* The evaluation: learned where there are weights for the game (cells.h), else counted from segments.
 *
 * Counting: a segment that one side may still fill is worth four times as much with every stone on it, up to
 * the threat; the side to move is ahead by its turn. A square is worth what the segments through it are, to
 * either side. */
#include "connect/eval/eval.h"

#include <stdlib.h>

#include "base/mem.h"
#include "connect/eval/cells.h"

struct eval {
    struct threats *t;
    struct cells *cells; /* NULL: count segments */
    int segment_worth[RULES_MAX_K + 1];
    int32_t (
        *square_worth)[SEGMENT_STATES]; /* by side to move: of a segment in some state to a stone on it */
};

/* The table for one side. */
static void fill_worth(const int32_t by_count[RULES_MAX_K + 1], int k, enum side own,
                       int32_t worth[SEGMENT_STATES])
{
    for (int black = 0; black <= k; black++)
        for (int white = 0; black + white <= k; white++) {
            int a = own == BLACK ? black : white, b = own == BLACK ? white : black;
            int state = black + white * (SEGMENT_WHITE / SEGMENT_BLACK);
            worth[state] = a == 0 ? by_count[b] : b == 0 ? by_count[a] + by_count[a] / 4 : 0;
        }
}

struct eval *eval_new(struct threats *t)
{
    return eval_with(t, NULL);
}

struct eval *eval_with(struct threats *t, const struct weights *w)
{
    struct eval *e = mem_zero(1, sizeof *e);
    const struct rules *r = &t->position->rules;
    e->t = t;
    e->cells = w ? cells_with(t, w) : cells_new(t);
    if (e->cells)
        return e;
    int32_t by_count[RULES_MAX_K + 1];
    int delta = rules_delta(r);
    for (int c = 0; c <= r->k; c++) {
        int steps = c < delta ? delta - c : 0; /* from a threat */
        e->segment_worth[c] = c == 0 || steps > 6 ? 0 : 40 >> 2 * (steps > 0 ? steps - 1 : 0);
        by_count[c] = c == 0 || steps > 9 ? 0 : 1 << 2 * (9 - steps);
    }
    e->square_worth = mem_zero(2, sizeof *e->square_worth);
    for (int side = BLACK; side <= WHITE; side++)
        fill_worth(by_count, r->k, (enum side)side, e->square_worth[side]);
    return e;
}

void eval_free(struct eval *e)
{
    if (!e)
        return;
    cells_free(e->cells);
    free(e->square_worth);
    free(e);
}

void eval_placed(struct eval *e, square s, enum side side)
{
    if (e->cells)
        cells_placed(e->cells, s, side);
}

void eval_removed(struct eval *e, square s, enum side side)
{
    if (e->cells)
        cells_removed(e->cells, s, side);
}

static int clip(int v)
{
    return v < -EVAL_MOST ? -EVAL_MOST : v > EVAL_MOST ? EVAL_MOST : v;
}

int eval_value(struct eval *e)
{
    if (e->cells)
        return clip(cells_value(e->cells));
    const struct position *p = e->t->position;
    int own = 0, other = 0;
    for (int c = 1; c < p->rules.k; c++) {
        own += e->segment_worth[c] * threats_segments(e->t, p->to_move, c);
        other += e->segment_worth[c] * threats_segments(e->t, side_other(p->to_move), c);
    }
    return clip((own * 5 / 4 - other) / 2 + 20);
}

/* 100 times the natural logarithm, roughly, in whole numbers: the same on every machine. */
static int16_t logarithm(uint64_t x)
{
    if (x == 0)
        return 0;
    int bits = 63 - __builtin_clzll(x);
    uint64_t fraction = bits >= 8 ? x >> (bits - 8) : x << (8 - bits); /* 256 … 511 */
    return (int16_t)((bits * 256 + (int)fraction - 256) * 69 / 256);
}

static int64_t square_worth(const struct eval *e, square s, enum side own)
{
    const struct span *at = e->t->segments->at[s];
    const int32_t *worth = e->square_worth[own];
    int64_t sum = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        for (int id = at[d].first; id < at[d].first + at[d].count; id++)
            sum += worth[e->t->state[id] / SEGMENT_BLACK];
    return sum;
}

int eval_policy(struct eval *e, struct eval_score *out)
{
    if (e->cells)
        return cells_policy(e->cells, out);
    const struct position *p = e->t->position;
    int n = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s)) {
        if (p->cell[s] != CELL_EMPTY)
            continue;
        int64_t worth = square_worth(e, s, p->to_move);
        int off = abs(2 * square_col(s) - p->rules.m + 1) + abs(2 * square_row(s) - p->rules.n + 1);
        if (worth > 0)
            out[n++] = (struct eval_score){s, logarithm((uint64_t)worth)};
        else if (p->stones == 0)
            out[n++] = (struct eval_score){s, (int16_t)(-20 * off)};
    }
    if (n == 0) /* stones there are, but no square near them is worth anything: any will do */
        for (square s = square_first(); s; s = square_next(&p->rules, s))
            if (p->cell[s] == CELL_EMPTY)
                out[n++] = (struct eval_score){s, 0};
    return n;
}
