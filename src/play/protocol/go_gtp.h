/* GTP version 2 for Go, with a player of ours behind it: a command line in, its answer out (docs/go.md). */
#ifndef PLAY_PROTOCOL_GO_GTP_H
#define PLAY_PROTOCOL_GO_GTP_H

#include <stdio.h>

#include "game/bot.h"
#include "go/rules.h"

struct go_gtp;

/* Makes the player for a game; the program hands its own way in. */
typedef struct bot *go_gtp_player(const char *spec, const struct game *g, uint64_t seed, struct err *e);

struct go_gtp_options {
    struct go_rules rules;
    go_gtp_player *make;
    const char *player;   /* what `make` takes; must outlive it */
    struct budget budget; /* of every turn; a clock that is told counts as well */
    uint64_t seed;
    bool files; /* loadsgf and printsgf may read and write files */
};

/* Answers go to `out`, which outlives it. NULL with a message if the player cannot be had. */
struct go_gtp *go_gtp_new(const struct go_gtp_options *o, FILE *out, struct err *e);
void go_gtp_free(struct go_gtp *g);

/* Obeys a line, which is changed by it. False: it was `quit`. */
bool go_gtp_line(struct go_gtp *g, char *line);

#endif
