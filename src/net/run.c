/* Runs a net; see run.h. */
#include "net/run.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct net_run {
    const struct net *net;
    const struct net_kernels *kernels;
    void *own;
    struct net_board board;
    int batch;
    const float *weights;
    float *input;
    float *tensor[NET_LAYERS_MOST], *gradient[NET_LAYERS_MOST]; /* gradient: only if it learns */
    bool begun[NET_LAYERS_MOST];                                /* the gradient has something in it */
    float *pooled[NET_LAYERS_MOST], *unit[NET_LAYERS_MOST];     /* of poolings and values */
    int *top[NET_LAYERS_MOST];
};

/* ---- The plain kernels ---- */

struct plain {
    const struct net *net;
};

static void *plain_open(const struct net *n, int width, int height, int batch)
{
    (void)width, (void)height, (void)batch;
    struct plain *p = mem_zero(1, sizeof *p);
    p->net = n;
    return p;
}

static void plain_prepare(void *own, const float *weights)
{
    (void)own, (void)weights;
}

static void plain_forward(void *own, int layer, const struct net_board *b, const float *x,
                          const float *weights, const float *skip, float *y)
{
    const struct net_layer *l = &((struct plain *)own)->net->layer[layer];
    (l->op == NET_CONV ? layer_conv : layer_depthwise)(l, b, x, weights + l->weight, y);
    layer_finish(l, b, weights + l->biased, skip, y);
}

static void plain_backward(void *own, int layer, const struct net_board *b, const float *x,
                           const float *weights, const float *dy, float *dw, float *dx, bool add)
{
    const struct net_layer *l = &((struct plain *)own)->net->layer[layer];
    if (dx && !add)
        memset(dx, 0, net_board_points(b) * (size_t)b->n * (size_t)l->in * sizeof *dx);
    layer_bias_back(l, b, dy, dw + l->biased);
    (l->op == NET_CONV ? layer_conv_back : layer_depthwise_back)(l, b, x, weights + l->weight, dy,
                                                                 dw + l->weight, dx);
}

const struct net_kernels net_kernels_plain = {"plain",       plain_open,    free,
                                              plain_prepare, plain_forward, plain_backward};

/* ---- The runner ---- */

static float *floats(size_t n)
{
    size_t bytes = (n * sizeof(float) + 63) / 64 * 64;
    float *f = aligned_alloc(64, bytes ? bytes : 64);
    if (!f)
        mem_fail(bytes);
    memset(f, 0, bytes);
    return f;
}

struct net_run *net_run_new(const struct net *n, const struct net_kernels *k, int width, int height,
                            int batch, bool learn)
{
    assert(batch > 0 && (n->any_board || (width == n->width && height == n->height)));
    void *own = k->open(n, width, height, batch);
    if (!own)
        return NULL;
    struct net_run *r = mem_zero(1, sizeof *r);
    *r = (struct net_run){.net = n, .kernels = k, .own = own, .board = {0, width, height}, .batch = batch};
    size_t points = (size_t)(width * height), most = (size_t)batch;
    r->input = floats(most * points * (size_t)n->planes);
    for (int i = 0; i < n->layers; i++) {
        const struct net_layer *l = &n->layer[i];
        size_t size = most * (size_t)l->out * (l->op == NET_VALUE ? 1 : points);
        r->tensor[i] = floats(size);
        if (learn)
            r->gradient[i] = floats(size);
        if (l->op == NET_POOL || l->op == NET_VALUE) {
            r->pooled[i] = floats(most * (size_t)net_seen(l));
            r->top[i] = mem_zero(most * (size_t)l->in, sizeof(int));
            r->unit[i] = floats(most * (size_t)l->hidden);
        }
    }
    return r;
}

void net_run_free(struct net_run *r)
{
    if (!r)
        return;
    r->kernels->close(r->own);
    for (int i = 0; i < r->net->layers; i++) {
        free(r->tensor[i]);
        free(r->gradient[i]);
        free(r->pooled[i]);
        free(r->unit[i]);
        free(r->top[i]);
    }
    free(r->input);
    free(r);
}

void net_run_weights(struct net_run *r, const float *weights)
{
    r->weights = weights;
    r->kernels->prepare(r->own, weights);
}

