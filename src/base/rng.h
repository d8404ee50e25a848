/* Seeded random numbers (xoshiro256**): a handle's own, so that the same seed gives the same run. */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t s[4];
};

/* A bijection of 64-bit words that scatters all bits (the finaliser of SplitMix64): hashing and seeding. */
static inline uint64_t rng_mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

void rng_seed(struct rng *r, uint64_t seed);
uint64_t rng_next(struct rng *r);
/* Uniform in 0 … n-1, without bias; n > 0. */
uint32_t rng_below(struct rng *r, uint32_t n);
/* Uniform in [0, 1). */
double rng_unit(struct rng *r);

#endif
