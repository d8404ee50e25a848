/* The layers in plain C; see layers.h. Inner loops run over channels, which lie side by side. */
#include "net/layers.h"

#include <string.h>

/* For every point of a position and every tap that stays on the board: the point and its neighbour there. */
struct taps {
    const struct net_board *board;
    int reach;
};

#define FOR_TAPS(t, point, tap, other)                                       \
    for (int row = 0, point = 0; row < (t)->board->height; row++)            \
        for (int col = 0; col < (t)->board->width; col++, point++)           \
            for (int dy_ = -(t)->reach, tap = 0; dy_ <= (t)->reach; dy_++)   \
                for (int dx_ = -(t)->reach; dx_ <= (t)->reach; dx_++, tap++) \
                    for (int other = neighbour((t)->board, row + dy_, col + dx_); other >= 0; other = -1)

static int neighbour(const struct net_board *b, int row, int col)
{
    return row >= 0 && row < b->height && col >= 0 && col < b->width ? row * b->width + col : -1;
}

void layer_conv(const struct net_layer *l, const struct net_board *b, const float *x, const float *w,
                float *y)
{
    size_t points = net_board_points(b), in = (size_t)l->in, out = (size_t)l->out;
    struct taps t = {b, l->size / 2};
    memset(y, 0, (size_t)b->n * points * out * sizeof *y);
    for (int n = 0; n < b->n; n++, x += points * in, y += points * out)
        FOR_TAPS(&t, point, tap, other)
        {
            const float *from = x + (size_t)other * in, *row_w = w + (size_t)tap * in * out;
            float *to = y + (size_t)point * out;
            for (size_t i = 0; i < in; i++)
                for (size_t o = 0; o < out; o++)
                    to[o] += from[i] * row_w[i * out + o];
        }
}

void layer_conv_back(const struct net_layer *l, const struct net_board *b, const float *x, const float *w,
                     const float *dy, float *dw, float *dx)
{
    size_t points = net_board_points(b), in = (size_t)l->in, out = (size_t)l->out;
    struct taps t = {b, l->size / 2};
    for (int n = 0; n < b->n; n++, x += points * in, dy += points * out, dx = dx ? dx + points * in : NULL)
        FOR_TAPS(&t, point, tap, other)
        {
            const float *from = x + (size_t)other * in, *to = dy + (size_t)point * out;
            for (size_t i = 0; i < in; i++) {
                size_t at = ((size_t)tap * in + i) * out;
                float sum = 0;
                for (size_t o = 0; o < out; o++) {
                    dw[at + o] += from[i] * to[o];
                    sum += w[at + o] * to[o];
                }
                if (dx)
                    dx[(size_t)other * in + i] += sum;
            }
        }
}

void layer_depthwise(const struct net_layer *l, const struct net_board *b, const float *x, const float *w,
                     float *y)
{
    size_t points = net_board_points(b), c = (size_t)l->out;
    struct taps t = {b, l->size / 2};
    memset(y, 0, (size_t)b->n * points * c * sizeof *y);
    for (int n = 0; n < b->n; n++, x += points * c, y += points * c)
        FOR_TAPS(&t, point, tap, other)
        {
            const float *from = x + (size_t)other * c, *by = w + (size_t)tap * c;
            float *to = y + (size_t)point * c;
            for (size_t o = 0; o < c; o++)
                to[o] += from[o] * by[o];
        }
}

void layer_depthwise_back(const struct net_layer *l, const struct net_board *b, const float *x,
                          const float *w, const float *dy, float *dw, float *dx)
{
    size_t points = net_board_points(b), c = (size_t)l->out;
    struct taps t = {b, l->size / 2};
    for (int n = 0; n < b->n; n++, x += points * c, dy += points * c, dx = dx ? dx + points * c : NULL)
        FOR_TAPS(&t, point, tap, other)
        {
            const float *from = x + (size_t)other * c, *to = dy + (size_t)point * c,
                        *by = w + (size_t)tap * c;
            for (size_t o = 0; o < c; o++)
                dw[(size_t)tap * c + o] += from[o] * to[o];
            for (size_t o = 0; dx && o < c; o++)
                dx[(size_t)other * c + o] += by[o] * to[o];
        }
}

