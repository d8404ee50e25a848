/* Whole games by every protocol: the program itself in a process of its own, driven by the arena. */
#include "support/boards.h"

#include <stdio.h>

#include "play/arena/child.h"
#include "play/arena/game.h"

/* Plays a game of the agent `random` against `hexad WHAT`; it must end by itself, without any fault, and be
 * won by the engine. */
static void play(const char *kind, const char *what, const char *game, enum side engine, const char *opening)
{
    struct game_rules r = test_any(game);
    char text[1024];
    struct spec spec[2];
    struct player *player[2];
    snprintf(text, sizeof text, "%s:cmd=(exec '%s' %s --nodes 300 --hash 1)", kind, TEST_PROGRAM, what);
    assert_true(spec_parse(text, &spec[engine], NULL));
    assert_true(spec_parse("random", &spec[side_other(engine)], NULL));
    for (int i = 0; i < 2; i++) {
        struct player_setup s = {&spec[i], r, NULL};
        player[i] = player_new(&s);
    }
    struct position *p = test_game(game, opening);
    square stones[64];
    for (int i = 0; i < p->plies; i++)
        stones[i] = p->ply[i].at;
    struct arena_game s = {.rules = r,
                           .opening = stones,
                           .opening_stones = p->plies,
                           .player = {player[BLACK], player[WHITE]},
                           .seed = 3,
                           .time = {.turn = 20, .margin = 5, .hang = 60}};
    struct game_result result;
    assert_true(arena_play(&s, &result));
    if (result.outcome != outcome_win(engine) || result.end != GAME_ROW)
        fail_msg("%s %s %s: %s", kind, game, opening, result.why.text);
    game_result_free(&result);
    position_free(p);
    for (int i = 0; i < 2; i++) {
        player_free(player[i]);
        spec_free(&spec[i]);
    }
}

static void by_gtp(void **state)
{
    (void)state;
    play("gtp", "gtp", "connect6", BLACK, "");
    play("gtp", "gtp --ponder", "connect6", WHITE, "j10 a1 s19 b3 c7");
    play("gtp", "gtp --game 13,13,6,3,2", "13,13,6,3,2", BLACK, "");
}

static void by_the_contest_protocol(void **state)
{
    (void)state;
    play("contest", "contest", "connect6", BLACK, "");
    play("contest", "contest --ponder --threads 2", "connect6", WHITE, "");
    play("contest", "contest", "connect6", BLACK, "j10 a1 s19");
    play("contest", "contest --game gomoku", "gomoku", WHITE, "");
}

static void by_gomocup(void **state)
{
    (void)state;
    play("gomocup", "gomocup", "gomoku", BLACK, "");
    play("gomocup", "gomocup --ponder", "gomoku", WHITE, "h8 a1 b2");
    play("gomocup", "gomocup", "20,11,5,1,1", WHITE, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_gtp),
        cmocka_unit_test(by_the_contest_protocol),
        cmocka_unit_test(by_gomocup),
    };
    child_adopt();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
