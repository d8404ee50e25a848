/* GTP version 2 for any game of the table, with a player of ours behind it: a command line in, its answer out. The Connect
 * family has more than that to say, and a conversation of its own (gtp.h). */
#ifndef PLAY_PROTOCOL_GAME_GTP_H
#define PLAY_PROTOCOL_GAME_GTP_H

#include <stdio.h>

#include "game/bot.h"

struct game_gtp;

/* Makes the player for a game; the program hands its own way in. */
typedef struct bot *game_gtp_player(const char *spec, const struct game *g, uint64_t seed, struct err *e);

struct game_gtp_options {
    struct game_rules rules;
    game_gtp_player *make;
    const char *player;   /* what `make` takes; must outlive it */
    struct limits limits; /* of every turn; a clock that is told counts as well */
    uint64_t seed;
    bool files;  /* loadsgf and printsgf may read and write files */
    bool ponder; /* players that report think on the other side's time: mcts with keep=yes gains by it */
};

/* Answers go to `out`, which outlives it. NULL with a message if the player cannot be had. */
struct game_gtp *game_gtp_new(const struct game_gtp_options *o, FILE *out, struct err *e);
void game_gtp_free(struct game_gtp *g);

/* Obeys a line, which is changed by it. False: it was `quit`. */
bool game_gtp_line(struct game_gtp *g, char *line);

#endif