void layer_finish(const struct net_layer *l, const struct net_board *b, const float *bias, const float *skip,
                  float *y)
{
    size_t points = net_board_points(b), out = (size_t)l->out;
    for (size_t i = 0; i < (size_t)b->n * points; i++, y += out, skip = skip ? skip + out : NULL) {
        const float *add = l->bias == NET_BIAS_POINT ? bias + i % points * out : bias;
        for (size_t o = 0; l->bias != NET_BIAS_NONE && o < out; o++)
            y[o] += add[o];
        for (size_t o = 0; skip && o < out; o++)
            y[o] += skip[o];
        for (size_t o = 0; l->relu && o < out; o++)
            y[o] = y[o] > 0 ? y[o] : 0;
    }
}

void layer_relu_back(size_t n, const float *y, float *dy)
{
    for (size_t i = 0; i < n; i++)
        dy[i] = y[i] > 0 ? dy[i] : 0;
}

void layer_bias_back(const struct net_layer *l, const struct net_board *b, const float *dy, float *db)
{
    size_t points = net_board_points(b), out = (size_t)l->out;
    for (size_t i = 0; l->bias != NET_BIAS_NONE && i < (size_t)b->n * points; i++, dy += out) {
        float *to = l->bias == NET_BIAS_POINT ? db + i % points * out : db;
        for (size_t o = 0; o < out; o++)
            to[o] += dy[o];
    }
}

/* Means and maxima of one position; and, if asked for, the first point that has the maximum. In loops without branches, which
 * compilers make vectors of. */
static void pool(size_t points, size_t c, const float *restrict x, float *restrict pooled, int *restrict top)
{
    float *restrict mean = pooled, *restrict most = pooled + c;
    memcpy(mean, x, c * sizeof *mean);
    memcpy(most, x, c * sizeof *most);
    for (size_t p = 1; p < points; p++)
        for (size_t i = 0; i < c; i++) {
            float v = x[p * c + i];
            mean[i] += v;
            most[i] = v > most[i] ? v : most[i];
        }
    for (size_t i = 0; i < c; i++)
        mean[i] /= (float)points;
    for (size_t p = points; top && p-- > 0;)
        for (size_t i = 0; i < c; i++)
            top[i] = x[p * c + i] >= most[i] ? (int)p : top[i];
}

/* The gradient by what was pooled, given back to the points. */
static void pool_back(size_t points, size_t c, const float *dpooled, const int *top, float *dx)
{
    for (size_t i = 0; i < c; i++)
        dx[(size_t)top[i] * c + i] += dpooled[c + i];
    float share[NET_CHANNELS_MOST];
    for (size_t i = 0; i < c; i++)
        share[i] = dpooled[i] / (float)points; /* NOLINT: all c channels of it are there */
    for (size_t p = 0; p < points; p++, dx += c)
        for (size_t i = 0; i < c; i++)
            dx[i] += share[i];
}

void layer_pool(const struct net_layer *l, const struct net_board *b, const float *x, const float *w,
                float *pooled, int *top, float *y)
{
    size_t points = net_board_points(b), c = (size_t)l->in;
    memcpy(y, x, (size_t)b->n * points * c * sizeof *y);
    for (int n = 0; n < b->n;
         n++, x += points * c, y += points * c, pooled += 2 * c, top = top ? top + c : NULL) {
        float add[NET_CHANNELS_MOST] = {0};
        pool(points, c, x, pooled, top);
        for (size_t i = 0; i < 2 * c; i++)
            for (size_t o = 0; o < c; o++)
                add[o] += pooled[i] * w[i * c + o];
        for (size_t p = 0; p < points; p++)
            for (size_t o = 0; o < c; o++)
                y[p * c + o] += add[o];
    }
}

