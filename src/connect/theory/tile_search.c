/* Tries tiles; see tile_search.h. */
#include "connect/theory/tile_search.h"

#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "connect/theory/tile_cover.h"
#include "connect/theory/tiles.h"

enum { SIDE_MOST = 8 }; /* 64 squares */

/* The runs of l squares on one line of the torus of side s: one of them becomes the line. */
struct choice {
    int count;
    mb_set run[SIDE_MOST * SIDE_MOST];
};

struct tiles {
    const struct tile_search *search;
    struct tile_found *found;
    int shift[SIDE_MOST]; /* by row */
    int choices;
    struct choice choice[DIRECTIONS * SIDE_MOST];
    int pick[DIRECTIONS * SIDE_MOST];
    struct rng rng;
    bool stopped;
};

/* Square number of (x, y), -1 if it is not on the tile. */
static int on_tile(const struct tiles *t, int x, int y)
{
    int s = t->search->s;
    if (y < 0 || y >= s || x < t->shift[y] || x >= t->shift[y] + s)
        return -1;
    return y * s + x - t->shift[y];
}

/* Which of the s lines of its direction on the torus runs through (x, y). */
static int torus_line(int direction, int x, int y, int s)
{
    const int by[DIRECTIONS] = {y, x, x - y, x + y};
    return direction * s + floor_mod(by[direction], s);
}

static bool find_choices(struct tiles *t)
{
    int s = t->search->s;
    t->choices = DIRECTIONS * s;
    for (int i = 0; i < t->choices; i++)
        t->choice[i].count = 0;
    for (int y = 0; y < s; y++)
        for (int x = t->shift[y]; x < t->shift[y] + s; x++)
            for (int d = 0; d < DIRECTIONS; d++) {
                mb_set run = 0;
                int i = 0, at;
                for (; i < t->search->l; i++) {
                    if ((at = on_tile(t, x + i * tile_cover_step[d][0], y + i * tile_cover_step[d][1])) < 0)
                        break;
                    run |= mb_bit(at);
                }
                struct choice *c = &t->choice[torus_line(d, x, y, s)];
                if (i == t->search->l)
                    c->run[c->count++] = run;
            }
    for (int i = 0; i < t->choices; i++)
        if (t->choice[i].count == 0)
            return false;
    return true;
}

/* The board of the first n lines picked, in order. */
static void build(const struct tiles *t, int n, struct mb_board *b)
{
    mb_begin(b, "tile");
    for (int y = 0; y < t->search->s; y++)
        for (int x = 0; x < t->search->s; x++) {
            char name[40];
            snprintf(name, sizeof name, "%d,%d", x + t->shift[y], y);
            mb_add_square(b, name);
        }
    for (int i = 0; i < n; i++)
        mb_add_line(b, t->choice[i].run[t->pick[i]]);
}

/* Does White draw with the first n lines? Counted if these are all. */
static enum mb_verdict judge(struct tiles *t, int n)
{
    const struct tile_search *search = t->search;
    struct mb_board b;
    build(t, n, &b);
    struct mb_game g = {&b, search->p, -1};
    struct mb_limits limits = {.positions = search->positions,
                               .until = search->until,
                               .tell = search->tell,
                               .ctx = search->ctx,
                               .plain = true};
    struct mb_solver *s = mb_solver_new(&g, &limits);
    enum mb_verdict v = mb_solve(s, 0, 0);
    mb_solver_free(s);
    if (v == MB_UNKNOWN && deadline_over(&search->until)) {
        t->stopped = true;
        return v;
    }
    t->found->tried++;
    t->found->lost += v == MB_LOST;
    t->found->unknown += v == MB_UNKNOWN;
    t->found->open += v == MB_UNKNOWN && n == t->choices;
    if (v == MB_DRAWN && n == t->choices && t->found->drawn++ == 0)
        t->found->first_drawn = b;
    t->stopped = (!search->all && t->found->tried >= search->rounds) ||
                 (t->found->tried % 64 == 0 && deadline_over(&search->until));
    return v;
}

/* ---- At random: lines one by one where the fewest others are, three times over ---- */

