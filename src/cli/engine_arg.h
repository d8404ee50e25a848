/* Options of all commands that run the engine: how long it thinks, with what, and how it plays. */
#ifndef CLI_ENGINE_ARG_H
#define CLI_ENGINE_ARG_H

#include <argp.h>

#include "cli/game_arg.h"
#include "engine/chooser.h"
#include "protocol/seat.h"

struct engine_arg {
    struct engine_options engine;
    struct engine_limits limits;
    /* Of players only. */
    const struct level *level;
    bool no_openings, ponder;
    uint64_t seed;
    double lag;
};

/* Children for a command's argp, both with a struct engine_arg (zeroed at first) as input:
 * --seconds --cpu --nodes --depth --threads --hash */
extern const struct argp engine_argp;
/* --level --no-openings --ponder --seed --lag */
extern const struct argp player_argp;

/* What commands that hold a conversation take: --game and all of the above. Its input is this struct. */
struct seat_arg {
    struct game_arg game;
    struct engine_arg engine;
};
extern const struct argp seat_argp;

struct seat_arg seat_arg_init(void);
struct seat_options seat_arg_options(const struct seat_arg *a);

/* Lets a protocol answer line after line of standard input until one returns false, or there are no more. */
void seat_converse(bool (*line)(void *who, char *text), void *who);

#endif
