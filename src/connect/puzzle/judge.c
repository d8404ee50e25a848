/* Verdicts on turns; see judge.h. */
#include "connect/puzzle/judge.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/forcing/forcing.h"
#include "connect/puzzle/find_inner.h"
#include "connect/puzzle/judge_inner.h"
#include "connect/threat/threats.h"

enum {
    HUNT_BYTES = 8 << 20,
    FORCING_BYTES = 8 << 20,
    JUDGE_NODES = 5000000,  /* stones of a judgement: less than a second, */
    JUDGE_THREES = 900000,  /* as these are where threes are tried */
    LENGTH_NODES = 3500000, /* of a look for the length */
    THREE_NODES = 300000,   /* of one with threes, in Go-Moku, */
    SINGLE_NODES = 100000,  /* of one with single threats */
};

struct judge *judge_new(const struct rules *r)
{
    struct judge *j = mem_zero(1, sizeof *j);
    j->rules = *r;
    j->hunt = hunt_new(r, HUNT_BYTES);
    j->forcing = forcing_new(r, FORCING_BYTES);
    return j;
}

void judge_free(struct judge *j)
{
    if (!j)
        return;
    hunt_free(j->hunt);
    forcing_free(j->forcing);
    free(j);
}

void judge_begin(struct judge *j, const struct deadline *until)
{
    j->until = *until;
    j->left = hunt_widest(&j->rules) > HUNT_SINGLE ? JUDGE_THREES : JUDGE_NODES;
    hunt_clear(j->hunt);
    forcing_clear(j->forcing);
}

enum forcing_answer judge_search(struct judge *j, struct threats *t, enum forcing_kind kind, uint64_t nodes,
                                 struct forcing_result *r)
{
    struct forcing_limits l = {.kind = kind, .nodes = nodes < j->left ? nodes : j->left, .until = j->until};
    r->n = 0;
    if (t->position->outcome != OUTCOME_OPEN) /* the last squares were filled: nobody wins any more */
        return r->answer = FORCING_NONE;
    if (j->left == 0)
        return r->answer = FORCING_CUT;
    forcing_search(j->forcing, t, &l, r);
    j->left -= r->nodes < j->left ? r->nodes : j->left;
    return r->answer;
}

void judge_hunts(struct judge *j, uint64_t nodes)
{
    struct hunt_limits l = {nodes < j->left ? nodes : j->left, j->until};
    l.nodes += l.nodes == 0;
    hunt_limit(j->hunt, &l);
}

void judge_hunted(struct judge *j)
{
    uint64_t nodes = hunt_nodes(j->hunt);
    j->left -= nodes < j->left ? nodes : j->left;
}

void judge_line(struct judgement *out, const struct squares *answer, const square *rest, int n)
{
    out->n = 0;
    for (int i = 0; answer && i < answer->n; i++)
        out->line[out->n++] = answer->s[i];
    for (int i = 0; i < n && out->n < JUDGE_LINE; i++)
        out->line[out->n++] = rest[i];
}

/* ---- by length ---- */

/* The turn is on the board, and the game open. Within how many turns, at most so many, does the solver win?
 * −1: not found. */
static int turns_needed(struct judge *j, const struct position *p, int most, enum hunt_class *c)
{
    int found = -1, classes = (int)hunt_widest(&j->rules);
    for (int wide = 0; wide <= (classes > 0) && found < 0; wide++) {
        enum hunt_answer a = HUNT_NONE;
        judge_hunts(j, !wide ? LENGTH_NODES : j->rules.p > 1 ? SINGLE_NODES : THREE_NODES);
        *c = wide ? (enum hunt_class)classes : HUNT_DOUBLE;
        for (int n = 0; n <= most && a == HUNT_NONE; n++) {
            a = hunt_lost(j->hunt, p, *c, n);
            found = a == HUNT_WIN ? n : -1;
        }
        judge_hunted(j);
    }
    return found;
}

/* The main line after the turn: the strongest answer and what follows. */
static void show_win(struct judge *j, const struct position *p, enum hunt_class c, int n,
                     struct judgement *out)
{
    square rest[PUZZLE_LINE];
    out->over = n == 0;
    if (n == 0 || hunt_defence(j->hunt, p, c, n, &out->defence) < 0)
        return;
    struct position *q = position_copy(p);
    for (int i = 0; i < out->defence.n; i++)
        position_place(q, out->defence.s[i]);
    int stones = q->outcome == OUTCOME_OPEN ? hunt_line(j->hunt, q, c, n, rest, PUZZLE_LINE) : 0;
    judge_line(out, &out->defence, rest, stones);
    position_free(q);
}

