/* Placing, undoing, turns, the end of the game, hashing. */
#include "support/boards.h"

#include <string.h>

static const char *const games[] = {"3,3,3,1,1",      "19,19,6,2,1",      "15,15,8,3,1",
                                    "99,99,32,16,16", "4,7,4,1,1",        "127,1,5,2,3",
                                    "1,1,1,1,1",      "127,127,63,63,63", "2,5,9,4,2"};

static void turns_have_p_stones_and_the_first_q(void **state)
{
    (void)state;
    struct rules r = test_rules("9,9,6,3,2");
    struct position *p = position_new(&r);
    static const char sides[] = "BBWWWBBBWWW";
    struct rng rng;
    rng_seed(&rng, 3);
    for (size_t i = 0; i < strlen(sides); i++) {
        enum side side;
        int left;
        rules_turn_at(&r, (int)i, &side, &left);
        assert_int_equal(p->to_move, sides[i] == 'B' ? BLACK : WHITE);
        assert_int_equal(p->to_move, side);
        assert_int_equal(p->left, left);
        position_place(p, test_random_stone(p, &rng));
    }
    position_free(p);
}

static void a_row_wins_at_once(void **state)
{
    (void)state;
    /* White completes six with the first of two stones; the turn is not finished. */
    struct position *p = test_game("connect6", "a1 j10 k10 a3 a5 l10 m10 a7 a9 n10 s19 a11 a13");
    assert_int_equal(p->outcome, OUTCOME_OPEN);
    position_place(p, test_square(p, "o10"));
    assert_int_equal(p->outcome, OUTCOME_WHITE);
    assert_int_equal(p->to_move, WHITE);
    assert_int_equal(p->left, 2);
    struct err e;
    assert_false(position_play(p, test_square(p, "b1"), &e));
    assert_non_null(strstr(e.text, "game is over"));
    square row[RULES_MAX_SIDE];
    assert_int_equal(position_win_row(p, row), 6);
    assert_int_equal(row[0], test_square(p, "j10"));
    assert_int_equal(row[5], test_square(p, "o10"));
    position_undo(p);
    assert_int_equal(p->outcome, OUTCOME_OPEN);
    assert_int_equal(position_win_row(p, row), 0);
    position_free(p);
}

static void longer_rows_win_too(void **state)
{
    (void)state;
    struct position *p = test_board("9,2,4,1,1", "x x x . x x x . .\n"
                                                 "o o o . o o . . .\n");
    assert_true(position_settle(p, BLACK, 1, NULL));
    position_place(p, test_square(p, "d2"));
    assert_int_equal(p->outcome, OUTCOME_BLACK);
    square row[RULES_MAX_SIDE];
    assert_int_equal(position_win_row(p, row), 7);
    position_free(p);
}

/* In an exact game a longer row wins nothing and the game goes on; a row of k in another line still wins. */
static void longer_rows_win_nothing_in_exact_games(void **state)
{
    (void)state;
    struct position *p = test_board("9,4,4,1,1,exact", ". . . x . . . . .\n"
                                                       ". . . x . . . . .\n"
                                                       "x x x . x x x . .\n"
                                                       "o o . o . o o o .\n");
    square row[RULES_MAX_SIDE];
    assert_true(position_settle(p, BLACK, 1, NULL));
    position_place(p, test_square(p, "d2"));
    assert_int_equal(p->outcome, OUTCOME_OPEN);
    assert_int_equal(position_win_row(p, row), 0);
    position_place(p, test_square(p, "e1")); /* d e f g h: five */
    assert_int_equal(p->outcome, OUTCOME_OPEN);
    position_undo(p);
    position_place(p, test_square(p, "c1")); /* a b c d: four */
    assert_int_equal(p->outcome, OUTCOME_WHITE);
    assert_int_equal(position_win_row(p, row), 4);
    position_undo(p);
    position_undo(p);
    position_setup(p, test_square(p, "d1"), CELL_EMPTY);
    position_setup(p, test_square(p, "d1"), CELL_BLACK);
    assert_true(position_settle(p, BLACK, 1, NULL));
    position_place(p, test_square(p, "d2")); /* seven across, four up: the column wins */
    assert_int_equal(p->outcome, OUTCOME_BLACK);
    assert_int_equal(position_win_row(p, row), 4);
    position_free(p);
}

