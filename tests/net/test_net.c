/* Nets: layers against finite differences, tied weights against the symmetries, inference against the plain layers, files. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/boards.h"

#include "base/mem.h"
#include "base/rng.h"
#include "net/file.h"
#include "net/infer.h"
#include "net/run.h"
#include "net/tie.h"

enum { PLANES = 5 };

static struct net *net_of(const char *name, int width, int height)
{
    struct err e;
    struct net *n = net_new(name, PLANES, width, height, &e);
    if (!n)
        fail_msg("%s: %s", name, e.text);
    return n;
}

/* Parameters that no symmetry and no start leaves at 0. */
static float *parameters(const struct net *n, uint64_t seed)
{
    float *p = mem_zero(n->parameters, sizeof *p);
    struct rng r;
    rng_seed(&r, seed + 1);
    net_start(n, seed, p);
    for (size_t i = 0; i < n->parameters; i++)
        p[i] += (float)(0.2 * rng_unit(&r) - 0.1);
    return p;
}

static void random_floats(struct rng *r, float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (float)(2 * rng_unit(r) - 1);
}

/* A function of all results: a weighted sum, so that its gradient by them is known. */
struct probe {
    const struct net *net;
    struct net_run *run;
    float *parameter, *weights, *policy, *owner, *value;
    int n, results; /* of the value */
    size_t points;
};

static double probe_loss(struct probe *p)
{
    double sum = 0;
    net_expand(p->net, p->parameter, p->weights);
    net_run_weights(p->run, p->weights);
    net_run_forward(p->run, p->n);
    for (size_t i = 0; i < (size_t)p->n * p->points * NET_HEAD_WIDTH; i++)
        sum += (double)p->policy[i] * (double)net_run_policy(p->run)[i];
    for (size_t i = 0; p->net->owner != NET_NONE && i < (size_t)p->n * p->points * NET_HEAD_WIDTH; i++)
        sum += (double)p->owner[i] * (double)net_run_owner(p->run)[i];
    for (int i = 0; i < p->n * p->results; i++)
        sum += (double)p->value[i] * (double)net_run_value(p->run)[i];
    return sum;
}

static void probe_gradient(struct probe *p, float *out)
{
    float *by_weight = mem_zero(p->net->weights, sizeof *by_weight);
    memcpy(net_run_policy_gradient(p->run), p->policy,
           (size_t)p->n * p->points * NET_HEAD_WIDTH * sizeof(float));
    if (p->net->owner != NET_NONE)
        memcpy(net_run_owner_gradient(p->run), p->owner,
               (size_t)p->n * p->points * NET_HEAD_WIDTH * sizeof(float));
    if (p->net->value != NET_NONE)
        memcpy(net_run_value_gradient(p->run), p->value, (size_t)(p->n * p->results) * sizeof(float));
    net_run_backward(p->run, by_weight);
    memset(out, 0, p->net->parameters * sizeof *out);
    net_fold(p->net, by_weight, out);
    free(by_weight);
}

/* How the loss changes when parameters move by that step along a direction of length 1, and against it. */
static double slope(struct probe *p, const float *move, double step)
{
    float *before = mem_zero(p->net->parameters, sizeof *before);
    double loss[2];
    memcpy(before, p->parameter, p->net->parameters * sizeof *before);
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < p->net->parameters; i++)
            p->parameter[i] = before[i] + (float)((side ? -step : step) * (double)move[i]);
        loss[side] = probe_loss(p);
    }
    memcpy(p->parameter, before, p->net->parameters * sizeof *before);
    free(before);
    return (loss[0] - loss[1]) / (2 * step);
}

/* Along the gradient by one layer's parameters the loss must change by its length. Kinks (ReLU, maxima) between the two
 * places spoil the difference, rounding does if they are near: one of three distances must do. */
static void check_layer(struct probe *p, int number, const float *gradient)
{
    static const double steps[] = {2e-3, 5e-4, 1e-4};
    const struct net_layer *l = &p->net->layer[number];
    float *move = mem_zero(p->net->parameters, sizeof *move);
    double length = 0, off = INFINITY;
    for (size_t w = l->weight; w < l->biased + l->biases; w++)
        move[p->net->tie[w]] = gradient[p->net->tie[w]];
    for (size_t i = 0; i < p->net->parameters; i++)
        length += (double)move[i] * (double)move[i];
    length = sqrt(length);
    assert_true(length > 1e-3);
    for (size_t i = 0; i < p->net->parameters; i++)
        move[i] = (float)((double)move[i] / length);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        off = fmin(off, fabs(slope(p, move, steps[i]) - length) / length);
    if (!(off < 0.01))
        fail_msg("%s, layer %d: by the gradient %g, by differences %.2f%% off", p->net->name, number, length,
                 100 * off);
    free(move);
}

