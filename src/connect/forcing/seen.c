/* A hash table of small sets that compares whole sets; see seen.h. */
#include "connect/forcing/seen.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"

void seen_free(struct seen *c)
{
    free(c->slot);
    free(c->pool);
    *c = (struct seen)SEEN_EMPTY;
}

static uint64_t hash_set(const square *s, int n)
{
    uint64_t h = (uint64_t)n;
    for (int i = 0; i < n; i++)
        h = rng_mix(h + s[i]);
    return h;
}

static void grow(struct seen *c)
{
    size_t slots = c->slots ? 2 * c->slots : 16;
    uint32_t *slot = mem_zero(slots, sizeof *slot);
    for (size_t at = 0; at < c->used; at += 1 + (size_t)c->pool[at]) {
        size_t i = hash_set(c->pool + at + 1, c->pool[at]) & (slots - 1);
        while (slot[i])
            i = (i + 1) & (slots - 1);
        slot[i] = (uint32_t)at + 1;
    }
    free(c->slot);
    c->slot = slot;
    c->slots = slots;
}

bool seen_add(struct seen *c, const struct squares *set)
{
    if (2 * c->count >= c->slots)
        grow(c);
    size_t i = hash_set(set->s, set->n) & (c->slots - 1), bytes = (size_t)set->n * sizeof *set->s;
    for (; c->slot[i]; i = (i + 1) & (c->slots - 1)) {
        const square *there = c->pool + c->slot[i] - 1;
        if (there[0] == set->n && memcmp(there + 1, set->s, bytes) == 0)
            return false;
    }
    c->slot[i] = (uint32_t)c->used + 1;
    c->pool = mem_grow(c->pool, &c->room, c->used + 1 + (size_t)set->n, sizeof *c->pool);
    c->pool[c->used] = (square)set->n;
    memcpy(c->pool + c->used + 1, set->s, bytes);
    c->used += 1 + (size_t)set->n;
    c->count++;
    return true;
}

void squares_with(const struct squares *set, square s, struct squares *out)
{
    int i = 0;
    for (; i < set->n && set->s[i] < s; i++)
        out->s[i] = set->s[i];
    out->s[i] = s;
    for (; i < set->n; i++)
        out->s[i + 1] = set->s[i];
    out->n = set->n + 1;
}
