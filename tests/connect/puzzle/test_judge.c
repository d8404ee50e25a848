/* The judge: strongest answers, trees, what is open; test_verdicts.c compares its verdicts with the truth. */
#include <stdlib.h>
#include <string.h>

#include "connect/puzzle/collect.h"
#include "connect/puzzle/judge.h"
#include "support/scatter.h"

static const struct deadline never = {0};

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

/* Neither proved nor refuted within the limits: that is said, and nothing else; and it is the same each time. */
static void what_is_not_decided_is_open(void **state)
{
    struct puzzles l = collect_builtin(0, 1);
    struct err e;
    bool seen = false;
    (void)state;
    for (size_t i = 0; i < l.n; i++) {
        const struct puzzle *z = &l.at[i];
        if (strcmp(z->id, "k9759dcd3") != 0)
            continue;
        struct position *p = puzzle_position(z, &e);
        struct judge *j = judge_new(&p->rules);
        struct squares turn = {2, {test_square(p, "o10"), test_square(p, "q10")}};
        struct judgement v, again;
        assert_true(judge_turn(j, p, PUZZLE_WIN, &turn, z->turns, &never, &v, &e));
        assert_int_equal(v.verdict, JUDGE_OPEN);
        assert_int_equal(v.why, JUDGE_NO_DOUBLE);
        assert_int_equal(v.turns, -1);
        assert_int_equal(v.defence.n, 2);
        assert_true(judge_turn(j, p, PUZZLE_WIN, &turn, z->turns, &never, &again, &e));
        assert_int_equal(again.verdict, v.verdict);
        assert_memory_equal(&again.defence, &v.defence, sizeof v.defence.n + 2 * sizeof v.defence.s[0]);
        judge_free(j);
        position_free(p);
        seen = true;
    }
    assert_true(seen);
    puzzles_free(&l);
}

/* Go-Moku: a turn that wins by threes is accepted, one that threatens nothing is wrong. */
static void threes_are_judged(void **state)
{
    struct puzzles l = collect_builtin(0, 1);
    struct err e;
    int wins = 0;
    (void)state;
    for (size_t i = 0; i < l.n && wins < 4; i++) {
        const struct puzzle *z = &l.at[i];
        if (z->kind != PUZZLE_WIN || z->class <= HUNT_SINGLE || z->turns > 4)
            continue;
        struct position *p = puzzle_position(z, &e);
        struct judge *j = judge_new(&p->rules);
        struct squares turn = {1, {z->line[0]}};
        struct judgement v;
        assert_true(judge_turn(j, p, PUZZLE_WIN, &turn, z->turns, &never, &v, &e));
        assert_int_equal(v.verdict, JUDGE_WINS);
        assert_int_equal(v.turns, z->turns - 1);
        assert_true(judge_turn(j, p, PUZZLE_WIN, &turn, z->turns - 1, &never, &v, &e));
        assert_int_equal(v.verdict, JUDGE_LONGER);
        judge_free(j);
        position_free(p);
        wins++;
    }
    assert_true(wins == 4);
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

/* Any squares as a turn, too few and too many of them: what is no turn is refused, everything else is judged. */
static void only_turns_are_judged(void **state)
{
    static const char *const games[] = {"connect6",  "gomoku",    "7,7,4,2,1",    "6,6,5,3,2",
                                        "5,5,3,1,1", "9,9,6,4,1", "12,12,10,8,8", "15,15,5,1,1,exact",
                                        "4,4,4,2,2"};
    atomic_bool stop; /* nobody waits: the verdict does not matter here */
    struct deadline over = {.stop = &stop};
    struct rng rng;
    int turns = 0, others = 0;
    (void)state;
    atomic_init(&stop, true);
    rng_seed(&rng, 26);
    for (int round = 0; round < test_rounds(300); round++) {
        struct rules r = test_rules(games[(size_t)round % (sizeof games / sizeof *games)]);
        struct position *p = scatter(&r, 9, (int)rng_below(&rng, (uint32_t)(r.m * r.n)), &rng);
        struct judge *j = judge_new(&r);
        for (int n = 0; n <= RULES_MAX_TURN && p->left == r.p; n++) {
            struct squares turn = {n, {0}};
            struct judgement v;
            struct err e;
            for (int i = 0; i < n; i++)
                turn.s[i] =
                    square_at((int)rng_below(&rng, (uint32_t)r.m), (int)rng_below(&rng, (uint32_t)r.n));
            struct position *q = position_copy(p);
            bool is = position_play_turn(q, &turn, NULL);
            enum puzzle_kind kind = rng_below(&rng, 2) ? PUZZLE_WIN : PUZZLE_DEFENCE;
            assert_int_equal(
                judge_turn(j, p, kind, &turn, 1 + (int)rng_below(&rng, HUNT_DEPTH), &over, &v, &e), is);
            turns += is;
            others += !is;
            position_free(q);
        }
        judge_free(j);
        position_free(p);
    }
    assert_true(turns > 50 * test_rounds(300) / 300 && others > turns);
}

/* A few empty squares, so that turns are short, boards get full, and answers have no room for all their stones. */
static void nearly_full_boards_are_judged(void **state)
{
    static const char *const games[] = {"5,5,4,2,1",       "4,4,4,2,2", "6,6,5,3,2", "4,4,3,1,1",
                                        "5,4,4,1,1",       "7,3,6,4,1", "6,5,5,2,1", "5,5,5,2,3",
                                        "6,6,4,2,1,exact", "8,2,7,5,1"};
    struct rng rng;
    (void)state;
    rng_seed(&rng, 27);
    for (int round = 0; round < test_rounds(1000); round++) {
        struct rules r = test_rules(games[(size_t)round % (sizeof games / sizeof *games)]);
        struct position *p = scatter_game(&r, 1 + (int)rng_below(&rng, 12), &rng);
        if (rng_below(&rng, 2)) { /* whoever is to move, with a whole turn */
            struct position_aside aside;
            position_put_aside(p, &aside);
            free(aside.ply);
            position_settle(p, rng_below(&rng, 2) ? BLACK : WHITE, r.p, NULL);
        }
        struct judge *j = judge_new(&r);
        for (int kind = PUZZLE_WIN; kind <= PUZZLE_DEFENCE && p->left == r.p && p->outcome == OUTCOME_OPEN;
             kind++) {
            struct judge_hint h;
            judge_hint(j, p, (enum puzzle_kind)kind, 4, &never, &h);
            free(h.zone);
            solution_free(judge_solution(j, p, 4, 100, &never));
            struct squares turn = {0, {0}};
            struct position *q = position_copy(p);
            while (q->outcome == OUTCOME_OPEN && q->to_move == p->to_move) {
                turn.s[turn.n] = test_random_stone(q, &rng);
                position_place(q, turn.s[turn.n++]);
            }
            struct judgement v;
            struct err e;
            assert_true(judge_turn(j, p, (enum puzzle_kind)kind, &turn, 3, &never, &v, &e));
            position_free(q);
        }
        judge_free(j);
        position_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_strongest_defence_lasts), cmocka_unit_test(what_is_not_decided_is_open),
        cmocka_unit_test(threes_are_judged),           cmocka_unit_test(rows_and_bad_turns),
        cmocka_unit_test(only_turns_are_judged),       cmocka_unit_test(nearly_full_boards_are_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
