/* Floating point to whole numbers and back; see convert.h. */
#include "net/tune/convert.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static const double unit_scale = (double)WEIGHTS_ONE * WEIGHTS_INPUT_UNIT; /* of the sums of units */
static const double out_scale = (double)WEIGHTS_ONE * WEIGHTS_ONE;

static int32_t whole(double x, double scale, int32_t most)
{
    double v = round(x * scale);
    return (int32_t)(v > most ? most : v < -most ? -most : v);
}

static void whole_row(const float *from, int16_t *to, int n, int32_t most)
{
    for (int i = 0; i < n; i++)
        to[i] = (int16_t)whole(from[i], WEIGHTS_ONE, most);
}

/* A unit whose numbers add up to too much is scaled down; what it lacks then, its activity lacks. */
static void whole_unit(const float *from, int16_t to[WEIGHTS_LANES])
{
    long sum = 0;
    whole_row(from, to, WEIGHTS_LANES, INT16_MAX);
    for (int i = 0; i < WEIGHTS_LANES; i++)
        sum += labs((long)to[i]);
    for (int i = 0; sum > WEIGHTS_UNIT_SUM && i < WEIGHTS_LANES; i++)
        to[i] = (int16_t)(to[i] * (long)WEIGHTS_UNIT_SUM / sum);
}

static void head_to_weights(const struct net_head *from, struct weights_head *to)
{
    whole_row(from->policy, to->policy, WEIGHTS_LANES, INT16_MAX);
    whole_row(from->skip, to->skip, WEIGHTS_LANES, INT16_MAX);
    whole_row(from->out, to->out, WEIGHTS_HIDDEN, INT16_MAX);
    for (int j = 0; j < WEIGHTS_HIDDEN; j++) {
        whole_unit(from->first[j], to->first[j]);
        to->first_bias[j] = whole(from->first_bias[j], unit_scale, WEIGHTS_BIAS_MOST);
    }
    to->out_bias = whole(from->out_bias, out_scale, WEIGHTS_BIAS_MOST);
}

void convert_to_weights(const float *numbers, struct weights *w)
{
    /* Only read through the view. */
    struct net n = net_view((float *)(uintptr_t)numbers, w->classes);
    for (int c = 0; c < w->classes; c++) {
        whole_row(n.own[c], w->owned[c], WEIGHTS_LANES, WEIGHTS_ROW_MOST);
        whole_row(n.other[c], w->owned[w->classes + c], WEIGHTS_LANES, WEIGHTS_ROW_MOST);
    }
    whole_row(n.bias, w->bias, WEIGHTS_LANES, WEIGHTS_ROW_MOST);
    for (int h = 0; h < w->p; h++)
        head_to_weights(&n.head[h], &w->head[h]);
}

static void float_row(const int16_t *from, float *to, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = (float)from[i] / WEIGHTS_ONE;
}

void convert_to_net(const struct weights *w, float *numbers)
{
    struct net n = net_view(numbers, w->classes);
    for (int c = 0; c < w->classes; c++) {
        float_row(w->own[c], n.own[c], NET_LANES);
        float_row(w->other[c], n.other[c], NET_LANES);
    }
    float_row(w->bias, n.bias, NET_LANES);
    for (int h = 0; h < w->p; h++) {
        const struct weights_head *from = &w->head[h];
        struct net_head *to = &n.head[h];
        float_row(from->policy, to->policy, NET_LANES);
        float_row(from->skip, to->skip, NET_LANES);
        float_row(from->out, to->out, NET_HIDDEN);
        for (int j = 0; j < NET_HIDDEN; j++) {
            float_row(from->first[j], to->first[j], NET_LANES);
            to->first_bias[j] = (float)(from->first_bias[j] / unit_scale);
        }
        to->out_bias = (float)(from->out_bias / out_scale);
    }
}
