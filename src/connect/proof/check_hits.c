/* The checker's critical defences; see check_hits.h.
 *
 * Takes a set that is not met yet, and branches over its squares; a square whose branch is done is barred
 * from the branches after it. So every answer comes exactly once: its first square in that set says in which
 * branch. A branch ends when one of its squares can be spared, which no further square can mend, or when more
 * disjoint sets are unmet than squares are left. */
#include "connect/proof/check_hits.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct family_set {
    int from, n; /* its squares in h->square */
    int met;     /* by how many chosen squares */
};

struct check_hits {
    struct family_set *set;
    size_t sets, set_room;
    square *square;
    size_t squares, square_room;
    bool barred[SQUARE_CELLS];
    uint32_t stamp, seen[SQUARE_CELLS];
    /* of the search that is going on */
    struct squares chosen;
    int most;
    uint64_t *work;
    struct pulse *pulse;
    struct squares *out;
    size_t count, out_room;
};

struct check_hits *check_hits_new(void)
{
    return mem_zero(1, sizeof(struct check_hits));
}

void check_hits_free(struct check_hits *h)
{
    if (!h)
        return;
    free(h->set);
    free(h->square);
    free(h);
}

void check_hits_clear(struct check_hits *h)
{
    h->sets = h->squares = 0;
}

void check_hits_add(struct check_hits *h, const square *s, int n)
{
    h->set = mem_grow(h->set, &h->set_room, h->sets + 1, sizeof *h->set);
    h->square = mem_grow(h->square, &h->square_room, h->squares + (size_t)n, sizeof *h->square);
    memcpy(h->square + h->squares, s, (size_t)n * sizeof *s);
    h->set[h->sets++] = (struct family_set){(int)h->squares, n, 0};
    h->squares += (size_t)n;
}

static bool has(const struct check_hits *h, const struct family_set *g, square s)
{
    for (int i = 0; i < g->n; i++)
        if (h->square[g->from + i] == s)
            return true;
    return false;
}

/* Does every chosen square meet some set that no other chosen one does? */
static bool none_to_spare(const struct check_hits *h)
{
    for (int i = 0; i < h->chosen.n; i++) {
        size_t j = 0;
        while (j < h->sets && !(h->set[j].met == 1 && has(h, &h->set[j], h->chosen.s[i])))
            j++;
        if (j == h->sets)
            return false;
    }
    return true;
}

/* Squares of the set that are not barred. */
static int open_squares(const struct check_hits *h, const struct family_set *g)
{
    int n = 0;
    for (int i = 0; i < g->n; i++)
        n += !h->barred[h->square[g->from + i]];
    return n;
}

/* The unmet set with the fewest squares to choose from, NULL if all are met. */
static const struct family_set *narrowest(const struct check_hits *h)
{
    const struct family_set *best = NULL;
    int least = 0;
    for (size_t j = 0; j < h->sets; j++) {
        if (h->set[j].met)
            continue;
        int n = open_squares(h, &h->set[j]);
        if (!best || n < least) {
            best = &h->set[j];
            least = n;
        }
    }
    return best;
}

/* Some unmet sets no two of which share a square: each needs a square of its own. */
static int disjoint_unmet(struct check_hits *h)
{
    int n = 0;
    h->stamp++;
    for (size_t j = 0; j < h->sets; j++) {
        const struct family_set *g = &h->set[j];
        bool apart = !g->met;
        for (int i = 0; apart && i < g->n; i++)
            apart = h->seen[h->square[g->from + i]] != h->stamp;
        for (int i = 0; apart && i < g->n; i++)
            h->seen[h->square[g->from + i]] = h->stamp;
        n += apart;
    }
    return n;
}

static void meet(struct check_hits *h, square s, int change)
{
    for (size_t j = 0; j < h->sets; j++)
        if (has(h, &h->set[j], s))
            h->set[j].met += change;
}

static int by_square(const void *a, const void *b)
{
    return *(const square *)a - *(const square *)b;
}

static bool emit(struct check_hits *h)
{
    if (h->count == CHECK_HITS_MOST)
        return false;
    h->out = mem_grow(h->out, &h->out_room, h->count + 1, sizeof *h->out);
    struct squares *o = &h->out[h->count++];
    *o = h->chosen;
    qsort(o->s, (size_t)o->n, sizeof *o->s, by_square);
    return true;
}

/* False if it is too much. */
static bool branch(struct check_hits *h)
{
    uint64_t cost = h->squares * (size_t)(h->chosen.n + 3) + 1;
    if (*h->work < cost) {
        *h->work = 0;
        return false;
    }
    if (h->pulse && pulse_over(h->pulse, (int)cost))
        return false;
    *h->work -= cost;
    if (!none_to_spare(h))
        return true;
    const struct family_set *g = narrowest(h);
    if (!g)
        return emit(h);
    if (disjoint_unmet(h) > h->most - h->chosen.n)
        return true;
    bool ok = true;
    int tried = 0;
    square mine[RULES_MAX_K]; /* those of this set that this call has barred */
    for (int i = 0; ok && i < g->n; i++) {
        square s = h->square[g->from + i];
        if (h->barred[s])
            continue;
        h->chosen.s[h->chosen.n++] = s;
        meet(h, s, 1);
        ok = branch(h);
        meet(h, s, -1);
        h->chosen.n--;
        h->barred[s] = true;
        mine[tried++] = s;
    }
    while (tried > 0)
        h->barred[mine[--tried]] = false;
    return ok;
}

static int by_size_and_squares(const void *x, const void *y)
{
    const struct squares *a = x, *b = y;
    if (a->n != b->n)
        return a->n - b->n;
    for (int i = 0; i < a->n; i++)
        if (a->s[i] != b->s[i])
            return a->s[i] - b->s[i];
    return 0;
}

bool check_hits_minimal(struct check_hits *h, int most, uint64_t *work, struct pulse *pulse,
                        struct squares **out, size_t *count)
{
    h->chosen.n = 0;
    h->most = most;
    h->work = work;
    h->pulse = pulse;
    h->out = NULL;
    h->count = h->out_room = 0;
    bool ok = branch(h);
    if (ok && h->count > 1)
        qsort(h->out, h->count, sizeof *h->out, by_size_and_squares);
    *out = h->out;
    *count = h->count;
    return ok;
}
