/* Whole boards through the public face: set-ups, rules as text, moves, keys and symmetries; and Go, which has most of it. */
#include <stdlib.h>

#include "face/using.h"

enum { POINTS = 361 };

static void assert_rules(const hexad_game *g, const char *expected)
{
    char text[HEXAD_RULES_TEXT];
    assert_string_equal(hexad_game_rules(g, text), expected);
}

static hexad_state state_of(const hexad_game *g)
{
    hexad_state s;
    assert_ok(hexad_game_state(g, &s, &error));
    return s;
}

static void rules_are_told_and_read(void **state)
{
    static const char *const rules[] = {"19,19,6,2,1", "15,15,5,1,1,exact", "7,9,4,2,2", "go:9,komi=5.5",
                                        "go:19,komi=7.5,handicap=2"};
    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        hexad_game *g = game_of(rules[i], "");
        char text[HEXAD_RULES_TEXT];
        hexad_game *again = hexad_game_new(hexad_game_rules(g, text), NULL);
        assert_rules(again, text);
        hexad_game_free(g);
        hexad_game_free(again);
    }
    hexad_game *g = game_of("gomoku-exact", "h8");
    assert_rules(g, "15,15,5,1,1,exact");
    char *told = hexad_game_describe(g, NULL);
    assert_string_equal(told, "White to move, 1 stone");
    hexad_free(told);
    hexad_game_free(g);
    assert_rules(NULL, "");
}

/* What is set up from a board is that board, and plays on. */
static void boards_go_out_and_in(void **state)
{
    (void)state;
    hexad_game *g = game_of("connect6", "j10 k11 i11 a1");
    uint8_t board[POINTS], again[POINTS], all[3 * POINTS];
    assert_ok(hexad_game_board(g, board, POINTS, &error));
    assert_int_equal(board[9 * 19 + 9], HEXAD_BLACK);
    assert_int_equal(board[10 * 19 + 8], HEXAD_WHITE);
    assert_int_equal(board[0], HEXAD_BLACK);
    hexad_game *s = hexad_game_set_up("connect6", board, POINTS, HEXAD_BLACK, 1, NULL);
    assert_ok(hexad_game_board(s, again, POINTS, &error));
    assert_memory_equal(board, again, POINTS);
    uint64_t key[2];
    assert_ok(hexad_game_key(g, &key[0], NULL, &error));
    assert_ok(hexad_game_key(s, &key[1], NULL, &error));
    assert_int_equal(key[0], key[1]);
    assert_int_equal(state_of(s).played, 0);
    assert_int_equal(state_of(s).stones, 4);
    assert_ok(hexad_game_play_text(s, "b1", &error));
    assert_int_equal(state_of(s).to_move, HEXAD_WHITE);
    hexad_game_free(s);

    assert_ok(hexad_game_boards(g, 2, 3, all, sizeof all, &error));
    assert_memory_equal(all + 2 * POINTS, board, POINTS);
    assert_int_equal(all[10 * 19 + 10], HEXAD_WHITE);
    assert_int_equal(all[10 * 19 + 8], HEXAD_EMPTY);
    assert_fails(hexad_game_boards(g, 3, 3, all, sizeof all, &error), HEXAD_BAD_ARGUMENT,
                 "3 positions from stone 3");
    assert_fails(hexad_game_boards(g, -1, 1, all, POINTS, &error), HEXAD_BAD_ARGUMENT, "from stone -1");
    assert_fails(hexad_game_boards(g, 2147483647, 2147483647, all, POINTS, &error), HEXAD_BAD_ARGUMENT,
                 "positions");
    assert_fails(hexad_game_board(g, board, 360, &error), HEXAD_BAD_ARGUMENT, "361, please");
    hexad_game_free(g);
}