void layer_pool_back(const struct net_layer *l, const struct net_board *b, const float *w,
                     const float *pooled, const int *top, const float *dy, float *dw, float *dx)
{
    size_t points = net_board_points(b), c = (size_t)l->in;
    for (int n = 0; n < b->n; n++, dx += points * c, dy += points * c, pooled += 2 * c, top += c) {
        float sum[NET_CHANNELS_MOST] = {0}, dpooled[2 * NET_CHANNELS_MOST];
        for (size_t p = 0; p < points; p++)
            for (size_t o = 0; o < c; o++) {
                sum[o] += dy[p * c + o];
                dx[p * c + o] += dy[p * c + o];
            }
        for (size_t i = 0; i < 2 * c; i++) {
            dpooled[i] = 0;
            for (size_t o = 0; o < c; o++) {
                dw[i * c + o] += pooled[i] * sum[o];
                dpooled[i] += w[i * c + o] * sum[o];
            }
        }
        pool_back(points, c, dpooled, top, dx);
    }
}

void layer_value_of(const struct net_layer *l, const float *pooled, const float *w, const float *bias,
                    float *unit, float *y)
{
    size_t seen = (size_t)net_seen(l), units = (size_t)l->hidden, out = (size_t)l->out;
    const float *last = w + seen * units;
    memcpy(unit, bias, units * sizeof *unit);
    for (size_t i = 0; i < seen; i++)
        for (size_t u = 0; u < units; u++)
            unit[u] += pooled[i] * w[i * units + u];
    memcpy(y, bias + units, out * sizeof *y);
    for (size_t u = 0; u < units; u++) {
        unit[u] = unit[u] > 0 ? unit[u] : 0;
        for (size_t o = 0; o < out; o++)
            y[o] += unit[u] * last[u * out + o];
    }
}

/* The means of planes. */
static void pool_planes(size_t points, size_t planes, const float *x, float *mean)
{
    memset(mean, 0, planes * sizeof *mean);
    for (size_t p = 0; p < points; p++)
        for (size_t i = 0; i < planes; i++)
            mean[i] += x[p * planes + i];
    for (size_t i = 0; i < planes; i++)
        mean[i] /= (float)points;
}

void layer_value(const struct net_layer *l, const struct net_board *b, const float *x, const float *planes,
                 const float *w, const float *bias, float *pooled, int *top, float *unit, float *y)
{
    size_t points = net_board_points(b), c = (size_t)l->in, extra = (size_t)l->extra;
    for (int n = 0; n < b->n; n++, x += points * c, pooled += 2 * c + extra, top = top ? top + c : NULL,
             unit += l->hidden, y += l->out) {
        pool(points, c, x, pooled, top);
        if (extra)
            pool_planes(points, extra, planes + (size_t)n * points * extra, pooled + 2 * c);
        layer_value_of(l, pooled, w, bias, unit, y);
    }
}

void layer_value_back(const struct net_layer *l, const struct net_board *b, const float *w,
                      const float *pooled, const int *top, const float *unit, const float *dy, float *dw,
                      float *db, float *dx)
{
    size_t points = net_board_points(b), c = (size_t)l->in, units = (size_t)l->hidden, out = (size_t)l->out;
    size_t seen = (size_t)net_seen(l);
    const float *last = w + seen * units;
    for (int n = 0; n < b->n; n++, dx += points * c, pooled += seen, top += c, unit += units, dy += out) {
        float dunit[NET_CHANNELS_MOST], dpooled[NET_SEEN_MOST];
        for (size_t o = 0; o < out; o++)
            db[units + o] += dy[o];
        for (size_t u = 0; u < units; u++) {
            float back = 0;
            for (size_t o = 0; o < out; o++) {
                dw[(seen * units) + u * out + o] += unit[u] * dy[o];
                back += last[u * out + o] * dy[o];
            }
            dunit[u] = unit[u] > 0 ? back : 0;
            db[u] += dunit[u];
        }
        for (size_t i = 0; i < seen; i++) {
            dpooled[i] = 0;
            for (size_t u = 0; u < units; u++) {
                dw[i * units + u] += pooled[i] * dunit[u];
                dpooled[i] += w[i * units + u] * dunit[u];
            }
        }
        pool_back(points, c, dpooled, top, dx);
    }
}
