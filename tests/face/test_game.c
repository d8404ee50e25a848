/* Games, squares, threats and errors through the public face. */
#include "face/using.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/sanitized.h"

static void squares_are_text_and_numbers(void **state)
{
    (void)state;
    char text[HEXAD_TEXT];
    assert_string_equal(hexad_square_text((hexad_square){9, 9}, text), "j10");
    assert_string_equal(hexad_square_text((hexad_square){126, 126}, text), "dw127");
    assert_string_equal(hexad_square_text((hexad_square){127, 0}, text), "");
    assert_string_equal(hexad_square_text((hexad_square){INT_MIN, INT_MAX}, text), "");
    assert_int_equal(square_of("AA3").column, 26);
    assert_int_equal(square_of("AA3").row, 2);
    hexad_square s;
    assert_fails(hexad_square_parse("10j", &s, &error), HEXAD_BAD_ARGUMENT, "not a square");
    assert_fails(hexad_square_parse("j10 ", &s, &error), HEXAD_BAD_ARGUMENT, "not a square");
    assert_fails(hexad_square_parse("a128", &s, &error), HEXAD_BAD_ARGUMENT, "not on");
    assert_fails(hexad_square_parse(NULL, &s, &error), HEXAD_BAD_ARGUMENT, "NULL");
}

static void a_game_is_played_and_taken_back(void **state)
{
    (void)state;
    hexad_game *g = game_of(NULL, " j10, k11/i11");
    hexad_state s;
    assert_ok(hexad_game_state(g, &s, &error));
    assert_int_equal(s.columns * 10000 + s.rows * 100 + s.k * 10 + s.p, 191962);
    assert_int_equal(s.to_move, HEXAD_BLACK);
    assert_int_equal(s.left, 2);
    assert_int_equal(s.played, 3);
    assert_int_equal(hexad_game_cell(g, square_of("k11")), HEXAD_WHITE);
    assert_int_equal(hexad_game_cell(g, square_of("k12")), HEXAD_EMPTY);
    assert_int_equal(hexad_game_cell(g, (hexad_square){-1, 3}), HEXAD_OUTSIDE);
    assert_false(hexad_game_legal(g, square_of("j10")));
    assert_true(hexad_game_legal(g, square_of("a1")));
    assert_false(hexad_game_legal(g, square_of("t1")));
    hexad_square at;
    hexad_colour colour;
    assert_ok(hexad_game_stone(g, 2, &at, &colour, &error));
    assert_int_equal(at.column, 8);
    assert_int_equal(colour, HEXAD_WHITE);
    assert_fails(hexad_game_stone(g, 3, &at, &colour, &error), HEXAD_BAD_ARGUMENT, "3 of 3");
    assert_ok(hexad_game_undo(g, &error));
    assert_ok(hexad_game_state(g, &s, &error));
    assert_int_equal(s.left, 1);
    hexad_game *copy = hexad_game_copy(g, NULL);
    assert_ok(hexad_game_play(copy, square_of("a1"), &error));
    assert_int_equal(hexad_game_cell(g, square_of("a1")), HEXAD_EMPTY);
    hexad_game_free(copy);
    hexad_game_free(g);
}

static void a_game_ends(void **state)
{
    (void)state;
    hexad_game *g = game_of("tictactoe", "a1 a2 b1 b2 c1");
    hexad_state s;
    assert_ok(hexad_game_state(g, &s, &error));
    assert_int_equal(s.outcome, HEXAD_BLACK_WINS);
    assert_squares(&s.row, "a1 b1 c1");
    assert_fails(hexad_game_play(g, square_of("c3"), &error), HEXAD_ILLEGAL, "over");
    hexad_game_free(g);
    g = game_of("3,3,3,1,1", "b2 a1 a2 c2 b1 b3 c1 a3 c3");
    assert_ok(hexad_game_state(g, &s, &error));
    assert_int_equal(s.outcome, HEXAD_DRAWN);
    assert_int_equal(s.row.count, 0);
    hexad_game_free(g);
}

static void bad_stones_leave_the_game_as_it_was(void **state)
{
    (void)state;
    hexad_game *g = game_of("gomoku", "h8");
    hexad_state s;
    assert_fails(hexad_game_play_text(g, "h9 h10 h8", &error), HEXAD_ILLEGAL, "stone 3: h8 is occupied");
    assert_fails(hexad_game_play_text(g, "h9 p1", &error), HEXAD_BAD_ARGUMENT, "not on the 15x15 board");
    assert_fails(hexad_game_play_text(g, "h9 h10x", &error), HEXAD_BAD_ARGUMENT, "stone 2: 'x' after");
    assert_fails(hexad_game_play(g, (hexad_square){15, 0}, &error), HEXAD_BAD_ARGUMENT, "not on the");
    assert_fails(hexad_game_play(g, (hexad_square){INT_MAX, INT_MIN}, &error), HEXAD_BAD_ARGUMENT, "not on");
    assert_ok(hexad_game_state(g, &s, &error));
    assert_int_equal(s.stones, 1);
    assert_ok(hexad_game_undo(g, &error));
    assert_fails(hexad_game_undo(g, &error), HEXAD_ILLEGAL, "no stone");
    hexad_game_free(g);
}

