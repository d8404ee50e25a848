/* The checker's zones; see check_zones.h. */
#include "connect/proof/check_zones.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

struct check_zones *check_zones_new(const struct rules *r)
{
    struct check_zones *z = mem_zero(1, sizeof *z);
    int delta = rules_delta(r);
    z->r = z->rules = delta > 2 ? delta - 1 : 1;
    z->at = mem_alloc((size_t)(r->m * r->n) * sizeof *z->at);
    z->first = mem_zero((size_t)square_limit(r), sizeof *z->first);
    z->stop = mem_alloc((size_t)(r->m * r->n) * sizeof *z->stop);
    z->stopping = mem_zero((size_t)square_limit(r), sizeof *z->stopping);
    z->all = z->r + 1;
    return z;
}

size_t check_zones_bytes(const struct rules *r)
{
    return sizeof(struct check_zones) + 2 * (size_t)(r->m * r->n) * sizeof(square) +
           2 * (size_t)square_limit(r);
}

void check_zones_free(struct check_zones *z)
{
    if (!z)
        return;
    free(z->at);
    free(z->first);
    free(z->stop);
    free(z->stopping);
    free(z);
}

void check_zones_clear(struct check_zones *z)
{
    for (int i = 0; i < z->n; i++)
        z->first[z->at[i]] = 0;
    for (int i = 0; i < z->stops; i++)
        z->stopping[z->stop[i]] = false;
    z->n = z->stops = 0;
    z->all = z->r + 1;
}

void check_zones_keep(struct check_zones *z, int most)
{
    z->r = z->rules < most ? z->rules : most;
    z->all = z->r + 1;
}

void check_zones_add(struct check_zones *z, square s, int first)
{
    assert(first >= 1);
    if (first > z->r)
        return;
    if (z->first[s] == 0)
        z->at[z->n++] = s;
    else if (z->first[s] <= first)
        return;
    z->first[s] = (uint8_t)first;
}

void check_zones_stop(struct check_zones *z, square s)
{
    if (z->stopping[s])
        return;
    z->stopping[s] = true;
    z->stop[z->stops++] = s;
}

static int shifted(int zone, int d)
{
    return zone > d ? zone - d : 1;
}

void check_zones_merge(struct check_zones *z, const struct check_zones *c, int d)
{
    for (int i = 0; i < c->n; i++)
        check_zones_add(z, c->at[i], shifted(c->first[c->at[i]], d));
    for (int i = 0; i < c->stops; i++)
        check_zones_stop(z, c->stop[i]);
    if (shifted(c->all, d) < z->all)
        z->all = shifted(c->all, d);
}

static int by_square(const void *a, const void *b)
{
    return *(const square *)a - *(const square *)b;
}

int check_zones_list(const struct check_zones *z, int i, square **out)
{
    int n = 0;
    *out = mem_alloc((size_t)z->n * sizeof **out);
    for (int j = 0; j < z->n; j++)
        if (z->first[z->at[j]] <= i)
            (*out)[n++] = z->at[j];
    qsort(*out, (size_t)n, sizeof **out, by_square);
    return n;
}
