/* Answers to a turn of a puzzle: is there one that refutes it? See judge.h.
 *
 * If the solver has a win even when the other side gives up its free stones, that win has a zone, and only
 * answers with a stone in it are looked at; so for stone after stone of an answer. An answer refutes if the
 * forcing search excludes every win after it. If it only finds none, the answer is kept as a doubt, and when no
 * other is better, it is searched harder; what is a doubt then still, leaves the turn open. */
#include <stdlib.h>

#include "base/mem.h"
#include "connect/puzzle/judge_inner.h"
#include "connect/threat/threats.h"

enum {
    QUICK_NODES = 2500,      /* stones of a first look after an answer: most win or fail with little */
    DEEP_NODES = 100000,     /* of the search for a longer win after the answer that seems to refute */
    DOUBLE_NODES = 100000,   /* of the one that excludes them all, if it can */
    HUNT_NODES = 600000,     /* of a hunt that excludes those in time */
    OWN_NODES = 10000,       /* of a look whether the other side wins itself */
    RESERVE_NODES = 1200000, /* kept for the last word: */
    HARD_OWN_NODES = 500000, /* the same two looks, harder */
    HARD_NODES = 400000,
    DOUBTS_MOST = 2,    /* answers of that kind, then no more are tried */
    DEFENCES_MOST = 64, /* critical defences looked at */
    COMPLETED_MOST = 8, /* squares tried for a stone that is free */
};

struct looking {
    struct judge *judge;
    struct threats *threats;
    struct judgement *out;
    int turns;    /* more, in which the win was to come */
    int longest;  /* turns of the win against the best answer so far */
    bool refuted; /* for good */
    bool open;    /* some answer is neither lost nor a refutation, or was not looked at */
    int doubts;   /* answers after which no win was found, nor excluded; the best of them: */
    struct squares doubt;
    enum judge_why doubt_why;
};

static int place(struct threats *t, const struct squares *s)
{
    int n = 0;
    while (n < s->n && t->position->outcome == OUTCOME_OPEN)
        threats_place(t, s->s[n++]);
    return n;
}

static void undo(struct threats *t, int n)
{
    while (n--)
        threats_undo(t);
}

/* ---- squares by what they are worth ---- */

static bool holds(const struct squares *l, square s)
{
    for (int i = 0; i < l->n; i++)
        if (l->s[i] == s)
            return true;
    return false;
}

/* What a square does for the lines of either side. */
static int worth(const struct threats *t, square s)
{
    const struct position *p = t->position;
    int score = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        for (int i = 0; i < t->segments->at[s][d].count; i++) {
            uint16_t state = t->state[t->segments->at[s][d].first + i];
            int own = segment_count(state, p->to_move), other = segment_count(state, side_other(p->to_move));
            int most = own > other ? own : other;
            score += own && other ? 0 : 1 << (2 * (most < 12 ? most : 12));
        }
    return score;
}

square judge_best_square(const struct threats *t, const struct squares *except, const uint8_t *zone)
{
    const struct position *p = t->position;
    square best = SQUARE_NONE;
    int most = -1;
    for (square s = square_first(); s; s = square_next(&p->rules, s)) {
        if (p->cell[s] != CELL_EMPTY || (zone && !zone[s]) || holds(except, s))
            continue;
        int score = worth(t, s);
        if (score > most) {
            most = score;
            best = s;
        }
    }
    return best;
}

/* The whole turn that these stones are a part of. */
static void complete(const struct threats *t, struct squares *turn)
{
    int length = position_turn_length(t->position);
    while (turn->n < length) {
        square s = judge_best_square(t, turn, NULL);
        turn->s[turn->n++] = s;
    }
}

/* ---- one answer ---- */

/* Of two doubts the one of which more is known is kept. */
static void doubt(struct looking *x, const struct squares *answer, enum judge_why why)
{
    x->open = true;
    if (x->doubts++ == 0 || why < x->doubt_why) {
        x->doubt = *answer;
        x->doubt_why = why;
    }
}

static void refute(struct looking *x, const struct squares *answer, enum judge_why why)
{
    x->refuted = true;
    x->out->why = why;
    x->out->defence = *answer;
    judge_line(x->out, answer, NULL, 0);
}

