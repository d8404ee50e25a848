/* SHA-256; see sha256.h. Names as in the standard. */
#include "base/sha256.h"

#include <string.h>

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turn(uint32_t x, int by)
{
    return x >> by | x << (32 - by);
}

static void block(uint32_t H[8], const uint8_t *at)
{
    uint32_t W[64], v[8];
    for (int t = 0; t < 16; t++)
        W[t] = (uint32_t)at[4 * t] << 24 | (uint32_t)at[4 * t + 1] << 16 | (uint32_t)at[4 * t + 2] << 8 |
               at[4 * t + 3];
    for (int t = 16; t < 64; t++) {
        uint32_t s0 = turn(W[t - 15], 7) ^ turn(W[t - 15], 18) ^ W[t - 15] >> 3;
        uint32_t s1 = turn(W[t - 2], 17) ^ turn(W[t - 2], 19) ^ W[t - 2] >> 10;
        W[t] = s1 + W[t - 7] + s0 + W[t - 16];
    }
    memcpy(v, H, sizeof v);
    for (int t = 0; t < 64; t++) {
        uint32_t S1 = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25), ch = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t T1 = v[7] + S1 + ch + K[t] + W[t];
        uint32_t S0 = turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22);
        uint32_t T2 = S0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += T1;
        v[0] = T1 + T2;
    }
    for (int i = 0; i < 8; i++)
        H[i] += v[i];
}

void sha256(const void *bytes, size_t len, uint8_t out[SHA256_BYTES])
{
    uint32_t H[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const uint8_t *at = bytes;
    size_t left = len;
    for (; left >= 64; left -= 64, at += 64)
        block(H, at);
    uint8_t end[128] = {0};
    size_t room = left < 56 ? 64 : 128;
    if (left)
        memcpy(end, at, left);
    end[left] = 0x80;
    for (size_t i = 0; i < 8; i++)
        end[room - 1 - i] = (uint8_t)((uint64_t)len * 8 >> 8 * i);
    block(H, end);
    if (room == 128)
        block(H, end + 64);
    for (size_t i = 0; i < SHA256_BYTES; i++)
        out[i] = (uint8_t)(H[i / 4] >> (24 - 8 * (i % 4)));
}

const char *sha256_text(const uint8_t sum[SHA256_BYTES], char out[SHA256_TEXT])
{
    for (size_t i = 0; i < SHA256_BYTES; i++) {
        out[2 * i] = "0123456789abcdef"[sum[i] >> 4];
        out[2 * i + 1] = "0123456789abcdef"[sum[i] & 15];
    }
    out[SHA256_TEXT - 1] = '\0';
    return out;
}
