/* Go behind the seam, and its players: they play whole games by the rules, fill no eye of their own, and repeat themselves
 * with the same seed. */
#include "support/boards.h"

#include <string.h>

#include "go/game.h"

static struct game *new_game(void)
{
    struct game_rules r = test_any("go:5,komi=0.5");
    return game_new(&r);
}

/* Plays a game of the player against itself; returns its key at the end. */
static uint64_t play_out(const struct bot_kind *player, uint64_t seed, int *moves)
{
    struct game *g = new_game();
    struct err e;
    struct bot *b = bot_make(player, NULL, g, seed, &e);
    if (!b)
        fail_msg("%s: %s", player->name, e.text);
    struct limits budget = {.nodes = 20};
    *moves = 0;
    while (game_state(g) == OUTCOME_OPEN && *moves < 300) {
        struct squares turn = bot_choose(b, g, &budget);
        assert_int_equal(turn.n, 1);
        assert_true(game_legal(g, turn.s[0]));
        if (player != &go_random) /* it knows the rules and nothing else */
            assert_true(turn.s[0] == GO_PASS || go_sensible(go_of(g), turn.s[0]));
        game_play(g, turn.s[0]);
        ++*moves;
    }
    uint64_t key = g->kind->key(g);
    bot_free(b);
    game_free(g);
    return key;
}

static void players_play_sensible_games(void **state)
{
    (void)state;
    static const struct bot_kind *const players[] = {&go_plain, &go_random};
    for (int i = 0; i < 2; i++) {
        int first, again;
        uint64_t key = play_out(players[i], 3, &first);
        assert_true(first > 4);
        assert_true(key == play_out(players[i], 3, &again));
        assert_int_equal(first, again);
    }
}

static void scores_are_written_as_gtp_has_them(void **state)
{
    (void)state;
    static const struct {
        int half;
        const char *text;
    } cases[] = {{7, "B+3.5"}, {-1, "W+0.5"}, {0, "0"}, {8, "B+4"}, {-20, "W+10"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf b = BUF_EMPTY;
        go_score_text(cases[i].half, &b);
        assert_string_equal(buf_str(&b), cases[i].text);
        buf_free(&b);
    }
}

static void two_passes_end_a_game_by_counting(void **state)
{
    (void)state;
    struct game *g = new_game();
    game_move centre;
    struct err e;
    struct buf b = BUF_EMPTY;
    assert_true(g->kind->read_move(g, GAME_GTP, "C3", &centre, &e));
    game_play(g, centre);
    game_play(g, GO_PASS);
    game_play(g, GO_PASS);
    assert_int_equal(game_state(g), OUTCOME_BLACK); /* all of the board is Black's, less half a point */
    g->kind->ending(g, &b);
    assert_non_null(strstr(buf_str(&b), "24.5"));
    buf_free(&b);
    game_undo(g);
    assert_int_equal(game_state(g), OUTCOME_OPEN);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_play_sensible_games),
        cmocka_unit_test(scores_are_written_as_gtp_has_them),
        cmocka_unit_test(two_passes_end_a_game_by_counting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
