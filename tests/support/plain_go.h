/* Go from its definitions, as slowly and plainly as possible: what src/go is compared with.
 *
 * A board is a drawing; whether a move is legal is found by making it on a copy; chains and liberties are found
 * anew every time. Nothing of src/go is used but the number of a point. */
#ifndef SUPPORT_PLAIN_GO_H
#define SUPPORT_PLAIN_GO_H

#include <stdbool.h>
#include <stdint.h>

enum { PLAIN_GO_SIDE = 25, PLAIN_GO_PASS = -1, PLAIN_GO_MOVES = 3000 };

struct plain_board {
    char at[PLAIN_GO_SIDE][PLAIN_GO_SIDE]; /* by row from the bottom, column: '.', 'X', 'O' */
};

struct plain_go {
    int size;
    bool superko;
    char to_move; /* 'X' or 'O' */
    struct plain_board now, before[PLAIN_GO_MOVES];
    int played[PLAIN_GO_MOVES]; /* point or PLAIN_GO_PASS */
    char turn[PLAIN_GO_MOVES];  /* who was to move before it */
    int moves;
};

void plain_go_start(struct plain_go *g, int size, bool superko);
bool plain_go_legal(const struct plain_go *g, char side, int at);
void plain_go_play(struct plain_go *g, char side, int at);
void plain_go_undo(struct plain_go *g);

int plain_go_liberties(const struct plain_go *g, int at);
/* Black's area minus White's, komi left out. */
int plain_go_score(const struct plain_go *g);
/* Does the side to move capture the chain of this stone (of two liberties) in a ladder that begins at `at`? */
bool plain_go_ladder(const struct plain_go *g, int stone, int at);
/* The 36 planes. With `ladders` false plane 26 is left empty. */
void plain_go_planes(const struct plain_go *g, int rank, bool ladders, uint8_t *out);

#endif
