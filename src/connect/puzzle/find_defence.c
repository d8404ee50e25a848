/* Defence puzzles: the only turns that do not lose by force; see find.h.
 *
 * The other side threatens to win: its win after the null move has a zone, and whoever puts no stone there
 * loses. So the stones of the zone are tried, then the stones of the zones of the wins that remain. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/puzzle/find_inner.h"

enum {
    HOLDING_MOST = 12,     /* turns that hold, at the most, if all their stones matter */
    THREES_NODES = 300000, /* stones of a look for a win with threes, */
    THREES_TURNS = 7,      /* of so many turns at the most */
};

int defence_threes(struct hunt *h, const struct position *p, const struct deadline *until)
{
    struct hunt_limits l = {THREES_NODES, *until};
    int n = 0;
    if (hunt_widest(&p->rules) <= HUNT_SINGLE || p->outcome != OUTCOME_OPEN)
        return 0;
    hunt_clear(h);
    hunt_limit(h, &l);
    return hunt_shortest(h, p, HUNT_WIDEST, THREES_TURNS, &n, NULL) == HUNT_WIN ? n : 0;
}

static enum forcing_answer attacker_looks(struct finder *f, struct threats *t, uint64_t nodes,
                                          struct forcing_result *r)
{
    struct forcing_limits l = {.kind = FORCING_VCST, .nodes = nodes, .until = f->options.until};
    if (t->position->outcome != OUTCOME_OPEN) {
        r->n = 0;
        return t->position->outcome == outcome_win(t->position->to_move) ? FORCING_WIN : FORCING_NONE;
    }
    forcing_search(f->forcing, t, &l, r);
    return r->answer;
}

static enum forcing_answer attacker_wins(struct finder *f, struct threats *t, struct forcing_result *r)
{
    return attacker_looks(f, t, DEFENCE_NODES, r);
}

/* Go-Moku: by fours and threes, however many. */
static enum forcing_answer attacker_by_threes(struct finder *f, struct threats *t)
{
    struct forcing_limits l = {.kind = FORCING_VCT, .nodes = THREES_NODES, .until = f->options.until};
    struct forcing_result r = {.answer = FORCING_NONE};
    if (t->position->outcome == OUTCOME_OPEN)
        forcing_search(f->forcing, t, &l, &r);
    return r.answer;
}

/* The turn is on the board, and no win against it was found in a first look: is there none in a longer one? */
static bool holds_on(struct finder *f, struct threats *t, enum forcing_answer first)
{
    struct forcing_result r;
    if (first == FORCING_CUT)
        first = attacker_looks(f, t, DEFENCE_HARD_NODES, &r);
    if (first != FORCING_WIN && f->rules.p == 1)
        first = attacker_by_threes(f, t);
    return first != FORCING_WIN && defence_threes(f->hunt, t->position, &f->options.until) == 0;
}

bool finder_defence_likely(struct finder *f, const struct position *at)
{
    struct position *p = position_copy(at);
    struct threats *t = threats_new(p);
    struct forcing_limits l = {
        .kind = FORCING_VCDT, .nodes = DEFENCE_NODES, .until = f->options.until, .macros = true};
    struct forcing_result r;
    threats_pass(t);
    forcing_search(f->forcing, t, &l, &r);
    threats_free(t);
    position_free(p);
    return r.answer == FORCING_WIN;
}

/* A turn, or with SQUARE_NONE behind it a stone that is enough alone, holds. */
static void holds(struct finder *f, square a, square b)
{
    struct firsts *x = &f->firsts;
    x->at = mem_grow(x->at, &x->room, (size_t)x->n + 1, sizeof *x->at);
    x->at[x->n++] = (struct first){{a, b}, true};
    x->right++;
}

/* The stones of a zone, in order; the caller frees them. */
static square *zone_squares(struct finder *f, struct threats *t, int *n)
{
    const struct rules *r = &f->rules;
    uint8_t *zone = mem_zero((size_t)square_limit(r), 1);
    square *out = mem_alloc((size_t)(r->m * r->n) * sizeof *out);
    forcing_zone(f->forcing, t, zone);
    *n = 0;
    for (square s = square_first(); s; s = square_next(r, s))
        if (zone[s])
            out[(*n)++] = s;
    free(zone);
    return out;
}

static bool has(const square *l, int n, square s)
{
    for (int i = 0; i < n; i++)
        if (l[i] == s)
            return true;
    return false;
}

static bool is_open(const struct threats *t)
{
    return t->position->outcome == OUTCOME_OPEN;
}

