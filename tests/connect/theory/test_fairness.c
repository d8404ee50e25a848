/* src/connect/theory reproduces the statements of the three papers, each test named by its place, and never
 * contradicts exhaustive search. "family" is new-family-of-k-in-a-row-games, "note" connect6-note, "drawn"
 * drawn-k-in-a-row-games. */
#include "support/boards.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "connect/exact/exact.h"
#include "connect/theory/complexity.h"
#include "connect/theory/fairness.h"
#include "connect/theory/kdraw.h"

#define INF FAIR_INFINITE

static struct fairness find(int m, int n, int k, int p, int q)
{
    struct fairness f;
    struct fair_game g = {m, n, k, p, q};
    struct err e;
    if (!fair_game_check(&g, &e))
        fail_msg("%s", e.text);
    fairness_find(&g, &f);
    return f;
}

/* On the infinite board. */
static struct fairness infinite(int k, int p, int q)
{
    return find(INF, INF, k, p, q);
}

static void assert_verdict(struct fairness f, enum fair_verdict expected)
{
    if (f.verdict != expected) {
        struct buf b = BUF_EMPTY;
        fair_game_format(&f.game, &b);
        fail_msg("%s is said to be %s, not %s", buf_str(&b), fair_verdict_name(f.verdict),
                 fair_verdict_name(expected));
    }
}

static void assert_wins(struct fairness f, int outcome)
{
    assert_verdict(f, FAIR_DEFINITELY_UNFAIR);
    assert_int_equal(f.proved, outcome);
}

static void assert_drawn(struct fairness f)
{
    assert_verdict(f, FAIR_DRAWN);
}

/* ---- connect6-note ---- */

static void note_2_1_go_moku_is_definitely_unfair(void **state)
{
    (void)state;
    assert_wins(find(15, 15, 5, 1, 1), FAIR_BLACK);
}

static void note_2_1_games_with_q_equal_p_are_monotonically_unfair(void **state)
{
    (void)state;
    assert_verdict(infinite(6, 1, 1), FAIR_MONOTONICALLY_UNFAIR);
    assert_verdict(infinite(7, 1, 1), FAIR_MONOTONICALLY_UNFAIR);
    assert_verdict(infinite(6, 2, 2), FAIR_MONOTONICALLY_UNFAIR);
    assert_int_equal(infinite(6, 2, 2).proved, FAIR_BLACK | FAIR_DRAW);
}

static void note_2_1_eight_in_a_row_is_a_draw_and_not_monotonically_unfair(void **state)
{
    (void)state;
    assert_drawn(infinite(8, 1, 1));
}

static void note_2_2_white_does_not_win_with_q_equal_p(void **state)
{
    (void)state;
    for (int m = 1; m <= 12; m++)
        for (int k = 1; k <= 12; k++)
            for (int p = 1; p <= 4; p++)
                assert_false(find(m, 9, k, p, p).proved & FAIR_WHITE);
}

static void note_2_2_the_higher_q_the_better_for_black(void **state)
{
    (void)state;
    static const int sides[] = {3, 5, 8, 15, 19, INF};
    for (size_t s = 0; s < sizeof sides / sizeof *sides; s++)
        for (int k = 1; k <= 24; k++)
            for (int p = 1; p <= 12; p++) {
                int black = 0, white_may = FAIR_WHITE;
                for (int q = 1; q <= 14; q++) {
                    struct fairness f = find(sides[s], sides[s], k, p, q);
                    assert_true(f.proved != 0); /* no two rules contradict each other */
                    assert_true(f.informal != 0);
                    if (black)
                        assert_int_equal(f.proved, FAIR_BLACK);
                    if (!white_may)
                        assert_false(f.proved & FAIR_WHITE);
                    black = f.proved == FAIR_BLACK;
                    white_may = f.proved & FAIR_WHITE;
                }
            }
}

static void note_2_4_connect6_is_potentially_fair(void **state)
{
    (void)state;
    assert_verdict(find(19, 19, 6, 2, 1), FAIR_POTENTIALLY_FAIR);
    assert_verdict(find(59, 59, 6, 2, 1), FAIR_POTENTIALLY_FAIR);
    assert_verdict(infinite(6, 2, 1), FAIR_POTENTIALLY_FAIR);
}

