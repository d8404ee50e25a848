/* Positions to learn from; see data.h. */
#include "net/learn/data.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/rng.h"
#include "connect/board/symmetry.h"

struct keyed {
    uint64_t key;
    uint32_t game;
};

static int by_key(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->game < y->game ? -1 : x->game > y->game;
}

struct data *data_new(const struct data_game *g, void *source, int width, int height, int test_in)
{
    struct data *d = mem_zero(1, sizeof *d);
    size_t n = g->games(source);
    struct keyed *list = mem_zero(n + 1, sizeof *list);
    *d = (struct data){.game = g, .source = source, .width = width, .height = height};
    for (size_t i = 0; i < n; i++)
        list[i] = (struct keyed){g->key(source, i), (uint32_t)i};
    qsort(list, n, sizeof *list, by_key);
    for (int part = 0; part < 2; part++) {
        d->number[part] = mem_zero(n + 1, sizeof *d->number[part]);
        d->upto[part] = mem_zero(n + 1, sizeof *d->upto[part]);
    }
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && list[i].key == list[i - 1].key) {
            d->twins++;
            continue;
        }
        int positions = g->positions(source, list[i].game);
        if (positions == 0)
            continue;
        int part = rng_mix(list[i].key) % (uint64_t)test_in == 0 ? DATA_TEST : DATA_LEARN;
        size_t k = d->games[part]++;
        size_t *sum = part == DATA_TEST ? &d->tests : &d->learns;
        *sum += (size_t)positions;
        d->number[part][k] = list[i].game;
        d->upto[part][k] = *sum;
    }
    free(list);
    return d;
}

void data_free(struct data *d)
{
    if (!d)
        return;
    d->game->free(d->source);
    for (int part = 0; part < 2; part++) {
        free(d->number[part]);
        free(d->upto[part]);
    }
    free(d);
}

void data_find(const struct data *d, enum data_part part, uint64_t i, size_t *game, int *position)
{
    size_t low = 0, high = d->games[part];
    while (low + 1 < high) { /* the last game whose first position is i or before */
        size_t mid = (low + high) / 2;
        if (d->upto[part][mid - 1] <= i)
            low = mid;
        else
            high = mid;
    }
    *game = d->number[part][low];
    *position = (int)(i - (low ? d->upto[part][low - 1] : 0));
}

/* Four rounds of a Feistel network over the least even number of bits that holds n, walked until it lands below n. */
uint64_t data_shuffle(uint64_t i, uint64_t n, uint64_t key)
{
    assert(i < n);
    int half = 1;
    while (half < 31 && (uint64_t)1 << (2 * half) < n)
        half++;
    uint64_t mask = ((uint64_t)1 << half) - 1;
    do {
        uint64_t left = i >> half, right = i & mask;
        for (uint64_t round = 0; round < 4; round++) {
            uint64_t next = left ^ (rng_mix(right + rng_mix(key + round)) & mask);
            left = right;
            right = next;
        }
        i = left << half | right;
    } while (i >= n);
    return i;
}

int data_symmetries(const struct data *d)
{
    return d->width == d->height ? 8 : 4;
}

int data_turn_point(const struct data *d, int symmetry, int point)
{
    int col = point % d->width, row = point / d->width;
    symmetry_turn(symmetry, d->width, d->height, &col, &row);
    return row * d->width + col;
}
