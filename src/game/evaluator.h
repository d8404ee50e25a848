/* What is thought of a position, by whomever: how likely each move is the one to play, and who wins.
 *
 * A net, the engine's evaluation or nobody (evaluator_none) gives it; a search, a player, or the page asks, and need not know
 * which. A handle is for games of the rules that it was made for, and used by one thread at a time. */
#ifndef GAME_EVALUATOR_H
#define GAME_EVALUATOR_H

#include "game/game.h"

/* A move and its share of all. */
struct prior {
    game_move move;
    float share;
};

struct evaluation {
    double chance; /* of the side to move to win, a draw being half; 0.5 if nothing is known */
    /* Legal moves, the likeliest first, of equals the lower one; shares add up to 1. Moves that the evaluator knows nothing of
     * are left out: nets of Go never speak of passes. The caller gives room for columns * rows + 1. */
    struct prior *prior;
    int n;
};

struct evaluator {
    const struct evaluator_kind *kind;
};

struct evaluator_kind {
    const char *name;
    /* Thinks about n open positions of its rules, each of which is as before afterwards. */
    void (*ask)(struct evaluator *x, struct game *const *g, int n, struct evaluation *out);
    void (*done)(struct evaluator *x); /* frees it */
    int batch;                         /* so many positions at once cost least; 1: no gain */
};

/* Knows nothing: every legal move alike. */
struct evaluator *evaluator_none(void);

static inline void evaluator_free(struct evaluator *x)
{
    if (x)
        x->kind->done(x);
}

static inline void evaluator_ask(struct evaluator *x, struct game *const *g, int n, struct evaluation *out)
{
    x->kind->ask(x, g, n, out);
}

/* For those who write one: turns log-odds, one a prior, into shares, and puts the priors in order. */
void evaluation_settle(struct evaluation *e);

#endif
