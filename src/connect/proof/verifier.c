/* V and W of SPEC 4.2; see verifier.h. The names End, (a), (b), V and W are the SPEC's. */
#include "connect/proof/verifier.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/forcing/seen.h"
#include "connect/proof/zone_parts.h"

/* A defender node under way. */
struct defender_node {
    struct zones *z; /* NULL if nobody asks for them, which saves half of the work */
    struct seen covered;
    int turn;   /* stones of the defender's turn, as far as the board has room */
    bool parts; /* some defences leave stones unplaced: only then can two ways lead to the same one */
    int order;  /* what is left of the order for a full defence */
    int found;  /* the order found so far */
    bool root;
};

enum {
    DEFENCES_MOST = 1 << 16, /* more critical defences than that and the win is given up */
    NODE_STEPS = 1000,       /* (base/clock.h) of a node */
};

static int attack(struct verifier *v, int order, struct zones *z, bool partial);

struct verifier *verifier_new(struct battle *b, const struct strategy *s)
{
    struct verifier *v = mem_zero(1, sizeof *v);
    v->battle = b;
    v->strategy = *s;
    verifier_reset(v);
    return v;
}

void verifier_free(struct verifier *v)
{
    if (v) {
        for (size_t i = 0; i < v->pooled; i++)
            zones_free(v->pool[i]);
        free(v->pool);
        free(v);
    }
}

void verifier_reset(struct verifier *v)
{
    assert(v->depth == 0 && v->pool_used == 0);
    v->attacks = v->defends = 0;
    v->root_calls = v->root_zone = v->root_full = 0;
    v->deepest = 0;
    v->fewest_threats = v->margin = INT_MAX;
    v->everywhere = false;
}

/* Empty zones from the pool; they are given back in reverse order. */
static struct zones *zones_borrow(struct verifier *v)
{
    if (v->pool_used == v->pooled) {
        v->pool = mem_grow(v->pool, &v->pool_room, v->pooled + 1, sizeof(struct zones *));
        v->pool[v->pooled++] = zones_new(&v->battle->position->rules);
    }
    return v->pool[v->pool_used++];
}

static void zones_return(struct verifier *v)
{
    zones_clear(v->pool[--v->pool_used]);
}

/* How near the edge the proof comes. */
static void note_stone(struct verifier *v, square s)
{
    const struct rules *r = &v->battle->position->rules;
    int col = square_col(s), row = square_row(s);
    int side = col < r->m - 1 - col ? col : r->m - 1 - col, up = row < r->n - 1 - row ? row : r->n - 1 - row;
    int margin = side < up ? side : up;
    if (margin < v->margin)
        v->margin = margin;
}

static bool stopped(const struct verifier *v)
{
    return v->strategy.stop && v->strategy.stop(v->strategy.ctx);
}

/* The squares of C_d, which W has to try, in order. The caller frees them. */
static square *enumerate(struct verifier *v, const struct zones *c, int d, int *n)
{
    const struct position *p = v->battle->position;
    square *list;
    v->everywhere = v->everywhere || zones_everything(c, d) || d > rules_delta(&p->rules) - 1;
    if (!zones_everything(c, d)) {
        list = mem_alloc((size_t)(c->n + 1) * sizeof *list);
        *n = zones_list(c, d, list);
        return list;
    }
    list = mem_alloc((size_t)(p->empty + 1) * sizeof *list);
    *n = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] == CELL_EMPTY)
            list[(*n)++] = s;
    return list;
}

static bool sub_verify(struct verifier *v, struct defender_node *node, const struct squares *defence);

/* W for every D+s, s in the list. */
static bool sub_verify_more(struct verifier *v, struct defender_node *node, const struct squares *defence,
                            const square *list, int n)
{
    for (int i = 0; i < n; i++) {
        struct squares more;
        squares_with(defence, list[i], &more);
        if (!sub_verify(v, node, &more))
            return false;
    }
    return true;
}

