/* Exhaustive search of exact games; see overlines.h. */
#include "connect/exact/overlines.h"

#include <stdlib.h>

#include "base/mem.h"
#include "connect/exact/bits.h"

enum { NODE_STEPS = 200 }; /* of work, for a position */

/* A segment that a side could fill in the base: its empty squares there, and those next to its ends, which must not
 * become the side's. */
struct open_segment {
    uint64_t squares, flanks;
};

struct overlines {
    const struct exact_map *map;
    int n[2];
    struct open_segment *segment[2];
};

struct node {
    uint64_t stones[2], empty;
    enum side side;
    int left;
};

/* Takes the segment from s in direction d in, if the side can fill it. */
static void take_in(struct overlines *o, enum side side, square s, int d)
{
    const struct position *p = o->map->base;
    int k = p->rules.k, step = direction_step[d];
    struct open_segment g = {0, 0};
    for (int i = -1; i <= k; i++) {
        int at = s + i * step; /* south-west of a1 there is no cell at all */
        enum cell c = at < 0 ? CELL_EDGE : (enum cell)p->cell[at];
        bool flank = i < 0 || i == k;
        if (flank ? c == cell_of(side) : c != CELL_EMPTY && c != cell_of(side))
            return;
        if (c == CELL_EMPTY)
            *(flank ? &g.flanks : &g.squares) |= (uint64_t)1 << o->map->bit[at];
    }
    o->segment[side][o->n[side]++] = g;
}

struct overlines *overlines_new(const struct exact_map *m)
{
    struct overlines *o = mem_zero(1, sizeof *o);
    const struct rules *r = &m->base->rules;
    o->map = m;
    for (int side = BLACK; side <= WHITE; side++) {
        o->segment[side] = mem_alloc((size_t)(DIRECTIONS * r->m * r->n) * sizeof *o->segment[side]);
        for (int d = 0; d < DIRECTIONS; d++)
            for (square s = square_first(); s; s = square_next(r, s))
                take_in(o, (enum side)side, s, d);
    }
    return o;
}

void overlines_free(struct overlines *o)
{
    if (o) {
        free(o->segment[BLACK]);
        free(o->segment[WHITE]);
        free(o);
    }
}

/* The empty squares of a segment that the side can fill; 0 if it cannot. */
static uint64_t to_fill(const struct node *n, enum side side, const struct open_segment *g)
{
    if ((g->squares & n->stones[side_other(side)]) || (g->flanks & n->stones[side]))
        return 0;
    return g->squares & n->empty;
}

/* What the segments say: which stones are to be tried, and how good each looks. */
struct survey {
    uint64_t row;   /* squares that complete a row in this turn */
    uint64_t tries; /* one of them must be placed in this turn */
    bool stopped;   /* one stone is to stop all threats, and cannot */
    bool may_win;   /* the attacker has a segment left */
    uint32_t worth[EXACT_MOST];
};

static void survey(const struct overlines *o, const struct node *n, enum side attacker, struct survey *v)
{
    int p = o->map->base->rules.p, fewest = EXACT_MOST + 1;
    uint64_t common = n->empty;
    *v = (struct survey){.tries = n->empty};
    for (int side = BLACK; side <= WHITE; side++)
        for (int i = 0; i < o->n[side]; i++) {
            uint64_t squares = to_fill(n, (enum side)side, &o->segment[side][i]);
            if (!squares)
                continue;
            int need = bits_count(squares);
            v->may_win |= side == (int)attacker;
            if (side == (int)n->side && need <= n->left) {
                v->row = squares;
                return;
            }
            if (side != (int)n->side && need <= p) {
                common &= squares;
                if (need < fewest) {
                    fewest = need;
                    v->tries = squares;
                }
            }
            uint32_t worth = need < 12 ? 1u << (24 - 2 * need) : 1;
            for (; squares; squares &= squares - 1)
                v->worth[bits_first(squares)] += worth / 256;
        }
    if (n->left == 1 && fewest <= EXACT_MOST) { /* it has to stop them all */
        v->tries = common;
        v->stopped = !common;
    }
}

static int in_order(const struct survey *v, int out[EXACT_MOST])
{
    int n = 0;
    for (uint64_t x = v->tries; x; x &= x - 1) {
        int bit = bits_first(x), i = n++;
        for (; i > 0 && v->worth[out[i - 1]] < v->worth[bit]; i--)
            out[i] = out[i - 1];
        out[i] = bit;
    }
    return n;
}

static struct node after(const struct overlines *o, const struct node *n, int bit)
{
    struct node next = *n;
    next.stones[n->side] |= (uint64_t)1 << bit;
    next.empty &= ~((uint64_t)1 << bit);
    if (--next.left == 0) {
        next.side = side_other(n->side);
        next.left = o->map->base->rules.p;
    }
    return next;
}

static bool must_stop(struct exact_search *x)
{
    if ((x->limit && x->nodes >= x->limit) || pulse_over(&x->pulse, NODE_STEPS))
        x->stopped = true;
    return x->stopped;
}

/* Does the attacker win? `best` is a stone of an answer that suits the side to move, or -1. */
static enum exact_answer search(const struct overlines *o, struct exact_search *x, const struct node *n,
                                enum side attacker, bool root, int *best)
{
    enum exact_answer good = n->side == attacker ? EXACT_YES : EXACT_NO;
    enum exact_answer bad = good == EXACT_YES ? EXACT_NO : EXACT_YES;
    struct survey v;
    *best = -1;
    x->nodes++;
    survey(o, n, attacker, &v);
    if (v.row) {
        *best = bits_first(v.row);
        return good;
    }
    if (!n->empty || !v.may_win)
        return EXACT_NO;
    if (v.stopped)
        return bad;
    struct exact_key key = {n->stones[n->side], n->stones[side_other(n->side)], n->left, n->side == attacker};
    bool wins;
    uint64_t zone, start = x->nodes;
    if (!root && exact_table_find(x->table, &key, &wins, &zone))
        return wins ? EXACT_YES : EXACT_NO;
    int order[EXACT_MOST], count = in_order(&v, order);
    enum exact_answer answer = bad;
    for (int i = 0; i < count && answer == bad; i++) {
        struct node next = after(o, n, order[i]);
        int reply;
        if (must_stop(x))
            return EXACT_OPEN;
        answer = search(o, x, &next, attacker, false, &reply);
        if (answer == good)
            *best = order[i];
    }
    if (answer != EXACT_OPEN)
        exact_table_keep(x->table, &key, answer == EXACT_YES, 0, x->nodes - start);
    return answer;
}

enum exact_answer overlines_ask(const struct overlines *o, struct exact_search *x, const struct position *p,
                                enum side attacker, int *best)
{
    struct node n = {.side = p->to_move, .left = p->left};
    for (int i = 0; i < o->map->squares; i++) {
        enum cell c = (enum cell)p->cell[o->map->at[i]];
        if (c == CELL_EMPTY)
            n.empty |= (uint64_t)1 << i;
        else
            n.stones[c == CELL_WHITE] |= (uint64_t)1 << i;
    }
    enum exact_answer a = search(o, x, &n, attacker, true, best);
    if (a != EXACT_OPEN && *best < 0) { /* all are as good */
        struct survey v;
        int order[EXACT_MOST] = {0};
        survey(o, &n, attacker, &v);
        if (!v.tries)
            v.tries = n.empty;
        in_order(&v, order);
        *best = order[0];
    }
    return a;
}
