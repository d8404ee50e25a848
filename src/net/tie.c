/* Tied weights; see tie.h. */
#include "net/tie.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "game/symmetry.h"

enum { SYMMETRIES = 8 };

int net_symmetry_point(int symmetry, int side, int point)
{
    int col = point % side, row = point / side;
    symmetry_turn(symmetry, side, side, &col, &row);
    return row * side + col;
}

int net_symmetry_product(int a, int b)
{
    /* Told by what they do to two points of a 3x3 board that no symmetry but the identity leaves alone. */
    int first = net_symmetry_point(a, 3, net_symmetry_point(b, 3, 0));
    int second = net_symmetry_point(a, 3, net_symmetry_point(b, 3, 1));
    for (int s = 0; s < SYMMETRIES; s++)
        if (net_symmetry_point(s, 3, 0) == first && net_symmetry_point(s, 3, 1) == second)
            return s;
    assert(false);
    return 0;
}

/* The weights of a part of a layer as an array [outer][side * side places][in][out], of which a symmetry moves the
 * places and the orientations of channels. */
struct part {
    size_t at;
    int outer, side, in, out;
    bool turn_in, turn_out; /* channels in orientations */
};

static int turned(int channel, bool turn, const int product[SYMMETRIES])
{
    return turn ? channel / SYMMETRIES * SYMMETRIES + product[channel % SYMMETRIES] : channel;
}

/* The least index of the orbit of a weight. */
static size_t least(const struct part *p, int place, int in, int out,
                    const int product[SYMMETRIES][SYMMETRIES])
{
    size_t best = SIZE_MAX;
    for (int s = 0; s < SYMMETRIES; s++) {
        size_t to = (size_t)net_symmetry_point(s, p->side, place);
        size_t index = (to * (size_t)p->in + (size_t)turned(in, p->turn_in, product[s])) * (size_t)p->out +
                       (size_t)turned(out, p->turn_out, product[s]);
        best = index < best ? index : best;
    }
    return best;
}

static void tie_part(struct net *n, const struct part *p, const int product[SYMMETRIES][SYMMETRIES])
{
    size_t size = (size_t)p->side * (size_t)p->side * (size_t)p->in * (size_t)p->out;
    for (int outer = 0; outer < p->outer; outer++) {
        uint32_t *tie = n->tie + p->at + (size_t)outer * size;
        size_t i = 0;
        for (int place = 0; place < p->side * p->side; place++)
            for (int in = 0; in < p->in; in++)
                for (int out = 0; out < p->out; out++, i++) {
                    size_t first = n->tying == NET_FREE ? i : least(p, place, in, out, product);
                    tie[i] = first == i ? (uint32_t)n->parameters++ : tie[first];
                }
    }
}

/* Are the channels of a tensor in orientations? The input's and the results' are not. */
static bool oriented(const struct net *n, int tensor)
{
    return n->tying == NET_P4M && tensor != NET_PLANES && tensor != n->policy && tensor != n->owner &&
           tensor != n->value;
}

static void tie_layer(struct net *n, int number, const int product[SYMMETRIES][SYMMETRIES])
{
    const struct net_layer *l = &n->layer[number];
    bool in = oriented(n, l->from), out = oriented(n, number);
    struct part weights = {l->weight, 1, l->size, l->in, l->out, in, out};
    struct part biases = {l->biased, 1, l->bias == NET_BIAS_POINT ? n->width : 1, 1, l->out, false, out};
    if (l->op == NET_DEPTHWISE)
        weights.in = 1, weights.turn_in = false;
    if (l->op == NET_POOL)
        weights.outer = 2, weights.side = 1;
    if (l->op == NET_VALUE) { /* its hidden units have no orientation */
        weights = (struct part){l->weight, 2, 1, l->in, l->hidden, in, false};
        size_t units = (size_t)l->hidden;
        struct part extra = {l->weight + 2 * (size_t)l->in * units, 1, 1, l->extra, l->hidden, false, false};
        struct part last = {l->weight + (size_t)net_seen(l) * units, 1, 1, l->hidden, l->out, false, false};
        tie_part(n, &weights, product);
        tie_part(n, &extra, product);
        tie_part(n, &last, product);
        biases = (struct part){l->biased, 1, 1, 1, l->hidden + l->out, false, false};
    } else
        tie_part(n, &weights, product);
    if (l->bias != NET_BIAS_NONE)
        tie_part(n, &biases, product);
}

void net_tie(struct net *n)
{
    int product[SYMMETRIES][SYMMETRIES];
    for (int a = 0; a < SYMMETRIES; a++)
        for (int b = 0; b < SYMMETRIES; b++)
            product[a][b] = net_symmetry_product(a, b);
    n->tie = mem_zero(n->weights, sizeof *n->tie);
    n->parameters = 0;
    for (int i = 0; i < n->layers; i++)
        tie_layer(n, i, product);
}

void net_expand(const struct net *n, const float *parameter, float *weight)
{
    for (size_t i = 0; i < n->weights; i++)
        weight[i] = parameter[n->tie[i]];
}

void net_fold(const struct net *n, const float *weight, float *parameter)
{
    for (size_t i = 0; i < n->weights; i++)
        parameter[n->tie[i]] += weight[i];
}
