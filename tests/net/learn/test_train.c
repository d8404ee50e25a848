/* Training: data that are split by game, planes that mean what they say, steps that repeat, checkpoints, oneDNN. */
#include "support/boards.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/rng.h"
#include "connect/board/symmetry.h"
#include "connect/game/planes.h"
#include "go/planes.h"
#include "net/learn/amx.h"
#include "net/learn/batch.h"
#include "net/learn/checkpoint.h"
#include "net/learn/connect.h"
#include "net/learn/curve.h"
#include "net/learn/dnnl.h"
#include "net/learn/go.h"
#include "net/learn/value.h"
#include "net/tune/selfplay.h"
#include "support/sanitized.h"

static bool never(void *context)
{
    (void)context;
    return false;
}

/* Games that the engine plays against itself in a moment. */
static struct data *own_games(int games)
{
    struct rules r = test_rules("7,7,4,2,1");
    struct tune_games *g = tune_games_new(&r);
    struct selfplay_options o = {.nodes = 50, .turns = 4, .seed = 1};
    for (int i = 0; i < games; i++)
        selfplay_game(g, &o, (uint64_t)i, never, NULL);
    return data_new(&data_connect, data_connect_source(g), r.m, r.n, 5);
}

static void test_shuffle(void **state)
{
    (void)state;
    static const uint64_t sizes[] = {1, 2, 3, 100, 257, 4096};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        uint64_t n = sizes[k], same = 0;
        bool *seen = mem_zero(n, sizeof *seen);
        for (uint64_t i = 0; i < n; i++) {
            uint64_t to = data_shuffle(i, n, 7);
            assert_true(to < n && !seen[to]);
            seen[to] = true;
            same += to == data_shuffle(i, n, 8);
        }
        assert_true(n < 100 || same < n / 4);
        free(seen);
    }
}

/* Twins by symmetry and by order within a turn are one game; no game is in both parts, whatever the order of files. */
static void test_split(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "stones,winner\nd4 c3 d5 e5,black\nd4 e3 d5 c5,black\nd4 d5 c3 e5,white\nd4 a1 b1 c1,white\n",
        "stones,winner\nd4 a1 b1 c1,white\nd4 d5 c3 e5,white\n",
    };
    size_t positions[2];
    for (int i = 0; i < 2; i++) {
        struct rules r = test_rules("7,7,4,2,1");
        struct tune_games *g = tune_games_new(&r);
        struct err e;
        assert_true(tune_games_read(g, texts[i], strlen(texts[i]), &e));
        struct data *d = data_new(&data_connect, data_connect_source(g), 7, 7, 2);
        assert_int_equal(d->twins, i == 0 ? 2 : 0);
        assert_int_equal(d->games[0] + d->games[1], 2);
        positions[i] = d->learns;
        for (uint64_t k = 0; k < d->learns; k++) {
            size_t game;
            int position;
            data_find(d, DATA_LEARN, k, &game, &position);
            assert_true(position >= 0 && position < 3);
        }
        data_free(d);
    }
    assert_int_equal(positions[0], positions[1]);
}

/* ---- Planes ---- */

/* ---- Go ---- */

static const char *const go_games =
    "(;GM[1]SZ[5]BR[6d]WR[7d]RE[W+R];B[cc];W[bc];B[];W[cb];B[dc])"   /* a pass is no sample */
    "(;GM[1]SZ[5]BR[6d]WR[7d]RE[W+R];B[cc];W[dc];B[tt];W[cb];B[bc])" /* its mirror image */
    "(;GM[1]SZ[5]HA[2]AB[bb][dd]BR[3k]WR[7d]RE[B+1.5];W[cc];B[dc])"
    "(;GM[1]SZ[5]BR[9d]WR[8d];B[aa];W[aa];B[bb])" /* bad from its second move on */
    "(;GM[1]SZ[9];B[aa];W[bb])";

static struct data *go_data(const struct data_go_filter *f, struct data_go_count *count)
{
    char path[] = "/tmp/hexad-go-XXXXXX";
    struct err e;
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, go_games, strlen(go_games)) == (ssize_t)strlen(go_games));
    close(fd);
    struct data_go_source *s = data_go_source(f);
    assert_true(data_go_add(s, path, &e));
    *count = *data_go_count(s);
    unlink(path);
    return data_new(&data_go, s, f->size, f->size, 1);
}

