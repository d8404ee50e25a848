/* The transposition table; see tt.h. Buckets of four: the entry of the same position goes first, then the one worth
 * least, by depth and age. */
#include "connect/engine/tt.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { WAYS = 4, AGES = 256 };

struct slot {
    _Atomic uint64_t word[3];
};

struct tt {
    size_t buckets;
    uint8_t age;
    int age_cost;
    struct slot *slot;
};

struct tt *tt_new(size_t bytes, int age_cost, struct err *e)
{
    size_t buckets = bytes / (WAYS * sizeof(struct slot));
    if (buckets == 0)
        buckets = 1;
    struct slot *slot = mem_table(buckets * WAYS * sizeof *slot, e);
    if (!slot)
        return NULL;
    struct tt *h = mem_zero(1, sizeof *h);
    h->buckets = buckets;
    h->age_cost = age_cost;
    h->slot = slot;
    return h;
}

void tt_free(struct tt *h)
{
    if (h)
        mem_table_free(h->slot, h->buckets * WAYS * sizeof *h->slot);
    free(h);
}

void tt_clear(struct tt *h)
{
    memset((void *)h->slot, 0, h->buckets * WAYS * sizeof *h->slot);
    h->age = 0;
}

size_t tt_memory(const struct tt *h)
{
    return sizeof *h + h->buckets * WAYS * sizeof *h->slot;
}

void tt_age(struct tt *h)
{
    h->age++;
}

static uint64_t load(const struct slot *s, int word)
{
    return atomic_load_explicit(&s->word[word], memory_order_relaxed);
}

static uint8_t age_of(uint64_t data)
{
    return (uint8_t)(data >> 8);
}

static int depth_of(uint64_t data)
{
    return (int16_t)(data >> 32);
}

int tt_permill(const struct tt *h)
{
    size_t look = h->buckets * WAYS < 1000 ? h->buckets * WAYS : 1000;
    assert(look > 0);
    size_t used = 0;
    for (size_t i = 0; i < look; i++)
        used += load(&h->slot[i], 2) != 0 && age_of(load(&h->slot[i], 2)) == h->age;
    return (int)(used * 1000 / look);
}

/* The upper half of the product spreads keys over any number of buckets. */
static struct slot *bucket(const struct tt *h, uint64_t key)
{
    return h->slot + (size_t)((unsigned __int128)key * h->buckets >> 64) * WAYS;
}

bool tt_probe(const struct tt *h, uint64_t key, struct tt_entry *out)
{
    const struct slot *s = bucket(h, key);
    for (int i = 0; i < WAYS; i++, s++) {
        uint64_t turn = load(s, 1), data = load(s, 2);
        if (data == 0 || (load(s, 0) ^ turn ^ data) != key)
            continue;
        out->value = (int16_t)(data >> 48);
        out->depth = (int16_t)depth_of(data);
        out->own = (uint8_t)(data >> 24);
        out->other = (uint8_t)(data >> 16);
        out->bound = data & 3;
        for (out->n = 0; out->n < TT_TURN && (square)(turn >> 16 * out->n) != SQUARE_NONE; out->n++)
            out->turn[out->n] = (square)(turn >> 16 * out->n);
        return true;
    }
    return false;
}

void tt_store(struct tt *h, uint64_t key, const struct tt_entry *e)
{
    uint64_t turn = 0;
    for (int i = 0; i < e->n && i < TT_TURN; i++)
        turn |= (uint64_t)e->turn[i] << 16 * i;
    uint64_t data = (uint64_t)(uint16_t)e->value << 48 | (uint64_t)(uint16_t)e->depth << 32 |
                    (uint64_t)e->own << 24 | (uint64_t)e->other << 16 | (uint64_t)h->age << 8 | 4 | e->bound;
    struct slot *s = bucket(h, key), *victim = s;
    int least = 1 << 30;
    for (int i = 0; i < WAYS; i++, s++) {
        uint64_t old = load(s, 2);
        if (old == 0 || (load(s, 0) ^ load(s, 1) ^ old) == key) {
            victim = s;
            break;
        }
        int worth = depth_of(old) - h->age_cost * ((h->age - age_of(old)) & (AGES - 1));
        if (worth < least) {
            least = worth;
            victim = s;
        }
    }
    atomic_store_explicit(&victim->word[0], key ^ turn ^ data, memory_order_relaxed);
    atomic_store_explicit(&victim->word[1], turn, memory_order_relaxed);
    atomic_store_explicit(&victim->word[2], data, memory_order_relaxed);
}
