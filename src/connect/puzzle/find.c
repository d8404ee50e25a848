/* Puzzles in games; see find.h. */
#include "connect/puzzle/find.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/forcing/forcing.h"
#include "connect/puzzle/find_inner.h"
#include "connect/puzzle/prove.h"

enum {
    TABLE_BYTES = 16 << 20,
    FORCING_BYTES = 8 << 20,
    HUNT_NODES = 4000000,
    QUICK_NODES = 30000,   /* stones of a look for a win */
    LOSES_NODES = 100000,  /* of a look whether there was an error at all */
    SINGLE_MOST = 3,       /* turns of a win with a single threat: more are not settled in reasonable time, */
    THREES_MOST = 6,       /* and of one with a three */
    THREES_NODES = 300000, /* stones of a look for it */
    MANY = 60,             /* first turns of a puzzle at the most, if none of its stones is free */
    TEMPT_TRIED = 24,      /* wrong first turns looked at for what tempts */
};

const char *puzzle_reason_text(enum puzzle_reason r)
{
    static const char *const text[REASONS] = {[PUZZLE_FINE] = "",
#define PUZZLE_REASON_TEXT(NAME, reason) [REASON_##NAME] = reason,
                                              PUZZLE_REASONS(PUZZLE_REASON_TEXT)
#undef PUZZLE_REASON_TEXT
    };
    return text[r];
}

struct finder *finder_new(const struct rules *r, const struct finder_options *o)
{
    struct finder *f = mem_zero(1, sizeof *f);
    f->rules = *r;
    f->options = *o;
    if (f->options.nodes == 0)
        f->options.nodes = HUNT_NODES;
    f->hunt = hunt_new(r, TABLE_BYTES);
    f->forcing = forcing_new(r, FORCING_BYTES);
    return f;
}

void finder_free(struct finder *f)
{
    if (!f)
        return;
    hunt_free(f->hunt);
    forcing_free(f->forcing);
    free(f->firsts.at);
    free(f);
}

void finder_fresh(struct finder *f)
{
    struct hunt_limits l = {f->options.nodes, f->options.until};
    hunt_clear(f->hunt);
    hunt_limit(f->hunt, &l);
}

/* ---- first turns ---- */

static void keep_first(void *ctx, const struct squares *turn, int threats, enum hunt_answer answer)
{
    struct firsts *x = ctx;
    (void)threats;
    x->at = mem_grow(x->at, &x->room, (size_t)x->n + 1, sizeof *x->at);
    struct first *new = &x->at[x->n++];
    new->wins = answer == HUNT_WIN;
    for (int i = 0; i < HUNT_TURN; i++)
        new->s[i] = i < turn->n ? turn->s[i] : SQUARE_NONE;
    x->right += new->wins;
}

static bool first_has(const struct first *x, square s)
{
    for (int i = 0; i < HUNT_TURN; i++)
        if (x->s[i] == s)
            return true;
    return false;
}

void firsts_key(const struct firsts *x, int p, struct squares *key)
{
    key->n = 0;
    const struct first *one = NULL;
    for (int i = 0; i < x->n && !one; i++)
        if (x->at[i].wins)
            one = &x->at[i];
    for (int j = 0; one && j < p; j++) {
        bool common = one->s[j] != SQUARE_NONE;
        for (int i = 0; i < x->n && common; i++)
            common = !x->at[i].wins || first_has(&x->at[i], one->s[j]);
        if (!common)
            continue;
        int at = key->n++; /* in order */
        for (; at > 0 && key->s[at - 1] > one->s[j]; at--)
            key->s[at] = key->s[at - 1];
        key->s[at] = one->s[j];
    }
}

/* The wrong first turns that look good: against some defence they win, and the longer the more they tempt. */
static void look_tempted(struct finder *f, const struct position *at, struct puzzle *p)
{
    struct grade_features *g = &f->features;
    struct position *q = position_copy(at);
    int wrong = f->firsts.n - f->firsts.right, step = wrong > TEMPT_TRIED ? wrong / TEMPT_TRIED : 1, seen = 0;
    for (int i = 0; i < f->firsts.n; i++) {
        const struct first *x = &f->firsts.at[i];
        if (x->wins || seen++ % step)
            continue;
        struct hunt_reply *reply = f->reply;
        for (int j = 0; j < f->rules.p; j++)
            position_place(q, x->s[j]);
        int n = q->outcome == OUTCOME_OPEN
                    ? hunt_replies(f->hunt, q, p->class, p->turns, reply, REPLIES_TRIED)
                    : 0,
            good = 0;
        for (int j = 0; j < n; j++)
            if (reply[j].turns > 0) {
                good++;
                g->deepest = reply[j].turns > g->deepest ? reply[j].turns : g->deepest;
            }
        g->tempting += good > 0 ? step : 0;
        for (int j = 0; j < f->rules.p; j++)
            position_undo(q);
    }
    position_free(q);
}

/* ---- the main line ---- */

