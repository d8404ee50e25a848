/* Wins of any order by the definition of Λ-order (SPEC 3), with zones to cut the defences (SPEC 4); see
 * prover.h. */
#include "connect/proof/prover.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { NODE_STEPS = 3000 }; /* (base/clock.h) of a node */

/* Nodes below one that zones settled were not searched; short wins are looked for there. */
static bool verifier_turn(void *ctx, struct battle *b, int depth, int order, struct squares *turn)
{
    struct prover *s = ctx;
    (void)b;
    return replay_turn(s->replay, depth, turn) ||
           (prover_attack(s, order < 2 ? order : 2, 1, true) && replay_turn(s->replay, depth, turn));
}

static int verifier_known(void *ctx, struct battle *b, struct zones *z)
{
    struct prover *s = ctx;
    (void)b;
    const struct entry *e = table_find(s->table);
    if (!e || e->won < 0 || !e->zones)
        return -1;
    kept_zones_merge(z, e->zones, 0);
    return e->won;
}

static void verifier_proved(void *ctx, struct battle *b, const struct squares *turn, const struct zones *z,
                            int order, bool partial)
{
    struct prover *s = ctx;
    (void)b;
    if (!partial || order == 0)
        return;
    struct entry *e = table_make(s->table, true);
    if (e->won < 0 || !e->line)
        table_set_turn(s->table, e, turn, order);
    table_set_zones(s->table, e, z);
}

size_t prover_memory(uint64_t asked)
{
    size_t usual = (size_t)1 << 30,
           room = mem_room() / 4; /* it stops at twice that, and tables grow in jumps */
    return asked ? (size_t)asked : usual < room ? usual : room;
}

struct prover *prover_new(const struct position *p, enum side attacker, const struct prover_limits *l)
{
    struct prover *s = mem_zero(1, sizeof *s);
    struct strategy strategy = {s, verifier_turn, verifier_known, verifier_proved, NULL, NULL};
    s->battle = battle_new(p, attacker);
    s->table = table_new(s->battle, l->memory);
    s->verifier = verifier_new(s->battle, &strategy);
    s->replay = replay_new(s->battle, s->table);
    s->limits = *l;
    battle_limit(s->battle, &s->limits.until);
    s->forcing = forcing_for_proofs(&p->rules, l->memory / 4);
    prover_level(s, 4);
    s->history = mem_zero((size_t)square_limit(&p->rules) + 1, sizeof *s->history);
    return s;
}

void prover_free(struct prover *s)
{
    if (s) {
        verifier_free(s->verifier);
        replay_free(s->replay);
        table_free(s->table);
        battle_free(s->battle);
        forcing_free(s->forcing);
        free(s->history);
        free(s);
    }
}

void prover_widen(struct prover *s, uint64_t nodes)
{
    s->wide = true;
    s->order1_depth = PROVER_LINE;
    s->order1_nodes = nodes;
}

void prover_level(struct prover *s, int level)
{
    assert(level >= 0 && level < PROVER_LEVELS);
    s->level = level;
    s->order1_depth = 4 + level < PROVER_LINE ? 4 + level : PROVER_LINE;
    s->order1_nodes = (uint64_t)128 << (2 * level);
}

bool prover_tick(struct prover *s)
{
    s->nodes++;
    if (s->limits.nodes && s->nodes > s->limits.nodes)
        s->stopped = true;
    if (battle_late(s->battle, NODE_STEPS))
        s->stopped = true;
    if (s->nodes % 64 == 0) {
        if (s->limits.tell)
            s->limits.tell(s->limits.ctx);
        /* Failures are not kept beyond the limit, but wins are. */
        if (table_bytes(s->table) / 2 > s->limits.memory)
            s->stopped = true;
    }
    return s->stopped;
}

/* ---- order 1 ---- */

static bool remember_line(struct prover *s, const struct forcing_line *l)
{
    table_set_line(s->table, table_make(s->table, true), l);
    return true;
}

