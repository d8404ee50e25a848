/* Strengths of shapes; see go_shapes.h. */
#include "net/learn/go_shapes.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/rng.h"
#include "go/playout.h"
#include "go/shapes.h"

enum { OTHERS = 23, FAR_IN = 4, ROUNDS = 60, BESIDE = 8 };

/* What was chosen is place `right`; in `near` that is one behind the last where it was elsewhere. */
struct near {
    uint16_t class[BESIDE];
    uint8_t n, right, diagonal; /* diagonal: a bit for each place */
};
struct far {
    uint16_t class[1 + OTHERS]; /* the first was chosen */
    uint8_t n;
};

struct go_shapes {
    struct near *near;
    struct far *far;
    size_t nears, fars, near_room, far_room;
    double near_log[SHAPE_CLASSES], far_log[SHAPE_CLASSES], diagonal; /* logarithms of strengths */
    /* While games are read. */
    struct go_playout *playout;
    struct rng chance;
    int16_t *class;
};

static uint16_t class_of(const struct go_shapes *x, int code, enum side side)
{
    return (uint16_t)x->class[shape_seen((uint32_t)code, side)];
}

/* Others among the points of the board: as likely taken from what is playable as any. */
static void see_far(struct go_shapes *x, const struct go *g, int code)
{
    struct far f = {.n = 1, .class = {class_of(x, code, g->to_move)}};
    for (int i = 0; i < OTHERS; i++) {
        go_point at = (go_point)rng_below(&x->chance, (uint32_t)g->points);
        int other = g->cell[at] == CELL_EMPTY ? go_playout_code(x->playout, at) : -1;
        if (other >= 0)
            f.class[f.n++] = class_of(x, other, g->to_move);
    }
    x->far = mem_grow(x->far, &x->far_room, x->fars + 1, sizeof *x->far);
    x->far[x->fars++] = f;
}

static void see(void *context, const struct go *g, go_point move)
{
    struct go_shapes *x = context;
    struct go_playout_place place[BESIDE];
    int n = go_playout_near(x->playout, g, &x->chance, place);
    int code = n > 0 ? go_playout_code(x->playout, move) : -1;
    if (code < 0)
        return; /* nothing to choose by shapes, or a move that no playout makes */
    struct near s = {.n = (uint8_t)n, .right = (uint8_t)n};
    for (int i = 0; i < n; i++) {
        s.class[i] = class_of(x, place[i].code, g->to_move);
        s.diagonal = (uint8_t)(s.diagonal | place[i].diagonal << i);
        s.right = place[i].at == move ? (uint8_t)i : s.right;
    }
    x->near = mem_grow(x->near, &x->near_room, x->nears + 1, sizeof *x->near);
    x->near[x->nears++] = s;
    if (s.right == n && rng_below(&x->chance, FAR_IN) == 0)
        see_far(x, g, code);
}

struct go_shapes *go_shapes_new(const struct data_go_source *s)
{
    struct go_shapes *x = mem_zero(1, sizeof *x);
    x->playout = go_playout_new();
    x->class = mem_zero(SHAPE_CODES, sizeof *x->class);
    shape_classes(x->class);
    rng_seed(&x->chance, 1);
    data_go_walk(s, see, x);
    return x;
}

void go_shapes_free(struct go_shapes *x)
{
    go_playout_free(x->playout);
    free(x->class);
    free(x->near);
    free(x->far);
    free(x);
}

/* Of each strength the slope of the likelihood, and how fast the slope changes. */
struct slopes {
    double slope[SHAPE_CLASSES + 1], bend[SHAPE_CLASSES + 1]; /* the last: the diagonal's */
    double loss;
};

static void add(struct slopes *to, int i, double slope, double share)
{
    to->slope[i] += slope;
    to->bend[i] += share * (1 - share);
}

static void look_near(const struct go_shapes *x, struct slopes *to)
{
    for (size_t k = 0; k < x->nears; k++) {
        const struct near *s = &x->near[k];
        double w[BESIDE + 1] = {0}, sum = 1;
        for (int i = 0; i < s->n; i++)
            sum += w[i] = exp(x->near_log[s->class[i]] + (s->diagonal >> i & 1 ? x->diagonal : 0));
        w[s->n] = 1;
        to->loss -= log(w[s->right] / sum);
        for (int i = 0; i < s->n; i++) {
            double share = w[i] / sum, slope = (i == s->right) - share;
            add(to, s->class[i], slope, share);
            if (s->diagonal >> i & 1)
                add(to, SHAPE_CLASSES, slope, share);
        }
    }
}

static void look_far(const struct go_shapes *x, struct slopes *to)
{
    for (size_t k = 0; k < x->fars; k++) {
        const struct far *s = &x->far[k];
        double w[1 + OTHERS] = {0}, sum = 0;
        for (int i = 0; i < s->n; i++)
            sum += w[i] = exp(x->far_log[s->class[i]]);
        to->loss -= log(w[0] / sum);
        for (int i = 0; i < s->n; i++)
            add(to, s->class[i], (i == 0) - w[i] / sum, w[i] / sum);
    }
}

/* A step of Newton's method for each strength by itself, shortened since they hang together; what is hardly ever seen stays near
 * `prior`. */
static void step(double *log_of, const struct slopes *s, double prior)
{
    for (int i = 0; i < SHAPE_CLASSES; i++)
        log_of[i] += 0.7 * (s->slope[i] - 0.5 * (log_of[i] - prior)) / (s->bend[i] + 2);
}

static double mean(double sum, size_t n)
{
    return n ? sum / (double)n : 0;
}

void go_shapes_learn(struct go_shapes *x, struct go_shapes_score *score)
{
    struct slopes *s = mem_alloc(sizeof *s);
    *score = (struct go_shapes_score){.positions = x->nears};
    for (size_t i = 0; i < x->nears; i++)
        score->beside += x->near[i].right < x->near[i].n;
    for (int round = 0; round <= ROUNDS; round++) {
        *s = (struct slopes){{0}, {0}, 0};
        look_near(x, s);
        score->near.now = mean(s->loss, x->nears);
        if (round == 0)
            score->near.before = score->near.now;
        step(x->near_log, s, -2);
        x->diagonal += 0.3 * s->slope[SHAPE_CLASSES] / (s->bend[SHAPE_CLASSES] + 1);
        *s = (struct slopes){{0}, {0}, 0};
        look_far(x, s);
        score->far.now = mean(s->loss, x->fars);
        if (round == 0)
            score->far.before = score->far.now;
        step(x->far_log, s, -1);
    }
    score->diagonal = exp(x->diagonal);
    free(s);
}

static int rounded(double x, int most)
{
    return x < most ? (int)lround(x) : most;
}

void go_shapes_write(const struct go_shapes *x, struct buf *out)
{
    for (int i = 0; i < SHAPE_CLASSES; i++)
        buf_format(out, "%d,%d,%s", rounded(SHAPE_NEAR_UNIT * exp(x->near_log[i]), SHAPE_NEAR_MOST),
                   rounded(SHAPE_FAR_MOST * exp(x->far_log[i] - SHAPE_FAR_TOP), SHAPE_FAR_MOST),
                   i % 12 == 11 || i + 1 == SHAPE_CLASSES ? "\n" : "");
}
