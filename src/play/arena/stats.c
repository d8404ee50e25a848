/* Elo and the sequential test; see stats.h. */
#include "play/arena/stats.h"

#include <math.h>

static const double z95 = 1.959963984540054;
static const double pair_score[PENTA] = {0, 0.25, 0.5, 0.75, 1};

double elo_score(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

double score_elo(double score)
{
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return 400 * log10(score / (1 - score));
}

/* Wilson's interval: the means m from which the observed one is not further than 1.96 standard deviations,
 * where the variance at m is ratio·m(1−m), ratio being what was observed. With no spread at all (every pair
 * 1-1) the ratio is taken to be 1/n: as if one observation had shown a coin's. */
static void set_interval(struct estimate *e, double variance)
{
    double n = (double)e->n, coin = e->score * (1 - e->score);
    double ratio = coin > 1e-12 ? fmax(variance / coin, 1 / n) : 1;
    double c = z95 * z95 * ratio / n;
    double middle = (e->score + c / 2) / (1 + c), half = sqrt(c * coin + c * c / 4) / (1 + c);
    /* The ends of clean sweeps exactly, not to the last bit of a double. */
    e->low = e->score > 0 ? fmax(middle - half, 0) : 0;
    e->high = e->score < 1 ? fmin(middle + half, 1) : 1;
    /* The same reckoning at m = 1/2: one half is within the interval if and only if this is within 2.5%
     * … 97.5%. */
    e->los = 0.5 * (1 + erf((e->score - 0.5) / sqrt(ratio / 4 / n) / sqrt(2)));
}

static struct estimate estimate(const double *value, const long *count, int classes)
{
    struct estimate e = {.score = 0.5, .high = 1, .los = 0.5};
    double sum = 0, squares = 0;
    for (int i = 0; i < classes; i++) {
        e.n += count[i];
        sum += value[i] * (double)count[i];
    }
    if (e.n) {
        e.score = sum / (double)e.n;
        for (int i = 0; i < classes; i++)
            squares += (double)count[i] * (value[i] - e.score) * (value[i] - e.score);
        set_interval(&e, squares / (double)e.n);
    }
    e.elo = score_elo(e.score);
    e.elo_low = score_elo(e.low);
    e.elo_high = score_elo(e.high);
    return e;
}

struct estimate stats_games(long wins, long draws, long losses)
{
    const double value[] = {0, 0.5, 1};
    const long count[] = {losses, draws, wins};
    return estimate(value, count, 3);
}

struct estimate stats_pairs(const long penta[PENTA])
{
    return estimate(pair_score, penta, PENTA);
}

/* The distribution nearest to `p` (in likelihood) among those with mean `mean`: p(i) / (1 + x·(a(i)−mean))
 * for the x that gives the mean, found by bisection: the sum falls from +∞ to −∞ between the poles. */
static void constrain(const double p[PENTA], double mean, double out[PENTA])
{
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int round = 0; round < 64; round++) {
        double x = (low + high) / 2, sum = 0;
        for (int i = 0; i < PENTA; i++)
            sum += p[i] * (pair_score[i] - mean) / (1 + x * (pair_score[i] - mean));
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    for (int i = 0; i < PENTA; i++)
        out[i] = p[i] / (1 + (low + high) / 2 * (pair_score[i] - mean));
}

double sprt_llr(const long penta[PENTA], double elo0, double elo1)
{
    /* A class not seen yet gets a trace, so that no hypothesis is impossible. */
    double total = 0, n = 0, p[PENTA], p0[PENTA], p1[PENTA], llr = 0;
    for (int i = 0; i < PENTA; i++) {
        p[i] = penta[i] ? (double)penta[i] : 1e-3;
        total += p[i];
        n += (double)penta[i];
    }
    if (n == 0)
        return 0;
    for (int i = 0; i < PENTA; i++)
        p[i] /= total;
    constrain(p, elo_score(elo0), p0);
    constrain(p, elo_score(elo1), p1);
    for (int i = 0; i < PENTA; i++)
        llr += p[i] * log(p1[i] / p0[i]);
    return n * llr;
}

void sprt_bounds(const struct sprt *s, double *lower, double *upper)
{
    *lower = log(s->beta / (1 - s->alpha));
    *upper = log((1 - s->beta) / s->alpha);
}

enum sprt_verdict sprt_decide(const struct sprt *s, const long penta[PENTA])
{
    double lower, upper, llr = sprt_llr(penta, s->elo0, s->elo1);
    sprt_bounds(s, &lower, &upper);
    return llr >= upper ? SPRT_ELO1 : llr <= lower ? SPRT_ELO0 : SPRT_OPEN;
}
