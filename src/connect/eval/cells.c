/* The learned evaluation; see cells.h and docs/evaluation.md.
 *
 * From the stones to a value, each step only for what changed:
 *
 *     touched squares  ->  codes (cells_lines)  ->  classes  ->  features of a cell  ->  their sum
 *     at once              when something is asked  "            as the side to move sees it
 *
 * A view is how one side sees the cells when it is to move. Both are kept, but only the one that is asked is
 * brought up to date. */
#include "connect/eval/cells.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/eval/cells_lines.h"

enum {
    SUMS = INT16_MAX / WEIGHTS_ONE, /* features that add up within 16 bits */
    POLICY_MARGIN = 4,              /* squares around the box of all stones that are worth a thought */
};

#if defined __x86_64__
#define TARGET_AVX2 __attribute__((target("avx2")))
#define HAS_AVX2    __builtin_cpu_supports("avx2")
#else
#define TARGET_AVX2
#define HAS_AVX2 false
#endif

#define ALWAYS inline __attribute__((always_inline))

/* Half of the lanes of a cell. Everything is written out for two halves: compilers leave loops over them as
 * loops, at twice the instructions. */
typedef int16_t vector __attribute__((vector_size(WEIGHTS_LANES), aligned(16), may_alias));

/* The features of one cell, or the row of a class. */
struct feature {
    vector low, high;
};

/* What a cell is to the views: idle ones are empty, but no stone is on their lines that can still matter. */
enum cell_state { IDLE, ACTIVE, OCCUPIED };

struct view {
    struct feature *feature; /* by cell; of occupied cells anything */
    uint8_t *counted;        /* by cell: it is in the sum */
    uint16_t *stale;         /* cells whose feature is out of date, each once */
    int stales;
    uint8_t *marked; /* by cell: it is among them */
    int32_t sum[WEIGHTS_LANES];
};

struct cells {
    const struct position *position;
    const struct weights *weights;
    struct cells_classes *classes;
    struct cells_lines *lines; /* behind the position by the touched squares */
    uint16_t *touched;         /* cells where a stone came or went, each once */
    int touches;
    uint8_t *marked;                                /* by cell: it is among them */
    struct cells_seen *seen;                        /* by cell: its classes as of the last look */
    uint8_t *state;                                 /* by cell: enum cell_state */
    int cols[RULES_MAX_SIDE], rows[RULES_MAX_SIDE]; /* stones on each */
    bool avx2;                                      /* this machine has it */
    struct view view[2];
};

static void view_init(struct view *v, size_t cells)
{
    v->feature = mem_zero(cells, sizeof *v->feature);
    v->counted = mem_zero(cells, 1);
    v->stale = mem_zero(cells, sizeof *v->stale);
    v->marked = mem_zero(cells, 1);
}

static void view_clear(struct view *v)
{
    free(v->feature);
    free(v->counted);
    free(v->stale);
    free(v->marked);
}

static void view_spoil(struct view *v, int cell)
{
    if (v->marked[cell])
        return;
    v->marked[cell] = 1;
    v->stale[v->stales++] = (uint16_t)cell;
}

static void touch(struct cells *c, square s)
{
    int cell = cells_lines_cell(c->lines, s);
    if (c->marked[cell])
        return;
    c->marked[cell] = 1;
    c->touched[c->touches++] = (uint16_t)cell;
}

struct cells *cells_new(struct threats *t)
{
    const struct weights *w = weights_for(&t->position->rules);
    return w ? cells_with(t, w) : NULL;
}

struct cells *cells_with(struct threats *t, const struct weights *w)
{
    const struct rules *r = &t->position->rules;
    assert(weights_fit(w, r));
    struct cells *c = mem_zero(1, sizeof *c);
    c->position = t->position;
    c->weights = w;
    c->avx2 = HAS_AVX2;
    c->classes = cells_classes_new(r->k);
    c->lines = cells_lines_new(r);
    size_t cells = (size_t)c->lines->cells;
    c->touched = mem_zero(cells, sizeof *c->touched);
    c->marked = mem_zero(cells, 1);
    c->seen = mem_zero(cells, sizeof *c->seen);
    c->state = mem_zero(cells, 1);
    for (int v = 0; v < 2; v++)
        view_init(&c->view[v], cells);
    for (int cell = 0; cell < c->lines->cells; cell++) {
        c->seen[cell] = cells_lines_seen(c->lines, c->classes->of, cell);
        for (int v = 0; v < 2; v++)
            view_spoil(&c->view[v], cell);
        if (c->position->cell[c->lines->at[cell]] != CELL_EMPTY)
            touch(c, c->lines->at[cell]);
    }
    return c;
}

