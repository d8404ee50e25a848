/* Convolutions by oneDNN 2.x; see dnnl.h.
 *
 * The library is opened at run time: linked, its 40 MB and those of OpenCL would be loaded by every `hexad`, and a
 * program that was built with it would not run without. Descriptors of operations, which this file uses, are gone in oneDNN 3.
 *
 * Tensors are channels-last on both sides, and are not copied. Weights are put into the order that a primitive wants
 * once a change of them; gradients of weights come back from it. One primitive a thread: OpenMP inside is told to
 * keep to one. */
#include "net/learn/dnnl.h"

#ifdef HEXAD_DNNL
#include <assert.h>
#include <dlfcn.h>
#include <oneapi/dnnl/dnnl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"

#define FUNCTIONS(F)                          \
    F(engine_create)                          \
    F(engine_destroy)                         \
    F(stream_create)                          \
    F(stream_destroy)                         \
    F(stream_wait)                            \
    F(memory_create)                          \
    F(memory_destroy)                         \
    F(memory_set_data_handle)                 \
    F(memory_desc_init_by_tag)                \
    F(memory_desc_get_size)                   \
    F(convolution_forward_desc_init)          \
    F(convolution_backward_data_desc_init)    \
    F(convolution_backward_weights_desc_init) \
    F(primitive_desc_create)                  \
    F(primitive_desc_destroy)                 \
    F(primitive_desc_query_md)                \
    F(primitive_create)                       \
    F(primitive_destroy)                      \
    F(primitive_execute)                      \
    F(reorder_primitive_desc_create)          \
    F(primitive_attr_create)                  \
    F(primitive_attr_destroy)                 \
    F(primitive_attr_set_post_ops)            \
    F(post_ops_create)                        \
    F(post_ops_destroy)                       \
    F(post_ops_append_eltwise)                \
    F(post_ops_append_sum)

/* The functions of the library that are used, by the names they have there. */
static struct {
#define POINTER(name) __typeof__(&dnnl_##name) name;
    FUNCTIONS(POINTER)
#undef POINTER
    void (*omp_set_num_threads)(int);
    char reason[200]; /* why it is not there; empty if it is */
} lib;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *library, const char *name, void *out)
{
    void *f = dlsym(library, name);
    memcpy(out, &f, sizeof f);
    return f != NULL;
}

static void open_library(void)
{
    void *library = dlopen("libdnnl.so.2", RTLD_NOW | RTLD_GLOBAL);
    bool all = library != NULL;
#define FIND(name) all = all && find(library, "dnnl_" #name, &lib.name);
    FUNCTIONS(FIND)
#undef FIND
    if (!all)
        strcpy(lib.reason,
               library ? "libdnnl.so.2 lacks functions" : "libdnnl.so.2 is not there (Debian: libdnnl2)");
    if (library)
        find(library, "omp_set_num_threads", &lib.omp_set_num_threads);
}

/* What cannot fail unless we are wrong. */
static void must(dnnl_status_t s)
{
    assert(s == dnnl_success);
    (void)s;
}

static _Thread_local double spent = -1; /* seconds in the library; -1: nobody counts */

double dnnl_seconds(void)
{
    double was = spent;
    spent = 0;
    return was < 0 ? 0 : was;
}

enum { FORWARD, BACK_DATA, BACK_WEIGHTS, WAYS };

/* One way of one layer: what is to be run, with memories whose addresses are set before each run. */
struct way {
    dnnl_primitive_t primitive;
    dnnl_memory_t x, y, w, bias; /* or their gradients */
    dnnl_primitive_t reorder;    /* of the weights, from our order or back to it; NULL: the same */
    dnnl_memory_t ours;
    float *packed;      /* weights as the primitive wants them */
    size_t packed_size; /* bytes */
};

struct layer {
    struct way way[WAYS];
};

struct own {
    const struct net *net;
    int batch; /* every run is over so many; fewer: the rest is whatever was there */
    dnnl_engine_t engine;
    dnnl_stream_t stream;
    struct layer layer[NET_LAYERS_MOST];
    float *dw, *dx; /* scratch: gradients that are to be added; db after dw */
};

