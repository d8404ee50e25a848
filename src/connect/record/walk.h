/* A walk through a game tree with the position in step: what tells whether its stones are legal. */
#ifndef CONNECT_RECORD_WALK_H
#define CONNECT_RECORD_WALK_H

#include <stdbool.h>

#include "connect/record/tree.h"

struct walk {
    /* Of the node that the walk is at; its plies are the stones since the last set-up. */
    struct position *position;
    const struct tree_node *at;
    int white;                 /* stones of White on the board */
    int rows[2];               /* segments that are full of one colour after the last set-up, by side */
    struct walk_setup *setups; /* the set-ups on the way, and what was before them */
    size_t nested, room;
};

/* A square that a set-up changed. */
struct walk_change {
    square at;
    uint8_t was; /* enum cell */
};

/* Stands at the root of the tree. Fails if the root's set-up is impossible. The caller frees it, before the
 * tree. */
bool walk_new(const struct record *r, struct walk **out, struct err *e);
void walk_free(struct walk *w);

/* Steps down to a child of the node that the walk is at, making its stone or set-up. Fails, and stays, if the
 * stone is off the board, on another, of the side that is not to move, or after the end of the game, or if
 * the set-up gives both sides a row. */
bool walk_down(struct walk *w, const struct tree_node *child, struct err *e);

/* Steps up; the walk must not be at the root. */
void walk_up(struct walk *w);

/* What the set-up that the walk is at changed on the board. It must be at one. */
const struct walk_change *walk_changes(const struct walk *w, size_t *count);

/* The position at a node. The side to move after a set-up is the one it names. If it names none, it follows
 * from the number of stones as in a game from the start, provided that the colours fit; else the side with
 * fewer stones is to move, Black if there are as many. The stones it has to place are those that the set-up
 * says; or else what the number of stones says if side and colours agree with it; or else a whole turn. The
 * caller frees it. */
bool record_position(const struct record *r, const struct tree_node *n, struct position **out, struct err *e);

/* Are all stones and set-ups of the tree legal? The message says where. */
bool record_check(const struct record *r, struct err *e);

/* The record of a position: its set-up (if it has any) and then its plies as the main line. A position with
 * passes among its plies becomes a set-up altogether. The caller frees it. */
struct record *record_of_position(const struct position *p);

#endif