float *net_run_input(struct net_run *r)
{
    return r->input;
}

static const float *tensor(const struct net_run *r, int i)
{
    return i == NET_PLANES ? r->input : i == NET_NONE ? NULL : r->tensor[i];
}

void net_run_forward(struct net_run *r, int n)
{
    assert(n > 0 && n <= r->batch);
    r->board.n = n;
    for (int i = 0; i < r->net->layers; i++) {
        const struct net_layer *l = &r->net->layer[i];
        const float *x = tensor(r, l->from), *w = r->weights + l->weight;
        if (l->op == NET_POOL)
            layer_pool(l, &r->board, x, w, r->pooled[i], r->top[i], r->tensor[i]);
        else if (l->op == NET_VALUE)
            layer_value(l, &r->board, x, r->input, w, r->weights + l->biased, r->pooled[i], r->top[i],
                        r->unit[i], r->tensor[i]);
        else
            r->kernels->forward(r->own, i, &r->board, x, r->weights, tensor(r, l->skip), r->tensor[i]);
    }
}

const float *net_run_policy(const struct net_run *r)
{
    return r->tensor[r->net->policy];
}

const float *net_run_owner(const struct net_run *r)
{
    return r->net->owner == NET_NONE ? NULL : r->tensor[r->net->owner];
}

const float *net_run_value(const struct net_run *r)
{
    return r->net->value == NET_NONE ? NULL : r->tensor[r->net->value];
}

const float *net_run_value_pooled(const struct net_run *r)
{
    return r->pooled[r->net->value];
}

const float *net_run_value_units(const struct net_run *r)
{
    return r->unit[r->net->value];
}

float *net_run_policy_gradient(struct net_run *r)
{
    return r->gradient[r->net->policy];
}

float *net_run_owner_gradient(struct net_run *r)
{
    return r->net->owner == NET_NONE ? NULL : r->gradient[r->net->owner];
}

float *net_run_value_gradient(struct net_run *r)
{
    return r->net->value == NET_NONE ? NULL : r->gradient[r->net->value];
}

/* The gradient by a tensor, to be added to: zero if nothing is in it yet. */
static float *sum_of(struct net_run *r, int i)
{
    if (i != NET_PLANES && !r->begun[i])
        memset(r->gradient[i], 0,
               net_board_points(&r->board) * (size_t)(r->board.n * net_channels(r->net, i)) * sizeof(float));
    if (i != NET_PLANES)
        r->begun[i] = true;
    return i == NET_PLANES ? NULL : r->gradient[i];
}

static void add_to(float *to, const float *what, size_t n, bool add)
{
    if (!add)
        memcpy(to, what, n * sizeof *to);
    for (size_t i = 0; add && i < n; i++)
        to[i] += what[i];
}

static void backward(struct net_run *r, int i, float *gradient)
{
    const struct net_layer *l = &r->net->layer[i];
    size_t size = net_board_points(&r->board) * (size_t)(r->board.n * l->out);
    const float *x = tensor(r, l->from), *w = r->weights + l->weight;
    float *dy = r->gradient[i], *dw = gradient + l->weight;
    if (l->op == NET_POOL) {
        layer_pool_back(l, &r->board, w, r->pooled[i], r->top[i], dy, dw, sum_of(r, l->from));
        return;
    }
    if (l->op == NET_VALUE) {
        layer_value_back(l, &r->board, w, r->pooled[i], r->top[i], r->unit[i], dy, dw, gradient + l->biased,
                         sum_of(r, l->from));
        return;
    }
    if (l->relu)
        layer_relu_back(size, r->tensor[i], dy);
    if (l->skip != NET_NONE) {
        add_to(r->gradient[l->skip], dy, size, r->begun[l->skip]);
        r->begun[l->skip] = true;
    }
    bool first = l->from == NET_PLANES;
    r->kernels->backward(r->own, i, &r->board, x, r->weights, dy, gradient,
                         first ? NULL : r->gradient[l->from], !first && r->begun[l->from]);
    if (!first)
        r->begun[l->from] = true;
}

void net_run_backward(struct net_run *r, float *gradient)
{
    memset(r->begun, 0, sizeof r->begun);
    for (int i = r->net->layers - 1; i >= 0; i--)
        backward(r, i, gradient);
}
