/* The search for forcing wins: the attacker's turns depth first, against all critical defences.
 *
 * A defender's node is settled in one of two ways (inner.h): by macro, or defence by defence. Where a
 * turn makes fewer threats than the defender has stones, some of its stones are free; the win found as if
 * they were not placed has a relevance zone, and every free stone in that zone is tried, too (SPEC 4.2: W).
 * The trees are searched only after the macros, and at every node of a tree the macros are tried first. */
#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "connect/forcing/inner.h"

enum {
    LOOK_EVERY = 512, /* stones between two looks at the clock */
    PROBE_DEPTH = 16, /* turns of a VCDT on the way to a VCST */
};

bool forcing_spent(struct forcing *x)
{
    if (x->cut)
        return true;
    if (x->visits_most && x->visits >= x->visits_most)
        return x->cut = true;
    if (x->nodes >= x->next_look) {
        x->next_look = x->nodes + LOOK_EVERY;
        if (x->nodes_most && x->next_look > x->nodes_most)
            x->next_look = x->nodes_most;
        x->cut = (x->nodes_most && x->nodes >= x->nodes_most) || x->pulse.over || deadline_over(&x->until);
        if (x->tell)
            x->tell(x->tell_ctx);
    }
    return x->cut;
}

int forcing_macro(const struct covers *c, square out[FORCING_MACRO])
{
    int n = 0;
    for (int i = 0; i < c->from[c->n]; i++) {
        bool known = false;
        for (int j = 0; j < n && !known; j++)
            known = out[j] == c->at[i];
        if (known)
            continue;
        if (n == FORCING_MACRO)
            return -1;
        out[n++] = c->at[i];
    }
    return n;
}

static bool free_stones_lose(struct forcing *x, int free, int depth, int ply);

/* The defender's stones of a defence are on the board, `free` more may be anywhere: does the attacker win? */
static bool defence_loses(struct forcing *x, int free, int depth, int ply)
{
    return forcing_attack(x, depth, ply) && (free == 0 || free_stones_lose(x, free, depth, ply));
}

/* The attacker wins if the free stones are not placed: does it also if they are? The one that helped last
 * time is tried first. */
static bool free_stones_lose(struct forcing *x, int free, int depth, int ply)
{
    const struct field *f = x->field;
    struct zones *z = forcing_zones_take(x, free);
    bool limited = x->limited, partial = x->partial, won = forcing_replay_zones(x, z);
    x->limited = limited;
    x->partial = partial || !won;
    square first = x->refuter[ply];
    if (first && (f->cell[first] != CELL_EMPTY || !zones_has(z, free, first)))
        first = SQUARE_NONE;
    for (int i = first ? -1 : 0; i < f->rules.m * f->rules.n && won; i++) {
        square s = i < 0 ? first : f->at_number[i];
        if (f->cell[s] != CELL_EMPTY || (i >= 0 && s == first) || !zones_has(z, free, s))
            continue;
        place_all(x, x->defender, &s, 1);
        won = !defender_has_row(x, 1) && defence_loses(x, free - 1, depth, ply);
        take_back(x, 1);
        if (!won)
            x->refuter[ply] = s;
    }
    forcing_zones_give(x);
    return won;
}

/* What was not found out does not count as won, and refutes nothing. */
static bool unsettled(struct forcing *x)
{
    x->partial = true;
    return false;
}

/* The defender is to move against these threats, which it can stop: does every defence lose? */
static bool defences_lose(struct forcing *x, const struct edges *e, int number, int depth, int ply)
{
    struct covers c;
    int p = x->rules.p;
    edges_covers(e, p, &c);
    if (c.cut)
        return unsettled(x);
    bool lost = true;
    if (x->mode.way == WAY_MACRO) {
        square s[FORCING_MACRO];
        int n = forcing_macro(&c, s);
        if (n < 0 || x->field->plies + n + 2 * p >= FIELD_PLIES)
            return unsettled(x);
        place_all(x, x->defender, s, n);
        lost = !defender_has_row(x, n) && defence_loses(x, p - number, depth, ply);
        take_back(x, n);
        return lost || (c.n == 1 ? false : unsettled(x)); /* all at once may be more than any of them */
    }
    for (int i = 0; i < c.n && lost; i++) {
        int n = covers_size(&c, i);
        place_all(x, x->defender, covers_set(&c, i), n);
        lost = defence_loses(x, p - n, depth, ply);
        take_back(x, n);
    }
    return lost;
}

