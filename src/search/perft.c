/* Counting turns as sets; see perft.h.
 *
 * Sets without a row are enumerated stone by stone in the order of squares. A set with a row is such a set A
 * and one more stone s that completes it; if several of its stones could be the last, only the lowest counts.
 */
#include "search/perft.h"

#include <assert.h>
#include <stdlib.h>

#include "threat/threats.h"

struct perft_run {
    struct threats *t;
    const struct perft_options *o;
    struct perft_result result;
    unsigned ticks;
    /* The sets of the first turn, for `divide`. */
    struct squares first;
    bool dividing;
};

static void add(struct perft_run *r, uint64_t n)
{
    if (n == UINT64_MAX || __builtin_add_overflow(r->result.count, n, &r->result.count)) {
        r->result.overflow = true;
        r->result.count = UINT64_MAX;
    }
}

static bool over(struct perft_run *r)
{
    if (r->o->halt && ++r->ticks % 4096 == 0 && r->o->halt(r->o->ctx))
        r->result.halted = true;
    return r->result.halted || r->result.overflow;
}

/* n over k; UINT64_MAX if it does not fit, which `add` knows. */
static uint64_t choose(uint64_t n, uint64_t k)
{
    uint64_t c = 1;
    for (uint64_t i = 1; i <= k; i++) {
        /* c * (n - k + i) / i is whole; divide first by what they have in common. */
        uint64_t a = c, b = i;
        while (b) {
            uint64_t rest = a % b;
            a = b;
            b = rest;
        }
        uint64_t up = (n - k + i) / (i / a);
        if (__builtin_mul_overflow(c / a, up, &c))
            return UINT64_MAX;
    }
    return c;
}

static void count_turns(struct perft_run *r, int depth);

/* Could the stone s1, placed by this turn, have been the last one instead of s, with which the set has its
 * row? */
static bool could_be_last(struct threats *t, const struct squares *set, square s1)
{
    int placed = 0;
    for (int i = 0; i < set->n; i++)
        if (set->s[i] != s1 && t->position->outcome == OUTCOME_OPEN) {
            threats_place(t, set->s[i]);
            placed++;
        }
    bool free_of_rows = t->position->outcome == OUTCOME_OPEN;
    while (placed--)
        threats_undo(t);
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
    for (int i = 0; i < a->n && lowest; i++)
        lowest = a->s[i] > s || !could_be_last(r->t, &set, a->s[i]);
    for (int i = 0; i < a->n; i++)
        threats_place(r->t, a->s[i]);
    return lowest;
}

static void finish_set(struct perft_run *r, const struct squares *set, int depth)
{
    uint64_t before = r->result.count;
    bool tell = r->dividing && r->o->divide;
    r->dividing = false;
    if (depth == 1)
        add(r, 1);
    else
        count_turns(r, depth - 1);
    if (tell) {
        r->o->divide(r->o->ctx, set, r->result.count - before);
        r->dividing = true;
    }
}

/* A, the first stones of a set, stands on the board: all sets that it begins. `missing` stones are to come.
 */
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
        threats_place(t, s);
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
        threats_place(t, s);
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

static void count_turns(struct perft_run *r, int depth)
{
    struct position *p = r->t->position;
    if (p->outcome != OUTCOME_OPEN || over(r))
        return;
    int length = position_turn_length(p);
    if (depth == 1 && !r->dividing && !threats_can_win(r->t, p->to_move, length)) {
        add(r, choose((uint64_t)p->empty, (uint64_t)length));
        return;
    }
    struct squares a = {.n = 0};
    count_sets(r, &a, length, depth);
}

struct perft_result perft(struct position *p, int depth, const struct perft_options *o)
{
    static const struct perft_options none = {NULL, NULL, NULL};
    assert(depth >= 0);
    struct perft_run r = {.t = NULL, .o = o ? o : &none};
    r.dividing = r.o->divide != NULL;
    if (depth == 0) {
        r.result.count = 1;
        return r.result;
    }
    r.t = threats_new(p);
    count_turns(&r, depth);
    threats_free(r.t);
    return r.result;
}
