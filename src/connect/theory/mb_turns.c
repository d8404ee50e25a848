/* Turns of both sides in Maker-Breaker games; see mb_turns.h. */
#include "connect/theory/mb_turns.h"

#include <stdlib.h>

#include "base/mem.h"

enum { LIST_MOST = 1 << 22 }; /* turns in one position; games with more are out of reach anyway */

static void add(struct mb_turns *t, mb_set squares, double score)
{
    if (t->count == LIST_MOST) {
        t->cut = true;
        return;
    }
    t->turn = mem_grow(t->turn, &t->room, t->count + 1, sizeof *t->turn);
    t->turn[t->count++] = (struct mb_turn){squares, score};
}

/* The highest score first. */
static int by_score(const void *x, const void *y)
{
    const struct mb_turn *a = x, *b = y;
    if (a->score < b->score || a->score > b->score)
        return a->score < b->score ? 1 : -1;
    return (a->squares > b->squares) - (a->squares < b->squares);
}

static void sort(struct mb_turns *t)
{
    if (t->count)
        qsort(t->turn, t->count, sizeof *t->turn, by_score);
}

void mb_turns_free(struct mb_turns *t)
{
    free(t->turn);
    *t = (struct mb_turns){NULL, 0, 0, false};
}

/* How dangerous a line is that can still take `slack` stones. */
static double weight(int slack)
{
    static const double by_slack[] = {64, 16, 4, 1, 0.25};
    if (slack < 0)
        return 1000;
    return by_slack[slack < 4 ? slack : 4];
}

/* The squares of `of` that make `s` needless while they are empty: on all its lines and more, or on the same
 * and lower. */
static mb_set better_than(const struct mb_view *v, int s, mb_set of)
{
    mb_set out = 0;
    for (mb_set t = of & ~mb_bit(s); t; t &= t - 1) {
        uint64_t other = v->through[mb_first(t)], mine = v->through[s];
        if ((mine & ~other) == 0 && (mine != other || mb_first(t) < s))
            out |= mb_bit(mb_first(t));
    }
    return out;
}

/* ---- Black's turns ---- */

static double danger(const struct mb_view *v, mb_set turn)
{
    double sum = 0;
    for (int i = 0; i < v->lines; i++) {
        int n = mb_count(v->line[i].empty & turn);
        if (n)
            sum += weight(v->line[i].slack - n) - weight(v->line[i].slack);
    }
    return sum;
}

static void add_black(struct mb_black_turns *b, mb_set turn)
{
    struct mb_state key = {turn, 0};
    if (mb_count(turn) > b->most || mb_table_get(&b->known, key) >= 0)
        return;
    mb_table_put(&b->known, key, 0);
    add(&b->waiting, turn, -danger(b->view, turn));
}

/* A turn with a needless square but without those that make it so need not be tried; one of the squares of
 * any other turn is no needless one. */
void mb_black_begin(const struct mb_game *g, const struct mb_view *v, struct mb_black_turns *b)
{
    *b = (struct mb_black_turns){.view = v, .usable = v->state.live & ~g->board->exclusive};
    b->most = mb_most(g, mb_count(b->usable));
    for (mb_set s = b->usable; s; s &= s - 1) {
        int at = mb_first(s);
        b->better[at] = better_than(v, at, b->usable);
        if (!b->better[at])
            add_black(b, mb_bit(at));
    }
    sort(&b->waiting);
}

bool mb_black_next(struct mb_black_turns *b, mb_set *turn)
{
    if (b->waiting.count == 0)
        return false;
    *turn = b->waiting.turn[--b->waiting.count].squares;
    return true;
}

void mb_black_grow(struct mb_black_turns *b, mb_set turn, mb_set reply)
{
    for (mb_set s = reply & b->usable; s; s &= s - 1)
        add_black(b, turn | mb_bit(mb_first(s)) | b->better[mb_first(s)]);
}

void mb_black_end(struct mb_black_turns *b)
{
    mb_turns_free(&b->waiting);
    mb_table_free(&b->known);
}

/* ---- White's replies ---- */

struct replies {
    const struct mb_view *view; /* with Black's stones placed */
    mb_set better[MB_SQUARES];
    struct mb_turns *out;
    size_t steps; /* sets looked at, most of which may be untidy */
};

static double relief(const struct mb_view *v, mb_set reply)
{
    double sum = 0;
    for (int i = 0; i < v->lines; i++)
        if (!(v->line[i].empty & reply))
            sum -= weight(v->line[i].slack);
    return sum;
}

static bool tidy(const struct replies *r, mb_set reply)
{
    for (mb_set s = reply; s; s &= s - 1)
        if (r->better[mb_first(s)] & ~reply)
            return false;
    return true;
}

/* Squares that hit every line over its bound, then any others, `left` in all; `above`: free choices so far go
 * no higher than that square, so that none comes twice. */
static void add_replies(struct replies *r, mb_set reply, int left, int above)
{
    const struct mb_view *v = r->view;
    int open = -1;
    if (++r->steps > 4 * (size_t)LIST_MOST)
        r->out->cut = true;
    for (int i = 0; i < v->lines; i++)
        if (v->line[i].slack < 0 && !(v->line[i].empty & reply) &&
            (open < 0 || mb_count(v->line[i].empty) < mb_count(v->line[open].empty)))
            open = i;
    mb_set choices = open >= 0 ? v->line[open].empty : v->state.live & ~reply;
    if (open < 0 && above >= 0)
        choices &= ~((mb_bit(above) << 1) - 1);
    if (open < 0 && (left == 0 || !(v->state.live & ~reply))) {
        if (tidy(r, reply))
            add(r->out, reply, relief(v, reply));
        return;
    }
    if (left == 0)
        return;
    for (; choices && !r->out->cut; choices &= choices - 1) {
        int s = mb_first(choices);
        add_replies(r, reply | mb_bit(s), left - 1, open >= 0 ? above : s);
    }
}

void mb_white_turns(const struct mb_view *v, int stones, struct mb_turns *out)
{
    struct replies r = {.view = v, .out = out};
    for (mb_set s = v->state.live; s; s &= s - 1)
        r.better[mb_first(s)] = better_than(v, mb_first(s), v->state.live);
    add_replies(&r, 0, stones, -1);
    sort(out);
    size_t kept = 0;
    for (size_t i = 0; i < out->count; i++)
        if (i == 0 || out->turn[i].squares != out->turn[i - 1].squares)
            out->turn[kept++] = out->turn[i];
    out->count = kept;
}

mb_set mb_white_greedy(const struct mb_view *v, mb_set allowed, int stones)
{
    mb_set reply = 0;
    while (stones-- > 0) {
        double most = 0;
        int best = -1;
        for (mb_set s = v->state.live & allowed & ~reply; s; s &= s - 1) {
            double sum = 0;
            for (uint64_t l = v->through[mb_first(s)]; l; l &= l - 1)
                if (!(v->line[mb_first(l)].empty & reply))
                    sum += weight(v->line[mb_first(l)].slack);
            if (sum > most) {
                most = sum;
                best = mb_first(s);
            }
        }
        if (best < 0)
            break;
        reply |= mb_bit(best);
    }
    return reply;
}
