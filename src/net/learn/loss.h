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
    uint64_t owners, scores; /* positions of games whose end is known, by point and by score */
    double owner, owner_right,
        score; /* the mean of the points' losses, shares of points that are right, errors of the score */
};

/* Means. */
struct loss_score {
    uint64_t policies, values;
    double policy, value;
    double top[LOSS_RANKS]; /* shares: right among so many (top[0]: the first choice) */
    double value_right;     /* share: the winner has the better chance */
    uint64_t owners, scores;
    double owner, owner_right, score; /* score: how many tens of points it is off */
};

/* What a net says of a position: NET_HEAD_WIDTH numbers a point of the policy and of whose it will be, `results` of the value; NULL
 * for what it does not say. And where the gradients by that are to be written. */
struct loss_said {
    const float *policy, *owner, *value;
    int results;
};
struct loss_back {
    float *policy, *owner, *value;
};

/* How much gradients count: all of them, and beside the policy's those of the value, its score and the owner. */
struct loss_shares {
    float all, value, score, owner;
};

/* Adds a position. With `back` writes the gradients, all of them. */
void loss_add(struct loss_sum *sum, const struct data_sample *s, int points, const struct loss_said *said,
              const struct loss_shares *shares, const struct loss_back *back);
void loss_join(struct loss_sum *sum, const struct loss_sum *other);
struct loss_score loss_score(const struct loss_sum *sum);

#endif
