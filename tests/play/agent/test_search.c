/* The shared search: the right value, no combination twice, forced turns, budgets, and tic-tac-toe. */
#include "support/boards.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "play/agent/agent.h"
#include "play/agent/turn_set.h"

/* ---- Against plain minimax ---- */

/* An agent that scores all squares alike and gives every set of stones a value out of the hat. */
static int flat_score(struct bot *a, struct game *game, struct scored *out)
{
    struct threats *t = connect_threats(game);
    (void)a;
    return agent_empties(t->position, out);
}

static double hat(const struct position *p, enum side side)
{
    double v = (double)(rng_mix(p->hash) % 2001) - 1000;
    return side == BLACK ? v : -v;
}

static double hat_evaluate(struct bot *a, struct game *game, enum side side)
{
    struct threats *t = connect_threats(game);
    (void)a;
    return hat(t->position, side);
}

static const struct bot_kind hatter = {
    .name = "hatter",
    .about = "values out of the hat",
    .size = sizeof(struct bot),
    .score = flat_score,
    .evaluate = hat_evaluate,
};

/* All stones in all orders, without any bound. */
static double minimax(struct position *p, int depth, enum side root)
{
    if (p->outcome == OUTCOME_DRAW)
        return 0;
    if (depth == 0)
        return hat(p, root);
    enum side side = p->to_move;
    double best = side == root ? -INFINITY : INFINITY;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] == CELL_EMPTY) {
            position_place(p, s);
            double v = minimax(p, depth - 1, root);
            position_undo(p);
            best = side == root ? fmax(best, v) : fmin(best, v);
        }
    return best;
}

/* On boards too small for a row of four there are no wins and no threats: what is left is the search. */
/* The shared search over an agent of this kind. */
static struct bot *searched(const struct bot_kind *kind, const char *options, const struct rules *r)
{
    struct game *g = connect_take(position_new(r));
    struct bot *b = agent_search(bot_make(kind, NULL, g, 1, NULL), options, g, 1, NULL);
    game_free(g);
    return b;
}

static void values_equal_minimax(void **state)
{
    (void)state;
    static const char *const games[] = {"3,3,4,1,1", "3,3,4,2,1", "3,2,4,2,2", "3,3,4,3,1", "3,2,4,3,2"};
    struct rng r;
    rng_seed(&r, 4);
    for (int i = 0; i < 100; i++) {
        struct rules rules = test_rules(games[i % 5]);
        struct position *p = position_new(&rules);
        for (int n = (int)rng_below(&r, 5); n > 0; n--)
            position_place(p, test_random_stone(p, &r));
        int depth = 1 + (int)rng_below(&r, 5);
        struct buf options = BUF_EMPTY;
        buf_format(&options, "depth=%d,width=9", depth);
        struct bot *a = searched(&hatter, buf_str(&options), &rules);
        struct threats *t = threats_new(p);
        agent_choose(a, t, NULL);
        double plain = minimax(p, depth, p->to_move);
        if (a->work.value < plain || a->work.value > plain)
            fail_msg("%s, depth %d: %g, not %g", games[i % 5], depth, a->work.value, plain);
        threats_free(t);
        bot_free(a);
        buf_free(&options);
        position_free(p);
    }
}

/* ---- Turns are sets ---- */

/* One turn of three stones among 8 squares: 8 first stones, 28 pairs, 56 triples, each placed once. */
static void no_combination_twice(void **state)
{
    (void)state;
    struct rules r = test_rules("3,3,4,3,1");
    struct position *p = position_new(&r);
    position_place(p, test_square(p, "b2"));
    struct threats *t = threats_new(p);
    struct bot *a = searched(&hatter, "depth=1t,width=9", &r);
    agent_choose(a, t, NULL);
    assert_int_equal(a->work.nodes, 8 + 28 + 56);
    bot_free(a);
    threats_free(t);
    position_free(p);
}

static void sets_of_sets(void **state)
{
    (void)state;
    struct turn_set s = {.key = NULL};
    turn_set_clear(&s);
    for (uint64_t i = 0; i < 1000; i++)
        assert_true(turn_set_add(&s, i * 64));
    for (uint64_t i = 0; i < 1000; i++)
        assert_false(turn_set_add(&s, i * 64));
    turn_set_clear(&s);
    assert_true(turn_set_add(&s, 64));
    assert_false(turn_set_add(&s, 64));
    turn_set_free(&s);
}

/* ---- What threats decide ---- */

/* The only way to stop both rows is a stone on each; the agent underneath knows nothing. */
static void forced_defence(void **state)
{
    (void)state;
    struct position *p = test_board("11,11,6,2,1", ". . . . . . . . . . .\n"
                                                   "o x x x x . . o . . .\n"
                                                   ". . . . . . . . . . .\n"
                                                   ". . . . . . . . . . .\n"
                                                   ". . . . . . . . . . .\n"
                                                   ". . . . . . . . . . .\n"
                                                   ". . . o . . x x x x o\n"
                                                   ". . . . . . . . . . .\n"
                                                   ". . . . . . . . . . .\n"
                                                   ". . . . . . . . . . .\n"
                                                   ". . . . . . . . . . .\n");
    assert_true(position_settle(p, WHITE, 2, NULL));
    struct threats *t = threats_new(p);
    struct bot *a = agent_new("random+search:depth=2,width=4", &p->rules, 3, NULL);
    struct squares turn = agent_choose(a, t, NULL);
    assert_int_equal(turn.n, 2);
    int rows[2] = {square_row(turn.s[0]) + 1, square_row(turn.s[1]) + 1};
    assert_true((rows[0] == 10 && rows[1] == 5) || (rows[0] == 5 && rows[1] == 10));
    bot_free(a);
    threats_free(t);
    position_free(p);
}

