/* A network that looks at a board: its layers, and where their numbers are (SPEC 9).
 *
 * A net is a list of layers. Tensor i is what layer i gives; tensor NET_PLANES is the input. Tensors are laid out
 * sample by sample, point by point, channel by channel: x[(n * points + point) * channels + c], so that a 1x1
 * convolution is one product of matrices and nothing has to be reordered between our own code and oneDNN's. A point
 * is row * width + column, rows from the bottom.
 *
 * Numbers live in two vectors. The *weights* are what layers multiply with. The *parameters* are what is learned and
 * stored: weights that a symmetry ties together are one parameter (tie.h). */
#ifndef NET_NET_H
#define NET_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum {
    NET_PLANES = -1, /* the input, in place of a layer */
    NET_NONE = -2,
    NET_HEADS = 2, /* outputs of the policy: two softmax distributions, as in the paper */
    NET_HEAD_WIDTH =
        8, /* channels of the policy's layer; those after NET_HEADS are never read (oneDNN runs two
                            outputs at a tenth of the speed) */
    NET_LAYERS_MOST = 128,
    NET_CHANNELS_MOST = 512,
    NET_SEEN_MOST = 3 * NET_CHANNELS_MOST, /* inputs of a value's units */
    NET_RESULTS = 2,                       /* of a value, at most */
    NET_SIDE_MOST = 127,
    NET_NAME = 40,
    NET_WEIGHTS_MOST = 1 << 23,
};

enum net_op {
    NET_CONV,      /* size x size, zero padding */
    NET_DEPTHWISE, /* 3x3, a filter a channel */
    NET_POOL,      /* adds to every point a linear function of the means and maxima over the board */
    NET_VALUE, /* means and maxima over the board, `hidden` units, `out` numbers: log-odds of winning; and by how many
                      tens of points (NET_SCORE_UNIT) */
};

enum net_bias { NET_BIAS_NONE, NET_BIAS_CHANNEL, NET_BIAS_POINT };

struct net_layer {
    enum net_op op;
    int from;    /* the tensor it reads */
    int skip;    /* a tensor added to its result, or NET_NONE */
    int in, out; /* channels; of NET_VALUE the results */
    int size;    /* of filters */
    int hidden;  /* units of NET_VALUE */
    int extra;   /* of NET_VALUE: the means of so many input planes are seen, too: all or none */
    bool relu;   /* at the end */
    enum net_bias bias;
    size_t weight,
        weights; /* where in the vector of weights, and how many: [tap][in][out], depthwise [tap][c], */
    size_t biased,
        biases; /* of NET_POOL [mean, max][in][out]; biases [out] or [point][out]. NET_VALUE has its
                               matrices in `weight`: [mean, max][in][hidden], [extra][hidden], [hidden][out];
                               biases: [hidden], [out] */
};

/* How weights are tied; see tie.h. */
enum net_tying { NET_FREE, NET_ISOTROPIC, NET_P4M };

struct net {
    char name[NET_NAME];
    int planes;
    int width,
        height; /* of the board; with biases by point the only one it can see, otherwise only the usual one */
    bool any_board;
    bool by_colour; /* the paper's: sees Black's and White's, an output for each; ours see own and others' */
    enum net_tying tying;
    int layers, policy, owner,
        value; /* owner, value: NET_NONE if there is none. The owner's layer says in its first
                                         channel how likely each point is the side to move's at the end, as log-odds */
    struct net_layer layer[NET_LAYERS_MOST];
    size_t weights, parameters;
    uint32_t *tie; /* by weight: its parameter */
};

/* The net of that name for so many input planes:
 *
 *     3x64, 12x192-sym     the paper's: layers x filters, biases by point; -sym: isotropic filters
 *     m8, m6x32, m8-free   ours: blocks x channels (64) of 1x1 to twice as many, depthwise 3x3, 1x1 back; global
 *                          pooling, a value; tied by p4m unless -free
 *     s12x64               the same with blocks of depthwise 3x3 and 1x1
 *     r4, r5x96            the same with blocks of two 3x3
 *     r4v128, r5x96v192    the same with a layer of so many channels that only the value reads
 *     r4v128o              the same with an output that says whose each point will be, from what the value reads, a value that
 *                          says by how much, and sees means of the input planes
 *
 * The caller frees it. NULL with a message for other names, and for nets of more than NET_WEIGHTS_MOST weights. */
struct net *net_new(const char *name, int planes, int width, int height, struct err *e);
/* The same with another bound, for input that may name any net. */
struct net *net_new_within(const char *name, int planes, int width, int height, size_t weights_most,
                           struct err *e);
void net_free(struct net *n);

enum { NET_SCORE_UNIT = 10 };

/* Numbers that a value's units see. */
static inline int net_seen(const struct net_layer *l)
{
    return 2 * l->in + l->extra;
}

/* Channels of a tensor. */
static inline int net_channels(const struct net *n, int tensor)
{
    return tensor == NET_PLANES ? n->planes : n->layer[tensor].out;
}

/* Multiplications and additions of one position on a board of so many points. */
double net_flops(const struct net *n, int points);

/* Weights from parameters; and the gradient by parameters from that by weights, which is added. */
void net_expand(const struct net *n, const float *parameter, float *weight);
void net_fold(const struct net *n, const float *weight, float *parameter);

/* Parameters by chance, scaled so that signals keep their size through the layers (or, for the paper's nets, uniform
 * as the paper has them). */
void net_start(const struct net *n, uint64_t seed, float *parameter);

/* Gives a net that has just started the parameters of another one, so that it says the same: of one of its own kind, or, of ours,
 * of one with fewer blocks or planes, to which those that it has more add nothing yet. Where its layers for the value have another
 * shape it begins that anew. False if it is another. */
bool net_grow(const struct net *from, const float *known, const struct net *to, float *parameter);

#endif
