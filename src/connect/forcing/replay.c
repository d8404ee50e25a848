/* Wins walked through again, for their relevance zones (SPEC 4.2; the names End, (a), (b) and W are the
 * SPEC's).
 *
 * The table has the attacker's turns. Where an entry was overwritten the search finds the win again. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/forcing/inner.h"

/* ---- sets of zones ---- */

struct zones *forcing_zones_take(struct forcing *x, int levels)
{
    if (x->zones_used == x->zones_made) {
        x->zone_pool = mem_grow(x->zone_pool, &x->zone_room, x->zones_made + 1, sizeof *x->zone_pool);
        x->zone_pool[x->zones_made++] = zones_new(&x->rules);
    }
    struct zones *z = x->zone_pool[x->zones_used++];
    z->r = levels < x->r ? levels : x->r;
    zones_clear(z);
    return z;
}

void forcing_zones_give(struct forcing *x)
{
    assert(x->zones_used > 0);
    x->zones_used--;
}

/* ---- what a position gives to the zones ---- */

/* The defender's segments on a line: those of which the zones get the empty squares, if they have at most so
 * many. */
static void add_line(struct forcing *x, struct zones *z, int line, line_mask starts, int turn, int most)
{
    const struct field *f = x->field;
    const struct line *l = &f->geometry->line[line];
    line_mask own = field_stones(f, line, x->defender), other = field_stones(f, line, x->attacker);
    line_mask window = ((line_mask)1 << f->k) - 1;
    for (; starts; starts &= starts - 1) {
        line_mask w = window << mask_lowest(starts), empty = w & ~own;
        int n = __builtin_popcountll((uint64_t)empty) + __builtin_popcountll((uint64_t)(empty >> 64));
        if (n > most || w & other)
            continue;
        for (; empty; empty &= empty - 1)
            zones_add(z, (square)(l->start + mask_lowest(empty) * direction_step[l->direction]),
                      n > turn ? n - turn : 1);
    }
}

/* (b) with the defender's turn of `turn` stones, End with 0: Zi gets the empty squares of every segment
 * active for the defender with at most i + turn of them. */
static void add_counter(struct forcing *x, struct zones *z, int turn)
{
    const struct field *f = x->field;
    int most = z->all_from - 1 + turn, needs = most - f->p + 1; /* empty squares; needs to look at */
    if (needs > f->needs) {
        for (int line = 1; line < f->geometry->lines; line++)
            add_line(x, z, line, f->starts[line], turn, most);
        return;
    }
    for (int w = 0; w < f->some_words; w++) {
        uint64_t lines = f->some[x->defender][0][w];
        for (int need = 1; need < needs; need++)
            lines |= f->some[x->defender][need][w];
        for (; lines; lines &= lines - 1) {
            int line = w * 64 + __builtin_ctzll(lines);
            line_mask starts = field_need(f, line, x->defender, 0);
            for (int need = 1; need < needs; need++)
                starts |= field_need(f, line, x->defender, need);
            add_line(x, z, line, starts, turn, most);
        }
    }
}

static void add_threats(struct zones *z, const struct edges *e)
{
    for (int i = 0; i < e->from[e->n]; i++)
        zones_add(z, e->at[i], 1);
}

/* ---- walking ---- */

/* A segment that the attacker can fill now. */
static bool row_now(const struct forcing *x, struct squares *turn)
{
    struct window w[64];
    int n = field_windows(x->field, x->attacker, 0, w, 64);
    turn->n = RULES_MAX_TURN;
    for (int i = 0; i < n; i++) {
        square e[RULES_MAX_K];
        int empties = field_empties(x->field, w[i], e);
        if (empties < turn->n) {
            turn->n = empties;
            memcpy(turn->s, e, (size_t)empties * sizeof *e);
        }
    }
    return n > 0;
}

bool forcing_known_turn(struct forcing *x, struct squares *turn, enum way *way)
{
    struct mode mode = x->mode;
    x->mode = (struct mode){.kind = FORCING_VCDT, .way = WAY_MACRO};
    struct entry *e = forcing_table_find(x);
    x->mode = mode;
    if ((!e || !e->won) && !mode_plain(mode))
        e = forcing_table_find(x);
    if (!e || !e->won)
        return false;
    turn->n = e->n;
    memcpy(turn->s, entry_turn(&x->table, e), (size_t)e->n * sizeof *turn->s);
    *way = (enum way)(e->won - 1);
    return true;
}

