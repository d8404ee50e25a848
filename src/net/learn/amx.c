/* Convolutions by AMX; see amx.h.
 *
 * A tile is 16 rows of 64 bytes. One instruction adds to 16x16 floats the product of 16x32 and 32x16 bf16 numbers, the
 * second factor with its rows in pairs: [row / 2][column][row % 2].
 *
 * Boards are laid out for it one after another with zeros between them, a *field*: `reach` zeros after every row (they
 * are before the next one, too) and `reach` rows of zeros after every board. So a neighbour is a fixed distance away,
 * every run of 16 points of the field is a tile without copying, and what is computed for the zeros is thrown away.
 *
 *     forward      y[point][out]   = sum over taps, in:   x[point + tap][in] w[tap][in][out]
 *     to inputs    dx[point][in]   = sum over taps, out:  dy[point - tap][out] w[tap][in][out]
 *     to weights   dw[tap][in][out] = sum over points:    x[point + tap][in] dy[point][out]
 *
 * The first two are one function. The last wants x by channels, [in][point], and dy in pairs of points. */
#include "net/learn/amx.h"

#if defined(__x86_64__) && defined(__linux__)
#include <assert.h>
#include <cpuid.h>
#include <immintrin.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/mem.h"
#include "net/learn/dnnl.h"

#define AMX __attribute__((target("amx-tile,amx-bf16,avx512f,avx512bw,avx512vl,avx512bf16")))

enum {
    ROWS = 16,         /* of a tile */
    DEEP = 32,         /* bf16 numbers in a row of it */
    BLOCK = 2 * ROWS,  /* points, and channels, of a block of four sums */
    LINE = 64,         /* bytes */
    SPARE = 2 * BLOCK, /* points after the last one that may be read */
};

typedef uint16_t half;

/* ---- Are they there ---- */

static bool in_processor(void)
{
    enum { TILE = 1u << 24, BF16 = 1u << 22, SHORT = 1u << 5 };
    unsigned a, b, c, d, a1, b1, c1, d1;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && __get_cpuid_count(7, 1, &a1, &b1, &c1, &d1) &&
           (d & TILE) && (d & BF16) && (a1 & SHORT) && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}

/* Linux gives the tiles to processes that ask. */
static bool given(void)
{
    enum { ASK = 0x1023, TILES = 18 }; /* ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA */
    return syscall(SYS_arch_prctl, ASK, TILES) == 0;
}

/* Tiles are this thread's until they are released. */
static AMX void take_tiles(void)
{
    struct {
        uint8_t palette, start, zero[14];
        uint16_t bytes[16];
        uint8_t rows[16];
    } config = {.palette = 1};
    for (int i = 0; i < 8; i++) {
        config.bytes[i] = LINE;
        config.rows[i] = ROWS;
    }
    _tile_loadconfig(&config);
}

/* ---- Fields ---- */

struct field {
    int reach, pitch, board, lead; /* points of a row, of a board with its zeros; zeros before the first */
    int points, size;              /* of all boards; with everything before and after */
    int *point;                    /* by point of the field: which point of the batch, -1 for none */
};

static struct field make_field(int reach, int width, int height, int batch)
{
    struct field f = {.reach = reach, .pitch = width + reach};
    f.board = (height + reach) * f.pitch;
    f.lead = reach * f.pitch + reach;
    f.points = (batch * f.board + BLOCK - 1) / BLOCK * BLOCK;
    f.size = f.points + 2 * f.lead + SPARE;
    f.point = mem_zero((size_t)f.points, sizeof *f.point);
    for (int i = 0; i < f.points; i++) {
        int in = i % f.board, row = in / f.pitch, col = in % f.pitch;
        bool there = i / f.board < batch && row < height && col < width;
        f.point[i] = there ? (i / f.board * height + row) * width + col : -1;
    }
    return f;
}

static int tap_step(const struct field *f, int tap)
{
    int side = 2 * f->reach + 1;
    return (tap / side - f->reach) * f->pitch + tap % side - f->reach;
}

/* Points of so many boards. */
static int used(const struct field *f, int boards)
{
    int n = (boards * f->board + BLOCK - 1) / BLOCK * BLOCK;
    return n < f->points ? n : f->points;
}

/* ---- What a runner has ---- */

struct layer {
    struct field *field;
    int in, out;          /* rounded up to whole blocks */
    half *forward, *back; /* weights as tiles */
};