static void check_gradients(const char *name)
{
    enum { SIDE = 6, BATCH = 3 };
    struct rng r;
    rng_seed(&r, 3);
    struct net *n = net_of(name, SIDE, SIDE);
    struct probe p = {.net = n, .n = BATCH, .points = (size_t)SIDE * SIDE};
    p.run = net_run_new(n, &net_kernels_plain, SIDE, SIDE, BATCH, true);
    p.parameter = parameters(n, 5);
    p.weights = mem_zero(n->weights, sizeof *p.weights);
    p.policy = mem_zero(BATCH * p.points * NET_HEAD_WIDTH, sizeof *p.policy);
    p.owner = mem_zero(BATCH * p.points * NET_HEAD_WIDTH, sizeof *p.owner);
    p.value = mem_zero((size_t)BATCH * NET_RESULTS, sizeof *p.value);
    p.results = n->value == NET_NONE ? 0 : n->layer[n->value].out;
    float *gradient = mem_zero(n->parameters, sizeof *gradient);
    random_floats(&r, p.policy, BATCH * p.points * NET_HEAD_WIDTH);
    random_floats(&r, p.value, BATCH);
    random_floats(&r, net_run_input(p.run), BATCH * p.points * PLANES);
    random_floats(&r, p.value + BATCH, (size_t)BATCH * (NET_RESULTS - 1));
    random_floats(&r, p.owner, BATCH * p.points * NET_HEAD_WIDTH);
    probe_loss(&p);
    probe_gradient(&p, gradient);
    for (int i = 0; i < n->layers; i++)
        check_layer(&p, i, gradient);
    net_run_free(p.run);
    free(p.parameter);
    free(p.weights);
    free(p.policy);
    free(p.value);
    free(p.owner);
    free(gradient);
    net_free(n);
}

static void test_gradients(void **state)
{
    (void)state;
    check_gradients("3x8");
    check_gradients("2x8-sym");
    check_gradients("m3x16");
    check_gradients("m3x16-free");
    check_gradients("r3x16");
    check_gradients("r2x16v24");
    check_gradients("r2x16v24o");
    check_gradients("m2x16o-free");
    check_gradients("s3x16");
}

/* ---- Symmetry ---- */

static void random_planes(struct rng *r, uint8_t *planes, int points)
{
    for (int i = 0; i < PLANES * points; i++)
        planes[i] = rng_below(r, 4) == 0;
}

/* The largest difference between what a net says of a board and of its eight images. */
static double asymmetry(const char *name)
{
    enum { SIDE = 7, POINTS = SIDE * SIDE };
    struct rng r;
    rng_seed(&r, 11);
    struct net *n = net_of(name, SIDE, SIDE);
    float *parameter = parameters(n, 1), first[POINTS], other[POINTS];
    struct net_infer *f = net_infer_new(n, parameter, SIDE, SIDE, NET_INFER_PLAIN);
    uint8_t planes[PLANES * POINTS], turned[PLANES * POINTS];
    double most = 0;
    random_planes(&r, planes, POINTS);
    for (int head = 0; head < NET_HEADS; head++) {
        float value = net_infer_run(f, planes, head, first);
        for (int s = 1; s < 8; s++) {
            for (int c = 0; c < PLANES; c++)
                for (int p = 0; p < POINTS; p++)
                    turned[c * POINTS + net_symmetry_point(s, SIDE, p)] = planes[c * POINTS + p];
            most = fmax(most, fabs((double)(net_infer_run(f, turned, head, other) - value)));
            for (int p = 0; p < POINTS; p++)
                most = fmax(most, fabs((double)(other[net_symmetry_point(s, SIDE, p)] - first[p])));
        }
    }
    net_infer_free(f);
    free(parameter);
    net_free(n);
    return most;
}

static void test_symmetry(void **state)
{
    (void)state;
    assert_true(asymmetry("3x16-sym") < 1e-4);
    assert_true(asymmetry("m4x16") < 1e-4);
    assert_true(asymmetry("r2x16") < 1e-4);
    assert_true(asymmetry("r2x16v24") < 1e-4);
    assert_true(asymmetry("r2x16v24o") < 1e-4);
    assert_true(asymmetry("s4x16") < 1e-4);
    assert_true(asymmetry("3x16") > 1e-2);
    assert_true(asymmetry("m4x16-free") > 1e-2);
}

/* Tying leaves as many numbers free as there are orbits. */
static void test_counts(void **state)
{
    (void)state;
    struct net *n = net_of("1x8-sym", 19, 19);
    /* 5x5: 6 orbits of taps, 3x3: 3; 55 orbits of points. */
    assert_int_equal(n->parameters, PLANES * 8 * 6 + 55 * 8 + 8 * 8 * 3 + 55 * 8);
    net_free(n);
    n = net_of("m1x8", 19, 19);
    const struct net_layer *wide = &n->layer[1];
    assert_int_equal(wide->weights, 8 * 16);
    uint32_t last = 0;
    for (size_t w = wide->weight; w < wide->biased; w++)
        last = n->tie[w] > last ? n->tie[w] : last;
    assert_int_equal(last - n->tie[wide->weight] + 1, 8 * 16 / 8); /* a group convolution: an eighth */
    net_free(n);
}

