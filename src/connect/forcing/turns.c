/* Turns of one or two stones that make threats, from the patterns of the lines.
 *
 * Threats of different lines through one stone have no square in common, so what a stone makes is the sum
 * over its lines. For two stones the sum is an upper bound, as lines of the one may cross lines of the other;
 * the search counts exactly when the turn is on the board. Where two stones lie on one line, its pattern
 * knows what they make there together. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/forcing/inner.h"

enum {
    PAD_ONE = 1,      /* what a segment with one stone adds to the score of a square for a free stone */
    PAD_TWO = 4,      /* and one with two or more */
    PAD_PROMISE = 4,  /* turns that a stone counts for which leaves the other free */
    PADS = 16,        /* squares tried for a stone that the threats do not need, */
    PROOF_PADS = 6,   /* and for provers, who look in more places */
    SINGLE_WORTH = 3, /* of a threat that a stone can make, in the score of its square */
    LINE_STEPS = 50,  /* of work on a line: rarely more, as most are looked up */
};

void forcing_turns_add(struct forcing *x, const square *s, int n, int score)
{
    struct turn_stack *t = &x->turns;
    t->item = mem_grow(t->item, &t->item_room, t->items + 1, sizeof *t->item);
    t->pool = mem_grow(t->pool, &t->pool_room, t->used + (size_t)n, sizeof *t->pool);
    for (int i = 0; i < n; i++)
        t->pool[t->used + (size_t)i] = s[i];
    score = score < 0 ? 0 : score > UINT8_MAX ? UINT8_MAX : score;
    t->item[t->items++] = (struct turn_item){(uint32_t)t->used, (uint8_t)score};
    t->used += (size_t)n;
}

static struct spot *spot_get(struct forcing *x, square s)
{
    if (!x->spot_of[s]) {
        if (x->spots == FORCING_SPOTS) {
            x->partial = true;
            return NULL;
        }
        x->spot[x->spots] = (struct spot){s, 0, 0};
        memset(x->paired[x->spots], 0, sizeof x->paired[0]);
        x->spot_of[s] = (uint16_t)++x->spots;
    }
    return &x->spot[x->spot_of[s] - 1];
}

/* Marks the pair as seen; false if it was. */
static bool pair_new(struct forcing *x, int a, int b)
{
    if (a > b) {
        int c = a;
        a = b;
        b = c;
    }
    uint64_t bit = (uint64_t)1 << (b & 63), *word = &x->paired[a][b >> 6];
    if (*word & bit)
        return false;
    *word |= bit;
    return true;
}

static void offer(struct forcing *x, const struct spot *a, const struct spot *b, int threats)
{
    square s[2] = {a->at, b->at};
    if (x->guard.n && !edges_hit(&x->guard, s, 2))
        return;
    int rest = (a->score + b->score) / 2;
    forcing_turns_add(x, s, 2,
                      threats * x->threat_score + (rest < x->threat_score ? rest : x->threat_score - 1));
}

static const struct pattern *pattern_of(struct forcing *x, int line)
{
    const both *at = field_line(x->field, line);
    const struct pattern *p = patterns_get(x->patterns, field_wide(x->field, at, x->attacker),
                                           field_wide(x->field, at, x->defender), x->field->starts[line]);
    x->partial |= p->cut;
    return p;
}

static square place_square(const struct line *l, int place)
{
    return (square)(l->start + place * direction_step[l->direction]);
}

/* First pass: what each stone makes alone. */
static void count_singles(struct forcing *x, int line)
{
    const struct pattern *p = pattern_of(x, line);
    const struct line *l = &x->field->geometry->line[line];
    for (int i = 0; i < p->singles; i++) {
        struct spot *s = spot_get(x, place_square(l, p->single[i].at));
        if (s) {
            s->threats = (uint8_t)(s->threats + p->single[i].number);
            s->score = (uint16_t)(s->score + SINGLE_WORTH * p->single[i].number);
        }
    }
    for (int i = 0; i < p->pairs && x->scores; i++) {
        struct spot *a = spot_get(x, place_square(l, p->pair[i].a));
        struct spot *b = spot_get(x, place_square(l, p->pair[i].b));
        if (a)
            a->score = (uint16_t)(a->score + p->pair[i].number);
        if (b)
            b->score = (uint16_t)(b->score + p->pair[i].number);
    }
}

