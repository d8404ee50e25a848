/* Exact values: rows, forced replies, turns cut short, limits, and what a handle remembers. */
#include "support/boards.h"

#include <string.h>

#include "connect/exact/exact.h"

static struct exact_result solve(const struct position *p)
{
    struct exact *x = exact_new(1 << 16);
    struct exact_result r;
    struct err e;
    if (!exact_solve(x, p, NULL, &r, &e))
        fail_msg("%s", e.text);
    assert_int_equal(r.lower, r.upper);
    exact_free(x);
    return r;
}

/* The value of a drawing, with the turn "b2 c3" or "" if it does not matter. */
static void check(const char *game, const char *drawing, enum side side, int left, int value,
                  const char *turn)
{
    struct position *p = test_board(game, drawing);
    assert_true(position_settle(p, side, left, NULL));
    struct exact_result r = solve(p);
    assert_int_equal(r.lower, value);
    char text[RULES_MAX_TURN * SQUARE_TEXT] = "";
    for (int i = 0; i < r.turn.n && *turn; i++) {
        char name[SQUARE_TEXT];
        strcat(strcat(text, i ? " " : ""), square_format(r.turn.s[i], name));
    }
    assert_string_equal(text, turn);
    position_free(p);
}

static void completes_a_row(void **state)
{
    (void)state;
    const char *board = "o o . .\n"
                        "x x x .\n"
                        ". o . .\n";
    check("4,3,4,1,1", board, BLACK, 1, 1, "d2");
    /* Even with the first stone of a turn: the second is not placed. */
    check("4,3,4,2,1", board, BLACK, 2, 1, "d2");
    /* More than k is a row too. */
    check("5,1,3,1,1", "x x . x x", BLACK, 1, 1, "c1");
}

static void stops_a_row(void **state)
{
    (void)state;
    check("3,3,3,1,1",
          "x x .\n"
          ". o .\n"
          ". . .\n",
          WHITE, 1, 0, "c3");
    /* Two ways to complete a row, and one stone to stop them. */
    check("3,3,3,1,1",
          "x x .\n"
          "x o .\n"
          ". . .\n",
          WHITE, 1, -1, "");
    /* Unless it completes its own first. */
    check("3,3,3,1,1",
          "x x .\n"
          "o o .\n"
          "x . .\n",
          WHITE, 1, 1, "c2");
    /* In the middle of a turn of White's: one stone is left, and two would fill the row. */
    check("4,4,4,2,1",
          ". x x .\n"
          "o . . .\n"
          ". . . .\n"
          ". . . .\n",
          WHITE, 1, 0, "a4");
}

/* The last turn has fewer squares than stones. */
static void a_turn_cut_short(void **state)
{
    (void)state;
    check("3,3,3,3,1",
          "x o x\n"
          "o x o\n"
          "o x .\n",
          WHITE, 3, 0, "c1");
    check("3,3,3,3,1",
          "x o x\n"
          "o x o\n"
          "o . .\n",
          BLACK, 3, 1, "c1");
    check("2,2,3,2,1",
          "x .\n"
          ". .\n",
          WHITE, 2, 0, "");
}

static void finished_games(void **state)
{
    (void)state;
    struct position *p = test_game("tictactoe", "a1 b1 a2 b2 a3");
    struct exact_result r = solve(p);
    assert_int_equal(r.lower, 1); /* the winner is still the side to move */
    assert_int_equal(r.turn.n, 0);
    position_free(p);
    check("3,3,3,1,1",
          "x x x\n"
          "o o .\n"
          ". . .\n",
          WHITE, 1, -1, "");
    p = test_game("tictactoe", "a1 b1 c1 b2 a2 c2 b3 a3 c3");
    r = solve(p);
    assert_int_equal(p->outcome, OUTCOME_DRAW);
    assert_int_equal(r.lower, 0);
    struct exact *x = exact_new(0);
    struct exact_stone stone[EXACT_MOST];
    int n = -1;
    assert_true(exact_all(x, p, NULL, stone, &n, &r, NULL));
    assert_int_equal(n, 0);
    exact_free(x);
    position_free(p);
}

static void one_in_a_row(void **state)
{
    (void)state;
    check("3,3,1,2,2", ". . .\n. . .\n. . .\n", BLACK, 2, 1, "a1");
    check("1,1,1,1,1", ".", BLACK, 1, 1, "a1");
    check("1,1,2,1,1", ".", BLACK, 1, 0, "a1");
}

