/* Does the attacker win? A depth-first search over stones, with zones.
 *
 * One side, the attacker, must complete a row; the other, the defender, must only keep it from doing so.
 * Every answer comes with its *zone*: a set Z of empty squares such that the side it favours, call it the
 * holder, gets its way even if all empty squares outside Z were given to the other side, the loser, before
 * play goes on.
 *
 * What this is good for: a stone of the loser outside Z changes nothing. So once one stone of the loser is
 * refuted with zone Z, only stones in Z can be better, and once several are refuted, only those in all their
 * zones. (The same idea as the must-play region of Hex, and as the relevance zones of Connect6 with r = ∞.)
 *
 * How zones come about. Giving the loser squares must not complete a row of it by itself, so Z holds at least
 * one square of each of its segments whenever the holder is to move, and more than `left` when the loser is:
 *   - the holder completes a segment in this turn: its empty squares, and a square of each of the loser's;
 *   - the loser, with `left` stones, cannot stop all segments that the holder fills next turn: their empty
 *     squares, and left + 1 squares of each of the loser's segments;
 *   - the attacker has no segment any more: nothing. The defender has groups (hold.h): their squares;
 *   - the holder places a stone: the stone, and the zone after it;
 *   - the loser is to move: the zones after all stones tried; and if it had to stop threats, what the second
 *     case says, as that refutes the stones that do not stop them.
 * A stone that is given twice, or that stands where the holder believes a stone of the loser already, is a
 * free move for the holder, which does no harm: an additional stone never hurts its owner. For by pretending
 * that it is not there its owner loses nothing, and if it is to place where it stands already it places
 * anywhere. The board may then be full early. That is a draw, in which the attacker misses nothing: it has
 * all squares left.
 *
 * Squares on no segment that can still be filled are dead; they are not tried while others are left. Let d be
 * dead and s not: a stone on s is at least as good as one on d, as its owner can go on as if it stood on d,
 * with s and d exchanged in all later stones of both sides. Every stone has its counterpart, so that this
 * holds in each part of a turn and in a last turn that is cut short. If only dead squares are left nobody can
 * win. So their number does not matter, and the table ignores it.
 *
 * A turn is a set: if the mover's stone x was refuted, x need not be tried again later in the same turn. */
#include "connect/exact/search.h"

#include <assert.h>

#include "connect/exact/bits.h"
#include "connect/exact/hits.h"
#include "connect/exact/hold.h"

enum {
    SYMMETRY_STONES = 8, /* with more, positions that are equal by symmetry are too rare to look for */
    NODE_STEPS = 4000,   /* (base/clock.h) of a node, for each word of segments */
};

/* Who asks, and what is known before any stone is tried. */
struct look {
    enum side side, attacker;
    int left;
    struct exact_key key;
    int symmetry;         /* that led to the key */
    uint64_t tries;       /* stones to try */
    uint64_t threats;     /* squares of the other side's segments that must be stopped now */
    uint64_t known, with; /* stones known to be refuted, and the union of their zones */
    uint64_t zone;        /* of the answer */
    bool again;           /* a second look: only the table may have learnt more */
};

static uint64_t permute(uint64_t x, const uint8_t to[EXACT_MOST])
{
    uint64_t y = 0;
    for (; x; x &= x - 1)
        y |= (uint64_t)1 << to[bits_first(x)];
    return y;
}

/* Adds squares until the zone has at least `need` of every segment that the loser can still fill. */
static uint64_t guard(const struct exact_map *m, const struct exact_state *s, enum side loser, int need,
                      uint64_t zone)
{
    const uint64_t *active = exact_state_active(m, s, loser);
    for (int w = 0; w < m->words; w++)
        for (uint64_t x = active[w]; x; x &= x - 1) {
            uint64_t squares = m->squares_of[loser][w * 64 + bits_first(x)] & s->empty;
            int lack = need - bits_count(squares & zone);
            for (uint64_t y = squares & ~zone; lack > 0; lack--, y &= y - 1)
                zone |= bits_lowest(y);
        }
    return zone;
}

/* The empty squares of one of these segments, 0 if there are none. */
static uint64_t first_of(const struct exact_map *m, const struct exact_state *s, enum side side,
                         const uint64_t *set)
{
    for (int w = 0; w < m->words; w++)
        if (set[w])
            return m->squares_of[side][w * 64 + bits_first(set[w])] & s->empty;
    return 0;
}

