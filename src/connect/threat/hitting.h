/* Hitting sets: the fewest squares that meet every one of some sets of squares, and all minimal choices.
 *
 * The sets are the empty squares of threat segments; what hits them all stops all threats (SPEC 2). The
 * search is exact: branch on a set with the fewest squares, bound from below by disjoint sets. */
#ifndef CONNECT_THREAT_HITTING_H
#define CONNECT_THREAT_HITTING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/clock.h"
#include "connect/board/square.h"

struct hitting;

struct hitting *hitting_new(void);
void hitting_free(struct hitting *h);

/* Forgets all sets. */
void hitting_clear(struct hitting *h);

/* Adds a set of n different squares. A set of none can never be hit. Sets that come in the order of their
 * squares along a line give better bounds. */
void hitting_add(struct hitting *h, const square *squares, int n);

/* Questions end when this deadline comes, which stays the caller's; NULL: none. Returns the one before. */
const struct deadline *hitting_limit(struct hitting *h, const struct deadline *until);
/* Has it come? */
bool hitting_late(const struct hitting *h);
/* Was the last question ended by it? */
bool hitting_stopped(const struct hitting *h);
/* Is the last hitting_number exact? */
bool hitting_exact(const struct hitting *h);

/* The size of the smallest set that hits all, or most + 1 if that needs more than `most` squares. Exact,
 * unless the search would take longer than some tenths of a second, which happens only where `most` is in
 * the tens, or was stopped: then it is the size below which there is certainly none. */
int hitting_number(struct hitting *h, int most);

/* A list of sets of squares, each in increasing order. */
struct square_sets {
    size_t count, room;
    bool cut; /* there are more than the caller asked for */
    struct squares *set;
};

#define SQUARE_SETS_EMPTY \
    {                     \
        0, 0, false, NULL \
    }

void square_sets_free(struct square_sets *l);

/* All sets of at most `most` squares that hit everything and of which no square can be spared, smaller sets
 * first, then in order of their squares; stops after `limit` sets, or after some tenths of a second, and
 * says so. With no sets added, that is the empty set alone. Replaces what `out` held. */
void hitting_minimal(struct hitting *h, int most, size_t limit, struct square_sets *out);

#endif