static void describe(const struct own *o, int number, int width, int height, dnnl_memory_desc_t *x,
                     dnnl_memory_desc_t *y, dnnl_memory_desc_t *any, dnnl_memory_desc_t *ours,
                     dnnl_memory_desc_t *bias)
{
    const struct net_layer *l = &o->net->layer[number];
    bool deep = l->op == NET_DEPTHWISE;
    dnnl_dims_t xs = {o->batch, l->in, height, width}, ys = {o->batch, l->out, height, width};
    dnnl_dims_t ws = {l->out, l->in, l->size, l->size}, gs = {l->out, 1, 1, l->size, l->size}, bs = {l->out};
    must(lib.memory_desc_init_by_tag(x, 4, xs, dnnl_f32, dnnl_nhwc));
    must(lib.memory_desc_init_by_tag(y, 4, ys, dnnl_f32, dnnl_nhwc));
    must(lib.memory_desc_init_by_tag(any, deep ? 5 : 4, deep ? gs : ws, dnnl_f32, dnnl_format_tag_any));
    must(lib.memory_desc_init_by_tag(ours, deep ? 5 : 4, deep ? gs : ws, dnnl_f32,
                                     deep ? dnnl_hwigo : dnnl_hwio));
    must(lib.memory_desc_init_by_tag(bias, 1, bs, dnnl_f32, dnnl_a));
}

static dnnl_memory_t memory(const struct own *o, const dnnl_memory_desc_t *d)
{
    dnnl_memory_t m;
    must(lib.memory_create(&m, d, o->engine, DNNL_MEMORY_NONE));
    return m;
}

/* Biases by point are ours to add, so that the ReLU is then, too. */
static bool fused(const struct net_layer *l)
{
    return l->bias != NET_BIAS_POINT;
}

/* What is done to the result of a convolution: a sum with what is there (the skip), the ReLU. */
static dnnl_primitive_attr_t attributes(const struct net_layer *l)
{
    dnnl_primitive_attr_t a;
    dnnl_post_ops_t ops;
    must(lib.primitive_attr_create(&a));
    must(lib.post_ops_create(&ops));
    if (fused(l) && l->skip != NET_NONE)
        must(lib.post_ops_append_sum(ops, 1));
    if (fused(l) && l->relu)
        must(lib.post_ops_append_eltwise(ops, 1, dnnl_eltwise_relu, 0, 0));
    must(lib.primitive_attr_set_post_ops(a, ops));
    must(lib.post_ops_destroy(ops));
    return a;
}

/* Makes the memories of a way, and the reorder of its weights if they are not in our order. */
static void equip(struct own *o, struct way *w, int which, dnnl_primitive_desc_t pd,
                  const dnnl_memory_desc_t *x, const dnnl_memory_desc_t *y, const dnnl_memory_desc_t *ours,
                  const dnnl_memory_desc_t *bias)
{
    must(lib.primitive_create(&w->primitive, pd));
    const dnnl_memory_desc_t *packed = lib.primitive_desc_query_md(
        pd, which == BACK_WEIGHTS ? dnnl_query_diff_weights_md : dnnl_query_weights_md, 0);
    w->x = memory(o, x);
    w->y = memory(o, y);
    w->bias = memory(o, bias);
    w->w = memory(o, packed);
    w->ours = memory(o, ours);
    w->packed_size = lib.memory_desc_get_size(packed);
    w->packed = aligned_alloc(64, (w->packed_size + 63) / 64 * 64);
    if (!w->packed)
        mem_fail(w->packed_size);
    dnnl_primitive_desc_t rd;
    must(which == BACK_WEIGHTS
             ? lib.reorder_primitive_desc_create(&rd, packed, o->engine, ours, o->engine, NULL)
             : lib.reorder_primitive_desc_create(&rd, ours, o->engine, packed, o->engine, NULL));
    must(lib.primitive_create(&w->reorder, rd));
    must(lib.primitive_desc_destroy(rd));
    must(lib.memory_set_data_handle(w->w, w->packed));
}

