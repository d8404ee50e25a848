/* Players, evaluators, planes and puzzles through the public face. */
#include <hexad_players.h>
#include <math.h>
#include <stdlib.h>

#include "face/using.h"

/* Four in a row of Black, who is to move. */
static const char won[] = "j10 a1 a3 k10 l10 c1 c3 m10 s1 e1 e3";

static void players_play(void **state)
{
    static const char *const who[][2] = {{"sequences", "connect6"}, {"engine:level=2", "connect6"},
                                         {"net", "connect6"},       {"random", "7,9,4,2,2"},
                                         {"random", "go9"},         {"mcts:playouts=20,net=none", "go9"}};
    (void)state;
    for (size_t i = 0; i < sizeof who / sizeof *who; i++) {
        hexad_error e;
        hexad_game *g = hexad_game_new(who[i][1], NULL);
        hexad_player *p = hexad_player_new(who[i][0], who[i][1], 7, &e), *q;
        hexad_limits limits = {.nodes = 200};
        hexad_squares turn, again;
        if (!p)
            fail_msg("%s: %s", who[i][0], e.text);
        for (int n = 0; n < 3; n++) {
            assert_ok(hexad_player_turn(p, g, &limits, &turn, &error));
            for (int k = 0; k < turn.count; k++)
                assert_ok(hexad_game_play(g, turn.at[k], &error));
        }
        q = hexad_player_new(who[i][0], who[i][1], 7, NULL);
        for (int k = 0; k < turn.count; k++)
            hexad_game_undo(g, NULL);
        assert_ok(hexad_player_turn(q, g, &limits, &again, &error));
        assert_memory_equal(again.at, turn.at, (size_t)turn.count * sizeof *turn.at);
        hexad_player_free(p);
        hexad_player_free(q);
        hexad_game_free(g);
    }
    char *list = hexad_players("connect6", NULL);
    assert_non_null(strstr(list, "sequences"));
    hexad_free(list);
}

static void bad_players_are_refused(void **state)
{
    (void)state;
    assert_null_for(hexad_player_new("nobody", "connect6", 0, &error), HEXAD_BAD_ARGUMENT, "nobody");
    assert_null_for(hexad_player_new("book:file=x", "connect6", 0, &error), HEXAD_BAD_ARGUMENT, "");
    assert_null_for(hexad_player_new("plain", "connect6", 0, &error), HEXAD_BAD_ARGUMENT, "plain");
    assert_null_for(hexad_player_new(NULL, "connect6", 0, &error), HEXAD_BAD_ARGUMENT, "NULL");
    hexad_player *p = hexad_player_new("random", "connect6", 0, NULL);
    hexad_game *g = game_of("gomoku", "h8"), *over = game_of("connect6", won);
    hexad_squares turn;
    assert_fails(hexad_player_turn(p, g, NULL, &turn, &error), HEXAD_BAD_ARGUMENT, "the player is for");
    assert_ok(hexad_game_play_text(over, "n10 o10", &error));
    assert_fails(hexad_player_turn(p, over, NULL, &turn, &error), HEXAD_ILLEGAL, "over");
    hexad_player_free(p);
    hexad_game_free(g);
    hexad_game_free(over);
}

static void evaluators_judge(void **state)
{
    static const char *const which[][3] = {
        {"engine", "connect6", won}, {"net", "connect6", won}, {NULL, "go9", "E5 D5 D4"}};
    (void)state;
    for (size_t i = 0; i < sizeof which / sizeof *which; i++) {
        hexad_game *g[2] = {game_of(which[i][1], which[i][2]), game_of(which[i][1], "")};
        hexad_evaluator *x = hexad_evaluator_new(which[i][0], which[i][1], NULL);
        size_t points = i < 2 ? 361 : 81;
        float *shares = calloc(2 * points, sizeof *shares);
        double chance[2], alone;
        assert_ok(hexad_evaluator_ask(x, (const hexad_game *const *)g, 2, chance, shares, &error));
        for (size_t k = 0; k < 2; k++) {
            float sum = 0;
            assert_true(chance[k] >= 0 && chance[k] <= 1);
            for (size_t at = 0; at < points; at++) {
                hexad_square s = {(int)at % (i < 2 ? 19 : 9), (int)at / (i < 2 ? 19 : 9)};
                sum += shares[k * points + at];
                assert_true(shares[k * points + at] == 0 || hexad_game_legal(g[k], s));
            }
            assert_true(fabsf(sum - 1) < 1e-3f);
        }
        if (i < 2)
            assert_true(chance[0] > 0.7); /* a row is a turn away */
        assert_ok(hexad_evaluator_ask(x, (const hexad_game *const *)&g[1], 1, &alone, NULL, &error));
        assert_true(fabs(alone - chance[1]) < 1e-12);
        hexad_evaluator_free(x);
        hexad_game_free(g[0]);
        hexad_game_free(g[1]);
        free(shares);
    }
    assert_null_for(hexad_evaluator_new("engine", "go9", &error), HEXAD_BAD_ARGUMENT, "Connect family");
    assert_null_for(hexad_evaluator_new("/nowhere", "connect6", &error), HEXAD_BAD_ARGUMENT, "/nowhere");
    hexad_evaluator *x = hexad_evaluator_new("engine", "gomoku", NULL);
    hexad_game *g = game_of("connect6", "");
    double chance;
    assert_fails(hexad_evaluator_ask(x, (const hexad_game *const *)&g, 1, &chance, NULL, &error),
                 HEXAD_BAD_ARGUMENT, "position 0: ");
    hexad_evaluator_free(x);
    hexad_game_free(g);
}