static void test_go(void **state)
{
    (void)state;
    struct data_go_count count;
    struct data *d = go_data(&(struct data_go_filter){.size = 5}, &count);
    assert_int_equal(count.games, 4);
    assert_int_equal(count.other, 1);
    assert_int_equal(count.faults[GO_FAULT_OCCUPIED], 1);
    assert_int_equal(d->twins, 1);
    assert_int_equal(d->tests, 4 + 2 + 1);
    void *maker = data_go.maker_new(d->source);
    struct data_sample s;
    data_go.make(maker, 0, 2, &s); /* W[cb] after a pass of Black */
    assert_int_equal(s.head, 1);
    assert_int_equal(s.rights, 1);
    assert_int_equal(s.right[0], 3 * 5 + 2);
    assert_int_equal(s.planes[GO_PLANE_BLACK * 25 + 2 * 5 + 2], 1);
    assert_int_equal(s.planes[(GO_PLANE_RANK + 6) * 25], 1); /* 7 dan */
    assert_true(s.weight > 0 && s.target > 0.5f);
    data_go.make(maker, 2, 1, &s); /* B[dc], two stones set up */
    assert_int_equal(s.head, 0);
    assert_int_equal(s.right[0], 2 * 5 + 3);
    assert_int_equal(s.planes[GO_PLANE_BLACK * 25 + 3 * 5 + 1], 1);
    assert_int_equal(s.planes[GO_PLANE_WHITE * 25 + 2 * 5 + 2], 1);
    data_go.maker_free(maker);
    data_free(d);
    d = go_data(&(struct data_go_filter){.size = 5, .rank = 8, .no_handicap = true}, &count);
    assert_int_equal(count.games, 1);
    data_free(d);
}

/* ---- Training ---- */

/* Sanitizers make arithmetic ten to twenty times as slow, and find in six steps what they find in thirty. */
enum {
    STEPS = TEST_SANITIZED ? 6 : 30,
    STEPS_KEPT = TEST_SANITIZED ? 3 : 13,
    STEPS_LOST = TEST_SANITIZED ? 1 : 5
};

static struct train_options tiny(int threads)
{
    struct train_options o = train_defaults();
    o.batch = 32;
    o.samples = (uint64_t)STEPS * 32;
    o.every = o.samples / 3;
    o.test = 0;
    o.seed = 3;
    o.threads = threads;
    return o;
}

static void steps(struct train *t, int n)
{
    for (int i = 0; i < n && train_step(t); i++)
        if (train_due(t))
            train_mark(t);
}

static void same_state(const struct train_state *a, const struct train_state *b)
{
    size_t bytes = a->parameters * sizeof(float);
    assert_int_equal(a->steps, b->steps);
    assert_memory_equal(a->parameter, b->parameter, bytes);
    assert_memory_equal(a->velocity, b->velocity, bytes);
    assert_memory_equal(a->average, b->average, bytes);
    assert_int_equal(a->marks, b->marks);
}

/* A training of before there were ranks to hide says nothing of them, and hides none. */
static void test_older_checkpoint(void **state)
{
    (void)state;
    struct net *n = net_new("m1x8", CONNECT_PLANES, 7, 7, NULL);
    struct train_state *s = train_state_new(n, 3);
    struct train_options o = tiny(1);
    o.hide_ranks = 0.25f;
    struct checkpoint c = {n, s, o, "7,7,4,2,1", 10}, back;
    char path[] = "/tmp/hexad-train-XXXXXX", *bytes;
    size_t len;
    struct err e;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    assert_true(checkpoint_save(path, &c, &e));
    assert_true(file_read(path, &bytes, &len, &e));
    char *line = strstr(bytes, "hide_ranks "), *next = strchr(line, '\n') + 1;
    struct buf b = BUF_EMPTY;
    buf_bytes(&b, bytes, (size_t)(line - bytes));
    buf_bytes(&b, next, len - 8 - (size_t)(next - bytes));
    net_checksum_write(&b);
    if (!checkpoint_read(b.text, b.len, &back, &e))
        fail_msg("%s", e.text);
    assert_true(back.options.hide_ranks == 0);
    assert_int_equal(back.learns, 10);
    buf_free(&b);
    free(bytes);
    unlink(path);
    checkpoint_done(&back);
    train_state_free(s);
    net_free(n);
}

