/* The answer to a WebSocket's handshake (RFC 6455, 4.2.2): SHA-1 and base64, which the libraries that we have
 * leave to us. */
#include <stdint.h>
#include <string.h>

#include "server/transport/frames.h"

enum { BLOCK = 64, DIGEST = 20, KEY = 24 };

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static uint32_t turn(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

static void add_block(uint32_t h[5], const unsigned char *block)
{
    uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 80; i++)
        w[i] = turn(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        uint32_t f = i < 20   ? (b & c) | (~b & d)
                     : i < 40 ? b ^ c ^ d
                     : i < 60 ? (b & c) | (b & d) | (c & d)
                              : b ^ c ^ d;
        static const uint32_t k[] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
        uint32_t next = turn(a, 5) + f + e + k[i / 20] + w[i];
        e = d;
        d = c;
        c = turn(b, 30);
        b = a;
        a = next;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
}

/* Of a text shorter than two blocks with their ending. */
static void sha1(const char *text, size_t len, unsigned char out[DIGEST])
{
    uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    unsigned char blocks[2 * BLOCK] = {0};
    size_t all = len + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
    memcpy(blocks, text, len);
    blocks[len] = 0x80;
    for (size_t i = 0; i < 8; i++)
        blocks[all - 1 - i] = (unsigned char)((uint64_t)len * 8 >> (8 * i));
    for (size_t at = 0; at < all; at += BLOCK)
        add_block(h, blocks + at);
    for (int i = 0; i < DIGEST; i++)
        out[i] = (unsigned char)(h[i / 4] >> (24 - 8 * (i % 4)));
}

/* 22 digits of which the last has no bits beyond 16 bytes, and two signs that nothing follows. */
static bool key_is_fine(const char *key)
{
    return strlen(key) == KEY && strspn(key, digits) == KEY - 2 && strcmp(key + KEY - 2, "==") == 0 &&
           (strchr(digits, key[KEY - 3]) - digits) % 16 == 0;
}

bool frames_accept(const char *key, char out[FRAMES_ACCEPT])
{
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char text[KEY + sizeof magic];
    unsigned char sum[DIGEST + 1] = {0};
    if (!key_is_fine(key))
        return false;
    memcpy(text, key, KEY);
    memcpy(text + KEY, magic, sizeof magic);
    sha1(text, KEY + sizeof magic - 1, sum);
    for (int i = 0; i < (DIGEST + 2) / 3; i++) {
        uint32_t bits = (uint32_t)sum[3 * i] << 16 | (uint32_t)sum[3 * i + 1] << 8 | sum[3 * i + 2];
        for (int j = 0; j < 4; j++)
            out[4 * i + j] = digits[bits >> (18 - 6 * j) & 63];
    }
    out[FRAMES_ACCEPT - 2] = '=';
    out[FRAMES_ACCEPT - 1] = '\0';
    return true;
}
