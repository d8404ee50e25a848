/* Symmetries and canonical forms; see symmetry.h. */
#include "connect/board/symmetry.h"

#include <assert.h>
#include <string.h>

int symmetry_count(const struct rules *r)
{
    return r->m == r->n ? 8 : 4;
}

square symmetry_square(const struct rules *r, int symmetry, square s)
{
    int col = square_col(s), row = square_row(s);
    symmetry_turn(symmetry, r->m, r->n, &col, &row);
    return square_at(col, row);
}

struct squares symmetry_squares(const struct rules *r, int symmetry, const struct squares *s)
{
    struct squares out = {.n = s->n};
    for (int i = 0; i < s->n; i++)
        out.s[i] = symmetry_square(r, symmetry, s->s[i]);
    return out;
}

size_t position_packed_size(const struct rules *r)
{
    return 2 + ((size_t)(r->m * r->n) + 3) / 4;
}

int position_stones(const struct position *p, square *out)
{
    const struct rules *r = &p->rules;
    int n = 0;
    for (int row = 0; row < r->n && n < p->stones; row++)
        for (int col = 0; col < r->m; col += 8) { /* eight cells at once: on a large board most are empty */
            uint64_t cells;
            square s = square_at(col, row);
            memcpy(&cells, p->cell + s, sizeof cells);
            for (int end = col + 8; cells && s < square_at(end < r->m ? end : r->m, row); s++)
                if (p->cell[s] != CELL_EMPTY)
                    out[n++] = s;
        }
    assert(n == p->stones);
    return n;
}

/* The same with the stones at hand: their number counts, not the board's size. */
static void pack(const struct position *p, const square *stone, int stones, int symmetry, uint8_t *out)
{
    const struct rules *r = &p->rules;
    out[0] = (uint8_t)p->to_move;
    out[1] = (uint8_t)p->left;
    memset(out + 2, 0, position_packed_size(r) - 2);
    for (int i = 0; i < stones; i++) {
        square s = symmetry_square(r, symmetry, stone[i]);
        int at = square_row(s) * r->m + square_col(s);
        out[2 + at / 4] |= (uint8_t)(p->cell[stone[i]] << (6 - 2 * (at % 4)));
    }
}

void position_pack(const struct position *p, int symmetry, uint8_t *out)
{
    square stone[RULES_MAX_SIDE * RULES_MAX_SIDE];
    assert(symmetry < symmetry_count(&p->rules));
    pack(p, stone, position_stones(p, stone), symmetry, out);
}

int position_canonical(const struct position *p, uint8_t *out)
{
    size_t size = position_packed_size(&p->rules);
    square stone[RULES_MAX_SIDE * RULES_MAX_SIDE];
    uint8_t other[POSITION_PACKED_MOST];
    int best = 0, stones = position_stones(p, stone);
    pack(p, stone, stones, 0, out);
    for (int symmetry = 1; symmetry < symmetry_count(&p->rules); symmetry++) {
        pack(p, stone, stones, symmetry, other);
        if (memcmp(other, out, size) < 0) {
            memcpy(out, other, size);
            best = symmetry;
        }
    }
    return best;
}