/* The first stone is placed, and the turn has another: which ones hold? */
static void try_second(struct finder *f, struct threats *t, square first)
{
    struct forcing_result r;
    enum side solver = t->position->to_move;
    threats_pass(t);
    enum forcing_answer a = attacker_wins(f, t, &r);
    if (a == FORCING_CUT)
        a = attacker_looks(f, t, DEFENCE_HARD_NODES, &r);
    bool lost = a == FORCING_WIN;
    int n = 0;
    square *second = lost ? zone_squares(f, t, &n) : NULL;
    threats_undo(t);
    if (!lost)
        holds(f, first, SQUARE_NONE);
    for (int i = 0; i < n && f->firsts.right <= 4 * HOLDING_MOST; i++) {
        bool seen = false;
        for (int j = 0; j < f->firsts.n && !seen; j++)
            seen = f->firsts.at[j].s[0] == second[i] &&
                   (f->firsts.at[j].s[1] == first || f->firsts.at[j].s[1] == SQUARE_NONE);
        if (seen || second[i] == first)
            continue;
        threats_place(t, second[i]);
        bool more =
            is_open(t) && t->position->to_move == solver; /* stones that do not matter, if these hold */
        if (more)
            threats_pass(t);
        if (holds_on(f, t, attacker_wins(f, t, &r)))
            holds(f, first, second[i]);
        if (more)
            threats_undo(t);
        threats_undo(t);
    }
    free(second);
}

/* The line of the puzzle: a turn that holds, whole. A stone that is free goes where the other side would attack. */
static void solution_turn(const struct finder *f, const struct position *at, struct puzzle *p)
{
    p->line_n = 0;
    if (f->firsts.n == 0)
        return;
    for (int i = 0; i < f->rules.p; i++) {
        square s = i < HUNT_TURN ? f->firsts.at[0].s[i] : SQUARE_NONE;
        for (int j = 0; j < f->attack_n && s == SQUARE_NONE; j++)
            if (at->cell[f->attack[j]] == CELL_EMPTY && !has(p->line, p->line_n, f->attack[j]))
                s = f->attack[j];
        if (s != SQUARE_NONE)
            p->line[p->line_n++] = s;
    }
}

/* The solver's own forced win would be no defence. */
static bool solver_wins(struct finder *f, struct threats *t)
{
    struct forcing_result r;
    return attacker_wins(f, t, &r) == FORCING_WIN;
}

enum puzzle_reason finder_examine_defence(struct finder *f, const struct position *at, struct puzzle *p)
{
    struct position *q = position_copy(at);
    struct threats *t = threats_new(q);
    struct forcing_result r;
    enum puzzle_reason why = PUZZLE_FINE;
    f->firsts.n = f->firsts.right = 0;
    forcing_clear(f->forcing);
    if (solver_wins(f, t))
        why = REASON_ROW;
    threats_pass(t);
    bool threatened = why == PUZZLE_FINE && attacker_wins(f, t, &r) == FORCING_WIN;
    int n = 0;
    square *first = threatened ? zone_squares(f, t, &n) : NULL;
    f->attack_n = threatened ? (r.n < PUZZLE_LINE ? r.n : PUZZLE_LINE) : 0;
    memcpy(f->attack, r.line, (size_t)f->attack_n * sizeof *f->attack);
    threats_undo(t);
    for (int i = 0; i < n && f->firsts.right <= 4 * HOLDING_MOST; i++) {
        threats_place(t, first[i]);
        if (is_open(t) && q->to_move == at->to_move) /* the last square may have been taken */
            try_second(f, t, first[i]);
        else if (holds_on(f, t, attacker_wins(f, t, &r)))
            holds(f, first[i], SQUARE_NONE);
        threats_undo(t);
    }
    free(first);
    threats_free(t);
    position_free(q);
    solution_turn(f, at, p);
    firsts_key(&f->firsts, f->rules.p, &p->key);
    p->turns = 1;
    p->class = HUNT_SINGLE;
    p->firsts = f->firsts.right;
    f->features.firsts = f->features.forcing = f->firsts.right;
    f->features.quiet = true;
    f->features.proof = (uint64_t)n;
    if (why != PUZZLE_FINE)
        return why;
    return !threatened || f->firsts.right == 0 ? REASON_NO_WIN
           : deadline_over(&f->options.until)  ? REASON_LIMIT
           : f->firsts.right > HOLDING_MOST    ? REASON_MANY
           : p->key.n == 0                     ? REASON_NO_KEY
                                               : PUZZLE_FINE;
}
