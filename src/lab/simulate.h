/* How a search would go with many workers: the graph and its choices as they are, the jobs drawn from those of a lab that ran.
 *
 * Every node of the made-up tree has a seed, from which its jobs get their outcome and their cost, both as they stand side by side
 * in the file: so the tree is the same for any number of workers, in whatever order it is searched. */
#ifndef LAB_SIMULATE_H
#define LAB_SIMULATE_H

#include "lab/lab.h"

/* What jobs did and cost. */
struct simulate_records;

/* Reads them from a lab's file; fails if there are too few. The caller frees them. */
bool simulate_read(const char *path, struct simulate_records **out, struct err *e);
void simulate_records_free(struct simulate_records *r);
size_t simulate_jobs(const struct simulate_records *r);

struct simulate_setup {
    const struct simulate_records *records;
    struct graph_options graph;
    int workers;
    uint64_t seed; /* of the tree */
    int64_t most;  /* jobs, after which it is given up */
};

struct simulate_result {
    bool proved;
    int64_t jobs;    /* done */
    int64_t dropped; /* begun, and not wanted any more */
    double seconds;  /* until the root was proved */
    double work;     /* of all workers, the dropped jobs' part included */
    double wasted;   /* of it: dropped, or done for a node that was settled meanwhile */
};

struct simulate_result simulate_run(const struct simulate_setup *s);

#endif
