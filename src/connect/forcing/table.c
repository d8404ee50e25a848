/* The table of the forcing search: two entries a bucket, whole positions compared. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/forcing/inner.h"

bool forcing_table_init(struct table *t, size_t bytes, size_t entries, const struct field *f, struct err *e)
{
    size_t stones = f->p > FORCING_TURN ? (size_t)f->p : FORCING_TURN;
    t->turn_at = sizeof(struct entry) + 2 * (size_t)f->packed_words * sizeof(uint64_t);
    t->entry_size = t->turn_at + (stones * sizeof(square) + 7) / 8 * 8;
    t->ways = entries ? 4 : 2;
    if (entries)
        bytes = entries * t->entry_size;
    t->buckets = 1;
    while (t->buckets * 2 * (size_t)t->ways * t->entry_size <= bytes)
        t->buckets *= 2;
    t->bytes = mem_table(forcing_table_bytes(t), e);
    return t->bytes != NULL;
}

size_t forcing_table_bytes(const struct table *t)
{
    return t->buckets * (size_t)t->ways * t->entry_size;
}

void forcing_table_done(struct table *t)
{
    mem_table_free(t->bytes, forcing_table_bytes(t));
}

void forcing_table_clear(struct table *t)
{
    if (t->used)
        memset(t->bytes, 0, forcing_table_bytes(t));
    t->used = false;
    t->age = 0;
}

static struct entry *entry_at(const struct table *t, size_t i)
{
    return (struct entry *)(void *)(t->bytes + i * t->entry_size);
}

static uint64_t key_of(const struct forcing *x)
{
    uint64_t key = x->field->hash ^ (x->attacker == BLACK ? 0 : 0x9e3779b97f4a7c15u);
    if (!mode_plain(x->mode)) /* searches that try less or more are apart, and the plain one serves all */
        key ^= rng_mix((uint64_t)(1 + (int)x->mode.kind + 2 * (int)x->mode.way + 4 * x->quick +
                                  8 * x->mode.wide + 16 * x->mode.effort));
    return key ? key : 1;
}

static bool same(const struct forcing *x, const struct entry *e, uint64_t key)
{
    size_t bytes = (size_t)x->field->packed_words * sizeof(uint64_t);
    return e->key == key && e->attacker == (uint8_t)x->attacker &&
           memcmp(e->packed, x->field->packed[0], bytes) == 0 &&
           memcmp(e->packed + x->field->packed_words, x->field->packed[1], bytes) == 0;
}

struct entry *forcing_table_find(struct forcing *x)
{
    uint64_t key = key_of(x);
    size_t ways = (size_t)x->table.ways, bucket = (size_t)(key & (x->table.buckets - 1)) * ways;
    for (size_t i = bucket; i < bucket + ways; i++) {
        struct entry *e = entry_at(&x->table, i);
        if (same(x, e, key)) {
            e->age = x->table.age;
            return e;
        }
    }
    return NULL;
}

/* How much we would miss it. */
static int worth(const struct table *t, const struct entry *e)
{
    if (!e->key)
        return -1;
    return (e->age == t->age ? 1000 : 0) + (e->won ? 300 : e->none);
}

struct entry *forcing_table_get(struct forcing *x)
{
    struct entry *e = forcing_table_find(x);
    if (e)
        return e;
    uint64_t key = key_of(x);
    size_t ways = (size_t)x->table.ways, bucket = (size_t)(key & (x->table.buckets - 1)) * ways, bytes;
    e = entry_at(&x->table, bucket);
    for (size_t i = bucket + 1; i < bucket + ways; i++)
        if (worth(&x->table, entry_at(&x->table, i)) < worth(&x->table, e))
            e = entry_at(&x->table, i);
    memset(e, 0, sizeof *e);
    e->key = key;
    e->attacker = (uint8_t)x->attacker;
    e->age = x->table.age;
    bytes = (size_t)x->field->packed_words * sizeof(uint64_t);
    memcpy(e->packed, x->field->packed[0], bytes);
    memcpy(e->packed + x->field->packed_words, x->field->packed[1], bytes);
    return e;
}
