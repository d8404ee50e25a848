/* Solving known games, with certificates that the checker accepts, on boards of any size. */
#include "support/boards.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "connect/proof/check.h"
#include "connect/proof/solve.h"

/* Solves and has the certificate checked. */
static struct solve_result solve(const struct position *p, enum side attacker, int order, bool infinite)
{
    char path[64];
    snprintf(path, sizeof path, "solve-%ld.cert", (long)getpid());
    struct solve_job job = {
        .position = p, .attacker = attacker, .order = order, .infinite = infinite, .cert = path};
    struct solve_result r;
    struct err e;
    if (!solve_run(&job, &r, &e))
        fail_msg("%s", e.text);
    if (r.status != SOLVE_WON)
        return r;
    struct cert_reader *c = cert_reader_open(path, &e);
    struct check_result check;
    assert_non_null(c);
    assert_int_equal(cert_reader_claim(c)->infinite, infinite);
    if (check_run(c, NULL, &check) != CHECK_ACCEPTED)
        fail_msg("%s", check.why.text);
    assert_int_equal(check.turns, r.proof_nodes);
    check_result_free(&check);
    cert_reader_free(c);
    unlink(path);
    return r;
}

static struct solve_result solve_game(const char *game, enum side attacker, int order, bool infinite)
{
    struct rules rules = test_rules(game);
    struct position *p = position_new(&rules);
    struct solve_result r = solve(p, attacker, order, infinite);
    position_free(p);
    return r;
}

/* Black's three stones are found, and the proof is the same on every board. */
static void connect_6_2_3(void **state)
{
    (void)state;
    struct solve_result a = solve_game("19,19,6,2,3", BLACK, 3, false);
    assert_int_equal(a.status, SOLVE_WON);
    assert_int_equal(a.order, 3);
    assert_string_equal(solve_kind(&a), "VCNT");
    assert_false(a.infinite); /* too near the edge */
    struct rules large = test_rules("59,59,6,2,3");
    struct position *p = position_new(&large);
    struct solve_job job = {.position = p, .attacker = BLACK, .order = 3};
    struct solve_result b;
    assert_true(solve_run(&job, &b, NULL));
    assert_int_equal(b.status, SOLVE_WON);
    assert_true(b.infinite);
    assert_int_equal(a.nodes, b.nodes);
    assert_int_equal(a.proof_nodes, b.proof_nodes);
    job.infinite = true;
    assert_true(solve_run(&job, &b, NULL));
    assert_int_equal(b.status, SOLVE_WON);
    assert_int_equal(a.nodes, b.nodes);
    assert_int_equal(a.proof_nodes, b.proof_nodes);
    position_free(p);
}

/* The rows of the table of δ = 3 that need no patience, on the infinite board. */
static void small_games_on_the_infinite_board(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        int order;
    } won[] = {{"19,19,5,2,2", 3}, {"19,19,6,3,3", 2}};
    for (size_t i = 0; i < sizeof won / sizeof *won; i++) {
        struct solve_result r = solve_game(won[i].game, BLACK, won[i].order, true);
        assert_int_equal(r.status, SOLVE_WON);
        assert_int_equal(r.order, won[i].order);
        assert_true(r.infinite);
    }
}

/* The second player wins Connect(6,3,1) from any first stone: on the infinite board they are all the same. */
static void the_second_player_can_be_the_attacker(void **state)
{
    (void)state;
    struct position *p = test_game("19,19,6,3,1", "j10");
    struct solve_result r = solve(p, WHITE, 2, true);
    assert_int_equal(r.status, SOLVE_WON);
    assert_int_equal(r.turn.n, 3);
    position_free(p);
}

/* Both sides to move, a small board, where the edge matters: Tic-tac-toe with a fork. */
static void tic_tac_toe(void **state)
{
    (void)state;
    struct position *p = test_board("3,3,3,1,1", ". . x\n"
                                                 ". o .\n"
                                                 "x . o\n");
    assert_true(position_settle(p, BLACK, 1, NULL));
    struct solve_result r = solve(p, BLACK, 1, false);
    assert_int_equal(r.status, SOLVE_WON);
    assert_int_equal(r.turn.n, 1);
    assert_int_equal(r.turn.s[0], test_square(p, "a3"));
    assert_true(position_settle(p, WHITE, 1, NULL));
    r = solve(p, BLACK, 4, false);
    assert_int_equal(r.status, SOLVE_UNKNOWN); /* White takes a3 */
    position_free(p);
}

/* Double threats whose free stones are not among the few best squares. */
static void free_stones_may_be_anywhere(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10 k11 k9 m9 m11 k10 k12 k13 k7 l11 m12");
    struct solve_result r = solve(p, p->to_move, 1, false);
    assert_int_equal(r.status, SOLVE_WON);
    assert_int_equal(r.order, 1);
    position_free(p);
}

static void limits_stop_it(void **state)
{
    (void)state;
    struct position *p = test_game("19,19,6,2,1", "j10 a1 b1"); /* a win, perhaps, but not in a second */
    struct solve_job job = {.position = p, .attacker = BLACK, .order = 4, .limits.nodes = 2000};
    struct solve_result r;
    assert_true(solve_run(&job, &r, NULL));
    assert_int_equal(r.status, SOLVE_STOPPED);
    assert_in_range(r.nodes, 1, 2001);
    const atomic_bool stop = true;
    job.limits.nodes = 0;
    job.limits.stop = &stop;
    assert_true(solve_run(&job, &r, NULL));
    assert_int_equal(r.status, SOLVE_STOPPED);
    job.limits.stop = NULL;
    job.limits.seconds = 0.05;
    assert_true(solve_run(&job, &r, NULL));
    assert_int_equal(r.status, SOLVE_STOPPED);
    position_free(p);
}

static void bad_input_is_told(void **state)
{
    (void)state;
    struct position *p = test_board("3,3,3,1,1", "x x x\n"
                                                 "o o .\n"
                                                 ". . .\n");
    struct solve_job job = {.position = p, .attacker = BLACK, .order = 1};
    struct solve_result r;
    struct err e;
    assert_false(solve_run(&job, &r, &e));
    assert_string_equal(e.text, "the game is over");
    position_free(p);
    p = test_game("6,6,4,1,1", "a1");
    job = (struct solve_job){.position = p, .attacker = WHITE, .order = 5};
    assert_false(solve_run(&job, &r, &e));
    job.order = 0;
    assert_false(solve_run(&job, &r, &e));
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(connect_6_2_3),
        cmocka_unit_test(small_games_on_the_infinite_board),
        cmocka_unit_test(the_second_player_can_be_the_attacker),
        cmocka_unit_test(tic_tac_toe),
        cmocka_unit_test(free_stones_may_be_anywhere),
        cmocka_unit_test(limits_stop_it),
        cmocka_unit_test(bad_input_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
