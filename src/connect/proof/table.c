/* Whole positions in a chained hash table; see table.h. */
#include "connect/proof/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct table {
    struct battle *battle;
    size_t memory, zone_bytes;
    size_t count, room; /* entries; entry 0 is not used */
    struct entry *entry;
    size_t slots; /* a power of two */
    uint32_t *slot, *zone_slot;
    size_t used, pool_room;
    square *pool;
    int first[2]; /* stones of the starting position */
};

enum { FIRST_SLOTS = 1 << 10, ZONE_SLOTS = 1 << 14 };

struct table *table_new(struct battle *b, size_t memory)
{
    struct table *t = mem_zero(1, sizeof *t);
    t->battle = b;
    t->memory = memory;
    t->slots = FIRST_SLOTS;
    t->slot = mem_zero(t->slots, sizeof *t->slot);
    t->zone_slot = mem_zero(ZONE_SLOTS, sizeof *t->zone_slot);
    t->count = 1;
    t->entry = mem_grow(t->entry, &t->room, FIRST_SLOTS, sizeof *t->entry);
    t->pool = mem_grow(t->pool, &t->pool_room, FIRST_SLOTS, sizeof *t->pool);
    t->first[BLACK] = b->stone[BLACK].n;
    t->first[WHITE] = b->stone[WHITE].n;
    return t;
}

void table_free(struct table *t)
{
    if (t) {
        for (size_t i = 1; i < t->count; i++)
            free(t->entry[i].zones);
        free(t->entry);
        free(t->slot);
        free(t->zone_slot);
        free(t->pool);
        free(t);
    }
}

size_t table_bytes(const struct table *t)
{
    return t->room * sizeof *t->entry + (t->slots + ZONE_SLOTS) * sizeof *t->slot +
           t->pool_room * sizeof *t->pool + t->zone_bytes;
}

size_t table_entries(const struct table *t)
{
    return t->count - 1;
}

static const struct stone_list *stones_of(const struct table *t, enum side side)
{
    return &t->battle->stone[side];
}

static int added(const struct table *t, enum side side)
{
    return stones_of(t, side)->n - t->first[side];
}

static size_t zone_hash(const struct table *t)
{
    return (size_t)rng_mix(t->battle->attack_hash + (uint64_t)t->battle->position->left);
}

/* Are all these stones of a side on the board? */
static bool all_there(const struct table *t, enum side side, const square *s, int n)
{
    const uint8_t *cell = t->battle->position->cell;
    uint8_t own = (uint8_t)cell_of(side);
    for (int i = 0; i < n; i++)
        if (cell[s[i]] != own)
            return false;
    return true;
}

/* As many stones, all of them there: the same position. */
static bool same(const struct table *t, const struct entry *e)
{
    const struct battle *b = t->battle;
    const square *s = t->pool + e->stones;
    return e->left == b->position->left && e->attackers == added(t, b->attacker) &&
           e->defenders == added(t, b->defender) && all_there(t, b->attacker, s, e->attackers) &&
           all_there(t, b->defender, s + e->attackers, e->defenders);
}

struct entry *table_find(struct table *t)
{
    uint64_t key = position_key(t->battle->position);
    for (uint32_t i = t->slot[key & (t->slots - 1)]; i; i = t->entry[i].next)
        if (t->entry[i].key == key && same(t, &t->entry[i]))
            return &t->entry[i];
    return NULL;
}

static void grow_slots(struct table *t)
{
    t->slots *= 2;
    free(t->slot);
    t->slot = mem_zero(t->slots, sizeof *t->slot);
    for (size_t i = 1; i < t->count; i++) {
        size_t at = t->entry[i].key & (t->slots - 1);
        t->entry[i].next = t->slot[at];
        t->slot[at] = (uint32_t)i;
    }
}

static uint32_t pool_add(struct table *t, const square *s, int n)
{
    uint32_t at = (uint32_t)t->used;
    if (n == 0)
        return at;
    t->pool = mem_grow(t->pool, &t->pool_room, t->used + (size_t)n, sizeof *t->pool);
    memcpy(t->pool + t->used, s, (size_t)n * sizeof *s);
    t->used += (size_t)n;
    return at;
}

struct entry *table_make(struct table *t, bool win)
{
    struct entry *e = table_find(t);
    struct battle *b = t->battle;
    if (e || (!win && table_bytes(t) >= t->memory))
        return e;
    if (t->count >= t->slots)
        grow_slots(t);
    t->entry = mem_grow(t->entry, &t->room, t->count + 1, sizeof *t->entry);
    e = &t->entry[t->count];
    memset(e, 0, sizeof *e);
    e->key = position_key(b->position);
    e->left = (uint8_t)b->position->left;
    e->attackers = (uint16_t)added(t, b->attacker);
    e->defenders = (uint16_t)added(t, b->defender);
    e->stones = pool_add(t, stones_of(t, b->attacker)->s + t->first[b->attacker], e->attackers);
    pool_add(t, stones_of(t, b->defender)->s + t->first[b->defender], e->defenders);
    e->won = -1;
    size_t at = e->key & (t->slots - 1);
    e->next = t->slot[at];
    t->slot[at] = (uint32_t)t->count++;
    return e;
}

