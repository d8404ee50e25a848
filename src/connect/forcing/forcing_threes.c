/* Where the forcing search looks for wins by threes, in games with turns of one stone: after those by fours. */
#include "connect/forcing/inner.h"

enum { ZONE_NODES = 100000 };          /* of the tree that zones are made from */
static const double FOURS_SHARE = 0.2; /* of the limits, for fours alone */

static struct threes *threes_of(struct forcing *x)
{
    if (!x->threes)
        x->threes = threes_new(&x->rules, x->threes_bytes);
    return x->threes;
}

bool threes_wanted(const struct forcing *x, const struct forcing_limits *l)
{
    return l->kind == FORCING_VCT && x->rules.p == 1 && x->root_left == 1 && l->depth == 0;
}

/* With what is left of the stones. */
static enum forcing_answer search(struct forcing *x, const struct position *p, const struct forcing_limits *l)
{
    if (l->nodes && x->nodes >= l->nodes)
        return FORCING_CUT;
    uint64_t stones = l->nodes ? l->nodes - x->nodes : 0;
    enum forcing_answer answer = threes_search(threes_of(x), p, &stones, &l->until);
    x->nodes += stones;
    return answer;
}

enum forcing_answer threes_and_fours(struct forcing *x, const struct position *p,
                                     const struct forcing_limits *l)
{
    struct deadline start = deadline_now(&l->until);
    struct forcing_limits fours = *l;
    fours.kind = FORCING_VCDT;
    fours.nodes = l->nodes ? 1 + (uint64_t)((double)l->nodes * FOURS_SHARE) : 0;
    fours.until = deadline_between(&start, &l->until, FOURS_SHARE);
    enum forcing_answer answer = forcing_parts(x, &fours);
    if (answer == FORCING_WIN)
        return answer;
    answer = search(x, p, l);
    x->by_threes = answer == FORCING_WIN;
    return answer;
}

bool threes_zones(struct forcing *x, const struct position *p, const struct deadline *until, struct zones *z)
{
    struct forcing_node *n = threes_tree(threes_of(x), p, ZONE_NODES, until);
    if (!n)
        return false;
    forcing_set_limits(x, 0, until);
    forcing_tree_zones(x, n, z);
    forcing_node_free(n);
    return !x->cut;
}

/* The same for a stone on each of these squares, one after the other. */
static bool all_lose(struct forcing *x, const struct position *p, const struct zones *z,
                     const struct forcing_limits *l)
{
    struct position *q = position_copy(p);
    bool lost = true;
    for (square s = square_first(); s && lost; s = square_next(&p->rules, s)) {
        if (p->cell[s] != CELL_EMPTY || !zones_has(z, 1, s))
            continue;
        position_place(q, s);
        lost = q->outcome == OUTCOME_OPEN && search(x, q, l) == FORCING_WIN;
        position_undo(q);
    }
    position_free(q);
    return lost;
}

/* The other side wins after a pass; then every stone in the zone of that win has to lose. */
bool threes_refute(struct forcing *x, const struct position *p, const struct forcing_limits *l)
{
    struct position *q = position_copy(p);
    struct zones *z = forcing_zones_take(x, 1);
    position_pass(q);
    bool lost = q->outcome == OUTCOME_OPEN && search(x, q, l) == FORCING_WIN;
    if (lost) {
        forcing_begin(x, q, q->to_move);
        lost = threes_zones(x, q, &l->until, z);
    }
    lost = lost && all_lose(x, p, z, l);
    forcing_zones_give(x);
    position_free(q);
    return lost;
}
