/* Training; see train.h. */
#include "net/learn/train.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "net/learn/batch.h"

static const double warm_up = 0.05; /* share of the cycle in which the rate rises; then it falls to 0 */
static const double fixed = 0.9;    /* share of a training in which a rate that is halved in the end is not */
static const uint64_t split_seed = 0x7e57;
static const float value_rate = 0.1f; /* of the value's own parameters, beside the others' (value.h) */

struct shard {
    struct batch *batch;
    struct batch_job job;
    struct loss_sum sum;
    float *gradient;
    struct value_sums valued;
    struct table *table;
    double seconds;
};

struct train {
    const struct net *net;
    const struct data *data;
    struct train_options options;
    struct train_state *state;
    const struct net_kernels *kernels;
    float *weights, *gradient;
    struct value_map value;
    float *pace; /* by parameter: how long its steps are, as a part of the usual */
    struct shard shard[TRAIN_SHARDS];
};

struct train_options train_defaults(void)
{
    return (struct train_options){.samples = 1000000,
                                  .batch = 128,
                                  .rate = 0.05f,
                                  .momentum = 0.9f,
                                  .clip = 2,
                                  .decay = 1e-4f,
                                  .average = 0.998f,
                                  .value = 0.5f,
                                  .score = 0.25f,
                                  .owner = 1,
                                  .few = 1,
                                  .hide = 0.06f,
                                  .test = 4000,
                                  .every = 50000,
                                  .threads = 1};
}

struct train_state *train_state_new(const struct net *n, uint64_t seed)
{
    struct train_state *s = mem_zero(1, sizeof *s);
    s->parameters = n->parameters;
    s->parameter = mem_zero(n->parameters, sizeof *s->parameter);
    s->velocity = mem_zero(n->parameters, sizeof *s->velocity);
    s->average = mem_zero(n->parameters, sizeof *s->average);
    net_start(n, seed, s->parameter);
    memcpy(s->average, s->parameter, n->parameters * sizeof *s->average);
    return s;
}

void train_state_free(struct train_state *s)
{
    if (!s)
        return;
    free(s->parameter);
    free(s->velocity);
    free(s->average);
    free(s->curve);
    free(s);
}

/* The value's parameters are those of these weights; none if there is no value. */
static void value_weights(const struct net *n, size_t *first, size_t *end)
{
    const struct net_layer *l = n->value == NET_NONE ? NULL : &n->layer[n->value];
    *first = l ? l->weight : 0;
    *end = l ? l->biased + l->biases : 0;
}

bool train_state_from(struct train_state *s, const struct net *n, const struct net *from, const float *known,
                      bool fresh_value)
{
    size_t first, end;
    value_weights(n, &first, &end);
    if (!net_grow(from, known, n, s->parameter))
        return false;
    for (size_t w = first; fresh_value && w < end; w++)
        s->parameter[n->tie[w]] = s->average[n->tie[w]];
    memcpy(s->average, s->parameter, n->parameters * sizeof *s->average);
    return true;
}

/* ---- Shards on threads ---- */

struct share {
    struct shard *shard;
    const float *weights;
    int first, threads;
};

/* One thread takes every `threads`-th shard. */
static void *run_shards(void *arg)
{
    const struct share *c = arg;
    for (int i = c->first; i < TRAIN_SHARDS; i += c->threads) {
        struct shard *s = &c->shard[i];
        double start = clock_cpu(CPU_THREAD);
        batch_weights(s->batch, c->weights);
        batch_run(s->batch, &s->job, &s->sum);
        s->seconds = clock_cpu(CPU_THREAD) - start;
    }
    return NULL;
}

static void run_all(struct shard shard[TRAIN_SHARDS], const float *weights, int threads)
{
    struct share share[TRAIN_SHARDS];
    pthread_t thread[TRAIN_SHARDS];
    bool started[TRAIN_SHARDS] = {false};
    threads = threads < TRAIN_SHARDS ? threads : TRAIN_SHARDS;
    for (int i = 0; i < threads; i++)
        share[i] = (struct share){shard, weights, i, threads};
    for (int i = 1; i < threads; i++)
        started[i] = pthread_create(&thread[i], NULL, run_shards, &share[i]) == 0;
    for (int i = 0; i < threads; i++)
        if (started[i])
            pthread_join(thread[i], NULL);
        else
            run_shards(&share[i]);
}

/* ---- The trainer ---- */

static float *paces(const struct net *n)
{
    float *pace = mem_zero(n->parameters, sizeof *pace);
    size_t first, end;
    value_weights(n, &first, &end);
    for (size_t i = 0; i < n->parameters; i++)
        pace[i] = 1;
    for (size_t w = first; w < end; w++)
        pace[n->tie[w]] = value_rate;
    return pace;
}