/* A tiny net learns from games that were made here; the same with two threads; the same if it was killed in between. */
static void test_training(void **state)
{
    (void)state;
    struct data *d = own_games(40);
    struct net *n = net_new("m2x24", CONNECT_PLANES, 7, 7, NULL);
    struct train_state *one = train_state_new(n, 3), *two = train_state_new(n, 3);
    struct train_options o = tiny(1), o2 = tiny(2);
    struct train *t = train_new(n, &net_kernels_plain, d, &o, one);
    steps(t, 1000);
    train_free(t);
    assert_int_equal(one->marks, 3);
    if (!TEST_SANITIZED) {
        assert_true(one->curve[2].test_policy < one->curve[0].learn_policy - 0.3);
        assert_true(one->curve[2].test_first > 0.2); /* of some forty squares */
    }

    char path[] = "/tmp/hexad-train-XXXXXX";
    int fd = mkstemp(path);
    struct err e;
    assert_true(fd >= 0);
    close(fd);
    t = train_new(n, &net_kernels_plain, d, &o2, two);
    steps(t, STEPS_KEPT);
    o2.hide_ranks = 0.25f; /* no game has any */
    struct checkpoint c = {n, two, o2, "7,7,4,2,1", d->learns}, back;
    assert_true(checkpoint_save(path, &c, &e));
    steps(t, STEPS_LOST); /* lost when it is killed */
    train_free(t);
    assert_true(checkpoint_load(path, &back, &e));
    assert_int_equal(back.state->steps, STEPS_KEPT);
    assert_true(back.options.hide_ranks == o2.hide_ranks);
    assert_int_equal(back.learns, d->learns);
    back.options.threads = 2;
    t = train_new(back.net, &net_kernels_plain, d, &back.options, back.state);
    steps(t, 1000);
    same_state(one, back.state);
    train_free(t);

    struct buf svg = BUF_EMPTY;
    curve_svg(one, "m2x24", &svg);
    assert_non_null(strstr(svg.text, "<polyline"));
    assert_null(strstr(svg.text, "nan"));
    buf_free(&svg);
    unlink(path);
    checkpoint_done(&back);
    train_state_free(one);
    train_state_free(two);
    net_free(n);
    data_free(d);
}

/* Ratings change what a net says; hidden, they do as if the games had none. */
static struct loss_score measured(const char *games, bool hide_ranks)
{
    struct rules r = test_rules("7,7,4,2,1");
    struct tune_games *g = tune_games_new(&r);
    struct err e;
    assert_true(tune_games_read(g, games, strlen(games), &e));
    struct data *d = data_new(&data_connect, data_connect_source(g), r.m, r.n, 1);
    struct net *n = net_new("m2x16", CONNECT_PLANES, 7, 7, NULL);
    float *parameter = mem_zero(n->parameters, sizeof *parameter);
    net_start(n, 6, parameter);
    struct loss_score s = train_measure(n, &net_kernels_plain, d, parameter, 0, false, hide_ranks, 1, NULL);
    free(parameter);
    net_free(n);
    data_free(d);
    return s;
}

static void test_ratings(void **state)
{
    (void)state;
    static const char rated[] =
        "stones,winner,black_rating,white_rating\nd4 c3 d5 e5 c4 b4 e4 f3,black,2410,1700\n";
    static const char plain[] = "stones,winner\nd4 c3 d5 e5 c4 b4 e4 f3,black\n";
    struct loss_score with = measured(rated, false), hidden = measured(rated, true),
                      without = measured(plain, false);
    assert_true(with.policies == 7 && without.policies == 7);
    assert_true(hidden.policy == without.policy && hidden.value == without.value);
    assert_true(with.policy < without.policy || with.policy > without.policy);
}

