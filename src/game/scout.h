/* What a tree search asks of a game at a new position beyond what its rules say move by move: is it decided, and which moves
 * matter? What is told is certain, since wins and losses are backed up from it.
 *
 * A game that has one says with it that the moves of a turn may be made in any order: a search then goes each set of moves one
 * way only. A handle is for games of the rules that it was made for, and used by one thread at a time. */
#ifndef GAME_SCOUT_H
#define GAME_SCOUT_H

#include "base/clock.h"
#include "game/game.h"

struct scouted {
    enum outcome outcome; /* who wins whatever the other side does; OUTCOME_OPEN: not known */
    int turns;            /* of the winner until then, at most, one under way among them */
    int n;           /* legal moves that matter, at least one: a turn with none of them loses. -1: any may */
    game_move *move; /* in any order; the caller gives room for columns * rows */
};

struct scout {
    const struct scout_kind *kind;
};

struct scout_kind {
    /* Looks at an open position, which is as before afterwards; also in the middle of a turn. */
    void (*look)(struct scout *x, struct game *g, const struct deadline *until, struct scouted *out);
    void (*begin)(struct scout *x); /* forgets what it looked at: its answers do not depend on that */
    void (*done)(struct scout *x);  /* frees it */
};

static inline void scout_free(struct scout *x)
{
    if (x)
        x->kind->done(x);
}

#endif
