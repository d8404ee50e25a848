/* Losses; see loss.h. */
#include "net/learn/loss.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "net/net.h"

static float target_of(const struct data_sample *s, int point)
{
    float share = 0;
    for (int i = 0; i < s->rights; i++)
        share += s->right[i] == point ? 1 / (float)s->rights : 0;
    return share;
}

/* How many legal points the net likes better than the best right one. Among equals the lower point comes first. */
static int rank_of(const struct data_sample *s, int points, const float *logit)
{
    int best = s->right[0], rank = 0;
    for (int i = 1; i < s->rights; i++)
        if (logit[s->right[i] * NET_HEAD_WIDTH] > logit[best * NET_HEAD_WIDTH])
            best = s->right[i];
    float score = logit[best * NET_HEAD_WIDTH];
    for (int p = 0; p < points; p++) {
        float other = logit[p * NET_HEAD_WIDTH];
        rank += s->legal[p] && (other > score || (other >= score && p < best));
    }
    return rank;
}

static void add_policy(struct loss_sum *sum, const struct data_sample *s, int points, const float *logit,
                       float scale, float *back)
{
    float most = -INFINITY;
    double all = 0, loss = 0;
    for (int p = 0; p < points; p++)
        if (s->legal[p] && logit[p * NET_HEAD_WIDTH] > most)
            most = logit[p * NET_HEAD_WIDTH];
    for (int p = 0; p < points; p++)
        if (s->legal[p])
            all += exp((double)(logit[p * NET_HEAD_WIDTH] - most));
    for (int i = 0; i < s->rights; i++)
        loss += log(all) - (double)(logit[s->right[i] * NET_HEAD_WIDTH] - most);
    for (int p = 0; back && p < points; p++)
        if (s->legal[p]) {
            double chance = exp((double)(logit[p * NET_HEAD_WIDTH] - most)) / all;
            back[p * NET_HEAD_WIDTH] = scale * ((float)chance - target_of(s, p));
        }
    int rank = rank_of(s, points, logit);
    sum->policies++;
    sum->policy += loss / s->rights;
    if (rank < LOSS_RANKS)
        sum->rank[rank]++;
}

static void add_value(struct loss_sum *sum, const struct data_sample *s, double v)
{
    sum->values++;
    sum->value_weight += s->weight;
    sum->value += s->weight * ((v > 0 ? v : 0) + log1p(exp(-fabs(v))) - s->target * v);
    sum->decided += s->target > 0.5f || s->target < 0.5f;
    sum->value_right += (s->target > 0.5f && v > 0) || (s->target < 0.5f && v < 0);
}

void loss_add(struct loss_sum *sum, const struct data_sample *s, int points, const float *logit,
              const float *value, float scale, float value_share, float *policy_back, float *value_back)
{
    assert(s->head >= 0 && s->head < NET_HEADS);
    if (policy_back)
        memset(policy_back, 0, (size_t)points * NET_HEAD_WIDTH * sizeof *policy_back);
    if (value_back)
        *value_back = 0;
    if (s->rights > 0)
        add_policy(sum, s, points, logit + s->head, scale, policy_back ? policy_back + s->head : NULL);
    if (!value || !(s->weight > 0))
        return;
    add_value(sum, s, *value);
    if (value_back)
        *value_back = scale * value_share * s->weight * (1 / (1 + expf(-*value)) - s->target);
}

void loss_join(struct loss_sum *sum, const struct loss_sum *other)
{
    sum->policies += other->policies;
    sum->values += other->values;
    sum->decided += other->decided;
    sum->policy += other->policy;
    sum->value += other->value;
    sum->value_weight += other->value_weight;
    sum->value_right += other->value_right;
    for (int i = 0; i < LOSS_RANKS; i++)
        sum->rank[i] += other->rank[i];
}

static double mean(double sum, double n)
{
    return n > 0 ? sum / n : 0;
}

struct loss_score loss_score(const struct loss_sum *sum)
{
    double n = (double)sum->policies;
    struct loss_score s = {.policies = sum->policies,
                           .values = sum->values,
                           .policy = mean(sum->policy, n),
                           .value = mean(sum->value, sum->value_weight),
                           .value_right = mean((double)sum->value_right, (double)sum->decided)};
    uint64_t within = 0;
    for (int i = 0; i < LOSS_RANKS; i++)
        s.top[i] = mean((double)(within += sum->rank[i]), n);
    return s;
}
