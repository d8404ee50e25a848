/* Ratings by Newton's method; see ratings.h. */
#include "play/arena/ratings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static const double z95 = 1.959963984540054;
enum { MOST_STEPS = 100 };

/* Elo of one unit of the natural logarithm. */
static double elo_unit(void)
{
    return 400 / log(10);
}

/* Pairs of a meeting, the drawn one added, and the sum of their scores. */
static double pairs_of(const struct meeting *m, double *score)
{
    double n = 1, sum = 0.5;
    for (int i = 0; i < PENTA; i++) {
        n += (double)m->penta[i];
        sum += (double)m->penta[i] * i / (PENTA - 1);
    }
    *score = sum;
    return n;
}

/* Inverts a positive definite matrix in place, by Gauss and Jordan; no exchange of rows is needed for one. */
static void invert(double *a, int n)
{
    for (int k = 0; k < n; k++) {
        double pivot = a[k * n + k];
        a[k * n + k] = 1;
        for (int j = 0; j < n; j++)
            a[k * n + j] /= pivot;
        for (int i = 0; i < n; i++) {
            if (i == k)
                continue;
            double factor = a[i * n + k];
            a[i * n + k] = 0;
            for (int j = 0; j < n; j++)
                a[i * n + j] -= factor * a[k * n + j];
        }
    }
}

/* Adds v·(e_i − e_j)(e_i − e_j)ᵀ. */
static void add_edge(double *a, int n, int i, int j, double v)
{
    a[i * n + i] += v;
    a[j * n + j] += v;
    a[i * n + j] -= v;
    a[j * n + i] -= v;
}

/* The gradient and minus the second derivatives of the log-likelihood of a pair's mean score. All ones on top
 * fix the mean at 0; players who never met are held there too. */
static void derive(const struct meeting *m, size_t meetings, const double *r, double *gradient, double *h,
                   int n)
{
    memset(gradient, 0, (size_t)n * sizeof *gradient);
    for (int i = 0; i < n * n; i++)
        h[i] = 1.0 / n + (i / n == i % n ? 1e-9 : 0);
    for (size_t k = 0; k < meetings; k++) {
        int i = m[k].first, j = m[k].second;
        double score, pairs = pairs_of(&m[k], &score), e = 1 / (1 + exp(r[j] - r[i]));
        gradient[i] += score - pairs * e;
        gradient[j] -= score - pairs * e;
        add_edge(h, n, i, j, pairs * e * (1 - e));
    }
}

/* The squares of the pairs' own gradients, summed. */
static void scatter(const struct meeting *m, size_t meetings, const double *r, double *out, int n)
{
    memset(out, 0, (size_t)n * (size_t)n * sizeof *out);
    for (size_t k = 0; k < meetings; k++) {
        double e = 1 / (1 + exp(r[m[k].second] - r[m[k].first])), sum = (0.5 - e) * (0.5 - e);
        for (int i = 0; i < PENTA; i++) {
            double miss = (double)i / (PENTA - 1) - e;
            sum += (double)m[k].penta[i] * miss * miss;
        }
        add_edge(out, n, m[k].first, m[k].second, sum);
    }
}

static double step(const double *inverse, const double *gradient, double *r, int n)
{
    double largest = 0;
    for (int i = 0; i < n; i++) {
        double d = 0;
        for (int j = 0; j < n; j++)
            d += inverse[i * n + j] * gradient[j];
        d = fmax(-1, fmin(1, d)); /* far from the top Newton overshoots */
        r[i] += d;
        largest = fmax(largest, fabs(d));
    }
    return largest;
}

void ratings_find(const struct meeting *m, size_t meetings, struct rating *out, int players)
{
    size_t n = (size_t)players;
    double *r = mem_zero(n, sizeof *r), *gradient = mem_zero(n, sizeof *gradient);
    double *h = mem_zero(n * n, sizeof *h), *s = mem_zero(n * n, sizeof *s);
    for (int i = 0; i < MOST_STEPS; i++) {
        derive(m, meetings, r, gradient, h, players);
        invert(h, players);
        if (step(h, gradient, r, players) < 1e-10)
            break;
    }
    scatter(m, meetings, r, s, players);
    double mean = 0;
    for (size_t i = 0; i < n; i++)
        mean += r[i] / (double)n;
    for (size_t i = 0; i < n; i++) {
        double variance = 0;
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k < n; k++)
                variance += h[i * n + j] * s[j * n + k] * h[k * n + i];
        out[i].elo = (r[i] - mean) * elo_unit();
        out[i].error = z95 * sqrt(fmax(variance, 0)) * elo_unit();
    }
    free(r);
    free(gradient);
    free(h);
    free(s);
}
