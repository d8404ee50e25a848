/* The judge never accepts a turn that does not win, and never refuses one that does: against plain searches,
 * with every pair of stones near the zone. */
#include <stdlib.h>

#include "base/mem.h"
#include "forcing/forcing.h"
#include "puzzle/collect.h"
#include "puzzle/judge.h"
#include "support/forced.h"
#include "support/shortest.h"

enum {
    BUDGET = 300000,
    FORCED_POSITIONS = 200,
    DEEPER_NODES = 10000000,
    DEEPER_STEP = 40,
    FORCED_STEP = 100
};

static bool nightly; /* every pair on twenty puzzles; and the slow plain search is asked, too */

static const struct deadline never = {0};

/* The squares of the hint's zone and their neighbours. */
static int near_zone(struct judge *j, const struct position *p, const struct puzzle *z, square *out)
{
    struct judge_hint h;
    int n = 0;
    judge_hint(j, p, z->kind, z->turns, &never, &h);
    assert_int_equal(h.turns, z->turns);
    assert_int_equal(h.firsts, z->firsts);
    assert_int_equal(h.key.n, z->key.n);
    for (square s = square_first(); s; s = square_next(&p->rules, s)) {
        bool near = false;
        for (int i = 0; i < h.zones && !near; i++)
            near = abs(square_col(s) - square_col(h.zone[i])) <= 1 &&
                   abs(square_row(s) - square_row(h.zone[i])) <= 1;
        if (near && p->cell[s] == CELL_EMPTY)
            out[n++] = s;
    }
    free(h.zone);
    return n;
}

struct counts {
    long judged, wins, longer, fails[4]; /* those by why */
    long plain;                          /* verdicts that the plain search could tell, too */
    long deeper, overturned; /* answers looked at again with a hundred times the stones; a win was found */
    size_t times, room;
    double *seconds; /* of processor time, of each */
};

static void count_time(struct counts *c, double seconds)
{
    c->seconds = mem_grow(c->seconds, &c->room, c->times + 1, sizeof *c->seconds);
    c->seconds[c->times++] = seconds;
}

/* The solver is to move after the answer that is said to refute: a plain search finds no win in time, either. */
static void check_answer(const struct position *q, const struct puzzle *z, const struct judgement *v,
                         struct counts *c)
{
    struct position *after = position_copy(q);
    for (int i = 0; i < v->defence.n && after->outcome == OUTCOME_OPEN; i++)
        position_place(after, v->defence.s[i]);
    if (after->outcome == OUTCOME_OPEN && z->turns > 1) {
        struct shortest s = shortest_solve(after, z->turns - 1, BUDGET);
        if (s.n > 0)
            fail_msg("%s: the answer loses in %d", z->id, s.n);
        c->plain += s.n == 0;
    }
    if (nightly && after->outcome == OUTCOME_OPEN && c->fails[v->why] % DEEPER_STEP == 0) {
        struct forcing *f = forcing_new(&after->rules, 64 << 20);
        struct threats *t = threats_new(after);
        struct forcing_limits l = {.kind = FORCING_VCST, .nodes = DEEPER_NODES};
        struct forcing_result r;
        forcing_search(f, t, &l, &r);
        c->deeper++;
        c->overturned += r.answer == FORCING_WIN;
        threats_free(t);
        forcing_free(f);
    }
    position_free(after);
}

/* The turn is on the board of q, and the game is open: do the plain searches say the same? */
static void compare(const struct position *q, const struct puzzle *z, const struct judgement *v,
                    struct counts *c)
{
    bool accepted = v->verdict == JUDGE_WINS || v->verdict == JUDGE_LONGER;
    int lost = shortest_lost(q, z->turns - 1, BUDGET);
    c->plain += lost >= 0;
    if (lost == 1 && v->verdict != JUDGE_WINS)
        fail_msg("%s: a turn that wins in time is refused", z->id);
    if (accepted && !v->over)
        assert_true(v->turns > 0 && v->defence.n == q->rules.p);
    if (v->verdict == JUDGE_FAILS && v->why != JUDGE_LOST)
        check_answer(q, z, v, c);
    if (nightly && c->judged % FORCED_STEP == 0 &&
        lost != 1) { /* a single threat, or longer: the other plain search */
        enum forced_answer a = forced_loses(q, 1, FORCED_POSITIONS);
        if (a == FORCED_NO && accepted)
            fail_msg("%s: a turn that does not win is accepted", z->id);
        if (a == FORCED_YES && !accepted)
            fail_msg("%s: a turn that wins is called wrong", z->id);
    }
}

/* Judges a turn, and asks the plain searches. */
static void judge_and_compare(struct judge *j, const struct position *p, const struct puzzle *z,
                              const struct squares *turn, struct counts *c)
{
    struct judgement v;
    struct err e;
    double start = clock_cpu(CPU_THREAD);
    if (!judge_turn(j, p, PUZZLE_WIN, turn, z->turns, &never, &v, &e))
        fail_msg("%s: %s", z->id, e.text);
    count_time(c, clock_cpu(CPU_THREAD) - start);
    struct position *q = position_copy(p);
    for (int i = 0; i < turn->n && q->outcome == OUTCOME_OPEN; i++)
        position_place(q, turn->s[i]);
    c->judged++;
    c->wins += v.verdict == JUDGE_WINS;
    c->longer += v.verdict == JUDGE_LONGER;
    if (v.verdict == JUDGE_FAILS)
        c->fails[v.why]++;
    if (v.verdict == JUDGE_UNKNOWN) {
        char text[2][SQUARE_TEXT];
        square_format(turn->s[0], text[0]);
        square_format(turn->s[turn->n - 1], text[1]);
        fail_msg("%s: %s %s is left undecided", z->id, text[0], text[1]);
    }
    if (q->outcome == OUTCOME_OPEN)
        compare(q, z, &v, c);
    position_free(q);
}

