/* Records through the public face: every format in and out. */
#include "face/using.h"

static hexad_record *read_text(const char *text)
{
    hexad_error error;
    hexad_record *r = hexad_record_read(text, strlen(text), NULL, &error);
    if (!r)
        fail_msg("%s: %s", text, error.text);
    return r;
}

static void assert_written(const hexad_record *r, const char *format, const char *part)
{
    size_t length;
    hexad_error error;
    char *text = hexad_record_write(r, 0, format, &length, &error);
    if (!text)
        fail_msg("%s: %s", format, error.text);
    assert_int_equal(strlen(text), length);
    if (!strstr(text, part))
        fail_msg("'%s' lacks '%s'", text, part);
    hexad_free(text);
}

static void every_format_in_and_out(void **state)
{
    (void)state;
    static const char *const same[] = {"(;GM[4]SZ[19];B[jj];W[ki];W[ii])", "j10 k11 i11",
                                       "{[C6][A][B][先手胜][2020.01.01][X];B(J,10);W(K,11)W(I,11)}"};
    for (int i = 0; i < 3; i++) {
        hexad_record *r = read_text(same[i]);
        assert_int_equal(hexad_record_count(r), 1);
        assert_written(r, "sgf", ";B[jj];W[ki];W[ii]");
        assert_written(r, "contest", ";B(J,10);W(K,11)W(I,11)");
        assert_written(r, "plain", "j10 k11 i11");
        hexad_game *g = hexad_record_game(r, 0, NULL);
        hexad_state s;
        assert_ok(hexad_game_state(g, &s, &error));
        assert_int_equal(s.played, 3);
        hexad_game_free(g);
        hexad_record_free(r);
    }
}

static void a_game_becomes_a_record(void **state)
{
    (void)state;
    hexad_game *g = game_of("3,3,3,1,1", "b2 a1");
    hexad_record *r = hexad_record_new(g, NULL);
    assert_ok(hexad_record_set_info(r, 0, "PB", "Ada", &error));
    assert_string_equal(hexad_record_info(r, 0, "PB"), "Ada");
    assert_null(hexad_record_info(r, 0, "PW"));
    assert_null(hexad_record_info(r, 0, "XX"));
    assert_null(hexad_record_info(r, 1, "PB"));
    assert_fails(hexad_record_set_info(r, 0, "XX", "?", &error), HEXAD_BAD_ARGUMENT, "'XX'");
    assert_written(r, "sgf", "PB[Ada]");
    assert_ok(hexad_record_set_info(r, 0, "PB", NULL, &error));
    assert_null(hexad_record_info(r, 0, "PB"));
    hexad_record_free(r);
    hexad_game_free(g);
}

static void several_games_and_variations(void **state)
{
    (void)state;
    hexad_record *r = read_text("(;SZ[19];B[aa](;W[bb])(;W[cc];W[dd]))(;SZ[19];B[bb])");
    assert_int_equal(hexad_record_count(r), 2);
    assert_int_equal(hexad_record_variations(r, 0), 2);
    assert_int_equal(hexad_record_variations(r, 1), 0);
    assert_null_for(hexad_record_game(r, 2, &error), HEXAD_BAD_ARGUMENT, "game 2 of 2");
    assert_null_for(hexad_record_write(r, 2, "sgf", NULL, &error), HEXAD_BAD_ARGUMENT, "game 2 of 2");
    assert_null_for(hexad_record_write(r, 0, "png", NULL, &error), HEXAD_BAD_ARGUMENT, "'png'");
    assert_null_for(hexad_record_write(r, 0, NULL, NULL, &error), HEXAD_BAD_ARGUMENT, "format");
    hexad_record_free(r);
}

static void bad_games_among_good_ones(void **state)
{
    (void)state;
    hexad_record *r =
        read_text("(;SZ[9];B[zz])(;SZ[9];B[aa])(;SZ[9];B[bb];W[bb])(;SZ[9];B[yy])(;SZ[9];B[cc])");
    static const char *const expected[] = {"zz", NULL, "b8 is occupied", "yy", NULL};
    assert_int_equal(hexad_record_count(r), 5);
    for (size_t i = 0; i < 5; i++)
        if (expected[i]) {
            assert_null_for(hexad_record_write(r, i, "sgf", NULL, &error), HEXAD_BAD_DATA, expected[i]);
            assert_null_for(hexad_record_game(r, i, &error), HEXAD_BAD_DATA, expected[i]);
            assert_fails(hexad_record_set_info(r, i, "PB", "A", &error), HEXAD_BAD_DATA, expected[i]);
            assert_null(hexad_record_info(r, i, "PB"));
            assert_int_equal(hexad_record_variations(r, i), 0);
        } else {
            hexad_game *g = hexad_record_game(r, i, NULL);
            assert_non_null(g);
            hexad_game_free(g);
        }
    hexad_record_free(r);
    assert_null_for(hexad_record_read("(;B[zz])(;B[yy])", 16, NULL, &error), HEXAD_BAD_DATA, "zz");
}

static void bad_records_are_errors(void **state)
{
    (void)state;
    static const char occupied[] = "(;GM[4]SZ[19];B[jj];W[jj])";
    assert_null_for(hexad_record_read(occupied, sizeof occupied - 1, NULL, &error), HEXAD_BAD_DATA,
                    "j10 is occupied");
    assert_null_for(hexad_record_read("(;B[jj", 6, NULL, &error), HEXAD_BAD_DATA, "line 1");
    assert_null_for(hexad_record_read("j10", 3, "nonsense", &error), HEXAD_BAD_ARGUMENT, "nonsense");
    assert_null_for(hexad_record_read(NULL, 0, NULL, &error), HEXAD_BAD_ARGUMENT, "NULL");
    assert_null_for(hexad_record_new(NULL, &error), HEXAD_BAD_ARGUMENT, "NULL");
    assert_null_for(hexad_record_game(NULL, 0, &error), HEXAD_BAD_ARGUMENT, "NULL");
    assert_int_equal(hexad_record_count(NULL), 0);
    hexad_record *r = hexad_record_read("b2 a1", 5, "tictactoe", NULL);
    hexad_game *g = hexad_record_game(r, 0, NULL);
    hexad_state s;
    assert_ok(hexad_game_state(g, &s, &error));
    assert_int_equal(s.columns, 3);
    hexad_game_free(g);
    hexad_record_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_in_and_out),      cmocka_unit_test(a_game_becomes_a_record),
        cmocka_unit_test(several_games_and_variations), cmocka_unit_test(bad_games_among_good_ones),
        cmocka_unit_test(bad_records_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
