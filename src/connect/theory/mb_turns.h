/* The turns that the solver of Maker-Breaker games tries, for either side, best first. */
#ifndef CONNECT_THEORY_MB_TURNS_H
#define CONNECT_THEORY_MB_TURNS_H

#include "connect/theory/mb_state.h"
#include "connect/theory/mb_table.h"

struct mb_turn {
    mb_set squares;
    double score;
};

/* A list of turns; zeroed memory is an empty one. */
struct mb_turns {
    struct mb_turn *turn;
    size_t count, room;
    bool cut; /* there are more than can be listed */
};

void mb_turns_free(struct mb_turns *t);

/* ---- Black's turns ----
 *
 * If White draws after the turn T by the answer R, White also draws after T with any further stones outside
 * R: by R, and what White would have answered had those stones been Black's next turn. So beside single
 * stones only turns matter that grow from another one by a square of White's answer to it. (Take any turn: it
 * holds a single stone; it avoids White's answer to that stone, or grows from it by a square of the answer;
 * and so on. The paper's White, too, pretends that the stones of a turn come one by one, and has to deal with
 * the same exception.) */

struct mb_black_turns {
    const struct mb_view *view;
    mb_set usable;
    mb_set better[MB_SQUARES]; /* the squares that make one needless while they are empty */
    int most;                  /* stones in a turn */
    struct mb_turns waiting;   /* the last is the next */
    struct mb_table known;     /* turns that wait or were given, as keys */
};

/* Begins with single stones. The view must outlive the turns. */
void mb_black_begin(const struct mb_game *g, const struct mb_view *v, struct mb_black_turns *b);
/* The next turn; false if there is none. */
bool mb_black_next(struct mb_black_turns *b, mb_set *turn);
/* Adds the turns that grow from one that White answers with `reply`. */
void mb_black_grow(struct mb_black_turns *b, mb_set turn, mb_set reply);
void mb_black_end(struct mb_black_turns *b);

/* ---- White's replies; the view has Black's stones placed ---- */

/* All that hit every line over its bound with at most `stones` stones, needless ones left out. */
void mb_white_turns(const struct mb_view *v, int stones, struct mb_turns *out);

/* The square of `allowed` that relieves White most, again and again. */
mb_set mb_white_greedy(const struct mb_view *v, mb_set allowed, int stones);

#endif
