/* The checksum of a saved tree: what tells a file with a byte changed from one that is whole. */
#ifndef STORE_STORE_SUM_H
#define STORE_STORE_SUM_H

#include <stdint.h>
#include <string.h>

#include "base/rng.h"

static inline uint64_t store_sum_bytes(uint64_t h, const char *bytes, size_t len)
{
    h = rng_mix(h ^ len);
    /* Eight at a time, the lowest first on every machine. */
    for (size_t i = 0; i < len; i += 8) {
        uint64_t word = 0;
        for (size_t k = 0; k < 8 && i + k < len; k++)
            word |= (uint64_t)(unsigned char)bytes[i + k] << 8 * k;
        h = rng_mix(h ^ word);
    }
    return h;
}

static inline int64_t store_sum(const char *title, const char *rules, const char *body, size_t body_len)
{
    uint64_t h = store_sum_bytes(0, title, strlen(title));
    h = store_sum_bytes(h, rules, strlen(rules));
    return (int64_t)store_sum_bytes(h, body, body_len);
}

#endif
