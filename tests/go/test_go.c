/* The rules of Go: captures, ko and superko, suicide, passes, scores, handicap; positions are drawings. */
#include "support/boards.h"

#include <string.h>

#include "go/go.h"
#include "go/handicap.h"
#include "go/ladder.h"
#include "go/score.h"

/* The board of a drawing, top row first: X, O and points, blanks left out. Black is to move. */
static struct go *drawn(const char *drawing)
{
    int n = 0, size = 1;
    for (const char *c = drawing; *c; c++)
        n += strchr(".XO", *c) != NULL;
    while (size * size < n)
        size++;
    assert_int_equal(size * size, n);
    struct go_rules r = go_default;
    struct err e;
    r.size = size;
    r.komi = 0;
    struct go *g = go_new(&r);
    int i = 0;
    for (const char *c = drawing; *c; c++) {
        if (!strchr(".XO", *c))
            continue;
        go_point at = go_at(g, i % size, size - 1 - i / size);
        if (*c != '.')
            assert_true(go_setup(g, at, *c == 'X' ? CELL_BLACK : CELL_WHITE, &e));
        i++;
    }
    return g;
}

static go_point point(const struct go *g, const char *name)
{
    go_point at;
    struct err e;
    if (!go_point_parse(g->size, name, &at, &e))
        fail_msg("%s", e.text);
    return at;
}

static void play(struct go *g, const char *name)
{
    go_point at = point(g, name);
    assert_int_equal(go_judge(g, g->to_move, at), GO_LEGAL);
    go_play(g, at);
}

static enum go_verdict judge(const struct go *g, const char *name)
{
    return go_judge(g, g->to_move, point(g, name));
}

static void stones_without_liberties_are_taken(void **state)
{
    (void)state;
    struct go *g = drawn(". X X ."
                         "X O O ."
                         ". X X ."
                         ". . . .");
    assert_int_equal(g->liberties[g->chain[point(g, "B3")]], 1);
    play(g, "D3");
    assert_int_equal(g->taken[BLACK], 2);
    assert_int_equal(g->cell[point(g, "B3")], CELL_EMPTY);
    assert_int_equal(g->liberties[g->chain[point(g, "D3")]], 3);
    go_undo(g);
    assert_int_equal(g->cell[point(g, "B3")], CELL_WHITE);
    assert_int_equal(g->taken[BLACK], 0);
    assert_int_equal(g->stones[WHITE], 2);
    go_free(g);
}

static void suicide_is_forbidden_and_capture_is_none(void **state)
{
    (void)state;
    struct go *g = drawn(". O . ."
                         "O . O ."
                         ". O . ."
                         ". . . .");
    assert_int_equal(judge(g, "A4"), GO_SUICIDE);
    assert_int_equal(judge(g, "B3"), GO_SUICIDE);
    assert_int_equal(judge(g, "A1"), GO_LEGAL);
    assert_int_equal(judge(g, "B4"), GO_OCCUPIED);
    assert_int_equal(go_judge(g, BLACK, 16), GO_NO_POINT);
    go_free(g);
    g = drawn(". O X ."
              "O X . ."
              "X . . ."
              ". . . .");
    play(g, "A4"); /* takes two stones, and so has liberties */
    assert_int_equal(g->taken[BLACK], 2);
    go_free(g);
}

static void ko_is_not_retaken_at_once(void **state)
{
    (void)state;
    const char *board = ". X O ."
                        "X . X O"
                        ". X O ."
                        ". . . .";
    for (int ko = GO_SUPERKO; ko <= GO_SIMPLE_KO; ko++) {
        struct go *g = drawn(board);
        g->rules.ko = (enum go_ko)ko;
        go_turn(g, WHITE);
        play(g, "B3");
        assert_int_equal(g->ko, point(g, "C3"));
        assert_int_equal(judge(g, "C3"), GO_KO);
        play(g, "D1");
        play(g, "A1");
        assert_int_equal(judge(g, "C3"), GO_LEGAL);
        go_undo(g);
        go_undo(g);
        assert_int_equal(judge(g, "C3"), GO_KO);
        go_turn(g, WHITE); /* the ko may be filled by who took it */
        assert_int_equal(judge(g, "C3"), GO_LEGAL);
        go_free(g);
    }
}