/* A value that has learned nothing yet begins by what it sees at some positions, spread over all. */
static void begin_value(struct train *t)
{
    enum { POSITIONS = 512 };
    uint64_t all = t->data->learns, count = (all < POSITIONS ? all : POSITIONS) / TRAIN_SHARDS;
    if (count == 0 || !value_fresh(&t->value, t->state->parameter))
        return;
    struct value_sums sums = {0};
    net_expand(t->net, t->state->parameter, t->weights);
    for (uint64_t i = 0; i < TRAIN_SHARDS; i++) {
        struct shard *s = &t->shard[i];
        uint64_t step = all / (count * TRAIN_SHARDS);
        s->valued = (struct value_sums){0};
        s->job = (struct batch_job){.part = DATA_LEARN,
                                    .first = i * count * step,
                                    .step = step,
                                    .count = count,
                                    .valued = &s->valued};
    }
    run_all(t->shard, t->weights, t->options.threads);
    for (int i = 0; i < TRAIN_SHARDS; i++)
        value_join(&sums, &t->shard[i].valued);
    value_begin(&t->value, &sums, t->state->parameter);
    memcpy(t->state->average, t->state->parameter, t->state->parameters * sizeof *t->state->average);
}

struct train *train_new(const struct net *n, const struct net_kernels *k, const struct data *d,
                        const struct train_options *o, struct train_state *s)
{
    assert(o->batch > 0 && o->batch % TRAIN_SHARDS == 0 && d->learns > 0 && s->parameters == n->parameters);
    struct train *t = mem_zero(1, sizeof *t);
    *t = (struct train){.net = n, .data = d, .options = *o, .state = s, .kernels = k};
    t->weights = mem_zero(n->weights, sizeof *t->weights);
    t->gradient = mem_zero(n->parameters, sizeof *t->gradient);
    t->value = value_map(n);
    t->pace = paces(n);
    for (int i = 0; i < TRAIN_SHARDS; i++) {
        t->shard[i].gradient = mem_zero(n->weights, sizeof *t->shard[i].gradient);
        t->shard[i].batch = batch_new(n, k, d, true);
        if (!t->shard[i].batch) {
            train_free(t);
            return NULL;
        }
    }
    begin_value(t);
    return t;
}

void train_free(struct train *t)
{
    if (!t)
        return;
    for (int i = 0; i < TRAIN_SHARDS; i++) {
        batch_free(t->shard[i].batch);
        free(t->shard[i].gradient);
    }
    free(t->weights);
    free(t->gradient);
    free(t->pace);
    free(t);
}

/* ---- A step ---- */

uint64_t train_steps(const struct train_options *o)
{
    return (o->samples + (uint64_t)o->batch - 1) / (uint64_t)o->batch;
}

const float *train_gradient(struct train *t, uint64_t step, struct loss_sum *learned)
{
    const struct train_options *o = &t->options;
    net_expand(t->net, t->state->parameter, t->weights);
    for (int i = 0; i < TRAIN_SHARDS; i++) {
        struct shard *s = &t->shard[i];
        uint64_t count = (uint64_t)(o->batch / TRAIN_SHARDS);
        memset(s->gradient, 0, t->net->weights * sizeof *s->gradient);
        s->sum = (struct loss_sum){0};
        s->valued = (struct value_sums){0};
        s->job = (struct batch_job){.part = DATA_LEARN,
                                    .first = step * (uint64_t)o->batch + (uint64_t)i * count,
                                    .step = 1,
                                    .count = count,
                                    .of = t->data->learns,
                                    .seed = o->seed,
                                    .hide = o->hide,
                                    .hide_ranks = o->hide_ranks,
                                    .few = o->few,
                                    .shares = {1 / (float)o->batch, o->value, o->score, o->owner},
                                    .gradient = s->gradient,
                                    .valued = &s->valued};
    }
    run_all(t->shard, t->weights, o->threads);
    struct value_sums valued = {0};
    memset(t->gradient, 0, t->net->parameters * sizeof *t->gradient);
    for (int i = 0; i < TRAIN_SHARDS; i++) {
        net_fold(t->net, t->shard[i].gradient, t->gradient);
        loss_join(learned, &t->shard[i].sum);
        value_join(&valued, &t->shard[i].valued);
        t->state->seconds += t->shard[i].seconds;
    }
    value_gradient(&t->value, &valued, t->gradient);
    return t->gradient;
}

float train_rate(const struct train_options *o, uint64_t step)
{
    double done = ((double)step + 0.5) / (double)train_steps(o);
    if (o->constant && o->halvings && done >= fixed)
        return ldexpf(o->rate, -1 - (int)((done - fixed) / (1 - fixed) * o->halvings));
    if (o->constant)
        return o->rate;
    return (float)(o->rate * (done < warm_up ? done / warm_up : (1 - done) / (1 - warm_up)));
}

