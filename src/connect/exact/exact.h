/* The exact value of small positions by exhaustive search, for any Connect game: the oracle of other tests.
 *
 * Both sides play perfectly by the real rules: k or more in a row (in exact games k) win at once, in the middle of a turn too,
 * and a full board is a draw. A position may be in the middle of a turn. Same input, same answer, same node
 * count. */
#ifndef CONNECT_EXACT_EXACT_H
#define CONNECT_EXACT_EXACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/err.h"
#include "connect/board/position.h"

enum { EXACT_MOST = 64 }; /* empty squares */

/* Values are 1 for a win, 0 for a draw, -1 for a loss of the side to move. */
struct exact_result {
    int lower, upper;    /* the value is between them; they are equal unless the search was stopped */
    struct squares turn; /* the rest of this turn: achieves `lower`. Empty if the game is over or the search
                            was stopped before it knew one */
    uint64_t nodes;
};

/* A stone and the value that the position has after it, for the side that places it. */
struct exact_stone {
    square at;
    int lower, upper;
};

struct exact;

/* Remembers positions in at most so many bytes, which it takes when they are first needed; 0: 64 MiB. What it
 * knows serves later calls with the same rules. */
struct exact *exact_new(size_t table_bytes);
void exact_free(struct exact *x);

/* The value of a position. Fails if it has more than EXACT_MOST empty squares, or if the memory cannot be
 * had. `o` may be NULL. */
bool exact_solve(struct exact *x, const struct position *p, const struct limits *l, struct exact_result *out,
                 struct err *e);

/* The value of every stone that can be placed, in the order of squares; `n` is how many. The limits hold for
 * all of them together. None if the game is over. */
bool exact_all(struct exact *x, const struct position *p, const struct limits *l,
               struct exact_stone stone[EXACT_MOST], int *n, struct exact_result *out, struct err *e);

#endif
