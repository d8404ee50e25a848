/* Makes openings for matches: short games that are unique and not lost for either side, as far as quick tests
 * tell.
 *
 * An opening is good if
 *   1. it is legal, ends with a turn and leaves the game open;
 *   2. it is new: no opening looked at before is the same under symmetry and order of stones
 *      (connect/board/symmetry.h);
 *   3. neither side has a threat (SPEC 2), so that nobody wins in the next turn and nobody is forced;
 *   4. it is not lopsided: in games of a quick agent against itself from there, each side makes at least a
 *      given share of the points. The stones of the first two turns of each game are drawn from the four
 *      squares that the agent scores highest (if it scores), so that the games differ; the rest it plays as
 *      it always does. */
#ifndef PLAY_ARENA_OPENING_MAKER_H
#define PLAY_ARENA_OPENING_MAKER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "connect/board/square.h"
#include "play/arena/openings.h"

enum opening_maker_verdict {
    OPENING_GOOD,
    OPENING_ILLEGAL,
    OPENING_SEEN,
    OPENING_THREATS,
    OPENING_LOPSIDED,
    OPENING_UNKNOWN, /* no time to find out */
    OPENING_VERDICTS
};

struct opening_maker_setup {
    struct rules rules;
    int turns;  /* of both sides together */
    int radius; /* of random openings: all stones this near to the centre, in rows and columns */
    uint64_t seed;
    const char *agent;     /* plays the test games */
    int games;             /* how many for each opening; 0: no such test */
    double least;          /* share of the points that each side must make, 0 … 0.5 */
    struct deadline until; /* when looking is to end */
};

struct opening_maker;

/* NULL with a message if the setup is impossible: no such agent, or less room than stones. */
struct opening_maker *opening_maker_new(const struct opening_maker_setup *s, struct err *e);
void opening_maker_free(struct opening_maker *m);

/* Stones that this number of turns takes. */
int opening_maker_stones(const struct rules *r, int turns);

/* Looks at an opening. `*black`, if the games were played, gets Black's share of the points, else -1. */
enum opening_maker_verdict opening_maker_look(struct opening_maker *m, const square *s, int n, double *black);

/* Draws random stones for an opening, opening_maker_stones of them, into `out`. */
void opening_maker_draw(struct opening_maker *m, square *out);

#endif
