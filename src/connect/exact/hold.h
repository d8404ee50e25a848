/* A quick proof that an attacker cannot win: disjoint groups of squares.
 *
 * With p stones a turn, let disjoint groups of p+1 empty squares each be chosen so that every segment that
 * the attacker can still fill contains a whole group. The attacker touches at most p groups in a turn and
 * completes none; the defender puts a stone into each group touched that it has no stone in yet, and so gets
 * one in every group before it is full. For p = 1 these are the pairings of Hales and Jewett. Overlapping
 * segments of a line share a group: that, not one group for each segment, makes the proof common. */
#ifndef CONNECT_EXACT_HOLD_H
#define CONNECT_EXACT_HOLD_H

#include "connect/exact/state.h"

/* Looks for such groups, not for long; if it finds some, `zone` is their union. The attacker's turn under
 * way, if it is one, must have at most p stones left. */
bool exact_hold(const struct exact_map *m, const struct exact_state *s, enum side attacker, uint64_t *zone);

#endif
