/* The inner loops of inference, as infer.c asks for them. */
#ifndef NET_INFER_TILES_H
#define NET_INFER_TILES_H

#include <stdbool.h>

enum { TILE_POINTS = 6, TILE_CHANNELS = 16, TILE_HALF = 8, TILE_WIDE = 32 };

/* A convolution on tensors with a border of zeros: point p of the input begins at x + from[p]; its neighbour at a tap is
 * tap[t] farther. */
struct tile_conv {
    int points, in, out, taps;
    const float *x, *w, *bias, *skip;
    float *y;
    const int *from, *to, *skip_at; /* by point: where it begins in x, y and skip */
    const int *tap;
    bool by_point; /* biases: of every point, or the same */
    bool relu;
    bool wide; /* by AVX-512 (only where tiles_wide) */
};

/* Is there AVX2 here? */
bool tiles_there(void);
/* And AVX-512? */
bool tiles_wide(void);

/* How many outputs the next panel of weights has, if so many are left: 16, with AVX-512 32; at the end less. */
static inline int tiles_panel(bool wide, int left)
{
    return wide && left >= TILE_WIDE ? TILE_WIDE : left >= TILE_CHANNELS ? TILE_CHANNELS : TILE_HALF;
}

/* Weights in panels of outputs: [panel][tap][in][output]. `out` is a multiple of 8. */
void tiles_conv(const struct tile_conv *c);

/* Means over the points and, behind them, maxima, of channels that are a multiple of 8. */
void tiles_pool(const float *x, const int *at, int points, int channels, float *pooled);
/* Adds the same to every point: y = x + add. */
void tiles_add(const float *x, const int *from, const float *add, float *y, const int *to, int points,
               int channels);

/* Depthwise, weights [tap][channel]; the taps are those of 3x3. */
void tiles_depthwise(const struct tile_conv *c);

#endif
