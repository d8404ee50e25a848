/* The value's gradient; see value.h. */
#include "net/learn/value.h"

#include <assert.h>
#include <math.h>

struct value_map value_map(const struct net *n)
{
    struct value_map m = {.net = n};
    if (n->value == NET_NONE)
        return m;
    const struct net_layer *l = &n->layer[n->value];
    const uint32_t *weights = n->tie + l->weight;
    int inputs = net_seen(l);
    assert(l->in <= NET_CHANNELS_MOST && l->hidden <= NET_CHANNELS_MOST);
    m.units = l->hidden;
    m.results = l->out;
    for (int i = 0; i < inputs; i++) {
        const uint32_t *own = weights + (size_t)i * (size_t)l->hidden;
        int r = 0;
        if (i == 2 * l->in)
            m.planes = m.rows;
        while (r < m.rows && m.of_row[r][0] != own[0])
            r++;
        m.row[i] = r;
        if (r == m.rows)
            m.of_row[m.rows++] = own;
    }
    if (!l->extra)
        m.planes = m.rows;
    m.last = weights + (size_t)inputs * (size_t)l->hidden;
    m.bias = n->tie + l->biased;
    m.last_bias = m.bias + l->hidden;
    return m;
}

void value_add(const struct value_map *m, struct value_sums *s, int n, const float *pooled, const float *unit)
{
    int inputs = net_seen(&m->net->layer[m->net->value]);
    s->n += n;
    for (; n > 0; n--, pooled += inputs, unit += m->units) {
        double seen[NET_SEEN_MOST] = {0};
        for (int i = 0; i < inputs; i++)
            seen[m->row[i]] += (double)pooled[i];
        for (int r = 0; r < m->rows; r++) {
            s->seen[r] += seen[r];
            s->seen_squares[r] += seen[r] * seen[r];
        }
        for (int u = 0; u < m->units; u++) {
            s->unit[u] += (double)unit[u];
            s->unit_squares[u] += (double)unit[u] * (double)unit[u];
        }
    }
}

void value_join(struct value_sums *s, const struct value_sums *other)
{
    s->n += other->n;
    for (int i = 0; i < NET_SEEN_MOST; i++) {
        s->seen[i] += other->seen[i];
        s->seen_squares[i] += other->seen_squares[i];
    }
    for (int u = 0; u < NET_CHANNELS_MOST; u++) {
        s->unit[u] += other->unit[u];
        s->unit_squares[u] += other->unit_squares[u];
    }
}

/* Means of planes are shares of the board: what changes by less than a tenth is measured as if it did. */
static const double planes_least = 0.01;

/* What was summed up over n positions, by its mean and variance; none of these next to nothing: what hardly ever changes is no
 * scale to measure by. */
struct spread {
    double mean[NET_SEEN_MOST], variance[NET_SEEN_MOST];
};

static void spread_of(struct spread *s, double n, int count, int planes, const double *sum,
                      const double *squares)
{
    for (int i = 0; i < count; i++) {
        double mean = sum[i] / n, least = i < planes ? 1e-6 + 1e-3 * mean * mean : planes_least;
        s->mean[i] = mean;
        s->variance[i] = fmax(squares[i] / n - mean * mean, least);
    }
}

bool value_fresh(const struct value_map *m, const float *parameter)
{
    for (int u = 0; u < m->units * m->results; u++)
        if (parameter[m->last[u]] < 0 || parameter[m->last[u]] > 0)
            return false;
    return m->rows > 0;
}

void value_begin(const struct value_map *m, const struct value_sums *s, float *parameter)
{
    struct spread seen;
    spread_of(&seen, s->n, m->rows, m->planes, s->seen, s->seen_squares);
    /* They began with a variance of 2 by the number of inputs. */
    double scale = sqrt((double)m->net->layer[m->net->value].in / m->rows);
    for (int u = 0; u < m->units; u++) {
        double middle = 0;
        for (int r = 0; r < m->rows; r++) {
            float *w = &parameter[m->of_row[r][u]];
            *w = (float)((double)*w * scale / sqrt(seen.variance[r]));
            middle += (double)*w * seen.mean[r];
        }
        parameter[m->bias[u]] = (float)-middle;
    }
}

/* A sum of inputs x by weights, and a bias. Were the inputs (x - mean) / deviation, a step by the gradient would change the
 * weights, in terms of x, by (g - mean g_bias) / variance; and the bias by what keeps the sum at the mean where it was, and
 * its own gradient. */
static void whiten(float *gradient, int count, const uint32_t *weight, uint32_t bias, const struct spread *s)
{
    double own = (double)gradient[bias], moved = 0;
    for (int i = 0; i < count; i++) {
        double g = ((double)gradient[weight[i]] - s->mean[i] * own) / s->variance[i];
        gradient[weight[i]] = (float)g;
        moved += s->mean[i] * g;
    }
    gradient[bias] = (float)(own - moved);
}

void value_gradient(const struct value_map *m, const struct value_sums *s, float *gradient)
{
    if (m->rows == 0 || !(s->n > 0))
        return;
    struct spread seen, units;
    spread_of(&seen, s->n, m->rows, m->planes, s->seen, s->seen_squares);
    spread_of(&units, s->n, m->units, m->units, s->unit, s->unit_squares);
    for (int u = 0; u < m->units; u++) {
        uint32_t weight[NET_SEEN_MOST];
        for (int r = 0; r < m->rows; r++)
            weight[r] = m->of_row[r][u];
        whiten(gradient, m->rows, weight, m->bias[u], &seen);
    }
    for (int k = 0; k < m->results; k++) {
        uint32_t weight[NET_CHANNELS_MOST];
        for (int u = 0; u < m->units; u++)
            weight[u] = m->last[u * m->results + k];
        whiten(gradient, m->units, weight, m->last_bias[k], &units);
    }
}