/* Planes of a game at once are those of its positions one by one; the first are the stones. */
static void planes_show_positions(void **state)
{
    static const char *const games[][2] = {{"connect6", "j10 k11 i11 j12 a1"}, {"go9", "E5 D5 pass D4"}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        hexad_game *g = game_of(games[i][0], games[i][1]);
        hexad_state s;
        assert_ok(hexad_game_state(g, &s, &error));
        int planes = hexad_game_plane_count(g);
        size_t points = (size_t)(s.columns * s.rows), each = points * (size_t)planes;
        uint8_t *all = calloc((size_t)s.played + 1, each), *one = calloc(1, each);
        assert_ok(hexad_game_planes(g, 0, s.played + 1, NULL, all, ((size_t)s.played + 1) * each, &error));
        for (int n = s.played; n >= 0; n--) {
            assert_ok(hexad_game_planes(g, n, 1, NULL, one, each, &error));
            assert_memory_equal(one, all + (size_t)n * each, each);
            for (size_t at = 0; at < points; at++) {
                hexad_colour c = hexad_game_cell(g, (hexad_square){(int)at % s.columns, (int)at / s.columns});
                assert_int_equal(one[at] + one[points + at], c != HEXAD_EMPTY);
                assert_int_equal(one[2 * points + at], c == HEXAD_EMPTY);
            }
            if (n > 0)
                hexad_game_undo(g, NULL);
        }
        assert_fails(hexad_game_planes(g, 0, 1, NULL, one, each - 1, &error), HEXAD_BAD_ARGUMENT, "please");
        assert_fails(hexad_game_planes(g, 0, 2, NULL, one, each, &error), HEXAD_BAD_ARGUMENT, "2 positions");
        hexad_game_free(g);
        free(all);
        free(one);
    }
    assert_int_equal(hexad_game_plane_count(NULL), 0);
}

static void puzzles_are_judged(void **state)
{
    (void)state;
    hexad_puzzles *p = hexad_puzzles_new();
    hexad_puzzle z = {.rating = 0};
    hexad_game *g;
    int count = 0, before = 0, judged = 0;
    for (;; count++) {
        assert_ok(hexad_puzzles_next(p, &z, &g, &error));
        if (!g)
            break;
        assert_true(z.rating >= before && z.turns > 0 && *z.id);
        before = z.rating;
        if (judged < 3 && !z.defence) { /* what wins by force is right */
            hexad_win w;
            hexad_judgement said;
            hexad_squares answer;
            assert_ok(hexad_game_force(g, false, NULL, &w, &error));
            assert_int_equal(w.answer, HEXAD_WIN);
            assert_ok(hexad_puzzle_judge(g, false, 20, &w.turn, NULL, &said, &answer, &error));
            assert_int_equal(said, HEXAD_PUZZLE_WINS);
            judged++;
            assert_fails(hexad_puzzle_judge(g, false, 0, &w.turn, NULL, &said, &answer, &error),
                         HEXAD_BAD_ARGUMENT, "0 turns");
            w.turn.count = 0;
            assert_fails(hexad_puzzle_judge(g, false, 3, &w.turn, NULL, &said, &answer, &error),
                         HEXAD_BAD_ARGUMENT, "no turn");
        }
        hexad_game_free(g);
    }
    assert_true(count > 1000 && judged == 3);
    hexad_puzzles_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_play),       cmocka_unit_test(bad_players_are_refused),
        cmocka_unit_test(evaluators_judge),   cmocka_unit_test(planes_show_positions),
        cmocka_unit_test(puzzles_are_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
