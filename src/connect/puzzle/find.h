/* Puzzles in games: where somebody erred, and what there was to find. */
#ifndef CONNECT_PUZZLE_FIND_H
#define CONNECT_PUZZLE_FIND_H

#include "connect/puzzle/puzzle.h"

/* X(NAME, reason): why a position is no puzzle. */
#define PUZZLE_REASONS(X)                                                \
    X(NO_WIN, "no forced win")                                           \
    X(ROW, "a row can be completed at once")                             \
    X(BEFORE, "the win was there a turn before")                         \
    X(NO_ERROR, "every turn lost: no error")                             \
    X(LIMIT, "the shortest win was not settled within the limits")       \
    X(LENGTH, "longer than asked for")                                   \
    X(NO_KEY, "no stone is common to all shortest wins")                 \
    X(MANY, "too many ways")                                             \
    X(DUPLICATE, "as another, up to symmetry, place and stones far off") \
    X(QUOTA, "enough of this kind")                                      \
    X(UNPROVED, "the certificate was not accepted")

enum puzzle_reason {
    PUZZLE_FINE,
#define PUZZLE_REASON(NAME, reason) REASON_##NAME,
    PUZZLE_REASONS(PUZZLE_REASON)
#undef PUZZLE_REASON
        REASONS
};
/* "" for PUZZLE_FINE. */
const char *puzzle_reason_text(enum puzzle_reason r);

struct finder;

struct finder_options {
    int most;       /* turns of a win at the most */
    uint64_t nodes; /* of each hunt; 0: a usual number */
    int singles; /* turns of a win that may make fewer than p threats (hunt.h), as far as the game has them */
    bool defences; /* and for defence puzzles */
    struct deadline until;
};

/* Games that hunt_able takes. The caller frees it. */
struct finder *finder_new(const struct rules *r, const struct finder_options *o);
void finder_free(struct finder *f);

/* Is this a puzzle, the solver being to move after the error? Fills all of it but name and source: length, key,
 * line, themes, rating; what it held of these does not matter. `before` and `error` stay. The win is proved by a
 * certificate. */
enum puzzle_reason finder_examine(struct finder *f, struct puzzle *p);

/* What its solution is like, after PUZZLE_FINE. */
struct grade_features;
const struct grade_features *finder_features(const struct finder *f);

/* Told of each position looked at: PUZZLE_FINE with the puzzle, which is then the callee's; or why not, with
 * NULL. */
typedef void finder_told(void *ctx, enum puzzle_reason why, struct puzzle *p);

/* Looks at every turn of a game that begins with the ply `from` or a later one: its plies are the game. */
void finder_game(struct finder *f, const struct position *game, int from, finder_told *told, void *ctx);

/* The shape of a puzzle: the same for those that differ by symmetry, place on the board and stones that play no
 * part in the win. */
uint64_t finder_shape(const struct puzzle *p);

#endif