void cells_free(struct cells *c)
{
    if (!c)
        return;
    for (int v = 0; v < 2; v++)
        view_clear(&c->view[v]);
    cells_classes_free(c->classes);
    cells_lines_free(c->lines);
    free(c->touched);
    free(c->marked);
    free(c->seen);
    free(c->state);
    free(c);
}

void cells_placed(struct cells *c, square s, enum side side)
{
    (void)side;
    touch(c, s);
}

void cells_removed(struct cells *c, square s, enum side side)
{
    (void)side;
    touch(c, s);
}

/* Brings the codes up to the position. A stone that came and went again costs nothing. */
static void follow_stones(struct cells *c)
{
    struct cells_lines *l = c->lines;
    for (int i = 0; i < c->touches; i++) {
        int cell = c->touched[i];
        uint8_t now = c->position->cell[l->at[cell]];
        c->marked[cell] = 0;
        int more = (now != CELL_EMPTY) - (l->stone[cell] != CELL_EMPTY);
        c->cols[cell % l->m] += more;
        c->rows[cell / l->m] += more;
        cells_lines_set(l, cell, (enum cell)now);
    }
    c->touches = 0;
}

/* Brings the classes up to the position. Many codes change behind a block, where it does not matter. */
static void follow(struct cells *c)
{
    struct cells_lines *l = c->lines;
    if (c->touches == 0)
        return;
    follow_stones(c);
    for (int i = 0; i < l->changes; i++) {
        int cell = l->changed[i];
        struct cells_seen now = cells_lines_seen(l, c->classes->of, cell), *old = &c->seen[cell];
        /* An empty cell counts for the value if any of its classes has a stone. */
        enum cell_state state = l->stone[cell] != CELL_EMPTY                     ? OCCUPIED
                                : cells_seen_stones(&now, c->classes->stoneless) ? ACTIVE
                                                                                 : IDLE;
        if (state == c->state[cell] && now.by[BLACK] == old->by[BLACK] && now.by[WHITE] == old->by[WHITE])
            continue;
        *old = now;
        c->state[cell] = (uint8_t)state;
        view_spoil(&c->view[BLACK], cell);
        view_spoil(&c->view[WHITE], cell);
    }
    cells_lines_take(l);
}

static inline const struct feature *row_of(const int16_t (*rows)[WEIGHTS_LANES], uint64_t seen, int direction)
{
    return (const struct feature *)(const void *)rows[cells_seen_class(seen, direction)];
}

static ALWAYS void clip(vector *x)
{
    *x &= *x > 0;
    vector over = *x > WEIGHTS_ONE;
    *x = (*x & ~over) | (over & WEIGHTS_ONE);
}

/* Adds up the rows of a cell's classes and clips the sum. */
static ALWAYS void work_out(const struct weights *w, uint64_t own, uint64_t other, struct feature *out)
{
    const struct feature *a = row_of(w->own, own, 0), *b = row_of(w->own, own, 1);
    const struct feature *c = row_of(w->own, own, 2), *d = row_of(w->own, own, 3);
    const struct feature *e = row_of(w->other, other, 0), *f = row_of(w->other, other, 1);
    const struct feature *g = row_of(w->other, other, 2), *h = row_of(w->other, other, 3);
    const struct feature *bias = (const struct feature *)(const void *)w->bias;
    vector low = a->low + b->low + c->low + d->low + e->low + f->low + g->low + h->low + bias->low;
    vector high = a->high + b->high + c->high + d->high + e->high + f->high + g->high + h->high + bias->high;
    clip(&low);
    clip(&high);
    out->low = low;
    out->high = high;
}

static ALWAYS void add_up(int32_t sum[WEIGHTS_LANES], const struct feature *more)
{
    for (int i = 0; i < WEIGHTS_LANES / 2; i++) {
        sum[i] += more->low[i];
        sum[WEIGHTS_LANES / 2 + i] += more->high[i];
    }
}

/* Brings the features, as `own` sees them, and their sum up to the classes. */
static ALWAYS struct view *refresh(struct cells *c, enum side own)
{
    struct view *v = &c->view[own];
    struct feature more = {0};
    follow(c);
    for (int i = 0, in_more = 0; i < v->stales; i++) {
        int cell = v->stale[i];
        struct feature *f = &v->feature[cell];
        v->marked[cell] = 0;
        if (v->counted[cell]) {
            more.low -= f->low;
            more.high -= f->high;
        }
        if (c->state[cell] != OCCUPIED)
            work_out(c->weights, c->seen[cell].by[own], c->seen[cell].by[side_other(own)], f);
        v->counted[cell] = c->state[cell] == ACTIVE;
        if (v->counted[cell]) {
            more.low += f->low;
            more.high += f->high;
        }
        if (++in_more == SUMS) {
            add_up(v->sum, &more);
            more = (struct feature){0};
            in_more = 0;
        }
    }
    if (v->stales)
        add_up(v->sum, &more);
    v->stales = 0;
    return v;
}

