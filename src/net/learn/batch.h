/* Positions through a net, a few at a time, by one thread: made, turned, run, and their losses added up. */
#ifndef NET_LEARN_BATCH_H
#define NET_LEARN_BATCH_H

#include "net/learn/data.h"
#include "net/learn/loss.h"
#include "net/learn/table.h"
#include "net/learn/value.h"
#include "net/run.h"

enum { BATCH_CHUNK = 8 }; /* positions that are run together: activations stay in the cache */

struct batch;

/* NULL if the kernels cannot run the net. */
struct batch *batch_new(const struct net *n, const struct net_kernels *k, const struct data *d, bool learn);
void batch_free(struct batch *b);
void batch_weights(struct batch *b, const float *weights);

/* Which positions, and how they are seen. */
struct batch_job {
    enum data_part part;
    uint64_t first, step, count; /* numbers of samples: first, first + step … */
    uint64_t of, seed; /* learn: samples of an epoch are shuffled by the seed, turned and hidden by chance */
    float hide, hide_ranks;
    float few; /* learn: share of samples that teach who won */
    struct loss_shares shares;
    float *gradient;           /* by weights, added to; NULL: only measure */
    struct table *table;       /* by phase and level, added to; NULL: nobody wants to know */
    struct value_sums *valued; /* what the value saw, added to; NULL: nobody wants to know */
};

void batch_run(struct batch *b, const struct batch_job *j, struct loss_sum *sum);

#endif