struct own {
    const struct net *net;
    const struct net_kernels *rest;
    void *rest_own;
    int batch;
    struct field field[3]; /* by reach */
    struct layer layer[NET_LAYERS_MOST];
    half *x, *dy;      /* fields, by points */
    half *turned;      /* x by channels */
    half *pairs;       /* dy in pairs of points */
    float *gradient;   /* of weights, in whole blocks */
    size_t turned_row; /* numbers of a channel in `turned` */
};

static int up(int n)
{
    return (n + BLOCK - 1) / BLOCK * BLOCK;
}

static void *lines(size_t bytes)
{
    bytes = (bytes + LINE - 1) / LINE * LINE;
    void *p = aligned_alloc(LINE, bytes);
    if (!p)
        mem_fail(bytes);
    memset(p, 0, bytes);
    return p;
}

static void close_own(void *own)
{
    struct own *o = own;
    if (o->rest_own)
        o->rest->close(o->rest_own);
    for (int i = 0; i < o->net->layers; i++) {
        free(o->layer[i].forward);
        free(o->layer[i].back);
    }
    for (int i = 0; i < 3; i++)
        free(o->field[i].point);
    free(o->x);
    free(o->dy);
    free(o->turned);
    free(o->pairs);
    free(o->gradient);
    free(o);
}

static void *open_own(const struct net *n, int width, int height, int batch)
{
    struct own *o = mem_zero(1, sizeof *o);
    size_t wide = BLOCK, weights = 0;
    bool ok = true;
    o->net = n;
    o->rest = dnnl_kernels(NULL);
    if (!o->rest)
        o->rest = &net_kernels_plain;
    o->batch = batch;
    for (int i = 0; i < 3; i++)
        o->field[i] = make_field(i, width, height, batch);
    for (int i = 0; i < n->layers; i++) {
        const struct net_layer *l = &n->layer[i];
        struct layer *to = &o->layer[i];
        if (l->op == NET_DEPTHWISE && !o->rest_own)
            ok = (o->rest_own = o->rest->open(n, width, height, batch)) != NULL;
        if (!ok)
            break;
        if (l->op != NET_CONV)
            continue;
        assert(l->size / 2 < 3);
        to->field = &o->field[l->size / 2];
        to->in = up(l->in);
        to->out = up(l->out);
        size_t size = (size_t)(l->size * l->size) * (size_t)to->in * (size_t)to->out;
        to->forward = lines(size * sizeof(half));
        to->back = lines(size * sizeof(half));
        weights = size > weights ? size : weights;
        wide = (size_t)to->in > wide ? (size_t)to->in : wide;
        wide = (size_t)to->out > wide ? (size_t)to->out : wide;
    }
    size_t size = (size_t)o->field[2].size;
    /* An odd number of lines, so that channels do not fall on the same places of a cache. */
    o->turned_row = (size / DEEP | 1) * DEEP + 2 * DEEP;
    o->x = lines(size * wide * sizeof(half));
    o->dy = lines(size * wide * sizeof(half));
    o->turned = lines(o->turned_row * wide * sizeof(half));
    o->pairs = lines(size * wide * sizeof(half));
    o->gradient = lines(weights * sizeof(float));
    if (ok)
        return o;
    close_own(o);
    return NULL;
}

/* ---- Numbers into fields ---- */

