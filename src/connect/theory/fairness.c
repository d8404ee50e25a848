/* The rules that find what is known about a game; see fairness.h. */
#include "connect/theory/fairness.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connect/theory/kdraw.h"

static const char drawn_paper[] = "drawn-k-in-a-row-games";

static void add(struct fairness *f, enum fair_strength strength, int outcomes, const char *source,
                const char *text, ...) __attribute__((format(printf, 5, 6)));

static void add(struct fairness *f, enum fair_strength strength, int outcomes, const char *source,
                const char *text, ...)
{
    assert(f->count < FAIR_FACTS);
    struct fair_fact *fact = &f->fact[f->count++];
    fact->strength = strength;
    fact->outcomes = outcomes;
    fact->source = source;
    va_list ap;
    va_start(ap, text);
    vsnprintf(fact->text, sizeof fact->text, text, ap);
    va_end(ap);
}

static int longer(const struct fair_game *g)
{
    return g->m > g->n ? g->m : g->n;
}

static int shorter(const struct fair_game *g)
{
    return g->m < g->n ? g->m : g->n;
}

static bool infinite(const struct fair_game *g)
{
    return shorter(g) == FAIR_INFINITE;
}

/* ---- Rules ---- */

static void rule_no_room(struct fairness *f)
{
    const struct fair_game *g = &f->game;
    if (longer(g) < g->k)
        add(f, FAIR_PROVED, FAIR_DRAW, "the rules", "no row of %d fits on the board", g->k);
}

/* Rows that one turn fills. */
static void rule_first_turn(struct fairness *f)
{
    const struct fair_game *g = &f->game;
    if (longer(g) < g->k)
        return;
    if (g->q >= g->k) {
        add(f, FAIR_PROVED, FAIR_BLACK, "the rules", "Black's first turn of %d stones makes a row", g->q);
        return;
    }
    if (g->p < g->k)
        return;
    /* Disjoint rows across the board: Black's stones cannot be on all of them. */
    long long disjoint = infinite(g) ? (long long)g->q + 1 : (long long)(longer(g) / g->k) * shorter(g);
    if (longer(g) == FAIR_INFINITE || g->q < disjoint)
        add(f, FAIR_PROVED, FAIR_WHITE, "the rules",
            "White's first turn of %d stones makes a row: Black's %d cannot be on every row of %d", g->p,
            g->q, g->k);
}

static void rule_stealing(struct fairness *f)
{
    const struct fair_game *g = &f->game;
    if (g->q == g->p)
        add(f, FAIR_PROVED, FAIR_BLACK | FAIR_DRAW, "connect6-note §2.2",
            "White does not win: Black, who begins with as many stones, could steal White's strategy");
    else if (g->q > g->p)
        add(f, FAIR_PROVED, FAIR_BLACK | FAIR_DRAW, "connect6-note §2.2",
            "White does not win with q = p = %d (strategy stealing), nor against more stones at the start",
            g->p);
}

static void rule_groups(struct fairness *f)
{
    const struct fair_game *g = &f->game;
    long long delta = g->k - g->p;
    if (!infinite(g) || delta < 1)
        return;
    long long square = delta * delta, groups = g->q / square, rest = g->q % square;
    long long defence = groups * (4 * delta + 4) + (rest < 8 * groups ? rest : 8 * groups);
    if (g->p < defence)
        add(f, FAIR_PROVED, FAIR_BLACK, "connect6-note §2.5, Corollary 2",
            "Black wins: %lld groups of %lldx%lld stones need %lld stones to defend, White has %d", groups,
            delta, delta, defence, g->p);
}

static void rule_kdraw(struct fairness *f)
{
    const struct fair_game *g = &f->game;
    const char *why;
    long long least = kdraw(g->p, &why);
    if (g->q > g->p || g->k < least)
        return;
    if (g->p == 1)
        add(f, FAIR_PROVED, FAIR_DRAW, "Zetters 1980; certificate of `hexad theory mb 'P(3,4)' -p 1`",
            "drawn on every board for k >= 8: White breaks every row, so does Black");
    else if (g->p == 2)
        add(f, FAIR_PROVED, FAIR_DRAW,
            "drawn-k-in-a-row §2 and §3, Theorem 1; certificate of `hexad theory mb B2 -p 2`",
            "drawn on every board for k >= 11 and q <= p (k_draw(2) = 11)");
    else if (least == kdraw_theorem2(g->p, NULL))
        add(f, FAIR_PROVED, FAIR_DRAW, "drawn-k-in-a-row §2 and §4, Theorem 2",
            "drawn on every board for k >= %lld and q <= p (k_draw(%d) = %lld)", least, g->p, least);
    else
        add(f, FAIR_PROVED, FAIR_DRAW, "connect6-note §2.5, Corollary 1 (Pluhár 2002)",
            "drawn on every board: k-p >= 80 log2 p + 160 and p >= 1000, which holds from k = %lld on",
            least);
}