/* A training that starts from another net has its parameters, but with `fresh_value` its own value. */
static void test_from(void **state)
{
    (void)state;
    struct net *n = net_new("m2x24", CONNECT_PLANES, 7, 7, NULL);
    const struct net_layer *l = &n->layer[n->value];
    struct train_state *other = train_state_new(n, 1), *s = train_state_new(n, 2);
    float *own = mem_zero(n->parameters, sizeof *own);
    memcpy(own, s->parameter, n->parameters * sizeof *own);
    assert_true(train_state_from(s, n, n, other->parameter, true));
    for (size_t w = 0; w < n->weights; w++) {
        bool value = w >= l->weight && w < l->biased + l->biases;
        float expected = (value ? own : other->parameter)[n->tie[w]];
        assert_true(s->parameter[n->tie[w]] == expected && s->average[n->tie[w]] == expected);
    }
    assert_memory_not_equal(s->parameter, other->parameter, n->parameters * sizeof *own);
    assert_true(train_state_from(s, n, n, other->parameter, false));
    same_state(s, other);
    free(own);
    train_state_free(other);
    train_state_free(s);
    net_free(n);
}

/* A step by the value's gradient moves a unit's sum, at every position, as a step in terms of standardised inputs would. */
static void check_whitened(const struct value_map *m, int unit, int positions, const double *seen,
                           const double *pull, const struct value_sums *s, const float *gradient)
{
    double bias = 0, pulled[2 * NET_CHANNELS_MOST] = {0};
    double mean[2 * NET_CHANNELS_MOST], deviation[2 * NET_CHANNELS_MOST];
    for (int r = 0; r < m->rows; r++) {
        mean[r] = s->seen[r] / s->n;
        deviation[r] = sqrt(s->seen_squares[r] / s->n - mean[r] * mean[r]);
    }
    for (int p = 0; p < positions; p++) {
        bias += pull[p];
        for (int r = 0; r < m->rows; r++)
            pulled[r] += pull[p] * (seen[p * m->rows + r] - mean[r]) / deviation[r];
    }
    for (int p = 0; p < positions; p++) {
        double expected = bias, moved = (double)gradient[m->bias[unit]];
        for (int r = 0; r < m->rows; r++) {
            expected += pulled[r] * (seen[p * m->rows + r] - mean[r]) / deviation[r];
            moved += (double)gradient[m->of_row[r][unit]] * seen[p * m->rows + r];
        }
        if (!(fabs(moved - expected) < 1e-3 * (1 + fabs(expected))))
            fail_msg("unit %d, position %d: moved by %g, not %g", unit, p, moved, expected);
    }
}

static void test_value(void **state)
{
    (void)state;
    enum { POSITIONS = 40, UNIT = 5 };
    struct net *n = net_new("m2x16", CONNECT_PLANES, 7, 7, NULL);
    struct value_map m = value_map(n);
    int inputs = 2 * n->layer[n->value].in;
    assert_int_equal(m.rows, inputs / 8); /* orientations have equal weights */
    struct rng r;
    rng_seed(&r, 4);
    float pooled[32], *gradient = mem_zero(n->parameters, sizeof *gradient),
                      *units = mem_zero((size_t)m.units, sizeof *units);
    double *seen = mem_zero((size_t)(POSITIONS * m.rows), sizeof *seen), pull[POSITIONS];
    struct value_sums s = {0};
    for (int p = 0; p < POSITIONS; p++) {
        for (int i = 0; i < inputs; i++) { /* some large, some not */
            pooled[i] = (float)(i < inputs / 2 ? 3 + 2 * rng_unit(&r) : 40 * rng_unit(&r));
            seen[p * m.rows + m.row[i]] += (double)pooled[i];
        }
        value_add(&m, &s, 1, pooled, units);
        pull[p] = rng_unit(&r) - 0.5;
        gradient[m.bias[UNIT]] += (float)pull[p];
        for (int i = 0; i < m.rows; i++)
            gradient[m.of_row[i][UNIT]] += (float)(pull[p] * seen[p * m.rows + i]);
    }
    struct value_sums halves = s;
    value_join(&halves, &s);
    assert_true(halves.n > 1.5 * s.n && halves.seen[0] > 1.5 * s.seen[0]);
    value_gradient(&m, &s, gradient);
    check_whitened(&m, UNIT, POSITIONS, seen, pull, &s, gradient);
    for (int u = 0; u < m.units; u++) /* nothing comes from nothing */
        assert_true(u == UNIT || gradient[m.bias[u]] == 0);
    free(seen);
    free(units);
    free(gradient);
    net_free(n);
    n = net_new("2x8", CONNECT_PLANES, 7, 7, NULL); /* the paper's have no value */
    m = value_map(n);
    assert_int_equal(m.rows, 0);
    value_gradient(&m, &s, NULL);
    net_free(n);
}

