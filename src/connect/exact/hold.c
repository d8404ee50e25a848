/* Groups that hold the attacker; see hold.h. */
#include "connect/exact/hold.h"

#include <assert.h>
#include <string.h>

#include "connect/exact/bits.h"

enum {
    HOLD_WORDS = 4,   /* more segments cannot be covered anyway */
    HOLD_GROUPS = 64, /* ways to choose a group from one segment that are looked at */
    HOLD_STEPS = 40,
};

struct hold {
    const struct exact_map *m;
    enum side attacker;
    int group, steps;
    uint64_t zone;
};

struct choice {
    uint64_t squares;
    int worth;
};

/* How good a group is: the segments it settles, less the room it takes from others. */
static int worth_of(const struct hold *h, const uint64_t *open, uint64_t squares)
{
    int words = h->m->words, settled = 0, room = 0;
    for (int w = 0; w < words; w++) {
        uint64_t all = open[w];
        for (uint64_t x = squares; x; x &= x - 1) {
            uint64_t through = h->m->through[h->attacker][bits_first(x) * words + w] & open[w];
            all &= through;
            room += bits_count(through);
        }
        settled += bits_count(all);
    }
    return 16 * settled - room;
}

/* All groups within `from`, in a fixed order, up to HOLD_GROUPS. */
static int list_groups(const struct hold *h, const uint64_t *open, uint64_t from, struct choice *out)
{
    int bit[EXACT_MOST], c = 0, pick[EXACT_MOST], n = 0;
    for (uint64_t x = from; x; x &= x - 1)
        bit[c++] = bits_first(x);
    assert(h->group > 0 && h->group <= c);
    for (int i = 0; i < h->group; i++)
        pick[i] = i;
    while (n < HOLD_GROUPS) {
        uint64_t squares = 0;
        for (int i = 0; i < h->group; i++)
            squares |= (uint64_t)1 << bit[pick[i]];
        out[n++] = (struct choice){squares, worth_of(h, open, squares)};
        int i = h->group - 1;
        while (i >= 0 && pick[i] == c - h->group + i)
            i--;
        if (i < 0)
            break;
        pick[i]++;
        while (++i < h->group)
            pick[i] = pick[i - 1] + 1;
    }
    return n;
}

/* The open segment with the fewest free squares, as those squares: 0 if one has too few for a group, all bits
 * if no segment is open. */
static uint64_t tightest(const struct hold *h, const uint64_t *open, uint64_t free)
{
    uint64_t best = ~(uint64_t)0;
    int fewest = EXACT_MOST + 1;
    for (int w = 0; w < h->m->words; w++)
        for (uint64_t x = open[w]; x; x &= x - 1) {
            uint64_t room = h->m->squares_of[h->attacker][w * 64 + bits_first(x)] & free;
            int count = bits_count(room);
            if (count < h->group)
                return 0;
            if (count < fewest) {
                fewest = count;
                best = room;
            }
        }
    return best;
}

/* Settles the open segments with groups of free squares. */
static bool settle(struct hold *h, const uint64_t *open, uint64_t free)
{
    uint64_t room = tightest(h, open, free);
    if (room == ~(uint64_t)0)
        return true;
    if (!room || h->steps-- == 0)
        return false;
    struct choice choice[HOLD_GROUPS];
    int n = list_groups(h, open, room, choice), words = h->m->words;
    for (int i = 0; i < n && h->steps > 0; i++) {
        int best = i;
        for (int j = i + 1; j < n; j++)
            if (choice[j].worth > choice[best].worth)
                best = j;
        struct choice c = choice[best];
        choice[best] = choice[i];
        choice[i] = c;
        uint64_t rest[HOLD_WORDS] = {0};
        for (int w = 0; w < words; w++) {
            uint64_t all = open[w];
            for (uint64_t x = c.squares; x; x &= x - 1)
                all &= h->m->through[h->attacker][bits_first(x) * words + w];
            rest[w] = open[w] & ~all;
        }
        if (settle(h, rest, free & ~c.squares)) {
            h->zone |= c.squares;
            return true;
        }
    }
    return false;
}

bool exact_hold(const struct exact_map *m, const struct exact_state *s, enum side attacker, uint64_t *zone)
{
    int group = m->base->rules.p + 1;
    if (m->words > HOLD_WORDS || group > m->deepest)
        return false;
    const uint64_t *active = exact_state_active(m, s, attacker);
    int segments = 0;
    for (int w = 0; w < m->words; w++)
        segments += bits_count(active[w]);
    /* A group settles at most deepest - p segments, all of its line. */
    if (segments * group > bits_count(s->live) * (m->deepest - group + 1))
        return false;
    struct hold h = {m, attacker, group, HOLD_STEPS, 0};
    if (!settle(&h, active, s->empty))
        return false;
    *zone = h.zone;
    return true;
}