/* The solver wins after this answer; the longest line is the one to show. */
static void lost(struct looking *x, const struct squares *answer, const struct forcing_result *r)
{
    bool whole = answer->n >= position_turn_length(x->threats->position);
    bool first = whole && x->out->defence.n == 0;
    if (r->depth > x->longest || first) {
        if (whole) {
            x->out->defence = *answer;
            judge_line(x->out, answer, r->line, r->n);
        }
        x->longest = r->depth > x->longest ? r->depth : x->longest;
    }
}

/* After this whole answer, which is on the board: is no win in time left? */
static enum hunt_answer in_time(struct looking *x, uint64_t nodes)
{
    struct judge *j = x->judge;
    const struct position *p = x->threats->position;
    if (p->outcome != OUTCOME_OPEN || p->empty <= j->rules.p)
        return HUNT_NONE;
    judge_hunts(j, nodes);
    enum hunt_answer a = hunt_within(j->hunt, p, HUNT_DOUBLE, x->turns, NULL);
    judge_hunted(j);
    return a;
}

/* A whole answer after which a first look found no win. */
static void settle(struct looking *x, const struct squares *answer)
{
    struct judge *j = x->judge;
    struct threats *t = x->threats;
    struct forcing_result r;
    int n = place(t, answer);
    enum hunt_answer soon = in_time(x, HUNT_NODES);
    enum forcing_answer later = FORCING_CUT;
    enum judge_why why = JUDGE_IN_TIME;
    if (soon == HUNT_WIN) {
        later = FORCING_WIN;
        r.depth = x->turns;
        r.n = hunt_line(j->hunt, t->position, HUNT_DOUBLE, x->turns, r.line, PUZZLE_LINE);
    } else if (soon == HUNT_NONE) {
        later = judge_search(j, t, FORCING_VCST, DEEP_NODES, &r);
    }
    if (soon == HUNT_NONE && later == FORCING_CUT && j->rules.p > 1) {
        struct forcing_result none;
        if (judge_search(j, t, FORCING_VCDT, DOUBLE_NODES, &none) == FORCING_NONE)
            why = JUDGE_NO_DOUBLE;
    }
    undo(t, n);
    if (later == FORCING_WIN)
        lost(x, answer, &r);
    else if (later == FORCING_NONE)
        refute(x, answer, JUDGE_NO_FORCED);
    else
        doubt(x, answer, soon == HUNT_NONE ? why : JUDGE_NOTHING);
}

static bool enough(const struct looking *x)
{
    return x->refuted || x->doubts >= DOUBTS_MOST || x->judge->left <= RESERVE_NODES ||
           deadline_over(&x->judge->until);
}

/* These stones do not lose by themselves, as far as was seen: the other ones go where they are worth most. */
static void settle_completed(struct looking *x, const struct squares *answer)
{
    struct squares tried = *answer;
    for (int i = 0; i < COMPLETED_MOST && !enough(x); i++) {
        struct squares more = *answer;
        square s = judge_best_square(x->threats, &tried, NULL);
        if (s == SQUARE_NONE)
            break;
        more.s[more.n++] = s;
        complete(x->threats, &more);
        settle(x, &more);
        if (tried.n == RULES_MAX_TURN)
            break;
        tried.s[tried.n++] = s;
    }
    x->open = true;
}

static void look_at(struct looking *x, const struct squares *answer);

/* These stones alone lose, by this win: does every turn with them? Those off its zone do. The squares of its
 * line are the likeliest to help, then those that are worth most. */
static void look_at_more(struct looking *x, const struct squares *answer, const struct forcing_result *win)
{
    uint8_t *zone = mem_zero((size_t)square_limit(&x->judge->rules), 1);
    struct threats *t = x->threats;
    struct squares more = *answer;
    int n = place(t, answer), next = 0;
    threats_pass(t);
    forcing_zone(x->judge->forcing, t, zone);
    undo(t, n + 1);
    more.n++;
    for (;;) {
        square s = SQUARE_NONE;
        while (next < win->n && s == SQUARE_NONE) {
            s = zone[win->line[next]] ? win->line[next] : SQUARE_NONE;
            next++;
        }
        if (s == SQUARE_NONE)
            s = judge_best_square(t, answer, zone);
        if (s == SQUARE_NONE || enough(x))
            break;
        zone[s] = 0;
        more.s[more.n - 1] = s;
        look_at(x, &more);
    }
    for (size_t i = 0; i < (size_t)square_limit(&x->judge->rules); i++)
        x->open = x->open || zone[i];
    free(zone);
}

