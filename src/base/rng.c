/* xoshiro256** seeded by SplitMix64; see rng.h. */
#include "base/rng.h"

#include <assert.h>

static uint64_t rotate(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

void rng_seed(struct rng *r, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        r->s[i] = rng_mix(seed += 0x9e3779b97f4a7c15u);
}

uint64_t rng_next(struct rng *r)
{
    uint64_t *s = r->s, out = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return out;
}

uint32_t rng_below(struct rng *r, uint32_t n)
{
    assert(n > 0);
    /* Numbers below 2^32 mod n would make the small residues too frequent. */
    uint32_t reject = (uint32_t)(-n) % n, x;
    do
        x = (uint32_t)(rng_next(r) >> 32);
    while (x < reject);
    return x % n;
}

double rng_unit(struct rng *r)
{
    return (double)(rng_next(r) >> 11) * 0x1p-53;
}
