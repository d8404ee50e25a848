/* Numbering squares and segments; see map.h. */
#include "connect/exact/map.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "connect/exact/bits.h"

bool exact_map_fits(const struct exact_map *m, const struct position *p)
{
    if (!m->base || !rules_equal(&m->base->rules, &p->rules))
        return false;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (m->base->cell[s] != CELL_EMPTY && m->base->cell[s] != p->cell[s])
            return false;
    return true;
}

void exact_map_clear(struct exact_map *m)
{
    position_free(m->base);
    m->base = NULL;
    for (int side = 0; side < 2; side++) {
        free(m->squares_of[side]);
        free(m->through[side]);
        m->segments[side] = 0;
        m->squares_of[side] = m->through[side] = NULL;
    }
}

static void number_squares(struct exact_map *m)
{
    const struct position *p = m->base;
    memset(m->bit, EXACT_MOST, sizeof m->bit);
    m->squares = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] == CELL_EMPTY) {
            assert(m->squares < EXACT_MOST);
            m->bit[s] = (uint8_t)m->squares;
            m->at[m->squares++] = s;
        }
}

/* Fewer squares first, then by value: a segment comes after those it contains. */
static int compare_sets(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    int more = bits_count(x) - bits_count(y);
    return more ? more : (x > y) - (x < y);
}

/* A segment that contains another of the same owner is filled later than that one: it can go. On a crowded
 * board most do. */
static int keep_smallest(uint64_t *set, size_t n)
{
    qsort(set, n, sizeof *set, compare_sets);
    int kept = 0;
    for (size_t i = 0; i < n; i++) {
        bool spare = i > 0 && set[i] == set[i - 1];
        for (int k = 0; k < kept && !spare; k++)
            spare = !(set[k] & ~set[i]);
        if (!spare)
            set[kept++] = set[i];
    }
    return kept;
}

/* The segments that `side` could still fill in the base. */
static void collect_segments(struct exact_map *m, enum side side)
{
    const struct position *p = m->base;
    const struct rules *r = &p->rules;
    uint64_t *set = NULL;
    size_t n = 0, room = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        for (square s = square_first(); s; s = square_next(r, s)) {
            uint64_t empties = 0;
            int i = 0;
            for (int x = s; i < r->k; i++, x += direction_step[d]) {
                if (p->cell[x] == CELL_EMPTY)
                    empties |= (uint64_t)1 << m->bit[x];
                else if (p->cell[x] != cell_of(side))
                    break; /* a stone of the other side, or the edge */
            }
            if (i < r->k)
                continue;
            assert(empties);
            set = mem_grow(set, &room, n + 1, sizeof *set);
            set[n++] = empties;
        }
    m->segments[side] = n ? keep_smallest(set, n) : 0;
    m->squares_of[side] = set;
}

static void index_segments(struct exact_map *m)
{
    int most = m->segments[BLACK] > m->segments[WHITE] ? m->segments[BLACK] : m->segments[WHITE];
    m->words = most ? (most + 63) / 64 : 1;
    m->deepest = 1;
    for (int side = 0; side < 2; side++) {
        m->through[side] = mem_zero((size_t)(EXACT_MOST * m->words), sizeof(uint64_t));
        for (int i = 0; i < m->segments[side]; i++) {
            uint64_t set = m->squares_of[side][i];
            if (bits_count(set) > m->deepest)
                m->deepest = bits_count(set);
            for (uint64_t x = set; x; x &= x - 1)
                m->through[side][bits_first(x) * m->words + i / 64] |= (uint64_t)1 << i % 64;
        }
    }
}

static bool leaves(const struct position *p, int symmetry)
{
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[symmetry_square(&p->rules, symmetry, s)] != p->cell[s])
            return false;
    return true;
}

static void find_symmetries(struct exact_map *m)
{
    const struct rules *r = &m->base->rules;
    int found[EXACT_SYMMETRIES], n = 0;
    for (int symmetry = 0; symmetry < symmetry_count(r); symmetry++)
        if (leaves(m->base, symmetry)) {
            for (int i = 0; i < m->squares; i++)
                m->image[n][i] = m->bit[symmetry_square(r, symmetry, m->at[i])];
            found[n++] = symmetry;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (found[j] == symmetry_inverse(found[i]))
                m->inverse[i] = j;
    m->symmetries = n;
}

void exact_map_make(struct exact_map *m, const struct position *p)
{
    assert(p->outcome == OUTCOME_OPEN && p->empty <= EXACT_MOST);
    exact_map_clear(m);
    m->base = p->rules.m * p->rules.n <= EXACT_MOST ? position_new(&p->rules) : position_copy(p);
    number_squares(m);
    for (int side = BLACK; side <= WHITE && !p->rules.exact;
         side++) /* exact games have their own: overlines.h */
        collect_segments(m, (enum side)side);
    index_segments(m);
    find_symmetries(m);
}
