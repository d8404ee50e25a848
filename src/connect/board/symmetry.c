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

size_t position_packed_size(const struct rules *r)
{
    return 2 + ((size_t)(r->m * r->n) + 3) / 4;
}

void position_pack(const struct position *p, int symmetry, uint8_t *out)
{
    const struct rules *r = &p->rules;
    assert(symmetry < symmetry_count(r));
    int inverse = symmetry_inverse(symmetry);
    out[0] = (uint8_t)p->to_move;
    out[1] = (uint8_t)p->left;
    memset(out + 2, 0, position_packed_size(r) - 2);
    size_t i = 0;
    for (square s = square_first(); s; s = square_next(r, s), i++)
        out[2 + i / 4] |= (uint8_t)(p->cell[symmetry_square(r, inverse, s)] << (6 - 2 * (i % 4)));
}

int position_canonical(const struct position *p, uint8_t *out)
{
    size_t size = position_packed_size(&p->rules);
    uint8_t other[POSITION_PACKED_MOST];
    int best = 0;
    position_pack(p, 0, out);
    for (int symmetry = 1; symmetry < symmetry_count(&p->rules); symmetry++) {
        position_pack(p, symmetry, other);
        if (memcmp(other, out, size) < 0) {
            memcpy(out, other, size);
            best = symmetry;
        }
    }
    return best;
}
