/* Stones on the segments' layers; see state.h. */
#include "connect/exact/state.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "connect/exact/bits.h"

struct exact_state *exact_states_new(const struct exact_map *m, int n)
{
    size_t layers = (size_t)(m->deepest * m->words);
    struct exact_state *s = mem_alloc((size_t)n * (sizeof *s + 2 * layers * sizeof(uint64_t)));
    uint64_t *next = (uint64_t *)(s + n);
    for (int i = 0; i < n; i++)
        for (int side = 0; side < 2; side++, next += layers)
            s[i].layer[side] = next;
    return s;
}

static bool meets(const struct exact_map *m, const struct exact_state *s, enum side side, int bit)
{
    const uint64_t *through = m->through[side] + bit * m->words;
    const uint64_t *active = exact_state_active(m, s, side);
    for (int w = 0; w < m->words; w++)
        if (through[w] & active[w])
            return true;
    return false;
}

/* The base position of the map. */
static void start_at_base(const struct exact_map *m, struct exact_state *s)
{
    s->empty = m->squares == 64 ? ~(uint64_t)0 : ((uint64_t)1 << m->squares) - 1;
    s->stones[BLACK] = s->stones[WHITE] = 0;
    s->live = 0;
    for (int side = 0; side < 2; side++) {
        memset(s->layer[side], 0, (size_t)(m->deepest * m->words) * sizeof(uint64_t));
        for (int i = 0; i < m->segments[side]; i++) {
            s->live |= m->squares_of[side][i];
            for (int r = bits_count(m->squares_of[side][i]); r <= m->deepest; r++)
                s->layer[side][(r - 1) * m->words + i / 64] |= (uint64_t)1 << i % 64;
        }
    }
}

void exact_state_play(const struct exact_map *m, const struct exact_state *from, struct exact_state *to,
                      enum side side, int bit)
{
    enum side other = side_other(side);
    uint64_t here = (uint64_t)1 << bit, touched = 0;
    assert(from->empty & here);
    to->empty = from->empty & ~here;
    for (int w = 0; w < m->words; w++) {
        uint64_t mine = m->through[side][bit * m->words + w];
        uint64_t theirs = m->through[other][bit * m->words + w];
        const uint64_t *a = from->layer[side] + w, *b = from->layer[other] + w;
        uint64_t *na = to->layer[side] + w, *nb = to->layer[other] + w;
        assert(!(*a & mine)); /* the first layer: it would be complete */
        for (int r = 1; r < m->deepest; r++, a += m->words, na += m->words)
            *na = *a | (a[m->words] & mine);
        *na = *a;
        for (int r = 1; r < m->deepest; r++, b += m->words, nb += m->words)
            *nb = *b & ~theirs;
        *nb = *b & ~theirs;
        for (uint64_t x = *b & theirs; x; x &= x - 1)
            touched |= m->squares_of[other][w * 64 + bits_first(x)];
    }
    /* Only squares of the segments taken out can have lost their worth. */
    to->live = from->live & ~here;
    for (uint64_t x = touched & to->live; x; x &= x - 1)
        if (!meets(m, to, other, bits_first(x)) && !meets(m, to, side, bits_first(x)))
            to->live ^= bits_lowest(x);
    to->stones[other] = from->stones[other];
    for (uint64_t x = touched & to->stones[other]; x; x &= x - 1)
        if (!meets(m, to, other, bits_first(x)))
            to->stones[other] ^= bits_lowest(x);
    to->stones[side] = from->stones[side] | (meets(m, to, side, bit) ? here : 0);
}

void exact_states_start(const struct exact_map *m, struct exact_state states[2], const struct position *p)
{
    start_at_base(m, &states[0]);
    for (int i = 0; i < m->squares; i++) {
        uint8_t cell = p->cell[m->at[i]];
        if (cell == CELL_EMPTY)
            continue;
        exact_state_play(m, &states[0], &states[1], cell == CELL_BLACK ? BLACK : WHITE, i);
        struct exact_state played = states[1];
        states[1] = states[0];
        states[0] = played;
    }
}
