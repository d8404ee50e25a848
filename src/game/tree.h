/* Game trees: the record of a game with its variations, as files hold it and people edit it, whatever the game.
 *
 * A node has at most one move; a turn of several stones is as many nodes. The root has none: it is the position
 * before the first move. A node may instead set the position up (stones added and taken away, the side to move
 * named), at the root or deeper. Beside that a node has a comment, a name, marks on the board, and every
 * property of an SGF file that this program gives no meaning to, as it was.
 *
 * Moves are squares of the board (game/square.h), or passes where the game has them: that is what files, marks and
 * set-ups have, and each game knows which of its own moves a square is.
 *
 * The fields are there to be read, only the functions below write them. No function recurses over the depth
 * of the tree. Whether the moves are legal is not the tree's affair: see connect/record/walk.h and go/record.h. */
#ifndef GAME_TREE_H
#define GAME_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/side.h"
#include "game/square.h"

/* What a set-up puts on a square; CELL_EMPTY takes the stone there away. */
struct setup_stone {
    square at;
    uint8_t what; /* enum cell */
};

/* Marks on the board; the SGF property of each is in record_marks. */
enum mark_kind {
    MARK_TRIANGLE,
    MARK_SQUARE,
    MARK_CIRCLE,
    MARK_CROSS,
    MARK_SELECTED,
    MARK_BLACK_AREA,
    MARK_WHITE_AREA,
    MARK_LABEL,
    MARK_ARROW,
    MARK_LINE,
    MARK_KINDS,
};

struct mark_form {
    const char *id; /* the SGF property */
    bool text, two; /* has a text; joins two squares */
};
extern const struct mark_form record_marks[MARK_KINDS];

struct mark {
    enum mark_kind kind;
    square at, to; /* `to` is the second square of an arrow or line, else SQUARE_NONE */
    char *text;    /* of a label, else NULL */
};

enum {
    PROPERTY_ID = 32,      /* room for a property's name */
    PROPERTIES_MOST = 900, /* kept in a node; files may have a hundred more that the tree has fields for */
};

/* A property kept verbatim: the values as they stand between the brackets, escapes included. */
struct property {
    char *id;
    uint32_t key; /* a hash of the id: a node may have hundreds of them */
    char **value;
    size_t values;
};

/* What a node may have beside its stone; most nodes have none of it. */
struct notes {
    char *comment, *name; /* NULL: none */
    struct setup_stone *setup;
    size_t setups;   /* in the order of squares, each once */
    uint8_t to_move; /* CELL_BLACK or CELL_WHITE by the set-up; CELL_EMPTY: not said */
    uint8_t left;    /* moves of this turn that the side to move still has by the set-up; 0: not said */
    struct mark *mark;
    size_t marks; /* in the order of kinds */
    struct property *property;
    size_t properties; /* each id once */
};

struct tree_node {
    struct tree_node *parent;
    struct tree_node *child, *last; /* the first and the last child */
    struct tree_node *next;         /* sibling */
    struct notes *notes;            /* NULL: a move and nothing else */
    int line;                       /* of the file it was read from, for messages; 0: of no file */
    square at;                      /* the move, or SQUARE_PASS; SQUARE_NONE: none */
    uint8_t side;                   /* enum side of the move */
    bool in_block;                  /* freed with its record, not by itself */
};

/* One entry of the game's description: a property of SGF's game info, such as PB for Black's name. */
struct info {
    const char *key; /* one of record_info_keys */
    char *value;
};
/* PB PW RE DT EV …; the last entry is NULL. */
extern const char *const record_info_keys[];

struct record {
    const struct record_game *game; /* whose record it is: what differs between games (game/sgf.h) */
    const void *rules;              /* as that game has them */
    int columns, rows;              /* of the board */
    char *rules_note;               /* what a file says of the rules beyond those; NULL: nothing */
    struct info *info;
    size_t infos;
    struct tree_node *root;
    struct node_block *blocks; /* of nodes that record_add made */
};

/* A tree of nothing but its root, with a copy of the rules. The caller frees it. */
struct record *record_make(const struct record_game *game, const void *rules, int columns, int rows);
void record_free(struct record *r);

/* The value of a key of record_info_keys, NULL if the record has none. */
const char *record_info(const struct record *r, const char *key);
/* Sets it, or takes it away if `value` is NULL or "". The key must be one of record_info_keys. */
void record_set_info(struct record *r, const char *key, const char *value);
void record_set_rules_note(struct record *r, const char *note);

/* Adds a last child with this move, or with SQUARE_NONE a node without one. */
struct tree_node *node_add(struct tree_node *parent, enum side side, square at);

/* The same for readers of many nodes, who take no node back: all of them are freed with the record. */
struct tree_node *record_add(struct record *r, struct tree_node *parent, enum side side, square at);

/* Unlinks a node other than the root and frees it with all below it. */
void node_delete(struct tree_node *n);

/* Makes the node come one place earlier among its siblings, or first of them. */
void node_promote(struct tree_node *n);
void node_make_first(struct tree_node *n);
/* Makes the line from the root to this node the main line. */
void node_make_main(struct tree_node *n);

/* The comment, or the name; NULL or "" takes it away. Texts are cleaned (text.h), a name to one line. */
void node_set_comment(struct tree_node *n, const char *text);
void node_set_name(struct tree_node *n, const char *text);

/* Makes a node without a move a set-up. A square that comes twice gets what it got last. `to_move` is
 * CELL_EMPTY and `left` (at most GAME_TURN_MOST) 0 where the set-up does not say; without stones and
 * side it is a set-up no more. */
void node_set_setup(struct tree_node *n, const struct setup_stone *stones, size_t count, enum cell to_move,
                    int left);
bool node_is_setup(const struct tree_node *n);

/* Adds a mark; `to` is for arrows and lines, `text` for labels. */
void node_add_mark(struct tree_node *n, enum mark_kind kind, square at, square to, const char *text);
void node_clear_marks(struct tree_node *n);

/* Adds a value to a property that is kept verbatim. The id is capitals and digits after a capital, none of
 * those that the tree has a field for; the value is as between the brackets, with ] and \ escaped by a \. At
 * most PROPERTIES_MOST ids. */
void node_add_property(struct tree_node *n, const char *id, const char *value);
const struct property *node_property(const struct tree_node *n, const char *id);

/* The next node in the order of the file: children first, then siblings; NULL when all below `top` were seen.
 * for (struct tree_node *n = top; n; n = node_next(n, top)) */
struct tree_node *node_next(const struct tree_node *n, const struct tree_node *top);
/* The end of the line of first children. */
struct tree_node *node_line_end(const struct tree_node *n);
/* Nodes from the root to this one, the root not counted. */
size_t node_depth(const struct tree_node *n);

/* The moves of the main line in order; returns how many. The caller frees `*out`. */
size_t record_main_line(const struct record *r, square **out);

/* The same rules, description and tree, with everything in it (where it was read from does not count)? */
bool record_equal(const struct record *a, const struct record *b);

/* Who won by the game's RE, in the words of SGF or of contest records; OUTCOME_OPEN if it does not say. */
enum outcome record_result(const struct record *r);

#endif
