/* Merging, shifting and asking zones; see zone.h. */
#include "connect/forcing/zone.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

int zones_useful(const struct rules *r)
{
    int delta = rules_delta(r);
    return delta > 2 ? delta - 1 : 1;
}

struct zones *zones_new(const struct rules *r)
{
    struct zones *z = mem_zero(1, sizeof *z);
    z->r = zones_useful(r);
    z->all_from = z->r + 1;
    z->level = mem_zero((size_t)square_limit(r) + 1, 1);
    return z;
}

void zones_free(struct zones *z)
{
    if (z) {
        free(z->at);
        free(z->level);
        free(z);
    }
}

void zones_clear(struct zones *z)
{
    for (int i = 0; i < z->n; i++)
        z->level[z->at[i]] = 0;
    z->n = 0;
    z->all_from = z->r + 1;
}

void zones_add(struct zones *z, square s, int level)
{
    assert(level >= 1);
    if (level > z->r)
        return;
    if (z->level[s] == 0) {
        z->at = mem_grow(z->at, &z->room, (size_t)z->n + 1, sizeof *z->at);
        z->at[z->n++] = s;
        z->level[s] = (uint8_t)level;
    } else if (level < z->level[s]) {
        z->level[s] = (uint8_t)level;
    }
}

void zones_add_all(struct zones *z, const square *s, int n, int level)
{
    for (int i = 0; i < n; i++)
        zones_add(z, s[i], level);
}

void zones_merge(struct zones *z, const struct zones *other, int d)
{
    int all = other->all_from > d ? other->all_from - d : 1;
    for (int i = 0; i < other->n; i++) {
        int level = other->level[other->at[i]];
        zones_add(z, other->at[i], level > d ? level - d : 1);
    }
    if (all < z->all_from)
        z->all_from = all;
}

static int compare_squares(const void *a, const void *b)
{
    return *(const square *)a - *(const square *)b;
}

int zones_list(const struct zones *z, int i, square *out)
{
    int n = 0;
    for (int j = 0; j < z->n; j++)
        if (z->level[z->at[j]] <= i)
            out[n++] = z->at[j];
    if (n)
        qsort(out, (size_t)n, sizeof *out, compare_squares);
    return n;
}

int zones_size(const struct zones *z, int i)
{
    int n = 0;
    for (int j = 0; j < z->n; j++)
        n += z->level[z->at[j]] <= i;
    return n;
}

/* As the zones grow, a square of level l may come in any place before l: the lowest levels go first. */
bool zones_irrelevant(const struct zones *z, const square *s, int n)
{
    int first[RULES_MAX_TURN];
    assert(n <= RULES_MAX_TURN);
    for (int i = 0; i < n; i++) {
        int level = z->level[s[i]] && z->level[s[i]] < z->all_from ? z->level[s[i]] : z->all_from;
        int j = i;
        for (; j && first[j - 1] > level; j--)
            first[j] = first[j - 1];
        first[j] = level;
    }
    for (int i = 0; i < n; i++)
        if (first[i] <= i + 1)
            return false;
    return true;
}
