/* What the files of GTP for Go (go_gtp*.c) share. */
#ifndef PLAY_PROTOCOL_GO_GTP_STATE_H
#define PLAY_PROTOCOL_GO_GTP_STATE_H

#include "go/game.h"
#include "play/protocol/go_gtp.h"
#include "play/protocol/gtp_shell.h"

struct go_gtp {
    struct gtp_shell shell;
    struct go_gtp_options options;
    struct game *game;
    struct go *board; /* of the game */
    struct bot *bot;
    int handicap; /* stones that a handicap command has put */
};

static inline struct go_gtp *go_gtp_of(struct gtp_shell *shell)
{
    return (struct go_gtp *)shell;
}

/* The commands of each file; the last name is NULL. */
extern const struct gtp_command go_gtp_play_commands[], go_gtp_view_commands[];

/* The functions of struct gtp_game. */
bool go_gtp_play(struct gtp_shell *shell, enum side side, const char *vertex, struct buf *out);
void go_gtp_undo(struct gtp_shell *shell);
bool go_gtp_generate(struct gtp_shell *shell, enum side side, bool keep, struct buf *out);

/* A board of these rules without a move, and a player for it; the old ones stay if that fails. */
bool go_gtp_restart(struct go_gtp *g, const struct go_rules *r, struct err *e);
/* Takes another board over, with all its moves. */
bool go_gtp_take(struct go_gtp *g, struct go *board, struct err *e);

/* Reads a vertex; appends what is wrong. */
bool go_gtp_vertex(const struct go_gtp *g, const char *word, go_point *out, struct buf *text);

#endif