/* A fresh value's units are switched on by some positions, and not by others; one that has learned is left alone. */
static void test_value_begins(void **state)
{
    (void)state;
    struct data *d = own_games(TEST_SANITIZED ? 10 : 40);
    struct net *n = net_new("r1x32v64", CONNECT_PLANES, 7, 7, NULL);
    struct train_state *s = train_state_new(n, 3);
    struct value_map m = value_map(n);
    struct train_options o = tiny(1);
    assert_true(value_fresh(&m, s->parameter));
    train_free(train_new(n, &net_kernels_plain, d, &o, s));
    assert_memory_equal(s->parameter, s->average, n->parameters * sizeof *s->parameter);

    struct batch *b = batch_new(n, &net_kernels_plain, d, false);
    float *weights = mem_zero(n->weights, sizeof *weights);
    struct value_sums sums = {0};
    struct loss_sum loss = {0};
    net_expand(n, s->parameter, weights);
    batch_weights(b, weights);
    batch_run(b, &(struct batch_job){.part = DATA_LEARN, .step = 1, .count = d->learns, .valued = &sums},
              &loss);
    for (int u = 0; u < m.units; u++) { /* about 0.56 and 1, less or more as inputs go together */
        double mean = sums.unit[u] / sums.n, squares = sums.unit_squares[u] / sums.n;
        if (!(mean > 0.05 && mean < 3 && squares > 2 * mean * mean / 1.5))
            fail_msg("unit %d: mean %g, square %g", u, mean, squares);
    }
    batch_free(b);
    free(weights);

    s->parameter[m.last[3]] = 0.5f;
    s->average[0] += 1;
    float kept = s->average[0];
    assert_false(value_fresh(&m, s->parameter));
    train_free(train_new(n, &net_kernels_plain, d, &o, s));
    assert_true(s->average[0] == kept);
    train_state_free(s);
    net_free(n);
    data_free(d);
}

/* One step by oneDNN against the plain layers. */
static void check_step(const struct data *d, const struct net_kernels *k, const char *name)
{
    struct net *n = net_new(name, CONNECT_PLANES, 7, 7, NULL);
    struct train_state *a = train_state_new(n, 3), *b = train_state_new(n, 3);
    struct train_options o = tiny(1);
    o.rate = 1; /* so that a step is one that can be seen */
    o.constant = true;
    struct train *plain = train_new(n, &net_kernels_plain, d, &o, a), *fast = train_new(n, k, d, &o, b);
    assert_non_null(fast);
    train_step(plain);
    train_step(fast);
    double off = 0, moved = 0;
    for (size_t i = 0; i < n->parameters; i++) {
        off = fmax(off, fabs((double)(a->parameter[i] - b->parameter[i])));
        moved = fmax(moved, fabs((double)a->velocity[i]));
    }
    if (!(off < 1e-4 * moved))
        fail_msg("%s: a step is %g, and off by %g", name, moved, off);
    train_free(plain);
    train_free(fast);
    train_state_free(a);
    train_state_free(b);
    net_free(n);
}