bool forcing_defend(struct forcing *x, int left, int depth)
{
    struct edges e;
    struct covers c;
    bool sure;
    if (forcing_spent(x))
        return false;
    edges_find(x->field, x->attacker, &e);
    if (edges_number(&e, left, &sure) > left)
        return sure || unsettled(x);
    edges_covers(&e, left, &c);
    bool lost = !c.cut;
    for (int i = 0; i < c.n && lost; i++) {
        int n = covers_size(&c, i);
        place_all(x, x->defender, covers_set(&c, i), n);
        lost = defence_loses(x, left - n, depth, 0);
        take_back(x, n);
    }
    return lost;
}

/* Does this turn win? */
static bool turn_wins(struct forcing *x, const square *s, int n, int least, int depth, int ply)
{
    const struct field *f = x->field;
    if (f->plies + n + x->rules.p >= FIELD_PLIES)
        return unsettled(x);
    place_all(x, x->attacker, s, n);
    bool won = false;
    if (!field_any(f, x->defender, 0)) {
        struct edges e;
        bool sure;
        edges_find(f, x->attacker, &e);
        int number = edges_number(&e, x->rules.p, &sure);
        if (number > x->rules.p)
            won = sure || unsettled(x);
        else if (number < least)
            won = !sure && unsettled(x);
        else if (depth == 1 && mode_counted(x->mode))
            x->limited = true;
        else
            won = defences_lose(x, &e, number, depth - 1, ply + 1);
    }
    take_back(x, n);
    return won;
}

/* SPEC 3: when single threats are worth trying in play. Lines are counted that hold HP-threats. */
static bool single_promises(struct forcing *x)
{
    int hp3[2] = {0, 0}, hp[2] = {0, 0}, live3[2] = {0, 0};
    const struct field *f = x->field;
    if (x->guard.n)
        return false;
    for (int side = 0; side < 2; side++)
        for (int w = 0; w < f->some_words; w++) {
            uint64_t lines = f->some[side][1][w] | (f->needs > 2 ? f->some[side][2][w] : 0);
            for (; lines; lines &= lines - 1) {
                int line = w * 64 + __builtin_ctzll(lines);
                const struct pattern *t =
                    patterns_get(x->patterns, field_stones(f, line, (enum side)side),
                                 field_stones(f, line, side_other((enum side)side)), f->starts[line]);
                bool one = t->singles > 0, live = false, two = false;
                for (int i = 0; i < t->singles; i++)
                    live = live || t->single[i].number > 1;
                for (int i = 0; i < t->pairs; i++)
                    two = two || t->pair[i].number > 1;
                hp3[side] += one;
                live3[side] += live;
                hp[side] += one || two;
            }
        }
    if (live3[x->defender])
        return false;
    if (hp3[x->defender])
        return hp3[x->attacker] >= 2 && hp[x->attacker] >= 4;
    return hp[x->attacker] >= 3;
}

static int least_threats(struct forcing *x)
{
    if (x->mode.kind == FORCING_VCDT)
        return x->rules.p;
    if (!x->quick || single_promises(x))
        return 1;
    x->partial = true;
    return x->rules.p;
}

/* Tries all turns of `left` stones; the one that wins goes to `out`. */
static bool some_turn_wins(struct forcing *x, int left, int depth, int ply, struct squares *out)
{
    size_t from = x->turns.items, pool = x->turns.used;
    edges_find(x->field, x->defender, &x->guard);
    int least = least_threats(x);
    bool last = depth == 1 && mode_counted(x->mode); /* it has to win at once */
    forcing_turns(x, left, least, last ? x->rules.p + 1 : least);
    size_t to = x->turns.items;
    bool won = false;
    x->limited |= last && x->more > 0;
    for (size_t i = from; i < to && !won && !forcing_spent(x); i++) {
        struct turn_item item = x->turns.item[i];
        if (last && item.score < (x->rules.p + 1) * x->threat_score) {
            x->limited = true; /* sorted: no later one can win at once */
            break;
        }
        out->n = left;
        memcpy(out->s, x->turns.pool + item.at, (size_t)left * sizeof *out->s);
        won = turn_wins(x, out->s, left, least, depth, ply);
    }
    x->turns.items = from;
    x->turns.used = pool;
    return won;
}

