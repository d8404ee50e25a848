/* Threats worked out the plain way, from the definitions of SPEC 2 and the cells of the board alone: what the
 * fast code is compared with. Nothing here uses threat/. */
#ifndef SUPPORT_BRUTE_H
#define SUPPORT_BRUTE_H

#include "connect/board/position.h"

enum { BRUTE_SEGMENTS = 4096, BRUTE_EMPTIES = 512 };

/* Segments active for `owner` by number of stones, 0 … k. */
void brute_segment_counts(const struct position *p, enum side owner, int count[RULES_MAX_K + 1]);

/* The number of threats of `owner`, at most p+1: smallest hitting set by trying all sets of 0, 1, 2 …
 * squares. */
int brute_threats(const struct position *p, enum side owner);

/* How many sets of at most `most` squares hit every threat segment of `owner` with no square to spare; if
 * `ok` is given, how many of the given sets are among them, each counted once (they must be different). */
int brute_defences(const struct position *p, enum side owner, int most);

/* Is this set one of them? */
bool brute_is_defence(const struct position *p, enum side owner, const square *s, int n);

/* Fewest stones of `owner` on the line of `length` squares from `start` in steps of `step` that give the
 * line at least `threats` (1 or 2) threats, or 255. Tries all sets of up to `most` squares; 254 if it
 * takes more. */
int brute_line_needs(const struct position *p, enum side owner, square start, int step, int length,
                     int threats, int most);

#endif
