/* Monte Carlo tree search over any game that has playouts (game/playout.h), an evaluator (game/evaluator.h), or both.
 *
 * One tree for all threads, in memory that is fixed in advance. A walk goes down from the root by
 *
 *     (1-b) * mean + b * AMAF mean + priors * share * sqrt(N) / (1+n) + explore * sqrt(ln N / (1+n)),    b = a / (a + n + a n / rave)
 *
 * (N walks through the position, n through the move, a playouts in which the side played it later), opens a leaf, and takes up the
 * result of a playout (won or lost, and by how many points), the evaluator's chance, or a mixture. With `rave` 0 that is PUCT, without an evaluator UCT with RAVE. The
 * evaluator's shares come at once, or later (SPEC 9): new positions wait in a queue, first in, first out, while the search goes on.
 *
 *     mcts.c     handles, the run of a search, its end
 *     tree.c     nodes, their memory, going on from a position, pruning
 *     walk.c     one walk: down, leaf, up
 *     ask.c      the evaluator: at once, or by the queue
 *     report.c   what was found
 *
 * A game with a scout (game/scout.h) is searched by its evaluator: new positions that the scout knows the end of are leaves for good,
 * the others have the moves that matter, at most `width` of them, and of a turn's moves every order but one is left out: behind a
 * move those that stood before it in the row are not tried again. What is certain is backed up with the turns that it takes, and told
 * as a mate.
 *
 * With one thread, no clock and shares that do not come from a thread of their own the same search gives the same answer. */
#ifndef MCTS_MCTS_H
#define MCTS_MCTS_H

#include "base/clock.h"
#include "game/evaluator.h"
#include "game/report.h"
#include "game/scout.h"

struct mcts;

/* When the evaluator is asked: never; at every new position, which waits for it; when `batch` positions have come together, by
 * the thread that searches; by a thread of its own, as the paper does. */
enum mcts_asking { MCTS_NEVER, MCTS_AT_ONCE, MCTS_BATCHES, MCTS_THREAD };

struct mcts_options {
    enum mcts_asking asking;
    /* One for each thread with MCTS_AT_ONCE, else one; they belong to the caller, who lets them be while the search lives. */
    struct evaluator *const *evaluator;
    int threads; /* that search, 1 … MCTS_THREADS_MOST */
    int batch;   /* positions that are evaluated together */
    int queue;   /* positions that may wait */
    double mix;  /* the evaluator's part of a leaf's value, 0 … 1; the rest is the playout's */
    double
        points; /* the part of a playout's value that is by how much it was won, 0 … 1, for games with scores */
    double explore; /* the numbers of the formula above */
    double priors;
    double rave;
    double urgency; /* a move never tried counts as its position, less this much */
    /* One for each thread, with MCTS_AT_ONCE and mix 1 alone; they belong to the caller. NULL: the game has none. */
    struct scout *const *scout;
    int width; /* with scouts: moves of a position that are tried where any may matter; at the root all are */
    int open_after; /* walks through a leaf before its moves become nodes */
    size_t memory;  /* bytes, of the whole tree */
    uint64_t seed;
};

enum { MCTS_THREADS_MOST = 64, MCTS_BATCH_MOST = 256 };

/* What is good as far as it is known; `asking` is MCTS_NEVER. */
struct mcts_options mcts_usual(void);

/* A search of games of the rules of `g`, at the position of `g`. A game without playouts needs an evaluator with mix 1. The caller
 * frees it. */
struct mcts *mcts_new(const struct game *g, const struct mcts_options *o);
void mcts_free(struct mcts *m);

/* From now on the position of `g`, which is open. Where it goes on from the one before, what is known of it is kept. */
void mcts_go_to(struct mcts *m, const struct game *g);
/* The same, and nothing is kept. */
void mcts_begin(struct mcts *m, const struct game *g);

struct mcts_limits {
    struct deadline until; /* looked at by the thread that asks */
    uint64_t playouts;     /* more walks; 0: no limit */
    bool settle;           /* stop as soon as no other move can become the first by what is left */
    report_progress *tell; /* may be NULL: called about ten times a second, and at the end */
    void *context;
};

/* Searches. At least one walk is made. */
void mcts_run(struct mcts *m, const struct mcts_limits *l);

/* Is it certain how the position ends? Only told of games with scouts. */
enum outcome mcts_outcome(const struct mcts *m);

/* What is known of the position: the moves by walks, of equals the one that comes first; `nodes` are the walks of the last run. */
void mcts_report(const struct mcts *m, struct report *out);

/* Whose each point was at the end of the playouts since the last mcts_go_to or mcts_begin: 1 always Black's, -1 always White's. Returns how many
 * playouts that were. */
uint64_t mcts_owner(const struct mcts *m, double *owner);
/* The mean of their scores for Black. */
double mcts_score(const struct mcts *m);

/* Counts since mcts_new, for those who measure. */
struct mcts_counts {
    uint64_t walks, playouts, opened, nodes;
    uint64_t asked, batches; /* positions evaluated, and in how many calls */
    uint64_t dropped; /* positions that found the queue full; they are asked about when they are met again */
    uint64_t lag;     /* walks between asking and answer, added up over `asked` */
    uint64_t prunings;
    size_t used, memory; /* bytes of nodes: in use now, and reserved */
};
struct mcts_counts mcts_count(const struct mcts *m);

#endif
