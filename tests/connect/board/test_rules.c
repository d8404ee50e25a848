/* Games and squares as text. */
#include "support/boards.h"

#include <string.h>

static void games_are_read_by_name_and_by_number(void **state)
{
    (void)state;
    struct rules r;
    struct err e;
    assert_true(rules_parse("connect6", &r, &e));
    assert_true(rules_equal(&r, &(struct rules){19, 19, 6, 2, 1, false}));
    assert_true(rules_parse("Gomoku", &r, &e));
    assert_true(rules_equal(&r, &(struct rules){15, 15, 5, 1, 1, false}));
    assert_true(rules_parse("99,98,32,16,15", &r, &e));
    assert_true(rules_equal(&r, &(struct rules){99, 98, 32, 16, 15, false}));
    assert_true(rules_parse("Connect(7,6,4,1,1)", &r, &e));
    assert_true(rules_equal(&r, &(struct rules){7, 6, 4, 1, 1, false}));
    char text[RULES_TEXT];
    assert_string_equal(rules_format(&r, text), "Connect(7,6,4,1,1)");
    assert_true(rules_parse("15,15,5,1,1,exact", &r, &e));
    assert_true(rules_equal(&r, &(struct rules){15, 15, 5, 1, 1, true}));
    assert_false(rules_equal(&r, &(struct rules){15, 15, 5, 1, 1, false}));
    assert_string_equal(rules_format(&r, text), "Connect(15,15,5,1,1,exact)");
    assert_true(rules_parse("connect(127,127,63,63,63,Exact)", &r, &e));
    assert_string_equal(rules_format(&r, text), "Connect(127,127,63,63,63,exact)");
    assert_true(rules_parse("gomoku-exact", &r, &e));
    assert_true(r.exact);
}

static void bad_games_say_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"", "not a game"},
        {"chess", "not a game"},
        {"19,19,6,2", "not a game"},
        {"19,19,6,2,1,1", "follows the five numbers"},
        {"19,19,6,2,1,exactly", "follows the five numbers"},
        {"19,19,6,2,exact", "not a game"},
        {"19,19,6,2,1)", "follows the five numbers"},
        {"0,19,6,2,1", "columns m is 0"},
        {"19,128,6,2,1", "rows n is 128"},
        {"19,19,-6,2,1", "k is -6"},
        {"19,19,64,2,1", "k is 64"},
        {"19,19,6,99999999999999999999,1", "p is 1000000"},
        {"19,19,6,2,0", "q is 0"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct rules r;
        struct err e;
        assert_false(rules_parse(bad[i].text, &r, &e));
        if (!strstr(e.text, bad[i].says))
            fail_msg("'%s' gives: %s", bad[i].text, e.text);
    }
}

static void squares_are_written_and_read(void **state)
{
    (void)state;
    struct rules r = test_rules("127,127,6,2,1");
    char text[SQUARE_TEXT];
    assert_string_equal(square_format(square_at(9, 9), text), "j10");
    assert_string_equal(square_format(square_at(25, 0), text), "z1");
    assert_string_equal(square_format(square_at(26, 0), text), "aa1");
    assert_string_equal(square_format(square_at(52, 52), text), "ba53");
    int count = 0;
    for (square s = square_first(); s; s = square_next(&r, s), count++) {
        square back;
        assert_true(square_parse(&r, square_format(s, text), NULL, &back, NULL));
        assert_int_equal(back, s);
    }
    assert_int_equal(count, 127 * 127);
    square s;
    assert_true(square_parse(&r, "J10", NULL, &s, NULL));
    assert_int_equal(s, square_at(9, 9));
    const char *end;
    assert_true(square_parse(&r, "j9l11", &end, &s, NULL));
    assert_string_equal(end, "l11");
}

static void bad_squares_say_what_is_wrong(void **state)
{
    (void)state;
    struct rules r = test_rules("19,19,6,2,1");
    static const char *const none[] = {"", "j", "10", "j-1", "j10x", "aaaa1", "j1000", "j 10", "\xff\xff"};
    static const char *const off[] = {"t1", "a20", "a0", "aa1", "j999"};
    struct err e;
    square s;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_false(square_parse(&r, none[i], NULL, &s, &e));
        assert_non_null(strstr(e.text, "is not a square"));
    }
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        assert_false(square_parse(&r, off[i], NULL, &s, &e));
        assert_non_null(strstr(e.text, "not on the 19x19 board"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_read_by_name_and_by_number),
        cmocka_unit_test(bad_games_say_what_is_wrong),
        cmocka_unit_test(squares_are_written_and_read),
        cmocka_unit_test(bad_squares_say_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
