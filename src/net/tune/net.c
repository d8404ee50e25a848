/* The evaluation in floating point, forwards and backwards; see net.h. */
#include "net/tune/net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* The input of the value is the sum of the cells in sixteens, as in connect/eval/cells.c. */
static const float input_scale = 1.0f / 16;
static const float unit_most = (float)WEIGHTS_UNIT_MOST / WEIGHTS_ONE;

struct net_scratch {
    float (*cell)[NET_LANES]; /* features */
    float *logit;
    float input[NET_LANES], unit[NET_HIDDEN];
};

size_t net_size(int classes, int heads)
{
    return (2 * (size_t)classes + 1) * NET_LANES + (size_t)heads * sizeof(struct net_head) / sizeof(float);
}

struct net net_view(float *numbers, int classes)
{
    struct net n;
    n.own = (float(*)[NET_LANES])numbers;
    n.other = n.own + classes;
    n.bias = n.other[classes];
    n.head = (struct net_head *)(n.bias + NET_LANES);
    return n;
}

struct net_scratch *net_scratch_new(int cells)
{
    struct net_scratch *s = mem_zero(1, sizeof *s);
    s->cell = mem_zero((size_t)cells, sizeof *s->cell);
    s->logit = mem_zero((size_t)cells, sizeof *s->logit);
    return s;
}

void net_scratch_free(struct net_scratch *s)
{
    if (s) {
        free(s->cell);
        free(s->logit);
    }
    free(s);
}

/* Features and logits of all cells, and their sum. */
static void run_cells(const struct net *net, const struct net_sample *x, struct net_scratch *s)
{
    const float *policy = net->head[x->head].policy;
    memset(s->input, 0, sizeof s->input);
    for (int c = 0; c < x->n; c++) {
        const struct net_cell *cell = &x->cell[c];
        float h[NET_LANES];
        memcpy(h, net->bias, sizeof h);
        for (int d = 0; d < DIRECTIONS; d++) {
            const float *own = net->own[cell->own[d]], *other = net->other[cell->other[d]];
            for (int i = 0; i < NET_LANES; i++)
                h[i] += own[i] + other[i];
        }
        for (int i = 0; i < NET_LANES; i++) {
            h[i] = h[i] < 0 ? 0 : h[i];
            h[i] = h[i] > 1 ? 1 : h[i];
        }
        if (cell->active)
            for (int i = 0; i < NET_LANES; i++)
                s->input[i] += h[i];
        float part[8] = {0}, sum = 0;
        for (int i = 0; i < NET_LANES; i++)
            part[i % 8] += policy[i] * h[i];
        for (int i = 0; i < 8; i++)
            sum += part[i];
        s->logit[c] = sum;
        memcpy(s->cell[c], h, sizeof h);
    }
    for (int i = 0; i < NET_LANES; i++)
        s->input[i] *= input_scale;
}

/* The value's logit. */
static float run_value(const struct net_head *head, struct net_scratch *s)
{
    float v = head->out_bias;
    for (int i = 0; i < NET_LANES; i++)
        v += head->skip[i] * s->input[i];
    for (int j = 0; j < NET_HIDDEN; j++) {
        float u = head->first_bias[j];
        for (int i = 0; i < NET_LANES; i++)
            u += head->first[j][i] * s->input[i];
        s->unit[j] = u < 0 ? 0 : u > unit_most ? unit_most : u;
        v += head->out[j] * s->unit[j];
    }
    return v;
}

