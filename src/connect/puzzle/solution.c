/* Hints and solutions; see judge.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/puzzle/find_inner.h"
#include "connect/puzzle/judge_inner.h"

enum { REPLIES_MOST = 64, SOLUTION_NODES = 4500000 };

/* ---- the tree ---- */

struct building {
    struct judge *judge;
    enum hunt_class class;
    int left; /* nodes that may still be made */
};

static struct solution *build(struct building *b, struct position *p, int n);

/* The answers to the turn that is on the board. */
static bool build_answers(struct building *b, struct position *p, int n, struct solution *s)
{
    struct hunt_reply *reply = mem_alloc(REPLIES_MOST * sizeof *reply);
    int count = hunt_replies(b->judge->hunt, p, b->class, n, reply, REPLIES_MOST);
    bool fine = true;
    s->wins = count == 0;
    s->answer = mem_zero((size_t)count + 1, sizeof *s->answer);
    for (int i = 0; i < count && fine; i++) {
        int plies = 0;
        if (b->left <= 0) {
            s->cut = true;
            break;
        }
        for (; plies < reply[i].defence.n; plies++)
            position_place(p, reply[i].defence.s[plies]);
        if (plies < p->rules.p) {
            position_pass(p);
            plies++;
        }
        s->answer[i].turn = reply[i].defence;
        s->answer[i].next = build(b, p, n);
        fine = s->answer[i].next != NULL;
        s->answers += fine;
        while (plies--)
            position_undo(p);
    }
    free(reply);
    return fine;
}

/* The most stubborn defences first. */
static int by_turns(const void *x, const void *y)
{
    const struct solution_answer *a = x, *b = y;
    if (a->next->turns != b->next->turns)
        return b->next->turns - a->next->turns;
    return memcmp(a->turn.s, b->turn.s, sizeof(square));
}

static struct solution *build(struct building *b, struct position *p, int n)
{
    struct solution *s = mem_zero(1, sizeof *s);
    struct hunt *h = b->judge->hunt;
    b->left--;
    if (hunt_shortest(h, p, b->class, n, &s->turns, &s->turn) != HUNT_WIN) {
        free(s);
        return NULL;
    }
    int plies = 0;
    for (; plies < s->turn.n && p->outcome == OUTCOME_OPEN; plies++)
        position_place(p, s->turn.s[plies]);
    s->wins = p->outcome != OUTCOME_OPEN;
    bool fine = s->wins || build_answers(b, p, s->turns - 1, s);
    while (plies--)
        position_undo(p);
    if (fine && s->answers)
        qsort(s->answer, (size_t)s->answers, sizeof *s->answer, by_turns);
    if (!fine) {
        solution_free(s);
        s = NULL;
    }
    return s;
}

void solution_free(struct solution *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->answers; i++)
        solution_free(s->answer[i].next);
    free(s->answer);
    free(s);
}

/* The class in which there is a win within so many turns, and its length. */
static bool find_win(struct judge *j, const struct position *p, int turns, enum hunt_class *c, int *n)
{
    for (int i = HUNT_DOUBLE; i <= (int)hunt_widest(&j->rules); i++) {
        *c = (enum hunt_class)i;
        if (hunt_shortest(j->hunt, p, *c, turns, n, NULL) == HUNT_WIN)
            return true;
    }
    return false;
}

struct solution *judge_solution(struct judge *j, const struct position *start, int turns, int most,
                                const struct deadline *until)
{
    struct building b = {.judge = j, .left = most};
    struct solution *s = NULL;
    int n;
    judge_begin(j, until);
    judge_hunts(j, SOLUTION_NODES);
    if (find_win(j, start, turns, &b.class, &n)) {
        struct position *p = position_copy(start);
        s = build(&b, p, n);
        position_free(p);
    }
    return s;
}

/* ---- hints ---- */

static void list_zone(const struct position *p, const uint8_t *zone, struct judge_hint *out)
{
    out->zone = mem_alloc((size_t)(p->rules.m * p->rules.n) * sizeof *out->zone);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (zone[s])
            out->zone[out->zones++] = s;
}

/* By the same look that made the puzzle. */
static void hint_defence(struct judge *j, const struct position *p, const struct deadline *until,
                         struct judge_hint *out)
{
    struct finder_options o = {.most = 1, .until = *until};
    struct finder *f = finder_new(&j->rules, &o);
    struct puzzle q = {.kind = PUZZLE_DEFENCE};
    uint8_t *zone = mem_zero((size_t)square_limit(&j->rules), 1);
    finder_fresh(f);
    finder_examine_defence(f, p, &q);
    out->turns = f->firsts.right > 0;
    out->class = HUNT_SINGLE;
    out->key = q.key;
    out->firsts = f->firsts.right;
    for (int i = 0; i < f->firsts.n; i++)
        for (int k = 0; k < HUNT_TURN; k++)
            zone[f->firsts.at[i].s[k]] = f->firsts.at[i].s[k] != SQUARE_NONE;
    out->turn.n = q.line_n;
    memcpy(out->turn.s, q.line, (size_t)q.line_n * sizeof *q.line);
    for (int i = 0; i < f->attack_n; i++) /* where the other side would attack */
        zone[f->attack[i]] = p->cell[f->attack[i]] == CELL_EMPTY;
    list_zone(p, zone, out);
    free(zone);
    finder_free(f);
}

static void first_told(void *ctx, const struct squares *turn, int threats, enum hunt_answer answer)
{
    struct judge_hint *out = ctx;
    (void)threats;
    if (answer != HUNT_WIN)
        return;
    if (out->firsts++ == 0) {
        out->key = *turn;
        return;
    }
    int kept = 0;
    for (int i = 0; i < out->key.n; i++)
        for (int k = 0; k < turn->n; k++)
            if (out->key.s[i] == turn->s[k]) {
                out->key.s[kept++] = turn->s[k];
                break;
            }
    out->key.n = kept;
}

void judge_hint(struct judge *j, const struct position *p, enum puzzle_kind kind, int turns,
                const struct deadline *until, struct judge_hint *out)
{
    int n;
    *out = (struct judge_hint){0};
    judge_begin(j, until);
    judge_hunts(j, SOLUTION_NODES);
    if (kind == PUZZLE_DEFENCE) {
        hint_defence(j, p, until, out);
        return;
    }
    if (!find_win(j, p, turns, &out->class, &n))
        return;
    uint8_t *zone = mem_zero((size_t)square_limit(&j->rules), 1);
    out->turns = n > 0 ? n : 1;
    hunt_within(j->hunt, p, out->class, n, &out->turn);
    out->n = n > 0 ? hunt_line(j->hunt, p, out->class, n, out->line, PUZZLE_LINE) : 0;
    if (out->class > HUNT_DOUBLE || !hunt_zone(j->hunt, p, n, zone))
        for (int i = 0; i < out->n; i++)
            zone[out->line[i]] = 1;
    if (n > 0)
        hunt_firsts(j->hunt, p, out->class, n, first_told, out);
    else
        out->key = out->turn;
    list_zone(p, zone, out);
    free(zone);
}
