/* Sets of at most 64 squares as words. */
#ifndef CONNECT_EXACT_BITS_H
#define CONNECT_EXACT_BITS_H

#include <stdint.h>

/* for (uint64_t x = set; x; x &= x - 1) visits bits_first(x), lowest first. */
static inline int bits_first(uint64_t x)
{
    return __builtin_ctzll(x);
}

static inline uint64_t bits_lowest(uint64_t x)
{
    return x & (0 - x);
}

/* By hand: without an instruction set beyond the plain one the compiler calls a function here. */
static inline int bits_count(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(x * 0x0101010101010101u >> 56);
}

#endif