static void bad_arguments_are_errors(void **state)
{
    (void)state;
    hexad_state s;
    hexad_square at;
    hexad_threats t;
    size_t n;
    assert_null_for(hexad_game_new("chess", &error), HEXAD_BAD_ARGUMENT, "chess");
    assert_null_for(hexad_game_new("19,19,6,2", &error), HEXAD_BAD_ARGUMENT, "not a game");
    assert_null_for(hexad_game_new("0,19,6,2,1", &error), HEXAD_BAD_ARGUMENT, "columns");
    assert_null_for(hexad_game_copy(NULL, &error), HEXAD_BAD_ARGUMENT, "NULL");
    assert_null_for(hexad_game_draw(NULL, &error), HEXAD_BAD_ARGUMENT, "NULL");
    assert_fails(hexad_game_play(NULL, (hexad_square){0, 0}, &error), HEXAD_BAD_ARGUMENT, "NULL");
    assert_fails(hexad_game_play_text(NULL, "a1", &error), HEXAD_BAD_ARGUMENT, "NULL");
    assert_fails(hexad_game_undo(NULL, &error), HEXAD_BAD_ARGUMENT, "NULL");
    assert_fails(hexad_game_state(NULL, &s, &error), HEXAD_BAD_ARGUMENT, "NULL");
    assert_fails(hexad_game_stone(NULL, 0, &at, NULL, &error), HEXAD_BAD_ARGUMENT, "NULL");
    assert_fails(hexad_game_threats(NULL, HEXAD_BLACK, &t, &error), HEXAD_BAD_ARGUMENT, "NULL");
    assert_int_equal(hexad_game_cell(NULL, (hexad_square){0, 0}), HEXAD_OUTSIDE);
    assert_false(hexad_game_legal(NULL, (hexad_square){0, 0}));
    hexad_game_free(NULL);
    hexad_free(NULL);
    hexad_stop_set(NULL);
    hexad_game *g = game_of("tictactoe", "");
    assert_fails(hexad_game_threats(g, HEXAD_EMPTY, &t, &error), HEXAD_BAD_ARGUMENT, "neither");
    assert_fails(hexad_game_defences(g, HEXAD_BLACK, 3, NULL, &n, NULL, &error), HEXAD_BAD_ARGUMENT, "room");
    /* The error itself may be NULL everywhere. */
    assert_int_equal(hexad_game_undo(g, NULL), HEXAD_ILLEGAL);
    assert_int_equal(hexad_game_play_text(g, "a1", NULL), HEXAD_OK);
    hexad_game_free(g);
}

static void a_game_is_drawn(void **state)
{
    (void)state;
    hexad_game *g = game_of("3,2,2,1,1", "b2 a1");
    hexad_error error;
    char *text = hexad_game_draw(g, &error);
    assert_non_null(strstr(text, "2 . x ."));
    assert_non_null(strstr(text, "1 O . ."));
    hexad_free(text);
    hexad_game_free(g);
}

static void threats_and_what_stops_them(void **state)
{
    (void)state;
    hexad_game *g = game_of("connect6", "j10 a1 a2 k10 l10 c1 c2 m10 s1");
    hexad_threats t;
    hexad_squares set[32];
    size_t n;
    bool more;
    assert_ok(hexad_game_threats(g, HEXAD_BLACK, &t, &error));
    assert_int_equal(t.number, 2);
    assert_int_equal(t.segments, 3);
    assert_int_equal(t.win.count, 0); /* White is to move */
    assert_ok(hexad_game_defences(g, HEXAD_BLACK, 32, set, &n, &more, &error));
    assert_true(n > 0 && !more);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(set[i].count, 2);
    assert_squares(&set[0], "h10 n10");
    size_t all = n;
    assert_ok(hexad_game_defences(g, HEXAD_BLACK, all - 1, set, &n, &more, &error));
    assert_true(n == all - 1 && more);
    assert_ok(hexad_game_defences(g, HEXAD_WHITE, 32, set, &n, NULL, &error));
    assert_int_equal(n, 1);
    assert_int_equal(set[0].count, 0);
    assert_ok(hexad_game_play_text(g, "s3 s5", &error));
    assert_ok(hexad_game_threats(g, HEXAD_BLACK, &t, &error));
    assert_int_equal(t.win.count, 2);
    hexad_game_free(g);
}

static void leave_with_four(size_t bytes)
{
    _exit(bytes > SIZE_MAX / 4 ? 4 : 5);
}

/* In a process of its own, which wants more than any machine has. */
static void lack_of_memory_calls_the_hook(void **state)
{
    (void)state;
    if (TEST_SANITIZED)
        skip(); /* sanitizers end the process before we do */
    pid_t child = fork();
    if (child == 0) {
        hexad_on_out_of_memory(leave_with_four);
        hexad_proof_free(hexad_proof_read("HEXCERT", SIZE_MAX / 4, NULL));
        _exit(6);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 4);
}

static void the_version_is_the_headers(void **state)
{
    (void)state;
    assert_string_equal(hexad_version(), HEXAD_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_are_text_and_numbers),
        cmocka_unit_test(a_game_is_played_and_taken_back),
        cmocka_unit_test(a_game_ends),
        cmocka_unit_test(bad_stones_leave_the_game_as_it_was),
        cmocka_unit_test(bad_arguments_are_errors),
        cmocka_unit_test(a_game_is_drawn),
        cmocka_unit_test(threats_and_what_stops_them),
        cmocka_unit_test(lack_of_memory_calls_the_hook),
        cmocka_unit_test(the_version_is_the_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
