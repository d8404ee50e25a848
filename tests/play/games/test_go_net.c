/* The net that plays Go: when it stops. */
#include "support/boards.h"

#include "go/game.h"
#include "play/games/go_net.h"

/* Black's board but for three times two points, into which White could throw stones. */
static struct game *lost_for_white(void)
{
    struct game_rules r = test_any("go:5,komi=0.5");
    struct game *game = game_new(&r);
    struct go *g = go_of(game);
    uint8_t cells[GO_POINTS];
    static const int open[] = {20, 21, 12, 13, 3, 4};
    struct err e;
    for (int p = 0; p < g->points; p++)
        cells[p] = CELL_BLACK;
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        cells[open[i]] = CELL_EMPTY;
    assert_true(go_lay(g, cells, &e));
    go_turn(g, BLACK);
    return game;
}

static void it_passes_when_all_is_over(void **state)
{
    (void)state;
    struct game *g = lost_for_white();
    struct err e;
    struct bot *b = bot_make(&go_net, NULL, g, 1, &e);
    struct limits budget = {.nodes = 1};
    assert_non_null(b);
    /* Nobody has passed: it plays on, whoever wins. */
    go_turn(go_of(g), WHITE);
    assert_int_not_equal(bot_choose(b, g, &budget).s[0], GO_PASS);
    go_turn(go_of(g), BLACK);
    assert_int_not_equal(bot_choose(b, g, &budget).s[0], GO_PASS);
    /* Black has passed: lost. */
    game_play(g, GO_PASS);
    assert_int_equal(bot_choose(b, g, &budget).s[0], GO_PASS);
    game_undo(g);
    /* White has passed: won as it stands. */
    go_turn(go_of(g), WHITE);
    game_play(g, GO_PASS);
    assert_int_equal(bot_choose(b, g, &budget).s[0], GO_PASS);
    bot_free(b);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_passes_when_all_is_over)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
