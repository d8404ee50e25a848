/* Training by Adam; see trainer.h.
 *
 * A batch is cut into shards, each with a gradient of its own; they are added up in a fixed order, so that
 * the number of threads that work on them changes nothing. */
#include "net/tune/trainer.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "net/tune/coarse.h"
#include "net/tune/convert.h"
#include "net/tune/tally.h"

enum { SHARDS = TRAINER_THREADS_MOST, TESTS_MOST = 20000, REPORTS_EACH = 2 };
static const float beta1 = 0.9f, beta2 = 0.999f;
static const double rate_last = 0.01; /* of the first rate */

struct shard {
    struct trainer *trainer;
    struct sampler *sampler;
    struct net_scratch *scratch;
    float *gradient;
    struct tally tally;
    const struct sample_at *at; /* its part of the batch */
    size_t n;
    bool learn;
};

struct trainer {
    const struct samples *samples;
    struct trainer_options options;
    struct rng rng;
    int classes, heads;
    size_t size;   /* of a net */
    size_t params; /* the net's numbers, then the rows of the sorts */
    uint16_t sort[CELLS_CLASSES_MOST];
    float *param, *moment, *square; /* moment and square: of the gradient, by Adam */
    float *net;                     /* with the rows of the sorts added in */
    float *best;                    /* as net */
    double best_loss;
    long steps;
    struct shard shard[SHARDS];
};

struct trainer_options trainer_defaults(void)
{
    return (struct trainer_options){
        .epochs = 6, .batch = 256, .rate = 0.004f, .decay = 0.02f, .value = 2, .share = 0.7f, .threads = 1};
}

/* The rows of the sorts stand after the net, own before other. */
static float (*sort_rows(float *params, const struct trainer *t))[NET_LANES]
{
    return (float(*)[NET_LANES])(params + t->size);
}

static float chance(struct rng *r, float most)
{
    return ((float)rng_unit(r) * 2 - 1) * most;
}

static void start_from_chance(struct trainer *t)
{
    struct net n = net_view(t->param, t->classes);
    float(*row)[NET_LANES] = sort_rows(t->param, t);
    for (int s = 0; s < 2 * COARSE_SORTS; s++)
        for (int i = 0; i < NET_LANES; i++)
            row[s][i] = chance(&t->rng, 0.1f);
    for (int i = 0; i < NET_LANES; i++)
        n.bias[i] = 0.1f + chance(&t->rng, 0.1f);
    for (int h = 0; h < t->heads; h++) {
        for (int i = 0; i < NET_LANES; i++)
            n.head[h].policy[i] = chance(&t->rng, 0.5f);
        for (int j = 0; j < NET_HIDDEN; j++) {
            n.head[h].out[j] = chance(&t->rng, 0.2f);
            for (int i = 0; i < NET_LANES; i++)
                n.head[h].first[j][i] = chance(&t->rng, 0.2f);
        }
    }
}

/* Adds the rows of the sorts to those of the classes. */
static void merge(struct trainer *t)
{
    const float(*row)[NET_LANES] = (const float(*)[NET_LANES])sort_rows(t->param, t);
    memcpy(t->net, t->param, t->size * sizeof *t->net);
    struct net n = net_view(t->net, t->classes);
    for (int c = 0; c < t->classes; c++)
        for (int i = 0; i < NET_LANES; i++) {
            n.own[c][i] += row[t->sort[c]][i];
            n.other[c][i] += row[COARSE_SORTS + t->sort[c]][i];
        }
}

