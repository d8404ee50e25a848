/* The layers in plain C, forward and backward: what they mean. Everything faster is compared with these.
 *
 * Shapes as in net.h. Backward functions get the gradient by a layer's result (after its ReLU was undone) and add to
 * the gradients by weights, biases and input that they are given; a NULL is not wanted. */
#ifndef NET_LAYERS_H
#define NET_LAYERS_H

#include "net/net.h"

struct net_board {
    int n; /* positions */
    int width, height;
};

static inline size_t net_board_points(const struct net_board *b)
{
    return (size_t)b->width * (size_t)b->height;
}

/* y = convolution of x, without biases. */
void layer_conv(const struct net_layer *l, const struct net_board *b, const float *x, const float *w,
                float *y);
void layer_conv_back(const struct net_layer *l, const struct net_board *b, const float *x, const float *w,
                     const float *dy, float *dw, float *dx);

void layer_depthwise(const struct net_layer *l, const struct net_board *b, const float *x, const float *w,
                     float *y);
void layer_depthwise_back(const struct net_layer *l, const struct net_board *b, const float *x,
                          const float *w, const float *dy, float *dw, float *dx);

/* y += biases, y += skip (may be NULL), and the ReLU; its undoing by the result: dy of points where y is 0 becomes 0. */
void layer_finish(const struct net_layer *l, const struct net_board *b, const float *bias, const float *skip,
                  float *y);
void layer_relu_back(size_t n, const float *y, float *dy);
void layer_bias_back(const struct net_layer *l, const struct net_board *b, const float *dy, float *db);

/* Global pooling. `pooled` keeps the means and maxima of each position ([mean, max][in]), `top` at which point a maximum
 * is; both for the way back. `top` may be NULL where there is none. */
void layer_pool(const struct net_layer *l, const struct net_board *b, const float *x, const float *w,
                float *pooled, int *top, float *y);
void layer_pool_back(const struct net_layer *l, const struct net_board *b, const float *w,
                     const float *pooled, const int *top, const float *dy, float *dw, float *dx);

/* The value: l->out numbers a position. `unit` keeps the hidden units, `pooled` net_seen(l) numbers a position; `planes` are the
 * net's input, wanted where l->extra is. */
void layer_value(const struct net_layer *l, const struct net_board *b, const float *x, const float *planes,
                 const float *w, const float *bias, float *pooled, int *top, float *unit, float *y);
/* That of one position whose means and maxima, and means of planes, are known. */
void layer_value_of(const struct net_layer *l, const float *pooled, const float *w, const float *bias,
                    float *unit, float *y);
void layer_value_back(const struct net_layer *l, const struct net_board *b, const float *w,
                      const float *pooled, const int *top, const float *unit, const float *dy, float *dw,
                      float *db, float *dx);

#endif
