/* Sums over samples; see tally.h. */
#include "net/tune/tally.h"

enum { FEW = 10 };

void tally_add(struct tally *t, const struct net_sample *x, const struct net_answer *a)
{
    if (a->rank >= 0) {
        t->policies++;
        t->policy_loss += a->policy_loss;
        t->first += a->rank == 0;
        t->ten += a->rank < FEW;
    }
    if (x->value_weight > 0) {
        t->values++;
        t->value_weight += x->value_weight;
        t->value_loss += x->value_weight * a->value_loss;
        t->decided += x->target > 0.5f || x->target < 0.5f;
        t->value_right += (x->target > 0.5f && a->chance > 0.5f) || (x->target < 0.5f && a->chance < 0.5f);
    }
}

void tally_join(struct tally *t, const struct tally *other)
{
    t->policies += other->policies;
    t->values += other->values;
    t->decided += other->decided;
    t->policy_loss += other->policy_loss;
    t->value_loss += other->value_loss;
    t->value_weight += other->value_weight;
    t->first += other->first;
    t->ten += other->ten;
    t->value_right += other->value_right;
}

/* A mean, 0 over nothing. */
static double mean(double sum, double n)
{
    return n > 0 ? sum / n : 0;
}

struct trainer_score tally_score(const struct tally *t)
{
    double policies = (double)t->policies;
    return (struct trainer_score){
        .samples = t->policies,
        .values = t->values,
        .policy_loss = mean(t->policy_loss, policies),
        .value_loss = mean(t->value_loss, t->value_weight),
        .first = mean((double)t->first, policies),
        .ten = mean((double)t->ten, policies),
        .value_right = mean((double)t->value_right, (double)t->decided),
    };
}