bool prover_order1(struct prover *s, bool any)
{
    const struct position *p = s->battle->position;
    const struct forcing_line *again = any ? forcing_again(s->forcing, p, &s->nodes) : NULL;
    if (again)
        return remember_line(s, again);
    struct forcing_order1 l = {s->order1_depth, s->order1_nodes, 0, s->wide, &s->limits.until,
                               s->limits.tell,  s->limits.ctx};
    if (s->limits.nodes)
        l.all = s->nodes < s->limits.nodes ? s->limits.nodes - s->nodes : 1;
    struct forcing_line line;
    bool tree;
    enum forcing_answer answer = forcing_order1(s->forcing, p, &l, &line, &tree, &s->nodes);
    if (answer == FORCING_WIN && !tree)
        return remember_line(s, &line);
    if (answer == FORCING_WIN) {
        struct squares turn = {.n = position_turn_length(p)};
        memcpy(turn.s, line.s, (size_t)turn.n * sizeof *turn.s);
        table_set_turn(s->table, table_make(s->table, true), &turn, 1);
        return true;
    }
    s->partial |= answer == FORCING_CUT;
    s->stopped |= (s->limits.nodes && s->nodes >= s->limits.nodes) ||
                  (answer == FORCING_CUT && deadline_over(&s->limits.until));
    return false;
}

/* ---- order 2 and more ---- */

/* A defender node of the search. */
struct defender_node {
    struct seen covered;
    int turn, order, depth;
};

/* The squares of the zone that the defender must use d stones for, the most often refuting first. The caller
 * frees them. NULL if the win cannot be verified. */
static square *zone_squares(struct prover *s, int d, int *n)
{
    const struct position *p = s->battle->position;
    struct zones *z = zones_new(&p->rules);
    square *list = NULL;
    *n = 0;
    if (verifier_run(s->verifier, PROVER_ORDERS, z) >= 0) {
        list = mem_alloc((size_t)(p->empty + 1) * sizeof *list);
        if (!zones_everything(z, d))
            *n = zones_list(z, d, list);
        for (square q = square_first(); q && zones_everything(z, d); q = square_next(&p->rules, q))
            if (p->cell[q] == CELL_EMPTY)
                list[(*n)++] = q;
        for (int i = 1; i < *n; i++) {
            square q = list[i];
            int j = i;
            for (; j && s->history[list[j - 1]] < s->history[q]; j--)
                list[j] = list[j - 1];
            list[j] = q;
        }
    }
    zones_free(z);
    return list;
}

/* W of SPEC 4.2 as a search: the attacker's turns are looked for on the way. */
static bool defence_loses(struct prover *s, struct defender_node *node, const struct squares *defence)
{
    struct battle *b = s->battle;
    int d = node->turn - defence->n, n = 0;
    if (!seen_add(&node->covered, defence))
        return true;
    int plies = battle_turn(b, defence->s, defence->n, true);
    square *list = NULL;
    bool ok = b->position->outcome == OUTCOME_OPEN &&
              prover_attack(s, order_after(node->order, d), node->depth, d == 0);
    if (!ok)
        for (int i = 0; i < defence->n; i++)
            s->history[defence->s[i]]++;
    if (ok && d > 0) {
        list = zone_squares(s, d, &n);
        ok = list != NULL;
    }
    battle_back(b, plies);
    for (int i = 0; i < n && ok; i++) {
        struct squares more;
        squares_with(defence, list[i], &more);
        ok = defence_loses(s, node, &more);
    }
    free(list);
    return ok;
}

bool prover_defend(struct prover *s, int order, int depth)
{
    struct battle *b = s->battle;
    if (threats_can_win(b->threats, b->defender, b->position->left))
        return false;
    struct defender_node node = {SEEN_EMPTY, position_turn_length(b->position), order, depth};
    if (threats_number(b->threats, b->attacker) > node.turn)
        return true;
    struct square_sets defences = SQUARE_SETS_EMPTY;
    threats_defences(b->threats, b->attacker, node.turn, PROVER_DEFENCES, &defences);
    bool ok = !defences.cut;
    for (size_t i = 0; i < defences.count && ok; i++)
        ok = defence_loses(s, &node, &defences.set[i]);
    square_sets_free(&defences);
    seen_free(&node.covered);
    return ok;
}

/* The attacker's turns made since the start, as a place in the table of killers. */
static struct squares *killer_here(struct prover *s)
{
    const struct stone_list *l = &s->battle->stone[s->battle->attacker];
    int turns = (l->n - l->first) / s->battle->position->rules.p;
    return &s->quiet_killer[turns < PROVER_DEPTH ? turns : PROVER_DEPTH - 1];
}

static bool try_turn(struct prover *s, const struct squares *turn, int order, int depth)
{
    int plies = battle_turn(s->battle, turn->s, turn->n, false);
    bool won = s->battle->position->outcome == OUTCOME_OPEN && prover_defend(s, order, depth - 1);
    battle_back(s->battle, plies);
    if (won) {
        table_set_turn(s->table, table_make(s->table, true), turn, order);
        *killer_here(s) = *turn;
    }
    return won;
}

