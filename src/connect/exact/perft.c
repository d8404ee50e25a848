/* Counting turns as sets; see perft.h.
 *
 * While nobody can complete a row, every set of squares is a turn, and the numbers of choices are
 * multiplied. Sets without a row are enumerated stone by stone in the order of squares. A set with a row
 * is such a set A and one more stone s that completes it; if several of its stones could be the last, only
 * the lowest counts. */
#include "connect/exact/perft.h"

#include <assert.h>
#include <stdlib.h>

#include "connect/threat/threats.h"

struct perft_run {
    struct threats *t;
    const struct perft_options *o;
    struct deadline until;
    struct perft_result result;
    uint64_t few; /* more, not yet in the result */
    struct pulse pulse;
    bool dividing; /* the sets of the first turn, for `divide` */
};

/* Brings the result up to date. */
static void flush(struct perft_run *r)
{
    struct natural few = NATURAL_ZERO;
    natural_set(&few, r->few);
    natural_add(&r->result.count, &few);
    natural_free(&few);
    r->few = 0;
}

static void add_one(struct perft_run *r)
{
    if (++r->few == UINT64_MAX)
        flush(r);
}

static void place(struct perft_run *r, square s)
{
    threats_place(r->t, s);
    r->result.nodes++;
}

static bool over(struct perft_run *r)
{
    if ((r->o->limits.nodes && r->result.nodes >= r->o->limits.nodes) || pulse_over(&r->pulse, 200))
        r->result.stopped = true;
    return r->result.stopped;
}

static void count_turns(struct perft_run *r, int depth);

/* Could the stone s1, placed by this turn, have been the last one instead of s, with which the set has its
 * row? */
static bool could_be_last(struct perft_run *r, const struct squares *set, square s1)
{
    struct position *p = r->t->position;
    int placed = 0;
    for (int i = 0; i < set->n; i++)
        if (set->s[i] != s1 && p->outcome == OUTCOME_OPEN) {
            place(r, set->s[i]);
            placed++;
        }
    bool free_of_rows = p->outcome == OUTCOME_OPEN;
    while (placed--)
        threats_undo(r->t);
    return free_of_rows;
}

/* The stones of A stand on the board; s completes a row. Is s the lowest that could be the last? */
static bool lowest_last(struct perft_run *r, const struct squares *a, square s)
{
    struct squares set = *a;
    set.s[set.n++] = s;
    for (int i = 0; i < a->n; i++)
        threats_undo(r->t);
    bool lowest = true;
    for (int i = 0; i < a->n && lowest && !over(r); i++)
        lowest = a->s[i] > s || !could_be_last(r, &set, a->s[i]);
    for (int i = 0; i < a->n; i++)
        place(r, a->s[i]);
    return lowest && !r->result.stopped;
}

static void finish_set(struct perft_run *r, const struct squares *set, int depth)
{
    bool tell = r->dividing && r->o->divide;
    struct natural before = NATURAL_ZERO;
    if (tell) {
        flush(r);
        before = r->result.count;
        r->result.count = (struct natural)NATURAL_ZERO;
    }
    r->dividing = false;
    if (depth == 1)
        add_one(r);
    else
        count_turns(r, depth - 1);
    if (tell) {
        flush(r);
        if (!r->result.stopped)
            r->o->divide(r->o->ctx, set, &r->result.count);
        natural_add(&r->result.count, &before);
        natural_free(&before);
        r->dividing = true;
    }
}

/* A, the first stones of a set, stands on the board: all sets that it begins. `missing` stones are to
 * come. */
static void count_sets(struct perft_run *r, struct squares *a, int missing, int depth)
{
    struct threats *t = r->t;
    struct position *p = t->position;
    enum side side = p->to_move;
    square from = a->n ? square_next(&p->rules, a->s[a->n - 1]) : square_first();
    bool may_win = depth == 1 && threats_can_win(t, side, 1);
    /* Sets with a row: any stone may be the last one. */
    for (square s = may_win ? square_first() : SQUARE_NONE; s && !over(r); s = square_next(&p->rules, s)) {
        if (p->cell[s] != CELL_EMPTY)
            continue;
        place(r, s);
        bool wins = p->outcome == outcome_win(side);
        threats_undo(t);
        if (wins && lowest_last(r, a, s)) {
            struct squares set = *a;
            set.s[set.n++] = s;
            finish_set(r, &set, 1);
        }
    }
    for (square s = from; s && !over(r); s = square_next(&p->rules, s)) {
        if (p->cell[s] != CELL_EMPTY)
            continue;
        place(r, s);
        a->s[a->n++] = s;
        if (p->outcome != outcome_win(side)) {
            if (missing > 1)
                count_sets(r, a, missing - 1, depth);
            else if (depth == 1 || p->outcome == OUTCOME_OPEN)
                finish_set(r, a, depth);
        }
        a->n--;
        threats_undo(t);
    }
}

