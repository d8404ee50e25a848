/* `hexad bench net`: how fast nets learn and play, against what oneDNN itself needs for their layers. Processor time of one
 * thread, so that other work on the machine matters little; the least of some rounds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/rng.h"
#include "cli/bench/bench.h"
#include "cli/cli.h"
#include "cli/describe.h"
#include "net/infer.h"
#include "net/learn/amx.h"
#include "net/learn/batch.h"
#include "net/learn/dnnl.h"

enum { SIDE = 19, POINTS = SIDE * SIDE, PLANES = 40 };
static const char *const usual[] = {"m6x32", "m8", "3x64", "3x16", "s12x64", "6x128", "r4", "r5x96", NULL};

struct measured {
    const char *name;
    double mflop;
    double step, step_layers;   /* seconds a position: a training step, and oneDNN in it; 0 without oneDNN */
    double step_amx;            /* a training step by matrix tiles; 0: none here */
    double infer, infer_layers; /* our inference; oneDNN's layers for one position */
};

struct stand {
    struct net *net;
    float *parameter, *weights;
    uint8_t *planes;
};

static void fill(struct net_run *r, const struct stand *s, int batch)
{
    float *x = net_run_input(r);
    for (int i = 0; i < batch * POINTS * PLANES; i++)
        x[i] = s->planes[i % (POINTS * PLANES)];
    net_run_weights(r, s->weights);
}

/* Forward and backward of a batch. */
static void measure_step(const struct stand *s, const struct net_kernels *k, int rounds, struct measured *m)
{
    if (!k)
        return;
    struct net_run *r = net_run_new(s->net, k, SIDE, SIDE, BATCH_CHUNK, true);
    float *gradient = mem_zero(s->net->weights, sizeof *gradient);
    fill(r, s, BATCH_CHUNK);
    m->step = INFINITY;
    for (int i = 0; i < rounds; i++) {
        dnnl_seconds();
        double start = clock_cpu(CPU_THREAD);
        net_run_weights(r, s->weights);
        net_run_forward(r, BATCH_CHUNK);
        for (int p = 0; p < BATCH_CHUNK * POINTS * NET_HEAD_WIDTH; p++)
            net_run_policy_gradient(r)[p] = 1e-3f;
        for (int p = 0; s->net->value != NET_NONE && p < BATCH_CHUNK * s->net->layer[s->net->value].out; p++)
            net_run_value_gradient(r)[p] = 1e-3f;
        net_run_backward(r, gradient);
        double took = clock_cpu(CPU_THREAD) - start, layers = dnnl_seconds();
        if (took < m->step * BATCH_CHUNK) {
            m->step = took / BATCH_CHUNK;
            m->step_layers = layers / BATCH_CHUNK;
        }
    }
    free(gradient);
    net_run_free(r);
}

static void measure_play(const struct stand *s, const struct net_kernels *k, int rounds, struct measured *m)
{
    float *policy = mem_zero(POINTS, sizeof *policy);
    struct net_infer *f = net_infer_new(s->net, s->parameter, SIDE, SIDE, NET_INFER_BEST);
    struct net_run *r = k ? net_run_new(s->net, k, SIDE, SIDE, 1, false) : NULL;
    m->infer = m->infer_layers = INFINITY;
    if (r)
        fill(r, s, 1);
    for (int i = 0; i < 4 * rounds; i++) { /* in turn, so that both see the same machine */
        double start = clock_cpu(CPU_THREAD);
        net_infer_run(f, s->planes, 0, policy);
        m->infer = fmin(m->infer, clock_cpu(CPU_THREAD) - start);
        if (!r)
            continue;
        dnnl_seconds();
        net_run_forward(r, 1);
        m->infer_layers = fmin(m->infer_layers, dnnl_seconds());
    }
    net_run_free(r);
    net_infer_free(f);
    free(policy);
}

static void measure(const char *name, int rounds, const struct net_kernels *k, struct measured *m)
{
    struct stand s = {.net = net_new(name, PLANES, SIDE, SIDE, NULL)};
    struct rng rng;
    rng_seed(&rng, 1);
    s.parameter = mem_zero(s.net->parameters, sizeof *s.parameter);
    s.weights = mem_zero(s.net->weights, sizeof *s.weights);
    s.planes = mem_zero(POINTS * PLANES, 1);
    for (int i = 0; i < POINTS * PLANES; i++)
        s.planes[i] = rng_below(&rng, 5) == 0;
    net_start(s.net, 1, s.parameter);
    net_expand(s.net, s.parameter, s.weights);
    *m = (struct measured){.name = name, .mflop = net_flops(s.net, POINTS) / 1e6};
    struct measured tiles = {0};
    measure_step(&s, amx_kernels(NULL), rounds, &tiles);
    m->step_amx = tiles.step;
    measure_step(&s, k, rounds, m);
    measure_play(&s, k, rounds, m);
    free(s.parameter);
    free(s.weights);
    free(s.planes);
    net_free(s.net);
}

int bench_net(int rounds, bool json)
{
    struct err e;
    const struct net_kernels *k = dnnl_kernels(&e);
    json_t *list = json_array();
    if (!json)
        printf(
            "19x19, %d planes, one thread, microseconds a position%s%s\n"
            "net       million ops   step  oneDNN's part    AMX    our inference  oneDNN's layers  ratio\n",
            PLANES, k ? "" : "; without oneDNN: ", k ? "" : e.text);
    for (const char *const *name = usual; *name; name++) {
        struct measured m;
        measure(*name, rounds, k, &m);
        if (json)
            json_array_append_new(list,
                                  json_pack("{s:s, s:f, s:f, s:f, s:f, s:f, s:f}", "net", m.name, "mflop",
                                            m.mflop, "step_us", m.step * 1e6, "step_onednn_us",
                                            m.step_layers * 1e6, "step_amx_us", m.step_amx * 1e6, "infer_us",
                                            m.infer * 1e6, "infer_onednn_us", k ? m.infer_layers * 1e6 : 0));
        else if (k)
            printf("%-8s %12.1f %6.0f %8.0f  %3.0f%% %6.0f %15.0f %16.0f   %3.0f%%\n", m.name, m.mflop,
                   m.step * 1e6, m.step_layers * 1e6, 100 * m.step_layers / m.step, m.step_amx * 1e6,
                   m.infer * 1e6, m.infer_layers * 1e6, 100 * m.infer_layers / m.infer);
        else
            printf("%-8s %12.1f %38.0f\n", m.name, m.mflop, m.infer * 1e6);
    }
    if (json)
        describe_print_json(list);
    else
        json_decref(list);
    return EXIT_FINE;
}