/* W(P, D). */
static bool sub_verify(struct verifier *v, struct defender_node *node, const struct squares *defence)
{
    struct battle *b = v->battle;
    int d = node->turn - defence->n;
    if (node->parts && !seen_add(&node->covered, defence))
        return true;
    if (node->root) {
        v->root_calls++;
        v->root_full += d == 0;
    }
    for (int i = 0; i < defence->n; i++)
        note_stone(v, defence->s[i]);
    struct zones *c = d > 0 || node->z ? zones_borrow(v) : NULL;
    int plies = battle_turn(b, defence->s, defence->n, true), order = -1;
    v->unreal += d > 0;
    if (b->position->outcome == OUTCOME_OPEN)
        order = attack(v, order_after(node->order, d), c, d > 0);
    v->unreal -= d > 0;
    square *list = NULL;
    int n = 0;
    if (order >= 0) {
        if (node->z)
            zones_merge(node->z, c, d);
        int needs = d > 0 && order > 0 ? order + d : order;
        node->found = needs > node->found ? needs : node->found;
        if (d > 0)
            list = enumerate(v, c, d, &n);
        if (node->root && defence->n == 0)
            v->root_zone = (uint64_t)n;
    } else if (v->strategy.refuted) {
        v->strategy.refuted(v->strategy.ctx, defence);
    }
    battle_back(b, plies);
    if (c)
        zones_return(v);
    bool ok = order >= 0 && sub_verify_more(v, node, defence, list, n);
    free(list);
    return ok;
}

/* V with the defender to move. Returns the order of the attacker's turn that led here, or −1. */
static int defend(struct verifier *v, int order, struct zones *z)
{
    struct battle *b = v->battle;
    struct position *p = b->position;
    bool root = v->defends++ == 0;
    if (stopped(v) || battle_late(b, NODE_STEPS) || threats_can_win(b->threats, b->defender, p->left))
        return -1;
    int number = threats_number(b->threats, b->attacker);
    if (v->unreal == 0 && number < v->fewest_threats)
        v->fewest_threats = number;
    struct defender_node node = {z, SEEN_EMPTY, position_turn_length(p), false, order, 1, root};
    int left = p->left;
    if (number <= node.turn) {
        struct square_sets defences = SQUARE_SETS_EMPTY;
        threats_defences(b->threats, b->attacker, node.turn, DEFENCES_MOST, &defences);
        bool ok = !defences.cut;
        node.parts = defences.count && defences.set[0].n < node.turn; /* the smallest come first */
        for (size_t i = 0; i < defences.count && ok; i++)
            ok = sub_verify(v, &node, &defences.set[i]);
        square_sets_free(&defences);
        seen_free(&node.covered);
        if (!ok)
            return -1;
    }
    if (z) {
        zones_threats(z, b);
        zones_counter(z, b, left);
    }
    return node.found;
}

/* Are these different empty squares, no more than the turn has? */
static bool possible(const struct position *p, const struct squares *turn)
{
    if (turn->n < 1 || turn->n > position_turn_length(p))
        return false;
    for (int i = 0; i < turn->n; i++) {
        if (!position_legal_square(p, turn->s[i]))
            return false;
        for (int j = 0; j < i; j++)
            if (turn->s[j] == turn->s[i])
                return false;
    }
    return true;
}

/* V with the attacker to move. */
static int attack(struct verifier *v, int order, struct zones *z, bool partial)
{
    struct battle *b = v->battle;
    struct squares turn;
    int found = z && v->strategy.known ? v->strategy.known(v->strategy.ctx, b, z) : -1;
    if (found >= 0)
        return found;
    v->attacks++;
    if (!v->strategy.turn(v->strategy.ctx, b, v->depth, order, &turn) || !possible(b->position, &turn))
        return -1;
    if (++v->depth > v->deepest)
        v->deepest = v->depth;
    for (int i = 0; i < turn.n; i++)
        note_stone(v, turn.s[i]);
    int plies = battle_turn(b, turn.s, turn.n, false);
    if (battle_attacker_won(b)) {
        if (z)
            zones_end(z, b);
        found = 0;
    } else if (b->position->outcome == OUTCOME_OPEN && b->position->to_move == b->defender) {
        found = defend(v, order, z);
    }
    battle_back(b, plies);
    v->depth--;
    if (found >= 0) {
        if (z)
            zones_add_all(z, turn.s, turn.n, 1);
        if (z && v->strategy.proved)
            v->strategy.proved(v->strategy.ctx, b, &turn, z, found, partial);
    }
    return found;
}

int verifier_run(struct verifier *v, int order, struct zones *z)
{
    struct battle *b = v->battle;
    assert(b->position->outcome == OUTCOME_OPEN);
    for (int side = BLACK; side <= WHITE; side++)
        for (int i = 0; i < b->stone[side].n; i++)
            note_stone(v, b->stone[side].s[i]);
    const struct position *p = b->position;
    bool partial = p->plies && p->ply[p->plies - 1].at == SQUARE_NONE;
    if (p->to_move == b->attacker)
        return attack(v, order, z, partial);
    return defend(v, order, z);
}

bool verifier_infinite(const struct verifier *v)
{
    return !v->everywhere && v->margin >= v->battle->position->rules.k - 1;
}
