/* Turns by whole positions; see plan.h. */
#include "lab/plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"

/* Where the stones that were added to the start are: the attacker's, the defender's, then the turn. */
struct entry {
    uint64_t hash;
    size_t at;
    uint16_t attackers, defenders;
    uint8_t stones, left;
};

struct plan {
    struct position *start;
    enum side attacker;
    int count[2]; /* stones of the start by side */
    struct entry *entry;
    size_t entries, entry_room;
    square *pool;
    size_t used, pool_room;
    uint32_t *slot;
    size_t slots;
    /* By the attacker's stones alone, made when it is first asked for: */
    uint32_t *near_slot, *near_next;
    size_t near_slots;
};

struct plan *plan_new(const struct position *start, enum side attacker)
{
    struct plan *p = mem_zero(1, sizeof *p);
    p->start = position_copy(start);
    p->attacker = attacker;
    p->slots = 1024;
    p->slot = mem_zero(p->slots, sizeof *p->slot);
    for (square s = square_first(); s; s = square_next(&start->rules, s))
        if (start->cell[s] != CELL_EMPTY)
            p->count[start->cell[s] == CELL_BLACK ? BLACK : WHITE]++;
    return p;
}

void plan_free(struct plan *p)
{
    if (p) {
        position_free(p->start);
        free(p->entry);
        free(p->pool);
        free(p->slot);
        free(p->near_slot);
        free(p->near_next);
        free(p);
    }
}

size_t plan_turns(const struct plan *p)
{
    return p->entries;
}

/* ---- entries ---- */

/* Are these the same stones? */
static bool same(const struct plan *p, const struct entry *a, const struct entry *b)
{
    if (a->hash != b->hash || a->attackers != b->attackers || a->defenders != b->defenders ||
        a->left != b->left)
        return false;
    for (int part = 0; part < 2; part++) {
        const square *x = p->pool + a->at + (part ? a->attackers : 0);
        const square *y = p->pool + b->at + (part ? b->attackers : 0);
        size_t n = part ? a->defenders : a->attackers;
        for (size_t i = 0; i < n; i++) {
            bool there = false;
            for (size_t j = 0; j < n && !there; j++)
                there = x[i] == y[j];
            if (!there)
                return false;
        }
    }
    return true;
}

static void widen(struct plan *p)
{
    p->slots *= 2;
    free(p->slot);
    p->slot = mem_zero(p->slots, sizeof *p->slot);
    for (size_t n = 0; n < p->entries; n++) {
        size_t i = p->entry[n].hash;
        while (p->slot[i & (p->slots - 1)])
            i++;
        p->slot[i & (p->slots - 1)] = (uint32_t)n + 1;
    }
}

/* Enters what was put at the end of the pool, unless the position is there already. */
static void enter(struct plan *p, const struct entry *e)
{
    size_t i = e->hash;
    for (uint32_t n; (n = p->slot[i & (p->slots - 1)]); i++)
        if (same(p, &p->entry[n - 1], e)) {
            p->used = e->at;
            return;
        }
    p->entry = mem_grow(p->entry, &p->entry_room, p->entries + 1, sizeof *p->entry);
    p->entry[p->entries++] = *e;
    p->slot[i & (p->slots - 1)] = (uint32_t)p->entries;
    if (p->entries * 2 > p->slots)
        widen(p);
}

/* Stones of a position that is being put down, one after the other. */
struct putting {
    struct plan *p;
    struct entry e;
    int symmetry;
    enum side side; /* whose stones come now */
};

static void put_stone(struct putting *t, square s, enum side side)
{
    const struct rules *r = &t->p->start->rules;
    square seen = symmetry_square(r, t->symmetry, s);
    if (side != t->side || t->p->start->cell[seen] != CELL_EMPTY)
        return;
    t->p->pool = mem_grow(t->p->pool, &t->p->pool_room, t->p->used + 1, sizeof *t->p->pool);
    t->p->pool[t->p->used++] = seen;
    t->e.hash ^= position_stone_key(seen, side);
    if (side == t->p->attacker)
        t->e.attackers++;
    else
        t->e.defenders++;
}