static void test_names(void **state)
{
    static const char *const bad[] = {"",
                                      "x",
                                      "3",
                                      "3x",
                                      "0x64",
                                      "3x63",
                                      "3x64-p4m",
                                      "m8x",
                                      "m0",
                                      "m8-sym",
                                      "m99",
                                      "21x64",
                                      "s4x520",
                                      "m4x264",
                                      "3x64o",
                                      "r4ov8",
                                      "r4oo",
                                      "3x64 ",
                                      "a-very-long-name-that-no-net-can-ever-have-had"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct err e = {""};
        struct net *n = net_new(bad[i], PLANES, 19, 19, &e);
        if (n)
            fail_msg("'%s' is taken for a net", bad[i]);
        assert_string_not_equal(e.text, "");
    }
    struct err e;
    assert_null(net_new("3x64", PLANES, 19, 15, &e)); /* biases by point */
    struct net *n = net_of("12x192", 19, 19);
    assert_true(net_flops(n, 361) > 2.4e9 && net_flops(n, 361) < 2.9e9);
    net_free(n);
}

/* ---- Inference ---- */

static void check_inference_with(enum net_infer_with with, const char *name, int width, int height)
{
    struct rng r;
    rng_seed(&r, 17);
    struct net *n = net_of(name, width, height);
    int points = width * height;
    float *parameter = parameters(n, 2), *a = mem_zero((size_t)points, sizeof *a),
          *b = mem_zero((size_t)points, sizeof *b);
    uint8_t *planes = mem_zero((size_t)(PLANES * points), 1);
    struct net_infer *plain = net_infer_new(n, parameter, width, height, NET_INFER_PLAIN);
    struct net_infer *best = net_infer_new(n, parameter, width, height, with);
    for (int round = 0; round < 3; round++) {
        random_planes(&r, planes, points);
        float most = 0, v = net_infer_run(plain, planes, round & 1, a),
              w = net_infer_run(best, planes, round & 1, b);
        for (int p = 0; p < points; p++)
            most = fmaxf(most, fabsf(a[p]));
        assert_true(fabsf(v - w) < 1e-3f * (1 + fabsf(v)));
        for (int p = 0; p < points; p++)
            if (!(fabsf(a[p] - b[p]) < 1e-4f * (1 + most)))
                fail_msg("%s on %dx%d, point %d: %g by %s, %g plain", name, width, height, p, (double)b[p],
                         net_infer_name(best), (double)a[p]);
    }
    net_infer_free(plain);
    net_infer_free(best);
    free(parameter);
    free(planes);
    free(a);
    free(b);
    net_free(n);
}

static void check_inference(const char *name, int width, int height)
{
    check_inference_with(NET_INFER_BEST, name, width, height);
    check_inference_with(NET_INFER_AVX2, name, width, height);
}

static void test_inference(void **state)
{
    (void)state;
    check_inference("m4x24", 19, 19);
    check_inference("m3x16-free", 7, 5);
    check_inference("r2x24", 9, 9);
    check_inference("r2x24v40", 9, 9);
    check_inference("r2x24v40o", 9, 7);
    check_inference("m2x16o", 5, 9);
    check_inference("s4x40-free", 9, 9);
    check_inference("3x16", 9, 9);
    check_inference("2x24-sym", 13, 13);
    check_inference("2x56", 9, 9); /* panels of 32, 16 and 8 */
    check_inference("m3x64", 9, 5);
    check_inference("m1x8", 1, 1);
}

/* ---- Files ---- */

static void test_halves(void **state)
{
    (void)state;
    for (uint32_t h = 0; h < 65536; h++) {
        if ((h >> 10 & 31) == 31)
            continue;
        float x = net_from_half((uint16_t)h);
        assert_int_equal(net_half(x), h);
        /* The middle of two neighbours goes to the even one. */
        if ((h & 0x7fff) < 0x7bff) {
            float up = net_from_half((uint16_t)(h + 1)), middle = x + (up - x) / 2;
            assert_int_equal(net_half(middle), h & 1 ? h + 1 : h);
        }
    }
    assert_int_equal(net_half(1e6f), 0x7bff);
    assert_int_equal(net_half(-1e6f), 0xfbff);
}

