/* SGF, for every game: the tree of a file (sgf_read.c), the meaning of a node (sgf_node.c), and writing (sgf_write.c).
 * What differs between games is a table, struct record_game, in each game's own folder. */
#ifndef GAME_SGF_H
#define GAME_SGF_H

#include "base/buf.h"
#include "game/build.h"
#include "game/sgf_lex.h"

/* What was wrong with a record, for those who count. */
enum sgf_fault {
    SGF_FINE,
    SGF_SYNTAX, /* no SGF, or too much of it */
    SGF_GAME,   /* another game */
    SGF_SIZE,   /* a board that the game does not have */
    SGF_VALUE,  /* a number or side that is none */
    SGF_POINT,  /* not a square of the board */
    SGF_MOVE,   /* a move or set-up that the game refuses */
};

/* How to read. */
struct sgf_how {
    const struct record_game *game;
    const void *options;   /* for the game's `start` */
    bool lean;             /* only the main line, its moves, set-ups, marks and what the root says */
    enum sgf_fault *fault; /* gets what was wrong; may be NULL */
};

struct sgf_reader {
    struct source lx;
    struct sgf_node node; /* the one being read */
    struct sgf_how how;
    struct build build;
    bool started; /* the root has been read */
    int number;   /* nodes read so far: what messages call the node */
    enum sgf_fault fault;
    struct setup_stone *setup;
    size_t setups, setup_room;
};

struct record_game {
    int number; /* SGF's GM */
    size_t rules_size;
    bool (*rules_equal)(const void *a, const void *b);
    /* Appends what RU says, before escaping; nothing if there is nothing to say. */
    void (*rules_text)(const struct record *r, struct buf *out);

    bool loose;  /* squares may be written j10, too, and several may stand in one value, as on Little Golem */
    bool passes; /* B[] is a move; else it is none, kept and changes nothing */
    /* Properties that `start` takes rules from, kept at the root even where its node has moves; the last is NULL. NULL:
     * there are none. */
    const char *const *kept;
    /* Words in B and W that are no moves, kept like that; the last is NULL. NULL: there are none. */
    const char *const *no_moves;
    /* The most moves of a turn that LS can name; NULL: the game has no LS. */
    int (*turn_most)(const void *rules);

    /* Makes the record that the root node (in rd->node) stands for; NULL with a message and rd->fault. */
    struct record *(*start)(struct sgf_reader *rd, struct err *e);

    /* The board in step with the reading; all NULL: moves are not checked. It begins at the root and is freed
     * before the record; down goes to a child of the node it is at, or fails with a message and stays. */
    bool (*board_new)(const struct record *r, void **out, struct err *e);
    void (*board_free)(void *board);
    bool (*down)(void *board, const struct tree_node *child, struct err *e);
    void (*up)(void *board);
    /* Is this stone, which cannot be played, one that files have behind the end of a game? */
    bool (*left_over)(const struct build *b, enum side side, square at);
};

/* Reads the game that begins here and leaves `s` behind it. The caller frees `*out`. */
bool sgf_read(struct source *s, const struct sgf_how *how, struct record **out, struct err *e);

/* Appends the whole tree: FF[4], UTF-8, one move a node; docs/formats.md. */
void sgf_write(const struct record *r, struct buf *out);

/* ---- For the tables and between the parts ---- */

/* "line 3, node 5: W[jj]: " in front of the message. Returns false. */
bool sgf_where(struct sgf_reader *rd, enum sgf_fault f, const char *id, const struct sgf_value *v,
               struct err *e);

/* SZ[19], SZ[15:19]; "15x19" is met as well. Without one, the numbers stay as they are. */
bool sgf_size(struct sgf_reader *rd, int *columns, int *rows, struct err *e);

/* Gives the node in rd->node its place in the tree. */
bool sgf_add_node(struct sgf_reader *rd, struct err *e);

#endif