static void pick_evenly(struct tiles *t)
{
    int through[MB_SQUARES] = {0}, order[DIRECTIONS * SIDE_MOST];
    for (int i = 0; i < t->choices; i++) {
        int j = (int)rng_below(&t->rng, (uint32_t)i + 1);
        order[i] = order[j];
        order[j] = i;
        t->pick[i] = -1;
    }
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < t->choices; i++) {
            const struct choice *c = &t->choice[order[i]];
            int *pick = &t->pick[order[i]];
            double least = 0;
            if (*pick >= 0)
                for (mb_set s = c->run[*pick]; s; s &= s - 1)
                    through[mb_first(s)]--;
            int best = -1;
            for (int j = 0; j < c->count; j++) {
                double sum = rng_unit(&t->rng);
                for (mb_set s = c->run[j]; s; s &= s - 1)
                    sum += 2 * through[mb_first(s)] + 1;
                if (best < 0 || sum < least) {
                    least = sum;
                    best = j;
                }
            }
            *pick = best;
            for (mb_set s = c->run[best]; s; s &= s - 1)
                through[mb_first(s)]++;
        }
}

/* ---- All: line by line, as far as White draws with those placed. More lines only help Black. ---- */

/* Lines with little choice first, of those the ones that cross the most before them: the sooner a set is
 * lost. */
static void sort_choices(struct tiles *t)
{
    mb_set before = 0;
    for (int i = 0; i < t->choices; i++) {
        int best = i;
        for (int j = i + 1; j < t->choices; j++) {
            int fewer = t->choice[j].count - t->choice[best].count;
            if (fewer < 0 || (fewer == 0 && mb_count(t->choice[j].run[0] & before) >
                                                mb_count(t->choice[best].run[0] & before)))
                best = j;
        }
        struct choice c = t->choice[i];
        t->choice[i] = t->choice[best];
        t->choice[best] = c;
        for (int j = 0; j < t->choice[i].count; j++)
            before |= t->choice[i].run[j];
    }
}

static void run_all(struct tiles *t, int i)
{
    for (t->pick[i] = 0; t->pick[i] < t->choice[i].count && !t->stopped; t->pick[i]++)
        if (judge(t, i + 1) != MB_LOST && i + 1 < t->choices)
            run_all(t, i + 1);
}

/* ---- Shapes ---- */

static void shear(struct tiles *t)
{
    for (int y = 1; y < t->search->s && t->search->sheared; y++)
        t->shift[y] = t->shift[y - 1] + (int)rng_below(&t->rng, 3) - 1;
}

static void run_random(struct tiles *t)
{
    while (!t->stopped) {
        shear(t);
        if (find_choices(t)) {
            t->found->shapes++;
            pick_evenly(t);
            judge(t, t->choices);
        } else if (++t->found->impossible > 1000 * t->search->rounds) {
            return; /* shapes that never work: no end otherwise */
        }
    }
}

/* All ways to place lines, on the square or on as many random shapes as asked for. */
static void run_shapes(struct tiles *t)
{
    uint64_t shapes = t->search->sheared ? t->search->rounds : 1;
    while (t->found->shapes + t->found->impossible < shapes && !t->stopped) {
        shear(t);
        if (find_choices(t)) {
            t->found->shapes++;
            sort_choices(t);
            run_all(t, 0);
        } else {
            t->found->impossible++;
        }
    }
    t->found->complete = !t->stopped;
}

bool tile_search_check(const struct tile_search *t, struct err *e)
{
    if (t->s < 2 || t->s > SIDE_MOST)
        return err_set(e, "a tile's side is %d, must be 2 to %d", t->s, SIDE_MOST);
    if (t->l < 2 || t->l > (t->s + 1) / 2)
        return err_set(e, "lines of %d squares do not fit every diagonal of a tile of side %d; at most %d do",
                       t->l, t->s, (t->s + 1) / 2);
    if (t->p < 1 || ((!t->all || t->sheared) && t->rounds == 0))
        return err_set(e, "p and the number of tiles must be at least 1");
    return true;
}

void tile_search_run(const struct tile_search *search, struct tile_found *out)
{
    struct tiles t = {.search = search, .found = out};
    memset(out, 0, sizeof *out);
    rng_seed(&t.rng, search->seed);
    if (search->all)
        run_shapes(&t);
    else
        run_random(&t);
}