static void test_onednn(void **state)
{
    (void)state;
    struct err e;
    const struct net_kernels *k = dnnl_kernels(&e);
    if (!k) {
        print_message("no oneDNN: %s\n", e.text);
        skip();
    }
    struct data *d = own_games(10);
    static const char *const names[] = {"3x16", "2x8-sym", "m3x16", "s3x24-free", "r2x16", "r2x16v24"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_step(d, k, names[i]);
    data_free(d);
}

/* Small whole numbers, of which products and sums are exact even in 8 bits. */
static float *whole(struct rng *r, size_t n, int most)
{
    float *x = mem_zero(n, sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = (float)((int)rng_below(r, (uint32_t)(2 * most + 1)) - most);
    return x;
}

static void equal(const char *name, int layer, const char *what, const float *a, const float *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            fail_msg("%s, layer %d: %s %zu is %g, not %g", name, layer, what, i, (double)b[i], (double)a[i]);
}

/* One layer forward and backward, on fewer boards than there could be, by the plain kernels and by others. */
static void check_layer(const struct net *n, int number, const struct net_kernels *k, struct rng *r)
{
    enum { WIDTH = 7, HEIGHT = 7, MOST = 3 };
    const struct net_layer *l = &n->layer[number];
    struct net_board b = {MOST - 1, WIDTH, HEIGHT};
    size_t points = (size_t)(WIDTH * HEIGHT), in = MOST * points * (size_t)l->in,
           out = MOST * points * (size_t)l->out;
    size_t there = (size_t)b.n * points;
    void *plain = net_kernels_plain.open(n, WIDTH, HEIGHT, MOST), *fast = k->open(n, WIDTH, HEIGHT, MOST);
    assert_non_null(fast);
    float *weights = whole(r, n->weights, 2), *x = whole(r, in, 3), *dy = whole(r, out, 3),
          *skip = whole(r, out, 9);
    float *y[2], *dw[2], *dx[2];
    for (int i = 0; i < 2; i++) {
        const struct net_kernels *who = i ? k : &net_kernels_plain;
        void *own = i ? fast : plain;
        y[i] = mem_zero(out, sizeof **y);
        dx[i] = mem_zero(in, sizeof **dx);
        dw[i] = mem_zero(n->weights, sizeof **dw);
        who->prepare(own, weights);
        who->forward(own, number, &b, x, weights, l->skip == NET_NONE ? NULL : skip, y[i]);
        who->backward(own, number, &b, x, weights, dy, dw[i], dx[i], false);
        who->backward(own, number, &b, x, weights, dy, dw[i], dx[i], true);
        who->backward(own, number, &b, x, weights, dy, dw[i], NULL, false);
    }
    equal(n->name, number, "result", y[0], y[1], there * (size_t)l->out);
    equal(n->name, number, "gradient by inputs", dx[0], dx[1], there * (size_t)l->in);
    equal(n->name, number, "gradient by weights", dw[0], dw[1], n->weights);
    net_kernels_plain.close(plain);
    k->close(fast);
    for (int i = 0; i < 2; i++) {
        free(y[i]);
        free(dx[i]);
        free(dw[i]);
    }
    free(weights);
    free(x);
    free(dy);
    free(skip);
}

/* Matrix tiles: every layer exactly, where nothing has to be rounded. */
static void test_amx(void **state)
{
    (void)state;
    struct err e;
    struct rng r;
    const struct net_kernels *k = amx_kernels(&e);
    if (!k) {
        print_message("no AMX: %s\n", e.text);
        skip();
    }
    rng_seed(&r, 5);
    static const char *const names[] = {"2x16", "2x40-sym", "m1x16", "s2x24-free", "2x72", "r1x32"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct net *n = net_new(names[i], CONNECT_PLANES, 7, 7, NULL);
        for (int l = 0; l < n->layers; l++)
            if (n->layer[l].op == NET_CONV || n->layer[l].op == NET_DEPTHWISE)
                check_layer(n, l, k, &r);
        net_free(n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shuffle),  cmocka_unit_test(test_split),
        cmocka_unit_test(test_go),       cmocka_unit_test(test_older_checkpoint),
        cmocka_unit_test(test_ratings),  cmocka_unit_test(test_from),
        cmocka_unit_test(test_value),    cmocka_unit_test(test_value_begins),
        cmocka_unit_test(test_training), cmocka_unit_test(test_onednn),
        cmocka_unit_test(test_amx),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