static void note_2_4_black_wins_connect_6_2_3(void **state)
{
    (void)state;
    assert_wins(infinite(6, 2, 3), FAIR_BLACK);
}

static bool says(const struct fairness *f, enum fair_strength strength, const char *words)
{
    for (int i = 0; i < f->count; i++)
        if (f->fact[i].strength == strength &&
            (strstr(f->fact[i].text, words) || strstr(f->fact[i].source, words)))
            return true;
    return false;
}

static void note_2_4_the_breakaway_is_remarked(void **state)
{
    (void)state;
    struct fairness f = infinite(6, 2, 1);
    assert_true(says(&f, FAIR_REMARK, "initial breakaway"));
}

static void note_2_5_solved_games_with_one_stone_a_turn(void **state)
{
    (void)state;
    assert_drawn(find(3, 3, 3, 1, 1));
    assert_wins(find(4, 3, 3, 1, 1), FAIR_BLACK);
    assert_wins(infinite(3, 1, 1), FAIR_BLACK);
    assert_drawn(find(4, 4, 4, 1, 1));
    assert_drawn(find(5, 5, 4, 1, 1));
    assert_wins(find(6, 5, 4, 1, 1), FAIR_BLACK);
    assert_wins(infinite(4, 1, 1), FAIR_BLACK);
    assert_drawn(find(6, 6, 5, 1, 1));
    assert_wins(find(19, 19, 5, 1, 1), FAIR_BLACK);
}

static void note_2_5_white_ties_for_k_from_8_on(void **state)
{
    (void)state;
    for (int k = 8; k < 30; k++)
        assert_drawn(infinite(k, 1, 1));
}

static void note_2_5_corollary_1(void **state)
{
    (void)state;
    int p = 2000, k = p + (int)ceil(80 * log2(p) + 160);
    assert_drawn(infinite(k, p, 1));
    assert_drawn(infinite(k, p, p));
    assert_true(infinite(k - 1, p, 1).verdict != FAIR_DRAWN);
}

static void note_2_5_corollary_2(void **state)
{
    (void)state;
    for (int delta = 1; delta <= 6; delta++)
        for (int q = 1; q <= 60; q++) {
            int groups = q / (delta * delta), rest = q % (delta * delta);
            int most = groups * (4 * delta + 4) + (rest < 8 * groups ? rest : 8 * groups);
            if (most - 1 < 1)
                continue;
            struct fairness f = infinite(most - 1 + delta, most - 1, q);
            assert_int_equal(f.proved, FAIR_BLACK);
        }
    assert_true(infinite(19, 15, 16).proved == FAIR_BLACK); /* 4x4 stones need 20 to defend */
}

static void note_2_5_games_beyond_the_corollaries_are_potentially_fair(void **state)
{
    (void)state;
    /* The open problem: delta > 3, of the order of log p, and p not below the bound of Corollary 2. */
    assert_verdict(infinite(8, 4, 2), FAIR_POTENTIALLY_FAIR);
    assert_verdict(infinite(14, 8, 4), FAIR_POTENTIALLY_FAIR);
}

static void note_2_5_games_with_delta_up_to_3_are_likely_unfair(void **state)
{
    (void)state;
    for (int p = 1; p <= 20; p++)
        for (int q = 1; q <= p; q++)
            assert_true(infinite(p + 3, p, q).verdict <= FAIR_EMPIRICALLY_UNFAIR);
}

/* ---- new-family ---- */

static void family_2_1_black_wins_free_style_go_moku(void **state)
{
    (void)state;
    assert_wins(find(15, 15, 5, 1, 1), FAIR_BLACK);
    assert_wins(infinite(5, 1, 1), FAIR_BLACK);
}

static void family_2_1_a_larger_board_is_argued_to_favour_black(void **state)
{
    (void)state;
    struct fairness f = find(15, 15, 5, 1, 1);
    assert_true(says(&f, FAIR_REMARK, "larger board"));
}

static void family_2_2_corollary_1(void **state)
{
    (void)state;
    int p = 1000, k = (int)kdraw_pluhar(p);
    for (int q = 1; q <= p; q += 37)
        assert_drawn(infinite(k, p, q));
}

