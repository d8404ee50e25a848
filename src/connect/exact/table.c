/* The table of answers; see table.h. */
#include "connect/exact/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"

/* A tag is never 0:
 *
 *     bit  31 … 9    the table's time, from 1: clearing counts it up, which makes all entries old
 *     bit   8 … 2    stones left
 *     bit   1        the attacker is to move
 *     bit   0        the answer
 */
struct entry {
    uint64_t own, other, zone;
    uint32_t tag, work;
};

enum { TIME_SHIFT = 9, LEFT_SHIFT = 2, ATTACKING = 2, WINS = 1, PLACES = 2 };
static const uint32_t last_time = UINT32_MAX >> TIME_SHIFT;

struct exact_table {
    struct entry *entry;
    size_t mask; /* of the first entry of a place */
    uint32_t time;
};

static size_t table_bytes(const struct exact_table *t)
{
    return (t->mask + PLACES) * sizeof *t->entry;
}

struct exact_table *exact_table_new(size_t bytes, struct err *e)
{
    size_t n = PLACES;
    while (n * 2 <= bytes / sizeof(struct entry))
        n *= 2;
    struct entry *entry = mem_table(n * sizeof *entry, e);
    if (!entry)
        return NULL;
    struct exact_table *t = mem_zero(1, sizeof *t);
    t->entry = entry;
    t->mask = (n - 1) & ~(size_t)(PLACES - 1);
    t->time = 1;
    return t;
}

void exact_table_free(struct exact_table *t)
{
    if (t) {
        mem_table_free(t->entry, table_bytes(t));
        free(t);
    }
}

void exact_table_clear(struct exact_table *t)
{
    if (t->time++ == last_time) {
        memset(t->entry, 0, table_bytes(t));
        t->time = 1;
    }
}

static uint32_t tag_of(const struct exact_table *t, const struct exact_key *key)
{
    return t->time << TIME_SHIFT | (uint32_t)key->left << LEFT_SHIFT | (key->attacking ? ATTACKING : 0);
}

static struct entry *place_of(const struct exact_table *t, const struct exact_key *key, uint32_t tag)
{
    return t->entry + (rng_mix(key->own + rng_mix(key->other + tag)) & t->mask);
}

bool exact_table_find(const struct exact_table *t, const struct exact_key *key, bool *wins, uint64_t *zone)
{
    uint32_t tag = tag_of(t, key);
    const struct entry *e = place_of(t, key, tag);
    for (int i = 0; i < PLACES; i++, e++)
        if (e->own == key->own && e->other == key->other && (e->tag & ~(uint32_t)WINS) == tag) {
            *wins = e->tag & WINS;
            *zone = e->zone;
            return true;
        }
    return false;
}

void exact_table_keep(struct exact_table *t, const struct exact_key *key, bool wins, uint64_t zone,
                      uint64_t work)
{
    uint32_t tag = tag_of(t, key);
    struct entry *e = place_of(t, key, tag);
    uint32_t cost = work < UINT32_MAX ? (uint32_t)work : UINT32_MAX;
    if (e->tag >> TIME_SHIFT == t->time && e->work > cost)
        e++;
    *e = (struct entry){key->own, key->other, zone, tag | (wins ? WINS : 0), cost};
}
