/* Choices: bytes as long as there are any, which a fuzzer changes, and after them chance, seeded by the bytes. The same bytes
 * make the same choices. */
#ifndef SUPPORT_CHOICES_H
#define SUPPORT_CHOICES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rng.h"

struct choices {
    const uint8_t *byte;
    size_t left;
    struct rng rng;
};

static inline struct choices choices_of(const uint8_t *bytes, size_t len)
{
    struct choices c = {.byte = bytes, .left = len};
    uint64_t seed = len;
    for (size_t i = 0; i < len; i++)
        seed = rng_mix(seed ^ bytes[i]) + 1;
    rng_seed(&c.rng, seed);
    return c;
}

/* 0 … n-1; n > 0. */
static inline uint32_t choose(struct choices *c, uint32_t n)
{
    uint32_t v = 0;
    if (c->left == 0)
        return rng_below(&c->rng, n);
    for (uint32_t most = n - 1; most > 0 && c->left > 0; most >>= 8, c->left--)
        v = v << 8 | *c->byte++;
    return v % n;
}

static inline bool once_in(struct choices *c, uint32_t n)
{
    return choose(c, n) == n - 1;
}

/* For those who want chance itself. */
static inline struct rng choices_rng(struct choices *c)
{
    struct rng r;
    rng_seed(&r, (uint64_t)choose(c, 1 << 16) << 32 | choose(c, 1 << 16));
    return r;
}

#endif
