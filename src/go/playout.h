/* Games of Go played out by chance for a Monte Carlo tree search: thousands a second, on a board of their own that takes
 * nothing back (playout_board.h).
 *
 * The order is MoGo's (Gelly, Wang, Munos and Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go",
 * 2006): chains in atari are saved, the stone just played is captured, then shapes of 3x3 points around it, then any
 * point, rather one of a shape that is often played. What shapes are worth is learned from games (shapes.h). In addition stones are given up
 * inside big eyes and the middle of what they leave is played on, so that dead groups die (tests/go/test_playout.c). */
#ifndef GO_PLAYOUT_H
#define GO_PLAYOUT_H

#include "base/rng.h"
#include "go/go.h"

struct go_playout; /* the memory of one thread */

/* The caller frees it. */
struct go_playout *go_playout_new(void);
void go_playout_free(struct go_playout *p);

/* Plays the open game on from where it stands to its end: simple ko, no eye filled, at most 3 * points moves. Returns
 * Black's points minus White's with komi, in half points, as go_score does, all stones on the board at the end counted as
 * alive.
 * `first`: by point, who was the first to play there in the playout (CELL_BLACK, CELL_WHITE; CELL_EMPTY: nobody).
 * `owner`: by point, whose it is at the end. Either may be NULL. */
int go_playout_run(struct go_playout *p, const struct go *g, struct rng *r, uint8_t *first, uint8_t *owner);

/* For those who learn what shapes are worth: the places beside the last move among which a playout of this position would
 * choose by their shapes, with their codes (shapes.h). Returns how many; -1 where it would save or take stones instead, or has no
 * last move. */
struct go_playout_place {
    go_point at;
    uint16_t code;
    bool diagonal;
};
int go_playout_near(struct go_playout *p, const struct go *g, struct rng *r,
                    struct go_playout_place place[8]);
/* The code of a point of that position; -1 if a playout would not play there. */
int go_playout_code(const struct go_playout *p, go_point at);

#endif