static void too_many_squares(void **state)
{
    (void)state;
    struct rules r = test_rules("connect6");
    struct position *p = position_new(&r);
    struct exact *x = exact_new(0);
    struct exact_result out;
    struct exact_stone stone[EXACT_MOST];
    struct err e;
    int n;
    assert_false(exact_solve(x, p, NULL, &out, &e));
    assert_string_equal(e.text, "361 empty squares are too many for an exhaustive search: at most 64");
    assert_false(exact_all(x, p, NULL, stone, &n, &out, &e));
    position_free(p);
    /* 65 are too many, 64 are not. */
    p = test_game("13,5,6,1,1", "");
    assert_false(exact_solve(x, p, NULL, &out, &e));
    position_place(p, test_square(p, "g3"));
    assert_true(exact_solve(x, p, NULL, &out, &e));
    assert_int_equal(out.lower, 0);
    assert_int_equal(out.upper, 0);
    exact_free(x);
    position_free(p);
}

/* With few nodes only bounds are known; the true value, a draw, is always between them. */
static void limits_give_bounds(void **state)
{
    (void)state;
    struct rules r = test_rules("5,5,4,1,1");
    struct position *p = position_new(&r);
    bool open = false;
    for (uint64_t nodes = 1; nodes < 100000; nodes *= 3) {
        struct exact *x = exact_new(0);
        struct limits o = {.nodes = nodes};
        struct exact_result out;
        assert_true(exact_solve(x, p, &o, &out, NULL));
        assert_true(out.lower <= 0 && out.upper >= 0);
        assert_true(out.nodes <= nodes + 2);
        assert_true(out.lower == 0 || out.turn.n == 0);
        open = open || out.lower < out.upper;
        if (nodes > 50000)
            assert_int_equal(out.lower, out.upper);
        struct exact_stone stone[EXACT_MOST];
        int n;
        assert_true(exact_all(x, p, &o, stone, &n, &out, NULL));
        assert_int_equal(n, 25);
        for (int i = 0; i < n; i++)
            assert_true(stone[i].lower <= 0 && stone[i].upper >= 0);
        exact_free(x);
    }
    assert_true(open);
    position_free(p);
}

static void halting(void **state)
{
    (void)state;
    struct rules r = test_rules("4,8,4,1,1");
    struct position *p = position_new(&r);
    struct exact *x = exact_new(0);
    atomic_bool stop;
    atomic_init(&stop, true);
    struct limits told = {.stop = &stop}, late = {.cpu = 0.01};
    struct exact_result out;
    assert_true(exact_solve(x, p, &told, &out, NULL));
    assert_true(out.lower < out.upper);
    assert_true(out.nodes < 10000);
    double took = 1;
    for (int tries = 0; tries < 3 && took >= 0.1; tries++) { /* a busy machine is not at fault three times */
        double start = clock_cpu(CPU_THREAD);
        assert_true(exact_solve(x, p, &late, &out, NULL));
        assert_true(out.lower < out.upper);
        took = clock_cpu(CPU_THREAD) - start;
    }
    assert_true(took < 0.1);
    exact_free(x);
    position_free(p);
}

static uint64_t nodes_for(struct exact *x, const char *game, const char *stones, int value)
{
    struct position *p = test_game(game, stones);
    struct exact_result out;
    assert_true(exact_solve(x, p, NULL, &out, NULL));
    assert_int_equal(out.lower, value);
    assert_int_equal(out.upper, value);
    position_free(p);
    return out.nodes;
}

/* The same input gives the same count; what is remembered spares work; other rules begin anew. */
static void handles_remember(void **state)
{
    (void)state;
    struct exact *a = exact_new(0), *b = exact_new(0), *tiny = exact_new(1);
    uint64_t nodes = nodes_for(a, "5,5,4,1,1", "", 0);
    assert_int_equal(nodes_for(b, "5,5,4,1,1", "", 0), nodes);
    assert_true(nodes_for(a, "5,5,4,1,1", "", 0) < nodes / 10);
    assert_true(nodes_for(a, "5,5,4,1,1", "c3 b2", 0) < nodes / 10);
    nodes_for(a, "5,6,4,1,1", "", 1);
    assert_int_equal(nodes_for(a, "5,5,4,1,1", "", 0), nodes);
    nodes_for(tiny, "5,5,4,1,1", "", 0);
    nodes_for(tiny, "5,5,4,1,1", "c3 b3", 1);
    exact_free(a);
    exact_free(b);
    exact_free(tiny);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(completes_a_row),    cmocka_unit_test(stops_a_row),
        cmocka_unit_test(a_turn_cut_short),   cmocka_unit_test(finished_games),
        cmocka_unit_test(one_in_a_row),       cmocka_unit_test(too_many_squares),
        cmocka_unit_test(limits_give_bounds), cmocka_unit_test(halting),
        cmocka_unit_test(handles_remember),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
