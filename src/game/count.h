/* Counting the ways to play so many moves, by playing them: a check of any game's rules. */
#ifndef GAME_COUNT_H
#define GAME_COUNT_H

#include "base/clock.h"
#include "game/game.h"

struct game_count {
    uint64_t count; /* ways to play exactly `depth` moves; a game that is over sooner has none */
    uint64_t nodes; /* moves played */
    bool stopped;   /* a limit came first: there are at least so many */
};

/* `each`, if given, is told every first move and its count. */
typedef void game_count_each(void *context, game_move m, uint64_t count);
struct game_count game_count(struct game *g, int depth, const struct limits *l, game_count_each *each,
                             void *context);

#endif