/* What matters of the position, seen from the side to move; near the base the least of its symmetric
 * images. */
static void make_key(const struct exact_map *m, const struct exact_state *s, struct look *l)
{
    uint64_t own = s->stones[l->side], other = s->stones[side_other(l->side)];
    uint64_t rest = ~(own | other | s->live);
    l->key = (struct exact_key){own | rest, other | rest, l->left, l->side == l->attacker};
    l->symmetry = 0;
    if (m->symmetries == 1 || m->squares - bits_count(s->empty) > SYMMETRY_STONES)
        return;
    uint64_t beyond = m->squares == 64 ? 0 : ~(uint64_t)0 << m->squares;
    for (int i = 1; i < m->symmetries; i++) {
        uint64_t a = permute((own | rest) & ~beyond, m->image[i]) | beyond;
        uint64_t b = permute((other | rest) & ~beyond, m->image[i]) | beyond;
        if (a < l->key.own || (a == l->key.own && b < l->key.other)) {
            l->key.own = a;
            l->key.other = b;
            l->symmetry = i;
        }
    }
}

static bool recall(const struct exact_search *x, struct look *l, bool *wins)
{
    if (!exact_table_find(x->table, &l->key, wins, &l->zone))
        return false;
    if (l->symmetry)
        l->zone = permute(l->zone, x->map->image[x->map->inverse[l->symmetry]]);
    return true;
}

static void keep(const struct exact_search *x, const struct look *l, bool wins, uint64_t work)
{
    uint64_t zone = l->symmetry ? permute(l->zone, x->map->image[l->symmetry]) : l->zone;
    exact_table_keep(x->table, &l->key, wins, zone, work);
}

/* Answers what can be answered without trying a stone; else says which stones to try. */
static enum exact_answer look_at(struct exact_search *x, int ply, struct look *l)
{
    const struct exact_map *m = x->map;
    const struct exact_state *s = &x->state[ply];
    enum side side = l->side, other = side_other(side);
    int p = m->base->rules.p;
    x->nodes++;
    l->zone = l->threats = 0;
    uint64_t row = first_of(m, s, side, exact_state_layer(m, s, side, l->left));
    if (row) {
        l->zone = guard(m, s, other, 1, row);
        return side == l->attacker ? EXACT_YES : EXACT_NO;
    }
    if (!first_of(m, s, l->attacker, exact_state_active(m, s, l->attacker)))
        return EXACT_NO;
    l->tries = s->live;
    if (first_of(m, s, other, exact_state_layer(m, s, other, p))) {
        l->tries = exact_hits(m, s, other, l->left, &l->threats);
        if (!l->tries) {
            l->zone = guard(m, s, side, l->left + 1, l->threats);
            return other == l->attacker ? EXACT_YES : EXACT_NO;
        }
    }
    make_key(m, s, l);
    bool wins;
    if (ply > 0 && recall(x, l, &wins)) /* the start is searched anew, for its stone */
        return wins ? EXACT_YES : EXACT_NO;
    bool may_hold = !l->again && (side != l->attacker || l->left <= p);
    return may_hold && exact_hold(m, s, l->attacker, &l->zone) ? EXACT_NO : EXACT_OPEN;
}

/* Segments weigh 3.5 times more for every square less to fill, the defender's a little less than the
 * attacker's for the attacker and more for itself. Measured on boards of 24 to 49 squares; the exact numbers
 * matter little. */
static void order_tries(const struct exact_search *x, int ply, const struct look *l, int out[EXACT_MOST],
                        int *n)
{
    static const uint32_t weigh[] = {0,    2758547, 788157, 225188, 64339, 18383, 5252,
                                     1501, 429,     123,    35,     10,    3};
    enum { WEIGHTS = sizeof weigh / sizeof *weigh };
    const struct exact_map *m = x->map;
    const struct exact_state *s = &x->state[ply];
    uint64_t value[EXACT_MOST];
    for (uint64_t y = l->tries; y; y &= y - 1)
        value[bits_first(y)] = 0;
    for (int side = 0; side < 2; side++) {
        uint64_t times = side == (int)l->attacker ? 10 : l->side == l->attacker ? 6 : 13;
        const uint64_t *active = exact_state_active(m, s, (enum side)side);
        for (int w = 0; w < m->words; w++)
            for (uint64_t y = active[w]; y; y &= y - 1) {
                uint64_t squares = m->squares_of[side][w * 64 + bits_first(y)] & s->empty;
                int r = bits_count(squares);
                uint64_t worth = times * (r < WEIGHTS ? weigh[r] : 1);
                for (squares &= l->tries; squares; squares &= squares - 1)
                    value[bits_first(squares)] += worth;
            }
    }
    *n = 0;
    for (uint64_t y = l->tries; y; y &= y - 1) {
        int bit = bits_first(y), i = (*n)++;
        for (; i > 0 && value[out[i - 1]] < value[bit]; i--)
            out[i] = out[i - 1];
        out[i] = bit;
    }
}

