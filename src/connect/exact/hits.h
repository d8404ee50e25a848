/* Which stones can stop the segments that the other side would fill in its next turn. */
#ifndef CONNECT_EXACT_HITS_H
#define CONNECT_EXACT_HITS_H

#include "connect/exact/state.h"

/* The side against `owner` has `left` stones to place and cannot win by them. Returns squares of which one
 * must be among these stones, 0 if no stones will do; as the order within a turn is free, it may be placed
 * first. There must be such a segment. `threats` is the union of the segments that the answer rests on. */
uint64_t exact_hits(const struct exact_map *m, const struct exact_state *s, enum side owner, int left,
                    uint64_t *threats);

#endif