bool forcing_replay_turn(struct forcing *x, struct squares *turn, enum way *way, bool *row)
{
    if (forcing_spent(x))
        return false;
    *row = row_now(x, turn);
    if (*row)
        return true;
    bool found = forcing_known_turn(x, turn, way);
    for (int depth = 1; !found && depth < FORCING_DEPTH / 2 && !x->cut; depth++)
        found = forcing_attack(x, depth, 0) && forcing_known_turn(x, turn, way);
    return found;
}

static bool after_turn(struct forcing *x, enum way way, struct zones *z);

/* W: the stones of a defence are on the board, `free` more are not placed. */
static bool after_defence(struct forcing *x, int free, struct zones *z)
{
    struct zones *own = forcing_zones_take(x, z->all_from - 1 + free);
    const struct field *f = x->field;
    bool ok = forcing_replay_zones(x, own);
    if (ok)
        zones_merge(z, own, free);
    for (int i = 0; free > 0 && ok && i < f->rules.m * f->rules.n; i++) {
        square s = f->at_number[i];
        if (f->cell[s] != CELL_EMPTY || !zones_has(own, free, s))
            continue;
        place_all(x, x->defender, &s, 1);
        ok = after_defence(x, free - 1, z);
        take_back(x, 1);
    }
    forcing_zones_give(x);
    return ok;
}

/* The attacker's turn is on the board. */
static bool after_turn(struct forcing *x, enum way way, struct zones *z)
{
    struct edges e;
    int p = x->rules.p;
    bool sure;
    edges_find(x->field, x->attacker, &e);
    int number = edges_number(&e, p, &sure);
    add_threats(z, &e);
    add_counter(x, z, p);
    if (number > p)
        return sure;
    struct covers c;
    edges_covers(&e, p, &c);
    bool ok = !c.cut;
    if (ok && way == WAY_MACRO) {
        square s[FORCING_MACRO];
        int n = forcing_macro(&c, s);
        place_all(x, x->defender, s, n);
        ok = after_defence(x, p - number, z);
        take_back(x, n);
        return ok;
    }
    for (int i = 0; i < c.n && ok; i++) {
        int n = covers_size(&c, i);
        place_all(x, x->defender, covers_set(&c, i), n);
        ok = after_defence(x, p - n, z);
        take_back(x, n);
    }
    return ok;
}

static bool with_turn(struct forcing *x, const struct squares *turn, enum way way, bool row, struct zones *z)
{
    bool ok = true;
    place_all(x, x->attacker, turn->s, turn->n);
    if (row)
        add_counter(x, z, 0);
    else
        ok = after_turn(x, way, z);
    take_back(x, turn->n);
    zones_add_all(z, turn->s, turn->n, 1);
    return ok;
}

enum { ANSWER_STEPS = 4000 }; /* (base/clock.h) of an answer on the largest boards */

/* The defender's stones of an answer are on the board; `free` are not placed. */
static void tree_answer(struct forcing *x, const struct forcing_node *next, int free, struct zones *z)
{
    struct zones *own = forcing_zones_take(x, z->all_from - 1 + free);
    forcing_tree_zones(x, next, own);
    zones_merge(z, own, free);
    forcing_zones_give(x);
}

void forcing_tree_zones(struct forcing *x, const struct forcing_node *n, struct zones *z)
{
    bool row = field_any(x->field, x->attacker, 0);
    place_all(x, x->attacker, n->turn.s, n->turn.n);
    if (row) {
        add_counter(x, z, 0);
    } else {
        struct edges e;
        edges_find(x->field, x->attacker, &e);
        add_threats(z, &e);
        add_counter(x, z, x->rules.p);
        for (int i = 0; i < n->answers && !forcing_late(x, ANSWER_STEPS) && !forcing_spent(x); i++) {
            const struct squares *a = &n->answer[i];
            place_all(x, x->defender, a->s, a->n);
            tree_answer(x, n->next[i], x->rules.p - a->n, z);
            take_back(x, a->n);
        }
    }
    take_back(x, n->turn.n);
    zones_add_all(z, n->turn.s, n->turn.n, 1);
}

bool forcing_replay_zones(struct forcing *x, struct zones *z)
{
    struct squares turn;
    enum way way = WAY_TREE;
    bool row;
    return forcing_replay_turn(x, &turn, &way, &row) && with_turn(x, &turn, way, row, z);
}

bool forcing_replay_root_zones(struct forcing *x, struct zones *z)
{
    if (x->root_row.n)
        return with_turn(x, &x->root_row, WAY_TREE, true, z);
    if (x->root_left != x->rules.p)
        return with_turn(x, &x->root_turn, x->root_way, false, z);
    return forcing_replay_zones(x, z);
}