static void put_turn(struct putting *t, const square *s, int n)
{
    t->p->pool = mem_grow(t->p->pool, &t->p->pool_room, t->p->used + (size_t)n, sizeof *t->p->pool);
    for (int i = 0; i < n; i++)
        t->p->pool[t->p->used++] = symmetry_square(&t->p->start->rules, t->symmetry, s[i]);
    t->e.stones = (uint8_t)n;
    enter(t->p, &t->e);
}

void plan_add(struct plan *p, const struct position *at, const struct squares *turn, int symmetry)
{
    struct putting t = {p, {.at = p->used, .left = (uint8_t)at->left}, symmetry, p->attacker};
    for (int round = 0; round < 2; round++, t.side = side_other(p->attacker))
        for (square s = square_first(); s; s = square_next(&at->rules, s))
            if (at->cell[s] != CELL_EMPTY)
                put_stone(&t, s, at->cell[s] == CELL_BLACK ? BLACK : WHITE);
    put_turn(&t, turn->s, turn->n);
}

/* ---- certificates ---- */

/* A certificate on its way in. */
struct loading {
    struct plan *p;
    int symmetry;
    square *stone; /* of the claim */
    uint8_t *side;
    int stones;
};

static bool on_event(void *user, const struct check_event *e)
{
    struct loading *l = user;
    if (e->kind != CHECK_TURN)
        return true;
    const struct position *at = e->position;
    int before = at->plies - e->stones;
    struct putting t = {l->p, {.at = l->p->used, .left = at->ply[before].left}, l->symmetry, l->p->attacker};
    for (int round = 0; round < 2; round++, t.side = side_other(l->p->attacker)) {
        for (int i = 0; i < l->stones; i++)
            put_stone(&t, l->stone[i], (enum side)l->side[i]);
        for (int i = 0; i < before; i++)
            if (at->ply[i].at != SQUARE_NONE)
                put_stone(&t, at->ply[i].at, (enum side)at->ply[i].side);
    }
    square turn[RULES_MAX_TURN];
    for (int i = 0; i < e->stones; i++)
        turn[i] = at->ply[before + i].at;
    put_turn(&t, turn, e->stones);
    return true;
}

/* Does the claim lie behind the start: the same game and attacker, and all stones of the start? */
static bool behind(const struct plan *p, const struct cert_claim *c, int symmetry)
{
    if (!rules_equal(&c->position->rules, &p->start->rules) || c->attacker != p->attacker)
        return false;
    for (square s = square_first(); s; s = square_next(&p->start->rules, s)) {
        square seen = symmetry_square(&p->start->rules, symmetry, s);
        if (p->start->cell[seen] != CELL_EMPTY && p->start->cell[seen] != c->position->cell[s])
            return false;
    }
    return true;
}

enum check_verdict plan_load(struct plan *p, const char *cert, size_t len, int symmetry,
                             struct check_zones **zones, struct err *e)
{
    struct check_result result;
    if (zones)
        *zones = NULL;
    struct cert_reader *reader = cert_reader_bytes(cert, len, e);
    if (!reader)
        return CHECK_UNREADABLE;
    const struct cert_claim *c = cert_reader_claim(reader);
    enum check_verdict verdict = CHECK_REJECTED;
    if (c->partial || c->infinite || !behind(p, c, symmetry)) {
        err_set(e, "the certificate is about something else");
    } else if (cert_reader_shared(reader)) {
        err_set(e, LAB_NO_REPETITIONS);
    } else {
        struct loading l = {p, symmetry, NULL, NULL, 0};
        l.stone = mem_alloc((size_t)(c->position->stones + 1) * sizeof *l.stone);
        l.side = mem_alloc((size_t)c->position->stones + 1);
        for (square s = square_first(); s; s = square_next(&p->start->rules, s))
            if (c->position->cell[s] != CELL_EMPTY) {
                l.side[l.stones] = c->position->cell[s] == CELL_BLACK ? BLACK : WHITE;
                l.stone[l.stones++] = s;
            }
        struct check_watch watch = {.event = on_event, .user = &l, .without_zones = !zones};
        verdict = check_run(reader, &watch, &result);
        if (verdict != CHECK_ACCEPTED)
            err_set(e, "%s", result.why.text);
        if (zones && verdict == CHECK_ACCEPTED) {
            *zones = result.zones;
            result.zones = NULL;
        }
        check_result_free(&result);
        free(l.stone);
        free(l.side);
    }
    cert_reader_free(reader);
    return verdict;
}