static bool make_layer(struct own *o, int number, int width, int height)
{
    const struct net_layer *l = &o->net->layer[number];
    struct layer *to = &o->layer[number];
    dnnl_memory_desc_t x, y, any, ours, bias;
    dnnl_dims_t stride = {1, 1}, pad = {l->size / 2, l->size / 2};
    dnnl_convolution_desc_t d[WAYS];
    dnnl_primitive_desc_t pd[WAYS];
    describe(o, number, width, height, &x, &y, &any, &ours, &bias);
    const dnnl_memory_desc_t *b = l->bias == NET_BIAS_CHANNEL ? &bias : NULL;
    must(lib.convolution_forward_desc_init(&d[FORWARD], dnnl_forward_training, dnnl_convolution_direct, &x,
                                           &any, b, &y, stride, pad, pad));
    must(lib.convolution_backward_data_desc_init(&d[BACK_DATA], dnnl_convolution_direct, &x, &any, &y, stride,
                                                 pad, pad));
    must(lib.convolution_backward_weights_desc_init(&d[BACK_WEIGHTS], dnnl_convolution_direct, &x, &any, b,
                                                    &y, stride, pad, pad));
    dnnl_primitive_attr_t a = attributes(l);
    bool ok = lib.primitive_desc_create(&pd[FORWARD], &d[FORWARD], a, o->engine, NULL) == dnnl_success;
    must(lib.primitive_attr_destroy(a));
    if (!ok)
        return false;
    for (int i = FORWARD; i < WAYS; i++) {
        if (i != FORWARD &&
            lib.primitive_desc_create(&pd[i], &d[i], NULL, o->engine, pd[FORWARD]) != dnnl_success) {
            while (--i >= 0)
                must(lib.primitive_desc_destroy(pd[i]));
            return false;
        }
    }
    for (int i = FORWARD; i < WAYS; i++) {
        equip(o, &to->way[i], i, pd[i], &x, &y, &ours, &bias);
        must(lib.primitive_desc_destroy(pd[i]));
    }
    return true;
}

static void close_own(void *own)
{
    struct own *o = own;
    for (int i = 0; i < o->net->layers; i++)
        for (int k = 0; k < WAYS; k++) {
            struct way *w = &o->layer[i].way[k];
            if (!w->primitive)
                continue;
            must(lib.primitive_destroy(w->primitive));
            must(lib.primitive_destroy(w->reorder));
            must(lib.memory_destroy(w->x));
            must(lib.memory_destroy(w->y));
            must(lib.memory_destroy(w->w));
            must(lib.memory_destroy(w->bias));
            must(lib.memory_destroy(w->ours));
            free(w->packed);
        }
    must(lib.stream_destroy(o->stream));
    must(lib.engine_destroy(o->engine));
    free(o->dw);
    free(o->dx);
    free(o);
}

static void *open_own(const struct net *n, int width, int height, int batch)
{
    /* Before primitives are made: they divide their work by it for good. */
    if (lib.omp_set_num_threads)
        lib.omp_set_num_threads(1);
    struct own *o = mem_zero(1, sizeof *o);
    size_t weights = 0, channels = 0;
    bool ok = true;
    o->net = n;
    o->batch = batch;
    must(lib.engine_create(&o->engine, dnnl_cpu, 0));
    must(lib.stream_create(&o->stream, o->engine, dnnl_stream_default_flags));
    for (int i = 0; ok && i < n->layers; i++) {
        const struct net_layer *l = &n->layer[i];
        if (l->op != NET_CONV && l->op != NET_DEPTHWISE)
            continue;
        ok = make_layer(o, i, width, height);
        weights = l->weights + (size_t)l->out > weights ? l->weights + (size_t)l->out : weights;
        channels = (size_t)l->in > channels ? (size_t)l->in : channels;
    }
    o->dw = mem_zero(weights, sizeof *o->dw);
    o->dx = mem_zero(channels * (size_t)(width * height * batch), sizeof *o->dx);
    if (ok)
        return o;
    close_own(o);
    return NULL;
}

static void execute(struct own *o, dnnl_primitive_t p, int n, const dnnl_exec_arg_t *args)
{
    double start = spent < 0 ? 0 : clock_cpu(CPU_THREAD);
    must(lib.primitive_execute(p, o->stream, n, args));
    must(lib.stream_wait(o->stream));
    if (spent >= 0)
        spent += clock_cpu(CPU_THREAD) - start;
}

static void *address(const float *p)
{
    return (void *)(uintptr_t)p;
}

static void reorder(struct own *o, struct way *w, const float *ours, bool back)
{
    must(lib.memory_set_data_handle(w->ours, address(ours)));
    dnnl_exec_arg_t args[] = {{DNNL_ARG_FROM, back ? w->w : w->ours}, {DNNL_ARG_TO, back ? w->ours : w->w}};
    must(lib.primitive_execute(w->reorder, o->stream, 2, args));
    must(lib.stream_wait(o->stream));
}

