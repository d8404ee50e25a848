/* GAME on a command line: a record file, `-` for standard input, or stones in order; and the option
 * --game. */
#ifndef CLI_GAME_ARG_H
#define CLI_GAME_ARG_H

#include <argp.h>
#include <stdbool.h>

#include "base/err.h"
#include "cli/option.h"
#include "connect/board/position.h"
#include "game/game.h"

/* What the options said and what the arguments are; a command's argp state holds one. Start from
 * GAME_ARG_INIT. */
struct game_arg {
    struct rules rules;     /* --game, or the default, of the Connect family */
    struct game_rules game; /* the same, or another game: only if the command plays any */
    bool any;               /* it does */
    bool rules_given;
    int n; /* arguments that make up GAME; none is the empty board */
    char **text;
};

/* Connect6, nothing read yet. */
struct game_arg game_arg_init(void);
/* The same for a command that plays any game (play/games/games.h). */
struct game_arg game_arg_any(void);

/* Is it another game than those of the Connect family? */
bool game_arg_other(const struct game_arg *g);

/* Rows of a command's options: --game, and that all arguments are GAME; both into a struct game_arg. */
#define OPTION_GAME(T, field)    OPTION_CHILD(game_argp, struct game_arg, T, field)
#define ARGUMENTS_GAME(T, field) OPTION_ARGUMENTS(game_arg_take, struct game_arg, T, field)
extern const struct argp game_argp;
void game_arg_take(void *game_arg, struct argp_state *state);

/* What "GAME" is, for help texts. */
#define GAME_ARG_DOC                                                                                         \
    "GAME is a record file (SGF, contest record or a list of stones), `-` for standard input, or stones in " \
    "order: "                                                                                                \
    "j10 k11 i11. No GAME is the empty board."

/* Reads GAME of any game: a file, of which it is the first game, or moves. The caller frees it. */
bool game_arg_game(const struct game_arg *g, struct game **out, struct err *e);

struct record;

/* Reads GAME. The caller frees the record with record_free. */
bool game_arg_record(const struct game_arg *g, struct record **out, struct err *e);

/* Reads GAME and gives the position at the end of its main line, with the stones played so far as plies where
 * the record has them as moves. The caller frees it. */
bool game_arg_position(const struct game_arg *g, struct position **out, struct err *e);

#endif
