/* Stopping threats; see hits.h. The sets are few and small, so plain branching serves, and where it
 * would take long the answer is that stones might do: that is never wrong, as the search goes on to find
 * out. */
#include "connect/exact/hits.h"

#include <assert.h>

#include "connect/exact/bits.h"

enum { HITS_SETS = 64, HITS_STEPS = 200 };

/* The index of a smallest set. */
static int smallest(const uint64_t *set, int n)
{
    assert(n > 0);
    int best = 0, fewest = bits_count(set[0]);
    for (int i = 1; i < n; i++)
        if (bits_count(set[i]) < fewest) {
            best = i;
            fewest = bits_count(set[i]);
        }
    return best;
}

static bool can_hit(const uint64_t *set, int n, int left, int *steps);

/* Can `left` stones on top of this one hit all sets? */
static bool can_hit_with(const uint64_t *set, int n, uint64_t stone, int left, int *steps)
{
    uint64_t rest[HITS_SETS];
    int k = 0;
    for (int i = 0; i < n; i++)
        if (!(set[i] & stone))
            rest[k++] = set[i];
    return can_hit(rest, k, left, steps);
}

static bool can_hit(const uint64_t *set, int n, int left, int *steps)
{
    if (n == 0)
        return true;
    if (left == 0)
        return false;
    if (--*steps < 0)
        return true;
    for (uint64_t x = set[smallest(set, n)]; x; x &= x - 1)
        if (can_hit_with(set, n, bits_lowest(x), left - 1, steps))
            return true;
    return false;
}

uint64_t exact_hits(const struct exact_map *m, const struct exact_state *s, enum side owner, int left,
                    uint64_t *threats)
{
    const uint64_t *layer = exact_state_layer(m, s, owner, m->base->rules.p);
    uint64_t set[HITS_SETS], common = ~(uint64_t)0;
    int n = 0;
    *threats = 0;
    for (int w = 0; w < m->words; w++)
        for (uint64_t x = layer[w]; x && n < HITS_SETS; x &= x - 1) {
            set[n] = m->squares_of[owner][w * 64 + bits_first(x)] & s->empty;
            common &= set[n];
            *threats |= set[n++];
        }
    if (left == 1)
        return common;
    uint64_t tries = 0;
    for (uint64_t x = set[smallest(set, n)]; x; x &= x - 1) {
        int steps = HITS_STEPS;
        if (can_hit_with(set, n, bits_lowest(x), left - 1, &steps))
            tries |= bits_lowest(x);
    }
    return tries;
}
