/* What GTP for any game (game_gtp*.c) and what a game adds to it (go_gtp.c) share. */
#ifndef PLAY_PROTOCOL_GAME_GTP_INNER_H
#define PLAY_PROTOCOL_GAME_GTP_INNER_H

#include <pthread.h>

#include "play/protocol/game_gtp.h"
#include "play/protocol/gtp_shell.h"

/* What a game adds to the conversation that every game has. Everything may be missing. */
struct game_gtp_more {
    const struct gtp_command *commands;
    /* A new game of the rules of `g` on a board of so many columns and rows (0: as it is), with nothing on it. NULL: the
     * board has one size. */
    struct game *(*anew)(const struct game *g, int size, struct err *e);
    /* Moves of a side though the other is to move: why not (NULL: it may), doing it, and giving the move to a side. NULL,
     * all of them: nobody moves out of turn. */
    const char *(*refusal)(const struct game *g, enum side side, game_move m);
    void (*play)(struct game *g, enum side side, game_move m);
    void (*turn)(struct game *g, enum side side);
    /* Appends a line below the board. */
    void (*below)(const struct game *g, struct buf *out);
    /* What is played when the game is over; NULL: nothing can be. */
    const char *after;
};

struct game_gtp {
    struct gtp_shell shell;
    struct gtp_game functions; /* of the shell, */
    const struct gtp_command *tables[6];
    const struct game_gtp_more *more;
    struct game_gtp_options options;
    struct game *game;
    struct bot *bot;
    bool moved; /* the line that was obeyed last had us move */
    struct game_gtp_stream {
        struct game *game; /* what is analysed: a copy */
        bool kata, owner;  /* in kata's words; whose each point will be */
        double interval, last;
        bool on;     /* a thread is at it */
        bool silent; /* it is pondering */
        atomic_bool stop;
        pthread_t thread;
    } stream;
};

static inline struct game_gtp *game_gtp_of(struct gtp_shell *shell)
{
    return (struct game_gtp *)shell;
}

/* go_gtp.c */
extern const struct game_gtp_more go_by_gtp;

/* The commands of game_gtp_play.c and game_gtp_view.c; the last name of each is NULL. */
extern const struct gtp_command game_gtp_play_commands[], game_gtp_view_commands[],
    game_gtp_analyze_commands[];

/* Thinks on the other side's time, until the next line comes. */
void game_gtp_ponder(struct game_gtp *g);

/* Ends what goes on until the next line comes, if something does. */
void game_gtp_hush(struct game_gtp *g);

/* The functions of struct gtp_game. */
bool game_gtp_play(struct gtp_shell *shell, enum side side, const char *vertex, struct buf *out);
void game_gtp_undo(struct gtp_shell *shell);
bool game_gtp_generate(struct gtp_shell *shell, enum side side, bool keep, struct buf *out);

/* Takes another game over, and makes a player for it; the old ones stay if that fails, and the new game is freed. */
bool game_gtp_take(struct game_gtp *g, struct game *game, struct err *e);

/* Reads a vertex; appends what is wrong. */
bool game_gtp_vertex(const struct game_gtp *g, const char *word, game_move *out, struct buf *text);
/* Appends a move behind those that are there. */
void game_gtp_tell(const struct game_gtp *g, game_move m, struct buf *out);
/* Why this side may not move so; NULL if it may. */
const char *game_gtp_refusal(const struct game_gtp *g, enum side side, game_move m);

#endif