static void look_line(struct finder *f, const struct position *at, const struct puzzle *p)
{
    struct grade_features *g = &f->features;
    const struct rules *r = &f->rules;
    int low[2] = {RULES_MAX_SIDE, RULES_MAX_SIDE}, high[2] = {0, 0};
    struct position *q = position_copy(at);
    struct threats *t = threats_new(q);
    enum side solver = at->to_move;
    for (int i = 0; i < p->line_n && q->outcome == OUTCOME_OPEN; i++) {
        int at_[2] = {square_col(p->line[i]), square_row(p->line[i])};
        for (int j = 0; j < 2; j++) {
            low[j] = at_[j] < low[j] ? at_[j] : low[j];
            high[j] = at_[j] > high[j] ? at_[j] : high[j];
        }
        threats_place(t, p->line[i]);
        if (q->to_move == solver && q->left == r->p)
            g->counters += threats_number(t, side_other(solver)) > 0;
    }
    int wide = high[0] - low[0], tall = high[1] - low[1];
    g->spread = wide > tall ? wide : tall;
    g->edge = p->line_n && (low[0] == 0 || low[1] == 0 || high[0] == r->m - 1 || high[1] == r->n - 1);
    threats_free(t);
    position_free(q);
}

/* ---- a win ---- */

static enum hunt_class widest(const struct finder *f)
{
    enum hunt_class c = hunt_widest(&f->rules);
    return f->options.singles < (int)c ? (enum hunt_class)f->options.singles : c;
}

static enum puzzle_reason shortest(struct finder *f, const struct position *at, struct puzzle *p)
{
    int n = 0;
    enum hunt_answer a = HUNT_NONE;
    for (int c = HUNT_DOUBLE; c <= (int)widest(f); c++) {
        int wider = f->rules.p == 1 ? THREES_MOST : SINGLE_MOST;
        int most = c == HUNT_DOUBLE || f->options.most < wider ? f->options.most : wider;
        p->class = (enum hunt_class)c;
        a = hunt_shortest(f->hunt, at, p->class, most, &n, NULL);
        if (a != HUNT_NONE)
            break;
    }
    p->turns = n;
    return a == HUNT_WIN ? PUZZLE_FINE : a == HUNT_CUT ? REASON_LIMIT : REASON_NO_WIN;
}

static enum puzzle_reason examine_key(struct finder *f, const struct position *at, struct puzzle *p)
{
    struct firsts *x = &f->firsts;
    x->n = x->right = 0;
    if (hunt_firsts(f->hunt, at, p->class, p->turns, keep_first, x) != HUNT_WIN)
        return REASON_LIMIT;
    firsts_key(x, f->rules.p, &p->key);
    p->firsts = x->right;
    f->features.firsts = x->right;
    f->features.forcing = x->n;
    f->features.free = f->rules.p > 1 && x->right * 5 >= at->empty * 4;
    return p->key.n == 0 ? REASON_NO_KEY : x->right > MANY && !f->features.free ? REASON_MANY : PUZZLE_FINE;
}

static enum puzzle_reason examine_win(struct finder *f, const struct position *at, struct puzzle *p)
{
    struct threats *t = threats_new((struct position *)at);
    bool row = threats_can_win(t, at->to_move, at->left);
    threats_free(t);
    if (row)
        return REASON_ROW;
    enum puzzle_reason why = shortest(f, at, p);
    if (why == PUZZLE_FINE)
        why = examine_key(f, at, p);
    if (why != PUZZLE_FINE)
        return why;
    struct prove_result proof;
    struct err e;
    struct hunt_limits l = {f->options.nodes, f->options.until};
    hunt_limit(f->hunt, &l); /* what follows is about a win that is there */
    if (!prove_win(f->hunt, at, p->class, p->turns, &proof, &e) || proof.depth != p->turns)
        return REASON_UNPROVED;
    f->features.proof = proof.turns;
    p->line_n = hunt_line(f->hunt, at, p->class, p->turns, p->line, PUZZLE_LINE);
    look_tempted(f, at, p);
    look_line(f, at, p);
    return p->line_n ? PUZZLE_FINE : REASON_LIMIT;
}

enum puzzle_reason finder_examine(struct finder *f, struct puzzle *p)
{
    struct err e;
    struct position *at = puzzle_position(p, &e);
    if (!at)
        return REASON_NO_WIN;
    finder_fresh(f);
    f->features = (struct grade_features){.stones = at->stones};
    enum puzzle_reason why = p->kind == PUZZLE_WIN ? examine_win(f, at, p) : finder_examine_defence(f, at, p);
    if (why == PUZZLE_FINE) {
        f->features.turns = p->turns;
        f->features.single = p->kind == PUZZLE_WIN && p->class > HUNT_DOUBLE;
        p->themes = grade_themes(p, &f->features);
        p->rating = grade_rating(p, &f->features);
        p->deviation = DEVIATION_FIRST;
        p->plays = 0;
    }
    position_free(at);
    return why;
}

const struct grade_features *finder_features(const struct finder *f)
{
    return &f->features;
}

/* ---- a game ---- */

