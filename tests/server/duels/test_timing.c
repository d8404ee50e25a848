/* Clocks of games between people: main time, increment, byo-yomi. */
#include "server/duels/timing.h"

#include "support/boards.h"

static const struct timing_rules fischer = {.main = 60000, .increment = 5000};
static const struct timing_rules byoyomi = {.main = 10000, .period = 30000, .periods = 3};
static const struct timing_rules each_turn = {.period = 20000, .periods = 1};

static void is(struct timing t, int64_t left, int periods)
{
    assert_int_equal(t.left, left);
    assert_int_equal(t.periods, periods);
}

static void the_main_time_goes_and_the_increment_comes(void **state)
{
    (void)state;
    struct timing t = timing_full(&fischer);
    assert_true(timing_turn(&fischer, &t, 12345));
    is(t, 60000 - 12345 + 5000, 0);
    assert_true(timing_turn(&fischer, &t, t.left - 1));
    is(t, 5001, 0);
    assert_false(timing_turn(&fischer, &t, 5001));
    is(t, 0, 0);
}

static void a_period_is_lost_by_going_beyond_it(void **state)
{
    (void)state;
    struct timing t = timing_full(&byoyomi);
    assert_int_equal(timing_all(&byoyomi, &t), 100000);
    assert_true(timing_turn(&byoyomi, &t, 9999));
    is(t, 1, 3);
    assert_true(timing_turn(&byoyomi, &t, 1 + 29999)); /* within the first */
    is(t, 0, 3);
    assert_true(timing_turn(&byoyomi, &t, 30000)); /* one is gone */
    is(t, 0, 2);
    assert_true(timing_turn(&byoyomi, &t, 59999));
    is(t, 0, 1);
    assert_true(timing_turn(&byoyomi, &t, 29999));
    assert_false(timing_turn(&byoyomi, &t, 30000));
    is(t, 0, 0);
}

static void what_it_shows_is_what_is_left(void **state)
{
    (void)state;
    struct timing t = timing_full(&byoyomi);
    int periods;
    assert_int_equal(timing_shown(&byoyomi, &t, 4000, &periods), 6000);
    assert_int_equal(periods, 3);
    assert_int_equal(timing_shown(&byoyomi, &t, 10000, &periods), 30000);
    assert_int_equal(periods, 3);
    assert_int_equal(timing_shown(&byoyomi, &t, 45000, &periods), 25000);
    assert_int_equal(periods, 2);
    assert_int_equal(timing_shown(&byoyomi, &t, 99999, &periods), 1);
    assert_int_equal(periods, 1);
    assert_int_equal(timing_shown(&byoyomi, &t, 100000, &periods), 0);
    assert_int_equal(periods, 0);
}

/* Many short turns and one long one come to the same as by hand. */
static void a_turn_has_its_own_time(void **state)
{
    (void)state;
    struct timing t = timing_full(&each_turn);
    for (int i = 0; i < 100; i++)
        assert_true(timing_turn(&each_turn, &t, 19999));
    is(t, 0, 1);
    assert_false(timing_turn(&each_turn, &t, 20000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_main_time_goes_and_the_increment_comes),
        cmocka_unit_test(a_period_is_lost_by_going_beyond_it),
        cmocka_unit_test(what_it_shows_is_what_is_left),
        cmocka_unit_test(a_turn_has_its_own_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
