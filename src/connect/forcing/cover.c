/* Small hitting sets; see cover.h.
 *
 * Every hitting set has a square of the first set that is not hit yet: branch on its squares, p deep. With p
 * = 2 there are at most four pairs to look at. */
#include "connect/forcing/cover.h"

#include <string.h>

enum {
    STEPS = 20000, /* sets looked at before giving up: far more than p = 4 can take */
    STEP_COST = 4, /* of looking whether a set is hit, for each square chosen */
};

/* A walk through the choices. */
struct walk {
    const struct edges *e;
    struct covers *out; /* NULL: only whether there is one */
    int most, steps;
    int n;
    square chosen[RULES_MAX_TURN];
};

void edges_find(const struct field *f, enum side side, struct edges *out)
{
    int n = 0, used = 0;
    out->cut = false;
    out->pairs = f->p == 2;
    out->pulse = f->pulse;
    for (int w = 0; w < f->some_words; w++)
        for (uint64_t lines = f->some[side][0][w]; lines; lines &= lines - 1) {
            int line = w * 64 + __builtin_ctzll(lines);
            for (line_mask m = field_need(f, line, side, 0); m; m &= m - 1) {
                if (n == EDGES_MOST || used + f->p > EDGE_POOL) {
                    out->cut = true;
                    break;
                }
                out->from[n++] = (uint16_t)used;
                int size = field_empties(f, (struct window){(uint16_t)line, (uint8_t)mask_lowest(m)},
                                         out->at + used);
                if (size == 1 && out->pairs) { /* twice the same: then all have two */
                    out->at[used + 1] = out->at[used];
                    size = 2;
                }
                out->pairs = out->pairs && size == 2;
                used += size;
            }
        }
    out->n = n;
    out->from[n] = (uint16_t)used;
}

static bool is_hit(const struct edges *e, int i, const square *s, int n)
{
    for (int j = e->from[i]; j < e->from[i + 1]; j++)
        for (int k = 0; k < n; k++)
            if (e->at[j] == s[k])
                return true;
    return false;
}

/* The first set from `from` on that is not hit, or e->n. */
static int first_open(const struct edges *e, int from, const square *s, int n)
{
    while (from < e->n && is_hit(e, from, s, n))
        from++;
    return from;
}

int edges_open(const struct edges *e, const square *s, int n)
{
    return first_open(e, 0, s, n);
}

bool edges_hit(const struct edges *e, const square *s, int n)
{
    return !e->cut && first_open(e, 0, s, n) == e->n;
}

/* Can one of the chosen squares be spared? */
static bool has_spare(const struct walk *w)
{
    if (w->n < 2)
        return w->n == 1 && w->e->n == 0;
    for (int i = 0; i < w->n; i++) {
        square rest[RULES_MAX_TURN];
        int n = 0;
        for (int j = 0; j < w->n; j++)
            if (j != i)
                rest[n++] = w->chosen[j];
        if (first_open(w->e, 0, rest, n) == w->e->n)
            return true;
    }
    return false;
}

static void keep(struct walk *w)
{
    struct covers *c = w->out;
    square sorted[RULES_MAX_TURN];
    for (int i = 0; i < w->n; i++) {
        int j = i;
        for (; j > 0 && sorted[j - 1] > w->chosen[i]; j--)
            sorted[j] = sorted[j - 1];
        sorted[j] = w->chosen[i];
    }
    size_t bytes = (size_t)w->n * sizeof *sorted;
    for (int i = 0; i < c->n; i++)
        if (covers_size(c, i) == w->n && memcmp(covers_set(c, i), sorted, bytes) == 0)
            return;
    if (has_spare(w))
        return;
    if (c->n == COVERS_MOST || c->from[c->n] + w->n > COVER_POOL) {
        c->cut = true;
        return;
    }
    memcpy(c->at + c->from[c->n], sorted, bytes);
    c->n++;
    c->from[c->n] = (uint16_t)(c->from[c->n - 1] + w->n);
}

/* Are there more sets from `from` on, not hit yet and apart from each other, than stones are left? Then there is
 * no way. */
static bool too_many_apart(const struct walk *w, int from)
{
    const struct edges *e = w->e;
    square taken[EDGE_POOL + RULES_MAX_TURN];
    int n = w->n, left = w->most - w->n;
    memcpy(taken, w->chosen, (size_t)n * sizeof *taken);
    for (; from < e->n && left >= 0; from++)
        if (!is_hit(e, from, taken, n)) {
            left--;
            for (int j = e->from[from]; j < e->from[from + 1]; j++)
                taken[n++] = e->at[j];
        }
    return left < 0;
}

/* Is there a way to hit all with what is left? With `out`, finds all of them. */
static bool choose(struct walk *w, int from)
{
    const struct edges *e = w->e;
    from = first_open(e, from, w->chosen, w->n);
    if (from == e->n) {
        if (w->out)
            keep(w);
        return true;
    }
    if (w->n == w->most || w->steps-- <= 0)
        return false;
    if (e->pulse && pulse_over(e->pulse, (e->n + 1) * (w->n + 1) * STEP_COST))
        w->steps = 0;
    if (w->most > 2 && w->most > w->n + 1 && too_many_apart(w, from))
        return false;
    bool found = false;
    for (int j = e->from[from]; j < e->from[from + 1]; j++) {
        w->chosen[w->n++] = e->at[j];
        found |= choose(w, from + 1);
        w->n--;
        if (found && !w->out)
            return true;
    }
    return found;
}

/* ---- sets of one or two squares, to be hit by two ---- */

/* The first set from `from` on with neither x nor y. */
static int first_without(const struct edges *e, int from, square x, square y)
{
    const square *at = e->at + 2 * from;
    for (; from < e->n; from++, at += 2)
        if (at[0] != x && at[0] != y && at[1] != x && at[1] != y)
            break;
    return from;
}

static int pairs_number(const struct edges *e)
{
    int number = 3;
    if (e->n == 0)
        return 0;
    for (int i = 0; i < 2; i++) {
        square x = e->at[i];
        int open = first_without(e, 1, x, x);
        if (open == e->n)
            return 1;
        for (int j = 0; j < 2 && number > 2; j++)
            if (first_without(e, open + 1, x, e->at[2 * open + j]) == e->n)
                number = 2;
    }
    return number;
}

int edges_number(const struct edges *e, int most, bool *sure)
{
    if (e->pairs && most == 2) {
        int n = pairs_number(e);
        if (sure)
            *sure = n > 2 || !e->cut;
        return n;
    }
    struct walk w = {.e = e, .steps = STEPS};
    int number = most + 1;
    for (w.most = 0; w.most <= most && number > most; w.most++)
        if (choose(&w, 0))
            number = w.most;
    if (sure) /* if too many sets cannot be hit, all of them cannot either */
        *sure = number > most ? w.steps > 0 : !e->cut;
    return number;
}

void edges_covers(const struct edges *e, int most, struct covers *out)
{
    struct walk w = {.e = e, .out = out, .most = most, .steps = STEPS};
    out->n = 0;
    out->from[0] = 0;
    out->cut = e->cut;
    choose(&w, 0);
    if (w.steps <= 0)
        out->cut = true;
}
