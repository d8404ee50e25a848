/* One training by several processes: asynchronous descent, as in the paper (Dean et al. 2012).
 *
 * One process keeps the parameters (the server), the others (replicas) compute gradients of batches that it gives out,
 * each with the parameters of the moment: what comes back is applied at once, whatever the others have changed meanwhile, and
 * the replica gets the new parameters and the next batch. Every batch is given out once, so that each replica learns from its
 * own part of the data. The order in which gradients come is chance: no two such trainings are the same. */
#ifndef NET_LEARN_ASYNC_H
#define NET_LEARN_ASYNC_H

#include "base/clock.h"
#include "net/learn/train.h"

struct async;

/* Joins the processes that mpirun has started. NULL with the reason if there are none. */
struct async *async_join(struct err *e);
bool async_serves(const struct async *a);
int async_replicas(const struct async *a);

/* ---- The server ---- */

/* The training that the replicas take part in; all must outlive async_leave. */
void async_offer(struct async *a, struct train *t, struct train_state *s, const struct train_options *o,
                 const struct net *n, const struct data *d);
/* Waits for a gradient and takes a step with it. False if no step is left, when the deadline came, and with a message when a
 * replica has given up. */
bool async_step(struct async *a, const struct deadline *until, struct err *e);
/* Takes the gradients that replicas are still at, and sends them home. False if one did not answer: then nobody can leave,
 * and async_leave ends all. */
bool async_end(struct async *a);

/* ---- A replica ---- */

/* Computes gradients until the server says that it is enough. `stop` becoming true means that it will say so soon. */
bool async_replica(struct async *a, const struct net_kernels *k, const struct data *d, int threads,
                   const atomic_bool *stop, struct err *e);

/* ---- Both ---- */

/* Leaves, after async_end or async_replica. With a `problem` (NULL: none) a replica tells it to the server first. */
void async_leave(struct async *a, const char *problem);

#endif