struct trainer *trainer_new(const struct samples *s, const struct trainer_options *o)
{
    assert(o->threads >= 1 && o->threads <= TRAINER_THREADS_MOST && o->batch >= SHARDS);
    struct trainer *t = mem_zero(1, sizeof *t);
    const struct rules *r = &s->games->rules;
    t->samples = s;
    t->options = *o;
    rng_seed(&t->rng, o->seed);
    t->classes = s->classes->classes;
    t->heads = r->p;
    t->size = net_size(t->classes, t->heads);
    t->params = t->size + 2 * COARSE_SORTS * NET_LANES;
    coarse_sorts(s->classes, t->sort);
    t->param = mem_zero(t->params, sizeof *t->param);
    t->moment = mem_zero(t->params, sizeof *t->moment);
    t->square = mem_zero(t->params, sizeof *t->square);
    t->net = mem_zero(t->size, sizeof *t->net);
    t->best = mem_zero(t->size, sizeof *t->best);
    if (o->from)
        convert_to_net(o->from, t->param);
    else
        start_from_chance(t);
    merge(t);
    memcpy(t->best, t->net, t->size * sizeof *t->best);
    t->best_loss = INFINITY;
    for (int i = 0; i < SHARDS; i++) {
        t->shard[i].trainer = t;
        t->shard[i].sampler = sampler_new(s);
        t->shard[i].scratch = net_scratch_new(r->m * r->n);
        t->shard[i].gradient = mem_zero(t->params, sizeof *t->shard[i].gradient);
    }
    return t;
}

void trainer_free(struct trainer *t)
{
    if (!t)
        return;
    for (int i = 0; i < SHARDS; i++) {
        sampler_free(t->shard[i].sampler);
        net_scratch_free(t->shard[i].scratch);
        free(t->shard[i].gradient);
    }
    free(t->param);
    free(t->moment);
    free(t->square);
    free(t->net);
    free(t->best);
    free(t);
}

static void run_shard(struct shard *s)
{
    struct trainer *t = s->trainer;
    const struct net net = net_view(t->net, t->classes);
    struct net gradient = net_view(s->gradient, t->classes);
    if (s->learn)
        memset(s->gradient, 0, t->size * sizeof *s->gradient);
    for (size_t i = 0; i < s->n; i++) {
        const struct net_sample *x = sampler_make(s->sampler, s->at[i], t->options.share);
        struct net_sample weighted = *x;
        weighted.value_weight *= t->options.value;
        struct net_answer a = net_run(&net, &weighted, s->scratch, s->learn ? &gradient : NULL);
        tally_add(&s->tally, x, &a);
    }
}

struct work {
    struct trainer *trainer;
    int first;
};

/* One thread takes every `threads`-th shard. */
static void *run_shards(void *arg)
{
    struct work *w = arg;
    for (int i = w->first; i < SHARDS; i += w->trainer->options.threads)
        run_shard(&w->trainer->shard[i]);
    return NULL;
}

/* Runs samples through the net, cut into shards; adds up their tallies. */
static void run_samples(struct trainer *t, const struct sample_at *at, size_t n, bool learn,
                        struct tally *sum)
{
    pthread_t thread[SHARDS];
    bool started[SHARDS] = {false};
    struct work work[SHARDS];
    for (int i = 0; i < SHARDS; i++) {
        size_t from = n * (size_t)i / SHARDS, to = n * (size_t)(i + 1) / SHARDS;
        t->shard[i].at = at + from;
        t->shard[i].n = to - from;
        t->shard[i].learn = learn;
        t->shard[i].tally = (struct tally){0};
        work[i] = (struct work){t, i};
    }
    for (int i = 1; i < t->options.threads; i++)
        started[i] = pthread_create(&thread[i], NULL, run_shards, &work[i]) == 0;
    for (int i = 0; i < t->options.threads; i++)
        if (started[i])
            pthread_join(thread[i], NULL);
        else
            run_shards(&work[i]);
    for (int i = 0; i < SHARDS; i++)
        tally_join(sum, &t->shard[i].tally);
}

/* The gradient of all shards together, that of the sorts with it, in the first shard's array. */
static const float *gather(struct trainer *t, float scale)
{
    float *g = t->shard[0].gradient;
    for (size_t i = 0; i < t->size; i++) {
        float sum = g[i];
        for (int s = 1; s < SHARDS; s++)
            sum += t->shard[s].gradient[i];
        g[i] = sum * scale;
    }
    float(*row)[NET_LANES] = sort_rows(g, t);
    struct net n = net_view(g, t->classes);
    memset(row, 0, 2 * COARSE_SORTS * sizeof *row);
    for (int c = 0; c < t->classes; c++)
        for (int i = 0; i < NET_LANES; i++) {
            row[t->sort[c]][i] += n.own[c][i];
            row[COARSE_SORTS + t->sort[c]][i] += n.other[c][i];
        }
    return g;
}