/* Two stones are taken, and the one that took them: no ko, yet the position comes again. */
static void superko_forbids_longer_circles(void **state)
{
    (void)state;
    static const char *const moves[] = {"A2", "B3", "B1", "B2", "A3", "A1"};
    for (int ko = GO_SUPERKO; ko <= GO_SIMPLE_KO; ko++) {
        struct go_rules r = {3, 0, 0, (enum go_ko)ko};
        struct go *g = go_new(&r);
        for (int i = 0; i < 6; i++)
            play(g, moves[i]);
        assert_int_equal(g->taken[WHITE], 2);
        assert_int_equal(judge(g, "A2"), ko == GO_SUPERKO ? GO_REPEATS : GO_LEGAL);
        go_free(g);
    }
}

static void passes_end_the_game(void **state)
{
    (void)state;
    struct go *g = go_new(&go_default);
    play(g, "pass");
    play(g, "Q16");
    play(g, "pass");
    assert_false(go_over(g));
    play(g, "pass");
    assert_true(go_over(g));
    assert_int_equal(judge(g, "D4"), GO_ENDED);
    assert_int_equal(judge(g, "pass"), GO_ENDED);
    go_undo(g);
    assert_int_equal(judge(g, "D4"), GO_LEGAL);
    go_free(g);
}

static void area_counts_stones_and_what_only_they_reach(void **state)
{
    (void)state;
    struct go *g = drawn(". X . O ."
                         "X X . O O"
                         ". X . O ."
                         "X X . O O"
                         ". X . O .");
    assert_int_equal(go_score(g), 0);
    g->rules.komi = 15;
    assert_int_equal(go_score(g), -15);
    go_free(g);
    g = drawn(". . ."
              ". X ."
              ". . .");
    assert_int_equal(go_score(g), 18);
    go_free(g);
    g = drawn(". . . .");
    assert_int_equal(go_score(g), 0);
    go_free(g);
}

static void eyes_are_told_from_false_ones(void **state)
{
    (void)state;
    struct go *g = drawn(". X . X ."
                         "X X X . X"
                         ". . O X O"
                         "X X . . ."
                         ". X . . .");
    assert_true(go_eye(g, point(g, "A5"), BLACK));
    assert_true(go_eye(g, point(g, "C5"), BLACK));
    assert_false(go_eye(g, point(g, "D4"), BLACK)); /* two diagonals are White's */
    assert_true(go_eye(g, point(g, "A1"), BLACK));
    assert_false(go_eye(g, point(g, "A3"), BLACK)); /* one neighbour is empty */
    assert_false(go_eye(g, point(g, "A5"), WHITE));
    go_free(g);
}

static void ladders_run_to_the_edge_or_to_a_breaker(void **state)
{
    (void)state;
    struct go *g = drawn(". . . . . . . . ."
                         ". . . . . . . . ."
                         ". . . . . . . . ."
                         ". . . . . . . . ."
                         ". . . . . . . . ."
                         ". . . . . . . . ."
                         ". X O . . . . . ."
                         ". . X X . . . . ."
                         ". . . . . . . . .");
    struct go_set set;
    assert_int_equal(go_ladders(g, &set), 0);
    for (int p = 0; p < g->points; p++)
        assert_int_equal(go_set_has(&set, (go_point)p), p == point(g, "C4"));
    assert_true(go_ladder_captures(g, point(g, "C3"), point(g, "C4")));
    assert_false(go_ladder_captures(g, point(g, "C3"), point(g, "D3")));
    /* A white stone in the way saves him, a black one does not. */
    assert_true(go_setup(g, point(g, "G7"), CELL_WHITE, NULL));
    assert_false(go_ladder_captures(g, point(g, "C3"), point(g, "C4")));
    assert_true(go_setup(g, point(g, "G7"), CELL_BLACK, NULL));
    assert_true(go_ladder_captures(g, point(g, "C3"), point(g, "C4")));
    go_free(g);
    /* A stone of the attacker's can be taken. */
    g = drawn(". . . . ."
              ". . O . ."
              ". O X . ."
              ". X O . ."
              ". . . . .");
    assert_false(go_ladder_captures(g, point(g, "C2"), point(g, "C1")));
    assert_false(go_ladder_captures(g, point(g, "C2"), point(g, "D2")));
    go_free(g);
}

