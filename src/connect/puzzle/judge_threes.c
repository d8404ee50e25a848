/* Answers to a turn of one stone, in games where threes are threats, too (Go-Moku); see judge.h.
 *
 * A turn that neither makes a four nor threatens to win by fours is no forcing one. Of the others every answer is
 * looked at: the one that stops the four, or those in the zone of the win that is threatened. After each the hunt
 * looks for a win by fours and threes, longer and longer, until there is one or none is left of any length. */
#include <stdlib.h>

#include "base/mem.h"
#include "connect/puzzle/judge_inner.h"

enum {
    OWN_NODES = 10000,       /* stones of a look whether the other side wins itself, by fours */
    OWN_THREES = 200000,     /* or by threes */
    NULL_NODES = 50000,      /* of the look for what the turn threatens */
    QUICK_NODES = 20000,     /* of a first look at each answer, */
    DEEP_NODES = 300000,     /* and of a second one */
    LONGEST = HUNT_DEPTH / 2 /* turns of a win at the most */
};

/* What is known of an answer. */
struct reply {
    square at;
    int turns; /* of the win after it; 0: none was found */
};

struct replies {
    int n, in_time; /* turns that the solver has left */
    struct reply *at;
};

/* Marks what an answer has to stop: a four, or the win that is threatened. NONE: there is nothing to stop. */
static enum forcing_answer threatened(struct judge *j, struct threats *t, uint8_t *zone)
{
    const struct position *p = t->position;
    struct forcing_result r;
    if (threats_number(t, side_other(p->to_move)) > 0) {
        struct square_sets sets = SQUARE_SETS_EMPTY;
        threats_defences(t, side_other(p->to_move), 1, 64, &sets);
        for (size_t i = 0; i < sets.count; i++)
            zone[sets.set[i].s[0]] = 1;
        square_sets_free(&sets);
        return FORCING_WIN;
    }
    threats_pass(t);
    enum forcing_answer a = judge_search(j, t, FORCING_VCST, NULL_NODES, &r);
    if (a == FORCING_WIN)
        forcing_zone(j->forcing, t, zone);
    threats_undo(t);
    return a;
}

/* The squares of the zone, those that are worth most first. */
static void list_replies(const struct threats *t, uint8_t *zone, struct replies *out)
{
    const struct squares none = {0};
    square s;
    out->at = mem_zero((size_t)(t->position->rules.m * t->position->rules.n), sizeof *out->at);
    while ((s = judge_best_square(t, &none, zone)) != SQUARE_NONE) {
        zone[s] = 0;
        out->at[out->n++].at = s;
    }
}

static void set_answer(struct judgement *out, enum judge_verdict verdict, enum judge_why why, square at)
{
    struct squares answer = {1, {at}};
    out->verdict = verdict;
    out->why = why;
    out->defence = answer;
    judge_line(out, &answer, NULL, 0);
}

/* How many turns the solver needs, being to move; 0: none was found, −1: there is no win. `sure` is how many turns
 * are not enough for certain. */
static int needed(struct judge *j, const struct position *p, uint64_t nodes, int *sure)
{
    enum hunt_answer a = HUNT_NONE;
    int n = 0;
    bool never = p->outcome != OUTCOME_OPEN || p->empty <= 1;
    *sure = 0;
    judge_hunts(j, nodes);
    while (!never && a == HUNT_NONE && n < LONGEST) {
        a = hunt_within(j->hunt, p, HUNT_WIDEST, ++n, NULL);
        never = a == HUNT_NONE && hunt_exhausted(j->hunt);
        *sure = a == HUNT_NONE ? n : *sure;
    }
    judge_hunted(j);
    return never ? -1 : a == HUNT_WIN ? n : 0;
}

/* Looks at the answers that do not lose yet, with so many stones each. Returns the one after which there is no win:
 * that refutes; else SQUARE_NONE. `doubt` becomes one that neither loses nor refutes, with what is known of it. */
static square look_at_all(struct judge *j, struct threats *t, struct replies *r, uint64_t nodes,
                          square *doubt, enum judge_why *why)
{
    *doubt = SQUARE_NONE;
    *why = JUDGE_NOTHING;
    for (int i = 0; i < r->n; i++) {
        int sure;
        if (r->at[i].turns > 0)
            continue;
        threats_place(t, r->at[i].at);
        int turns = needed(j, t->position, nodes, &sure);
        threats_undo(t);
        if (turns < 0)
            return r->at[i].at;
        r->at[i].turns = turns;
        if (turns == 0 && (*doubt == SQUARE_NONE || (sure >= r->in_time && *why == JUDGE_NOTHING))) {
            *doubt = r->at[i].at;
            *why = sure >= r->in_time ? JUDGE_IN_TIME : JUDGE_NOTHING;
        }
    }
    return SQUARE_NONE;
}

/* Every answer loses: how the best one does. */
static void show_lost(struct judge *j, struct threats *t, const struct replies *r, struct judgement *out)
{
    const struct reply *best = &r->at[0];
    square rest[PUZZLE_LINE];
    for (int i = 1; i < r->n; i++)
        best = r->at[i].turns > best->turns ? &r->at[i] : best;
    threats_place(t, best->at);
    judge_hunts(j, DEEP_NODES);
    int stones = hunt_line(j->hunt, t->position, HUNT_WIDEST, best->turns, rest, PUZZLE_LINE);
    judge_hunted(j);
    threats_undo(t);
    struct squares answer = {1, {best->at}};
    out->verdict = best->turns <= r->in_time ? JUDGE_WINS : JUDGE_LONGER;
    out->turns = best->turns;
    out->defence = answer;
    judge_line(out, &answer, rest, stones);
}

static void judge_replies(struct judge *j, struct threats *t, struct replies *r, struct judgement *out)
{
    square doubt;
    enum judge_why why;
    square refutes = look_at_all(j, t, r, QUICK_NODES, &doubt, &why);
    if (refutes == SQUARE_NONE && doubt != SQUARE_NONE) {
        if (judge_other_wins(j, t, FORCING_VCT, OWN_THREES, out))
            return;
        refutes = look_at_all(j, t, r, DEEP_NODES, &doubt, &why);
    }
    if (refutes != SQUARE_NONE)
        set_answer(out, JUDGE_FAILS, JUDGE_NO_FORCED, refutes);
    else if (doubt != SQUARE_NONE)
        set_answer(out, deadline_over(&j->until) ? JUDGE_UNKNOWN : JUDGE_OPEN, why, doubt);
    else
        show_lost(j, t, r, out);
}

void judge_threes(struct judge *j, struct threats *t, int turns, struct judgement *out)
{
    const struct squares none = {0};
    uint8_t *zone = mem_zero((size_t)square_limit(&j->rules), 1);
    struct replies r = {.in_time = turns};
    out->within = turns;
    if (!judge_other_wins(j, t, FORCING_VCDT, OWN_NODES, out)) {
        enum forcing_answer a = threatened(j, t, zone);
        if (a == FORCING_WIN)
            list_replies(t, zone, &r);
        if (r.n > 0)
            judge_replies(j, t, &r, out);
        else
            set_answer(out, a == FORCING_NONE ? JUDGE_FAILS : JUDGE_OPEN,
                       a == FORCING_NONE ? JUDGE_NO_FORCED : JUDGE_NOTHING,
                       judge_best_square(t, &none, NULL));
    }
    free(r.at);
    free(zone);
}
