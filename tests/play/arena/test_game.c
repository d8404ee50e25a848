/* Single games: how they end, clocks, and adjudication that is a proof. */
#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connect/game/connect.h"
#include "play/arena/child.h"
#include "play/arena/game.h"
#include "support/brute.h"

#define BOT TEST_SOURCE "/tests/play/arena/bots/"

static struct game_result play(const char *game, const char *black, const char *white, struct turn_clock time,
                               bool adjudicate)
{
    const char *text[2] = {black, white};
    struct spec spec[2];
    struct err e;
    struct arena_game setup = {.rules = test_any(game), .seed = 5, .time = time, .adjudicate = adjudicate};
    for (int i = 0; i < 2; i++) {
        if (!spec_parse(text[i], &spec[i], &e) || !spec_check(&spec[i], &setup.rules, &e))
            fail_msg("%s", e.text);
        struct player_setup p = {&spec[i], setup.rules, NULL};
        setup.player[i] = player_new(&p);
    }
    struct game_result r;
    assert_true(arena_play(&setup, &r));
    for (int i = 0; i < 2; i++) {
        player_free(setup.player[i]);
        spec_free(&spec[i]);
    }
    return r;
}

static const struct turn_clock relaxed = {.margin = 0.5, .hang = PATIENCE};

static void games_end_on_the_board(void **state)
{
    (void)state;
    struct game_result r = play("connect6", "sequences", "adjacent", relaxed, false);
    assert_int_equal(r.outcome, OUTCOME_BLACK);
    assert_int_equal(r.end, GAME_ROW);
    assert_non_null(strstr(r.why.text, "Black has 6 in a row"));
    game_result_free(&r);
    r = play("3,3,4,1,1", "random", "random", relaxed, false);
    assert_int_equal(r.outcome, OUTCOME_DRAW);
    assert_int_equal(r.end, GAME_FULL);
    assert_int_equal(r.count, 9);
    assert_int_equal(r.turns[BLACK], 5);
    assert_int_equal(r.turns[WHITE], 4);
    game_result_free(&r);
}