static void prepare(void *own, const float *weights)
{
    struct own *o = own;
    if (lib.omp_set_num_threads)
        lib.omp_set_num_threads(1);
    for (int i = 0; i < o->net->layers; i++) {
        const struct net_layer *l = &o->net->layer[i];
        if (l->op != NET_CONV && l->op != NET_DEPTHWISE)
            continue;
        reorder(o, &o->layer[i].way[FORWARD], weights + l->weight, false);
        if (l->from != NET_PLANES)
            reorder(o, &o->layer[i].way[BACK_DATA], weights + l->weight, false);
    }
}

static void set(dnnl_memory_t m, const float *data)
{
    must(lib.memory_set_data_handle(m, address(data)));
}

static void forward(void *own, int layer, const struct net_board *b, const float *x, const float *weights,
                    const float *skip, float *y)
{
    struct own *o = own;
    const struct net_layer *l = &o->net->layer[layer];
    struct way *w = &o->layer[layer].way[FORWARD];
    size_t size = net_board_points(b) * (size_t)b->n * (size_t)l->out;
    if (skip && fused(l))
        memcpy(y, skip, size * sizeof *y);
    set(w->x, x);
    set(w->y, y);
    set(w->bias, weights + l->biased);
    dnnl_exec_arg_t args[] = {
        {DNNL_ARG_SRC, w->x}, {DNNL_ARG_WEIGHTS, w->w}, {DNNL_ARG_DST, w->y}, {DNNL_ARG_BIAS, w->bias}};
    execute(o, w->primitive, l->bias == NET_BIAS_CHANNEL ? 4 : 3, args);
    if (!fused(l))
        layer_finish(l, b, weights + l->biased, skip, y);
}

static void add(float *to, const float *what, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] += what[i];
}

/* Positions that are not there have no part in gradients. */
static void clear_rest(const struct own *o, const struct net_board *b, const float *dy, int channels)
{
    size_t one = net_board_points(b) * (size_t)channels;
    memset((float *)address(dy) + one * (size_t)b->n, 0, one * (size_t)(o->batch - b->n) * sizeof *dy);
}

static void backward(void *own, int layer, const struct net_board *b, const float *x, const float *weights,
                     const float *dy, float *dw, float *dx, bool adding)
{
    struct own *o = own;
    const struct net_layer *l = &o->net->layer[layer];
    struct way *w = &o->layer[layer].way[BACK_WEIGHTS];
    bool by_channel = l->bias == NET_BIAS_CHANNEL;
    (void)weights;
    clear_rest(o, b, dy, l->out);
    set(w->x, x);
    set(w->y, dy);
    set(w->bias, o->dw + l->weights);
    dnnl_exec_arg_t args[] = {{DNNL_ARG_SRC, w->x},
                              {DNNL_ARG_DIFF_WEIGHTS, w->w},
                              {DNNL_ARG_DIFF_DST, w->y},
                              {DNNL_ARG_DIFF_BIAS, w->bias}};
    execute(o, w->primitive, by_channel ? 4 : 3, args);
    reorder(o, w, o->dw, true);
    add(dw + l->weight, o->dw, l->weights);
    if (by_channel)
        add(dw + l->biased, o->dw + l->weights, (size_t)l->out);
    else
        layer_bias_back(l, b, dy, dw + l->biased);
    if (!dx)
        return;
    w = &o->layer[layer].way[BACK_DATA];
    set(w->x, adding ? o->dx : dx);
    set(w->y, dy);
    dnnl_exec_arg_t back[] = {{DNNL_ARG_DIFF_SRC, w->x}, {DNNL_ARG_WEIGHTS, w->w}, {DNNL_ARG_DIFF_DST, w->y}};
    execute(o, w->primitive, 3, back);
    if (adding)
        add(dx, o->dx, net_board_points(b) * (size_t)b->n * (size_t)l->in);
}

static const struct net_kernels kernels = {"oneDNN", open_own, close_own, prepare, forward, backward};

const struct net_kernels *dnnl_kernels(struct err *e)
{
    pthread_once(&once, open_library);
    if (!lib.reason[0])
        return &kernels;
    err_set(e, "%s", lib.reason);
    return NULL;
}

#else

const struct net_kernels *dnnl_kernels(struct err *e)
{
    err_set(e, "built without oneDNN (Debian: libdnnl-dev)");
    return NULL;
}

double dnnl_seconds(void)
{
    return 0;
}

#endif
