/* What the readers share: growing a tree with the position in step, so that every stone is checked as it is
 * read. */
#ifndef CONNECT_RECORD_BUILD_H
#define CONNECT_RECORD_BUILD_H

#include <stdbool.h>
#include <stddef.h>

#include "connect/record/record.h"

/* Limits on what is read of a game, so that a small hostile file cannot ask for all memory or for hours of
 * work. */
enum {
    BUILD_MOST_NODES = 4000000,
    BUILD_MOST_POINTS = 4000000, /* set-up stones and marks, rectangles counted by their squares */
};

struct build {
    struct record *record;
    struct walk *walk;
    struct tree_node *at; /* the node that the next one goes under; the walk is there too */
    size_t nodes, points;
    struct record_budget *budget; /* of the whole file; NULL: none */
};

/* Starts with an empty record. `budget` may be NULL. */
void build_start(struct build *b, const struct rules *r, struct record_budget *budget);
/* Hands the record over, or NULL if none was started; build_free frees what is left, also after a failure. */
struct record *build_take(struct build *b);
void build_free(struct build *b);

/* Adds a stone below `at` and goes there; false with a message if it is illegal.
 * A turn that wins may have stones left over, and files that hold whole turns have them too, behind the
 * winning one: a stone of the winner's, still of that turn, on an empty square, is kept as a property of a
 * node without a stone. */
bool build_stone(struct build *b, enum side side, square at, int line, struct err *e);

/* The stone of a node of that kind, for writers: false if it is none. */
bool build_left_over(const struct rules *r, const struct tree_node *n, enum side *side, square *at);

/* Adds a node without a stone and goes there. */
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
