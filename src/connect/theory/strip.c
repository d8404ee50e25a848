/* The parts of BN(M); see strip.h. */
#include "connect/theory/strip.h"

#include <assert.h>

#include "connect/theory/tiles.h"

/* One of the L+1 own lines of a block, or a line that two neighbours share. */
struct owner {
    int block, index; /* index −1: shared by `block` and the next */
};

/* M = 2L+1: block j has columns jB … jB+L and diagonals jB−L … jB, B = L+1.
 *
 * M = 2L+2: with a = t(2L+3), block 2t has columns a … a+L and, shared with block 2t+1, a+L+1; block 2t+1 has
 * a+L+2 … a+2L+2 besides. Diagonals: a−L … a are block 2t's, a+1 … a+L+1 block 2t+1's, and a+L+2 is shared by
 * blocks 2t+1 and 2t+2. */
static struct owner column_owner(int m, int l, int c)
{
    if (m % 2)
        return (struct owner){floor_div(c, l + 1), floor_mod(c, l + 1)};
    int t = floor_div(c, 2 * l + 3), i = floor_mod(c, 2 * l + 3);
    if (i <= l)
        return (struct owner){2 * t, i};
    return (struct owner){2 * t + (i > l + 1), i > l + 1 ? i - l - 2 : -1};
}

static struct owner diagonal_owner(int m, int l, int d)
{
    if (m % 2)
        return (struct owner){floor_div(d + l, l + 1), floor_mod(d + l, l + 1)};
    int t = floor_div(d + l, 2 * l + 3), i = floor_mod(d + l, 2 * l + 3);
    if (i <= l)
        return (struct owner){2 * t, i};
    return (struct owner){2 * t + 1, i <= 2 * l + 1 ? i - l - 1 : -1};
}

static struct strip_part bottom(int m, int c, int d, int level, int path)
{
    int row = c - d;
    enum strip_part_kind kind = m == 4     ? (row < 2 ? STRIP_COLUMN : STRIP_DIAGONAL)
                                : row == 0 ? STRIP_COLUMN
                                : row == 1 ? STRIP_DIAGONAL
                                           : STRIP_FREE;
    return (struct strip_part){kind, level, path, 0};
}

struct strip_part strip_part(int m, int c, int d)
{
    int path = 0;
    for (int level = 0;; level++) {
        assert(m >= 2 && c - d >= 0 && c - d < m);
        if (m <= 4)
            return bottom(m, c, d, level, path);
        int l = (m - 1) / 2;
        struct owner col = column_owner(m, l, c), diag = diagonal_owner(m, l, d);
        int block = col.index >= 0 ? col.block : diag.block;
        if (col.index < 0 || diag.index < 0 || col.block == diag.block)
            return (struct strip_part){STRIP_BLOCK, level, path, block};
        /* The column is crossed by the diagonals of the next block below its own index and by those of the
         * one before above it: read on, these are L diagonals in a row. */
        int copy = floor_mod(col.block, 2);
        path |= copy << level;
        c = floor_div(col.block, 2) * (l + 1) + col.index;
        d = floor_div(diag.block - 1, 2) * (l + 1) + diag.index + 1;
        m = l;
    }
}

bool strip_same(const struct strip_part *a, const struct strip_part *b)
{
    return a->kind == b->kind && a->level == b->level && a->path == b->path && a->block == b->block;
}

int strip_bound(int m)
{
    int stones = 0;
    while (m > 4) {
        stones++;
        m = (m - 1) / 2;
    }
    return stones + (m == 2 ? 1 : 2);
}
