/* What the files of GTP for Go (go_gtp*.c) share. */
#ifndef PROTOCOL_GO_GTP_STATE_H
#define PROTOCOL_GO_GTP_STATE_H

#include "go/game.h"
#include "protocol/go_gtp.h"
#include "protocol/gtp_frame.h"

struct go_gtp {
    struct go_gtp_options options;
    struct game *game;
    struct go *board; /* of the game */
    struct bot *bot;
    FILE *out;
    bool on;
    char id[GTP_ID];
    int handicap; /* stones that a handicap command has put */
    struct gtp_clock clock;
};

/* Appends the answer, or returns false after appending what is wrong. */
struct go_gtp_command {
    const char *name;
    int least, most; /* words after it */
    bool (*run)(struct go_gtp *g, const struct words *w, struct buf *out);
};

/* The commands of each file; the last name is NULL. */
extern const struct go_gtp_command go_gtp_play_commands[], go_gtp_view_commands[];

/* A board of these rules without a move, and a player for it; the old ones stay if that fails. */
bool go_gtp_restart(struct go_gtp *g, const struct go_rules *r, struct err *e);
/* Takes another board over, with all its moves. */
bool go_gtp_take(struct go_gtp *g, struct go *board, struct err *e);

/* Reads a vertex; appends what is wrong. */
bool go_gtp_vertex(const struct go_gtp *g, const char *word, go_point *out, struct buf *text);

#endif
