/* The insides of the engine that its files share: a worker, which is one thread's search (search.c), the
 * turns it tries (candidates.c), and the engine that sets workers going (engine.c). */
#ifndef CONNECT_ENGINE_SEARCH_H
#define CONNECT_ENGINE_SEARCH_H

#include <pthread.h>
#include <stdatomic.h>

#include "connect/engine/engine.h"
#include "connect/engine/params.h"
#include "connect/engine/split.h"
#include "connect/engine/tt.h"
#include "connect/eval/eval.h"
#include "connect/forcing/forcing.h"
#include "connect/threat/threats.h"

enum {
    ONE_TURN = 64,        /* units of depth that a turn counts */
    PLY_MOST = 60,        /* turns from the root */
    CANDIDATES_MOST = 96, /* turns tried at a node */
    ROOTS_MOST = 512,     /* and at the root, if all of the first lose */
    PAIR_SLOTS = 1 << 12,

    /* Values: evaluations are within ±EVAL_MOST. A certain win counts down from MATE by turns; a node all of
     * whose tried turns lose, though not all were tried, counts down from LIKELY. */
    MATE = 30000,
    MATE_LEAST = MATE - 2 * PLY_MOST - 2 * FORCING_LINE_MOST,
    LIKELY = 20000,
    LIKELY_LEAST = LIKELY - 2 * PLY_MOST - 2 * FORCING_LINE_MOST,
    INFINITE = 32000,
};

struct candidate {
    int score;    /* log-odds of being the right turn, the higher the better */
    uint64_t set; /* a key of its stones, whatever their order */
    struct squares turn;
};

struct candidates {
    int n;
    bool complete; /* every turn that is not here loses at once, or to the same forcing win */
    struct candidate *c;
};

/* Stones from some node on. */
struct stones_line {
    int n;
    square s[REPORT_LINE_MOST];
};

struct root_turn {
    struct candidate c;
    int value, last; /* of this iteration, of the one before; -INFINITE: not searched, or below the best */
    bool won;        /* a forcing win begins with it; it is not searched again */
    bool done;       /* this iteration has looked at it */
    bool refuted;    /* the other side has a forcing win after it: it is not searched again */
    struct stones_line line;
};

struct worker {
    struct engine *engine;
    int id; /* 0: the one that reports */
    struct position *p;
    struct threats *t;
    struct eval *e;
    struct forcing *f;
    struct pulse pulse; /* for making turns, which takes long on large boards */
    _Atomic uint64_t nodes;
    bool out;    /* the budget is spent, or what it does is no longer wanted: it unwinds */
    int reached; /* turns from the root, the most so far */
    int root_plies;
    struct split *split; /* the innermost that it works on */

    struct eval_score *scores;
    uint8_t *zone;
    struct square_sets defences;
    struct candidate *pool;   /* (PLY_MOST + 1) × CANDIDATES_MOST */
    struct stones_line *line; /* by ply */
    struct squares (*killer)[2];
    int16_t (*stone_history)[2]; /* by square and side */
    int16_t *pair_history;       /* by the turn's key */

    int depth; /* finished, turns */
    int roots;
    struct root_turn *root;
    bool complete; /* all root turns that are not in the list lose */
    bool lost;     /* and those in the list, too: it was proved */
};

struct engine {
    struct rules rules;
    struct search_params params;
    const struct weights *weights; /* NULL: the program's */
    int threads;
    struct tt *tt;
    struct worker *worker;
    pthread_mutex_t lock; /* split.h; the root turns are under it, too */
    pthread_cond_t changed;
    struct split *splits; /* those that others may join */
    int waiting;          /* workers with nothing to do */

    /* The search going on: */
    const struct position *position;
    struct engine_limits limits;
    double start, next_report;  /* clock_now() */
    struct deadline until, end; /* of the search as it is, of everything */
    uint64_t nodes_most;        /* as `until`; 0: no limit */
    bool closing;               /* the turn to play is looked at once more (confirm.c) */
    atomic_bool halt;           /* all workers */
    atomic_bool news;           /* a worker other than 0 found a better turn */
    report_progress *progress;
    void *context;
    struct report *report;
};

