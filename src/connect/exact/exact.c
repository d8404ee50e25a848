/* Exact values: two questions make a value; see exact.h. */
#include "connect/exact/exact.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "connect/exact/map.h"
#include "connect/exact/overlines.h"
#include "connect/exact/search.h"
#include "connect/exact/state.h"
#include "connect/exact/table.h"

struct exact {
    struct exact_map map;
    struct exact_table *table; /* NULL until it is needed */
    size_t table_bytes;
    struct exact_search search;
    struct overlines *overlines; /* exact games are searched by these instead */
    uint64_t total;              /* nodes that the call under way may take; 0: no limit */
    bool halted;
};

static const size_t usual_table = (size_t)64 << 20;

struct exact *exact_new(size_t table_bytes)
{
    struct exact *x = mem_zero(1, sizeof *x);
    x->table_bytes = table_bytes ? table_bytes : usual_table;
    return x;
}

void exact_free(struct exact *x)
{
    if (x) {
        overlines_free(x->overlines);
        exact_map_clear(&x->map);
        exact_table_free(x->table);
        free(x->search.state);
        free(x);
    }
}

/* Begins a call: makes the map serve this position. */
static bool begin(struct exact *x, const struct position *p, const struct limits *l, struct err *e)
{
    if (p->outcome == OUTCOME_OPEN && p->empty > EXACT_MOST)
        return err_set(e, "%d empty squares are too many for an exhaustive search: at most %d", p->empty,
                       EXACT_MOST);
    if (!x->table && !(x->table = exact_table_new(x->table_bytes, e)))
        return false;
    if (p->outcome == OUTCOME_OPEN && !exact_map_fits(&x->map, p)) {
        exact_map_make(&x->map, p);
        exact_table_clear(x->table);
        free(x->search.state);
        overlines_free(x->overlines);
        x->search.state = p->rules.exact ? NULL : exact_states_new(&x->map, EXACT_STATES);
        x->overlines = p->rules.exact ? overlines_new(&x->map) : NULL;
    }
    x->search.map = &x->map;
    x->search.table = x->table;
    x->search.nodes = 0;
    x->search.until = l ? limits_from_now(l, CPU_THREAD) : (struct deadline){.wall = 0};
    x->search.pulse = (struct pulse){.until = &x->search.until};
    x->total = l ? l->nodes : 0;
    x->halted = false;
    return true;
}

static bool spent(const struct exact *x)
{
    return x->halted || (x->total && x->search.nodes >= x->total);
}

/* Does `attacker` win? Takes at most one of so many parts of the nodes that are left. */
static enum exact_answer ask(struct exact *x, const struct position *p, enum side attacker, int parts,
                             square *best)
{
    *best = SQUARE_NONE;
    if (spent(x))
        return EXACT_OPEN;
    struct exact_search *q = &x->search;
    uint64_t rest = x->total - q->nodes, many = (uint64_t)parts;
    q->limit = x->total ? q->nodes + rest / many + (rest % many != 0) : 0;
    q->stopped = false;
    int bit;
    uint64_t zone;
    enum exact_answer a;
    if (x->overlines) {
        a = overlines_ask(x->overlines, q, p, attacker, &bit);
    } else {
        exact_states_start(&x->map, q->state, p);
        a = exact_ask(q, p->to_move, p->left, attacker, &bit, &zone);
    }
    if (a != EXACT_OPEN)
        *best = x->map.at[bit];
    else if (!q->limit || q->nodes < q->limit)
        x->halted = true;
    return a;
}

/* Narrows the bounds of an open position, as seen by `side`; `stone` becomes one that achieves the lower
 * bound, if it is learnt. Two rounds, as with a limit each question first gets only its part. */
static void narrow(struct exact *x, const struct position *p, enum side side, int parts,
                   struct exact_stone *v)
{
    square best;
    for (int round = 0; round < 2; round++) {
        if (v->upper == 1 && v->lower < 1)
            switch (ask(x, p, side, round ? parts : 2 * parts, &best)) {
            case EXACT_YES:
                v->lower = 1;
                v->at = best;
                break;
            case EXACT_NO:
                v->upper = 0;
                break;
            case EXACT_OPEN:
                break;
            }
        if (v->lower == -1 && v->upper > -1)
            switch (ask(x, p, side_other(side), parts, &best)) {
            case EXACT_YES:
                v->upper = -1;
                v->at = best;
                break;
            case EXACT_NO:
                v->lower = 0;
                v->at = best;
                break;
            case EXACT_OPEN:
                break;
            }
        if (v->lower == v->upper || !x->total)
            break;
    }
}

/* The turn that begins with this stone and achieves the value. */
static void complete_turn(struct exact *x, const struct position *p, square first, int value,
                          struct squares *turn)
{
    struct position *q = position_copy(p);
    enum side attacker = value == 1 ? p->to_move : side_other(p->to_move);
    turn->n = 0;
    for (square s = first; s != SQUARE_NONE;) {
        turn->s[turn->n++] = s;
        position_place(q, s);
        if (q->outcome != OUTCOME_OPEN || q->to_move != p->to_move)
            break;
        enum exact_answer a = ask(x, q, attacker, 1, &s);
        assert(a == EXACT_OPEN || (a == EXACT_YES) == (value != 0));
        if (a == EXACT_OPEN)
            turn->n = 0;
    }
    position_free(q);
}

static int finished_value(const struct position *p, enum side side)
{
    return p->outcome == OUTCOME_DRAW ? 0 : p->outcome == outcome_win(side) ? 1 : -1;
}

static void solve(struct exact *x, const struct position *p, struct exact_result *out)
{
    struct exact_stone v = {SQUARE_NONE, -1, 1};
    out->turn.n = 0;
    if (p->outcome != OUTCOME_OPEN) {
        v.lower = v.upper = finished_value(p, p->to_move);
    } else {
        narrow(x, p, p->to_move, 1, &v);
        complete_turn(x, p, v.at, v.lower, &out->turn);
    }
    out->lower = v.lower;
    out->upper = v.upper;
    out->nodes = x->search.nodes;
}

bool exact_solve(struct exact *x, const struct position *p, const struct limits *l, struct exact_result *out,
                 struct err *e)
{
    if (!begin(x, p, l, e))
        return false;
    solve(x, p, out);
    return true;
}

bool exact_all(struct exact *x, const struct position *p, const struct limits *l,
               struct exact_stone stone[EXACT_MOST], int *n, struct exact_result *out, struct err *e)
{
    if (!begin(x, p, l, e))
        return false;
    *n = 0;
    solve(x, p, out);
    if (p->outcome != OUTCOME_OPEN)
        return true;
    struct position *q = position_copy(p);
    int lower = -1, upper = -1;
    for (square s = square_first(); s; s = square_next(&p->rules, s)) {
        if (p->cell[s] != CELL_EMPTY)
            continue;
        struct exact_stone v = {s, -1, out->upper}; /* no stone is worth more than the position */
        position_place(q, s);
        if (q->outcome == OUTCOME_OPEN)
            narrow(x, q, p->to_move, p->empty - *n, &v);
        else
            v.lower = v.upper = finished_value(q, p->to_move);
        position_undo(q);
        v.at = s;
        lower = v.lower > lower ? v.lower : lower;
        upper = v.upper > upper ? v.upper : upper;
        stone[(*n)++] = v;
    }
    position_free(q);
    /* The position is worth what its best stone is. */
    out->lower = lower > out->lower ? lower : out->lower;
    out->upper = upper < out->upper ? upper : out->upper;
    out->nodes = x->search.nodes;
    return true;
}
