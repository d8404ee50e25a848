/* Players of ours, for any game: a name, options, and the choice of a turn; some also score moves, or judge positions.
 *
 * One kind for all of them: the agents of the Connect family, its engine, nets, the players of Go. A bot is made from a
 * specification for one game and one seed:
 *
 *     sequences                  a player with its default options
 *     threats:c=6                options after a colon, separated by commas
 *
 * Its answer depends on the seed, the position and the options alone, not on what was asked before, unless a clock cuts its
 * work short or its text says otherwise. It is used by one thread at a time. */
#ifndef GAME_BOT_H
#define GAME_BOT_H

#include <stdatomic.h>

#include "base/clock.h"
#include "base/rng.h"
#include "game/game.h"
#include "game/options.h"
#include "game/report.h"

/* The limits of the turn being chosen, as the bot sees them. */
struct bot_clock {
    struct deadline until;
    uint64_t nodes; /* moves played in search, or random games; 0: no limit */
    double turn;    /* seconds for this turn by a clock, 0: none, */
    double game;    /* and those left for the game, 0: none: `until` is a share of it (bot_kind.plans) */
};

/* What choosing the last turn took and what the bot thinks of it, if it says. */
struct bot_work {
    uint64_t nodes;
    int depth;    /* of the last search that was finished, in moves or turns as its option says */
    double value; /* for the side that chose, on the bot's own scale */
    bool book;    /* the turn comes from a book */
    bool judged;  /* `value` is the chance to win */
    bool resigns; /* it would rather give the game up, as its options say */
};

struct bot {
    const struct bot_kind *kind;
    uint64_t seed;
    struct rng rng; /* started anew from seed and position before every question */
    struct bot_clock clock;
    struct bot_work work;
    report_progress
        *tell;  /* hears what is thought while a turn is chosen, of those who report (study); NULL: nobody */
    void *told; /* its context */
};

struct scored {
    game_move at;
    double score; /* the higher, the rather the bot would play here; any scale */
};

struct bot_kind {
    const char *name, *about;         /* about: one line */
    const struct bot_option *options; /* the last name is NULL; or NULL altogether */
    size_t size;                      /* of the bot's own struct, whose first member is a struct bot */

    /* Makes the rest of the bot, which is zeroed, for games of the rules of `g`; `v` has one value for each option.
     * Fails with a message. NULL: nothing to do. `done` frees what `init` made, also after it failed. */
    bool (*init)(struct bot *b, const struct game *g, const struct bot_value *v, struct err *e);
    void (*done)(struct bot *b);

    /* Chooses the rest of the turn (an empty `out` is handed in): legal moves in the order in which they are played, as
     * many as the turn has left, fewer only if they end the game. The game is open, and afterwards as before. NULL: the best
     * scored move again and again. */
    void (*choose)(struct bot *b, struct game *g, struct squares *out);

    /* ---- What not every player has ---- */

    /* Scores moves for the side to move; the game is open, and afterwards as before. Writes at least one legal move, each at
     * most once, in any order, into `out`, which has room for columns * rows; returns how many. Scores in haste when
     * bot_expired says so: on the largest boards all that is done for every square takes long. */
    int (*score)(struct bot *b, struct game *g, struct scored *out);
    /* How good the position is for `side`, whoever is to move; the game is open. Searches ask this at their leaves, for the
     * same side all through a search. */
    double (*evaluate)(struct bot *b, struct game *g, enum side side);
    /* With a clock for the game `until` is what a turn usually gets of it (game/clock.h). One that plans for itself looks at
     * the clock, and `until` is the most that a turn may get. */
    bool plans;
    /* Thinks about the position, which is open, until its clock is over, and writes all that it found; `tell` (may be NULL)
     * hears of it on the way. What it found before may be used again. NULL: it has nothing to tell but its turn. */
    void (*study)(struct bot *b, struct game *g, report_progress *tell, void *context, struct report *out);
};

/* ---- For those who use them ---- */

/* The bot "name" or "name:option=value,…" of a list that ends with NULL. The caller frees it. */
struct bot *bot_new(const struct bot_kind *const *kinds, const char *spec, const struct game *g,
                    uint64_t seed, struct err *e);
/* The same for a kind; `options` as after the colon, NULL for none. */
struct bot *bot_make(const struct bot_kind *kind, const char *options, const struct game *g, uint64_t seed,
                     struct err *e);
void bot_free(struct bot *b);

/* Chooses the rest of the turn of the side to move of an open game, which is as before afterwards. Equal scores are settled by
 * the bot's random numbers. Without limits (all zero, or NULL) its options say what a turn may cost. Stopped, it answers soon
 * with the best so far. */
struct squares bot_choose(struct bot *b, struct game *g, const struct limits *limits);
/* The same where so many seconds are left for this turn and all that follow; 0: no such clock. */
struct squares bot_choose_timed(struct bot *b, struct game *g, const struct limits *limits, double left);

/* Thinks about an open position until a limit is reached (without one until its `stop`) and reports what it found, if it can
 * (kind->study). */
void bot_study(struct bot *b, struct game *g, const struct limits *limits, report_progress *tell,
               void *context, struct report *out);

/* Scores moves for the side to move, if it can (kind->score). */
int bot_score(struct bot *b, struct game *g, struct scored *out);

/* Appends the bots of a list with their options. */
void bot_list(const struct bot_kind *const *kinds, struct buf *out);
void bot_describe(const struct bot_kind *k, const char *name, struct buf *out);

/* ---- For those who write them ---- */

/* Is the time of this turn over, or was it stopped? Looks at the clock every time. */
bool bot_expired(const struct bot *b);

/* Chooses the rest of the turn by another bot of the same game, on what is left of the limits of `b`. */
void bot_delegate(struct bot *b, struct bot *other, struct game *g, struct squares *out);

/* The best of n scores (n > 0), equal ones settled by the random numbers of the bot. */
game_move bot_best(struct bot *b, const struct scored *s, int n);

/* Adds moves to a turn, those in it being played, until it is complete or the game over, and plays them too: each the
 * best by the scores of `scorer`, with which it may be the bot itself. When the time of `b` is over the last scores have to do. */
void bot_extend(struct bot *b, struct bot *scorer, struct game *g, struct squares *turn);

#endif