static void step(struct trainer *t, const float *g, float rate)
{
    t->steps++;
    float fix1 = 1 / (1 - powf(beta1, (float)t->steps)), fix2 = 1 / (1 - powf(beta2, (float)t->steps));
    for (size_t i = 0; i < t->params; i++) {
        t->moment[i] = beta1 * t->moment[i] + (1 - beta1) * g[i];
        t->square[i] = beta2 * t->square[i] + (1 - beta2) * g[i] * g[i];
        t->param[i] -= rate * fix1 * t->moment[i] / (sqrtf(fix2 * t->square[i]) + 1e-8f);
    }
    /* Started from given weights, the rows of the classes are all there is, and stay. */
    if (!t->options.from)
        for (size_t i = 0; i < 2 * (size_t)t->classes * NET_LANES; i++)
            t->param[i] -= rate * t->options.decay * t->param[i];
    merge(t);
}

static void shuffle(struct sample_at *at, size_t n, struct rng *r)
{
    for (size_t i = n; i > 1; i--) {
        size_t j = rng_below(r, (uint32_t)i);
        struct sample_at swap = at[i - 1];
        at[i - 1] = at[j];
        at[j] = swap;
    }
}

/* Looks at the test samples; keeps the net if it is the best. */
static bool look(struct trainer *t, const struct sample_at *test, double epoch, struct tally *learned,
                 trainer_report *report, void *context)
{
    struct trainer_progress p = {.epoch = epoch, .epochs = t->options.epochs};
    struct tally tested = {0};
    size_t n = t->samples->tests < TESTS_MOST ? t->samples->tests : TESTS_MOST;
    run_samples(t, test, n, false, &tested);
    p.learn = tally_score(learned);
    p.test = tally_score(&tested);
    *learned = (struct tally){0};
    double loss = p.test.policy_loss + t->options.value * p.test.value_loss;
    p.best = n == 0 || loss < t->best_loss;
    if (p.best) {
        t->best_loss = loss;
        memcpy(t->best, t->net, t->size * sizeof *t->best);
    }
    return report(context, &p);
}

void trainer_run(struct trainer *t, trainer_report *report, trainer_stop *stop, void *context)
{
    size_t n = t->samples->learns, batch = (size_t)t->options.batch;
    struct sample_at *at = mem_zero(n + 1, sizeof *at), *test = mem_zero(t->samples->tests + 1, sizeof *test);
    memcpy(at, t->samples->learn, n * sizeof *at);
    memcpy(test, t->samples->test, t->samples->tests * sizeof *test);
    shuffle(test, t->samples->tests, &t->rng);
    size_t steps = (size_t)ceil((double)n * t->options.epochs / (double)batch), next = n;
    size_t each = n / batch / REPORTS_EACH + 1;
    struct tally learned = {0};
    bool go_on = n > 0 && look(t, test, 0, &learned, report, context);
    for (size_t i = 0; go_on && i < steps && !stop(context); i++, next += batch) {
        if (next + batch > n) {
            shuffle(at, n, &t->rng);
            next = 0;
        }
        size_t size = n < batch ? n : batch;
        double done = (double)i / (double)steps;
        double rate = t->options.rate * (rate_last + (1 - rate_last) * (1 + cos(done * acos(-1.0))) / 2);
        run_samples(t, at + next, size, true, &learned);
        step(t, gather(t, 1 / (float)size), (float)rate);
        if ((i + 1) % each == 0 || i + 1 == steps)
            go_on = look(t, test, (double)((i + 1) * size) / (double)n, &learned, report, context);
    }
    free(at);
    free(test);
}

struct weights *trainer_weights(const struct trainer *t)
{
    struct weights *w = weights_new(t->samples->classes->k, t->heads);
    convert_to_weights(t->best, w);
    return w;
}
