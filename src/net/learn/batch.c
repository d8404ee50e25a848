/* Positions through a net; see batch.h. */
#include "net/learn/batch.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/rng.h"

struct batch {
    const struct net *net;
    const struct data *data;
    struct net_run *run;
    void *maker;
    struct value_map value;
    int points, planes, results; /* results: of the value */
    uint16_t *turn[8];           /* by symmetry: where points go */
    struct data_sample sample[BATCH_CHUNK];
    uint8_t *legal; /* of the samples, turned, */
    int8_t *owner;  /* as this is */
};

struct batch *batch_new(const struct net *n, const struct net_kernels *k, const struct data *d, bool learn)
{
    struct net_run *run = net_run_new(n, k, d->width, d->height, BATCH_CHUNK, learn);
    if (!run)
        return NULL;
    struct batch *b = mem_zero(1, sizeof *b);
    *b = (struct batch){.net = n, .data = d, .run = run, .points = d->width * d->height, .planes = n->planes};
    b->value = value_map(n);
    b->results = n->value == NET_NONE ? 0 : n->layer[n->value].out;
    b->maker = d->game->maker_new(d->source);
    b->legal = mem_zero((size_t)b->points, BATCH_CHUNK);
    b->owner = mem_zero((size_t)b->points, BATCH_CHUNK);
    for (int s = 0; s < data_symmetries(d); s++) {
        b->turn[s] = mem_zero((size_t)b->points, sizeof **b->turn);
        for (int p = 0; p < b->points; p++)
            b->turn[s][p] = (uint16_t)data_turn_point(d, s, p);
    }
    return b;
}

void batch_free(struct batch *b)
{
    if (!b)
        return;
    b->data->game->maker_free(b->maker);
    net_run_free(b->run);
    for (int s = 0; s < 8; s++)
        free(b->turn[s]);
    free(b->legal);
    free(b->owner);
    free(b);
}

void batch_weights(struct batch *b, const float *weights)
{
    net_run_weights(b->run, weights);
}

/* 24 bits as a number from 0 up to 1. */
static float share_of(uint64_t bits)
{
    return (float)(bits & 0xffffff) / (float)(1 << 24);
}

/* Makes a sample and writes it as input number `at`. */
static void take(struct batch *b, const struct batch_job *j, uint64_t number, int at)
{
    const struct data_game *g = b->data->game;
    struct data_sample *s = &b->sample[at];
    bool learn = j->gradient != NULL;
    uint64_t chance = learn ? rng_mix(j->seed + rng_mix(number + 1)) : 0;
    uint64_t i = learn ? data_shuffle(number % j->of, j->of, j->seed + rng_mix(number / j->of)) : number;
    size_t game;
    int position;
    data_find(b->data, j->part, i, &game, &position);
    g->make(b->maker, game, position, s);
    if (b->net->owner != NET_NONE && g->end)
        g->end(b->maker, game, s);
    if (learn && share_of(rng_mix(chance)) >= j->few)
        s->weight = 0;
    const uint16_t *turn = b->turn[chance % (uint64_t)data_symmetries(b->data)];
    float *in = net_run_input(b->run) + (size_t)at * (size_t)b->points * (size_t)b->planes;
    uint8_t *legal = b->legal + (size_t)at * (size_t)b->points;
    for (int p = 0; p < b->points; p++)
        legal[turn[p]] = s->legal[p]; /* which may be one of the planes */
    s->head = game_planes_show(g->kind->planes, s->planes, b->planes, b->points, s->head, b->net->by_colour,
                               share_of(chance >> 40) < j->hide, share_of(chance >> 16) < j->hide_ranks);
    for (int p = 0; p < b->points; p++) {
        const uint8_t *from = s->planes + p;
        float *to = in + (size_t)turn[p] * (size_t)b->planes;
        for (int c = 0; c < b->planes; c++)
            to[c] = from[(size_t)c * (size_t)b->points];
    }
    for (int r = 0; r < s->rights; r++)
        s->right[r] = turn[s->right[r]];
    int8_t *owner = b->owner + (size_t)at * (size_t)b->points;
    for (int p = 0; s->owner && p < b->points; p++)
        owner[turn[p]] = s->owner[p];
    if (s->owner)
        s->owner = owner;
    s->legal = legal;
    s->planes = NULL;
}

/* What the net says of position number `i`, and where the gradients by it go. */
static struct loss_said said_of(const struct batch *b, int i)
{
    size_t at = (size_t)i * (size_t)b->points * NET_HEAD_WIDTH, result = (size_t)i * (size_t)b->results;
    const float *owner = net_run_owner(b->run), *value = net_run_value(b->run);
    return (struct loss_said){net_run_policy(b->run) + at, owner ? owner + at : NULL,
                              value ? value + result : NULL, b->results};
}

static struct loss_back back_of(const struct batch *b, int i)
{
    size_t at = (size_t)i * (size_t)b->points * NET_HEAD_WIDTH, result = (size_t)i * (size_t)b->results;
    float *owner = net_run_owner_gradient(b->run), *value = net_run_value_gradient(b->run);
    return (struct loss_back){net_run_policy_gradient(b->run) + at, owner ? owner + at : NULL,
                              value ? value + result : NULL};
}

static void run_chunk(struct batch *b, const struct batch_job *j, uint64_t first, int n, struct loss_sum *sum)
{
    for (int i = 0; i < n; i++)
        take(b, j, first + (uint64_t)i * j->step, i);
    net_run_forward(b->run, n);
    for (int i = 0; i < n; i++) {
        struct loss_said said = said_of(b, i);
        struct loss_back back = {NULL, NULL, NULL};
        if (j->gradient)
            back = back_of(b, i);
        struct loss_sum one = {0};
        loss_add(&one, &b->sample[i], b->points, &said, &j->shares, j->gradient ? &back : NULL);
        loss_join(sum, &one);
        if (j->table)
            table_add(j->table, &b->sample[i], said.value, &one);
    }
    if (b->net->value != NET_NONE && j->valued)
        value_add(&b->value, j->valued, n, net_run_value_pooled(b->run), net_run_value_units(b->run));
    if (j->gradient)
        net_run_backward(b->run, j->gradient);
}

void batch_run(struct batch *b, const struct batch_job *j, struct loss_sum *sum)
{
    for (uint64_t i = 0; i < j->count; i += BATCH_CHUNK) {
        uint64_t n = j->count - i < BATCH_CHUNK ? j->count - i : BATCH_CHUNK;
        run_chunk(b, j, j->first + i * j->step, (int)n, sum);
    }
}
