/* Sets of squares in a hash table; see check_sets.h. */
#include "connect/proof/check_sets.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"

void check_sets_free(struct check_sets *c)
{
    free(c->slot);
    free(c->entry);
    *c = (struct check_sets)CHECK_SETS_EMPTY;
}

size_t check_sets_bytes(const struct check_sets *c)
{
    return c->slots * sizeof *c->slot + c->room * sizeof *c->entry;
}

/* The slot of the set that is written at `entry`, or the free one where it belongs. */
static uint32_t *find(const struct check_sets *c, const square *entry)
{
    size_t size = (size_t)(entry[0] + 1) * sizeof *entry;
    uint64_t hash = 0;
    for (int i = 1; i <= entry[0]; i++)
        hash = rng_mix(hash + entry[i]);
    for (size_t i = hash & (c->slots - 1);; i = (i + 1) & (c->slots - 1)) {
        if (c->slot[i] == 0)
            return &c->slot[i];
        const square *there = c->entry + (c->slot[i] - 1);
        if (there[0] == entry[0] && memcmp(there, entry, size) == 0)
            return &c->slot[i];
    }
}

static void grow(struct check_sets *c)
{
    free(c->slot);
    c->slots = c->slots ? 2 * c->slots : 64;
    c->slot = mem_zero(c->slots, sizeof *c->slot);
    for (size_t at = 0; at < c->used; at += (size_t)c->entry[at] + 1)
        *find(c, c->entry + at) = (uint32_t)at + 1;
}

bool check_sets_add(struct check_sets *c, const struct squares *set)
{
    if (2 * c->count >= c->slots)
        grow(c);
    size_t size = (size_t)set->n + 1;
    assert(c->used + size < UINT32_MAX);
    c->entry = mem_grow(c->entry, &c->room, c->used + size, sizeof *c->entry);
    square *entry = c->entry + c->used;
    entry[0] = (square)set->n;
    memcpy(entry + 1, set->s, (size_t)set->n * sizeof *entry);
    uint32_t *slot = find(c, entry);
    if (*slot)
        return false;
    *slot = (uint32_t)c->used + 1;
    c->used += size;
    c->count++;
    return true;
}
