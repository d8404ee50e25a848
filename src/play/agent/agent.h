/* Agents: players that score stones, choose turns, or both (SPEC 6; connect-k-agents §3.1).
 *
 * An agent is one entry of the table in agents.c: a name, a line about it, its options, and the operations it
 * has. It is made from a specification for one game and one seed:
 *
 *     sequences                              an agent with its default options
 *     threats:c=6                            options after a colon, separated by commas
 *     sequences+search:depth=4,width=8       the shared alpha-beta search on top of the agent's scores
 *     threats:c=4+search:width=6             options of both
 *     book:file=b.db,fallback=(sequences+search:depth=2)    a value in brackets may hold anything
 *
 * Agents keep up with a tracker by themselves (follow.h): any position of their game may be asked about at
 * any time, set up or played, in the middle of a turn or not. The answer depends on the seed, the position
 * and the options alone, not on what was asked before, unless a clock cuts the work short. docs/agents.md
 * shows how to write one. An agent is used by one thread at a time. */
#ifndef PLAY_AGENT_AGENT_H
#define PLAY_AGENT_AGENT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/rng.h"
#include "connect/board/square.h"
#include "connect/threat/threats.h"
#include "game/bot.h"
#include "game/options.h"

/* ---- Operations ---- */

struct scored {
    square at;
    double score; /* the higher, the rather the agent would place here; any scale */
};

/* The budget of the turn being chosen, as the operations see it. */
struct agent_clock {
    struct deadline until;
    uint64_t nodes; /* 0: no limit */
    double turn;    /* seconds for this turn by a clock, 0: none, */
    double game;    /* and those left for the game, 0: none: `until` is a share of it (agent_kind.plans) */
};

/* What choosing the last turn took and what the agent thinks of it, if it says. */
struct agent_work {
    uint64_t nodes;
    int depth;    /* of the last search that was finished, in stones or turns as its option says */
    double value; /* for the side that chose, on the agent's own scale */
    bool book;    /* the turn comes from a book */
};

struct agent {
    const struct agent_kind *kind;
    struct rules rules;
    uint64_t seed;
    struct rng rng; /* started anew from seed and position before every operation */
    struct agent_clock clock;
    struct agent_work work;
};

struct agent_kind {
    const char *name, *about;           /* about: one line */
    const struct agent_option *options; /* the last name is NULL; or NULL altogether */
    size_t size;                        /* of the agent's own struct, whose first member is a struct agent */

    /* Makes the rest of the agent, which is zeroed; `v` has one value for each option. Fails with a message.
     * NULL: nothing to do. `done` frees what `init` made, also after it failed. */
    bool (*init)(struct agent *a, const struct agent_value *v, struct err *e);
    void (*done)(struct agent *a);

    /* Scores stones for the side to move; the game is open. Writes at least one empty square, each at most
     * once, in any order, into `out`, which has room for all; returns how many. May place stones on the
     * tracker if it takes them back. Scores in haste when agent_expired says so: on the largest boards all
     * that is done for every square takes long. NULL if the agent only chooses. */
    int (*score)(struct agent *a, struct threats *t, struct scored *out);

    /* Chooses the rest of the turn (an empty `out` is handed in): left stones of the side to move, fewer only
     * if they win or fill the board. NULL: the best scored stone again and again. */
    void (*choose)(struct agent *a, struct threats *t, struct squares *out);

    /* With a clock for the game `until` is what a turn usually gets of it (play/clock.h). An agent that plans
     * for itself looks at the clock, and `until` is the most that a turn may get. */
    bool plans;

    /* How good the position is for `side`, whoever is to move; the game is open. The shared search asks this
     * at its leaves, for the same side all through a search. NULL: it counts segments. */
    double (*evaluate)(struct agent *a, struct threats *t, enum side side);
};

/* All agents; the last entry is NULL. */
extern const struct agent_kind *const agent_kinds[];

/* ---- For those who use agents ---- */

/* Makes the agent of a specification. The rules must be valid. The caller frees it. */
struct agent *agent_new(const char *spec, const struct rules *r, uint64_t seed, struct err *e);

/* The same for a kind that need not be in the table; `options` as after the colon, "" or NULL for none. */
struct agent *agent_make(const struct agent_kind *kind, const char *options, const struct rules *r,
                         uint64_t seed, struct err *e);

/* The shared search over an agent, which it owns from now on (also if it fails). The agent must score. */
struct agent *agent_search(struct agent *scorer, const char *options, uint64_t seed, struct err *e);

void agent_free(struct agent *a);

/* Can this agent score stones? */
bool agent_scores(const struct agent *a);

/* Scores stones for the side to move into `out`, which has room for every empty square; returns how many. The
 * tracker's game is the agent's and open. */
int agent_score(struct agent *a, struct threats *t, struct scored *out);

/* Chooses the rest of the turn of the side to move: legal stones in an order in which they can be placed, as
 * many as the turn has left, fewer only if they win or fill the board. Leaves the tracker as it was. Agents
 * without a choice of their own place the best scored stone and score anew, while there is time; equal scores
 * are settled by the agent's random numbers. `b` may be NULL. */
struct squares agent_choose(struct agent *a, struct threats *t, const struct budget *b);

/* Appends what there is: every agent with its options, the search and its options. */
void agent_list(struct buf *out);

/* ---- For those who write them ---- */

/* Is the time of this turn over, or was it stopped? Looks at the clock every time. */
bool agent_expired(const struct agent *a);

/* Chooses the rest of the turn by another agent of the same game, on what is left of the budget of `a`. */
void agent_delegate(struct agent *a, struct agent *other, struct threats *t, struct squares *out);

/* The best of n scores (n > 0), equal ones settled by the random numbers of the agent. */
square agent_best(struct agent *a, const struct scored *s, int n);

/* Adds stones to a turn, those in it being placed on the tracker, until it is complete or the game over, and
 * places them too: each the best by the scores of `scorer`, with which it may be the agent itself. When the
 * time of `a` is over the last scores have to do. */
void agent_extend(struct agent *a, struct agent *scorer, struct threats *t, struct squares *turn);

/* What is on a square one step off another, which may be off the board: the step down and left of a1 leaves
 * even the edge. */
static inline enum cell agent_cell(const struct position *p, int at)
{
    return at < 0 ? CELL_EDGE : (enum cell)p->cell[at];
}

/* The exact number of threats of `owner` as threats_number gives it, or -1 if it would take too long: up to
 * p^p steps, so with long turns only few threats are counted. */
int agent_count_threats(struct threats *t, enum side owner);

/* Every empty square with score 0; for agents that fill in some. Returns how many. */
int agent_empties(const struct position *p, struct scored *out);

/* The empty square nearest to the centre (the lowest of equally near ones): where to begin on a board without
 * stones. */
square agent_centre(const struct position *p);

#endif
