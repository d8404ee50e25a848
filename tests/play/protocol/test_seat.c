/* The engine's seat: stones in any order, and searches in the background. */
#include "support/boards.h"

#include <string.h>
#include <time.h>

#include "play/protocol/conversation.h"

static square at(const struct seat *s, const char *name)
{
    return test_square(seat_position(s), name);
}

static void put(struct seat *s, enum side side, const char *name)
{
    struct err e;
    if (!seat_stone(s, side, at(s, name), &e))
        fail_msg("%s: %s", name, e.text);
}

static struct seat *seat_of(const char *game)
{
    struct seat_options o = quick_seat(game);
    return seat_new(&o);
}

static void stones_in_order_are_the_game(void **state)
{
    (void)state;
    struct seat *s = seat_of("connect6");
    put(s, BLACK, "j10");
    put(s, WHITE, "k11");
    assert_int_equal(seat_position(s)->to_move, WHITE);
    assert_int_equal(seat_position(s)->left, 1);
    put(s, WHITE, "i11");
    assert_int_equal(seat_position(s)->plies, 3);
    assert_true(seat_undo(s, NULL));
    assert_int_equal(seat_position(s)->plies, 2);
    assert_int_equal(seat_position(s)->to_move, WHITE);
    struct err e;
    assert_false(seat_stone(s, WHITE, at(s, "j10"), &e));
    assert_non_null(strstr(e.text, "occupied"));
    seat_free(s);
}

/* As a board is told square by square: whoever is asked then is to move, with the stones that the count gives
 * it. */
static void stones_out_of_order_are_a_set_up(void **state)
{
    (void)state;
    struct seat *s = seat_of("connect6");
    put(s, WHITE, "a1");
    put(s, WHITE, "b1");
    put(s, BLACK, "c1");
    assert_int_equal(seat_position(s)->stones, 3);
    assert_true(seat_side(s, BLACK, NULL));
    assert_int_equal(seat_position(s)->to_move, BLACK);
    assert_int_equal(seat_position(s)->left, 2);
    /* White out of turn: a whole turn. */
    assert_true(seat_side(s, WHITE, NULL));
    assert_int_equal(seat_position(s)->left, 2);
    /* Four stones: Black is in the middle of a turn. */
    put(s, BLACK, "d1");
    assert_int_equal(seat_position(s)->to_move, BLACK);
    assert_int_equal(seat_position(s)->left, 1);
    assert_true(seat_undo(s, NULL));
    assert_true(seat_undo(s, NULL));
    assert_int_equal(seat_position(s)->stones, 2);
    assert_int_equal(seat_position(s)->cell[at(s, "c1")], CELL_EMPTY);
    seat_free(s);
}

static void a_stone_is_taken_out_of_the_middle(void **state)
{
    (void)state;
    struct seat *s = seat_of("gomoku");
    struct err e;
    put(s, BLACK, "h8");
    put(s, WHITE, "i9");
    put(s, BLACK, "j10");
    assert_true(seat_remove(s, at(s, "i9"), NULL));
    assert_int_equal(seat_position(s)->stones, 2);
    assert_int_equal(seat_position(s)->to_move, WHITE);
    assert_false(seat_remove(s, at(s, "i9"), &e));
    assert_true(seat_remove(s, at(s, "j10"), NULL));
    /* What is left is a game again. */
    assert_int_equal(seat_position(s)->plies, 1);
    seat_free(s);
}

static void a_won_game_takes_no_more_stones(void **state)
{
    (void)state;
    struct seat *s = seat_of("tictactoe");
    struct err e;
    put(s, BLACK, "a1");
    put(s, BLACK, "a2");
    put(s, BLACK, "a3");
    assert_int_equal(seat_position(s)->outcome, OUTCOME_BLACK);
    assert_false(seat_stone(s, WHITE, at(s, "b1"), &e));
    assert_false(seat_side(s, WHITE, &e));
    assert_string_equal(e.text, "the game is over");
    assert_true(seat_undo(s, NULL));
    assert_int_equal(seat_position(s)->outcome, OUTCOME_OPEN);
    seat_free(s);
}

static void turns_are_whole_and_legal(void **state)
{
    (void)state;
    static const char *const games[] = {"connect6",  "gomoku",      "tictactoe",
                                        "7,5,4,3,2", "25,25,6,2,1", "2,2,2,3,1"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct seat *s = seat_of(games[i]);
        for (int turns = 0; turns < 6 && seat_position(s)->outcome == OUTCOME_OPEN; turns++) {
            struct squares turn;
            enum side side = seat_position(s)->to_move;
            int length = position_turn_length(seat_position(s));
            assert_true(seat_think(s, NULL, NULL, NULL, &turn, NULL, NULL));
            for (int j = 0; j < turn.n; j++)
                assert_true(seat_stone(s, side, turn.s[j], NULL));
            assert_true(turn.n == length || seat_position(s)->outcome != OUTCOME_OPEN);
        }
        seat_free(s);
    }
}

static void count_reports(void *context, const struct report *r)
{
    assert_true(r->n > 0);
    atomic_fetch_add((atomic_int *)context, 1);
}

/* A search goes on until it is stopped, and everything that changes the game stops it. */
static void a_search_goes_on_in_the_background(void **state)
{
    (void)state;
    struct seat *s = seat_of("connect6");
    atomic_int reports = 0;
    put(s, BLACK, "j10");
    assert_true(seat_watch(s, 2, NULL, count_reports, &reports, NULL));
    WAIT_UNTIL(atomic_load(&reports) > 0);
    put(s, WHITE, "k11");
    int seen = atomic_load(&reports);
    nanosleep(&(struct timespec){0, 150000000}, NULL);
    assert_int_equal(atomic_load(&reports), seen);
    assert_true(seat_watch(s, 1, NULL, NULL, NULL, NULL));
    seat_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stones_in_order_are_the_game),
        cmocka_unit_test(stones_out_of_order_are_a_set_up),
        cmocka_unit_test(a_stone_is_taken_out_of_the_middle),
        cmocka_unit_test(a_won_game_takes_no_more_stones),
        cmocka_unit_test(turns_are_whole_and_legal),
        cmocka_unit_test(a_search_goes_on_in_the_background),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
