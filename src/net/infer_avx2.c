/* The inner loops of inference by AVX2 and FMA, or AVX-512; see infer_tiles.h. Compiled for every x86-64 and asked for where the
 * processor has them. */
#include "net/infer_tiles.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,fma")))

bool tiles_there(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

bool tiles_wide(void)
{
    return tiles_there() && __builtin_cpu_supports("avx512f");
}

static inline AVX2 __m256 finish(const struct tile_conv *c, __m256 sum, int point, int channel)
{
    if (c->skip)
        sum = _mm256_add_ps(sum, _mm256_loadu_ps(c->skip + c->skip_at[point] + channel));
    return c->relu ? _mm256_max_ps(sum, _mm256_setzero_ps()) : sum;
}

static inline AVX2 __m256 begin(const struct tile_conv *c, int point, int channel)
{
    return _mm256_loadu_ps(c->bias + (c->by_point ? point * c->out : 0) + channel);
}

/* Six points from `first` on (the last ones may be the same) by sixteen channels: twelve sums in registers, two of weights,
 * one for the input. */
static AVX2 void tile_16(const struct tile_conv *c, const int point[TILE_POINTS], int channel, const float *w)
{
    __m256 s0 = begin(c, point[0], channel), t0 = begin(c, point[0], channel + TILE_HALF);
    __m256 s1 = begin(c, point[1], channel), t1 = begin(c, point[1], channel + TILE_HALF);
    __m256 s2 = begin(c, point[2], channel), t2 = begin(c, point[2], channel + TILE_HALF);
    __m256 s3 = begin(c, point[3], channel), t3 = begin(c, point[3], channel + TILE_HALF);
    __m256 s4 = begin(c, point[4], channel), t4 = begin(c, point[4], channel + TILE_HALF);
    __m256 s5 = begin(c, point[5], channel), t5 = begin(c, point[5], channel + TILE_HALF);
    for (int t = 0; t < c->taps; t++) {
        const float *x = c->x + c->tap[t];
        const float *x0 = x + c->from[point[0]], *x1 = x + c->from[point[1]], *x2 = x + c->from[point[2]];
        const float *x3 = x + c->from[point[3]], *x4 = x + c->from[point[4]], *x5 = x + c->from[point[5]];
        for (int i = 0; i < c->in; i++, w += TILE_CHANNELS) {
            __m256 v = _mm256_loadu_ps(w), u = _mm256_loadu_ps(w + TILE_HALF), a;
            a = _mm256_broadcast_ss(x0 + i), s0 = _mm256_fmadd_ps(a, v, s0), t0 = _mm256_fmadd_ps(a, u, t0);
            a = _mm256_broadcast_ss(x1 + i), s1 = _mm256_fmadd_ps(a, v, s1), t1 = _mm256_fmadd_ps(a, u, t1);
            a = _mm256_broadcast_ss(x2 + i), s2 = _mm256_fmadd_ps(a, v, s2), t2 = _mm256_fmadd_ps(a, u, t2);
            a = _mm256_broadcast_ss(x3 + i), s3 = _mm256_fmadd_ps(a, v, s3), t3 = _mm256_fmadd_ps(a, u, t3);
            a = _mm256_broadcast_ss(x4 + i), s4 = _mm256_fmadd_ps(a, v, s4), t4 = _mm256_fmadd_ps(a, u, t4);
            a = _mm256_broadcast_ss(x5 + i), s5 = _mm256_fmadd_ps(a, v, s5), t5 = _mm256_fmadd_ps(a, u, t5);
        }
    }
    __m256 low[TILE_POINTS] = {s0, s1, s2, s3, s4, s5}, high[TILE_POINTS] = {t0, t1, t2, t3, t4, t5};
    for (int k = 0; k < TILE_POINTS; k++) {
        float *y = c->y + c->to[point[k]] + channel;
        _mm256_storeu_ps(y, finish(c, low[k], point[k], channel));
        _mm256_storeu_ps(y + TILE_HALF, finish(c, high[k], point[k], channel + TILE_HALF));
    }
}

/* The same for the eight channels of a last, narrow panel. */
static AVX2 void tile_8(const struct tile_conv *c, const int point[TILE_POINTS], int channel, const float *w)
{
    __m256 sum[TILE_POINTS];
    for (int k = 0; k < TILE_POINTS; k++)
        sum[k] = begin(c, point[k], channel);
    for (int t = 0; t < c->taps; t++)
        for (int i = 0; i < c->in; i++, w += TILE_HALF) {
            __m256 v = _mm256_loadu_ps(w);
            for (int k = 0; k < TILE_POINTS; k++)
                sum[k] =
                    _mm256_fmadd_ps(_mm256_broadcast_ss(c->x + c->tap[t] + c->from[point[k]] + i), v, sum[k]);
        }
    for (int k = 0; k < TILE_POINTS; k++)
        _mm256_storeu_ps(c->y + c->to[point[k]] + channel, finish(c, sum[k], point[k], channel));
}

static AVX2 void panel(const struct tile_conv *c, int first, int channel, const float *w)
{
    int point[TILE_POINTS];
    for (int k = 0; k < TILE_POINTS; k++)
        point[k] = first + k < c->points ? first + k : c->points - 1;
    if (c->out - channel >= TILE_CHANNELS)
        tile_16(c, point, channel, w);
    else
        tile_8(c, point, channel, w);
}

/* ---- AVX-512: twelve points at once; half the instructions, which matters where two threads share a core ---- */

#define AVX512 __attribute__((target("avx512f,avx2,fma")))
enum { WIDE_POINTS = 12 };

static inline AVX512 void finish_512(const struct tile_conv *c, __m512 sum, int point, int channel)
{
    if (c->skip)
        sum = _mm512_add_ps(sum, _mm512_loadu_ps(c->skip + c->skip_at[point] + channel));
    if (c->relu)
        sum = _mm512_max_ps(sum, _mm512_setzero_ps());
    _mm512_storeu_ps(c->y + c->to[point] + channel, sum);
}

static inline AVX512 __m512 begin_512(const struct tile_conv *c, int point, int channel)
{
    return _mm512_loadu_ps(c->bias + (c->by_point ? point * c->out : 0) + channel);
}

static AVX512 void tile_512(const struct tile_conv *c, const int point[WIDE_POINTS], int channel,
                            const float *w)
{
    __m512 s0 = begin_512(c, point[0], channel), s1 = begin_512(c, point[1], channel);
    __m512 s2 = begin_512(c, point[2], channel), s3 = begin_512(c, point[3], channel);
    __m512 s4 = begin_512(c, point[4], channel), s5 = begin_512(c, point[5], channel);
    __m512 s6 = begin_512(c, point[6], channel), s7 = begin_512(c, point[7], channel);
    __m512 s8 = begin_512(c, point[8], channel), s9 = begin_512(c, point[9], channel);
    __m512 sa = begin_512(c, point[10], channel), sb = begin_512(c, point[11], channel);
    for (int t = 0; t < c->taps; t++) {
        const float *x = c->x + c->tap[t];
        const float *x0 = x + c->from[point[0]], *x1 = x + c->from[point[1]], *x2 = x + c->from[point[2]];
        const float *x3 = x + c->from[point[3]], *x4 = x + c->from[point[4]], *x5 = x + c->from[point[5]];
        const float *x6 = x + c->from[point[6]], *x7 = x + c->from[point[7]], *x8 = x + c->from[point[8]];
        const float *x9 = x + c->from[point[9]], *xa = x + c->from[point[10]], *xb = x + c->from[point[11]];
        for (int i = 0; i < c->in; i++, w += TILE_CHANNELS) {
            __m512 v = _mm512_loadu_ps(w);
            s0 = _mm512_fmadd_ps(_mm512_set1_ps(x0[i]), v, s0);
            s1 = _mm512_fmadd_ps(_mm512_set1_ps(x1[i]), v, s1);
            s2 = _mm512_fmadd_ps(_mm512_set1_ps(x2[i]), v, s2);
            s3 = _mm512_fmadd_ps(_mm512_set1_ps(x3[i]), v, s3);
            s4 = _mm512_fmadd_ps(_mm512_set1_ps(x4[i]), v, s4);
            s5 = _mm512_fmadd_ps(_mm512_set1_ps(x5[i]), v, s5);
            s6 = _mm512_fmadd_ps(_mm512_set1_ps(x6[i]), v, s6);
            s7 = _mm512_fmadd_ps(_mm512_set1_ps(x7[i]), v, s7);
            s8 = _mm512_fmadd_ps(_mm512_set1_ps(x8[i]), v, s8);
            s9 = _mm512_fmadd_ps(_mm512_set1_ps(x9[i]), v, s9);
            sa = _mm512_fmadd_ps(_mm512_set1_ps(xa[i]), v, sa);
            sb = _mm512_fmadd_ps(_mm512_set1_ps(xb[i]), v, sb);
        }
    }
    __m512 sum[WIDE_POINTS] = {s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb};
    for (int k = 0; k < WIDE_POINTS; k++)
        finish_512(c, sum[k], point[k], channel);
}

static void panel_512(const struct tile_conv *c, int first, int channel, const float *w)
{
    int point[WIDE_POINTS];
    for (int k = 0; k < WIDE_POINTS; k++)
        point[k] = first + k < c->points ? first + k : c->points - 1;
    if (c->out - channel >= TILE_CHANNELS)
        tile_512(c, point, channel, w);
    else {
        tile_8(c, point, channel, w);
        tile_8(c, point + TILE_POINTS, channel, w);
    }
}

/* ---- All of a layer ---- */

void tiles_conv(const struct tile_conv *c)
{
    enum { SMALL = 32 << 10 }; /* bytes of weights that stay in the first cache beside a tile */
    long depth = (long)c->taps * c->in;
    bool small = depth * c->out * (long)sizeof(float) <= SMALL, wide = c->wide;
    int step = wide ? WIDE_POINTS : TILE_POINTS;
    for (int p = 0; small && p < c->points; p += step)
        for (int o = 0; o < c->out; o += TILE_CHANNELS)
            (wide ? panel_512 : panel)(c, p, o, c->w + depth * o);
    for (int o = 0; !small && o < c->out; o += TILE_CHANNELS)
        for (int p = 0; p < c->points; p += step)
            (wide ? panel_512 : panel)(c, p, o, c->w + depth * o);
}

AVX2 void tiles_depthwise(const struct tile_conv *c)
{
    for (int o = 0; o < c->out; o += TILE_HALF) {
        const float *w = c->w + o;
        __m256 w0 = _mm256_loadu_ps(w), w1 = _mm256_loadu_ps(w + c->out),
               w2 = _mm256_loadu_ps(w + 2 * c->out);
        __m256 w3 = _mm256_loadu_ps(w + 3 * c->out), w4 = _mm256_loadu_ps(w + 4 * c->out);
        __m256 w5 = _mm256_loadu_ps(w + 5 * c->out), w6 = _mm256_loadu_ps(w + 6 * c->out);
        __m256 w7 = _mm256_loadu_ps(w + 7 * c->out), w8 = _mm256_loadu_ps(w + 8 * c->out);
        for (int p = 0; p < c->points; p++) {
            const float *x = c->x + c->from[p] + o;
            __m256 s = begin(c, p, o), t = _mm256_mul_ps(_mm256_loadu_ps(x + c->tap[0]), w0);
            s = _mm256_fmadd_ps(_mm256_loadu_ps(x + c->tap[1]), w1, s);
            t = _mm256_fmadd_ps(_mm256_loadu_ps(x + c->tap[2]), w2, t);
            s = _mm256_fmadd_ps(_mm256_loadu_ps(x + c->tap[3]), w3, s);
            t = _mm256_fmadd_ps(_mm256_loadu_ps(x + c->tap[4]), w4, t);
            s = _mm256_fmadd_ps(_mm256_loadu_ps(x + c->tap[5]), w5, s);
            t = _mm256_fmadd_ps(_mm256_loadu_ps(x + c->tap[6]), w6, t);
            s = _mm256_fmadd_ps(_mm256_loadu_ps(x + c->tap[7]), w7, s);
            t = _mm256_fmadd_ps(_mm256_loadu_ps(x + c->tap[8]), w8, t);
            _mm256_storeu_ps(c->y + c->to[p] + o, finish(c, _mm256_add_ps(s, t), p, o));
        }
    }
}

#else

bool tiles_there(void)
{
    return false;
}

bool tiles_wide(void)
{
    return false;
}

void tiles_conv(const struct tile_conv *c)
{
    (void)c;
}

void tiles_depthwise(const struct tile_conv *c)
{
    (void)c;
}

#endif