/* Stones on tracker and evaluation both. */
void worker_put(struct worker *w, square s);
void worker_take(struct worker *w);
/* Places a turn until the game ends; returns how many stones. */
int worker_put_turn(struct worker *w, const struct squares *turn);

/* Has it to unwind? Looks at the clock. */
bool worker_out(struct worker *w);

/* Is there no time left for so many more steps (base/clock.h)? For work that places no stones, or few: a
 * limit of nodes does not count here. */
bool worker_late(struct worker *w, int steps);
/* The steps of scoring all squares once. */
int worker_policy_steps(const struct worker *w);
/* From now on a moment more, whatever the limits: for a first turn that is worth playing. False if that would
 * take longer. */
bool worker_grace(struct worker *w, struct deadline *until);
/* Completes a turn, whose stones so far are on the board, with those that look best, without another thought.
 * The side to move must not be able to complete a row. */
void worker_hurry(struct worker *w, struct squares *turn);

/* The turns to try at this position, whose side to move cannot win in this turn and is not lost at once, the
 * best first: `width` first stones and the best `most` turns from them. If `zone` is given, turns without a
 * stone on it are left out. */
void candidates_make(struct worker *w, int width, int most, const uint8_t *zone, struct candidates *out);

/* The same at the root, within its region; `more`: without the turns that it has already. */
void candidates_root(struct worker *w, int width, int most, const uint8_t *zone, bool more,
                     struct candidates *out);

/* A key of a turn for histories and for finding doubles: the stones in any order. */
uint64_t candidate_key(const struct squares *turn, enum side side);

/* Searches for forcing wins; see search.c for the budget of a depth. */
bool search_forcing(struct worker *w, int level, struct forcing_result *r);
/* VCDTs alone, but with an answer to each defence; with so many percent of the level's budget. */
bool search_trees(struct worker *w, int level, int percent, struct forcing_result *r);
/* Everything that forces, with all stones that are left. */
bool search_all_forcing(struct worker *w, struct forcing_result *r);
/* The same for the other side, whatever the one to move plays: is it proved to lose? */
bool search_losing(struct worker *w, int level);
int search_level(int depth);

/* Alpha-beta below the position of the worker. */
int search_node(struct worker *w, int depth, int alpha, int beta, int ply);

/* All iterations of a worker (root.c). */
void root_search(struct worker *w);
/* One of them; and parts for confirm.c: as before the first, the best turns first, and the other side's forcing win
 * after one. */
void root_iterate(struct worker *w, int depth);
void root_reopen(struct worker *w);
void root_sort(struct worker *w);
void root_refute(struct worker *w, struct root_turn *r, const struct forcing_result *win);

/* After the search, by worker 0 alone (confirm.c): what is kept back of the limits goes into the turn to play. */
void root_confirm(struct worker *w);
/* What the search has until then. */
void confirm_reserve(struct engine *x);
/* Stones placed by all workers. */
uint64_t engine_nodes(const struct engine *x);

/* region.c. Is the turn within the region of the search? And the squares there that complete a row in this turn,
 * none if there are no such. */
bool region_has(const struct worker *w, const struct squares *turn);
struct squares region_win(const struct worker *w);
/* The policy of the squares there, in `scores`; those that the evaluation thinks nothing of come last. The second
 * adds these alone, with this score, to the `n` that are there. Both return how many there are then. */
int region_scores(struct worker *w);
int region_rest(struct worker *w, int n, int16_t score);

/* The turn of the root with this key, NULL if it is not in its list. */
struct root_turn *root_find(struct worker *w, uint64_t set);

/* The best `most` turns of the root as it stands and what is thought of them; returns how many. Turns that
 * this iteration has not come to yet are before those that it found losing. */
struct root_best {
    const struct root_turn *turn;
    int value;
};
int root_best(const struct worker *w, struct root_best *out, int most);

/* engine.c: reports what worker 0 has. */
void engine_say(struct engine *x, bool always);

#endif
