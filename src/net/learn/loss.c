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

/* Log-odds against a chance. */
static double odds_loss(double v, double target)
{
    return (v > 0 ? v : 0) + log1p(exp(-fabs(v))) - target * v;
}

static void add_value(struct loss_sum *sum, const struct data_sample *s, double v)
{
    sum->values++;
    sum->value_weight += s->weight;
    sum->value += s->weight * odds_loss(v, (double)s->target);
    sum->decided += s->target > 0.5f || s->target < 0.5f;
    sum->value_right += (s->target > 0.5f && v > 0) || (s->target < 0.5f && v < 0);
}

/* Whose the points will be: what is nobody's is right either way. */
static void add_owner(struct loss_sum *sum, const struct data_sample *s, int points, const float *said,
                      float share, float *back)
{
    double loss = 0;
    int right = 0;
    for (int p = 0; p < points; p++) {
        float v = said[p * NET_HEAD_WIDTH], target = 0.5f + 0.5f * (float)s->owner[p];
        loss += odds_loss((double)v, (double)target);
        right += s->owner[p] == 0 || (v > 0) == (s->owner[p] > 0);
        if (back)
            back[p * NET_HEAD_WIDTH] = share / (float)points * (1 / (1 + expf(-v)) - target);
    }
    sum->owners++;
    sum->owner += loss / points;
    sum->owner_right += (double)right / points;
}

/* The score's loss is quadratic below ten points, then linear: lost groups are no reason to leap. */
static float add_score(struct loss_sum *sum, const struct data_sample *s, float said)
{
    float off = said - s->score;
    sum->scores++;
    sum->score += (double)fabsf(off);
    return fminf(fmaxf(off, -1), 1);
}

void loss_add(struct loss_sum *sum, const struct data_sample *s, int points, const struct loss_said *said,
              const struct loss_shares *shares, const struct loss_back *back)
{
    size_t plane = (size_t)points * NET_HEAD_WIDTH * sizeof(float);
    assert(s->head >= 0 && s->head < NET_HEADS);
    if (back) {
        memset(back->policy, 0, plane);
        if (back->owner)
            memset(back->owner, 0, plane);
        if (back->value)
            memset(back->value, 0, (size_t)said->results * sizeof *back->value);
    }
    if (s->rights > 0)
        add_policy(sum, s, points, said->policy + s->head, shares->all, back ? back->policy + s->head : NULL);
    if (said->owner && s->owner)
        add_owner(sum, s, points, said->owner, shares->all * shares->owner, back ? back->owner : NULL);
    if (said->value && said->results > 1 && s->scored) {
        float slope = add_score(sum, s, said->value[1]);
        if (back)
            back->value[1] = shares->all * shares->score * slope;
    }
    if (!said->value || !(s->weight > 0))
        return;
    add_value(sum, s, (double)said->value[0]);
    if (back)
        back->value[0] =
            shares->all * shares->value * s->weight * (1 / (1 + expf(-said->value[0])) - s->target);
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
    sum->owners += other->owners;
    sum->scores += other->scores;
    sum->owner += other->owner;
    sum->owner_right += other->owner_right;
    sum->score += other->score;
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
                           .value_right = mean((double)sum->value_right, (double)sum->decided),
                           .owners = sum->owners,
                           .scores = sum->scores,
                           .owner = mean(sum->owner, (double)sum->owners),
                           .owner_right = mean(sum->owner_right, (double)sum->owners),
                           .score = mean(sum->score, (double)sum->scores)};
    uint64_t within = 0;
    for (int i = 0; i < LOSS_RANKS; i++)
        s.top[i] = mean((double)(within += sum->rank[i]), n);
    return s;
}