/* As much as a number may be off in a file. */
static float lost(const struct net_file *f, size_t number, enum net_numbers type)
{
    float most = fabsf(f->parameter[number]);
    size_t first = number / NET_BLOCK * NET_BLOCK;
    for (size_t i = first; type == NET_Q8 && i < first + NET_BLOCK && i < f->net->parameters; i++)
        most = fmaxf(most, fabsf(f->parameter[i]));
    return type == NET_F32 ? 0 : most * (type == NET_Q8 ? 0.505f / 127 : 0.505f / 1024) + 1e-6f;
}

static void test_files(void **state)
{
    (void)state;
    struct net *n = net_of("m3x16", 9, 9);
    struct net_file f = {n, parameters(n, 9), "9,9,5,2,1"}, back;
    struct err e;
    for (int type = 0; type < NET_NUMBERS; type++) {
        struct buf b = BUF_EMPTY;
        net_file_write(&f, (enum net_numbers)type, &b);
        assert_true(net_file_read(b.text, b.len, &back, &e));
        assert_string_equal(back.net->name, "m3x16");
        assert_string_equal(back.game, "9,9,5,2,1");
        for (size_t i = 0; i < n->parameters; i++)
            assert_true(fabsf(back.parameter[i] - f.parameter[i]) <= lost(&f, i, (enum net_numbers)type));
        net_file_done(&back);
        /* Any byte changed, any end missing: refused. */
        for (size_t i = 0; i < b.len; i += 7) {
            b.text[i] = (char)(b.text[i] ^ 4);
            assert_false(net_file_read(b.text, b.len, &back, &e));
            b.text[i] = (char)(b.text[i] ^ 4);
            assert_false(net_file_read(b.text, i, &back, &e));
        }
        buf_free(&b);
    }
    free(f.parameter);
    net_free(n);
}

/* A net with more blocks that begins as another one says the same; also if it sees more planes, whatever is in them. */
static bool grows_by(const char *small, const char *large, int more)
{
    enum { SIDE = 9, POINTS = SIDE * SIDE, MOST = PLANES + 3 };
    struct net *from = net_of(small, SIDE, SIDE), *to = net_new(large, PLANES + more, SIDE, SIDE, NULL);
    float *known = parameters(from, 3), *grown = mem_zero(to->parameters, sizeof *grown), before[POINTS],
          after[POINTS];
    net_start(to, 4, grown);
    bool ok = net_grow(from, known, to, grown);
    if (ok) {
        struct net_infer *a = net_infer_new(from, known, SIDE, SIDE, NET_INFER_PLAIN),
                         *b = net_infer_new(to, grown, SIDE, SIDE, NET_INFER_PLAIN);
        uint8_t planes[MOST * POINTS];
        struct rng r;
        rng_seed(&r, 8);
        memset(planes, 1, sizeof planes);
        random_planes(&r, planes, POINTS);
        float value = net_infer_run(a, planes, 1, before), other = net_infer_run(b, planes, 1, after);
        const char *own_small = strchr(small, 'v'), *own_large = strchr(large, 'v');
        bool own = (own_small || own_large) && !(own_small && own_large && !strcmp(own_small, own_large));
        assert_true(own ? other == 0 : other == value); /* a value of its own begins as nothing */
        for (int p = 0; p < POINTS; p++)
            assert_true(before[p] == after[p]);
        net_infer_free(a);
        net_infer_free(b);
    }
    free(known);
    free(grown);
    net_free(from);
    net_free(to);
    return ok;
}

static bool grows(const char *small, const char *large)
{
    return grows_by(small, large, 0);
}

static void test_growth(void **state)
{
    (void)state;
    assert_true(grows_by("r3x16", "r4x16", 3));
    assert_true(grows_by("m2x16-free", "m2x16-free", 1));
    assert_false(grows_by("3x16", "3x16", 3));
    assert_false(grows_by("r3x16", "r4x16", -1));
    assert_true(grows("m2x16", "m7x16"));
    assert_true(grows("r3x16", "r4x16"));
    assert_true(grows("s1x16-free", "s3x16-free"));
    assert_true(grows("r3x16", "r4x16v32"));
    assert_true(grows("r3x16v32", "r3x16"));
    assert_true(grows("r3x16v32", "r3x16v40"));
    assert_true(grows("r3x16", "r4x16v32o"));
    assert_true(grows("r3x16v32o", "r4x16v32"));
    assert_true(grows("r3x16v32o", "r4x16v32o"));
    assert_true(grows("3x16", "3x16"));
    assert_false(grows("3x16", "4x16"));
    assert_false(grows("r4x16", "r3x16"));
    assert_false(grows("r3x16", "r4x24"));
    assert_false(grows("r3x16", "r4x16-free"));
    assert_false(grows("m3x16", "r4x16"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradients), cmocka_unit_test(test_symmetry),  cmocka_unit_test(test_counts),
        cmocka_unit_test(test_names),     cmocka_unit_test(test_inference), cmocka_unit_test(test_halves),
        cmocka_unit_test(test_files),     cmocka_unit_test(test_growth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