static void handicap_stones_stand_where_gtp_says(void **state)
{
    (void)state;
    go_point at[GO_HANDICAP_MOST];
    static const char *const nine[] = {"D4", "Q16", "Q4", "D16", "D10", "Q10", "K4", "K16", "K10"};
    assert_int_equal(go_handicap_points(19, 9, at), 9);
    for (int i = 0; i < 9; i++) {
        char name[GO_POINT_TEXT];
        assert_string_equal(go_point_format(19, at[i], name), nine[i]);
    }
    assert_int_equal(go_handicap_points(19, 5, at), 5);
    assert_int_equal(at[4], 9 * 19 + 9);
    assert_int_equal(go_handicap_most(6), 0);
    assert_int_equal(go_handicap_most(7), 4);
    assert_int_equal(go_handicap_most(8), 4);
    assert_int_equal(go_handicap_most(9), 9);
    struct go_rules r = go_default;
    r.handicap = 4;
    struct go *g = go_new(&r);
    assert_int_equal(g->to_move, WHITE);
    assert_int_equal(g->stones[BLACK], 4);
    go_free(g);
}

static void rules_are_read_and_written(void **state)
{
    (void)state;
    struct go_rules r;
    struct err e;
    char text[GO_RULES_TEXT];
    static const char *const same[][2] = {
        {"go", "go:19,komi=7.5"},
        {"go9", "go:9,komi=7.5"},
        {"GO:13,komi=5.5", "go:13,komi=5.5"},
        {"go:19,komi=-3,handicap=4,ko=simple", "go:19,komi=-3,handicap=4,ko=simple"},
        {"go:komi=0,handicap=1", "go:19,komi=0"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        assert_true(go_rules_parse(same[i][0], &r, &e));
        assert_string_equal(go_rules_format(&r, text), same[i][1]);
    }
    static const char *const bad[] = {"g",
                                      "connect6",
                                      "go26",
                                      "go0",
                                      "go:19,komi=x",
                                      "go:5,handicap=2",
                                      "go:8,handicap=5",
                                      "go:19,komi=nan",
                                      "go:19,foo=1",
                                      "go9x",
                                      "go:-3",
                                      "go:99999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(go_rules_parse(bad[i], &r, &e));
}

static void points_are_read_and_written(void **state)
{
    (void)state;
    go_point at;
    char name[GO_POINT_TEXT];
    for (int p = 0; p < 25 * 25; p++) {
        assert_true(go_point_parse(25, go_point_format(25, (go_point)p, name), &at, NULL));
        assert_int_equal(at, p);
    }
    assert_true(go_point_parse(19, "k10", &at, NULL));
    assert_int_equal(at, 9 * 19 + 9);
    static const char *const bad[] = {"",  "I5", "A0",  "A20", "U1",
                                      "A", "5A", "A1x", "A+1", "A99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(go_point_parse(19, bad[i], &at, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stones_without_liberties_are_taken),
        cmocka_unit_test(suicide_is_forbidden_and_capture_is_none),
        cmocka_unit_test(ko_is_not_retaken_at_once),
        cmocka_unit_test(superko_forbids_longer_circles),
        cmocka_unit_test(passes_end_the_game),
        cmocka_unit_test(area_counts_stones_and_what_only_they_reach),
        cmocka_unit_test(eyes_are_told_from_false_ones),
        cmocka_unit_test(ladders_run_to_the_edge_or_to_a_breaker),
        cmocka_unit_test(handicap_stones_stand_where_gtp_says),
        cmocka_unit_test(rules_are_read_and_written),
        cmocka_unit_test(points_are_read_and_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
