/* Exact values against what is known of m,n,k-games (tests/data/mnk-values.txt), and finer facts. */
#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "connect/exact/exact.h"

static void check_value(const struct rules *r, int value)
{
    struct exact *x = exact_new(getenv("HEXAD_NIGHTLY") ? (size_t)1 << 30 : 0);
    struct position *p = position_new(r);
    struct exact_result out;
    struct err e;
    char game[RULES_TEXT];
    if (!exact_solve(x, p, NULL, &out, &e))
        fail_msg("%s", e.text);
    if (out.lower != out.upper || out.lower != value)
        fail_msg("%s: %d … %d instead of %d", rules_format(r, game), out.lower, out.upper, value);
    position_free(p);
    exact_free(x);
}

static void known_games(void **state)
{
    (void)state;
    char *text;
    size_t len;
    struct err e;
    if (!file_read(TEST_DATA "/mnk-values.txt", &text, &len, &e))
        fail_msg("%s", e.text);
    int checked = 0;
    char *rest;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        struct rules r = {0, 0, 0, 1, 1, false};
        char value, source[8], cost[8];
        if (*line == '#')
            continue;
        assert_int_equal(sscanf(line, "%d %d %d %c %7s %7s", &r.m, &r.n, &r.k, &value, source, cost), 6);
        assert_true(value == 'W' || value == 'D');
        if (strcmp(cost, "quick") == 0 || (strcmp(cost, "long") == 0 && getenv("HEXAD_NIGHTLY"))) {
            check_value(&r, value == 'W');
            checked++;
        }
    }
    assert_true(checked >= 10);
    free(text);
}

/* How many replies to these stones draw, all others losing; the drawing ones are put into `draw`. */
static int count_draws(struct exact *x, const char *game, const char *stones, square draw[EXACT_MOST])
{
    struct position *p = test_game(game, stones);
    struct exact_stone stone[EXACT_MOST];
    struct exact_result out;
    int n, draws = 0;
    assert_true(exact_all(x, p, NULL, stone, &n, &out, NULL));
    for (int i = 0; i < n; i++) {
        assert_int_equal(stone[i].lower, stone[i].upper);
        assert_true(stone[i].lower <= 0);
        if (stone[i].lower == 0)
            draw[draws++] = stone[i].at;
    }
    position_free(p);
    return draws;
}

/* On 5x5 with k = 4 every first stone draws, but not every reply: to the centre only its diagonal neighbours
 * do, to an inner corner one stone only, to a corner all. */
static void replies_on_the_small_board(void **state)
{
    (void)state;
    static const char *const inner[] = {"b2", "b4", "d2", "d4"}, *const corner[] = {"a1", "a5", "e1", "e5"};
    struct exact *x = exact_new(0);
    square draw[EXACT_MOST];
    assert_int_equal(count_draws(x, "5,5,4,1,1", "", draw), 25);
    assert_int_equal(count_draws(x, "5,5,4,1,1", "c3", draw), 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(abs(square_col(draw[i]) - 2), 1);
        assert_int_equal(abs(square_row(draw[i]) - 2), 1);
    }
    for (int i = 0; i < 4; i++) {
        assert_int_equal(count_draws(x, "5,5,4,1,1", inner[i], draw), 1);
        assert_int_equal(count_draws(x, "5,5,4,1,1", corner[i], draw), 24);
    }
    exact_free(x);
}

/* A board with a side shorter than k is a draw for k ≥ 3, and long lines make no difference to that. */
static void narrow_boards_are_drawn(void **state)
{
    (void)state;
    static const char *const games[] = {"3,9,4,1,1", "2,12,3,1,1", "2,30,3,1,1", "4,12,5,1,1", "5,9,6,1,1"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct rules r = test_rules(games[i]);
        check_value(&r, 0);
    }
}

/* Positions that can be reached, all orders of play counted once: 5478 for tic-tac-toe, 9722011 on 4x4 with
 * k = 4. Positions are numbers in base 3. */
static size_t count_reachable(struct position *p, uint8_t *seen)
{
    size_t number = 0, found = 1;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        number = 3 * number + p->cell[s];
    if (seen[number])
        return 0;
    seen[number] = 1;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (position_legal_square(p, s)) {
            position_place(p, s);
            found += count_reachable(p, seen);
            position_undo(p);
        }
    return found;
}

static void reachable_positions(void **state)
{
    (void)state;
    struct rules r = test_rules("tictactoe");
    struct position *p = position_new(&r);
    uint8_t *seen = mem_zero(43046721, 1); /* 3^16 */
    assert_int_equal(count_reachable(p, seen), 5478);
    position_free(p);
    if (getenv("HEXAD_NIGHTLY")) {
        r = test_rules("4,4,4,1,1");
        p = position_new(&r);
        memset(seen, 0, 43046721);
        assert_int_equal(count_reachable(p, seen), 9722011);
        position_free(p);
    }
    free(seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_games),
        cmocka_unit_test(replies_on_the_small_board),
        cmocka_unit_test(narrow_boards_are_drawn),
        cmocka_unit_test(reachable_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
