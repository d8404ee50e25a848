/* GTP's shell, whatever the game: lines in, commands found and answered, and the commands that are the same for every
 * game. A game gives its tables and three functions. */
#ifndef PLAY_PROTOCOL_GTP_SHELL_H
#define PLAY_PROTOCOL_GTP_SHELL_H

#include "play/protocol/gtp_frame.h"

struct gtp_shell;

/* Answers a command: appends the answer, or returns false after appending what is wrong. */
typedef bool gtp_run(struct gtp_shell *shell, const struct words *w, struct buf *out);

struct gtp_command {
    const char *name;
    int least, most; /* words after it */
    gtp_run *run;
};

/* What the shell asks of a game. All append what is wrong before they return false. */
struct gtp_game {
    const struct gtp_command *const *tables; /* NULL after the last; the last name of each is NULL */
    /* A stone of `side`, at a vertex as GTP writes it. */
    bool (*play)(struct gtp_shell *shell, enum side side, const char *vertex, struct buf *out);
    /* Takes back what `play` did last. */
    void (*undo)(struct gtp_shell *shell);
    /* Appends the vertex that `side` chooses, and plays there if that is to be kept. */
    bool (*generate)(struct gtp_shell *shell, enum side side, bool keep, struct buf *out);
};

/* The first member of what a game keeps of its conversation, so that its functions get from the one to the other. */
struct gtp_shell {
    const struct gtp_game *game;
    const char *player; /* `version` names who plays, unless it is NULL */
    FILE *out;
    bool on;         /* nobody has said `quit` */
    bool answered;   /* the command that runs writes its answer itself */
    char id[GTP_ID]; /* of that command: digits, or "" */
    struct gtp_clock clock;
};

struct gtp_shell gtp_shell_init(const struct gtp_game *game, FILE *out);

/* Obeys a line, which is changed by it. False: it was `quit`. */
bool gtp_shell_line(struct gtp_shell *shell, char *line);

/* Writes to the other side at once. */
void gtp_shell_say(struct gtp_shell *shell, const char *text);
/* Begins an answer that the command writes itself, to the empty line at its end. */
void gtp_shell_begin(struct gtp_shell *shell);

/* Commands that a game puts into its tables: those about the program itself, which begin them, and single ones. */
extern const struct gtp_command gtp_shell_commands[];
gtp_run gtp_list_commands, gtp_play_sequence, gtp_genmove, gtp_reg_genmove, gtp_time_settings, gtp_time_left;

#endif
