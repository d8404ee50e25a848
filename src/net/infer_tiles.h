/* The inner loops of inference, as infer.c asks for them. */
#ifndef NET_INFER_TILES_H
#define NET_INFER_TILES_H

#include <stdbool.h>

enum { TILE_POINTS = 6, TILE_CHANNELS = 16, TILE_HALF = 8 };

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

/* Weights in panels of 16 outputs (the last may be of 8): [panel][tap][in][16]. `out` is a multiple of 8. */
void tiles_conv(const struct tile_conv *c);

/* Depthwise, weights [tap][channel]; the taps are those of 3x3. */
void tiles_depthwise(const struct tile_conv *c);

#endif
