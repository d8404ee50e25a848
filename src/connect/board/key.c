/* Keys of positions; see key.h. */
#include "connect/board/key.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/rng.h"
#include "connect/board/symmetry.h"

void key_stone(struct key_views *k, square s, enum side side)
{
    int n = symmetry_count(&k->rules);
    for (int i = 0; i < n; i++)
        k->hash[i] ^= position_stone_key(symmetry_square(&k->rules, i, s), side);
}

void key_start_empty(struct key_views *k, const struct rules *r)
{
    *k = (struct key_views){.rules = *r};
}

void key_start(struct key_views *k, const struct position *at)
{
    const struct rules *r = &at->rules;
    uint64_t game = rng_mix((uint64_t)r->exact << 40 | (uint64_t)r->m << 32 | (uint64_t)r->n << 24 |
                            (uint64_t)r->k << 16 | (uint64_t)r->p << 8 | (uint64_t)r->q);
    square stone[RULES_MAX_SIDE * RULES_MAX_SIDE];
    key_start_empty(k, r);
    for (int i = 0; i < KEY_SYMMETRIES; i++)
        k->hash[i] = game;
    for (int i = position_stones(at, stone) - 1; i >= 0; i--)
        key_stone(k, stone[i], at->cell[stone[i]] == CELL_BLACK ? BLACK : WHITE);
}

uint64_t key_least(const struct key_views *k, uint64_t with, int *symmetry)
{
    uint64_t best = k->hash[0] ^ with;
    *symmetry = 0;
    for (int i = 1; i < symmetry_count(&k->rules); i++)
        if ((k->hash[i] ^ with) < best) {
            best = k->hash[i] ^ with;
            *symmetry = i;
        }
    return best;
}

int64_t key_number(const struct key_views *k, enum side to_move, int left, int *symmetry)
{
    return (int64_t)key_least(k, rng_mix((uint64_t)left << 1 | to_move), symmetry);
}

static int by_square(const void *a, const void *b)
{
    return *(const square *)a - *(const square *)b;
}

void key_pack(const struct rules *r, int symmetry, const square *s, int n, struct buf *out)
{
    square few[RULES_MAX_TURN], *seen = n <= RULES_MAX_TURN ? few : mem_alloc((size_t)n * sizeof *seen);
    for (int i = 0; i < n; i++)
        seen[i] = symmetry_square(r, symmetry, s[i]);
    qsort(seen, (size_t)n, sizeof *seen, by_square);
    for (int i = 0; i < n; i++) {
        buf_char(out, (char)(seen[i] >> 8));
        buf_char(out, (char)(seen[i] & 255));
    }
    if (seen != few)
        free(seen);
}

bool key_square(const struct rules *r, const uint8_t bytes[2], square *out)
{
    *out = (square)(bytes[0] << 8 | bytes[1]);
    return *out >= square_first() && *out < square_limit(r) &&
           square_on_board(r, square_col(*out), square_row(*out));
}

bool key_unpack(const struct rules *r, int symmetry, const void *bytes, size_t len, struct squares *out)
{
    int back = symmetry_inverse(symmetry);
    out->n = 0;
    if (len % 2 || len > KEY_TURN_MOST)
        return false;
    for (size_t i = 0; i < len; i += 2) {
        square s;
        if (!key_square(r, (const uint8_t *)bytes + i, &s))
            return false;
        s = symmetry_square(r, back, s);
        for (int k = 0; k < out->n; k++)
            if (out->s[k] == s)
                return false;
        out->s[out->n++] = s;
    }
    return true;
}
