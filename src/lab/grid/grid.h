/* The lab over many machines: a runner for a coordinator, a worker, and a look at who is there. The broker is NATS;
 * subject.h has its subjects, broker.h makes one that knows its users. */
#ifndef LAB_GRID_GRID_H
#define LAB_GRID_GRID_H

#include <stdatomic.h>

#include "lab/grid/frame.h"
#include "lab/grid/link.h"
#include "lab/grid/signs.h"
#include "lab/runner.h"

/* ---- a coordinator ---- */

struct grid_wish {
    const char *lab; /* its name, the same whenever the lab's file is run: results come back to it */
    const struct rules *rules; /* of the lab */
    int workers;               /* at the most; 0: a fair share of all */
    const char *const *named;  /* these alone; NULL: any */
    int names;
    const atomic_bool *stop; /* told to stop, it no longer waits for the broker to begin; may be NULL */
    void (*said)(void *ctx, const char *text); /* what people should know; from any thread; may be NULL */
    void *ctx;
};

/* Jobs go to the workers of a broker. False with a message if it cannot be reached. */
bool runner_nats(const struct grid_options *o, const struct grid_wish *w, struct runner *out, struct err *e);

/* ---- a worker ---- */

/* Jobs beyond these limits are refused; those that turn out to be are left, and refused then. 0: the usual. */
struct grid_limits {
    uint64_t nodes; /* that a job may ask for */
    double seconds; /* that one may take, by the clock */
    size_t memory;  /* of the process while it does one, the prover's included */
};

struct grid_worker {
    const char *name; /* NULL: the one in the file of the options' user, or one that is made up */
    size_t memory;    /* of the prover; 0: the usual */
    struct grid_limits limits;
    int64_t jobs; /* end after so many; 0: no end */
    const atomic_bool *stop;
    void (*said)(void *ctx, const char *text); /* a line about each job; from any thread; may be NULL */
    void *ctx;
};

#define GRID_USUAL_NODES   1000000000 /* of a job */
#define GRID_USUAL_SECONDS 3600
enum {
    GRID_USUAL_MEMORY = 512 << 20, /* of the prover */
    GRID_USUAL_MORE = 1 << 30,     /* of the process besides */
};

/* Works until it is told to stop. False with a message if the broker cannot be reached at all or does not permit it;
 * one that goes away is waited for. */
bool grid_work(const struct grid_options *o, const struct grid_worker *w, struct err *e);

/* ---- looking ---- */

struct grid_status {
    struct grid_sign *sign; /* workers and coordinators, by name */
    size_t signs, room;
    char (*older)[GRID_NAME]; /* those who speak a version before this one: they get no jobs, and give none */
    size_t olders, older_room;
};

/* Listens for so many seconds. The caller frees what was found. */
bool grid_look(const struct grid_options *o, double seconds, struct grid_status *out, struct err *e);
void grid_status_free(struct grid_status *s);

#endif
