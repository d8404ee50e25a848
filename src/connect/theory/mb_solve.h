/* Does White draw a Maker-Breaker game? A search with proof-grade hashing (whole positions are compared).
 *
 * What keeps it small:
 *  - a position is what is left of the active lines: squares on none of them do not matter, in MBBoard(B, p)
 *    a line whose empty squares include another's does not either, and squares on the same lines are
 *    interchangeable;
 *  - symmetries of the board;
 *  - a square whose active lines are all lines of another empty square need not be tried before that one, by
 *    either side;
 *  - a static argument for a draw: pairing (give each active line squares of its own and answer on the line
 *    whenever Black takes one), which covers the trees of Lemma 2;
 *  - of Black's turns only single stones and those that grow by squares of White's answers (mb_turns.h);
 *  - White's replies must hit every line over its bound; those after which pairing draws are tried before all
 *    others are listed. */
#ifndef CONNECT_THEORY_MB_SOLVE_H
#define CONNECT_THEORY_MB_SOLVE_H

#include "base/clock.h"
#include "connect/theory/mb.h"

enum mb_verdict { MB_DRAWN, MB_LOST, MB_UNKNOWN /* stopped, or over the limit */ };

struct mb_counts {
    uint64_t black; /* positions looked at with Black to move, every visit counted */
    uint64_t white; /* the same with White to move */
    uint64_t stored, hits, paired;
    bool wide; /* stopped because some position has too many turns to list */
};

struct mb_limits {
    uint64_t positions; /* 0: no limit */
    struct deadline until;
    void (*tell)(void *ctx); /* called now and then; may be NULL */
    void *ctx;
    bool plain; /* do without the symmetries of the board, which take a moment to find */
};

struct mb_solver;

/* Checks that the game makes sense: p from 1, or b from 0 and an exclusive square on every line. */
bool mb_game_check(const struct mb_game *g, struct err *e);

/* The board is not copied and must outlive the solver. */
struct mb_solver *mb_solver_new(const struct mb_game *g, const struct mb_limits *limits);
void mb_solver_free(struct mb_solver *s);

/* The verdict with Black to move; any stones may be there already. What was found is remembered. */
enum mb_verdict mb_solve(struct mb_solver *s, mb_set black, mb_set white);

/* Finds at most `stones` (1 or more) squares for White, who is to move, after which White draws. MB_LOST:
 * none do. */
enum mb_verdict mb_reply(struct mb_solver *s, mb_set black, mb_set white, int stones, mb_set *reply);

/* Sets the limits anew, from what was counted so far on (`plain` stays as it was). */
void mb_limit(struct mb_solver *s, const struct mb_limits *limits);

const struct mb_counts *mb_counts(const struct mb_solver *s);
const struct mb_game *mb_solver_game(const struct mb_solver *s);
const struct mb_symmetries *mb_solver_symmetries(const struct mb_solver *s);

#endif
