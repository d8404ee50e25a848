/* How long to think: clocks in, seconds out. */
#include "support/boards.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "connect/board/pace.h"
#include "play/clock.h"

static struct clock_plan plan(const char *stones, struct game_clock c)
{
    struct position *p = test_game("connect6", stones);
    struct clock_plan r = clock_plan(&c, pace_turns_ahead(p));
    position_free(p);
    assert_true(r.usual <= r.most);
    return r;
}

static void without_limits_there_are_none(void **state)
{
    (void)state;
    struct clock_plan r = plan("j10", (struct game_clock){.lag = 1});
    assert_true(r.usual <= 0 && r.most <= 0);
}

/* A limit for the turn is used up but for what is kept back. */
static void a_turn_is_used_nearly_whole(void **state)
{
    (void)state;
    static const double seconds[] = {0.05, 0.1, 1, 5, 60};
    for (int i = 0; i < 5; i++) {
        struct clock_plan r = plan("j10", (struct game_clock){.turn = seconds[i]});
        assert_true(r.most < seconds[i] - 0.009 && r.most > 0.75 * seconds[i]);
        assert_true(r.usual >= r.most);
        struct clock_plan slow = plan("j10", (struct game_clock){.turn = seconds[i], .lag = 0.02});
        assert_true(fabs(r.most - slow.most - 0.02) < 1e-9);
    }
}

/* Played on by the plan, even at its longest, no game runs out of time. */
static void a_game_never_runs_out(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1);
    for (int round = 0; round < 50; round++) {
        struct rules r = test_rules("connect6");
        struct position *p = position_new(&r);
        double left = 0.5 + 100 * rng_unit(&rng), increment = rng_below(&rng, 2) ? rng_unit(&rng) : 0;
        for (int turn = 0; turn < 90; turn++) {
            struct game_clock c = {.game = left, .increment = increment};
            struct clock_plan t = clock_plan(&c, pace_turns_ahead(p));
            assert_true(t.most > 0);
            left -= t.most;
            assert_true(left > 0 || t.most <= 0.002);
            left = left > 0 ? left + increment : 0.001;
            for (int i = 0; i < 4 && p->outcome == OUTCOME_OPEN; i++)
                position_place(p, test_random_stone(p, &rng));
            if (p->outcome != OUTCOME_OPEN)
                position_clear(p);
        }
        position_free(p);
    }
}

static void a_game_is_shared_out(void **state)
{
    (void)state;
    struct clock_plan early = plan("j10", (struct game_clock){.game = 600});
    assert_true(early.usual > 600.0 / 40 && early.usual < 600.0 / 15);
    assert_true(early.most > 1.5 * early.usual && early.most < 600.0 / 3);
    /* An increment is worth having. */
    struct clock_plan more = plan("j10", (struct game_clock){.game = 600, .increment = 10});
    assert_true(more.usual > early.usual + 8);
    /* The smaller of two limits counts. */
    struct clock_plan both = plan("j10", (struct game_clock){.game = 600, .turn = 2});
    assert_true(both.most < 2);
    /* Nothing left: at once. */
    assert_true(plan("j10", (struct game_clock){.game = -1}).most <= 0.002);
    assert_true(plan("j10", (struct game_clock){.game = 0.005}).most <= 0.005);
    /* A lag larger than the limit. */
    assert_true(plan("j10", (struct game_clock){.turn = 0.1, .lag = 5}).most <= 0.002);
}

/* The last turns of a board that is nearly full get what is left. */
static void a_full_board_is_near(void **state)
{
    (void)state;
    struct position *p = test_game("tictactoe", "a1 a2 a3 b2 b1 b3 c2");
    struct game_clock c = {.game = 10};
    struct clock_plan r = clock_plan(&c, pace_turns_ahead(p));
    assert_true(r.usual > 2);
    position_free(p);
}

static struct report report(const struct position *p, double seconds, int depth, int value, const char *turn)
{
    struct report r = {.seconds = seconds, .depth = depth, .n = 1};
    r.line[0].value = value;
    while (*turn) {
        char name[4] = "";
        sscanf(turn, "%3s", name);
        r.line[0].move[r.line[0].n++] = test_square(p, name);
        turn += strlen(name);
        turn += *turn == ' ';
    }
    return r;
}

static void a_settled_turn_ends_the_search(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10");
    struct clock_plan t = {2, 6};
    struct clock_watch w = {.depth = 0};
    struct report r = report(p, 0.1, 1, 10, "k11 i11");
    assert_false(clock_enough(&w, &t, p, &r));
    /* The stones of a turn in the other order are the same turn. */
    r = report(p, 1.9, 3, 12, "i11 k11");
    assert_false(clock_enough(&w, &t, p, &r));
    r = report(p, 2.1, 3, 12, "k11 i11");
    assert_true(clock_enough(&w, &t, p, &r));
    position_free(p);
}

static void an_unsettled_one_gets_more(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10");
    struct clock_plan t = {2, 6};
    struct clock_watch w = {.depth = 0};
    struct report r = report(p, 0.1, 1, 10, "k11 i11");
    clock_enough(&w, &t, p, &r);
    r = report(p, 2.0, 4, 12, "k9 i9");
    assert_false(clock_enough(&w, &t, p, &r)); /* has just changed */
    r = report(p, 3.5, 5, -60, "k9 i9");
    assert_false(clock_enough(&w, &t, p, &r)); /* falls */
    r = report(p, 6.1, 5, -60, "k9 i9");
    assert_true(clock_enough(&w, &t, p, &r)); /* no more */
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_limits_there_are_none), cmocka_unit_test(a_turn_is_used_nearly_whole),
        cmocka_unit_test(a_game_never_runs_out),         cmocka_unit_test(a_game_is_shared_out),
        cmocka_unit_test(a_full_board_is_near),          cmocka_unit_test(a_settled_turn_ends_the_search),
        cmocka_unit_test(an_unsettled_one_gets_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