static bool try_turns(struct prover *s, const struct turn_list *l, int order, int depth)
{
    for (size_t i = 0; i < l->count && !s->stopped; i++) {
        struct squares turn;
        turn_list_get(l, i, &turn);
        if (try_turn(s, &turn, order, depth))
            return true;
    }
    return false;
}

/* The turn that won a position like this, if it is possible here. Only worth it for an attacker without
 * stones, where all defender's stones are alike; elsewhere it costs a tenth more nodes. */
static bool try_killer(struct prover *s, int order, int depth)
{
    struct squares turn = *killer_here(s);
    if (turn.n == 0 || turn.n != position_turn_length(s->battle->position))
        return false;
    for (int i = 0; i < turn.n; i++)
        if (s->battle->position->cell[turn.s[i]] != CELL_EMPTY)
            return false;
    return try_turn(s, &turn, order, depth);
}

enum { QUIET_WIDTH = 24, QUIET_MOST = 60, DEPTH_MOST = 31 };

/* A level and a depth in one number: what was tried and failed is not tried again with the same level and no
 * more depth. */
static uint8_t effort(const struct prover *s, int depth)
{
    return (uint8_t)((s->level << 5 | depth) + 1);
}

static bool tried(const struct prover *s, uint8_t given_up, int depth)
{
    return given_up && (given_up - 1) >> 5 == s->level && ((given_up - 1) & DEPTH_MOST) >= depth;
}

/* Turns of order 2 and more. */
static bool try_higher(struct prover *s, int order, int depth)
{
    struct battle *b = s->battle;
    int p = b->position->rules.p;
    struct turn_list l = TURN_LIST_EMPTY;
    if (b->stone[b->attacker].n == 0 && try_killer(s, order, depth))
        return true;
    if (b->stone[b->attacker].n == 0)
        turns_opening(b, QUIET_MOST, &l);
    else
        turns_threatening(b, s->forcing, order <= p ? p + 1 - order : 1, &l);
    bool won = try_turns(s, &l, order, depth);
    if (!won && order > p && !s->stopped && b->stone[b->attacker].n > 0) {
        turns_quiet(b, QUIET_WIDTH, QUIET_MOST, &l);
        won = try_turns(s, &l, order, depth);
    }
    turn_list_free(&l);
    return won;
}

static void give_up(struct prover *s, int order, int depth)
{
    struct entry *e = s->stopped ? NULL : table_make(s->table, false);
    if (e)
        e->given_up[order] = effort(s, depth);
}

/* A win of a position with fewer defender's stones, those that are new being irrelevant to its zones (SPEC
 * 4.3): its line wins here, too, or what follows its turn does. */
static bool settled(struct prover *s)
{
    struct entry *e = table_settles(s->table);
    if (!e)
        return false;
    if (e->line) {
        struct forcing_line line;
        table_get_line(s->table, e, &line);
        return forcing_follow(s->forcing, s->battle->position, &line, &s->nodes) && remember_line(s, &line);
    }
    struct squares turn;
    table_get_turn(s->table, e, &turn);
    int order = e->won;
    table_set_turn(s->table, table_make(s->table, true), &turn, order);
    return true;
}

bool prover_attack(struct prover *s, int order, int depth, bool any)
{
    struct battle *b = s->battle;
    assert(order <= PROVER_ORDERS && depth <= DEPTH_MOST);
    if (prover_tick(s))
        return false;
    if (threats_can_win(b->threats, b->attacker, b->position->left))
        return true;
    const struct entry *e = table_find(s->table);
    if (e && e->won >= 0)
        return true;
    if (order == 0)
        return false;
    if (any && settled(s))
        return true;
    uint8_t before[2] = {e ? e->given_up[1] : 0, e ? e->given_up[order] : 0};
    if (!tried(s, before[0], 0)) {
        if (prover_order1(s, any))
            return true;
        give_up(s, 1, 0);
    }
    /* Without stones there is nothing for the order-1 search to begin with: the first turn is chosen here. */
    bool bare = b->stone[b->attacker].n == 0;
    if ((order == 1 && !bare) || depth == 0 || s->stopped || tried(s, before[1], depth))
        return false;
    if (try_higher(s, order, depth))
        return true;
    give_up(s, order, depth);
    return false;
}
