/* A quick job of the pool that a request waits for. No thread waits with it: the pool's thread answers when
 * it is done, and if the client goes away, the job stops. */
#ifndef SERVER_ASK_H
#define SERVER_ASK_H

#include <stdatomic.h>

#include "server/pool.h"
#include "server/reply.h"

struct server;

struct ask {
    struct job job;
    struct server *server;
    struct exchange *exchange;
    atomic_bool stop; /* becomes true when nobody waits any more */
    /* In a thread of the pool; looks at `stop`. */
    void (*work)(struct ask *a, struct desk *d, struct reply *r);
    void (*free)(struct ask *a);
};

/* Has a->work run in the pool, which then gives the answer, and frees it; r->later is set. False: too many
 * wait; the reply says so, and the ask was freed. */
bool ask_start(struct server *s, struct ask *a, const struct request *q, struct reply *r);

/* The client of an exchange has gone: what was asked for on it stops, or is dropped if it still waits. */
void ask_gone(struct server *s, struct exchange *x);

#endif