void table_set_turn(struct table *t, struct entry *e, const struct squares *turn, int order)
{
    if (e->won >= 0 && e->turn_length == turn->n)
        memcpy(t->pool + e->turn, turn->s, (size_t)turn->n * sizeof *turn->s);
    else
        e->turn = pool_add(t, turn->s, turn->n);
    e->turn_length = (uint8_t)turn->n;
    e->line = 0;
    e->won = (int8_t)order;
}

void table_set_line(struct table *t, struct entry *e, const struct forcing_line *l)
{
    int p = t->battle->position->rules.p;
    e->turn = pool_add(t, l->s, l->turns * p);
    e->turn_length = (uint8_t)p;
    e->line = (uint8_t)l->turns;
    e->won = 1;
}

void table_get_line(const struct table *t, const struct entry *e, struct forcing_line *l)
{
    l->turns = e->line;
    memcpy(l->s, t->pool + e->turn, (size_t)(e->line * e->turn_length) * sizeof *l->s);
}

void table_get_turn(const struct table *t, const struct entry *e, struct squares *turn)
{
    assert(e->won >= 0);
    turn->n = e->turn_length;
    memcpy(turn->s, t->pool + e->turn, (size_t)turn->n * sizeof *turn->s);
}

void table_set_zones(struct table *t, struct entry *e, const struct zones *z)
{
    size_t squares = (size_t)z->n, bytes = sizeof(struct kept_zones) + squares * (sizeof(square) + 1);
    bool fresh = !e->zones;
    free(e->zones);
    struct kept_zones *k = mem_alloc(bytes);
    k->n = z->n;
    k->all_from = z->all_from;
    k->at = (square *)(k + 1);
    k->level = (uint8_t *)(k->at + squares);
    for (int i = 0; i < z->n; i++) {
        k->at[i] = z->at[i];
        k->level[i] = z->level[z->at[i]];
    }
    e->zones = k;
    t->zone_bytes += bytes;
    if (fresh) {
        size_t at = zone_hash(t) & (ZONE_SLOTS - 1);
        e->next_zones = t->zone_slot[at];
        t->zone_slot[at] = (uint32_t)(e - t->entry);
    }
}

void kept_zones_merge(struct zones *z, const struct kept_zones *k, int d)
{
    int all = k->all_from > d ? k->all_from - d : 1;
    for (int i = 0; i < k->n; i++)
        zones_add(z, k->at[i], k->level[i] > d ? k->level[i] - d : 1);
    if (all < z->all_from)
        z->all_from = all;
}

/* The level of a square in kept zones. */
static int kept_level(const struct kept_zones *k, square s)
{
    for (int i = 0; i < k->n; i++)
        if (k->at[i] == s)
            return k->level[i] < k->all_from ? k->level[i] : k->all_from;
    return k->all_from;
}

/* Are the defender's stones that the entry does not have irrelevant to its zones? As in zones_irrelevant: the
 * lowest levels first, and none before its place. */
static bool extras_irrelevant(const struct table *t, const struct entry *e)
{
    const struct stone_list *l = stones_of(t, t->battle->defender);
    const square *own = t->pool + e->stones + e->attackers;
    int below[256] = {0}, extras = 0, most = e->zones->all_from;
    for (int i = t->first[t->battle->defender]; i < l->n; i++) {
        bool new = true;
        for (int j = 0; j < e->defenders && new; j++)
            new = own[j] != l->s[i];
        if (!new)
            continue;
        int level = kept_level(e->zones, l->s[i]);
        below[level]++;
        if (++extras >= most || level == 1)
            return false;
    }
    for (int level = 1, sum = 0; level <= most; level++)
        if ((sum += below[level]) >= level && below[level])
            return false;
    return true;
}

struct entry *table_settles(struct table *t)
{
    struct battle *b = t->battle;
    int attackers = added(t, b->attacker), defenders = added(t, b->defender);
    for (uint32_t i = t->zone_slot[zone_hash(t) & (ZONE_SLOTS - 1)]; i; i = t->entry[i].next_zones) {
        struct entry *e = &t->entry[i];
        const square *s = t->pool + e->stones;
        int extra = defenders - e->defenders;
        if (e->zones && e->left == b->position->left && e->attackers == attackers && extra >= 0 &&
            extra < e->zones->all_from && all_there(t, b->attacker, s, attackers) &&
            all_there(t, b->defender, s + attackers, e->defenders) && extras_irrelevant(t, e))
            return e;
    }
    return NULL;
}
