/* Levels of Go for people: 1, a beginner, to 10.
 *
 * A level is a number of playouts and ways to be human: now and then a move at first sight, anywhere near the stones, and
 * a choice among moves that were looked at. The same seed makes the same choices. bench/results/go.md has the matches between
 * neighbouring levels. */
#ifndef PLAY_GAMES_GO_LEVEL_H
#define PLAY_GAMES_GO_LEVEL_H

#include "base/rng.h"
#include "game/report.h"
#include "go/go.h"

enum { GO_LEVEL_LEAST = 1, GO_LEVEL_MOST = 10, GO_LEVEL_FULL = 11 };

struct go_level {
    uint64_t playouts; /* of a move */
    double whim;       /* chance of a move at first sight */
    double heat;       /* moves are chosen by their visits to the power of 1/heat; 0: the best */
};

/* NULL for full strength. */
const struct go_level *go_level_of(int number);

/* The move of a player of this level after this report, whose best move is `best`. */
go_point go_level_choose(const struct go_level *v, const struct go *g, const struct report *r, go_point best,
                         struct rng *rng);

#endif
