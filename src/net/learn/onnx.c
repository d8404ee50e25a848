/* ONNX; see onnx.h. A protobuf message is a sequence of fields: key (number and kind), then a number in groups of 7 bits, or
 * a length and that many bytes. */
#include "net/learn/onnx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { IR_VERSION = 8, OPSET = 13, FLOAT = 1, INT = 2, INTS = 7, NAME = 32 };

/* ---- Protobuf ---- */

static void put_varint(struct buf *b, uint64_t x)
{
    for (; x > 127; x >>= 7)
        buf_char(b, (char)(x | 128));
    buf_char(b, (char)x);
}

static void put_int(struct buf *b, int field, int64_t x)
{
    put_varint(b, (uint64_t)field << 3);
    put_varint(b, (uint64_t)x);
}

static void put_bytes(struct buf *b, int field, const void *bytes, size_t len)
{
    put_varint(b, (uint64_t)field << 3 | 2);
    put_varint(b, len);
    buf_bytes(b, bytes, len);
}

static void put_text(struct buf *b, int field, const char *text)
{
    put_bytes(b, field, text, strlen(text));
}

/* A message inside another; it is emptied. */
static void put_message(struct buf *b, int field, struct buf *inner)
{
    put_bytes(b, field, buf_str(inner), inner->len);
    buf_free(inner);
}

/* ---- Parts of a graph ---- */

struct graph {
    const struct net *net;
    const float *weights;
    struct buf nodes, constants;
};

static void constant(struct graph *g, const char *name, const float *x, int dims, const int *dim)
{
    struct buf t = BUF_EMPTY, raw = BUF_EMPTY;
    size_t n = 1;
    for (int i = 0; i < dims; i++) {
        put_int(&t, 1, dim[i]);
        n *= (size_t)dim[i];
    }
    put_int(&t, 2, FLOAT);
    put_text(&t, 8, name);
    net_numbers_write(x, n, NET_F32, &raw);
    put_message(&t, 9, &raw);
    put_message(&g->constants, 5, &t);
}

static void attribute(struct buf *node, const char *name, int n, const int *x)
{
    struct buf a = BUF_EMPTY;
    put_text(&a, 1, name);
    for (int i = 0; i < n; i++)
        put_int(&a, n == 1 ? 3 : 8, x[i]);
    put_int(&a, 20, n == 1 ? INT : INTS);
    put_message(node, 5, &a);
}

static void begin_node(struct buf *node, const char *op, const char *const *in, const char *out)
{
    for (; *in; in++)
        put_text(node, 1, *in);
    put_text(node, 2, out);
    put_text(node, 3, out);
    put_text(node, 4, op);
}

/* A node without attributes. */
static void node(struct graph *g, const char *op, const char *const *in, const char *out)
{
    struct buf b = BUF_EMPTY;
    begin_node(&b, op, in, out);
    put_message(&g->nodes, 1, &b);
}

static const char *tensor_name(int tensor, char out[NAME])
{
    if (tensor == NET_PLANES)
        strcpy(out, "planes");
    else
        snprintf(out, NAME, "t%d", tensor);
    return out;
}

static const char *part_name(int layer, const char *part, char out[NAME])
{
    snprintf(out, NAME, "l%d_%s", layer, part);
    return out;
}

/* ---- Layers ---- */

/* The weights of a convolution as ONNX has them: [out][in][row][column]. */
static void conv_weights(struct graph *g, int number, const char *name)
{
    const struct net_layer *l = &g->net->layer[number];
    int in = l->op == NET_DEPTHWISE ? 1 : l->in, taps = l->size * l->size,
        dim[] = {l->out, in, l->size, l->size};
    float *w = mem_zero(l->weights, sizeof *w);
    for (int o = 0; o < l->out; o++)
        for (int i = 0; i < in; i++)
            for (int t = 0; t < taps; t++)
                w[(o * in + i) * taps + t] = g->weights[l->weight + (size_t)((t * in + i) * l->out + o)];
    constant(g, name, w, 4, dim);
    free(w);
}

/* Biases by point: [1][out][row][column]. */
static void point_biases(struct graph *g, int number, const char *name)
{
    const struct net_layer *l = &g->net->layer[number];
    int points = g->net->width * g->net->height, dim[] = {1, l->out, g->net->height, g->net->width};
    float *b = mem_zero(l->biases, sizeof *b);
    for (int o = 0; o < l->out; o++)
        for (int p = 0; p < points; p++)
            b[o * points + p] = g->weights[l->biased + (size_t)(p * l->out + o)];
    constant(g, name, b, 4, dim);
    free(b);
}

