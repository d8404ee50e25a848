/* A runner of honest workers and liars, whose jobs are done when their results are asked for. */
#ifndef SUPPORT_COURT_H
#define SUPPORT_COURT_H

#include "base/buf.h"
#include "base/rng.h"
#include "lab/runner.h"

struct court {
    struct lab_worker *honest;
    struct rng rng;
    struct buf waiting; /* the line of the job; one at a time */
    struct buf old;     /* some bundle that was brought before */
    uint32_t one_in;    /* so many results is a lie, as long as there are any */
    int lies, lies_most;
    int a_name; /* lies by one name; 1 */
};

/* Lies are of every kind: any verdict, with any turn, list and bundle beside it that can be written down, by another name each
 * time, since a quarantined one is not heard any more, unless `a_name` says otherwise. The runner frees it. */
struct court *court_new(uint64_t seed, uint32_t one_in, int lies);
struct runner court_runner(struct court *c);

#endif
