/* A net at play; see infer.h. */
#include "net/infer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "net/infer_tiles.h"
#include "net/run.h"

enum { BORDER_MOST = 2, TAPS_MOST = 25 };

/* A tensor with as wide a border of zeros as its readers want. */
struct tensor {
    float *data;
    int *at; /* by point: where it begins */
    int border, channels;
};

struct net_infer {
    const struct net *net;
    int width, height, points;
    bool wide;                              /* AVX-512 */
    float *weights;                         /* all, as layers.h has them */
    struct net_run *plain;                  /* NULL: tiles do it */
    float *panels[NET_LAYERS_MOST], *zeros; /* zeros: in place of biases */
    struct tensor input, tensor[NET_LAYERS_MOST];
    float *pooled; /* scratch: means, maxima, hidden units */
};

bool net_sees(const struct net *n, int width, int height)
{
    return n->any_board || (width == n->width && height == n->height);
}

/* Zeros that begin where a line of the cache does: vectors that lie across two take twice as long. */
static float *floats(size_t n)
{
    enum { LINE = 64 };
    size_t bytes = (n * sizeof(float) + LINE) / LINE * LINE;
    float *f = aligned_alloc(LINE, bytes);
    if (!f)
        mem_fail(bytes);
    return memset(f, 0, bytes);
}

static struct tensor tensor_new(const struct net_infer *f, int channels, int border)
{
    struct tensor t = {.border = border, .channels = channels};
    int stride = f->width + 2 * border;
    t.data = floats((size_t)(stride * (f->height + 2 * border) * channels));
    t.at = mem_zero((size_t)f->points, sizeof *t.at);
    for (int p = 0; p < f->points; p++)
        t.at[p] = ((p / f->width + border) * stride + p % f->width + border) * channels;
    return t;
}

/* How far the readers of a tensor look beyond its points. */
static int border_of(const struct net *n, int tensor)
{
    int most = 0;
    for (int i = 0; i < n->layers; i++)
        if (n->layer[i].from == tensor && n->layer[i].size / 2 > most)
            most = n->layer[i].size / 2;
    return most;
}

/* The weights of a convolution in panels (infer_tiles.h). */
static float *pack(const struct net_layer *l, const float *w, bool wide)
{
    float *out = floats(l->weights), *to = out;
    int depth = l->size * l->size * l->in;
    for (int o = 0, width; o < l->out; o += width) {
        width = tiles_panel(wide, l->out - o);
        for (int i = 0; i < depth; i++, to += width)
            memcpy(to, w + i * l->out + o, (size_t)width * sizeof *to);
    }
    return out;
}

static void make_tiles(struct net_infer *f)
{
    const struct net *n = f->net;
    size_t channels = (size_t)n->planes;
    f->input = tensor_new(f, n->planes, border_of(n, NET_PLANES));
    for (int i = 0; i < n->layers; i++) {
        const struct net_layer *l = &n->layer[i];
        f->tensor[i] = tensor_new(f, l->out, border_of(n, i));
        if (l->op == NET_CONV)
            f->panels[i] = pack(l, f->weights + l->weight, f->wide);
        channels = (size_t)l->out > channels ? (size_t)l->out : channels;
    }
    f->pooled = floats(2 * channels + (size_t)n->planes + NET_CHANNELS_MOST);
    f->zeros = floats(channels);
}

struct net_infer *net_infer_new(const struct net *n, const float *parameter, int width, int height,
                                enum net_infer_with with)
{
    assert(net_sees(n, width, height));
    struct net_infer *f = mem_zero(1, sizeof *f);
    *f = (struct net_infer){.net = n, .width = width, .height = height, .points = width * height};
    f->weights = floats(n->weights);
    net_expand(n, parameter, f->weights);
    f->wide = with == NET_INFER_BEST && tiles_wide();
    if (with != NET_INFER_PLAIN && tiles_there())
        make_tiles(f);
    else {
        f->plain = net_run_new(n, &net_kernels_plain, width, height, 1, false);
        net_run_weights(f->plain, f->weights);
    }
    return f;
}

void net_infer_free(struct net_infer *f)
{
    if (!f)
        return;
    net_run_free(f->plain);
    for (int i = 0; i < f->net->layers; i++) {
        free(f->panels[i]);
        free(f->tensor[i].data);
        free(f->tensor[i].at);
    }
    free(f->input.data);
    free(f->input.at);
    free(f->weights);
    free(f->pooled);
    free(f->zeros);
    free(f);
}

const char *net_infer_name(const struct net_infer *f)
{
    return f->plain ? "plain C" : f->wide ? "AVX-512" : "AVX2";
}

