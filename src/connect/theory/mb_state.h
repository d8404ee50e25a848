/* What is left of a Maker-Breaker position: the form in which the solver keeps and compares positions.
 *
 * Only the black and the empty squares of active lines count; every other square might as well be white. */
#ifndef CONNECT_THEORY_MB_STATE_H
#define CONNECT_THEORY_MB_STATE_H

#include "connect/theory/mb.h"

struct mb_state {
    mb_set black, live; /* live: empty squares on active lines */
};

/* A state with its lines worked out. */
struct mb_view {
    struct mb_state state;
    int lines;
    struct {
        int id;       /* of the board */
        mb_set empty; /* its live squares, exclusive ones included */
        int slack;    /* black stones that it can still take; negative: over its bound */
    } line[MB_LINES];
    uint64_t through[MB_SQUARES]; /* by square: the lines of this view, bit i for line[i] */
};

/* Works out the active lines. In MBBoard(B, p) lines whose empty squares include another's are dropped, and
 * with them the squares that were on no other line. In MBBoardX(B, b) every active line counts. */
void mb_view(const struct mb_game *g, mb_set black, mb_set white, struct mb_view *out);

/* The same state for all that are equal under the symmetries and, with `twins`, under exchange of squares
 * that are on the same lines of the board. `which` gets the symmetry that was applied, if not NULL. */
struct mb_state mb_canonical(const struct mb_game *g, const struct mb_symmetries *sym, struct mb_state state,
                             bool twins, int *which);

/* Pairing: gives each line of the view squares of its own (own[i] for line[i]; Black may place on all of
 * them) such that its black stones and the empty squares it was not given are within its bound. White then
 * answers on the line whenever Black takes one of them. Lemma 2 is a case of it: in a tree without a second
 * black stone, every line has all its squares but the one towards the root to itself. */
bool mb_pairing(const struct mb_game *g, const struct mb_view *v, mb_set own[MB_LINES]);

#endif