static enum exact_answer search(struct exact_search *x, int ply, struct look *l, int *best);

/* Looks at the position after a stone; in the last pass searches it. */
static enum exact_answer try_stone(struct exact_search *x, int ply, const struct look *l, int bit, int pass,
                                   struct look *after)
{
    bool goes_on = l->left > 1;
    *after = (struct look){
        .side = goes_on ? l->side : side_other(l->side),
        .left = goes_on ? l->left - 1 : x->map->base->rules.p,
        .attacker = l->attacker,
        .known = goes_on ? l->known : 0,
        .with = goes_on ? l->with : 0,
        .again = pass == 2,
    };
    exact_state_play(x->map, &x->state[ply], &x->state[ply + 1], l->side, bit);
    enum exact_answer a = look_at(x, ply + 1, after);
    int best;
    return a == EXACT_OPEN && pass != 1 ? search(x, ply + 1, after, &best) : a;
}

static bool must_stop(struct exact_search *x)
{
    if (!x->stopped &&
        ((x->limit && x->nodes >= x->limit) || pulse_over(&x->pulse, NODE_STEPS * x->map->words)))
        x->stopped = true;
    return x->stopped;
}

/* Tries the stones in two passes, 1 and 2: first a look at each, as answers that show at once give zones that
 * spare others. A single stone is searched straight away, in pass 0. */
static enum exact_answer search(struct exact_search *x, int ply, struct look *l, int *best)
{
    enum exact_answer good = l->side == l->attacker ? EXACT_YES : EXACT_NO;
    uint64_t start = x->nodes;
    int order[EXACT_MOST], n;
    *best = -1;
    l->tries &= ~l->known;
    order_tries(x, ply, l, order, &n);
    for (int pass = n > 1, last = 2 * pass; pass <= last; pass++)
        for (int i = 0; i < n; i++) {
            uint64_t here = (uint64_t)1 << order[i];
            struct look after;
            if (!(l->tries & here))
                continue;
            if (must_stop(x))
                return EXACT_OPEN;
            enum exact_answer a = try_stone(x, ply, l, order[i], pass, &after);
            if (a == EXACT_OPEN) {
                if (x->stopped)
                    return EXACT_OPEN;
                continue;
            }
            if (a == good) {
                *best = order[i];
                l->zone = after.zone | here;
                keep(x, l, good == EXACT_YES, x->nodes - start);
                return good;
            }
            l->known |= here | (l->tries & ~after.zone);
            l->with |= after.zone;
            l->tries &= after.zone & ~here;
        }
    l->zone = l->with;
    if (l->threats)
        l->zone = guard(x->map, &x->state[ply], l->side, l->left + 1, l->zone | l->threats);
    keep(x, l, good != EXACT_YES, x->nodes - start);
    return good == EXACT_YES ? EXACT_NO : EXACT_YES;
}

enum exact_answer exact_ask(struct exact_search *x, enum side side, int left, enum side attacker, int *best,
                            uint64_t *zone)
{
    const struct exact_map *m = x->map;
    const struct exact_state *s = &x->state[0];
    struct look l = {.side = side, .attacker = attacker, .left = left};
    enum exact_answer a = look_at(x, 0, &l);
    *best = -1;
    if (a == EXACT_OPEN)
        a = search(x, 0, &l, best);
    *zone = l.zone;
    if (*best >= 0 || a == EXACT_OPEN)
        return a;
    /* Answered at a look, or lost. A row to complete comes first; else every stone is as good, so take the
     * one that is tried first. */
    int order[EXACT_MOST] = {0}, n;
    l.tries = first_of(m, s, side, exact_state_layer(m, s, side, left));
    if (!l.tries)
        l.tries = l.threats ? l.threats : s->live ? s->live : s->empty;
    order_tries(x, 0, &l, order, &n);
    *best = order[0];
    return a;
}
