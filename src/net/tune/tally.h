/* Adds up what a net makes of samples. */
#ifndef NET_TUNE_TALLY_H
#define NET_TUNE_TALLY_H

#include "net/tune/trainer.h"

struct tally {
    size_t policies, values, decided;
    double policy_loss, value_loss, value_weight;
    size_t first, ten, value_right;
};

void tally_add(struct tally *t, const struct net_sample *x, const struct net_answer *a);
void tally_join(struct tally *t, const struct tally *other);
struct trainer_score tally_score(const struct tally *t);

#endif