/* The turn wins, but not in time: exactly how long it takes, if that is not hard to tell. */
static void show_longer(struct judge *j, const struct position *p, int turns, struct judgement *out)
{
    judge_hunts(j, LENGTH_NODES);
    for (int n = 1; n <= out->turns; n++) {
        enum hunt_answer a = hunt_lost(j->hunt, p, HUNT_DOUBLE, n);
        if (a == HUNT_WIN) {
            out->turns = n;
            out->verdict = n <= turns ? JUDGE_WINS : JUDGE_LONGER;
            show_win(j, p, HUNT_DOUBLE, n, out);
        }
        if (a != HUNT_NONE)
            break;
    }
    judge_hunted(j);
}

static void judge_win(struct judge *j, struct threats *t, int turns, struct judgement *out)
{
    const struct position *p = t->position;
    enum hunt_class c;
    if (threats_can_win(t, p->to_move, position_turn_length(p))) {
        struct squares row = threats_winning_squares(t);
        out->verdict = JUDGE_FAILS;
        out->why = JUDGE_LOST;
        out->defence = row;
        judge_line(out, &row, NULL, 0);
        return;
    }
    int n = turns_needed(j, p, turns - 1, &c);
    if (n >= 0) {
        out->verdict = JUDGE_WINS;
        out->turns = n;
        judge_hunts(j, LENGTH_NODES);
        show_win(j, p, c, n, out);
        return;
    }
    if (hunt_widest(&j->rules) > HUNT_SINGLE) {
        judge_threes(j, t, turns - 1, out);
        return;
    }
    judge_answers(j, t, turns - 1, out);
    if (out->verdict == JUDGE_LONGER)
        show_longer(j, p, turns - 1, out);
}

static void judge_defence(struct judge *j, struct threats *t, struct judgement *out)
{
    struct forcing_result r;
    enum forcing_answer a = judge_search(j, t, FORCING_VCST, DEFENCE_NODES, &r);
    if (a == FORCING_CUT)
        a = judge_search(j, t, FORCING_VCST, DEFENCE_HARD_NODES, &r);
    if (a != FORCING_WIN && j->rules.p == 1)
        a = judge_search(j, t, FORCING_VCT, THREE_NODES, &r);
    int n = a == FORCING_WIN ? 0 : defence_threes(j->hunt, t->position, &j->until);
    if (n > 0) { /* by threes: the line is the hunt's */
        a = FORCING_WIN;
        hunt_within(j->hunt, t->position, HUNT_WIDEST, n, &r.turn);
        r.n = hunt_line(j->hunt, t->position, HUNT_WIDEST, n, r.line, PUZZLE_LINE);
    }
    out->verdict = a == FORCING_WIN ? JUDGE_FAILS : JUDGE_HOLDS;
    if (out->verdict == JUDGE_FAILS) {
        out->why = JUDGE_LOST;
        out->defence = r.turn;
        judge_line(out, NULL, r.line, r.n);
    } else if (deadline_over(&j->until)) {
        out->verdict = JUDGE_UNKNOWN;
    }
}

bool judge_turn(struct judge *j, const struct position *start, enum puzzle_kind kind,
                const struct squares *turn, int turns, const struct deadline *until, struct judgement *out,
                struct err *e)
{
    struct position *p = position_copy(start);
    enum side solver = p->to_move;
    bool fine = position_play_turn(p, turn, e);
    *out = (struct judgement){.verdict = JUDGE_UNKNOWN, .turns = -1};
    if (fine && p->outcome != OUTCOME_OPEN) {
        out->over = true;
        out->turns = p->outcome == outcome_win(solver) ? 0 : -1;
        out->verdict = kind == PUZZLE_DEFENCE              ? JUDGE_HOLDS
                       : p->outcome == outcome_win(solver) ? JUDGE_WINS
                                                           : JUDGE_FAILS;
    } else if (fine) {
        struct threats *t = threats_new(p);
        judge_begin(j, until);
        if (kind == PUZZLE_WIN)
            judge_win(j, t, turns, out);
        else
            judge_defence(j, t, out);
        threats_free(t);
    }
    position_free(p);
    return fine;
}
