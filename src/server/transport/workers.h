/* The threads that answer requests: reading JSON, the store, small computations. Few, with room for deep
 * recursion on their stacks, and shared fairly (base/queue.h): whoever has the fewest at work is next, large requests
 * never have them all, and of those that each kind may have one is always left for another client. */
#ifndef SERVER_TRANSPORT_WORKERS_H
#define SERVER_TRANSPORT_WORKERS_H

#include "base/err.h"
#include "base/queue.h"

struct workers;

/* NULL: not a single thread can be had. */
struct workers *workers_new(int threads, struct err *e);
/* Waits until all that was asked for is done. */
void workers_free(struct workers *w);

/* Puts it at the end of its client's line; its kind is set here, and `run` has no tools. Large: it may take long, or wait for
 * the disk. How many there may be is for the transport to say: one a connection. */
void workers_add(struct workers *w, struct job *j, bool large);
/* Puts it in front of all that wait, and lets it have the last thread: news of those who went away. */
void workers_hurry(struct workers *w, struct job *j);

int workers_waiting(struct workers *w);

#endif