static void write_conv(struct graph *g, int number)
{
    const struct net_layer *l = &g->net->layer[number];
    char from[NAME], out[NAME], w[NAME], b[NAME], steps[3][NAME], skip[NAME];
    const char *in[] = {tensor_name(l->from, from), part_name(number, "w", w), NULL, NULL};
    bool by_point = l->bias == NET_BIAS_POINT;
    int last = (by_point ? 1 : 0) + (l->skip != NET_NONE) + l->relu, at = 0;
    tensor_name(number, out);
    for (int i = 0; i < 3; i++)
        snprintf(steps[i], NAME, "l%d_%d", number, i);
    conv_weights(g, number, w);
    if (l->bias == NET_BIAS_CHANNEL) {
        in[2] = part_name(number, "b", b);
        constant(g, b, g->weights + l->biased, 1, &l->out);
    }
    struct buf n = BUF_EMPTY;
    int kernel[] = {l->size, l->size}, reach = l->size / 2, pads[] = {reach, reach, reach, reach};
    begin_node(&n, "Conv", in, last ? steps[0] : out);
    attribute(&n, "kernel_shape", 2, kernel);
    attribute(&n, "pads", 4, pads);
    if (l->op == NET_DEPTHWISE)
        attribute(&n, "group", 1, &l->out);
    put_message(&g->nodes, 1, &n);
    if (by_point) {
        point_biases(g, number, part_name(number, "b", b));
        node(g, "Add", (const char *[]){steps[at], b, NULL}, at + 1 == last ? out : steps[at + 1]);
        at++;
    }
    if (l->skip != NET_NONE) {
        node(g, "Add", (const char *[]){steps[at], tensor_name(l->skip, skip), NULL},
             at + 1 == last ? out : steps[at + 1]);
        at++;
    }
    if (l->relu)
        node(g, "Relu", (const char *[]){steps[at], NULL}, out);
}

/* Means and maxima of a tensor, and means of the planes where they are wanted: [N, net_seen]. */
static void write_pooled(struct graph *g, int number, char out[NAME])
{
    char from[NAME], mean[NAME], most[NAME], both[NAME], planes[NAME];
    const char *in[] = {mean, most, NULL, NULL};
    int axis = 1;
    tensor_name(g->net->layer[number].from, from);
    node(g, "GlobalAveragePool", (const char *[]){from, NULL}, part_name(number, "mean", mean));
    node(g, "GlobalMaxPool", (const char *[]){from, NULL}, part_name(number, "max", most));
    if (g->net->layer[number].extra) {
        in[2] = part_name(number, "planes", planes);
        node(g, "GlobalAveragePool", (const char *[]){"planes", NULL}, planes);
    }
    struct buf n = BUF_EMPTY;
    begin_node(&n, "Concat", in, part_name(number, "both", both));
    attribute(&n, "axis", 1, &axis);
    put_message(&g->nodes, 1, &n);
    node(g, "Flatten", (const char *[]){both, NULL}, part_name(number, "flat", out));
}

static void write_pool(struct graph *g, int number)
{
    const struct net_layer *l = &g->net->layer[number];
    char from[NAME], flat[NAME], w[NAME], sum[NAME], zero[NAME], out[NAME], wide[NAME];
    int dim[] = {2 * l->in, l->out};
    write_pooled(g, number, flat);
    constant(g, part_name(number, "w", w), g->weights + l->weight, 2, dim);
    node(g, "MatMul", (const char *[]){flat, w, NULL}, part_name(number, "sum", sum));
    struct buf t = BUF_EMPTY,
               raw = BUF_EMPTY; /* the shape [0, -1, 1, 1]: as it is, and two more dimensions */
    static const int64_t shape[] = {0, -1, 1, 1};
    put_int(&t, 1, 4);
    put_int(&t, 2, INTS);
    put_text(&t, 8, part_name(number, "shape", zero));
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 8; k++)
            buf_char(&raw, (char)((uint64_t)shape[i] >> (8 * k)));
    put_message(&t, 9, &raw);
    put_message(&g->constants, 5, &t);
    node(g, "Reshape", (const char *[]){sum, zero, NULL}, part_name(number, "wide", wide));
    node(g, "Add", (const char *[]){tensor_name(l->from, from), wide, NULL}, tensor_name(number, out));
}

