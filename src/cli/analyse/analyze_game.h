/* `hexad analyze` of games outside the Connect family: a tree search, whose report has visits, score and owners. */
#ifndef CLI_ANALYSE_ANALYZE_GAME_H
#define CLI_ANALYSE_ANALYZE_GAME_H

#include "cli/engine_arg.h"
#include "cli/live.h"

struct analyze_game {
    const struct engine_arg *engine;
    const atomic_bool *stop;
    struct live *live;
    bool json, stream, owner;
    double usual; /* seconds where there is no limit */
};

/* Thinks about the position and prints what it found; false with a message. */
bool analyze_game(const struct analyze_game *a, struct game *g, struct err *e);

#endif