/* Every pair, or one in `step`. */
static void judge_pairs(const struct puzzle *z, int step, struct counts *c)
{
    struct err e;
    struct position *p = puzzle_position(z, &e);
    struct judge *j = judge_new(&p->rules);
    square near[400];
    int n = near_zone(j, p, z, near), seen = 0;
    for (int a = 0; a < n; a++)
        for (int b = p->rules.p == 1 ? a : a + 1; b < (p->rules.p == 1 ? a + 1 : n); b++) {
            struct squares turn = {p->rules.p, {near[a], near[b]}};
            if (seen++ % step == 0)
                judge_and_compare(j, p, z, &turn, c);
        }
    struct squares right = {p->rules.p, {z->line[0], z->line[1]}};
    long wins = c->wins;
    judge_and_compare(j, p, z, &right, c);
    assert_int_equal(c->wins, wins + 1);
    judge_free(j);
    position_free(p);
}

static int by_size(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static void print_counts(struct counts *c)
{
    qsort(c->seconds, c->times, sizeof *c->seconds, by_size);
    print_message(
        "%ld turns: %ld win, %ld longer, %ld fail (lost %ld, no forced win %ld, none by double threats "
        "%ld, none in time %ld); %ld told by the plain search, too; deeper %ld, a win in %ld\n",
        c->judged, c->wins, c->longer, c->fails[0] + c->fails[1] + c->fails[2] + c->fails[3], c->fails[0],
        c->fails[1], c->fails[2], c->fails[3], c->plain, c->deeper, c->overturned);
    print_message("processor time: median %.1f ms, 99%% %.1f ms, worst %.1f ms\n",
                  1000 * c->seconds[c->times / 2], 1000 * c->seconds[c->times * 99 / 100],
                  1000 * c->seconds[c->times - 1]);
}

/* None is left undecided, whatever the turn. */
static void no_pair_is_judged_wrong(void **state)
{
    struct puzzles l = collect_builtin(7, nightly ? 71 : 53);
    struct counts c = {0};
    int done = 0;
    (void)state;
    for (size_t i = 0; i < l.n && done < (nightly ? 20 : 6); i++) {
        const struct puzzle *z = &l.at[i];
        if (z->kind != PUZZLE_WIN || z->class != HUNT_DOUBLE || (!nightly && z->turns > 2))
            continue;
        judge_pairs(z, nightly ? 1 : z->before->rules.p == 1 ? 7 : 397, &c);
        done++;
        if (nightly)
            print_counts(&c);
    }
    assert_true(done >= (nightly ? 20 : 4) && c.judged > 10 && c.fails[0] > 0 && c.plain > 0);
    free(c.seconds);
    puzzles_free(&l);
}

/* Plays a puzzle through: the turns of the tree against the strongest defences, which lasts as long as told. */
static void the_strongest_defence_lasts(void **state)
{
    struct puzzles l = collect_builtin(11, 197);
    struct err e;
    (void)state;
    for (size_t i = 0; i < l.n; i++) {
        const struct puzzle *z = &l.at[i];
        if (z->kind != PUZZLE_WIN)
            continue;
        struct position *p = puzzle_position(z, &e);
        struct judge *j = judge_new(&p->rules);
        for (int left = z->turns; left > 0; left--) {
            struct judge_hint h;
            struct judgement v;
            judge_hint(j, p, PUZZLE_WIN, left, &never, &h);
            assert_int_equal(h.turns, left);
            free(h.zone);
            assert_true(judge_turn(j, p, PUZZLE_WIN, &h.turn, left, &never, &v, &e));
            assert_int_equal(v.verdict, JUDGE_WINS);
            assert_int_equal(v.turns, left - 1);
            for (int k = 0; k < h.turn.n; k++)
                position_place(p, h.turn.s[k]);
            assert_int_equal(v.over, left == 1);
            if (left == 1)
                break;
            assert_int_equal(v.defence.n, p->rules.p);
            for (int k = 0; k < v.defence.n; k++)
                position_place(p, v.defence.s[k]);
        }
        struct position *start = puzzle_position(z, &e);
        struct solution *s = judge_solution(j, start, z->turns, 5000, &never);
        assert_non_null(s);
        assert_int_equal(s->turns, z->turns);
        solution_free(s);
        judge_free(j);
        position_free(start);
        position_free(p);
    }
    puzzles_free(&l);
}

static void rows_and_bad_turns(void **state)
{
    struct position *p = test_game("gomoku", "h8 a1 i8 a3 j8 a5 k8 c1");
    struct judge *j = judge_new(&p->rules);
    struct judgement v;
    struct err e;
    struct squares row = {1, {test_square(p, "l8")}}, taken = {1, {test_square(p, "h8")}}, none = {0, {0}};
    (void)state;
    assert_true(judge_turn(j, p, PUZZLE_WIN, &row, 1, &never, &v, &e));
    assert_int_equal(v.verdict, JUDGE_WINS);
    assert_true(v.over && v.turns == 0);
    assert_false(judge_turn(j, p, PUZZLE_WIN, &taken, 1, &never, &v, &e));
    assert_false(judge_turn(j, p, PUZZLE_WIN, &none, 1, &never, &v, &e));
    judge_free(j);
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_pair_is_judged_wrong),
        cmocka_unit_test(the_strongest_defence_lasts),
        cmocka_unit_test(rows_and_bad_turns),
    };
    nightly = test_rounds(1) > 5;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
