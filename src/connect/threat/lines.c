/* Dead, live and HP-threats on a line; see lines.h. */
#include "connect/threat/lines.h"

#include <assert.h>

static bool has(const struct line_bits *b, int i)
{
    return b->word[i >> 6] >> (i & 63) & 1;
}

static int above(int a, int b)
{
    return a > b ? a - b : 0;
}

/* Stones needed so that the windows at a and a + d are threats and no square stops both. Windows that overlap
 * must have their common squares filled; what is then missing to δ goes to either side. d = 0 asks for a row
 * of k.
 *
 *     a . . . . . .            squares before a+d: left part, d squares
 *           . . . . . .  a+d   common part k−d squares, right part d squares
 *
 * `sum[i]` counts the own stones before square i. */
static int pair_cost(int k, int delta, const uint8_t *sum, int a, int d)
{
    if (d >= k)
        return above(delta, sum[a + k] - sum[a]) + above(delta, sum[a + d + k] - sum[a + d]);
    int common = k - d, filled = sum[a + k] - sum[a + d];
    int left = sum[a + d] - sum[a], right = sum[a + k + d] - sum[a + k];
    return common - filled + above(delta - common, left) + above(delta - common, right);
}

/* Does a stone of the owner stand next to the window that ends before `end`? In an exact game it is of no use
 * then. (Two windows that are threats together never need stones next to each other's ends: of the squares that
 * they do not share, a threat leaves at least one empty.) */
static bool flanked(const struct line_bits *own, int k, int end, int length)
{
    return (end > k && has(own, end - k - 1)) || (end < length && has(own, end));
}

struct line_value line_value(const struct rules *r, int length, const struct line_bits *own,
                             const struct line_bits *other)
{
    int k = r->k, delta = rules_delta(r), free_run = 0;
    int one = LINE_NEVER, two = LINE_NEVER;
    uint8_t sum[RULES_MAX_SIDE + 1] = {0};
    uint8_t best[RULES_MAX_SIDE + 1];      /* least need of the active windows that end before square i */
    bool active[RULES_MAX_SIDE] = {false}; /* by the start of the window */
    best[0] = LINE_NEVER;
    assert(length <= RULES_MAX_SIDE && !(own->word[0] & other->word[0]) && !(own->word[1] & other->word[1]));
    for (int end = 1; end <= length; end++) {
        sum[end] = (uint8_t)(sum[end - 1] + has(own, end - 1));
        best[end] = best[end - 1];
        free_run = has(other, end - 1) ? 0 : free_run + 1;
        if (free_run < k || (r->exact && flanked(own, k, end, length)))
            continue;
        int b = end - k; /* an active window */
        active[b] = true;
        int need = above(delta, sum[end] - sum[b]);
        if (need < one)
            one = need;
        /* Its partner: any window wholly before it, or one that overlaps it (or itself). */
        if (best[b] != LINE_NEVER && best[b] + need < two)
            two = best[b] + need;
        for (int d = 0; need < two && d < k && d <= b; d++) {
            int cost = active[b - d] ? pair_cost(k, delta, sum, b - d, d) : LINE_NEVER;
            if (cost < two)
                two = cost;
        }
        if (need < best[end])
            best[end] = (uint8_t)need;
    }
    return (struct line_value){(uint8_t)one, (uint8_t)two};
}