/* Shorter boards than k in one direction leave rows in the other direction only. */
static void rule_one_direction(struct fairness *f)
{
    const struct fair_game *g = &f->game;
    if (longer(g) >= g->k && shorter(g) < g->k && g->q <= g->p && g->k >= 2LL * g->p + 1)
        add(f, FAIR_PROVED, FAIR_DRAW, "pairing",
            "drawn: all rows run one way, every %d squares hold a whole group of %d, and either side answers "
            "in "
            "the group where the other placed",
            g->k, g->p + 1);
}

static const char *outcome_name(int outcome)
{
    return outcome == FAIR_BLACK ? "Black wins" : outcome == FAIR_WHITE ? "White wins" : "drawn";
}

/* What a result for another q says by strategy stealing: more stones at the start never harm Black. */
static int carried(const struct fair_known *known, int q)
{
    if (known->q == q)
        return known->outcome;
    if (known->outcome == FAIR_BLACK)
        return q > known->q ? FAIR_BLACK : FAIR_ANY;
    if (known->outcome == FAIR_WHITE)
        return q < known->q ? FAIR_WHITE : FAIR_ANY;
    return q < known->q ? FAIR_DRAW | FAIR_WHITE : FAIR_DRAW | FAIR_BLACK;
}

static void rule_known(struct fairness *f)
{
    const struct fair_game *g = &f->game;
    static const char *const how[] = {"solved", "informally proved", "it is claimed", ""};
    for (const struct fair_known *x = fair_known; x->k; x++) {
        if (x->k != g->k || x->p != g->p || longer(g) < x->m_least || longer(g) > x->m_most ||
            shorter(g) < x->n_least || shorter(g) > x->n_most)
            continue;
        int outcomes = carried(x, g->q);
        if (outcomes == FAIR_ANY || (x->strength == FAIR_CLAIMED && outcomes != x->outcome))
            continue;
        char where[60] = "";
        if (x->m_most == FAIR_INFINITE && x->m_least < FAIR_INFINITE)
            snprintf(where, sizeof where, " on every board from %dx%d on", x->m_least, x->n_least);
        if (x->q == g->q)
            add(f, x->strength, outcomes, x->source, "%s%s: %s", how[x->strength], where,
                outcome_name(x->outcome));
        else
            add(f, x->strength, outcomes, x->source,
                "%s%s for q = %d: %s; more stones at the start never harm Black", how[x->strength], where,
                x->q, outcome_name(x->outcome));
    }
}

static void connect6_remarks(struct fairness *f)
{
    const struct fair_game *g = &f->game;
    add(f, FAIR_REMARK, 0, "connect6-note §2.4",
        "an initial breakaway does not pay: Black wins Connect(6,2,3)");
    if (g->m == 19 && g->n == 19) {
        add(f, FAIR_REMARK, 0, "drawn-k-in-a-row §5", "most players conjecture that it is drawn; open");
        add(f, FAIR_REMARK, 0, "KataGomo self-play, no proof",
            "estimated to be a win for Black in about 109 stones");
    } else if (longer(g) <= 18) {
        add(f, FAIR_REMARK, 0, "KataGomo self-play, no proof", "estimated to be drawn");
    }
}

/* Beliefs and remarks: they never rule anything out. */
static void rule_beliefs(struct fairness *f)
{
    const struct fair_game *g = &f->game;
    long long delta = g->k - g->p;
    if (infinite(g) && delta >= 1 && delta <= 3)
        add(f, FAIR_CLAIMED, 0, "connect6-note §2.5, a conjecture",
            "games with k-p <= 3 are likely to be empirically unfair");
    if (g->q >= 1 && g->p != 2 * g->q)
        add(f, FAIR_REMARK, 0, "new-family §2.4",
            "p = 2q is argued to be necessary for fairness, and does not hold here");
    if (g->k == 5 && g->p == 1 && !infinite(g))
        add(f, FAIR_REMARK, 0, "new-family §2.1", "a larger board is argued to be better for Black");
    if (g->k == 6 && g->p == 2 && g->q == 1)
        connect6_remarks(f);
}

/* ---- The verdict ---- */

static void settle(struct fairness *f)
{
    f->proved = f->informal = FAIR_ANY;
    bool claimed = false;
    for (int i = 0; i < f->count; i++) {
        const struct fair_fact *x = &f->fact[i];
        if (x->strength == FAIR_PROVED)
            f->proved &= x->outcomes;
        if (x->strength <= FAIR_INFORMAL)
            f->informal &= x->outcomes;
        if (x->strength == FAIR_CLAIMED) {
            f->favoured |= x->outcomes;
            claimed = true;
        }
    }
    if (f->proved == FAIR_DRAW)
        f->verdict = FAIR_DRAWN;
    else if (f->proved == FAIR_BLACK || f->proved == FAIR_WHITE)
        f->verdict = FAIR_DEFINITELY_UNFAIR;
    else if (f->proved != FAIR_ANY)
        f->verdict = FAIR_MONOTONICALLY_UNFAIR;
    else if (f->informal != FAIR_ANY || claimed)
        f->verdict = FAIR_EMPIRICALLY_UNFAIR;
    else
        f->verdict = FAIR_POTENTIALLY_FAIR;
}