static void family_2_2_corollary_2_is_useless_for_delta_5_and_more(void **state)
{
    (void)state;
    for (int delta = 5; delta <= 12; delta++)
        for (int p = 1; p <= 300; p++)
            for (int q = 1; q <= p; q += 3) {
                struct fairness f = infinite(p + delta, p, q);
                assert_false(says(&f, FAIR_PROVED, "Corollary 2"));
            }
    struct fairness four = infinite(23, 19, 16); /* 4x4 stones need 20 to defend */
    assert_true(says(&four, FAIR_PROVED, "Corollary 2"));
    assert_wins(four, FAIR_BLACK);
}

static void family_2_2_connect_k_p_p_is_won_by_black_or_tied(void **state)
{
    (void)state;
    for (int p = 1; p <= 30; p++)
        for (int k = 1; k <= 40; k++)
            assert_false(infinite(k, p, p).proved & FAIR_WHITE);
}

static void family_2_2_further_games(void **state)
{
    (void)state;
    assert_wins(infinite(19, 17, 7), FAIR_BLACK);
    assert_wins(infinite(12, 10, 3), FAIR_WHITE);
    /* 25 stones need 24 to defend. */
    assert_true(infinite(29, 24, 24).proved == (FAIR_BLACK | FAIR_DRAW));
    assert_verdict(infinite(29, 24, 12), FAIR_POTENTIALLY_FAIR);
}

static void family_2_3_table_1(void **state)
{
    (void)state;
    struct fair_grid g = {INF, INF, 3, 0, 0, 4, 9, 1, 6};
    struct buf b = BUF_EMPTY;
    fair_grid_text(&g, &b);
    assert_string_equal(buf_str(&b), "   k   4   5   6   7   8   9\n"
                                     "   p   1   2   3   4   5   6\n"
                                     "q  1   B   B   W   W   W   W\n"
                                     "q  2   -   B   W   W   W   W\n"
                                     "q  3   -   -   B  FB  FB  FW\n"
                                     "q  4   -   -   -   B   B  FW\n"
                                     "q  5   -   -   -   -   B   B\n"
                                     "q  6   -   -   -   -   -   B\n");
    buf_free(&b);
    assert_verdict(infinite(9, 6, 4), FAIR_EMPIRICALLY_UNFAIR);
}

/* Of that table, what certificates prove is more than informal. */
static void certificates_make_games_definitely_unfair(void **state)
{
    (void)state;
    static const int black[][3] = {{4, 1, 1}, {5, 2, 1}, {5, 2, 2}, {6, 3, 3},
                                   {7, 4, 4}, {8, 5, 5}, {9, 6, 6}};
    for (size_t i = 0; i < sizeof black / sizeof *black; i++)
        assert_wins(infinite(black[i][0], black[i][1], black[i][2]), FAIR_BLACK);
    for (int k = 6; k <= 9; k++) {
        assert_wins(infinite(k, k - 3, 1), FAIR_WHITE);
        assert_verdict(infinite(k, k - 3, 2), FAIR_EMPIRICALLY_UNFAIR); /* only informally proved */
    }
    assert_wins(find(19, 19, 6, 2, 3), FAIR_BLACK);
    /* Delta 2: with one stone at the start White wins, with all of them Black; the turning point is q = 2 for
     * k = 4 and 5, and 2 or 3 for k = 6 and 7. */
    for (int k = 4; k <= 8; k++)
        assert_wins(infinite(k, k - 2, 1), FAIR_WHITE);
    for (int k = 4; k <= 7; k++)
        for (int q = k < 6 ? 2 : 3; q <= k - 2; q++)
            assert_wins(infinite(k, k - 2, q), FAIR_BLACK);
    assert_verdict(infinite(6, 4, 2), FAIR_EMPIRICALLY_UNFAIR);
}

static void family_2_4_p_equals_2q_is_remarked_where_it_fails(void **state)
{
    (void)state;
    struct fairness with = infinite(8, 4, 2), without = infinite(8, 4, 1);
    int remarks[2] = {0, 0};
    for (int i = 0; i < with.count; i++)
        remarks[0] += strstr(with.fact[i].text, "p = 2q") != NULL;
    for (int i = 0; i < without.count; i++)
        remarks[1] += strstr(without.fact[i].text, "p = 2q") != NULL;
    assert_int_equal(remarks[0], 0);
    assert_int_equal(remarks[1], 1);
}

static void family_2_4_connect_6_2_2_favours_the_first_player(void **state)
{
    (void)state;
    assert_int_equal(infinite(6, 2, 2).favoured, FAIR_BLACK);
}

