/* Work that threads share. A split is a list of pieces, such as the turns of a node, at one position of the
 * search. The worker that makes it takes piece after piece; workers with nothing to do come to the same
 * position and take pieces as well. Whoever has finished while others still work on the last pieces helps
 * within those, and nowhere else, so that it is back in time.
 *
 * One lock of the engine guards all splits and what is common to those who work on one. With one thread there
 * is no locking, and the pieces are done in order. */
#ifndef CONNECT_ENGINE_SPLIT_H
#define CONNECT_ENGINE_SPLIT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "connect/board/square.h"

struct engine;
struct worker;

enum { SPLIT_PATH = 256 };

struct split {
    /* Set by whoever makes it: */
    int depth;                                       /* the deeper it is searched, the sooner others join */
    int next, n;                                     /* the next piece and how many there are */
    void (*work)(struct worker *w, struct split *s); /* does pieces (split_take) until there are no more */

    struct split *up;    /* the split it is part of */
    struct split *later; /* in the list of the engine */
    int helpers;         /* at work besides the one who made it */
    atomic_bool cut;     /* the rest is not wanted */
    int stones;
    square path[SPLIT_PATH]; /* from the root */
};

/* Has all pieces done; only the caller does them unless `shared`. */
void split_run(struct worker *w, struct split *s, bool shared);

/* The number of the next piece, −1 if there are no more. */
int split_take(struct worker *w, struct split *s);

/* The rest of the pieces is not wanted. Called with the lock held. */
void split_cut(struct split *s);

/* Is the work of this worker wanted by nobody? */
bool split_unwanted(const struct worker *w);

/* Around looking at or changing what those who work on a split have in common. */
void split_lock(struct engine *x);
void split_unlock(struct engine *x);

/* A worker without work of its own: helps others until the search is over. */
void split_serve(struct worker *w);
/* The search is over: wakes up those who serve. */
void split_over(struct engine *x);

void split_init(struct engine *x);
void split_done(struct engine *x);

#endif