/* What each misbehaving program is said to have done; it plays White. */
static void faults_lose_with_their_reason(void **state)
{
    (void)state;
    static const struct {
        const char *what, *why;
        enum fault_kind fault;
    } cases[] = {
        {"hang", "White: no answer in time to genmove white", FAULT_TIME},
        {"exit", "White: ended with status 3 at genmove white", FAULT_CRASH},
        {"suicide", "killed by signal 9", FAULT_CRASH},
        {"helper", "White: ended with status 0 at genmove white", FAULT_CRASH},
        {"nonsense", "White: genmove: 'the answer is within you' is no vertex", FAULT_NONSENSE},
        {"illegal", "is occupied", FAULT_ILLEGAL},
        {"flood", "White: more than 1024 kB without an answer to genmove white", FAULT_NONSENSE},
        {"resign", "White: resigned", FAULT_RESIGNED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char bot[300];
        snprintf(bot, sizeof bot, "gtp:cmd=%sgtp.sh %s,start=600", BOT, cases[i].what);
        struct turn_clock t = {.margin = 0.5, .hang = cases[i].fault == FAULT_TIME ? 0.5 : PATIENCE};
        struct game_result r = play("connect6", "adjacent", bot, t, false);
        /* On a busy machine it may be late before it hangs: then it is given more. */
        while (cases[i].fault == FAULT_TIME && strstr(r.why.text, "in time to play") && t.hang < PATIENCE) {
            game_result_free(&r);
            t.hang *= 4;
            r = play("connect6", "adjacent", bot, t, false);
        }
        if (r.end != GAME_FAULT || r.fault != cases[i].fault || !strstr(r.why.text, cases[i].why))
            fail_msg("%s: %s: %s", cases[i].what, game_end_name(r.end, r.fault), r.why.text);
        assert_int_equal(r.outcome, OUTCOME_BLACK);
        game_result_free(&r);
    }
    struct game_result r = play("connect6", "adjacent", "gtp:cmd=/no/such/program", relaxed, false);
    assert_int_equal(r.fault, FAULT_START);
    assert_int_equal(r.outcome, OUTCOME_BLACK);
    game_result_free(&r);
}

static void correct_programs_play_to_the_end(void **state)
{
    (void)state;
    static const struct {
        const char *game, *player;
    } cases[] = {
        {"connect6", "gtp:cmd=" BOT "gtp.sh,start=600"},
        {"gomoku", "gtp:cmd=" BOT "gtp.sh,start=600"},
        {"gomoku", "gomocup:cmd=" BOT "gomocup.sh,start=600"},
        {"connect6", "contest:cmd=" BOT "contest.sh,start=600"},
        {"connect6", "contest:cmd=" BOT "contest.sh,row=top,start=600"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int side = BLACK; side <= WHITE; side++) {
            struct game_result r = side == BLACK
                                       ? play(cases[i].game, cases[i].player, "adjacent", relaxed, false)
                                       : play(cases[i].game, "adjacent", cases[i].player, relaxed, false);
            if (r.end != GAME_ROW && r.end != GAME_FULL)
                fail_msg("%s: %s", cases[i].player, r.why.text);
            game_result_free(&r);
        }
}

static void time_is_kept(void **state)
{
    (void)state;
    /* It would be given long, were there no limit for a turn, or for the game. */
    struct turn_clock turn = {.turn = 0.3, .margin = 0.1, .hang = 10 * PATIENCE},
                      game = {.game = 0.4, .margin = 0.1, .hang = 10 * PATIENCE};
    struct game_result r = play("connect6", "adjacent", "gtp:cmd=" BOT "gtp.sh hang,start=600", turn, false);
    assert_int_equal(r.fault, FAULT_TIME);
    assert_true(r.seconds[WHITE] > 0.3 && r.seconds[WHITE] < PATIENCE);
    game_result_free(&r);
    r = play("connect6", "adjacent", "gtp:cmd=" BOT "gtp.sh hang,start=600", game, false);
    assert_int_equal(r.fault, FAULT_TIME);
    assert_true(r.seconds[WHITE] > 0.4 && r.seconds[WHITE] < PATIENCE);
    game_result_free(&r);
    /* An agent of ours is held to the clock too. */
    struct turn_clock mean = {.turn = 0.01, .hang = PATIENCE};
    r = play("connect6", "random", "montecarlo:games=1000000", mean, false);
    assert_true(r.end == GAME_FAULT || r.turns[WHITE] > 1);
    game_result_free(&r);
}

/* Random games on small boards: whoever is said to win for certain does, against every defence. */
static bool defender_is_lost(struct position *p, enum side attacker, int left, square from)
{
    if (p->outcome != OUTCOME_OPEN)
        return p->outcome == outcome_win(attacker);
    if (left == 0 || p->to_move == attacker)
        return brute_threats(p, attacker) > 0;
    for (square s = from; s; s = square_next(&p->rules, s)) {
        if (!position_legal_square(p, s))
            continue;
        position_place(p, s);
        bool lost = defender_is_lost(p, attacker, left - 1, s);
        position_undo(p);
        if (!lost)
            return false;
    }
    return true;
}

static void adjudication_is_a_proof(void **state)
{
    (void)state;
    static const char *const games[] = {"6,6,4,2,1", "6,5,4,1,1", "5,5,4,2,2", "7,3,3,1,1"};
    struct rng rng;
    rng_seed(&rng, 11);
    int decided[2] = {0, 0};
    for (int i = 0; i < test_rounds(400); i++) {
        struct rules r = test_rules(games[i % 4]);
        struct position *p = position_new(&r);
        struct threats *t = threats_new(p);
        while (p->outcome == OUTCOME_OPEN) {
            bool begins = !p->plies || (enum side)p->ply[p->plies - 1].side != p->to_move;
            struct err why;
            enum outcome o = begins ? connect_decided(t, &why) : OUTCOME_OPEN;
            if (o == outcome_win(p->to_move)) {
                struct squares w = threats_winning_squares(t);
                struct position *copy = position_copy(p);
                for (int k = 0; k < w.n && copy->outcome == OUTCOME_OPEN; k++)
                    position_place(copy, w.s[k]);
                assert_int_equal(copy->outcome, o);
                position_free(copy);
                decided[0]++;
            } else if (o != OUTCOME_OPEN) {
                struct position *copy = position_copy(p);
                assert_true(
                    defender_is_lost(copy, side_other(p->to_move), position_turn_length(p), square_first()));
                position_free(copy);
                decided[1]++;
            }
            threats_place(t, test_random_stone(p, &rng));
        }
        threats_free(t);
        position_free(p);
    }
    assert_true(decided[0] > 5 && decided[1] > 5);
    struct game_result r = play("connect6", "sequences", "adjacent", relaxed, true);
    assert_int_equal(r.outcome, OUTCOME_BLACK);
    assert_int_equal(r.end, GAME_PROOF);
    game_result_free(&r);
}

static void ends_have_names(void **state)
{
    (void)state;
    enum game_end end;
    enum fault_kind fault;
    assert_true(game_end_parse("crash", &end, &fault) && end == GAME_FAULT && fault == FAULT_CRASH);
    assert_true(game_end_parse("row", &end, &fault) && end == GAME_ROW && fault == FAULT_NONE);
    assert_false(game_end_parse("fault", &end, &fault));
    assert_false(game_end_parse("none", &end, &fault));
    assert_false(game_end_parse("stopped", &end, &fault));
}

int main(void)
{
    child_adopt();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_end_on_the_board),           cmocka_unit_test(faults_lose_with_their_reason),
        cmocka_unit_test(correct_programs_play_to_the_end), cmocka_unit_test(time_is_kept),
        cmocka_unit_test(adjudication_is_a_proof),          cmocka_unit_test(ends_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
