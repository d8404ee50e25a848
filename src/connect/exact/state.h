/* A position of an exhaustive search: which segments each side can still fill, and how much of them is empty.
 *
 * For every side and r = 1 … deepest there is a set of segments, `layer r`: those without a stone of the
 * other side and with at most r empty squares. A stone moves its owner's segments through its square down
 * one layer and takes the other side's out of all layers, a few operations for 64 segments at once. */
#ifndef CONNECT_EXACT_STATE_H
#define CONNECT_EXACT_STATE_H

#include "connect/exact/map.h"

struct exact_state {
    uint64_t empty;
    uint64_t live;      /* empty squares on a segment that somebody can still fill */
    uint64_t stones[2]; /* stones on a segment that their owner can still fill */
    uint64_t *layer[2]; /* layer r of a side begins at (r - 1) * words */
};

/* `n` states, at least 2, for this map; freed in one piece with free. */
struct exact_state *exact_states_new(const struct exact_map *m, int n);

/* Makes states[0] this position, which the map must fit. */
void exact_states_start(const struct exact_map *m, struct exact_state states[2], const struct position *p);

/* The state after a stone of `side` on an empty square that completes no segment. */
void exact_state_play(const struct exact_map *m, const struct exact_state *from, struct exact_state *to,
                      enum side side, int bit);

/* The segments of a side with at most `r` empty squares, whatever r ≥ 1; `words` words. */
static inline const uint64_t *exact_state_layer(const struct exact_map *m, const struct exact_state *s,
                                                enum side side, int r)
{
    return s->layer[side] + ((r < m->deepest ? r : m->deepest) - 1) * m->words;
}

/* All segments that a side can still fill. */
static inline const uint64_t *exact_state_active(const struct exact_map *m, const struct exact_state *s,
                                                 enum side side)
{
    return s->layer[side] + (m->deepest - 1) * m->words;
}

#endif