static int three_most(const struct finder *f)
{
    return f->options.most < THREES_MOST ? f->options.most : THREES_MOST;
}

/* Go-Moku: a win by threes and fours, which the forcing search does not look for. */
static bool three_wins(struct finder *f, const struct position *p)
{
    struct hunt_limits l = {THREES_NODES, f->options.until};
    enum hunt_answer a = HUNT_NONE;
    if (f->rules.p > 1 || widest(f) == HUNT_DOUBLE)
        return false;
    hunt_clear(f->hunt);
    for (int c = HUNT_SINGLE; c <= (int)widest(f) && a != HUNT_WIN; c++) {
        hunt_limit(f->hunt, &l);
        a = hunt_within(f->hunt, p, (enum hunt_class)c, three_most(f), NULL);
    }
    return a == HUNT_WIN;
}

/* Has the side to move a forced win, as far as a quick look tells? */
static bool quick_win(struct finder *f, struct threats *t)
{
    struct forcing_limits l = {.kind = f->options.singles ? FORCING_VCST : FORCING_VCDT,
                               .nodes = QUICK_NODES,
                               .until = f->options.until,
                               .macros = true};
    struct forcing_result r;
    forcing_search(f->forcing, t, &l, &r);
    return r.answer == FORCING_WIN || three_wins(f, t->position);
}

static bool was_lost(struct finder *f, struct position *before)
{
    struct forcing_limits l = {.kind = FORCING_VCST, .nodes = LOSES_NODES, .until = f->options.until};
    struct forcing_result r;
    struct threats *t = threats_new(before);
    forcing_loses(f->forcing, t, &l, &r);
    threats_free(t);
    return r.answer == FORCING_WIN;
}

/* The position after `stones` plies of the game. */
static struct position *position_after(const struct position *game, int stones)
{
    struct position *p = position_copy(game);
    while (p->plies > stones)
        position_undo(p);
    return p;
}

static enum puzzle_reason look(struct finder *f, const struct position *game, int before, int after,
                               enum puzzle_kind kind, struct puzzle *p)
{
    *p = (struct puzzle){.kind = kind, .before = position_after(game, before)};
    for (int i = before; i < after; i++)
        p->error.s[p->error.n++] = game->ply[i].at;
    enum puzzle_reason why = PUZZLE_FINE;
    if (kind == PUZZLE_WIN && was_lost(f, p->before))
        why = REASON_NO_ERROR;
    if (why == PUZZLE_FINE)
        why = finder_examine(f, p);
    if (why == PUZZLE_FINE)
        puzzle_name(p);
    else
        puzzle_done(p);
    return why;
}

/* A turn begins here. `won` tells for the turns before, the last one first, whether the mover had a win. */
static void look_at_turn(struct finder *f, const struct position *game, const struct position *at, int before,
                         bool won[2], finder_told *told, void *ctx)
{
    struct threats *t = threats_new((struct position *)at);
    bool row = threats_can_win(t, at->to_move, at->left), wins = row || quick_win(f, t);
    threats_free(t);
    struct puzzle p;
    enum puzzle_reason why = row ? REASON_ROW : !wins ? REASON_NO_WIN : won[1] ? REASON_BEFORE : PUZZLE_FINE;
    if (why == PUZZLE_FINE)
        why = look(f, game, before, at->plies, PUZZLE_WIN, &p);
    told(ctx, why, why == PUZZLE_FINE ? &p : NULL);
    if (!wins && f->options.defences && f->rules.p <= 2 && finder_defence_likely(f, at)) {
        why = look(f, game, before, at->plies, PUZZLE_DEFENCE, &p);
        told(ctx, why, why == PUZZLE_FINE ? &p : NULL);
    }
    won[1] = won[0];
    won[0] = wins;
}

/* The turn before this ply that the same side made: had it a win there? */
static bool won_before(struct finder *f, const struct position *game, int ply)
{
    bool won = false;
    int changes = 0, at = ply;
    while (at > 0 && changes < 2) {
        at--;
        changes += at == 0 || game->ply[at].side != game->ply[at - 1].side;
    }
    struct position *p = position_after(game, at);
    if (changes == 2 && p->left == p->rules.p && p->empty > p->rules.p) {
        struct threats *t = threats_new(p);
        won = threats_can_win(t, p->to_move, p->left) || quick_win(f, t);
        threats_free(t);
    }
    position_free(p);
    return won;
}

void finder_game(struct finder *f, const struct position *game, int from, finder_told *told, void *ctx)
{
    bool won[2] = {false, false};
    int before = 0;
    forcing_clear(f->forcing); /* the same game, the same answers */
    for (int i = 1; i < game->plies && !deadline_over(&f->options.until); i++) {
        if (game->ply[i].side == game->ply[i - 1].side)
            continue;
        struct position *at = i < from ? NULL : position_after(game, i);
        if (at && before < from)
            won[1] = won_before(f, game, i);
        if (at && at->left == at->rules.p && at->empty > at->rules.p)
            look_at_turn(f, game, at, before, won, told, ctx);
        position_free(at);
        before = i;
    }
}
