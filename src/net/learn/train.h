/* Training of a net: stochastic gradient descent, the same for the same options whatever the number of threads, and
 * whether it was stopped in between or not.
 *
 * A step is a batch of positions, cut into shards of fixed size whose gradients are added up in a fixed order. All that is
 * random (order, symmetries, what is hidden) follows from the seed and the number of the sample. So the state is the number
 * of steps and three vectors: parameters, velocity, averaged parameters. Averaged ones are what is tested and kept. */
#ifndef NET_LEARN_TRAIN_H
#define NET_LEARN_TRAIN_H

#include "net/learn/data.h"
#include "net/learn/loss.h"
#include "net/learn/table.h"
#include "net/run.h"

enum { TRAIN_SHARDS = 4, TRAIN_HALVINGS_MOST = 60 };

struct train_options {
    uint64_t samples;   /* how many positions to learn from, the whole cycle */
    int batch;          /* a multiple of TRAIN_SHARDS */
    float rate;         /* the highest of the cycle */
    bool constant;      /* no cycle: always the same rate (the paper's) */
    int halvings;       /* constant: so often the rate is halved in the last tenth */
    float momentum;     /* of Nesterov; 0: plain descent */
    float clip;         /* the longest gradient; 0: any */
    float decay;        /* of parameters, a step and unit of rate */
    float average;      /* how much of the averaged parameters stays, a step */
    float value;        /* weight of the value's loss beside that of the policy */
    float score, owner; /* those of the score and of whose points will be, where games tell */
    float few;          /* share of samples that teach who won: neighbours in a game teach the same */
    float hide;         /* share of samples whose history planes are empty */
    float hide_ranks;   /* and of those without ranks */
    int test;           /* positions of a test on the way; 0: all */
    uint64_t every;     /* samples between two tests */
    uint64_t seed;
    int threads;
};

struct train_options train_defaults(void);

/* A point of the learning curve. */
struct train_mark {
    uint64_t samples;
    double learn_policy, learn_value, learn_first; /* since the last one */
    double test_policy, test_value, test_first, test_ten, test_value_right;
    double test_owner_right, test_score; /* 0 if nothing is known of it */
    double seconds;                      /* of processor time, the whole training so far */
};

struct train_state {
    uint64_t steps;
    size_t parameters;
    float *parameter, *velocity, *average;
    struct train_mark *curve;
    size_t marks, room;
    double seconds;
    struct loss_sum learned; /* since the last mark */
};

struct train_state *train_state_new(const struct net *n, uint64_t seed);
/* Gives a training that has not begun the parameters of another net (net_grow; false if it cannot); with `fresh_value` the
 * value's stay as they are. */
bool train_state_from(struct train_state *s, const struct net *n, const struct net *from, const float *known,
                      bool fresh_value);
void train_state_free(struct train_state *s);

struct train;

/* All must outlive it. The kernels can run the net; NULL if they cannot. A value that has learned nothing begins with units
 * that the positions tell apart: the state's parameters change. */
struct train *train_new(const struct net *n, const struct net_kernels *k, const struct data *d,
                        const struct train_options *o, struct train_state *s);
void train_free(struct train *t);

/* One step; false if there is none left. */
bool train_step(struct train *t);
uint64_t train_steps(const struct train_options *o);
/* The rate at a step: up for a while, then down to nothing at the end; or as the options have it. */
float train_rate(const struct train_options *o, uint64_t step);

/* The gradient of a step's batch by parameters, and nothing else: for those who add gradients up elsewhere. The array is the
 * trainer's. `learned` is added to. */
const float *train_gradient(struct train *t, uint64_t step, struct loss_sum *learned);
/* Takes a step with that gradient, which may be changed (clipped). */
void train_apply(struct train *t, float *gradient);

/* Are so many samples done that it is time for a test? */
bool train_due(const struct train *t);
/* Measures the averaged parameters on test positions and adds a mark to the curve. */
const struct train_mark *train_mark(struct train *t);

/* Parameters measured on test positions, at most `most` of them, spread evenly (0: all); `hide`: without the last moves,
 * `hide_ranks`: without the ranks of players. `table` is added to; may be NULL. */
struct loss_score train_measure(const struct net *n, const struct net_kernels *k, const struct data *d,
                                const float *parameter, uint64_t most, bool hide, bool hide_ranks,
                                int threads, struct table *table);

#endif