static half rounded(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (half)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static inline AMX __m256i sixteen(const float *from, int n)
{
    __mmask16 m = (__mmask16)(n >= ROWS ? 0xffff : (1u << n) - 1);
    return (__m256i)_mm512_cvtneps_pbh(_mm512_maskz_loadu_ps(m, from));
}

/* A tensor of `boards` boards and `channels` channels as a field of `wide` ones; zeros where nothing is. */
static AMX void lay_out(const struct field *f, int boards, const float *from, int channels, int wide,
                        half *to)
{
    int n = used(f, boards);
    memset(to, 0, (size_t)f->lead * (size_t)wide * sizeof *to);
    for (int i = 0; i < n + f->lead + SPARE; i++) {
        half *row = to + (size_t)(f->lead + i) * (size_t)wide;
        int point = i < boards * f->board ? f->point[i] : -1;
        const float *x = from + (size_t)(point < 0 ? 0 : point) * (size_t)channels;
        for (int c = 0; c < wide; c += ROWS)
            _mm256_store_si256((__m256i *)(row + c), point < 0 || c >= channels
                                                         ? _mm256_setzero_si256()
                                                         : sixteen(x + c, channels - c));
    }
}

/* Two rows of 16 numbers as 16 pairs. */
static inline AMX __m512i paired(const half *a, const half *b)
{
    __m512i low = _mm512_cvtepu16_epi32(_mm256_load_si256((const __m256i *)a));
    __m512i high = _mm512_cvtepu16_epi32(_mm256_load_si256((const __m256i *)b));
    return _mm512_or_si512(low, _mm512_slli_epi32(high, 16));
}

/* A field in pairs of points: [point / 2][channel][point % 2]. */
static AMX void pair_up(const half *from, int points, int wide, half *to)
{
    for (int i = 0; i < points; i += 2)
        for (int c = 0; c < wide; c += ROWS) {
            const half *a = from + (size_t)i * (size_t)wide + c;
            _mm512_store_si512(to + (size_t)i * (size_t)wide + 2 * c, paired(a, a + wide));
        }
}

/* Rows become columns, of 16x16 numbers of 32 bits. */
static inline AMX void transpose(__m512i r[ROWS])
{
    __m512i t[ROWS];
    for (int i = 0; i < ROWS; i += 2) {
        t[i] = _mm512_unpacklo_epi32(r[i], r[i + 1]);
        t[i + 1] = _mm512_unpackhi_epi32(r[i], r[i + 1]);
    }
    for (int i = 0; i < ROWS; i += 4)
        for (int k = 0; k < 2; k++) {
            r[i + 2 * k] = _mm512_unpacklo_epi64(t[i + k], t[i + 2 + k]);
            r[i + 2 * k + 1] = _mm512_unpackhi_epi64(t[i + k], t[i + 2 + k]);
        }
    for (int i = 0; i < 4; i++) {
        __m512i a = _mm512_shuffle_i32x4(r[i], r[i + 4], 0x88),
                b = _mm512_shuffle_i32x4(r[i], r[i + 4], 0xdd);
        __m512i c = _mm512_shuffle_i32x4(r[i + 8], r[i + 12], 0x88),
                d = _mm512_shuffle_i32x4(r[i + 8], r[i + 12], 0xdd);
        t[i] = _mm512_shuffle_i32x4(a, c, 0x88);
        t[i + 8] = _mm512_shuffle_i32x4(a, c, 0xdd);
        t[i + 4] = _mm512_shuffle_i32x4(b, d, 0x88);
        t[i + 12] = _mm512_shuffle_i32x4(b, d, 0xdd);
    }
    memcpy(r, t, sizeof t);
}

/* A field by channels: [channel][point], rows of `row` numbers. */
static AMX void turn(const half *from, int points, int wide, half *to, size_t row)
{
    for (int i = 0; i < points; i += DEEP)
        for (int c = 0; c < wide; c += ROWS) {
            __m512i r[ROWS];
            for (int k = 0; k < ROWS; k++) {
                const half *a = from + (size_t)(i + 2 * k) * (size_t)wide + c;
                r[k] = paired(a, a + wide);
            }
            transpose(r);
            for (int k = 0; k < ROWS; k++)
                _mm512_storeu_si512(to + (size_t)(c + k) * row + i, r[k]);
        }
}

/* ---- Products ---- */

/* Weights of one tap as the second factor of `deep` inputs and `wide` outputs, both whole blocks: tiles of 16 outputs, those of
 * 32 inputs after one another. `w` has `in` rows of `out`; `flip` exchanges the two. */
static void pack(const float *w, int in, int out, bool flip, int deep, int wide, half *to)
{
    int rows = flip ? out : in, columns = flip ? in : out;
    for (int k = 0; k < deep; k++)
        for (int n = 0; n < wide; n++) {
            size_t tile = (size_t)(k / DEEP) * (size_t)(wide / ROWS) + (size_t)(n / ROWS);
            float x = k < rows && n < columns ? w[flip ? n * out + k : k * out + n] : 0;
            to[tile * ROWS * DEEP + (size_t)(k % DEEP / 2 * DEEP + n % ROWS * 2 + k % 2)] = rounded(x);
        }
}

static void prepare(void *own, const float *weights)
{
    struct own *o = own;
    if (o->rest_own)
        o->rest->prepare(o->rest_own, weights);
    for (int i = 0; i < o->net->layers; i++) {
        const struct net_layer *l = &o->net->layer[i];
        struct layer *to = &o->layer[i];
        if (l->op != NET_CONV)
            continue;
        int taps = l->size * l->size;
        size_t size = (size_t)to->in * (size_t)to->out;
        for (int t = 0; t < taps; t++) {
            const float *w = weights + l->weight + (size_t)t * (size_t)(l->in * l->out);
            pack(w, l->in, l->out, false, to->in, to->out, to->forward + (size_t)t * size);
            pack(w, l->in, l->out, true, to->out, to->in, to->back + (size_t)(taps - 1 - t) * size);
        }
    }
}

/* What a block of 32 points by 32 channels becomes. */
struct finish {
    const float *bias; /* of a channel or a point, or NULL */
    bool by_point;
    const float *skip; /* added, or NULL; may be where the result goes */
    bool relu;
    int channels, board; /* of the result; points of a board */
    float *to;
};

static AMX void finish(const struct finish *f, const int *point, int channel, const float sum[BLOCK][BLOCK])
{
    for (int c = 0; c < BLOCK && channel + c < f->channels; c += ROWS) {
        int at = channel + c, n = f->channels - at;
        __mmask16 m = (__mmask16)(n >= ROWS ? 0xffff : (1u << n) - 1);
        __m512 bias = f->bias && !f->by_point ? _mm512_maskz_loadu_ps(m, f->bias + at) : _mm512_setzero_ps();
        for (int i = 0; i < BLOCK; i++) {
            if (point[i] < 0)
                continue;
            size_t place = (size_t)point[i] * (size_t)f->channels + (size_t)at;
            __m512 s = _mm512_add_ps(_mm512_load_ps(&sum[i][c]), bias);
            if (f->by_point)
                s = _mm512_add_ps(
                    s, _mm512_maskz_loadu_ps(m, f->bias + (point[i] % f->board) * f->channels + at));
            if (f->skip)
                s = _mm512_add_ps(s, _mm512_maskz_loadu_ps(m, f->skip + place));
            if (f->relu)
                s = _mm512_max_ps(s, _mm512_setzero_ps());
            _mm512_mask_storeu_ps(f->to + place, m, s);
        }
    }
}

/* Every point of the field: the sum over taps of its neighbour's `deep` numbers times the weights, for `wide` outputs. */
static AMX void multiply(const struct field *f, int boards, const half *x, const half *w, int deep, int wide,
                         const struct finish *how)
{
    _Alignas(LINE) float sum[BLOCK][BLOCK];
    int taps = (2 * f->reach + 1) * (2 * f->reach + 1), n = used(f, boards), none[BLOCK];
    size_t bytes = (size_t)deep * sizeof *x, tap_size = (size_t)deep * (size_t)wide, tile = ROWS * DEEP;
    memset(none, -1, sizeof none);
    for (int i = 0; i < n; i += BLOCK) {
        const int *point = f->point + i;
        if (i + BLOCK > boards * f->board) { /* boards that are not there */
            memcpy(none, point, sizeof none);
            for (int k = 0; k < BLOCK; k++)
                none[k] = i + k < boards * f->board ? none[k] : -1;
            point = none;
        }
        for (int c = 0; c < wide; c += BLOCK) {
            _tile_zero(0);
            _tile_zero(1);
            _tile_zero(2);
            _tile_zero(3);
            for (int t = 0; t < taps; t++) {
                const half *a = x + (size_t)(f->lead + i + tap_step(f, t)) * (size_t)deep;
                const half *b = w + (size_t)t * tap_size + (size_t)(c / ROWS) * tile;
                for (int k = 0; k < deep; k += DEEP, b += (size_t)(wide / ROWS) * tile) {
                    _tile_loadd(4, a + k, bytes);
                    _tile_loadd(6, b, LINE);
                    _tile_loadd(7, b + tile, LINE);
                    _tile_loadd(5, a + k + (size_t)ROWS * (size_t)deep, bytes);
                    _tile_dpbf16ps(0, 4, 6);
                    _tile_dpbf16ps(1, 4, 7);
                    _tile_dpbf16ps(2, 5, 6);
                    _tile_dpbf16ps(3, 5, 7);
                }
            }
            _tile_stored(0, &sum[0][0], sizeof sum[0]);
            _tile_stored(1, &sum[0][ROWS], sizeof sum[0]);
            _tile_stored(2, &sum[ROWS][0], sizeof sum[0]);
            _tile_stored(3, &sum[ROWS][ROWS], sizeof sum[0]);
            finish(how, point, c, (const float(*)[BLOCK])sum);
        }
    }
}

/* The gradient by weights, in whole blocks: x by channels, dy in pairs. */
static AMX void gather(const struct field *f, int boards, const half *x, size_t row, const half *dy, int in,
                       int out, float *gradient)
{
    int taps = (2 * f->reach + 1) * (2 * f->reach + 1), n = used(f, boards);
    size_t x_bytes = row * sizeof *x, dy_bytes = (size_t)out * 2 * sizeof *dy,
           to_bytes = (size_t)out * sizeof *gradient;
    for (int t = 0; t < taps; t++, gradient += (size_t)in * (size_t)out)
        for (int i = 0; i < in; i += BLOCK)
            for (int c = 0; c < out; c += BLOCK) {
                const half *a = x + (size_t)i * row + (f->lead + tap_step(f, t)), *b = dy + 2 * c;
                _tile_zero(0);
                _tile_zero(1);
                _tile_zero(2);
                _tile_zero(3);
                for (int k = 0; k < n; k += DEEP, a += DEEP, b += (size_t)DEEP * (size_t)out) {
                    _tile_loadd(4, a, x_bytes);
                    _tile_loadd(6, b, dy_bytes);
                    _tile_loadd(7, b + DEEP, dy_bytes);
                    _tile_loadd(5, a + ROWS * row, x_bytes);
                    _tile_dpbf16ps(0, 4, 6);
                    _tile_dpbf16ps(1, 4, 7);
                    _tile_dpbf16ps(2, 5, 6);
                    _tile_dpbf16ps(3, 5, 7);
                }
                float *to = gradient + (size_t)i * (size_t)out + (size_t)c;
                _tile_stored(0, to, to_bytes);
                _tile_stored(1, to + ROWS, to_bytes);
                _tile_stored(2, to + (size_t)ROWS * (size_t)out, to_bytes);
                _tile_stored(3, to + (size_t)ROWS * (size_t)out + ROWS, to_bytes);
            }
}

/* ---- The kernels ---- */

static AMX void forward(void *own, int layer, const struct net_board *b, const float *x, const float *weights,
                        const float *skip, float *y)
{
    struct own *o = own;
    const struct net_layer *l = &o->net->layer[layer];
    const struct layer *a = &o->layer[layer];
    if (l->op != NET_CONV) {
        o->rest->forward(o->rest_own, layer, b, x, weights, skip, y);
        return;
    }
    struct finish how = {.bias = l->bias == NET_BIAS_NONE ? NULL : weights + l->biased,
                         .by_point = l->bias == NET_BIAS_POINT,
                         .skip = skip,
                         .relu = l->relu,
                         .channels = l->out,
                         .board = (int)net_board_points(b),
                         .to = y};
    take_tiles();
    lay_out(a->field, b->n, x, l->in, a->in, o->x);
    multiply(a->field, b->n, o->x, a->forward, a->in, a->out, &how);
    _tile_release();
}

static AMX void backward(void *own, int layer, const struct net_board *b, const float *x,
                         const float *weights, const float *dy, float *dw, float *dx, bool adding)
{
    struct own *o = own;
    const struct net_layer *l = &o->net->layer[layer];
    const struct layer *a = &o->layer[layer];
    if (l->op != NET_CONV) {
        o->rest->backward(o->rest_own, layer, b, x, weights, dy, dw, dx, adding);
        return;
    }
    const struct field *f = a->field;
    int n = used(f, b->n);
    take_tiles();
    lay_out(f, b->n, x, l->in, a->in, o->x);
    lay_out(f, b->n, dy, l->out, a->out, o->dy);
    turn(o->x, (n + 2 * f->lead + DEEP - 1) / DEEP * DEEP, a->in, o->turned, o->turned_row);
    pair_up(o->dy + (size_t)f->lead * (size_t)a->out, n, a->out, o->pairs);
    gather(f, b->n, o->turned, o->turned_row, o->pairs, a->in, a->out, o->gradient);
    float *to = dw + l->weight;
    for (int t = 0; t < l->size * l->size; t++)
        for (int i = 0; i < l->in; i++, to += l->out) {
            const float *from = o->gradient + (size_t)(t * a->in + i) * (size_t)a->out;
            for (int c = 0; c < l->out; c++)
                to[c] += from[c];
        }
    layer_bias_back(l, b, dy, dw + l->biased);
    if (dx) {
        struct finish how = {
            .skip = adding ? dx : NULL, .channels = l->in, .board = (int)net_board_points(b), .to = dx};
        multiply(f, b->n, o->dy, a->back, a->out, a->in, &how);
    }
    _tile_release();
}

static const struct net_kernels kernels = {"AMX", open_own, close_own, prepare, forward, backward};

const struct net_kernels *amx_kernels(struct err *e)
{
    if (!in_processor()) {
        err_set(e, "this processor has no matrix tiles (AMX)");
        return NULL;
    }
    if (!given()) {
        err_set(e, "the system does not give matrix tiles (AMX) to programs");
        return NULL;
    }
    return &kernels;
}

#else

const struct net_kernels *amx_kernels(struct err *e)
{
    err_set(e, "there are no matrix tiles (AMX) here");
    return NULL;
}

#endif
