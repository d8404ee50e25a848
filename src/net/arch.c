/* Nets by name; see net.h. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "net/net.h"
#include "net/tie.h"

enum {
    PAPER_FIRST = 5, /* size of the first layer's filters; the others are 3x3 */
    PAPER_DEPTH_MOST = 20,
    BLOCKS_MOST = 32,
    USUAL_CHANNELS = 64,
    ORIENTATIONS = 8,
    VALUE_HIDDEN = 64,
    POOL_EVERY = 3, /* blocks between two global poolings */
};

static struct net_layer *add(struct net *n, enum net_op op, int from, int out, int size, enum net_bias bias)
{
    assert(n->layers < NET_LAYERS_MOST);
    struct net_layer *l = &n->layer[n->layers++];
    *l = (struct net_layer){.op = op, .from = from, .skip = NET_NONE, .out = out, .size = size, .bias = bias};
    l->in = net_channels(n, from);
    return l;
}

/* Gives every layer its place in the vector of weights. */
static void place(struct net *n)
{
    size_t points = (size_t)n->width * (size_t)n->height;
    for (int i = 0; i < n->layers; i++) {
        struct net_layer *l = &n->layer[i];
        size_t in = (size_t)l->in, out = (size_t)l->out, taps = (size_t)(l->size * l->size);
        l->weights = l->op == NET_CONV        ? taps * in * out
                     : l->op == NET_DEPTHWISE ? taps * out
                     : l->op == NET_POOL      ? 2 * in * out
                                              : ((size_t)net_seen(l) + out) * (size_t)l->hidden;
        l->biases = l->op == NET_VALUE            ? (size_t)l->hidden + out
                    : l->bias == NET_BIAS_CHANNEL ? out
                    : l->bias == NET_BIAS_POINT   ? points * out
                                                  : 0;
        l->weight = n->weights;
        l->biased = l->weight + l->weights;
        n->weights = l->biased + l->biases;
    }
}

/* The paper's: 5x5, then 3x3 up to so many layers, then the two outputs; biases by point everywhere. */
static void build_paper(struct net *n, int depth, int filters)
{
    for (int i = 0; i < depth; i++)
        add(n, NET_CONV, i - 1, filters, i == 0 ? PAPER_FIRST : 3, NET_BIAS_POINT)->relu = true;
    n->policy = n->layers;
    n->owner = n->value = NET_NONE;
    add(n, NET_CONV, depth - 1, NET_HEAD_WIDTH, 3, NET_BIAS_POINT);
}

/* A block's layers; the sum with what came in is not cut off by a ReLU. The kinds are the first letters of names.
 *
 *     m    1x1 to twice the channels, depthwise, 1x1 back: the least arithmetic for what it learns
 *     s    depthwise, 1x1
 *     r    3x3, 3x3: much arithmetic, but all of it in large products, which processors with matrix tiles are made for */
static void add_block(struct net *n, char kind)
{
    int from = n->layers - 1, channels = net_channels(n, from);
    if (kind == 'm')
        add(n, NET_CONV, from, 2 * channels, 1, NET_BIAS_CHANNEL)->relu = true;
    if (kind == 'r')
        add(n, NET_CONV, from, channels, 3, NET_BIAS_CHANNEL)->relu = true;
    else
        add(n, NET_DEPTHWISE, n->layers - 1, kind == 'm' ? 2 * channels : channels, 3, NET_BIAS_CHANNEL)
            ->relu = true;
    add(n, NET_CONV, n->layers - 1, channels, kind == 'r' ? 3 : 1, NET_BIAS_CHANNEL)->skip = from;
}

/* `own`: channels of a layer that only the value reads; 0: it reads what the policy does. `owner`: says whose points are. */
static void build_ours(struct net *n, char kind, int blocks, int channels, int own, bool owner)
{
    add(n, NET_CONV, NET_PLANES, channels, 3, NET_BIAS_CHANNEL)->relu = true;
    for (int i = 0; i < blocks; i++) {
        add_block(n, kind);
        if (i % POOL_EVERY == POOL_EVERY - 1)
            add(n, NET_POOL, n->layers - 1, channels, 1, NET_BIAS_NONE);
    }
    int body = n->layers - 1, read = n->layers;
    add(n, NET_CONV, body, channels, 1, NET_BIAS_CHANNEL)->relu = true;
    n->policy = n->layers;
    add(n, NET_CONV, read, NET_HEAD_WIDTH, 1, NET_BIAS_CHANNEL);
    if (own) {
        read = n->layers;
        add(n, NET_CONV, body, own, 1, NET_BIAS_CHANNEL)->relu = true;
    }
    n->owner = owner ? n->layers : NET_NONE;
    if (owner)
        add(n, NET_CONV, read, NET_HEAD_WIDTH, 1, NET_BIAS_CHANNEL);
    n->value = n->layers;
    struct net_layer *value = add(n, NET_VALUE, read, owner ? NET_RESULTS : 1, 1, NET_BIAS_CHANNEL);
    value->hidden = VALUE_HIDDEN;
    value->extra = owner ? n->planes : 0;
}

