/* Games that the engine plays against itself, to learn from: with the result, and what the search thought
 * before every turn.
 *
 * The first turns are drawn by lot from the stone policy, so that no two games are alike; then the best turn
 * of a search is played, until one side has a forced win or the game is over. */
#ifndef NET_TUNE_SELFPLAY_H
#define NET_TUNE_SELFPLAY_H

#include "connect/eval/weights.h"
#include "net/tune/games.h"

struct selfplay_options {
    uint64_t nodes; /* of each search */
    int turns;      /* drawn by lot: up to this many of both sides together */
    uint64_t seed;
    const struct weights *weights; /* of the evaluation; NULL: the program's */
};

/* Asked before every turn: true to stop. */
typedef bool selfplay_stop(void *context);

/* Plays game `number` (the same for the same options) and adds it. False if it was stopped. */
bool selfplay_game(struct tune_games *g, const struct selfplay_options *o, uint64_t number,
                   selfplay_stop *stop, void *context);

#endif