/* Counting rows as stones come and go in any order agrees with looking at the whole board. */
static void rows_are_counted_stone_by_stone(void **state)
{
    (void)state;
    static const char *const boards[] = {"5,4,2,1,1", "5,4,2,1,1,exact", "6,6,3,1,1,exact",
                                         "4,4,1,1,1,exact"};
    struct rng rng;
    rng_seed(&rng, 11);
    for (size_t g = 0; g < sizeof boards / sizeof *boards; g++) {
        struct rules r = test_rules(boards[g]);
        struct position *p = position_new(&r);
        int rows[2] = {0, 0};
        for (int i = 0; i < 2000; i++) {
            square s = square_at((int)rng_below(&rng, (uint32_t)r.m), (int)rng_below(&rng, (uint32_t)r.n));
            if (p->cell[s] == CELL_EMPTY) {
                position_setup(p, s, rng_below(&rng, 2) ? CELL_BLACK : CELL_WHITE);
                rows[p->cell[s] == CELL_WHITE] += position_rows_through(p, s);
            } else {
                rows[p->cell[s] == CELL_WHITE] -= position_rows_through(p, s);
                position_setup(p, s, CELL_EMPTY);
            }
            bool both = !position_settle(p, BLACK, 1, NULL);
            assert_int_equal(rows[BLACK] && rows[WHITE], both);
            assert_true(both || (rows[BLACK] > 0) == (p->outcome == OUTCOME_BLACK));
            assert_true(both || (rows[WHITE] > 0) == (p->outcome == OUTCOME_WHITE));
        }
        position_free(p);
    }
}

static void every_direction_wins(void **state)
{
    (void)state;
    static const int dcol[] = {1, 0, 1, 1}, drow[] = {0, 1, 1, -1};
    struct rules r = test_rules("7,7,4,1,1");
    for (int d = 0; d < 4; d++)
        for (int missing = 0; missing < 4; missing++) {
            struct position *p = position_new(&r);
            for (int i = 0; i < 4; i++)
                if (i != missing)
                    position_setup(p, square_at(2 + i * dcol[d], 3 + i * drow[d]), CELL_BLACK);
            assert_true(position_settle(p, BLACK, 1, NULL));
            assert_int_equal(p->outcome, OUTCOME_OPEN);
            position_place(p, square_at(2 + missing * dcol[d], 3 + missing * drow[d]));
            assert_int_equal(p->outcome, OUTCOME_BLACK);
            position_free(p);
        }
}

/* Rows do not continue past an edge on the other side. */
static void rows_do_not_wrap(void **state)
{
    (void)state;
    struct position *p = test_board(
        "127,3,4,1,1", "x.............................................................................."
                       "................................................\n"
                       "x.............................................................................."
                       "...............................................x\n"
                       "..............................................................................."
                       "..............................................xx\n");
    assert_int_equal(p->outcome, OUTCOME_OPEN);
    position_free(p);
}

static void a_full_board_is_a_draw_and_the_last_turn_may_be_short(void **state)
{
    (void)state;
    struct rules r = test_rules("2,2,3,2,1"); /* 1 + 2 + 1 stones */
    struct position *p = position_new(&r);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(p->outcome, OUTCOME_OPEN);
        position_place(p, square_at(i % 2, i / 2));
    }
    assert_int_equal(p->outcome, OUTCOME_DRAW);
    position_undo(p);
    assert_int_equal(p->outcome, OUTCOME_OPEN);
    assert_int_equal(p->to_move, BLACK);
    assert_int_equal(p->left, 2);
    assert_int_equal(position_turn_length(p), 1);
    position_free(p);
}