static void family_5_corollary_3(void **state)
{
    (void)state;
    struct fairness f = infinite(6, 2, 3);
    assert_wins(f, FAIR_BLACK);
    assert_true(says(&f, FAIR_PROVED, "new-family §5") && says(&f, FAIR_PROVED, "our certificate"));
}

/* What our certificates prove for the infinite board holds from some board on; other wins stay where they
 * are. */
static void certificates_hold_on_larger_boards(void **state)
{
    (void)state;
    assert_wins(find(24, 24, 6, 2, 3), FAIR_BLACK);
    assert_wins(find(24, 99, 6, 2, 3), FAIR_BLACK);
    assert_wins(find(99, 24, 6, 2, 4), FAIR_BLACK);
    assert_verdict(find(23, 24, 6, 2, 3), FAIR_MONOTONICALLY_UNFAIR);
    assert_wins(find(59, 59, 9, 6, 6), FAIR_BLACK);
    assert_wins(find(19, 19, 7, 4, 4), FAIR_BLACK);
    assert_verdict(find(18, 18, 5, 1, 1), FAIR_MONOTONICALLY_UNFAIR);
    assert_true(find(59, 59, 6, 3, 1).proved != FAIR_WHITE); /* the first stone may be near an edge */
}

static void family_3_complexities(void **state)
{
    (void)state;
    struct complexity c = complexity_of(&(struct rules){19, 19, 6, 2, 1, false}, 0, 0);
    assert_int_equal((int)c.state, 172);
    assert_int_equal((int)lround(c.tree), 140);
    assert_int_equal(c.choices_squares, 300);
    assert_true(c.state_counts < c.state);
    /* "Connect(8,4,2) … grows up to 10^260": the formula gives 256. */
    c = complexity_of(&(struct rules){19, 19, 8, 4, 2, false}, 0, 0);
    assert_in_range((int)lround(c.tree), 250, 265);
    assert_true(complexity_of(&(struct rules){59, 59, 6, 2, 1, false}, 0, 0).state > 1600);
    c = complexity_of(&(struct rules){3, 3, 3, 1, 1, false}, 0, 0);
    assert_int_equal(c.turns, 9);
    /* 3x3: 6046 boards have numbers of stones that can occur. */
    assert_int_equal((int)lround(pow(10, c.state_counts)), 6046);
}

/* ---- drawn-k-in-a-row-games ---- */

static void drawn_theorem_1(void **state)
{
    (void)state;
    for (int q = 0; q <= 2; q++) {
        assert_drawn(infinite(11, 2, q));
        assert_drawn(find(19, 19, 11, 2, q));
        assert_drawn(find(59, 7, 25, 2, q));
        assert_true(infinite(10, 2, q).verdict != FAIR_DRAWN);
    }
}

static void drawn_theorem_2(void **state)
{
    (void)state;
    static const int expected[] = {17, 23, 26, 29, 32, 35, 38, 41}; /* p = 3 … 10 */
    for (int p = 3; p <= 10; p++) {
        assert_int_equal(kdraw(p, NULL), expected[p - 3]);
        assert_drawn(infinite(expected[p - 3], p, 1));
        assert_drawn(find(99, 99, expected[p - 3], p, p));
    }
    int d;
    assert_int_equal(kdraw_theorem2(1, &d), 11);
    assert_int_equal(d, 3);
    assert_int_equal(kdraw_theorem2(2, NULL), 14);
    for (int p = 1; p <= 2000; p++) {
        kdraw_theorem2(p, &d);
        assert_true((1 << (d - 1)) - (d - 1) - 2 < p && p <= (1 << d) - d - 2);
    }
}

static void drawn_1_smaller_than_4p_plus_7_except_at_4(void **state)
{
    (void)state;
    for (int p = 1; p <= 1000; p++)
        assert_true(p == 4 ? kdraw(p, NULL) == kdraw_hsieh_tsai(p) : kdraw(p, NULL) < kdraw_hsieh_tsai(p));
    assert_int_equal(kdraw_hsieh_tsai(2), 15);
}

