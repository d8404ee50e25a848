/* The end of a game of Go: which stones are dead, and what it is worth without them, by games played out (playout.h).
 *
 * Chance does not read: what a single move in the right place does may be missed. bench/results/go.md says how often the count
 * agrees with that of players. */
#ifndef GO_FINAL_H
#define GO_FINAL_H

#include "base/rng.h"
#include "go/go.h"

enum go_status { GO_ALIVE, GO_DEAD, GO_SEKI };

struct go_final {
    uint8_t status[GO_POINTS]; /* of stones: enum go_status; all stones of a chain have the same */
    uint8_t owner
        [GO_POINTS]; /* by point, dead stones taken off: CELL_BLACK, CELL_WHITE, or nobody's (CELL_EMPTY) */
    int score;       /* of that board, area, with komi, in half points from Black's side */
};

/* Of the position as it stands, whether both have passed or not. */
void go_final(const struct go *g, struct rng *r, struct go_final *out);
/* The same by so many games with each side to move first, where many ends are wanted and a few may be wrong. */
void go_final_by(const struct go *g, int rounds, struct rng *r, struct go_final *out);

#endif