/* Makes a gradient no longer than that, but for the value's own part, which is measured otherwise. */
static void clip(float *g, size_t n, const float *pace, float most)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += pace[i] < 1 ? 0 : (double)g[i] * (double)g[i];
    double length = sqrt(sum);
    float scale = (float)(most / length);
    for (size_t i = 0; length > most && i < n; i++)
        g[i] *= pace[i] < 1 ? 1 : scale;
}

void train_apply(struct train *t, float *g)
{
    const struct train_options *o = &t->options;
    struct train_state *s = t->state;
    float rate = train_rate(o, s->steps), mu = o->momentum;
    /* The average begins as a mean of all so far, so that the first parameters do not linger in it. */
    float keep = fminf(o->average, (float)(s->steps + 1) / (float)(s->steps + 10));
    if (o->clip > 0)
        clip(g, s->parameters, t->pace, o->clip);
    for (size_t i = 0; i < s->parameters; i++) {
        float v = t->pace[i] * g[i] + o->decay * s->parameter[i];
        s->velocity[i] = mu * s->velocity[i] + v;
        s->parameter[i] -= rate * (v + mu * s->velocity[i]);
        s->average[i] = keep * s->average[i] + (1 - keep) * s->parameter[i];
    }
    s->steps++;
}

bool train_step(struct train *t)
{
    if (t->state->steps >= train_steps(&t->options))
        return false;
    train_gradient(t, t->state->steps, &t->state->learned);
    train_apply(t, t->gradient);
    return true;
}

/* ---- Tests ---- */

bool train_due(const struct train *t)
{
    uint64_t batch = (uint64_t)t->options.batch, done = t->state->steps * batch;
    return done / t->options.every != (done - batch) / t->options.every ||
           t->state->steps == train_steps(&t->options);
}

/* Shards whose batches are there, over test positions. */
static struct loss_score measure(struct shard shard[TRAIN_SHARDS], const struct data *d, const float *weights,
                                 uint64_t most, float hide, float hide_ranks, int threads)
{
    uint64_t n = most && most < d->tests ? most : d->tests, step = n ? d->tests / n : 1;
    struct loss_sum sum = {0};
    for (int i = 0; i < TRAIN_SHARDS; i++) {
        uint64_t from = n * (uint64_t)i / TRAIN_SHARDS, to = n * (uint64_t)(i + 1) / TRAIN_SHARDS;
        shard[i].sum = (struct loss_sum){0};
        shard[i].job = (struct batch_job){.part = DATA_TEST,
                                          .first = from * step,
                                          .step = step,
                                          .count = to - from,
                                          .seed = split_seed,
                                          .table = shard[i].table,
                                          .hide = hide,
                                          .hide_ranks = hide_ranks};
    }
    run_all(shard, weights, threads);
    for (int i = 0; i < TRAIN_SHARDS; i++)
        loss_join(&sum, &shard[i].sum);
    return loss_score(&sum);
}

const struct train_mark *train_mark(struct train *t)
{
    struct train_state *s = t->state;
    net_expand(t->net, s->average, t->weights);
    struct loss_score learn = loss_score(&s->learned);
    struct loss_score test =
        measure(t->shard, t->data, t->weights, (uint64_t)t->options.test, 0, 0, t->options.threads);
    s->curve = mem_grow(s->curve, &s->room, s->marks + 1, sizeof *s->curve);
    struct train_mark *m = &s->curve[s->marks++];
    *m = (struct train_mark){.samples = s->steps * (uint64_t)t->options.batch,
                             .learn_policy = learn.policy,
                             .learn_value = learn.value,
                             .learn_first = learn.top[0],
                             .test_policy = test.policy,
                             .test_value = test.value,
                             .test_first = test.top[0],
                             .test_ten = test.top[LOSS_RANKS - 1],
                             .test_value_right = test.value_right,
                             .test_owner_right = test.owner_right,
                             .test_score = test.score,
                             .seconds = s->seconds};
    s->learned = (struct loss_sum){0};
    return m;
}

struct loss_score train_measure(const struct net *n, const struct net_kernels *k, const struct data *d,
                                const float *parameter, uint64_t most, bool hide, bool hide_ranks,
                                int threads, struct table *table)
{
    struct shard shard[TRAIN_SHARDS] = {{0}};
    float *weights = mem_zero(n->weights, sizeof *weights);
    net_expand(n, parameter, weights);
    for (int i = 0; i < TRAIN_SHARDS; i++) {
        shard[i].batch = batch_new(n, k, d, false);
        shard[i].table = table ? mem_zero(1, sizeof *table) : NULL;
    }
    struct loss_score s = measure(shard, d, weights, most, hide ? 1 : 0, hide_ranks ? 1 : 0, threads);
    for (int i = 0; i < TRAIN_SHARDS; i++) {
        batch_free(shard[i].batch);
        if (table)
            table_join(table, shard[i].table);
        free(shard[i].table);
    }
    free(weights);
    return s;
}