/* Reads a number up to `most`; 0 if there is none or it is too large. */
static int number(const char **text, int most)
{
    int v = 0;
    for (; **text >= '0' && **text <= '9' && v <= most; ++*text)
        v = v * 10 + (**text - '0');
    return v <= most ? v : 0;
}

static bool build(struct net *n, const char *name)
{
    const char *t = name;
    bool ours = *t == 'm' || *t == 's' || *t == 'r';
    char kind = ours ? *t++ : 0;
    int depth = number(&t, ours ? BLOCKS_MOST : PAPER_DEPTH_MOST), channels = USUAL_CHANNELS, own = 0;
    bool owned, owner;
    if (*t == 'x') {
        t++;
        channels = number(&t, kind == 'm' ? NET_CHANNELS_MOST / 2 : NET_CHANNELS_MOST);
    } else if (!ours)
        return false;
    owned = ours && *t == 'v';
    if (owned) {
        t++;
        own = number(&t, NET_CHANNELS_MOST);
    }
    owner = ours && *t == 'o';
    t += owner;
    n->by_colour = !ours;
    n->tying = ours ? NET_P4M : NET_FREE;
    if (strcmp(t, ours ? "-free" : "-sym") == 0)
        n->tying = ours ? NET_FREE : NET_ISOTROPIC;
    else if (*t)
        return false;
    if (depth == 0 || channels == 0 || channels % ORIENTATIONS || (owned && own == 0) || own % ORIENTATIONS)
        return false;
    if (ours)
        build_ours(n, kind, depth, channels, own, owner);
    else
        build_paper(n, depth, channels);
    return true;
}

struct net *net_new(const char *name, int planes, int width, int height, struct err *e)
{
    return net_new_within(name, planes, width, height, NET_WEIGHTS_MOST, e);
}

struct net *net_new_within(const char *name, int planes, int width, int height, size_t weights_most,
                           struct err *e)
{
    assert(planes > 0 && planes <= NET_CHANNELS_MOST);
    struct net *n = mem_zero(1, sizeof *n);
    n->planes = planes;
    n->width = width;
    n->height = height;
    if (strlen(name) >= sizeof n->name || !build(n, name)) {
        err_set(e,
                "'%.60s' is no net: 3x64, 12x192-sym (layers x filters, multiples of 8) or m8, m6x32, "
                "s12x64-free "
                "(blocks x channels)",
                name);
        net_free(n);
        return NULL;
    }
    strcpy(n->name, name);
    n->any_board = true;
    for (int i = 0; i < n->layers; i++)
        n->any_board = n->any_board && n->layer[i].bias != NET_BIAS_POINT;
    if (!n->any_board && width != height) {
        err_set(e, "%s has biases by point and needs a square board", name);
        net_free(n);
        return NULL;
    }
    place(n);
    if (n->weights > weights_most) {
        err_set(e, "%s has %zu weights, more than %zu", name, n->weights, weights_most);
        net_free(n);
        return NULL;
    }
    net_tie(n);
    return n;
}

void net_free(struct net *n)
{
    if (!n)
        return;
    free(n->tie);
    free(n);
}

double net_flops(const struct net *n, int points)
{
    double sum = 0;
    for (int i = 0; i < n->layers; i++) {
        const struct net_layer *l = &n->layer[i];
        bool every = l->op == NET_CONV || l->op == NET_DEPTHWISE;
        sum += 2.0 * (double)l->weights * (every ? points : 1);
    }
    return sum;
}

/* Inputs that are summed up for one output. */
static double fan_in(const struct net_layer *l)
{
    double taps = l->size * l->size;
    return l->op == NET_DEPTHWISE ? taps : l->op == NET_POOL ? 2.0 * l->in : taps * l->in;
}

/* How large the weights of a layer begin, as a standard deviation. Signals keep their variance through ReLU (2 / inputs);
 * what is added to a sum of others begins small, so that the net begins as its stem alone (Fixup); outputs near nothing. */
