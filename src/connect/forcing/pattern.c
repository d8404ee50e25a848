/* Stones on a line; see pattern.h. */
#include "connect/forcing/pattern.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/rng.h"

struct patterns *patterns_new(const struct rules *r)
{
    struct patterns *p = mem_zero(1, sizeof *p);
    p->k = r->k;
    p->delta = r->k - r->p;
    p->exact = r->exact;
    p->slot = mem_zero(PATTERNS, sizeof *p->slot);
    return p;
}

void patterns_free(struct patterns *p)
{
    if (p) {
        free(p->slot);
        free(p);
    }
}

static int count(line_mask m)
{
    return __builtin_popcountll((uint64_t)m) + __builtin_popcountll((uint64_t)(m >> 64));
}

static int highest(line_mask m)
{
    return m >> 64 ? 127 - __builtin_clzll((uint64_t)(m >> 64)) : 63 - __builtin_clzll((uint64_t)m);
}

static line_mask bit(int i)
{
    return (line_mask)1 << i;
}

/* Is the segment useless to its owner, as the other side has a stone on it or, in an exact game, the owner beyond
 * an end of it? */
static bool useless(const struct patterns *p, int start, line_mask own, line_mask other)
{
    line_mask w = (bit(p->k) - 1) << start;
    return w & other || (p->exact && ((start > 0 && own >> (start - 1) & 1) || own >> start >> p->k & 1));
}

/* The segments that can have `least` stones: if that is any, those with one. On long lines they are few. */
static line_mask begun(const struct patterns *p, line_mask own, line_mask starts, int least)
{
    line_mask some = own;
    if (least < 1)
        return starts;
    for (int i = 1; i < p->k; i++)
        some |= own >> i;
    return starts & some;
}

/* The threats of a line: segments from left to right, each that is not stopped yet by its last empty square
 * (exact on one line, SPEC 2). A full segment nothing stops. */
static int line_number(const struct patterns *p, line_mask own, line_mask other, line_mask starts)
{
    line_mask window = bit(p->k) - 1, stop = 0;
    int n = 0;
    for (line_mask m = begun(p, own, starts, p->delta); m; m &= m - 1) {
        line_mask w = window << mask_lowest(m);
        if (w & stop || useless(p, mask_lowest(m), own, other) || count(w & own) < p->delta)
            continue;
        line_mask empty = w & ~own;
        if (!empty)
            return 99;
        stop |= bit(highest(empty));
        n++;
    }
    return n;
}

/* The empty places of open segments with at least so many stones. */
static line_mask empties(const struct patterns *p, const struct pattern *l, int least)
{
    line_mask window = bit(p->k) - 1, all = 0;
    for (line_mask m = begun(p, l->own, l->starts, least); m; m &= m - 1) {
        line_mask w = window << mask_lowest(m);
        if (count(w & l->own) >= least && !useless(p, mask_lowest(m), l->own, l->other))
            all |= w & ~l->own;
    }
    return all;
}

/* Is there an open segment through both with two stones less than a threat? */
static bool joint(const struct patterns *p, const struct pattern *l, int a, int b)
{
    line_mask window = bit(p->k) - 1;
    for (int start = b - p->k + 1 > 0 ? b - p->k + 1 : 0; start <= a; start++) {
        line_mask w = window << start;
        if (l->starts >> start & 1 && count(w & l->own) == p->delta - 2 &&
            !useless(p, start, l->own, l->other))
            return true;
    }
    return false;
}

static void work_out(const struct patterns *p, struct pattern *l)
{
    uint8_t alone[128] = {0};
    l->singles = l->pairs = 0;
    l->cut = false;
    for (line_mask m = empties(p, l, p->delta - 1); m; m &= m - 1) {
        int at = mask_lowest(m);
        alone[at] = (uint8_t)line_number(p, l->own | bit(at), l->other, l->starts);
        if (alone[at] && l->singles < PATTERN_SINGLES)
            l->single[l->singles++] = (struct pattern_single){(uint8_t)at, alone[at]};
        else
            l->cut |= alone[at] > 0;
    }
    int windows = count(l->starts), steps = (l->singles + 1) * windows;
    for (line_mask m = empties(p, l, p->delta - 2); m && l->pairs < PATTERN_PAIRS; m &= m - 1)
        for (line_mask later = m & (m - 1); later; later &= later - 1, steps += windows) {
            int a = mask_lowest(m), b = mask_lowest(later);
            if (!(alone[a] && alone[b]) && !joint(p, l, a, b))
                continue;
            int number = line_number(p, l->own | bit(a) | bit(b), l->other, l->starts);
            if (number && l->pairs < PATTERN_PAIRS)
                l->pair[l->pairs++] = (struct pattern_pair){(uint8_t)a, (uint8_t)b, (uint8_t)number,
                                                            (int8_t)(number - alone[a] - alone[b])};
            else
                l->cut |= number > 0;
        }
    if (p->pulse)
        pulse_over(p->pulse, 4 * steps); /* the search looks at what it says */
}

const struct pattern *patterns_get(struct patterns *p, line_mask own, line_mask other, line_mask starts)
{
    uint64_t h = rng_mix((uint64_t)own ^ (uint64_t)(own >> 61) ^ ((uint64_t)other << 20) ^
                         (uint64_t)(other >> 44) ^ (uint64_t)starts << 40 ^ (uint64_t)(starts >> 100));
    struct pattern *l = &p->slot[h & (PATTERNS - 1)];
    if (l->own != own || l->other != other || l->starts != starts) {
        l->own = own;
        l->other = other;
        l->starts = starts;
        work_out(p, l);
    }
    return l;
}
