/* The judge against those who share nothing with it; see turn_truth.h. */
#include "support/turn_truth.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "connect/proof/check.h"
#include "connect/proof/forced.h"
#include "connect/proof/solve.h"
#include "support/boards.h"
#include "support/forced.h"
#include "support/shortest.h"

enum {
    BUDGET = 300000,       /* turns of the plain search of double threats */
    FORCED_POSITIONS = 60, /* of the one that tries every turn with a threat */
    SOLVE_NODES = 1500,    /* of a search for a proof */
    LOST_NODES = 2000000,  /* stones of a search for a forcing win of the other side */
    OPEN_STEP = 5,         /* of the open turns, one in so many is looked at for a proof */
    REFUSED_STEP = 3,      /* and of those that leave no forced win */
};

static const struct deadline never = {0};

static bool certificate_good(struct buf *b)
{
    struct check_result r;
    bool good = check_bytes(b->text, b->len, NULL, &r) == CHECK_ACCEPTED;
    check_result_free(&r);
    return good;
}

/* Is a win of this side proved by the solver, and accepted by the checker? By turns with how many threats? */
static bool solved(const struct position *q, enum side attacker, int *fewest)
{
    struct buf b = BUF_EMPTY;
    struct solve_result r;
    struct err e;
    struct solve_job job = {.position = q,
                            .attacker = attacker,
                            .order = 2,
                            .limits.nodes = SOLVE_NODES,
                            .memory = 32 << 20,
                            .bytes = &b};
    assert_true(solve_run(&job, &r, &e));
    bool won = r.status == SOLVE_WON;
    if (won)
        assert_true(certificate_good(&b));
    *fewest = won ? r.fewest_threats : -1;
    buf_free(&b);
    return won;
}

/* A forced win of the side to move, by a certificate. */
static bool mover_wins(const struct position *q)
{
    struct position *p = position_copy(q);
    struct threats *t = threats_new(p);
    struct forcing *f = forcing_new(&p->rules, 16 << 20);
    struct forcing_limits l = {.kind = FORCING_VCST, .nodes = LOST_NODES};
    struct forcing_result r;
    struct buf b = BUF_EMPTY;
    uint64_t turns;
    int fewest;
    forcing_search(f, t, &l, &r);
    bool won = r.answer == FORCING_WIN && forced_certify(f, t, &never, &b, &turns) == FORCED_WRITTEN &&
               certificate_good(&b);
    buf_free(&b);
    forcing_free(f);
    threats_free(t);
    position_free(p);
    return won || solved(q, q->to_move, &fewest);
}

static const char *turn_text(const struct squares *turn, char out[2 * SQUARE_TEXT])
{
    char a[SQUARE_TEXT], b[SQUARE_TEXT] = "";
    square_format(turn->s[0], a);
    if (turn->n > 1)
        square_format(turn->s[1], b);
    snprintf(out, 2 * SQUARE_TEXT, "%s %s", a, b);
    return out;
}

/* The solver is to move after the answer that is said to leave no forced win. */
static bool plain_win_after(const struct position *q, const struct judgement *v, int turns)
{
    struct position *after = position_copy(q);
    bool won = false;
    for (int i = 0; i < v->defence.n && after->outcome == OUTCOME_OPEN; i++)
        position_place(after, v->defence.s[i]);
    if (after->outcome == OUTCOME_OPEN && after->empty > after->rules.p)
        won = (turns > 1 && shortest_solve(after, turns - 1, BUDGET).n > 0) ||
              forced_wins(after, 1, FORCED_POSITIONS) == FORCED_YES;
    position_free(after);
    return won;
}

/* The turn is on the board of q, and the game is open. */
static void compare_win(const struct position *q, const struct puzzle *z, const struct judgement *v,
                        const struct squares *turn, struct truth_counts *c)
{
    char text[2 * SQUARE_TEXT];
    enum side solver = side_other(q->to_move);
    int fewest, lost = shortest_lost(q, z->turns - 1, BUDGET);
    bool accepted = v->verdict == JUDGE_WINS || v->verdict == JUDGE_LONGER;
    turn_text(turn, text);
    c->plain += lost >= 0;
    if (lost == 1 && v->verdict != JUDGE_WINS)
        fail_msg("%s: %s wins in time and is refused", z->id, text);
    if (accepted) {
        bool proved = lost == 1 || solved(q, solver, &fewest);
        c->proved[0] += proved;
        c->unproved[0] += !proved;
        if (!proved && forced_wins(q, q->rules.p, FORCED_POSITIONS) == FORCED_YES)
            fail_msg("%s: %s is accepted, and the other side wins", z->id, text);
    } else if (v->verdict == JUDGE_FAILS && v->why == JUDGE_NO_FORCED) {
        if (plain_win_after(q, v, z->turns))
            fail_msg("%s: %s is refused, but the answer loses", z->id, text);
        if (c->none % REFUSED_STEP == 0) {
            c->asked++;
            if (solved(q, solver, &fewest) && fewest > 0)
                fail_msg("%s: %s is refused, and wins", z->id, text);
            c->quiet += fewest == 0;
        }
    } else if (v->verdict == JUDGE_OPEN && c->open % OPEN_STEP == 0) {
        c->open_asked++;
        c->open_won += solved(q, solver, &fewest);
    }
}