/* ---- exact games ---- */

/* Can the stones of the set that are not in `placed` be placed in some order so that no row is there before the last?
 * (A row that is there in the middle may be part of an overline at the end; what is there at the end does not depend on
 * the order.) Counts the set once, if it is a turn: `wanted` stones, or fewer with a row. */
static bool some_order(struct perft_run *r, const struct squares *set, uint64_t placed, int wanted, int depth)
{
    const struct position *p = r->t->position;
    bool found = false;
    for (int i = 0; i < set->n && !found && !over(r); i++) {
        uint64_t now = placed | (uint64_t)1 << i;
        if (now == placed)
            continue;
        bool last = now + 1 == (uint64_t)1 << set->n;
        enum side side = p->to_move;
        place(r, set->s[i]);
        bool won = p->outcome == outcome_win(side);
        found = last || (!won && some_order(r, set, now, wanted, depth));
        if (last && won && depth == 1)
            finish_set(r, set, 1);
        else if (last && !won && set->n == wanted && (depth == 1 || p->outcome == OUTCOME_OPEN))
            finish_set(r, set, depth);
        threats_undo(r->t);
    }
    return found;
}

/* All sets that begin with this one, each once. */
static void count_exact(struct perft_run *r, struct squares *set, int wanted, int depth)
{
    const struct position *p = r->t->position;
    square from = set->n ? square_next(&p->rules, set->s[set->n - 1]) : square_first();
    for (square s = from; s && !over(r); s = square_next(&p->rules, s)) {
        if (p->cell[s] != CELL_EMPTY)
            continue;
        set->s[set->n++] = s;
        some_order(r, set, 0, wanted, depth);
        if (set->n < wanted)
            count_exact(r, set, wanted, depth);
        set->n--;
    }
}

/* Can nobody complete a row in so many turns from here, except with the very last stone? Then every set of
 * the right size is a turn, in whatever order. */
static bool no_rows(const struct perft_run *r, int depth)
{
    const struct position *p = r->t->position;
    int stones[2] = {0, 0}, left = p->left, empty = p->empty;
    enum side side = p->to_move;
    for (int i = 0; i < depth && empty > 0; i++) {
        int length = left < empty ? left : empty;
        empty -= length;
        stones[side] += i + 1 == depth ? length - 1 : length;
        side = side_other(side);
        left = p->rules.p;
    }
    return !threats_can_win(r->t, BLACK, stones[BLACK]) && !threats_can_win(r->t, WHITE, stones[WHITE]);
}

/* Adds the product of the choices of all turns. */
static void multiply_turns(struct perft_run *r, int depth)
{
    const struct position *p = r->t->position;
    struct natural ways = NATURAL_ZERO;
    int left = p->left, empty = p->empty;
    natural_set(&ways, 1);
    for (int i = 0; i < depth; i++) {
        int length = left < empty ? left : empty;
        if (length == 0)
            natural_set(&ways, 0); /* the board is full too early */
        natural_choose(&ways, (uint32_t)empty, (uint32_t)length);
        empty -= length;
        left = p->rules.p;
    }
    natural_add(&r->result.count, &ways);
    natural_free(&ways);
}

static void count_turns(struct perft_run *r, int depth)
{
    struct position *p = r->t->position;
    if (p->outcome != OUTCOME_OPEN || over(r))
        return;
    if (!r->dividing && no_rows(r, depth)) {
        multiply_turns(r, depth);
        return;
    }
    struct squares a = {.n = 0};
    (p->rules.exact ? count_exact : count_sets)(r, &a, position_turn_length(p), depth);
}

struct perft_result perft(struct position *p, int depth, const struct perft_options *o)
{
    static const struct perft_options none = {.divide = NULL};
    assert(depth >= 0);
    struct perft_run r = {.o = o ? o : &none};
    r.dividing = r.o->divide != NULL;
    r.until = limits_from_now(&r.o->limits, CPU_THREAD);
    r.pulse = (struct pulse){.until = &r.until};
    if (depth == 0) {
        natural_set(&r.result.count, 1);
        return r.result;
    }
    r.t = threats_new(p);
    count_turns(&r, depth);
    flush(&r);
    threats_free(r.t);
    return r.result;
}

void perft_result_free(struct perft_result *r)
{
    natural_free(&r->count);
}
