/* A game at the terminal, as it is being played: what `hexad play` (cmd_play.c) keeps and what its commands
 * do. */
#ifndef CLI_PLAY_PLAY_H
#define CLI_PLAY_PLAY_H

#include "connect/board/diagram.h"
#include "play/arena/player.h"

struct play_setup {
    const char *player[2]; /* by side: "person" or a player (play/arena/spec.h) */
    const char *hints;     /* who is asked for hints: a player of ours; NULL: the usual one of the game */
    const char *save;      /* a file that is written after every turn; NULL: none */
    double seconds;        /* for a turn of a player; 0: as it likes */
    double cpu;            /* of processor time, for a turn of an agent */
    uint64_t seed;
    enum diagram_style style;
    bool prompt; /* somebody is watching: say "your turn", and so on */
};

struct play;

/* Plays on from the end of this game, which it takes over. NULL with a message if a player cannot be had for
 * it; then the game is still the caller's. */
struct play *play_new(const struct play_setup *s, struct game *g, struct err *e);
void play_free(struct play *p);

/* Draws the board and lets players play until a person is to move or the game is over, saying what
 * happens. */
void play_on(struct play *p);

/* Obeys a line that a person has typed: a command or stones. False: it was `quit`. */
bool play_line(struct play *p, const char *line);

/* What to show before a line is typed: "Black, 2 stones> ". */
void play_prompt(const struct play *p, struct buf *out);

#endif
