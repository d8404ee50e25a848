/* The solver for Maker-Breaker games; see mb_solve.h. */
#include "theory/mb_solve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "theory/mb_state.h"
#include "theory/mb_table.h"

enum {
    SYMMETRIES = 64,
    ASK_EVERY = 256,
    LIST_MOST = 1 << 22, /* turns in one position; games with more are out of reach anyway */
};

struct mb_solver {
    struct mb_game game;
    struct mb_symmetries symmetries;
    struct mb_table table;
    struct mb_counts counts;
    struct mb_limits limits;
    uint64_t asked;
    bool stopped;
};

/* ---- Turns ---- */

struct turn {
    mb_set squares;
    double score; /* the highest is tried first */
};

struct turns {
    struct turn *turn;
    size_t count, room;
    bool cut; /* there are more than LIST_MOST */
};

static void turns_add(struct turns *t, mb_set squares, double score)
{
    if (t->count == LIST_MOST) {
        t->cut = true;
        return;
    }
    t->turn = mem_grow(t->turn, &t->room, t->count + 1, sizeof *t->turn);
    t->turn[t->count++] = (struct turn){squares, score};
}

static int by_score(const void *x, const void *y)
{
    const struct turn *a = x, *b = y;
    if (a->score < b->score || a->score > b->score)
        return a->score < b->score ? 1 : -1;
    return (a->squares > b->squares) - (a->squares < b->squares);
}

static void turns_sort(struct turns *t)
{
    if (t->count)
        qsort(t->turn, t->count, sizeof *t->turn, by_score);
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

struct black_turns {
    const struct mb_view *view;
    mb_set better[MB_SQUARES];
    int order[MB_SQUARES], squares; /* better squares first */
    struct turns *out;
};

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

static void add_black(struct black_turns *b, int from, mb_set turn, int left)
{
    if (turn)
        turns_add(b->out, turn, danger(b->view, turn));
    if (left == 0)
        return;
    for (int i = from; i < b->squares && !b->out->cut; i++)
        if ((b->better[b->order[i]] & ~turn) == 0)
            add_black(b, i + 1, turn | mb_bit(b->order[i]), left - 1);
}

static void black_turns(const struct mb_game *g, const struct mb_view *v, struct turns *out)
{
    mb_set usable = v->state.live & ~g->board->exclusive;
    struct black_turns b = {.view = v, .out = out};
    for (mb_set s = usable; s; s &= s - 1) {
        int at = mb_first(s), i = b.squares++;
        b.better[at] = better_than(v, at, usable);
        for (; i > 0 && mb_count(v->through[b.order[i - 1]]) < mb_count(v->through[at]); i--)
            b.order[i] = b.order[i - 1];
        b.order[i] = at;
    }
    add_black(&b, 0, 0, mb_most(g, b.squares));
    turns_sort(out);
}

/* ---- White's replies ---- */

struct replies {
    const struct mb_view *view; /* with Black's stones placed */
    mb_set better[MB_SQUARES];
    struct turns *out;
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
            turns_add(r->out, reply, relief(v, reply));
        return;
    }
    if (left == 0)
        return;
    for (; choices && !r->out->cut; choices &= choices - 1) {
        int s = mb_first(choices);
        add_replies(r, reply | mb_bit(s), left - 1, open >= 0 ? above : s);
    }
}

static void white_turns(const struct mb_view *v, int stones, struct turns *out)
{
    struct replies r = {.view = v, .out = out};
    for (mb_set s = v->state.live; s; s &= s - 1)
        r.better[mb_first(s)] = better_than(v, mb_first(s), v->state.live);
    add_replies(&r, 0, stones, -1);
    turns_sort(out);
    size_t kept = 0;
    for (size_t i = 0; i < out->count; i++)
        if (i == 0 || out->turn[i].squares != out->turn[i - 1].squares)
            out->turn[kept++] = out->turn[i];
    out->count = kept;
}

/* ---- The search ---- */

static bool over(struct mb_solver *s)
{
    uint64_t looked = s->counts.black + s->counts.white;
    if ((s->limits.positions && looked >= s->limits.positions) ||
        (s->limits.halt && s->asked++ % ASK_EVERY == 0 && s->limits.halt(s->limits.ctx)))
        s->stopped = true;
    return s->stopped;
}

/* Gives up if there were too many turns to list. */
static bool too_wide(struct mb_solver *s, const struct turns *t)
{
    s->counts.wide = s->counts.wide || t->cut;
    s->stopped = s->stopped || t->cut;
    return t->cut;
}

static enum mb_verdict black_to_move(struct mb_solver *s, mb_set black, mb_set white);

/* The square that relieves White most, again and again: nearly always good enough, and saves listing all
 * replies.
 */
