/* Whether a game has come to its end but for the counting. */
#include "support/boards.h"

#include <string.h>

#include "go/game.h"
#include "go/score.h"
#include "go/settle.h"

/* A 5x5 board from five rows, the top first, of B, W and dots. */
static struct go *board(const char *rows, enum side turn)
{
    struct go_rules r;
    uint8_t cells[GO_POINTS] = {0};
    struct err e;
    assert_true(go_rules_parse("go:5,komi=0.5", &r, &e));
    struct go *g = go_new(&r);
    for (int row = 4; row >= 0; row--)
        for (int col = 0; col < 5; col++) {
            char c = *rows++;
            cells[go_at(g, col, row)] = c == 'B' ? CELL_BLACK : c == 'W' ? CELL_WHITE : CELL_EMPTY;
        }
    assert_true(go_lay(g, cells, &e));
    go_turn(g, turn);
    return g;
}

static void settled_is(const char *rows, enum side turn, bool expected, int half_points)
{
    struct go *g = board(rows, turn);
    struct rng r;
    uint8_t owner[GO_POINTS];
    for (uint64_t seed = 0; seed < 5; seed++) {
        uint64_t key = go_key(g);
        rng_seed(&r, seed);
        assert_int_equal(go_settled(g, &r, owner), expected);
        if (expected)
            assert_int_equal(go_score_of(g, owner), half_points);
        assert_true(key == go_key(g));
    }
    go_free(g);
}

static void dead_stones_are_told(void **state)
{
    (void)state;
    /* A white stone that cannot be saved: it stands and counts, but the board is Black's. */
    static const char dead[] = "BBBBB"
                               "B.BW."
                               "BBBBB"
                               "B.BBB"
                               "BBBBB";
    struct go *g = board(dead, WHITE);
    assert_true(go_score(g) < 2 * 25 - 1);
    go_free(g);
    settled_is(dead, WHITE, true, 2 * 25 - 1);
    settled_is(dead, BLACK, true, 2 * 25 - 1);
    /* Both live. */
    settled_is(".BWW."
               "BBBWW"
               ".BWW."
               "BBBWW"
               ".BWW.",
               BLACK, true, 2 * (12 - 13) - 1);
}

static void open_games_are_not(void **state)
{
    (void)state;
    settled_is("....."
               "....."
               "....."
               "....."
               ".....",
               BLACK, false, 0);
    /* Who moves first has the middle. */
    settled_is(".BWW."
               "BB.WW"
               ".BW.W"
               "BB.WW"
               ".BWW.",
               BLACK, false, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dead_stones_are_told),
        cmocka_unit_test(open_games_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