static int alone(const struct forcing *x, square s)
{
    return x->spot_of[s] ? x->spot[x->spot_of[s] - 1].threats : 0;
}

/* Second pass: two stones on one line. */
static void offer_line(struct forcing *x, int line, int least)
{
    const struct pattern *p = pattern_of(x, line);
    const struct line *l = &x->field->geometry->line[line];
    for (int i = 0; i < p->pairs; i++) {
        square a = place_square(l, p->pair[i].a), b = place_square(l, p->pair[i].b);
        int threats = alone(x, a) + alone(x, b) + p->pair[i].more;
        if (threats < x->wanted) {
            x->more += threats >= least;
            if (x->spot_of[a] && x->spot_of[b])
                pair_new(x, x->spot_of[a] - 1, x->spot_of[b] - 1);
            continue;
        }
        const struct spot *sa = spot_get(x, a), *sb = spot_get(x, b);
        if (sa && sb && pair_new(x, (int)(sa - x->spot), (int)(sb - x->spot)))
            offer(x, sa, sb, threats);
    }
}

/* Third pass: two stones that make threats on different lines. */
static void offer_crossing(struct forcing *x, int least)
{
    for (int a = 0; a < x->spots; a++)
        for (int b = a + 1; x->spot[a].threats && b < x->spots; b++) {
            int threats = x->spot[a].threats + x->spot[b].threats;
            if (!x->spot[b].threats || threats < least)
                continue;
            if (threats < x->wanted)
                x->more += pair_new(x, a, b);
            else if (pair_new(x, a, b))
                offer(x, &x->spot[a], &x->spot[b], threats);
        }
}

/* Where segments with one or two of the attacker's stones cross: a stone there is worth most for later. */
static int score_pads(struct forcing *x)
{
    const struct field *f = x->field;
    line_mask window = ((line_mask)1 << f->k) - 1;
    int n = 0;
    for (int line = 1; line < f->geometry->lines; line++) {
        line_mask own = field_stones(f, line, x->attacker);
        if (!own)
            continue;
        line_mask taken = own | field_stones(f, line, x->defender);
        const struct line *l = &f->geometry->line[line];
        for (line_mask m = f->starts[line]; m; m &= m - 1) {
            line_mask w = window << mask_lowest(m), in = w & own;
            if (!in || (w & taken) != in)
                continue;
            int worth = in & (in - 1) ? PAD_TWO : PAD_ONE;
            for (line_mask e = w & ~own; e; e &= e - 1) {
                square s = place_square(l, mask_lowest(e));
                if (!x->pad_score[s])
                    x->pad[n++] = s;
                x->pad_score[s] = (uint16_t)(x->pad_score[s] + worth);
            }
        }
    }
    return n;
}

/* The best squares for a stone that is free. */
static int best_pads(struct forcing *x, int out[PADS])
{
    int n = 0, most = x->proves ? PROOF_PADS : PADS;
    square best[PADS];
    int all = score_pads(x);
    x->partial |= !x->mode.wide; /* all others are left out */
    for (int i = 0; i < all; i++) {
        square s = x->pad[i];
        int at = n < most ? n++ : most;
        for (; at && x->pad_score[best[at - 1]] < x->pad_score[s]; at--)
            if (at < most)
                best[at] = best[at - 1];
        if (at < most)
            best[at] = s;
    }
    int kept = 0;
    for (int i = 0; i < n; i++) {
        struct spot *s = spot_get(x, best[i]);
        if (!s)
            continue;
        if (s->score < x->pad_score[best[i]] / 4)
            s->score = x->pad_score[best[i]] / 4;
        out[kept++] = (int)(s - x->spot);
    }
    for (int i = 0; i < all; i++)
        x->pad_score[x->pad[i]] = 0;
    return kept;
}

/* Offers the spot together with a stone that its threats do not need. */
static void offer_with(struct forcing *x, int a, int pad)
{
    if (pad != a && pair_new(x, a, pad))
        offer(x, &x->spot[a], &x->spot[pad], x->spot[a].threats + x->spot[pad].threats);
}

/* The spot leaves threats of the defender: the other stone has to hit the first of them. */
static void offer_stopping(struct forcing *x, int a, int open)
{
    for (int i = x->guard.from[open]; i < x->guard.from[open + 1]; i++) {
        const struct spot *s = spot_get(x, x->guard.at[i]);
        if (s)
            offer_with(x, a, (int)(s - x->spot));
    }
}

