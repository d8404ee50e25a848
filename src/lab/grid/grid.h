/* The lab over many machines: a runner for a coordinator, a worker, and a look at who is there. The broker is
 * NATS with JetStream; link.h has its subjects. */
#ifndef LAB_GRID_GRID_H
#define LAB_GRID_GRID_H

#include <stdatomic.h>

#include "lab/grid/frame.h"
#include "lab/grid/link.h"
#include "lab/runner.h"

/* ---- a coordinator ---- */

struct grid_wish {
    const char *coordinator; /* its name, the same whenever the lab's file is run: results come back to it */
    const struct rules *rules; /* of the lab */
    int workers;               /* at the most; 0: a fair share of all */
    const char *const *named;  /* these alone; NULL: any */
    int names;
    const atomic_bool *stop; /* told to stop, it no longer waits for the broker to begin; may be NULL */
};

/* Jobs go to the workers of a broker. False with a message if it cannot be reached. */
bool runner_nats(const struct grid_options *o, const struct grid_wish *w, struct runner *out, struct err *e);

/* ---- a worker ---- */

struct grid_worker {
    const char *name; /* NULL: one is made up */
    size_t memory;    /* of the prover; 0: the usual */
    int64_t jobs;     /* end after so many; 0: no end */
    const atomic_bool *stop;
    void (*said)(void *ctx, const char *text); /* a line about each job; may be NULL */
    void *ctx;
};

/* Works until it is told to stop. False with a message if the broker cannot be reached at all; one that goes
 * away is waited for. */
bool grid_work(const struct grid_options *o, const struct grid_worker *w, struct err *e);

/* ---- looking ---- */

struct grid_status {
    struct grid_sign *sign; /* workers and coordinators, by name */
    size_t signs, room;
    uint64_t jobs, results; /* in the streams: not done, not taken */
};

/* Listens for so many seconds. The caller frees what was found. */
bool grid_look(const struct grid_options *o, double seconds, struct grid_status *out, struct err *e);
void grid_status_free(struct grid_status *s);

#endif
