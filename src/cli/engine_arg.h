/* Options of all commands that run the engine: how long it thinks, with what, and how it plays. */
#ifndef CLI_ENGINE_ARG_H
#define CLI_ENGINE_ARG_H

#include <argp.h>

#include "cli/game_arg.h"
#include "connect/engine/params.h"
#include "play/chooser.h"
#include "play/protocol/seat.h"
#include "store/explorer/known.h"

struct engine_arg {
    struct engine_options engine;
    struct search_params params; /* engine.params leads here once one was set */
    struct engine_limits limits;
    const char *openings; /* --openings; NULL: the usual database */
    bool no_openings;
    struct known *known; /* engine_arg_book */
    struct chooser_book book;
    /* Of players only. */
    const struct level *level;
    bool ponder;
    uint64_t seed;
    double lag;
};

/* Children for a command's argp, both with a struct engine_arg (zeroed at first) as input:
 * --seconds --cpu --nodes --depth --threads --hash --set --openings --no-openings */
extern const struct argp engine_argp;
#define OPTION_ENGINE(T, field) OPTION_CHILD(engine_argp, struct engine_arg, T, field)
/* --level --ponder --seed --lag */
extern const struct argp player_argp;

/* What is proved, by the opening databases that the options ask for; NULL: none. False with a message if one that was named
 * cannot be opened. engine_arg_done lets go of it. */
bool engine_arg_book(struct engine_arg *a, const struct chooser_book **out, struct err *e);
void engine_arg_done(struct engine_arg *a);

/* What commands that hold a conversation take: --game, --player and all of the above. Its input is this struct. */
struct seat_arg {
    struct game_arg game;
    struct engine_arg engine;
    const char *player; /* NULL: the usual one of the game */
};
extern const struct argp seat_argp;
#define OPTION_SEAT(T, field) OPTION_CHILD(seat_argp, struct seat_arg, T, field)

struct seat_arg seat_arg_init(void);
/* False with a message if the options name a file that cannot be opened; engine_arg_done(&a->engine) at the end. */
bool seat_arg_options(struct seat_arg *a, struct seat_options *out, struct err *e);

/* Lets a protocol answer line after line of standard input until one returns false, or there are no more. */
void seat_converse(bool (*line)(void *who, char *text), void *who);

#endif