static void bad_set_ups_are_refused(void **state)
{
    (void)state;
    uint8_t board[9] = {1, 1, 1, 0, 0, 0, 2, 2, 2};
    assert_null_for(hexad_game_set_up("tictactoe", board, 9, HEXAD_BLACK, 0, &error), HEXAD_ILLEGAL,
                    "both sides");
    assert_null_for(hexad_game_set_up("tictactoe", board, 8, HEXAD_BLACK, 0, &error), HEXAD_BAD_ARGUMENT,
                    "9, please");
    assert_null_for(hexad_game_set_up("tictactoe", NULL, 9, HEXAD_BLACK, 0, &error), HEXAD_BAD_ARGUMENT,
                    "NULL");
    assert_null_for(hexad_game_set_up("tictactoe", board, 9, HEXAD_EMPTY, 0, &error), HEXAD_BAD_ARGUMENT,
                    "to move");
    assert_null_for(hexad_game_set_up("chess", board, 9, HEXAD_BLACK, 0, &error), HEXAD_BAD_ARGUMENT,
                    "chess");
    board[6] = 0;
    assert_null_for(hexad_game_set_up("tictactoe", board, 9, HEXAD_WHITE, 2, &error), HEXAD_BAD_ARGUMENT,
                    "2 stones");
    hexad_game *won = hexad_game_set_up("tictactoe", board, 9, HEXAD_WHITE, 0, NULL);
    assert_int_equal(state_of(won).outcome, HEXAD_BLACK_WINS);
    hexad_game_free(won);
    board[5] = 3;
    assert_null_for(hexad_game_set_up("tictactoe", board, 9, HEXAD_BLACK, 0, &error), HEXAD_BAD_ARGUMENT,
                    "colour 3");
}

static void moves_are_the_legal_squares(void **state)
{
    (void)state;
    hexad_game *g = game_of("tictactoe", "b2 a1");
    hexad_square at[9];
    size_t n, count;
    assert_ok(hexad_game_moves(g, at, 9, &n, &error));
    assert_int_equal(n, 7);
    for (size_t i = 0; i < n; i++)
        assert_true(hexad_game_legal(g, at[i]));
    assert_ok(hexad_game_moves(g, at, 2, &count, &error));
    assert_int_equal(count, 7);
    assert_ok(hexad_game_play_text(g, "b1 c1 b3", &error));
    assert_ok(hexad_game_moves(g, NULL, 0, &count, &error));
    assert_int_equal(count, 0);
    hexad_game_free(g);
}

/* The same game seen through every symmetry has one key, and each symmetry that is told brings it into one frame. */
static void keys_are_the_same_through_symmetries(void **state)
{
    (void)state;
    hexad_game *g = game_of("connect6", "j10 k11 i12 b3 c17 s1");
    uint64_t key, other;
    uint8_t frame[2][POINTS];
    assert_int_equal(hexad_game_symmetries(g), 8);
    for (int s = 0; s < 8; s++) {
        hexad_game *t = game_of("connect6", "");
        hexad_square at;
        int seen;
        memset(frame[s > 0], 0, POINTS);
        for (int i = 0; i < 6; i++) {
            assert_ok(hexad_game_stone(g, i, &at, NULL, &error));
            assert_ok(hexad_game_play(t, hexad_game_turned(g, s, at), &error));
        }
        assert_ok(hexad_game_key(t, s ? &other : &key, &seen, &error));
        for (int i = 0; i < POINTS; i++) {
            hexad_square from = {i % 19, i / 19}, to = hexad_game_turned(t, seen, from);
            frame[s > 0][to.row * 19 + to.column] = (uint8_t)hexad_game_cell(t, from);
        }
        if (s) {
            assert_int_equal(key, other);
            assert_memory_equal(frame[0], frame[1], POINTS);
        }
        hexad_game_free(t);
    }
    hexad_game_undo(g, NULL);
    assert_ok(hexad_game_key(g, &other, NULL, &error));
    assert_int_not_equal(key, other);
    hexad_game_free(g);
}

static void the_engine_stays_in_a_region(void **state)
{
    (void)state;
    hexad_game *g = game_of("connect6", "j10 k11 i11");
    hexad_engine *x = hexad_engine_new("connect6", 1 << 20, 1, NULL);
    hexad_report *r = calloc(1, sizeof *r);
    uint8_t region[POINTS] = {0};
    hexad_limits limits = {.nodes = 2000, .region = region};
    region[0] = 1;
    assert_fails(hexad_engine_think(x, g, &limits, r, &error), HEXAD_BAD_ARGUMENT, "1 empty squares");
    for (int i = 0; i < 4; i++)
        region[i] = 1;
    assert_ok(hexad_engine_think(x, g, &limits, r, &error));
    assert_int_equal(r->line[0].turn, 2);
    for (int i = 0; i < 2; i++)
        assert_true(r->line[0].stones.at[i].row == 0 && r->line[0].stones.at[i].column < 4);
    hexad_engine_free(x);
    hexad_game_free(g);
    free(r);
}

/* ---- Go ---- */