static void compare_lost(const struct position *q, const struct puzzle *z, const struct squares *turn,
                         struct truth_counts *c)
{
    char text[2 * SQUARE_TEXT];
    bool proved = mover_wins(q);
    c->proved[1] += proved;
    c->unproved[1] += !proved;
    if (!proved && forced_wins(q, 1, 20 * FORCED_POSITIONS) == FORCED_NO)
        fail_msg("%s: %s is said to lose, and does not", z->id, turn_text(turn, text));
}

static void compare_holds(const struct position *q, const struct puzzle *z, const struct squares *turn,
                          struct truth_counts *c)
{
    char text[2 * SQUARE_TEXT];
    int fewest = -1;
    bool lost = forced_wins(q, 1, FORCED_POSITIONS) == FORCED_YES;
    c->asked++;
    lost = lost || (solved(q, q->to_move, &fewest) && fewest > 0);
    c->quiet += fewest == 0;
    if (lost)
        fail_msg("%s: %s is said to hold, and loses", z->id, turn_text(turn, text));
}

static void count(const struct judgement *v, double seconds, struct truth_counts *c)
{
    c->turns++;
    c->wins += v->verdict == JUDGE_WINS;
    c->longer += v->verdict == JUDGE_LONGER;
    c->holds += v->verdict == JUDGE_HOLDS;
    c->lost += v->verdict == JUDGE_FAILS && v->why == JUDGE_LOST;
    c->none += v->verdict == JUDGE_FAILS && v->why == JUDGE_NO_FORCED;
    c->open += v->verdict == JUDGE_OPEN;
    c->seconds = mem_grow(c->seconds, &c->room, c->times + 1, sizeof *c->seconds);
    c->seconds[c->times++] = seconds;
}

void truth_compare(struct judge *j, const struct position *p, const struct puzzle *z,
                   const struct squares *turn, struct truth_counts *c)
{
    struct judgement v;
    struct err e;
    double start = clock_cpu(CPU_THREAD);
    if (!judge_turn(j, p, z->kind, turn, z->turns, &never, &v, &e))
        fail_msg("%s: %s", z->id, e.text);
    count(&v, clock_cpu(CPU_THREAD) - start, c);
    assert_int_not_equal(v.verdict, JUDGE_UNKNOWN); /* nobody was in a hurry */
    assert_true(v.verdict != JUDGE_FAILS || v.over || v.why <= JUDGE_NO_FORCED);
    struct position *q = position_copy(p);
    for (int i = 0; i < turn->n && q->outcome == OUTCOME_OPEN; i++)
        position_place(q, turn->s[i]);
    if (q->outcome == OUTCOME_OPEN) {
        if (v.verdict == JUDGE_FAILS && v.why == JUDGE_LOST)
            compare_lost(q, z, turn, c);
        if (z->kind == PUZZLE_WIN)
            compare_win(q, z, &v, turn, c);
        else if (v.verdict == JUDGE_HOLDS)
            compare_holds(q, z, turn, c);
        if ((v.verdict == JUDGE_WINS || v.verdict == JUDGE_LONGER) && !v.over)
            assert_true(v.turns > 0 && v.defence.n == q->rules.p);
    }
    position_free(q);
}

static int by_size(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

void truth_print(struct truth_counts *c)
{
    qsort(c->seconds, c->times, sizeof *c->seconds, by_size);
    print_message("%ld turns: %ld win, %ld longer, %ld hold, %ld lose, %ld leave no forced win, %ld open\n",
                  c->turns, c->wins, c->longer, c->holds, c->lost, c->none, c->open);
    print_message("  plain search: %ld; proved: %ld accepted (%ld not), %ld lost (%ld not); %ld refused or "
                  "held looked at "
                  "for a proof, %ld by a quiet turn; open %ld, of these won %ld\n",
                  c->plain, c->proved[0], c->unproved[0], c->proved[1], c->unproved[1], c->asked, c->quiet,
                  c->open_asked, c->open_won);
    print_message("  processor time: median %.1f ms, 99%% %.1f ms, worst %.1f ms\n",
                  1000 * c->seconds[c->times / 2], 1000 * c->seconds[c->times * 99 / 100],
                  1000 * c->seconds[c->times - 1]);
}