static void write_value(struct graph *g, int number)
{
    const struct net_layer *l = &g->net->layer[number];
    static const char *const names[NET_RESULTS] = {"value", "score"};
    char flat[NAME], w[NAME], b[NAME], hidden[NAME], unit[NAME], last[NAME], bias[NAME];
    int first_dim[] = {net_seen(l), l->hidden}, last_dim[] = {l->hidden, 1}, one = 1;
    write_pooled(g, number, flat);
    constant(g, part_name(number, "w", w), g->weights + l->weight, 2, first_dim);
    constant(g, part_name(number, "b", b), g->weights + l->biased, 1, &l->hidden);
    node(g, "Gemm", (const char *[]){flat, w, b, NULL}, part_name(number, "hidden", hidden));
    node(g, "Relu", (const char *[]){hidden, NULL}, part_name(number, "unit", unit));
    for (int k = 0; k < l->out; k++) {
        float column[NET_CHANNELS_MOST];
        for (int u = 0; u < l->hidden; u++)
            column[u] = g->weights[l->weight + (size_t)(net_seen(l) * l->hidden + u * l->out + k)];
        constant(g, part_name(number, k ? "last2" : "last", last), column, 2, last_dim);
        constant(g, part_name(number, k ? "bias2" : "bias", bias), g->weights + l->biased + l->hidden + k, 1,
                 &one);
        node(g, "Gemm", (const char *[]){unit, last, bias, NULL}, names[k]);
    }
}

/* The layers of policy and owner have more channels than are read: the model has those alone. */
static void write_head(struct graph *g, const char *name, int layer, int channels)
{
    char from[NAME], names[3][NAME];
    static const char *const parts[] = {"from", "to", "axis"};
    const int64_t value[] = {0, channels, 1};
    for (int i = 0; i < 3; i++) {
        snprintf(names[i], NAME, "%s_%s", name, parts[i]);
        struct buf t = BUF_EMPTY, raw = BUF_EMPTY;
        put_int(&t, 1, 1);
        put_int(&t, 2, INTS);
        put_text(&t, 8, names[i]);
        for (int k = 0; k < 8; k++)
            buf_char(&raw, (char)((uint64_t)value[i] >> (8 * k)));
        put_message(&t, 9, &raw);
        put_message(&g->constants, 5, &t);
    }
    node(g, "Slice", (const char *[]){tensor_name(layer, from), names[0], names[1], names[2], NULL}, name);
}

/* ---- The model ---- */

/* A name with its shape; 0 is a dimension that may have any size. */
static void write_type(struct buf *graph, int field, const char *name, int dims, const int *dim)
{
    struct buf info = BUF_EMPTY, type = BUF_EMPTY, tensor = BUF_EMPTY, shape = BUF_EMPTY;
    static const char *const free_name[] = {"N", "C", "rows", "columns"};
    for (int i = 0; i < dims; i++) {
        struct buf d = BUF_EMPTY;
        if (dim[i])
            put_int(&d, 1, dim[i]);
        else
            put_text(&d, 2, free_name[i]);
        put_message(&shape, 1, &d);
    }
    put_int(&tensor, 1, FLOAT);
    put_message(&tensor, 2, &shape);
    put_message(&type, 1, &tensor);
    put_text(&info, 1, name);
    put_message(&info, 2, &type);
    put_message(graph, field, &info);
}

static void write_graph(struct graph *g, struct buf *out)
{
    const struct net *n = g->net;
    int rows = n->any_board ? 0 : n->height, columns = n->any_board ? 0 : n->width;
    int planes[] = {0, n->planes, rows, columns}, policy[] = {0, NET_HEADS, rows, columns}, value[] = {0, 1},
        owner[] = {0, 1, rows, columns};
    for (int i = 0; i < n->layers; i++)
        if (n->layer[i].op == NET_POOL)
            write_pool(g, i);
        else if (n->layer[i].op == NET_VALUE)
            write_value(g, i);
        else
            write_conv(g, i);
    write_head(g, "policy", n->policy, NET_HEADS);
    if (n->owner != NET_NONE)
        write_head(g, "owner", n->owner, 1);
    buf_bytes(out, g->nodes.text, g->nodes.len);
    put_text(out, 2, n->name);
    buf_bytes(out, g->constants.text, g->constants.len);
    write_type(out, 11, "planes", 4, planes);
    write_type(out, 12, "policy", 4, policy);
    if (n->value != NET_NONE)
        write_type(out, 12, "value", 2, value);
    if (n->value != NET_NONE && n->layer[n->value].out > 1)
        write_type(out, 12, "score", 2, value);
    if (n->owner != NET_NONE)
        write_type(out, 12, "owner", 4, owner);
}

void onnx_write(const struct net_file *f, struct buf *out)
{
    struct graph g = {.net = f->net};
    float *weights = mem_zero(f->net->weights, sizeof *weights);
    struct buf graph = BUF_EMPTY, opset = BUF_EMPTY;
    net_expand(f->net, f->parameter, weights);
    g.weights = weights;
    write_graph(&g, &graph);
    put_int(out, 1, IR_VERSION);
    put_text(out, 2, "hexad");
    put_text(out, 3, HEXAD_VERSION);
    put_message(out, 7, &graph);
    put_text(&opset, 1, "");
    put_int(&opset, 2, OPSET);
    put_message(out, 8, &opset);
    buf_free(&g.nodes);
    buf_free(&g.constants);
    free(weights);
}