static int swapped(int outcomes)
{
    return (outcomes & FAIR_DRAW) | (outcomes & FAIR_BLACK ? FAIR_WHITE : 0) |
           (outcomes & FAIR_WHITE ? FAIR_BLACK : 0);
}

/* With q = 0 White begins: the game with q = p and the colours exchanged. */
static void find_mirrored(const struct fair_game *g, struct fairness *out)
{
    struct fair_game begun = *g;
    begun.q = g->p;
    fairness_find(&begun, out);
    out->game = *g;
    out->favoured = 0;
    for (int i = 0; i < out->count; i++)
        out->fact[i].outcomes = swapped(out->fact[i].outcomes);
    add(out, FAIR_REMARK, 0, drawn_paper,
        "q = 0: White begins with p stones; the above is about q = p with the colours exchanged");
    settle(out);
}

void fairness_find(const struct fair_game *g, struct fairness *out)
{
    memset(out, 0, sizeof *out);
    if (g->q == 0) {
        find_mirrored(g, out);
        return;
    }
    out->game = *g;
    rule_no_room(out);
    rule_first_turn(out);
    rule_stealing(out);
    rule_groups(out);
    rule_kdraw(out);
    rule_one_direction(out);
    rule_known(out);
    rule_beliefs(out);
    settle(out);
}

/* ---- Words ---- */

const char *fair_verdict_name(enum fair_verdict v)
{
    static const char *const names[] = {"definitely unfair", "monotonically unfair", "empirically unfair",
                                        "potentially fair", "drawn"};
    return names[v];
}

void fair_verdict_format(const struct fairness *f, struct buf *out)
{
    buf_text(out, fair_verdict_name(f->verdict));
    if (f->verdict == FAIR_DEFINITELY_UNFAIR)
        buf_format(out, ": %s", outcome_name(f->proved));
    if (f->verdict == FAIR_MONOTONICALLY_UNFAIR)
        buf_format(out, ": %s does not win", f->proved & FAIR_BLACK ? "White" : "Black");
    bool decided = f->verdict == FAIR_DEFINITELY_UNFAIR || f->verdict == FAIR_DRAWN;
    if (!decided && (f->informal == FAIR_BLACK || f->informal == FAIR_WHITE))
        buf_format(out, "; informally proved that %s", outcome_name(f->informal));
    else if (!decided && (f->favoured == FAIR_BLACK || f->favoured == FAIR_WHITE))
        buf_format(out, "; believed to favour %s", f->favoured == FAIR_BLACK ? "Black" : "White");
}

const char *fair_cell(const struct fairness *f)
{
    if (f->proved == FAIR_DRAW)
        return "D";
    if (f->informal == FAIR_BLACK)
        return "B";
    if (f->informal == FAIR_WHITE)
        return "W";
    if (f->favoured == FAIR_BLACK)
        return "FB";
    if (f->favoured == FAIR_WHITE)
        return "FW";
    if (f->proved == (FAIR_BLACK | FAIR_DRAW))
        return "B?";
    if (f->proved == (FAIR_WHITE | FAIR_DRAW))
        return "W?";
    return f->verdict == FAIR_EMPIRICALLY_UNFAIR ? "U" : ".";
}

bool fair_number(const char *text, bool side, int *out, struct err *e)
{
    if (side && (strcmp(text, "inf") == 0 || strcmp(text, "∞") == 0)) {
        *out = FAIR_INFINITE;
        return true;
    }
    char *end;
    long v = strtol(text, &end, 10);
    if (end == text || *end || v < 0 || v > FAIR_MOST)
        return err_set(e, "'%.40s' is not a number from 0 to %d%s", text, FAIR_MOST, side ? ", or inf" : "");
    *out = (int)v;
    return true;
}

bool fair_game_check(const struct fair_game *g, struct err *e)
{
    if (g->m < 1 || g->n < 1)
        return err_set(e, "a board of %dx%d has no squares", g->m, g->n);
    if (g->k < 1 || g->p < 1)
        return err_set(e, "k and p must be at least 1, not %d and %d", g->k, g->p);
    return true;
}

void fair_side_format(int side, struct buf *out)
{
    if (side == FAIR_INFINITE)
        buf_text(out, "∞");
    else
        buf_format(out, "%d", side);
}

void fair_game_format(const struct fair_game *g, struct buf *out)
{
    buf_text(out, "Connect(");
    fair_side_format(g->m, out);
    buf_char(out, ',');
    fair_side_format(g->n, out);
    buf_format(out, ",%d,%d,%d)", g->k, g->p, g->q);
}
