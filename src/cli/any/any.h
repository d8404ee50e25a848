/* Commands for games other than the Connect family, through the seam (game/game.h): what cmd_NAME.c hands on when
 * --game names one. */
#ifndef CLI_ANY_ANY_H
#define CLI_ANY_ANY_H

#include "cli/game_arg.h"
#include "cli/limit_arg.h"
#include "connect/board/diagram.h"

/* All return exit statuses. `who` is "hexad show" and so on. */

/* `moves`: the position after so many; -1: all. */
int any_show(const char *who, const struct game_arg *g, long moves, enum diagram_style style, bool json);

struct any_perft {
    int depth;
    uint64_t nodes; /* 0: no limit */
    bool divide, json;
    struct limit_arg limit;
};
int any_perft(const char *who, const struct game_arg *g, const struct any_perft *o);

/* Paths may be folders: all .sgf files below them. */
int any_games(const char *who, const struct game_arg *g, int n, char **path, bool quiet, bool json);

/* `pick`: the game of a file, from 1; 0: all. */
int any_convert(const char *who, const struct game_arg *g, const char *in, const char *out,
                const char *format, long pick);

/* "Black to move", or how it ended. */
void any_state(const struct game *g, struct buf *out);

#endif