static void drawn_1_the_ratio_k_to_p_tends_to_3_instead_of_4(void **state)
{
    (void)state;
    assert_true((double)kdraw_theorem2(1000, NULL) / 1000 < 3.05);
    assert_true((double)kdraw_theorem2(1000000, NULL) / 1e6 < 3.0001);
    assert_true((double)kdraw_hsieh_tsai(1000000) / 1e6 > 4);
}

static void drawn_1_connect_8_1_is_drawn(void **state)
{
    (void)state;
    assert_int_equal(kdraw(1, NULL), 8);
    for (int q = 0; q <= 1; q++)
        assert_drawn(find(19, 19, 8, 1, q));
}

static void drawn_1_smallest_for_p_below_1000(void **state)
{
    (void)state;
    const char *why;
    assert_int_equal(kdraw_pluhar(999), 0);
    assert_true(kdraw(999, &why) == kdraw_theorem2(999, NULL));
    assert_true(kdraw(1000, &why) == kdraw_pluhar(1000) && strcmp(why, "Pluhar 2002") == 0);
}

static void drawn_2_corollary_1_reason_1(void **state)
{
    (void)state;
    /* q = 0: White is in Black's place. */
    assert_int_equal(infinite(6, 2, 0).proved, FAIR_WHITE | FAIR_DRAW);
    assert_wins(infinite(5, 1, 0), FAIR_WHITE);
    assert_drawn(infinite(8, 1, 0));
}

static void drawn_2_drawn_games_stay_drawn_for_larger_k_and_on_all_boards(void **state)
{
    (void)state;
    for (int p = 1; p <= 12; p++)
        for (int k = (int)kdraw(p, NULL); k < 60; k += 7)
            for (int m = 1; m < 40; m += 6)
                assert_drawn(find(m, 25, k, p, p));
}

static void drawn_5_open_problems_are_open(void **state)
{
    (void)state;
    for (int k = 7; k <= 10; k++)
        assert_true(infinite(k, 2, 1).proved == FAIR_ANY);
    struct fairness f = find(19, 19, 6, 2, 2);
    assert_verdict(f, FAIR_MONOTONICALLY_UNFAIR);
    assert_int_equal(f.favoured, FAIR_BLACK);
    /* "The conjecture by most players": Connect6 drawn, Connect(19,19,6,2,2) won by Black. */
    assert_true(says(&f, FAIR_CLAIMED, "drawn-k-in-a-row §5"));
    f = find(19, 19, 6, 2, 1);
    assert_true(says(&f, FAIR_REMARK, "conjecture that it is drawn"));
    for (int k = 6; k <= 7; k++) /* "there is still a gap between 5 and 8" */
        assert_verdict(infinite(k, 1, 1), FAIR_MONOTONICALLY_UNFAIR);
}

/* ---- Against exhaustive search ---- */

static void never_contradicts_exact_values(void **state)
{
    (void)state;
    struct exact *x = exact_new(16 << 20);
    int decided = 0, known = 0;
    for (int m = 1; m <= 8; m++)
        for (int n = 1; n <= m && m * n <= 30; n++)
            for (int k = 1; k <= 6; k++)
                for (int p = 1; p <= 4; p++)
                    for (int q = 1; q <= 4; q++) {
                        struct rules r = {m, n, k, p, q, false};
                        struct position *pos = position_new(&r);
                        struct limits o = {.nodes = (uint64_t)test_rounds(20000)};
                        struct exact_result result;
                        struct err e;
                        assert_true(exact_solve(x, pos, &o, &result, &e));
                        position_free(pos);
                        int possible = 0;
                        for (int v = result.lower; v <= result.upper; v++)
                            possible |= v > 0 ? FAIR_BLACK : v < 0 ? FAIR_WHITE : FAIR_DRAW;
                        struct fairness f = find(m, n, k, p, q), turned = find(n, m, k, p, q);
                        if (!(f.proved & possible) || f.proved != turned.proved)
                            fail_msg("Connect(%d,%d,%d,%d,%d): outcomes %d by the rules, %d by search", m, n,
                                     k, p, q, f.proved, possible);
                        decided += result.lower == result.upper;
                        known += f.verdict == FAIR_DRAWN || f.verdict == FAIR_DEFINITELY_UNFAIR;
                    }
    exact_free(x);
    assert_true(decided > 1000 && known > 600);
}

