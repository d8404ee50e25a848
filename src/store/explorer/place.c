/* Numbers of positions; see place.h. */
#include "store/explorer/place.h"

#include "base/rng.h"
#include "connect/board/symmetry.h"

void place_stone(struct place *p, square s, enum side side)
{
    int n = symmetry_count(&p->rules);
    for (int i = 0; i < n; i++)
        p->hash[i] ^= position_stone_key(symmetry_square(&p->rules, i, s), side);
}

void place_start(struct place *p, const struct position *at)
{
    const struct rules *r = &at->rules;
    uint64_t game = rng_mix((uint64_t)r->exact << 40 | (uint64_t)r->m << 32 | (uint64_t)r->n << 24 |
                            (uint64_t)r->k << 16 | (uint64_t)r->p << 8 | (uint64_t)r->q);
    *p = (struct place){.rules = *r};
    for (int i = 0; i < PLACE_SYMMETRIES; i++)
        p->hash[i] = game;
    for (square s = square_first(); s; s = square_next(r, s))
        if (at->cell[s] == CELL_BLACK || at->cell[s] == CELL_WHITE)
            place_stone(p, s, at->cell[s] == CELL_BLACK ? BLACK : WHITE);
}

int64_t place_key(const struct place *p, enum side to_move, int left, int *symmetry)
{
    uint64_t mover = rng_mix((uint64_t)left << 1 | to_move), best = 0;
    int n = symmetry_count(&p->rules);
    for (int i = 0; i < n; i++) {
        uint64_t key = p->hash[i] ^ mover;
        if (i == 0 || key < best) {
            best = key;
            *symmetry = i;
        }
    }
    return (int64_t)best;
}

size_t place_pack(const struct rules *r, int symmetry, const struct squares *turn,
                  uint8_t out[PLACE_TURN_MOST])
{
    square seen[RULES_MAX_TURN];
    for (int i = 0; i < turn->n; i++) {
        square s = symmetry_square(r, symmetry, turn->s[i]);
        int j = i;
        for (; j > 0 && seen[j - 1] > s; j--)
            seen[j] = seen[j - 1];
        seen[j] = s;
    }
    for (int i = 0; i < turn->n; i++) {
        out[2 * i] = (uint8_t)(seen[i] >> 8);
        out[2 * i + 1] = (uint8_t)seen[i];
    }
    return (size_t)turn->n * 2;
}

bool place_unpack(const struct rules *r, int symmetry, const uint8_t *bytes, size_t len, struct squares *out)
{
    int back = symmetry_inverse(symmetry);
    if (len == 0 || len % 2 || len > PLACE_TURN_MOST)
        return false;
    out->n = 0;
    for (size_t i = 0; i < len; i += 2) {
        square s = (square)(bytes[i] << 8 | bytes[i + 1]);
        if (s < square_first() || s >= square_limit(r) || !square_on_board(r, square_col(s), square_row(s)))
            return false;
        out->s[out->n++] = symmetry_square(r, back, s);
    }
    return true;
}
