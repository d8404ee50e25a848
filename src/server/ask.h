/* A quick job of the pool that a request waits for, watching its connection: if the client goes away, the job
 * stops. */
#ifndef SERVER_ASK_H
#define SERVER_ASK_H

#include <stdatomic.h>

#include "server/pool.h"
#include "server/reply.h"

struct server;

struct ask {
    struct job job;
    void (*work)(struct ask *a, struct desk *d); /* in a thread of the pool; looks at `stop` */
    atomic_bool stop;
    int done; /* becomes readable when the work is done */
};

/* Runs a->work in the pool and waits. False if it could not be run to its end: too much waits, the client
 * went away, or the server ends; the reply says so. Either way the work is over when it returns. */
bool ask_run(struct server *s, struct ask *a, const struct request *q, struct reply *r);

#endif