static double spread(const struct net *n, int number)
{
    const struct net_layer *l = &n->layer[number];
    double usual = sqrt(2 / fan_in(l));
    if (number == n->policy || number == n->owner)
        return 0.1 * usual;
    if (l->op == NET_POOL)
        return 0.1 * usual;
    return l->skip != NET_NONE ? 0.2 * usual : usual;
}

static float normal(struct rng *r)
{
    double u = 1 - rng_unit(r), v = rng_unit(r);
    return (float)(sqrt(-2 * log(u)) * cos(2 * acos(-1.0) * v));
}

void net_start(const struct net *n, uint64_t seed, float *parameter)
{
    static const float uniform = 0.05f; /* the paper's */
    bool paper = n->value == NET_NONE;
    struct rng r;
    rng_seed(&r, seed);
    memset(parameter, 0, n->parameters * sizeof *parameter);
    for (int i = 0; i < n->layers; i++) {
        const struct net_layer *l = &n->layer[i];
        size_t upto = paper ? l->weights + l->biases : l->weights;
        float size = (float)spread(n, i);
        for (size_t w = l->weight; w < l->weight + upto; w++) /* a parameter's last weight decides */
            parameter[n->tie[w]] = paper ? uniform * (float)(2 * rng_unit(&r) - 1) : size * normal(&r);
        if (l->op == NET_VALUE) /* the result begins as nothing */
            for (size_t w = l->biased - (size_t)(l->hidden * l->out); w < l->biased; w++)
                parameter[n->tie[w]] = 0;
    }
}

/* What reads planes may read more of them. */
static bool alike(const struct net_layer *a, const struct net_layer *b)
{
    bool inputs = a->from == NET_PLANES ? a->in <= b->in : a->in == b->in;
    return a->op == b->op && inputs && a->out == b->out && a->size == b->size && a->hidden == b->hidden &&
           a->extra == b->extra && a->biases == b->biases;
}

/* Do both tell the value by layers of the same shape? */
static bool values_alike(const struct net *from, const struct net *to)
{
    if (from->layers - from->policy != to->layers - to->policy)
        return false;
    for (int i = from->policy + 1, j = to->policy + 1; i < from->layers; i++, j++)
        if (from->layer[i].op != to->layer[j].op || from->layer[i].in != to->layer[j].in ||
            from->layer[i].out != to->layer[j].out || from->layer[i].extra != to->layer[j].extra)
            return false;
    return true;
}

/* Which layer of a net with fewer blocks becomes this one; NET_NONE for one that is new: those of further blocks, and those of
 * the value if they have another shape. The policy has two. */
static int grown_from(const struct net *from, const struct net *to, int number)
{
    int body = from->policy - 1;
    if (number < to->policy - 1)
        return number < body ? number : NET_NONE;
    if (number > to->policy && !values_alike(from, to))
        return NET_NONE;
    return number - to->policy + from->policy;
}

/* The weight of a layer that becomes number w of one which may read more planes; false for one that is new. */
static bool grown_weight(const struct net_layer *old, const struct net_layer *l, size_t w, size_t *out)
{
    size_t in = (size_t)l->in, row = w / (size_t)l->out;
    *out = w;
    if (old->in == l->in)
        return true;
    if (w >= l->weights) {
        *out = w - l->weights + old->weights;
        return true;
    }
    *out = (row / in * (size_t)old->in + row % in) * (size_t)l->out + w % (size_t)l->out;
    return row % in < (size_t)old->in;
}

bool net_grow(const struct net *from, const float *known, const struct net *to, float *parameter)
{
    bool same = strcmp(from->name, to->name) == 0 && from->parameters == to->parameters;
    if (!same && (from->by_colour || to->by_colour || from->tying != to->tying || from->policy > to->policy))
        return false;
    for (int i = 0; i < to->layers; i++) {
        int old = same ? i : grown_from(from, to, i);
        if (old != NET_NONE && !alike(&from->layer[old], &to->layer[i]))
            return false;
    }
    for (int i = 0; i < to->layers; i++) {
        const struct net_layer *l = &to->layer[i];
        int old = same ? i : grown_from(from, to, i);
        for (size_t w = 0; w < l->weights + l->biases; w++) {
            float *p = &parameter[to->tie[l->weight + w]];
            size_t was;
            if (old != NET_NONE)
                *p = grown_weight(&from->layer[old], l, w, &was)
                         ? known[from->tie[from->layer[old].weight + was]]
                         : 0;
            else if (l->skip != NET_NONE || l->op == NET_POOL)
                *p = 0;
        }
    }
    return true;
}