static const struct weights_head *head_of(const struct cells *c)
{
    int left = c->position->left;
    return &c->weights->head[(left < c->weights->p ? left : c->weights->p) - 1];
}

static ALWAYS int32_t product(const int16_t a[WEIGHTS_LANES], const int16_t b[WEIGHTS_LANES])
{
    int32_t sum = 0;
    for (int i = 0; i < WEIGHTS_LANES; i++)
        sum += a[i] * b[i];
    return sum;
}

static ALWAYS int value(struct cells *c)
{
    const struct view *v = refresh(c, c->position->to_move);
    const struct weights_head *h = head_of(c);
    int16_t input[WEIGHTS_LANES];
    for (int i = 0; i < WEIGHTS_LANES; i++) {
        int32_t x = v->sum[i] >> WEIGHTS_INPUT_SHIFT;
        input[i] = (int16_t)(x > INT16_MAX ? INT16_MAX : x);
    }
    /* Skip and input are 2^18ths together, a fourth of what the units give. */
    int64_t sum = h->out_bias;
    for (int i = 0; i < WEIGHTS_LANES; i++)
        sum += (int64_t)(h->skip[i] * input[i]) * (WEIGHTS_ONE / WEIGHTS_INPUT_UNIT);
    for (int j = 0; j < WEIGHTS_HIDDEN; j++) {
        int32_t unit = (product(h->first[j], input) + h->first_bias[j]) >> WEIGHTS_UNIT_SHIFT;
        unit = unit < 0 ? 0 : unit > WEIGHTS_UNIT_MOST ? WEIGHTS_UNIT_MOST : unit;
        sum += unit * h->out[j];
    }
    sum = sum * EVAL_UNIT / (WEIGHTS_ONE * WEIGHTS_ONE);
    return (int)(sum > EVAL_MOST ? EVAL_MOST : sum < -EVAL_MOST ? -EVAL_MOST : sum);
}

/* First and last line that has stones, with a margin around, within 0 … n−1. False if none has. */
static bool extent(const int *stones, int n, int *first, int *last)
{
    int a = 0, b = n - 1;
    while (a < n && stones[a] == 0)
        a++;
    while (b > a && stones[b] == 0)
        b--;
    *first = a < POLICY_MARGIN ? 0 : a - POLICY_MARGIN;
    *last = b + POLICY_MARGIN >= n ? n - 1 : b + POLICY_MARGIN;
    return a < n;
}

static ALWAYS int16_t score_of(const struct weights_head *h, const struct feature *f)
{
    int64_t logit = product(h->policy, (const int16_t *)(const void *)f);
    logit = logit * EVAL_UNIT / (WEIGHTS_ONE * WEIGHTS_ONE);
    return (int16_t)(logit > INT16_MAX ? INT16_MAX : logit < -INT16_MAX ? -INT16_MAX : logit);
}

static ALWAYS int policy(struct cells *c, struct eval_score *out)
{
    const struct weights_head *h = head_of(c);
    const struct cells_lines *l = c->lines;
    int west, east, south, north, n = 0;
    follow(c);
    if (!extent(c->cols, l->m, &west, &east) || !extent(c->rows, l->n, &south, &north)) {
        out[0] = (struct eval_score){square_at(l->m / 2, l->n / 2), 0};
        return 1;
    }
    /* Not before: a return between long vectors leaves their upper halves in use, which makes short ones, and
     * so exp(), ten times slower from then on. */
    const struct view *v = refresh(c, c->position->to_move);
    for (int row = south; row <= north; row++)
        for (int cell = row * l->m + west; cell <= row * l->m + east; cell++)
            if (l->stone[cell] == CELL_EMPTY)
                out[n++] = (struct eval_score){l->at[cell], score_of(h, &v->feature[cell])};
    /* A box full of stones on a board with room elsewhere. */
    for (int cell = 0; n == 0 && cell < l->cells; cell++)
        if (l->stone[cell] == CELL_EMPTY)
            out[n++] = (struct eval_score){l->at[cell], 0};
    return n;
}

/* Both are compiled twice: with vectors that every machine has, and with those of twice the length. */
TARGET_AVX2 static int value_avx2(struct cells *c)
{
    return value(c);
}

static int value_plain(struct cells *c)
{
    return value(c);
}

TARGET_AVX2 static int policy_avx2(struct cells *c, struct eval_score *out)
{
    return policy(c, out);
}

static int policy_plain(struct cells *c, struct eval_score *out)
{
    return policy(c, out);
}

int cells_value(struct cells *c)
{
    return c->avx2 ? value_avx2(c) : value_plain(c);
}

int cells_policy(struct cells *c, struct eval_score *out)
{
    return c->avx2 ? policy_avx2(c, out) : policy_plain(c, out);
}