/* Black wins with the second turn: a double threat first. A look at one turn of each side finds it. */
static void wins_by_more_threats_than_stones(void **state)
{
    (void)state;
    struct position *p = test_board("11,11,5,1,1", ". . . . . . . . . . .\n"
                                                   ". . . . . . . . . . .\n"
                                                   ". . . . . . . . . . .\n"
                                                   ". . . . . o . . . . .\n"
                                                   ". . . . . . . . . . .\n"
                                                   ". . . . x x x . . . .\n"
                                                   ". . . . . . . . . . .\n"
                                                   ". . . o . . . . . . .\n"
                                                   ". . . . . . . o . . .\n"
                                                   ". . . . . . . . . . .\n"
                                                   ". . . . . . . . . . .\n");
    assert_true(position_settle(p, BLACK, 1, NULL));
    struct threats *t = threats_new(p);
    struct bot *a = agent_new("threats+search:depth=2", &p->rules, 3, NULL);
    square s = agent_choose(a, t, NULL).s[0];
    assert_true(s == test_square(p, "d6") || s == test_square(p, "h6"));
    assert_true(a->work.value > 9e14);
    bot_free(a);
    threats_free(t);
    position_free(p);
}

/* ---- Budgets ---- */

static void budgets_are_kept(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10 k11 i11 k9 i9");
    struct threats *t = threats_new(p);
    struct bot *a = agent_new("sequences+search:depth=9t,width=20", &p->rules, 1, NULL);
    atomic_bool stop = true;
    struct limits nodes = {.nodes = 500}, time = {.seconds = 0.05}, stopped = {.stop = &stop};
    assert_int_equal(agent_choose(a, t, &nodes).n, 2);
    assert_int_equal(a->work.nodes, 500);
    assert_true(a->work.depth >= 1);
    double start = clock_cpu(CPU_PROCESS);
    assert_int_equal(agent_choose(a, t, &time).n, 2);
    assert_true(clock_cpu(CPU_PROCESS) - start < 2);
    assert_int_equal(agent_choose(a, t, &stopped).n, 2);
    assert_true(a->work.nodes < 100);
    bot_free(a);
    /* The options set limits of their own. */
    a = agent_new("sequences+search:depth=9t,nodes=300,time=60", &p->rules, 1, NULL);
    assert_int_equal(agent_choose(a, t, NULL).n, 2);
    assert_int_equal(a->work.nodes, 300);
    bot_free(a);
    threats_free(t);
    position_free(p);
}

/* A search that does not reach the end of the turn leaves the rest to the agent. */
static void short_searches_give_whole_turns(void **state)
{
    (void)state;
    struct rules r = test_rules("15,15,8,5,3");
    struct position *p = position_new(&r);
    struct threats *t = threats_new(p);
    struct bot *a = agent_new("sequences+search:depth=1", &r, 1, NULL);
    assert_int_equal(agent_choose(a, t, NULL).n, 3);
    position_place(p, test_square(p, "h8"));
    threats_free(t);
    t = threats_new(p);
    assert_int_equal(agent_choose(a, t, NULL).n, 2);
    bot_free(a);
    threats_free(t);
    position_free(p);
}

/* ---- Tic-tac-toe ---- */

/* Tries every line of the opponent; how many games there are, and how many the agent loses. */
static void try_all(struct bot *a, struct threats *t, enum side own, int *games, int *lost)
{
    struct position *p = t->position;
    if (p->outcome != OUTCOME_OPEN) {
        ++*games;
        *lost += p->outcome == outcome_win(side_other(own));
        return;
    }
    if (p->to_move == own) {
        struct squares turn = agent_choose(a, t, NULL);
        threats_place(t, turn.s[0]);
        try_all(a, t, own, games, lost);
        threats_undo(t);
        return;
    }
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (position_legal_square(p, s)) {
            threats_place(t, s);
            try_all(a, t, own, games, lost);
            threats_undo(t);
        }
}

static void tic_tac_toe_is_never_lost(void **state)
{
    (void)state;
    struct rules r = test_rules("tictactoe");
    for (uint64_t seed = 0; seed < 10; seed++)
        for (int side = BLACK; side <= WHITE; side++) {
            struct position *p = position_new(&r);
            struct threats *t = threats_new(p);
            struct bot *a = agent_new("sequences+search", &r, seed, NULL);
            int games = 0, lost = 0;
            try_all(a, t, (enum side)side, &games, &lost);
            assert_true(games > 40);
            assert_int_equal(lost, 0);
            bot_free(a);
            threats_free(t);
            position_free(p);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_equal_minimax),
        cmocka_unit_test(no_combination_twice),
        cmocka_unit_test(sets_of_sets),
        cmocka_unit_test(forced_defence),
        cmocka_unit_test(wins_by_more_threats_than_stones),
        cmocka_unit_test(budgets_are_kept),
        cmocka_unit_test(short_searches_give_whole_turns),
        cmocka_unit_test(tic_tac_toe_is_never_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