void forcing_remember(struct forcing *x, const struct squares *turn)
{
    struct entry *e = forcing_table_get(x);
    e->won = (uint8_t)(1 + (int)x->mode.way);
    e->n = (uint8_t)turn->n;
    memcpy(entry_turn(&x->table, e), turn->s, (size_t)turn->n * sizeof *turn->s);
}

/* Wins the plain search here, within the effort of the mode? Deepening finds the shortest win, and short wins
 * have small zones. */
static bool probe(struct forcing *x, int ply)
{
    static const uint64_t stones[] = {300, 3000, 30000};
    uint64_t most = x->nodes_most;
    struct mode mode = x->mode;
    bool won = false, limited = x->limited, partial = x->partial;
    x->nodes_most = x->nodes + stones[mode.effort];
    if (most && most < x->nodes_most)
        x->nodes_most = most;
    x->next_look = x->nodes;
    x->mode = (struct mode){.kind = FORCING_VCDT, .way = WAY_MACRO};
    int deepest = x->depth_most - ply < PROBE_DEPTH ? x->depth_most - ply : PROBE_DEPTH;
    for (int depth = 1; depth <= deepest && !won; depth++) {
        x->limited = false;
        won = forcing_attack(x, depth, ply);
        if (x->cut || !x->limited)
            break;
    }
    x->limited = limited; /* what it missed, the search that it is a part of looks for again */
    x->partial = partial;
    x->mode = mode;
    x->nodes_most = most;
    x->next_look = x->nodes;
    x->cut = false;
    return won;
}

/* What the table knows: 1 won, 0 refuted, −1 neither. */
static int known(struct forcing *x, int depth)
{
    const struct entry *e = forcing_table_find(x);
    if (!e)
        return -1;
    if (e->won)
        return 1;
    if ((!mode_plain(x->mode) && !e->probed) || e->none < depth)
        return -1;
    x->limited |= e->none != FORCING_EVER;
    x->partial |= e->partial;
    return 0;
}

/* Did a plain search find a win here? To look for one now would cost more than it saves. */
static bool won_plainly(struct forcing *x)
{
    struct mode mode = x->mode;
    x->mode = (struct mode){.kind = FORCING_VCDT, .way = WAY_MACRO};
    const struct entry *e = forcing_table_find(x);
    x->mode = mode;
    return e && e->won;
}

bool forcing_attack(struct forcing *x, int depth, int ply)
{
    x->visits++;
    if (forcing_spent(x))
        return false;
    if (field_any(x->field, x->attacker, 0))
        return true;
    if (x->field->empty <= x->rules.p)
        return false;
    int value = known(x, depth);
    if (value >= 0)
        return value;
    if (!mode_plain(x->mode)) {
        if (x->mode.effort == EFFORT_COUNTED ? won_plainly(x) : probe(x, ply))
            return true;
        forcing_table_get(x)->probed = 1;
    }
    if (depth == 0 || ply >= FORCING_DEPTH) {
        x->limited = true;
        return false;
    }
    bool limited = x->limited, partial = x->partial;
    struct squares turn;
    x->limited = x->partial = false;
    bool won = some_turn_wins(x, x->rules.p, depth, ply, &turn);
    x->cut |= x->pulse.over;
    if (won) {
        forcing_remember(x, &turn);
    } else if (!x->cut) {
        struct entry *e = forcing_table_get(x);
        e->none = (uint8_t)(x->limited ? depth : FORCING_EVER);
        e->partial = x->partial;
    }
    /* A win is a win, whatever was left out on the way to it. */
    x->limited = limited || (x->limited && !won);
    x->partial = partial || (x->partial && !won);
    return won;
}

bool forcing_root(struct forcing *x, int depth)
{
    if (x->root_left == x->rules.p)
        return forcing_attack(x, depth, 0);
    x->root_way = x->mode.way;
    return !forcing_spent(x) && x->field->empty > x->root_left &&
           some_turn_wins(x, x->root_left, depth, 0, &x->root_turn);
}
