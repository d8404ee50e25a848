/* Squares of all dialects: known words, every square there and back, and what is none. */
#include "support/boards.h"

#include <stdio.h>
#include <string.h>

#include "game/notation.h"

static void squares_have_their_words(void **state)
{
    (void)state;
    static const struct {
        enum notation notation;
        const char *game;
        int col, row;
        const char *word;
    } known[] = {
        {NOTATION_PEOPLE, "connect6", 9, 9, "j10"},   {NOTATION_PEOPLE, "127,127,6,2,1", 26, 126, "aa127"},
        {NOTATION_GTP, "connect6", 7, 0, "H1"},       {NOTATION_GTP, "connect6", 8, 9, "J10"},
        {NOTATION_GTP, "99,99,6,2,1", 24, 18, "Z19"}, {NOTATION_GTP, "99,99,6,2,1", 25, 0, "AA1"},
        {NOTATION_CONTEST, "connect6", 9, 0, "JA"},   {NOTATION_CONTEST_TOP, "connect6", 9, 0, "JS"},
        {NOTATION_RECORD, "connect6", 9, 9, "J,10"},  {NOTATION_RECORD, "59,59,6,2,1", 27, 9, "AB,10"},
        {NOTATION_GOMOCUP, "gomoku", 0, 14, "0,0"},   {NOTATION_GOMOCUP, "127,127,5,1,1", 126, 0, "126,126"},
        {NOTATION_SGF, "connect6", 9, 8, "jk"},       {NOTATION_SGF, "52,52,6,2,1", 26, 0, "AZ"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct rules r = test_rules(known[i].game);
        square s = square_at(known[i].col, known[i].row), back;
        char text[SQUARE_TEXT];
        assert_string_equal(notation_format(known[i].notation, r.n, s, text), known[i].word);
        assert_int_equal(notation_parse(known[i].notation, r.m, r.n, known[i].word, &back), NOTATION_SQUARE);
        assert_int_equal(back, s);
    }
}

static void all_squares_come_back(void **state)
{
    (void)state;
    static const char *const games[] = {"connect6",  "26,26,6,2,1", "25,7,5,1,1",   "27,20,5,1,1",
                                        "1,1,1,1,1", "52,52,6,2,1", "127,127,6,2,1"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules r = test_rules(games[g]);
        for (int n = 0; n < NOTATIONS; n++)
            for (square s = square_first(); s; s = square_next(&r, s)) {
                char text[SQUARE_TEXT], more[SQUARE_TEXT + 2];
                square back = SQUARE_NONE;
                int most = n == NOTATION_CONTEST || n == NOTATION_CONTEST_TOP ? 26
                           : n == NOTATION_SGF                                ? 52
                                                                              : RULES_MAX_SIDE;
                if (r.m > most || r.n > most)
                    continue;
                notation_format((enum notation)n, r.n, s, text);
                assert_int_equal(notation_parse((enum notation)n, r.m, r.n, text, &back), NOTATION_SQUARE);
                assert_int_equal(back, s);
                snprintf(more, sizeof more, "%s;", text); /* it stops where it should */
                const char *at = more;
                assert_int_equal(notation_read((enum notation)n, r.m, r.n, &at, more + strlen(more), &back),
                                 NOTATION_SQUARE);
                assert_int_equal(at - more, (int)strlen(text));
                assert_int_equal(notation_parse((enum notation)n, r.m, r.n, more, &back), NOTATION_NO_SQUARE);
            }
    }
}

static void what_is_no_square_is_told(void **state)
{
    (void)state;
    static const struct {
        enum notation notation;
        const char *text;
        enum notation_answer answer;
    } cases[] = {
        {NOTATION_PEOPLE, "J10", NOTATION_SQUARE},      {NOTATION_PEOPLE, "t1", NOTATION_OFF_BOARD},
        {NOTATION_PEOPLE, "j0", NOTATION_OFF_BOARD},    {NOTATION_PEOPLE, "j", NOTATION_NO_SQUARE},
        {NOTATION_PEOPLE, "10", NOTATION_NO_SQUARE},    {NOTATION_PEOPLE, "abc1", NOTATION_NO_SQUARE},
        {NOTATION_PEOPLE, "j1000", NOTATION_NO_SQUARE}, {NOTATION_PEOPLE, "", NOTATION_NO_SQUARE},
        {NOTATION_GTP, "i5", NOTATION_NO_SQUARE},       {NOTATION_GTP, "t19", NOTATION_SQUARE},
        {NOTATION_GTP, "U1", NOTATION_OFF_BOARD},       {NOTATION_GTP, "pass", NOTATION_NO_SQUARE},
        {NOTATION_CONTEST, "@@", NOTATION_NO_SQUARE},   {NOTATION_CONTEST, "jj", NOTATION_SQUARE},
        {NOTATION_CONTEST, "TA", NOTATION_OFF_BOARD},   {NOTATION_RECORD, "J , 10", NOTATION_SQUARE},
        {NOTATION_RECORD, "J10", NOTATION_NO_SQUARE},   {NOTATION_GOMOCUP, " 7 , 7 ", NOTATION_SQUARE},
        {NOTATION_GOMOCUP, "19,0", NOTATION_OFF_BOARD}, {NOTATION_GOMOCUP, "-1,0", NOTATION_NO_SQUARE},
        {NOTATION_GOMOCUP, "7", NOTATION_NO_SQUARE},    {NOTATION_SGF, "JJ", NOTATION_SQUARE},
        {NOTATION_SGF, "jt", NOTATION_OFF_BOARD},       {NOTATION_SGF, "j", NOTATION_NO_SQUARE},
    };
    struct rules r = test_rules("connect6");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        square s;
        if (notation_parse(cases[i].notation, r.m, r.n, cases[i].text, &s) != cases[i].answer)
            fail_msg("dialect %d, '%s'", cases[i].notation, cases[i].text);
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
