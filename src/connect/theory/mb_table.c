/* A hash table that grows; see mb_table.h. */
#include "connect/theory/mb_table.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/rng.h"

static uint64_t mix(uint64_t seed, mb_set s)
{
    return rng_mix(rng_mix(seed + 0x9e3779b97f4a7c15u + (uint64_t)s) ^ (uint64_t)(s >> 64));
}

static size_t place(const struct mb_table *t, struct mb_state key)
{
    size_t i = (size_t)mix(mix(0, key.black), key.live) & (t->room - 1);
    while (t->slot[i].value >= 0 && (t->slot[i].key.black != key.black || t->slot[i].key.live != key.live))
        i = (i + 1) & (t->room - 1);
    return i;
}

int mb_table_get(const struct mb_table *t, struct mb_state key)
{
    return t->room ? t->slot[place(t, key)].value : -1;
}

static void grow(struct mb_table *t)
{
    struct mb_table old = *t;
    t->room = old.room ? old.room * 2 : 1024;
    t->slot = mem_alloc(t->room * sizeof *t->slot);
    for (size_t i = 0; i < t->room; i++)
        t->slot[i].value = -1;
    for (size_t i = 0; i < old.room; i++)
        if (old.slot[i].value >= 0)
            t->slot[place(t, old.slot[i].key)] = old.slot[i];
    free(old.slot);
}

void mb_table_put(struct mb_table *t, struct mb_state key, int value)
{
    if (t->count * 3 >= t->room * 2)
        grow(t);
    size_t i = place(t, key);
    t->count += t->slot[i].value < 0;
    t->slot[i] = (struct mb_slot){key, value};
}

void mb_table_free(struct mb_table *t)
{
    free(t->slot);
    *t = (struct mb_table){NULL, 0, 0};
}
