/* The learned evaluation in floating point, as it is trained (docs/evaluation.md). connect/eval/cells.c is the same
 * in whole numbers, as it is played.
 *
 * All parameters are one array, so that an optimiser need not know them:
 *
 *     own rows, other rows, bias, then for each head: policy, skip, first, out, first_bias, out_bias
 */
#ifndef NET_TUNE_NET_H
#define NET_TUNE_NET_H

#include <stdint.h>

#include "connect/eval/cells_lines.h"
#include "connect/eval/weights.h"

enum { NET_LANES = WEIGHTS_LANES, NET_HIDDEN = WEIGHTS_HIDDEN };

struct net_head {
    float policy[NET_LANES];
    float skip[NET_LANES];
    float first[NET_HIDDEN][NET_LANES];
    float out[NET_HIDDEN];
    float first_bias[NET_HIDDEN];
    float out_bias;
    float unused[3]; /* keeps the next head aligned */
};

/* An array of parameters (or of their gradients) seen by its parts. */
struct net {
    float (*own)[NET_LANES];
    float (*other)[NET_LANES];
    float *bias;
    struct net_head *head;
};

/* Numbers in all, for so many classes and heads. */
size_t net_size(int classes, int heads);
struct net net_view(float *numbers, int classes);

/* One empty cell as the side to move sees it. */
struct net_cell {
    uint16_t own[DIRECTIONS], other[DIRECTIONS];
    bool active; /* a stone is on one of its lines, and can still matter: it counts for the value */
};

enum { NET_RIGHT_MOST = WEIGHTS_HEADS_MOST };

/* A position and what is to be learned from it. */
struct net_sample {
    int n; /* cells */
    struct net_cell *cell;
    int head;   /* stones left − 1 */
    int rights; /* cells that were right answers, all as good; 0: not for the policy */
    int right[NET_RIGHT_MOST];
    float target, value_weight; /* the chance to learn, and how much it counts */
};

/* What a net thinks of a sample. */
struct net_answer {
    float policy_loss, value_loss; /* natural logarithms; the latter not weighted */
    float chance;
    int rank; /* of the best right answer, 0: first; -1 without right answers */
};

struct net_scratch; /* room for one thread's sums */
struct net_scratch *net_scratch_new(int cells);
void net_scratch_free(struct net_scratch *s);

/* Works the sample out and, if `gradient` has parts, adds the gradient of the loss to it. */
struct net_answer net_run(const struct net *net, const struct net_sample *x, struct net_scratch *s,
                          const struct net *gradient);

#endif