/* Every empty square that was not offered with the spot yet. */
static void offer_everywhere(struct forcing *x, int a)
{
    const struct field *f = x->field;
    for (int i = 0; i < f->rules.m * f->rules.n; i++) {
        square s = f->at_number[i];
        if (f->cell[s] != CELL_EMPTY || s == x->spot[a].at)
            continue;
        if (x->spot_of[s])
            offer_with(x, a, x->spot_of[s] - 1);
        else
            offer(x, &x->spot[a], &(struct spot){.at = s}, x->spot[a].threats);
    }
}

/* Fourth pass: one stone that makes enough threats, and a free one. */
static void offer_padded(struct forcing *x, int least)
{
    int pad[PADS], n = -1, spots = x->spots;
    for (int a = 0; a < spots; a++) {
        if (x->spot[a].threats < x->wanted) {
            x->more += x->spot[a].threats >= least ? PAD_PROMISE : 0;
            continue;
        }
        int open = edges_open(&x->guard, &x->spot[a].at, 1);
        if (open < x->guard.n) {
            offer_stopping(x, a, open);
            continue;
        }
        if (n < 0)
            n = best_pads(x, pad);
        for (int i = 0; i < n; i++)
            offer_with(x, a, pad[i]);
        if (x->mode.wide)
            offer_everywhere(x, a);
    }
}

/* Best first; among equals in the order of generation. */
static void sort_items(struct turn_item *item, size_t n)
{
    if (n <= 32) {
        for (size_t i = 1; i < n; i++) {
            struct turn_item one = item[i];
            size_t j = i;
            for (; j > 0 && item[j - 1].score < one.score; j--)
                item[j] = item[j - 1];
            item[j] = one;
        }
        return;
    }
    size_t from[UINT8_MAX + 2] = {0};
    struct turn_item few[512], *copy = n <= 512 ? few : mem_alloc(n * sizeof *copy);
    for (size_t i = 0; i < n; i++)
        from[UINT8_MAX - item[i].score + 1]++;
    for (int i = 1; i <= UINT8_MAX; i++)
        from[i] += from[i - 1];
    memcpy(copy, item, n * sizeof *copy);
    for (size_t i = 0; i < n; i++)
        item[from[UINT8_MAX - copy[i].score]++] = copy[i];
    if (copy != few)
        free(copy);
}

static void each_line(struct forcing *x, void (*visit)(struct forcing *, int, int), int least)
{
    const struct field *f = x->field;
    int needs = f->p + 1 < f->needs ? f->p + 1 : f->needs;
    for (int w = 0; w < f->some_words; w++) {
        uint64_t lines = 0;
        for (int need = 1; need < needs; need++)
            lines |= f->some[x->attacker][need][w];
        for (; lines && !forcing_late(x, LINE_STEPS); lines &= lines - 1)
            visit(x, w * 64 + __builtin_ctzll(lines), least);
    }
}

static void visit_singles(struct forcing *x, int line, int least)
{
    (void)least;
    count_singles(x, line);
}

void forcing_turns(struct forcing *x, int left, int least, int wanted)
{
    size_t before = x->turns.items;
    x->wanted = wanted;
    x->more = 0;
    x->partial |= x->guard.cut;
    if (left > 2 || left != x->rules.p) {
        forcing_turns_any(x, left, least);
    } else {
        x->spots = 0;
        x->scores = wanted == least;
        each_line(x, visit_singles, least);
        if (left == 1) {
            for (int i = 0; i < x->spots; i++)
                if (x->spot[i].threats >= least && (!x->guard.n || edges_hit(&x->guard, &x->spot[i].at, 1)))
                    forcing_turns_add(x, &x->spot[i].at, 1,
                                      x->spot[i].threats * x->threat_score + x->spot[i].score);
        } else {
            each_line(x, offer_line, least);
            offer_crossing(x, least);
            offer_padded(x, least);
        }
        for (int i = 0; i < x->spots; i++)
            x->spot_of[x->spot[i].at] = 0;
    }
    if (x->turns.items > before) /* an empty list has no address to add to */
        sort_items(x->turns.item + before, x->turns.items - before);
}
