/* Runs a net over a few positions, forward and backward: the order of things, whoever computes the convolutions. */
#ifndef NET_RUN_H
#define NET_RUN_H

#include "net/layers.h"
#include "net/net.h"

/* Who computes the convolutions (plain, or oneDNN behind net/learn/dnnl.c): results as layers.h says, biases, skips and
 * ReLU included in `forward`. `own` is what `open` made for one runner; NULL from it means that it cannot. */
struct net_kernels {
    const char *name;
    void *(*open)(const struct net *n, int width, int height, int batch);
    void (*close)(void *own);
    /* New weights: before the first forward, and after every change. */
    void (*prepare)(void *own, const float *weights);
    void (*forward)(void *own, int layer, const struct net_board *b, const float *x, const float *weights,
                    const float *skip, float *y);
    /* Adds to dw (weights and biases, the whole vector); writes dx, which may be NULL, or with `add` adds to it. */
    void (*backward)(void *own, int layer, const struct net_board *b, const float *x, const float *weights,
                     const float *dy, float *dw, float *dx, bool add);
};

extern const struct net_kernels net_kernels_plain;

struct net_run;

/* For up to `batch` positions at a time on that board; `learn`: backward, too. NULL if the kernels cannot. The net and the
 * kernels must outlive it. */
struct net_run *net_run_new(const struct net *n, const struct net_kernels *k, int width, int height,
                            int batch, bool learn);
void net_run_free(struct net_run *r);

/* The weights (net_expand) to run with; they stay the caller's, and as they are. */
void net_run_weights(struct net_run *r, const float *weights);

/* The input of the first `n` positions is to be written here before net_run_forward. */
float *net_run_input(struct net_run *r);
void net_run_forward(struct net_run *r, int n);

/* The results: NET_HEAD_WIDTH numbers a point; the same, of which the first says whose it will be, or NULL; as many a position
 * as the value's layer has, NULL if the net has no value. */
const float *net_run_policy(const struct net_run *r);
const float *net_run_owner(const struct net_run *r);
const float *net_run_value(const struct net_run *r);

/* What the value was computed from, position by position: what was pooled, and the units. Only if the net has a value. */
const float *net_run_value_pooled(const struct net_run *r);
const float *net_run_value_units(const struct net_run *r);

/* Where the gradients by the results are to be written before net_run_backward, all of them. */
float *net_run_policy_gradient(struct net_run *r);
float *net_run_owner_gradient(struct net_run *r);
float *net_run_value_gradient(struct net_run *r);

/* Adds the gradient by weights of the last forward. */
void net_run_backward(struct net_run *r, float *gradient);

#endif