static void illegal_stones_say_why(void **state)
{
    (void)state;
    struct position *p = test_game("tictactoe", "b2");
    struct err e;
    assert_false(position_play(p, test_square(p, "b2"), &e));
    assert_string_equal(e.text, "b2 is occupied");
    for (unsigned s = 0; s <= UINT16_MAX; s++) {
        int col = square_col((square)s), row = square_row((square)s);
        bool free_square = square_on_board(&p->rules, col, row) && s != test_square(p, "b2");
        assert_int_equal(position_legal((const struct position *)p, (square)s, &e), free_square);
    }
    position_free(p);
}

/* "a2 b2" */
static struct squares turn_of(const struct position *p, const char *text)
{
    struct squares t = {0, {0}};
    struct err e;
    while (*text)
        if (*text == ' ')
            text++;
        else if (!square_parse(&p->rules, text, &text, &t.s[t.n++], &e))
            fail_msg("%s", e.text);
    return t;
}

/* A turn from outside: all of its stones, or up to the one that ends the game; otherwise nothing is changed. */
static void a_turn_is_whole_or_ends_the_game(void **state)
{
    static const struct {
        const char *game, *stones, *turn;
        const char *whole, *part; /* why not; NULL: it is one */
    } cases[] = {
        {"connect6", "", "j10", NULL, NULL},
        {"connect6", "", "", "a turn has 1 stones here, not 0", NULL},
        {"connect6", "", "j10 k10", "2 stones are too many: Black has 1 to place", "too many"},
        {"connect6", "j10", "a2 b2", NULL, NULL},
        {"connect6", "j10", "a2", "a turn has 2 stones here, not 1", NULL},
        {"connect6", "j10", "a2 b2 c2", "3 stones are too many: White has 2 to place", "too many"},
        {"connect6", "j10", "a2 a2", "a2 is occupied", "a2 is occupied"},
        {"connect6", "j10", "j10 a2", "j10 is occupied", "j10 is occupied"},
        {"connect6", "j10 a2", "b2", NULL, NULL}, /* the rest of one that has begun */
        {"connect6", "j10 a2", "b2 c2", "2 stones are too many: White has 1 to place", "too many"},
        {"7,7,3,2,1", "d4 a7 b7 a1 b1", "c5 e5", NULL, NULL},
        {"7,7,3,2,1", "d4 a7 b7 a1 b1", "c7", NULL, NULL}, /* three in a row */
        {"7,7,3,2,1", "d4 a7 b7 a1 b1", "c7 e5", "e5: the game is over", "e5: the game is over"},
        {"7,7,3,2,1", "d4 a7 b7 a1 b1", "e5 c7", NULL, NULL},
        {"4,2,3,2,1", "a1 b1 a2 b2 c1 d1 c2", "d2", NULL, NULL}, /* the last square */
        {"4,2,3,2,1", "a1 b1 a2 b2 c1 d1 c2", "d2 a1", "2 stones are too many: Black has 1 to place",
         "too many"},
        {"tictactoe", "b2 a1 b1 a2 b3", "c3", "c3: the game is over", "c3: the game is over"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int part = 0; part <= 1; part++) {
            struct position *p = test_game(cases[i].game, cases[i].stones), *before = position_copy(p);
            struct squares turn = turn_of(p, cases[i].turn);
            const char *why = part ? cases[i].part : cases[i].whole;
            struct err e = {""};
            bool ok = part ? position_play_part(p, &turn, &e) : position_play_turn(p, &turn, &e);
            if (ok == (why != NULL) || (why && !strstr(e.text, why)))
                fail_msg("%s after %s in %s: '%s', expected '%s'", cases[i].turn, cases[i].stones,
                         cases[i].game, e.text, why ? why : "");
            if (ok)
                assert_true(p->outcome != OUTCOME_OPEN || p->to_move != before->to_move);
            else
                assert_true(position_equal(p, before) && p->plies == before->plies &&
                            p->outcome == before->outcome);
            position_free(before);
            position_free(p);
        }
}

/* Random walks: undoing gives back exactly what was there, and hashes depend on the position alone. */
static void undo_restores_everything(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 4);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules r = test_rules(games[g]);
        struct position *p = position_new(&r);
        for (int i = 0; i < 400; i++) {
            struct position *before = position_copy(p);
            square s = test_random_stone(p, &rng);
            if (s == SQUARE_NONE) {
                position_undo(p);
            } else {
                if (rng_below(&rng, 10) == 0)
                    position_pass(p);
                else
                    position_place(p, s);
                assert_false(position_equal(before, p));
                struct position *after = position_copy(p);
                position_undo(p);
                assert_true(position_equal(before, p));
                assert_int_equal(before->hash, p->hash);
                assert_int_equal(before->outcome, p->outcome);
                assert_int_equal(before->empty, p->empty);
                if (after->ply[after->plies - 1].at == SQUARE_NONE)
                    position_pass(p);
                else
                    position_place(p, s);
                assert_true(position_equal(after, p));
                position_free(after);
            }
            position_free(before);
        }
        while (p->plies)
            position_undo(p);
        assert_int_equal(p->hash, 0);
        struct position *empty = position_new(&r);
        assert_true(position_equal(p, empty));
        position_free(empty);
        position_free(p);
    }
}