static const struct tensor *tensor(const struct net_infer *f, int i)
{
    return i == NET_PLANES ? &f->input : &f->tensor[i];
}

static void run_conv(struct net_infer *f, int number)
{
    const struct net_layer *l = &f->net->layer[number];
    const struct tensor *x = tensor(f, l->from), *y = &f->tensor[number];
    const struct tensor *skip = l->skip == NET_NONE ? NULL : tensor(f, l->skip);
    int tap[TAPS_MOST], reach = l->size / 2, stride = (f->width + 2 * x->border) * l->in;
    for (int t = 0; t < l->size * l->size; t++)
        tap[t] = (t / l->size - reach) * stride + (t % l->size - reach) * l->in;
    struct tile_conv c = {.points = f->points,
                          .in = l->in,
                          .out = l->out,
                          .taps = l->size * l->size,
                          .x = x->data,
                          .w = l->op == NET_CONV ? f->panels[number] : f->weights + l->weight,
                          .bias = l->bias == NET_BIAS_NONE ? f->zeros : f->weights + l->biased,
                          .skip = skip ? skip->data : NULL,
                          .y = y->data,
                          .from = x->at,
                          .to = y->at,
                          .skip_at = skip ? skip->at : NULL,
                          .tap = tap,
                          .by_point = l->bias == NET_BIAS_POINT,
                          .relu = l->relu,
                          .wide = f->wide};
    (l->op == NET_CONV ? tiles_conv : tiles_depthwise)(&c);
}

/* Global pooling, as layer_pool does it, on tensors with a border. */
static void run_pool(struct net_infer *f, int number)
{
    const struct net_layer *l = &f->net->layer[number];
    const struct tensor *x = tensor(f, l->from), *y = &f->tensor[number];
    const float *w = f->weights + l->weight;
    float add[NET_CHANNELS_MOST] = {0};
    tiles_pool(x->data, x->at, f->points, l->in, f->pooled);
    for (int i = 0; i < 2 * l->in; i++)
        for (int o = 0; o < l->out; o++)
            add[o] += f->pooled[i] * w[i * l->out + o];
    tiles_add(x->data, x->at, add, y->data, y->at, f->points, l->out);
}

static void run_value(struct net_infer *f, const uint8_t *planes, int number)
{
    const struct net_layer *l = &f->net->layer[number];
    const struct tensor *x = tensor(f, l->from);
    tiles_pool(x->data, x->at, f->points, l->in, f->pooled);
    for (int i = 0; i < l->extra; i++) {
        int sum = 0;
        for (int p = 0; p < f->points; p++)
            sum += planes[i * f->points + p];
        f->pooled[2 * l->in + i] = (float)sum / (float)f->points;
    }
    layer_value_of(l, f->pooled, f->weights + l->weight, f->weights + l->biased, f->pooled + net_seen(l),
                   f->tensor[number].data);
}

static void spread(const struct net_infer *f, const uint8_t *planes, float *x, const int *at)
{
    for (int p = 0; p < f->points; p++)
        for (int c = 0; c < f->net->planes; c++)
            x[at[p] + c] = planes[c * f->points + p];
}

/* The plain way, by the runner that also trains. */
static float run_plain(struct net_infer *f, const uint8_t *planes, int head, float *policy)
{
    float *x = net_run_input(f->plain);
    for (int p = 0; p < f->points; p++)
        for (int c = 0; c < f->net->planes; c++)
            x[p * f->net->planes + c] = planes[c * f->points + p];
    net_run_forward(f->plain, 1);
    for (int p = 0; p < f->points; p++)
        policy[p] = net_run_policy(f->plain)[p * NET_HEAD_WIDTH + head];
    return f->net->value == NET_NONE ? 0 : net_run_value(f->plain)[0];
}

float net_infer_run(struct net_infer *f, const uint8_t *planes, int head, float *policy)
{
    assert(head >= 0 && head < NET_HEADS);
    if (f->plain)
        return run_plain(f, planes, head, policy);
    spread(f, planes, f->input.data, f->input.at);
    for (int i = 0; i < f->net->layers; i++)
        if (f->net->layer[i].op == NET_POOL)
            run_pool(f, i);
        else if (f->net->layer[i].op == NET_VALUE)
            run_value(f, planes, i);
        else if (i != f->net->owner) /* nobody asks at play */
            run_conv(f, i);
    const struct tensor *last = &f->tensor[f->net->policy];
    for (int p = 0; p < f->points; p++)
        policy[p] = last->data[last->at[p] + head];
    return f->net->value == NET_NONE ? 0 : f->tensor[f->net->value].data[0];
}