/* ---- asking ---- */

static bool is(const struct plan *p, const struct entry *e, const struct battle *b)
{
    enum side attacker = p->attacker, defender = side_other(attacker);
    const struct position *at = b->position;
    if (e->attackers != b->stone[attacker].n - p->count[attacker] ||
        e->defenders != b->stone[defender].n - p->count[defender] || e->left != at->left)
        return false;
    /* As many stones as on the board, all of them there: the same ones. */
    for (size_t i = 0; i < (size_t)e->attackers + e->defenders; i++)
        if (at->cell[p->pool[e->at + i]] != cell_of(i < e->attackers ? attacker : defender))
            return false;
    return true;
}

bool plan_turn(const struct plan *p, const struct battle *b, struct squares *turn)
{
    uint64_t hash = b->position->hash ^ p->start->hash;
    size_t i = hash;
    for (uint32_t n; (n = p->slot[i & (p->slots - 1)]); i++) {
        const struct entry *e = &p->entry[n - 1];
        if (e->hash != hash || !is(p, e, b))
            continue;
        turn->n = e->stones;
        memcpy(turn->s, p->pool + e->at + e->attackers + e->defenders, e->stones * sizeof *turn->s);
        return true;
    }
    return false;
}

/* ---- asking with other stones of the defender ---- */

static uint64_t attack_hash(const struct plan *p, const struct entry *e)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < e->attackers; i++)
        hash ^= position_stone_key(p->pool[e->at + i], p->attacker);
    return hash;
}

static void index_near(struct plan *p)
{
    for (p->near_slots = 1024; p->near_slots < p->entries; p->near_slots *= 2)
        ;
    p->near_slot = mem_zero(p->near_slots, sizeof *p->near_slot);
    p->near_next = mem_zero(p->entries + 1, sizeof *p->near_next);
    for (size_t i = p->entries; i-- > 0;) {
        uint32_t *first = &p->near_slot[attack_hash(p, &p->entry[i]) & (p->near_slots - 1)];
        p->near_next[i] = *first;
        *first = (uint32_t)i + 1;
    }
}

static bool missed(const struct squares *missing, square s)
{
    for (int i = 0; i < missing->n; i++)
        if (missing->s[i] == s)
            return true;
    return false;
}

/* Has the battle all stones of the entry, but for those that are missing, and no other of the attacker's? */
static bool fits(const struct plan *p, const struct entry *e, const struct battle *b,
                 const struct squares *missing)
{
    enum side attacker = p->attacker;
    const struct position *at = b->position;
    const square *s = p->pool + e->at;
    if (e->attackers != b->stone[attacker].n - p->count[attacker] || e->left != at->left)
        return false;
    for (size_t i = 0; i < e->attackers; i++)
        if (at->cell[s[i]] != cell_of(attacker))
            return false;
    for (size_t i = e->attackers; i < (size_t)e->attackers + e->defenders; i++)
        if (at->cell[s[i]] != cell_of(side_other(attacker)) && !missed(missing, s[i]))
            return false;
    return true;
}

bool plan_turn_near(struct plan *p, const struct battle *b, const struct squares *missing,
                    struct squares *turn)
{
    uint64_t hash = 0;
    const struct stone_list *mine = &b->stone[p->attacker];
    const struct entry *best = NULL;
    if (!p->near_slot)
        index_near(p);
    for (int i = 0; i < mine->n; i++)
        if (p->start->cell[mine->s[i]] == CELL_EMPTY)
            hash ^= position_stone_key(mine->s[i], p->attacker);
    for (uint32_t n = p->near_slot[hash & (p->near_slots - 1)]; n; n = p->near_next[n - 1]) {
        const struct entry *e = &p->entry[n - 1];
        if ((!best || e->defenders > best->defenders) && fits(p, e, b, missing))
            best = e;
    }
    if (!best)
        return false;
    turn->n = best->stones;
    memcpy(turn->s, p->pool + best->at + best->attackers + best->defenders, best->stones * sizeof *turn->s);
    return true;
}