static mb_set greedy_reply(const struct mb_view *v, int stones)
{
    mb_set reply = 0;
    while (stones-- > 0) {
        double most = 0;
        int best = -1;
        for (mb_set s = v->state.live & ~reply; s; s &= s - 1) {
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

static enum mb_verdict white_to_move(struct mb_solver *s, mb_set black, mb_set white, int stones,
                                     mb_set *reply)
{
    struct mb_view v;
    struct turns turns = {NULL, 0, 0, false};
    enum mb_verdict verdict = MB_LOST;
    s->counts.white++;
    mb_view(&s->game, black, white, true, &v);
    for (int i = 0; i < v.lines; i++)
        if (!v.line[i].empty)
            return MB_LOST; /* Black owns it */
    *reply = greedy_reply(&v, stones);
    verdict = black_to_move(s, black, white | *reply);
    if (verdict != MB_LOST)
        return verdict;
    white_turns(&v, stones, &turns);
    if (too_wide(s, &turns))
        verdict = MB_UNKNOWN;
    for (size_t i = 0; i < turns.count && verdict == MB_LOST; i++) {
        verdict = black_to_move(s, black, white | turns.turn[i].squares);
        *reply = turns.turn[i].squares;
    }
    free(turns.turn);
    return verdict;
}

/* Every turn of Black's, from a position that no static argument settles. */
static enum mb_verdict try_black(struct mb_solver *s, const struct mb_view *v)
{
    struct turns turns = {NULL, 0, 0, false};
    enum mb_verdict verdict = MB_DRAWN;
    mb_set gone = mb_all(s->game.board) & ~(v->state.black | v->state.live), reply;
    black_turns(&s->game, v, &turns);
    if (too_wide(s, &turns))
        verdict = MB_UNKNOWN;
    for (size_t i = 0; i < turns.count && verdict == MB_DRAWN; i++) {
        mb_set turn = turns.turn[i].squares;
        verdict =
            over(s) ? MB_UNKNOWN : white_to_move(s, v->state.black | turn, gone, mb_count(turn), &reply);
    }
    free(turns.turn);
    return verdict;
}

static enum mb_verdict black_to_move(struct mb_solver *s, mb_set black, mb_set white)
{
    struct mb_view v;
    mb_set parts[MB_LINES];
    s->counts.black++;
    mb_view(&s->game, black, white, true, &v);
    for (int i = 0; i < v.lines; i++)
        if (v.line[i].slack < 0)
            return MB_LOST;
    if (mb_pairing(&s->game, &v, parts)) {
        s->counts.paired++;
        return MB_DRAWN;
    }
    struct mb_state key = mb_canonical(&s->game, &s->symmetries, &v, true, NULL);
    int known = mb_table_get(&s->table, key);
    if (known >= 0) {
        s->counts.hits++;
        return (enum mb_verdict)known;
    }
    enum mb_verdict verdict = try_black(s, &v);
    if (verdict != MB_UNKNOWN) {
        mb_table_put(&s->table, key, (int)verdict);
        s->counts.stored++;
    }
    return verdict;
}

/* ---- For users ---- */

bool mb_game_check(const struct mb_game *g, struct err *e)
{
    if (g->b < 0 && (g->p < 1 || g->p > MB_SQUARES))
        return err_set(e, "p is %d, must be 1 to %d", g->p, MB_SQUARES);
    if (g->b < 0 && g->board->exclusive)
        return err_set(e, "%s has exclusive squares: give the bound of stones on a line, not p",
                       g->board->name);
    for (int l = 0; g->b >= 0 && l < g->board->lines; l++)
        if (!(g->board->line[l] & g->board->exclusive))
            return err_set(e, "line %d of %s has no exclusive square, which a bound of stones needs", l + 1,
                           g->board->name);
    return true;
}

struct mb_solver *mb_solver_new(const struct mb_game *g, const struct mb_limits *limits)
{
    assert(mb_game_check(g, NULL));
    struct mb_solver *s = mem_zero(1, sizeof *s);
    s->game = *g;
    mb_symmetries_find(g->board, limits && limits->plain ? 1 : SYMMETRIES, &s->symmetries);
    mb_limit(s, limits);
    return s;
}

void mb_solver_free(struct mb_solver *s)
{
    if (s) {
        mb_symmetries_free(&s->symmetries);
        mb_table_free(&s->table);
        free(s);
    }
}

void mb_limit(struct mb_solver *s, const struct mb_limits *limits)
{
    s->stopped = false;
    s->limits = limits ? *limits : (struct mb_limits){0, NULL, NULL, false};
    if (s->limits.positions)
        s->limits.positions += s->counts.black + s->counts.white;
}

enum mb_verdict mb_solve(struct mb_solver *s, mb_set black, mb_set white)
{
    assert(!(black & white));
    return black_to_move(s, black, white);
}

enum mb_verdict mb_reply(struct mb_solver *s, mb_set black, mb_set white, int stones, mb_set *reply)
{
    assert(!(black & white));
    *reply = 0;
    return white_to_move(s, black, white, stones, reply);
}

const struct mb_counts *mb_counts(const struct mb_solver *s)
{
    return &s->counts;
}

const struct mb_game *mb_solver_game(const struct mb_solver *s)
{
    return &s->game;
}

const struct mb_symmetries *mb_solver_symmetries(const struct mb_solver *s)
{
    return &s->symmetries;
}