static void the_order_of_stones_does_not_matter(void **state)
{
    (void)state;
    struct position *a = test_game("connect6", "j10 k11 i11 l9 h8 a1 b2");
    struct position *b = test_game("connect6", "l9 a1 i11 j10 h8 k11 b2");
    struct position *c = test_game("connect6", "l9 a1 i11 j10 h8 b2 k12");
    assert_true(position_equal(a, b));
    assert_true(position_key(a) == position_key(b));
    assert_false(position_equal(a, c));
    position_undo(a);
    position_pass(a); /* the same stones, another side to move */
    assert_false(position_equal(a, b));
    position_free(a);
    position_free(b);
    position_free(c);
}

static void set_up_finds_a_finished_game(void **state)
{
    (void)state;
    struct rules r = test_rules("5,5,3,1,1");
    struct position *p = position_new(&r);
    for (int i = 0; i < 3; i++)
        position_setup(p, square_at(i, 0), CELL_WHITE);
    struct err e;
    assert_true(position_settle(p, BLACK, 1, &e));
    assert_int_equal(p->outcome, OUTCOME_WHITE);
    for (int i = 0; i < 3; i++)
        position_setup(p, square_at(i, 1), CELL_BLACK);
    assert_false(position_settle(p, BLACK, 1, &e));
    assert_non_null(strstr(e.text, "both sides"));
    position_setup(p, square_at(1, 0), CELL_EMPTY);
    assert_true(position_settle(p, WHITE, 1, &e));
    assert_int_equal(p->outcome, OUTCOME_BLACK);
    assert_int_equal(p->stones, 5);
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_have_p_stones_and_the_first_q),
        cmocka_unit_test(a_row_wins_at_once),
        cmocka_unit_test(longer_rows_win_too),
        cmocka_unit_test(longer_rows_win_nothing_in_exact_games),
        cmocka_unit_test(rows_are_counted_stone_by_stone),
        cmocka_unit_test(every_direction_wins),
        cmocka_unit_test(rows_do_not_wrap),
        cmocka_unit_test(a_full_board_is_a_draw_and_the_last_turn_may_be_short),
        cmocka_unit_test(illegal_stones_say_why),
        cmocka_unit_test(a_turn_is_whole_or_ends_the_game),
        cmocka_unit_test(undo_restores_everything),
        cmocka_unit_test(the_order_of_stones_does_not_matter),
        cmocka_unit_test(set_up_finds_a_finished_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