/* Looks at an answer, or at a part of one: the rest is given up at first. */
static void look_at(struct looking *x, const struct squares *answer)
{
    struct threats *t = x->threats;
    bool whole = answer->n >= position_turn_length(t->position);
    struct forcing_result r;
    int n = place(t, answer);
    if (t->position->outcome != OUTCOME_OPEN) {
        undo(t, n);
        refute(x, answer, JUDGE_NO_FORCED);
        return;
    }
    if (!whole)
        threats_pass(t);
    enum forcing_answer a = judge_search(x->judge, t, FORCING_VCST, QUICK_NODES, &r);
    undo(t, n + !whole);
    if (a == FORCING_WIN) {
        lost(x, answer, &r);
        if (!whole)
            look_at_more(x, answer, &r);
    } else if (a == FORCING_NONE) {
        struct squares turn = *answer;
        complete(t, &turn);
        refute(x, &turn, JUDGE_NO_FORCED);
    } else if (whole) {
        settle(x, answer);
    } else {
        settle_completed(x, answer);
    }
}

/* ---- all ---- */

bool judge_other_wins(struct judge *j, struct threats *t, enum forcing_kind kind, uint64_t nodes,
                      struct judgement *out)
{
    struct forcing_result r;
    if (judge_search(j, t, kind, nodes, &r) != FORCING_WIN)
        return false;
    out->verdict = JUDGE_FAILS;
    out->why = JUDGE_LOST;
    out->defence = r.turn;
    judge_line(out, NULL, r.line, r.n);
    return true;
}

/* Neither refuted nor lost so far: looks harder, first for a win of the other side, then at the answer that seems
 * to hold. */
static void last_word(struct looking *x, const struct square_sets *sets)
{
    struct judge *j = x->judge;
    struct threats *t = x->threats;
    struct forcing_result r;
    if (judge_other_wins(j, t, FORCING_VCST, HARD_OWN_NODES, x->out))
        return;
    if (x->doubts == 0) {
        x->doubt_why = JUDGE_NOTHING;
        x->doubt = sets->count ? sets->set[0] : (struct squares){0};
        complete(t, &x->doubt);
    }
    int n = place(t, &x->doubt);
    enum forcing_answer a = judge_search(j, t, FORCING_VCST, HARD_NODES, &r);
    if (x->doubt_why == JUDGE_NOTHING && in_time(x, j->left) == HUNT_NONE)
        x->doubt_why = JUDGE_IN_TIME;
    undo(t, n);
    x->out->verdict = a == FORCING_NONE ? JUDGE_FAILS : deadline_over(&j->until) ? JUDGE_UNKNOWN : JUDGE_OPEN;
    x->out->why = a == FORCING_NONE ? JUDGE_NO_FORCED : x->doubt_why;
    x->out->defence = x->doubt;
    judge_line(x->out, &x->doubt, NULL, 0);
}

/* Every answer loses: how the best one does. */
static void show_lost(struct looking *x)
{
    struct judgement *out = x->out;
    struct threats *t = x->threats;
    struct forcing_result r;
    out->verdict = x->longest <= x->turns ? JUDGE_WINS : JUDGE_LONGER;
    out->turns = x->longest;
    if (out->defence.n > 0)
        return;
    complete(t, &out->defence); /* only parts of turns were needed: any whole one will do */
    int n = place(t, &out->defence);
    bool open = t->position->outcome == OUTCOME_OPEN;
    if (open && judge_search(x->judge, t, FORCING_VCST, DEEP_NODES, &r) == FORCING_WIN)
        judge_line(out, &out->defence, r.line, r.n);
    undo(t, n);
}

void judge_answers(struct judge *j, struct threats *t, int turns, struct judgement *out)
{
    struct looking x = {.judge = j, .threats = t, .out = out, .turns = turns};
    const struct position *p = t->position;
    struct square_sets sets = SQUARE_SETS_EMPTY;
    threats_defences(t, side_other(p->to_move), position_turn_length(p), DEFENCES_MOST, &sets);
    x.open = sets.cut;
    out->within = turns;
    bool other = judge_other_wins(j, t, FORCING_VCDT, OWN_NODES, out);
    for (size_t i = 0; i < sets.count && !other && !x.refuted; i++) {
        look_at(&x, &sets.set[i]);
        x.open = x.open || enough(&x);
    }
    if (x.refuted)
        out->verdict = JUDGE_FAILS;
    else if (!other && x.open)
        last_word(&x, &sets);
    else if (!other)
        show_lost(&x);
    square_sets_free(&sets);
}
