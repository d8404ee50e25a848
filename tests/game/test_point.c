/* Squares as SGF writes them: known words, every square there and back, and what is none. */
#include "support/boards.h"

#include <stdio.h>
#include <string.h>

#include "connect/record/tree.h"
#include "game/point.h"
#include "game/sgf.h"

/* A record of no game but a board. */
static struct record board(int columns, int rows, bool loose)
{
    static const struct record_game games[2] = {{.loose = false}, {.loose = true}};
    return (struct record){.game = &games[loose], .columns = columns, .rows = rows};
}

static void squares_have_their_words(void **state)
{
    (void)state;
    static const struct {
        int side, col, row;
        const char *word;
    } known[] = {{19, 0, 18, "aa"}, {19, 9, 8, "jk"}, {52, 26, 0, "AZ"}, {53, 26, 0, "aa1"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct record r = board(known[i].side, known[i].side, true);
        square s = square_at(known[i].col, known[i].row), back;
        char text[SQUARE_TEXT];
        assert_string_equal(point_format(&r, s, text), known[i].word);
        assert_true(point_parse(&r, known[i].word, strlen(known[i].word), &back, NULL));
        assert_int_equal(back, s);
    }
}

static void all_squares_come_back(void **state)
{
    (void)state;
    static const int sizes[][2] = {{19, 19}, {26, 26}, {25, 7}, {27, 20}, {1, 1}, {52, 52}, {127, 127}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct record r = board(sizes[i][0], sizes[i][1], true);
        for (int at = 0; at < r.columns * r.rows; at++) {
            char text[SQUARE_TEXT], more[SQUARE_TEXT + 2];
            square s = square_at(at % r.columns, at / r.columns), back = SQUARE_NONE;
            point_format(&r, s, text);
            assert_true(point_parse(&r, text, strlen(text), &back, NULL));
            assert_int_equal(back, s);
            snprintf(more, sizeof more, "%s;", text); /* it stops where it should */
            const char *end = more;
            assert_true(point_read(&r, &end, more + strlen(more), &back, NULL));
            assert_int_equal(end - more, (int)strlen(text));
            assert_false(point_parse(&r, more, strlen(more), &back, NULL));
        }
    }
}

static void what_is_no_square_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool strict, loose; /* is it a square in games of either kind? */
        const char *why;    /* not in loose ones */
    } cases[] = {
        {"JJ", true, true, NULL},
        {" jj ", true, true, NULL},
        {"j10", false, true, NULL},
        {"tt", false, false, "'tt' is not on the 19x19 board"},
        {"j20", false, false, "'j20' is not on the 19x19 board"},
        {"jjj", false, false, "'jjj' is not a square such as jj or j10"},
        {"j", false, false, "'j' is not a square such as jj or j10"},
        {"", false, false, "'' is not a square such as jj or j10"},
        {"j1000", false, false, "'j1000' is not a square such as jj or j10"},
        {"abc1", false, false, "'abc1' is not a square such as jj or j10"},
        {"10", false, false, "'10' is not a square such as jj or j10"},
    };
    struct record loose = board(19, 19, true), strict = board(19, 19, false);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        square s;
        struct err e;
        size_t len = strlen(cases[i].text);
        assert_int_equal(point_parse(&strict, cases[i].text, len, &s, NULL), cases[i].strict);
        assert_int_equal(point_parse(&loose, cases[i].text, len, &s, &e), cases[i].loose);
        if (cases[i].why)
            assert_string_equal(e.text, cases[i].why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_have_their_words),
        cmocka_unit_test(all_squares_come_back),
        cmocka_unit_test(what_is_no_square_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
