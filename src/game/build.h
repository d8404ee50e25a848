/* What readers share: growing a tree within limits, with the board in step where the game has that, so that every
 * move is checked as it is read. */
#ifndef GAME_BUILD_H
#define GAME_BUILD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/clock.h"
#include "base/err.h"
#include "game/tree.h"

/* How much may be read of a file, all its games together; what was read is taken off. */
struct record_budget {
    size_t games, nodes;
    size_t points;                /* set-up stones and marks, rectangles counted by their squares */
    bool exceeded;                /* it was not enough: that is why reading failed */
    const struct deadline *until; /* reading fails when this has come; NULL: it never does */
};

/* Limits on what is read of a game, so that a small hostile file cannot ask for all memory or for hours of
 * work. */
enum {
    BUILD_MOST_NODES = 4000000,
    BUILD_MOST_POINTS = 4000000, /* set-up stones and marks, rectangles counted by their squares */
};

struct build {
    struct record *record;
    void *board;          /* of `at`, as the game has it (struct record_game); NULL: it has none */
    struct tree_node *at; /* the node that the next one goes under */
    size_t nodes, points;
    struct record_budget *budget; /* of the whole file; NULL: none */
};

/* Starts with a record of nothing but its root, which it owns from now on. `budget` may be NULL. */
void build_start(struct build *b, struct record *r, struct record_budget *budget);
/* Hands the record over, or NULL if none was started; build_free frees what is left, also after a failure. */
struct record *build_take(struct build *b);
void build_free(struct build *b);

/* Adds a move below `at` and goes there; false with a message if it is illegal. A stone that the game has as left
 * over is kept as a property of a node without a move. */
bool build_stone(struct build *b, enum side side, square at, int line, struct err *e);

/* The stone of a node of that kind, for writers: false if it is none. */
bool build_left_over(const struct record *r, const struct tree_node *n, enum side *side, square *at);

/* Adds a node without a move and goes there. */
bool build_empty(struct build *b, int line, struct err *e);

/* Adds a set-up and goes there; with `at_root` it is the root that is set up, which must have nothing below
 * it. */
bool build_setup(struct build *b, bool at_root, const struct setup_stone *stones, size_t count,
                 enum cell to_move, int left, int line, struct err *e);

/* Counts points towards the limits. */
bool build_count_points(struct build *b, size_t more, struct err *e);

/* Back up to an ancestor of `at` (or stays). */
void build_back(struct build *b, struct tree_node *ancestor);

#endif
