/* What a net says of a position, against what is right: losses, their gradients, sums over positions. */
#ifndef NET_LEARN_LOSS_H
#define NET_LEARN_LOSS_H

#include "net/learn/data.h"

enum { LOSS_RANKS = 10 };

/* Sums over positions. */
struct loss_sum {
    uint64_t policies, values, decided; /* decided: values of games that were not drawn */
    double policy, value, value_weight;
    uint64_t rank[LOSS_RANKS]; /* positions whose best right point is the net's choice number i + 1 */
    uint64_t value_right;
};

/* Means. */
struct loss_score {
    uint64_t policies, values;
    double policy, value;
    double top[LOSS_RANKS]; /* shares: right among so many (top[0]: the first choice) */
    double value_right;     /* share: the winner has the better chance */
};

/* Adds a position. `logit` are the policy's outputs, NET_HEAD_WIDTH a point, `value` the log-odds or NULL. With `policy_back`
 * writes the gradients (all of them), times `scale`; the value's counts `value_share` times. */
void loss_add(struct loss_sum *sum, const struct data_sample *s, int points, const float *logit,
              const float *value, float scale, float value_share, float *policy_back, float *value_back);
void loss_join(struct loss_sum *sum, const struct loss_sum *other);
struct loss_score loss_score(const struct loss_sum *sum);

#endif
