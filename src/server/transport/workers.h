/* The threads that answer requests: reading JSON, the store, small computations. Few, with room for deep
 * recursion on their stacks, and shared fairly: whoever has the fewest at work is next, large requests
 * never have them all, and of those that each kind may have one is always left for another client. */
#ifndef SERVER_TRANSPORT_WORKERS_H
#define SERVER_TRANSPORT_WORKERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct workers;

/* A member of the struct of whoever asks, whose memory must last until `run` is called. */
struct task {
    void (*run)(struct task *e);
    uint64_t client; /* tasks of one number share */
    bool large;      /* it may take long, or wait for the disk */
    bool hurries;    /* workers_hurry */
    struct task *next;
};

/* NULL: not a single thread can be had. */
struct workers *workers_new(int threads, struct err *e);
/* Waits until all that was asked for is done. */
void workers_free(struct workers *w);

/* Puts it at the end of the queue. How many there may be is for the transport to say: one a connection. */
void workers_add(struct workers *w, struct task *e);
/* Puts it in front of all that wait, and lets it have the last thread: news of those who went away. */
void workers_hurry(struct workers *w, struct task *e);

int workers_waiting(struct workers *w);

#endif