static void go_is_played(void **state)
{
    (void)state;
    hexad_game *g = game_of("go9", "E5 D5 pass");
    hexad_square pass = {-1, -1}, at;
    char text[HEXAD_TEXT];
    assert_int_equal(state_of(g).to_move, HEXAD_WHITE);
    assert_int_equal(state_of(g).stones, 2);
    assert_ok(hexad_game_square_parse(g, "J9", &at, &error));
    assert_int_equal(at.column, 8);
    assert_string_equal(hexad_game_square_text(g, at, text), "J9");
    assert_string_equal(hexad_game_square_text(g, pass, text), "pass");
    assert_ok(hexad_game_stone(g, 2, &at, NULL, &error));
    assert_int_equal(at.column, -1);
    assert_true(hexad_game_legal(g, pass));
    assert_int_equal(hexad_game_cell(g, (hexad_square){4, 4}), HEXAD_BLACK);
    assert_fails(hexad_game_play_text(g, "A1 E5", &error), HEXAD_ILLEGAL, "stone 2: E5 is occupied");
    assert_int_equal(state_of(g).played, 3);
    assert_ok(hexad_game_play(g, pass, &error));
    assert_int_not_equal(state_of(g).outcome, HEXAD_OPEN);
    assert_ok(hexad_game_undo(g, &error));
    size_t moves;
    assert_ok(hexad_game_moves(g, NULL, 0, &moves, &error));
    assert_int_equal(moves, 80); /* 79 points and a pass */
    uint8_t board[81];
    assert_ok(hexad_game_board(g, board, 81, &error));
    hexad_game *s = hexad_game_set_up("go9", board, 81, HEXAD_BLACK, 0, NULL);
    assert_int_equal(state_of(s).stones, 2);
    assert_int_equal(state_of(s).to_move, HEXAD_BLACK);
    hexad_game_free(s);
    hexad_game_free(g);
}

static void go_has_no_threats(void **state)
{
    (void)state;
    hexad_game *g = game_of("go9", "E5");
    hexad_threats t;
    hexad_win w;
    hexad_value v;
    hexad_proof *p;
    size_t n;
    assert_fails(hexad_game_threats(g, HEXAD_BLACK, &t, &error), HEXAD_BAD_ARGUMENT,
                 "only for the Connect family");
    assert_fails(hexad_game_defences(g, HEXAD_BLACK, 0, NULL, &n, NULL, &error), HEXAD_BAD_ARGUMENT,
                 "only for");
    assert_fails(hexad_game_force(g, false, NULL, &w, &error), HEXAD_BAD_ARGUMENT, "only for");
    assert_fails(hexad_game_exact(g, NULL, &v, &error), HEXAD_BAD_ARGUMENT, "only for");
    assert_fails(hexad_game_solve(g, NULL, NULL, &w, &p, &error), HEXAD_BAD_ARGUMENT, "only for");
    assert_null_for(hexad_record_new(g, &error), HEXAD_BAD_ARGUMENT, "only for");
    hexad_game_free(g);
}

static void go_is_thought_about(void **state)
{
    (void)state;
    hexad_game *g = game_of("go9", "E5 D5");
    hexad_engine *x = hexad_engine_new("go9", 16 << 20, 1, NULL);
    hexad_report *r = calloc(2, sizeof *r);
    hexad_limits limits = {.nodes = 200, .lines = 3};
    for (int i = 0; i < 2; i++, hexad_engine_clear(x))
        assert_ok(hexad_engine_think(x, g, &limits, &r[i], &error));
    assert_int_equal(r->count, 3);
    assert_int_equal(r->points, 81);
    assert_true(r->playouts > 0 && r->line[0].visits > 0);
    assert_true(hexad_game_legal(g, r->line[0].stones.at[0]));
    assert_int_equal(r[0].line[0].visits, r[1].line[0].visits);
    limits.depth = 3;
    assert_fails(hexad_engine_think(x, g, &limits, r, &error), HEXAD_BAD_ARGUMENT, "for the Connect family");
    hexad_game *other = game_of("go13", "");
    assert_fails(hexad_engine_think(x, other, &limits, r, &error), HEXAD_BAD_ARGUMENT,
                 "the engine is for go:9");
    hexad_engine_free(x);
    hexad_game_free(g);
    hexad_game_free(other);
    free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_told_and_read),
        cmocka_unit_test(boards_go_out_and_in),
        cmocka_unit_test(bad_set_ups_are_refused),
        cmocka_unit_test(moves_are_the_legal_squares),
        cmocka_unit_test(keys_are_the_same_through_symmetries),
        cmocka_unit_test(the_engine_stays_in_a_region),
        cmocka_unit_test(go_is_played),
        cmocka_unit_test(go_has_no_threats),
        cmocka_unit_test(go_is_thought_about),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
