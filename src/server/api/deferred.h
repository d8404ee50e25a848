/* A quick job of the pool that a request waits for. No thread waits with it: the pool's thread answers when
 * it is done, and if the client goes away, the job stops. */
#ifndef SERVER_API_DEFERRED_H
#define SERVER_API_DEFERRED_H

#include <stdatomic.h>

#include "server/api/reply.h"
#include "server/live/pool.h"

struct server;

struct deferred {
    struct job job;
    struct server *server;
    struct exchange *exchange;
    atomic_bool stop; /* becomes true when nobody waits any more */
    /* In a thread of the pool; looks at `stop`. */
    void (*work)(struct deferred *a, struct tools *d, struct reply *r);
    void (*free)(struct deferred *a);
    /* What is to be done when its client goes, instead; s->deferring is held. NULL: what deferred_gone does. */
    void (*gone)(struct deferred *a);
};

/* Has a->work run in the pool, which then gives the answer, and frees it; r->later is set. False: too many
 * wait; the reply says so, and the deferred answer was freed. */
bool deferred_start(struct server *s, struct deferred *a, const struct request *q, struct reply *r);

/* A question about a position: its body has "game", and "seconds" up to those of a move. */
struct deferred_position {
    struct deferred deferred;
    struct position *position; /* open */
    double seconds;
};

/* Reads the body and starts it; `work` gets a struct deferred_position. A body that is wrong is answered so. */
void deferred_position(struct server *s, struct request *q, struct reply *r, double usual_seconds,
                       void (*work)(struct deferred *a, struct tools *d, struct reply *r));

/* The client of an exchange has gone: what was asked for on it stops, or is dropped if it still waits. */
void deferred_gone(struct server *s, struct exchange *x);

#endif