/* Turns the logits into chances; the answer's loss and rank. */
static void choose(const struct net_sample *x, struct net_scratch *s, struct net_answer *a)
{
    float most = s->logit[0], sum = 0, best = -INFINITY;
    for (int c = 1; c < x->n; c++)
        most = s->logit[c] > most ? s->logit[c] : most;
    for (int r = 0; r < x->rights; r++)
        best = s->logit[x->right[r]] > best ? s->logit[x->right[r]] : best;
    a->rank = 0;
    for (int c = 0; c < x->n; c++)
        a->rank += s->logit[c] > best;
    for (int c = 0; c < x->n; c++) {
        s->logit[c] = expf(s->logit[c] - most);
        sum += s->logit[c];
    }
    a->policy_loss = 0;
    for (int c = 0; c < x->n; c++)
        s->logit[c] /= sum;
    for (int r = 0; r < x->rights; r++)
        a->policy_loss -= logf(s->logit[x->right[r]] + 1e-12f) / (float)x->rights;
}

/* Adds the gradient of the value's part to the head and gives that of the summed features. */
static void back_value(const struct net_head *head, struct net_head *g, const struct net_scratch *s, float dv,
                       float dsum[NET_LANES])
{
    g->out_bias += dv;
    for (int i = 0; i < NET_LANES; i++) {
        g->skip[i] += dv * s->input[i];
        dsum[i] = dv * head->skip[i];
    }
    for (int j = 0; j < NET_HIDDEN; j++) {
        g->out[j] += dv * s->unit[j];
        float du = s->unit[j] > 0 && s->unit[j] < unit_most ? dv * head->out[j] : 0;
        g->first_bias[j] += du;
        for (int i = 0; i < NET_LANES; i++) {
            g->first[j][i] += du * s->input[i];
            dsum[i] += du * head->first[j][i];
        }
    }
    for (int i = 0; i < NET_LANES; i++)
        dsum[i] *= input_scale;
}

/* Adds the gradient of everything below: s->logit holds the gradient of the logits. */
static void back_cells(const struct net *net, const struct net_sample *x, const struct net_scratch *s,
                       const float dsum[NET_LANES], const struct net *g)
{
    const float *policy = net->head[x->head].policy;
    float dpolicy[NET_LANES] = {0}, dbias[NET_LANES] = {0};
    for (int c = 0; c < x->n; c++) {
        const struct net_cell *cell = &x->cell[c];
        const float *h = s->cell[c];
        float d[NET_LANES], dl = s->logit[c], counts = cell->active ? 1 : 0;
        for (int i = 0; i < NET_LANES; i++) {
            dpolicy[i] += dl * h[i];
            float slope = h[i] > 0 && h[i] < 1 ? 1 : 0;
            d[i] = slope * (dl * policy[i] + counts * dsum[i]);
            dbias[i] += d[i];
        }
        for (int k = 0; k < DIRECTIONS; k++) {
            float *own = g->own[cell->own[k]], *other = g->other[cell->other[k]];
            for (int i = 0; i < NET_LANES; i++)
                own[i] += d[i];
            for (int i = 0; i < NET_LANES; i++)
                other[i] += d[i];
        }
    }
    for (int i = 0; i < NET_LANES; i++) {
        g->head[x->head].policy[i] += dpolicy[i];
        g->bias[i] += dbias[i];
    }
}

struct net_answer net_run(const struct net *net, const struct net_sample *x, struct net_scratch *s,
                          const struct net *gradient)
{
    struct net_answer a = {.rank = -1};
    run_cells(net, x, s);
    float v = run_value(&net->head[x->head], s);
    a.chance = 1 / (1 + expf(-v));
    /* log(1 + e^v) − target v, without overflow */
    a.value_loss = (v > 0 ? v : 0) + log1pf(expf(-fabsf(v))) - x->target * v;
    if (x->rights)
        choose(x, s, &a);
    else
        memset(s->logit, 0, (size_t)x->n * sizeof *s->logit);
    if (!gradient)
        return a;
    float dsum[NET_LANES];
    back_value(&net->head[x->head], &gradient->head[x->head], s, x->value_weight * (a.chance - x->target),
               dsum);
    for (int r = 0; r < x->rights; r++)
        s->logit[x->right[r]] -= 1 / (float)x->rights;
    back_cells(net, x, s, dsum, gradient);
    return a;
}
