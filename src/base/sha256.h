/* SHA-256 (FIPS 180-4): names for bytes that are stored and sent about. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_TEXT = 2 * SHA256_BYTES + 1 };

void sha256(const void *bytes, size_t len, uint8_t out[SHA256_BYTES]);

/* In hexadecimal, small letters; returns `out`. */
const char *sha256_text(const uint8_t sum[SHA256_BYTES], char out[SHA256_TEXT]);

#endif