static void pictures_are_whole(void **state)
{
    (void)state;
    struct buf b = BUF_EMPTY;
    struct fair_grid g = {INF, INF, 0, 2, 3, 5, 14, 1, 2};
    fair_grid_svg(&g, &b);
    assert_memory_equal(buf_str(&b), "<svg xmlns=", 11);
    assert_string_equal(buf_str(&b) + b.len - 7, "</svg>\n");
    buf_free(&b);
    kdraw_svg(1000, &b);
    assert_string_equal(buf_str(&b) + b.len - 7, "</svg>\n");
    assert_true(b.len < 40000);
    buf_free(&b);
}

static void numbers_are_read(void **state)
{
    (void)state;
    int v;
    struct err e;
    assert_true(fair_number("∞", true, &v, &e) && v == INF);
    assert_true(fair_number("inf", true, &v, &e) && v == INF);
    assert_true(fair_number("0", false, &v, &e) && v == 0);
    assert_false(fair_number("inf", false, &v, &e));
    assert_false(fair_number("-1", true, &v, &e));
    assert_false(fair_number("99999999999999999999", true, &v, &e));
    assert_false(fair_number("3x", true, &v, &e));
    assert_false(fair_game_check(&(struct fair_game){0, 3, 3, 1, 1}, &e));
    assert_false(fair_game_check(&(struct fair_game){3, 3, 0, 1, 1}, &e));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(note_2_1_go_moku_is_definitely_unfair),
        cmocka_unit_test(note_2_1_games_with_q_equal_p_are_monotonically_unfair),
        cmocka_unit_test(note_2_1_eight_in_a_row_is_a_draw_and_not_monotonically_unfair),
        cmocka_unit_test(note_2_2_white_does_not_win_with_q_equal_p),
        cmocka_unit_test(note_2_2_the_higher_q_the_better_for_black),
        cmocka_unit_test(note_2_4_connect6_is_potentially_fair),
        cmocka_unit_test(note_2_4_black_wins_connect_6_2_3),
        cmocka_unit_test(note_2_4_the_breakaway_is_remarked),
        cmocka_unit_test(note_2_5_solved_games_with_one_stone_a_turn),
        cmocka_unit_test(note_2_5_white_ties_for_k_from_8_on),
        cmocka_unit_test(note_2_5_corollary_1),
        cmocka_unit_test(note_2_5_corollary_2),
        cmocka_unit_test(note_2_5_games_beyond_the_corollaries_are_potentially_fair),
        cmocka_unit_test(note_2_5_games_with_delta_up_to_3_are_likely_unfair),
        cmocka_unit_test(family_2_1_black_wins_free_style_go_moku),
        cmocka_unit_test(family_2_1_a_larger_board_is_argued_to_favour_black),
        cmocka_unit_test(family_2_2_corollary_1),
        cmocka_unit_test(family_2_2_corollary_2_is_useless_for_delta_5_and_more),
        cmocka_unit_test(family_2_2_connect_k_p_p_is_won_by_black_or_tied),
        cmocka_unit_test(family_2_2_further_games),
        cmocka_unit_test(family_2_3_table_1),
        cmocka_unit_test(certificates_make_games_definitely_unfair),
        cmocka_unit_test(family_2_4_p_equals_2q_is_remarked_where_it_fails),
        cmocka_unit_test(family_2_4_connect_6_2_2_favours_the_first_player),
        cmocka_unit_test(family_3_complexities),
        cmocka_unit_test(family_5_corollary_3),
        cmocka_unit_test(certificates_hold_on_larger_boards),
        cmocka_unit_test(drawn_theorem_1),
        cmocka_unit_test(drawn_theorem_2),
        cmocka_unit_test(drawn_1_connect_8_1_is_drawn),
        cmocka_unit_test(drawn_1_smaller_than_4p_plus_7_except_at_4),
        cmocka_unit_test(drawn_1_the_ratio_k_to_p_tends_to_3_instead_of_4),
        cmocka_unit_test(drawn_1_smallest_for_p_below_1000),
        cmocka_unit_test(drawn_2_corollary_1_reason_1),
        cmocka_unit_test(drawn_2_drawn_games_stay_drawn_for_larger_k_and_on_all_boards),
        cmocka_unit_test(drawn_5_open_problems_are_open),
        cmocka_unit_test(never_contradicts_exact_values),
        cmocka_unit_test(pictures_are_whole),
        cmocka_unit_test(numbers_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
