/* The tree search of the Connect family: what it is certain of, turns in one order only, the same answer every time. */
#include "support/boards.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/engine/engine.h"
#include "connect/game/evaluator.h"
#include "connect/game/scout.h"
#include "mcts/mcts.h"
#include "play/agent/agent.h"

static struct report report; /* large */

static struct bot *make(const char *spec, const struct game *g)
{
    struct err e;
    struct bot *b = agent_player(spec, g, 1, &e);
    if (!b)
        fail_msg("%s", e.text);
    return b;
}

static void study(const char *spec, struct game *g, uint64_t playouts)
{
    struct bot *b = make(spec, g);
    bot_study(b, g, &(struct limits){.nodes = playouts}, NULL, NULL, &report);
    bot_free(b);
}

/* Four in a row, open: a row in this turn; for the other side three threats against two stones. */
static void ends_are_certain(void **state)
{
    (void)state;
    struct game *g = connect_take(test_game("connect6", "j10 a1 a19 k10 l10 s1 s19 m10 a10 e1 o1"));
    study("mcts:memory=8", g, 50);
    assert_int_equal(report.line[0].mate, 1);
    struct squares turn = engine_turn(connect_threats(g)->position, &report.line[0]);
    assert_int_equal(turn.n, 2);
    struct err e;
    assert_true(position_play_turn(connect_threats(g)->position, &turn, &e));
    game_free(g);
    g = connect_take(test_board("7,7,4,2,1", "White to move, 2 stones\n"
                                             ". . . . . . .\n"
                                             ". . . . . . .\n"
                                             ". . x . x . .\n"
                                             ". . . . . . .\n"
                                             ". . x . x . .\n"
                                             ". . . . . . .\n"
                                             "o . . . . . o\n"));
    study("mcts:memory=8", g, 50);
    assert_int_equal(report.line[0].mate, -1);
    assert_int_equal(report.line[0].n, position_turn_length(connect_threats(g)->position));
    game_free(g);
}

/* Without any forcing search a lost and a won board are proved by the tree alone, and told with a turn. */
static void the_tree_proves(void **state)
{
    (void)state;
    static const char *const spec[] = {"mcts:memory=8,force=0,first=0,urgency=-1",
                                       "mcts:memory=8,force=0,first=0,urgency=-1,threads=3"};
    for (int i = 0; i < 2; i++) {
        struct game *g = connect_take(test_game("4,3,3,1,1", ""));
        study(spec[i], g, 20000);
        assert_true(report.line[0].mate > 1);
        assert_true(report.nodes < 20000); /* it stops when all is known */
        game_play(g, report.line[0].move[0]);
        study(spec[i], g, 20000);
        assert_true(report.line[0].mate < 0);
        assert_true(report.line[0].chance < 1e-9);
        game_free(g);
    }
}

/* All that was tried loses, but not everything was: no loss is told. */
static void a_narrow_search_claims_no_loss(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 7);
    for (int round = 0; round < test_rounds(30); round++) {
        struct position *p = test_game("4,4,4,1,1", "");
        while (p->stones < 7)
            position_place(p, test_random_stone(p, &rng));
        struct game *g = connect_take(p);
        if (game_state(g) == OUTCOME_OPEN) {
            study("mcts:memory=8,urgency=-1", g, 5000); /* sees everything */
            bool lost = report.line[0].mate < 0;
            study("mcts:memory=8,urgency=-1,width=1", g, 5000);
            assert_true(lost || report.line[0].mate >= 0);
        }
        game_free(g);
    }
}

/* Two of three squares in a row: three first stones, three pairs, each of which leaves one stone; and the root. */
static void a_turn_has_one_order(void **state)
{
    (void)state;
    struct game *g = connect_take(test_game("4,1,4,2,1", "b1"));
    struct scout *scout = connect_scout(&connect_threats(g)->position->rules, 0, false, 1 << 16);
    struct evaluator *x = connect_evaluator();
    struct mcts_options o = mcts_usual();
    o.asking = MCTS_AT_ONCE;
    o.evaluator = &x;
    o.scout = &scout;
    o.mix = 1;
    o.rave = 0;
    o.urgency = -1;
    struct mcts *m = mcts_new(g, &o);
    mcts_run(m, &(struct mcts_limits){.playouts = 1000});
    struct mcts_counts c = mcts_count(m);
    assert_int_equal(c.nodes, 3 + 3 + 3 + 1);
    assert_int_equal(mcts_outcome(m), OUTCOME_DRAW);
    assert_true(c.walks < 1000);
    mcts_free(m);
    evaluator_free(x);
    scout_free(scout);
    game_free(g);
}

/* Whatever was asked before. */
static void the_same_answer_every_time(void **state)
{
    (void)state;
    struct game *g = connect_take(test_game("connect6", "j10 k11 i11 l9 j12"));
    struct game *other = connect_take(test_game("connect6", "j10 a1 b2"));
    struct bot *b = make("mcts:memory=8,playouts=300", g);
    struct squares first = bot_choose(b, g, NULL);
    uint64_t nodes = b->work.nodes;
    bot_choose(b, other, NULL);
    struct squares second = bot_choose(b, g, NULL);
    assert_true(squares_same(&first, &second));
    assert_int_equal(nodes, b->work.nodes);
    bot_free(b);
    game_free(other);
    game_free(g);
}

/* A tree is kept from turn to turn; one that is begun in the middle of a turn has every move. */
static void goes_on_with_its_tree(void **state)
{
    (void)state;
    struct game *g = connect_take(test_game("connect6", "j10"));
    struct bot *b = make("mcts:memory=8,keep=yes", g);
    for (int turn = 0; turn < 3; turn++) {
        bot_study(b, g, &(struct limits){.nodes = 400}, NULL, NULL, &report);
        uint64_t all = 0;
        for (int i = 0; i < report.n; i++)
            all += report.line[i].visits;
        assert_true(turn == 0 ? all <= 400 : all > 400);
        struct squares whole = engine_turn(connect_threats(g)->position, &report.line[0]);
        assert_int_equal(whole.n, 2);
        game_play(g, whole.s[0]);
        if (turn == 2) { /* asked in the middle of it */
            bot_study(b, g, &(struct limits){.nodes = 400}, NULL, NULL, &report);
            assert_int_equal(engine_turn(connect_threats(g)->position, &report.line[0]).n, 1);
        }
        game_play(g, whole.s[1]);
    }
    bot_free(b);
    game_free(g);
}

/* Threads, a tree that is full again and again, and a listener. */
static void hear(void *context, const struct report *r)
{
    assert_true(r->n > 0 && r->line[0].n > 0);
    ++*(int *)context;
}

static void threads_share_a_small_tree(void **state)
{
    (void)state;
    struct game *g = connect_take(test_game("connect6", "j10 k11 i11 l9 j12"));
    struct bot *b = make("mcts:memory=8,threads=3,force=10,first=0", g);
    int heard = 0;
    bot_study(b, g, &(struct limits){.nodes = 6000}, hear, &heard, &report);
    assert_true(heard > 0);
    struct squares turn = engine_turn(connect_threats(g)->position, &report.line[0]);
    assert_int_equal(turn.n, 2);
    bot_free(b);
    game_free(g);
}

/* The evaluation that follows a search from position to position is that of a new one. */
static void an_evaluation_follows(void **state)
{
    (void)state;
    static const char *const rules[] = {"connect6", "9,9,5,1,1", "connect6"};
    struct rng rng;
    rng_seed(&rng, 3);
    struct evaluator *x = connect_evaluator();
    struct evaluation a = {.prior = mem_zero(400, sizeof *a.prior)},
                      b = {.prior = mem_zero(400, sizeof *b.prior)};
    for (int i = 0; i < 3; i++) {
        struct game_rules r = test_any(rules[i]);
        struct game *g = game_new(&r);
        for (int round = 0; round < test_rounds(200); round++) {
            int back = (int)rng_below(&rng, 4), on = (int)rng_below(&rng, 5);
            while (back-- > 0 && game_plies(g) > 0)
                game_undo(g);
            while (on-- > 0 && game_state(g) == OUTCOME_OPEN)
                game_play(g, test_random_stone(connect_threats(g)->position, &rng));
            if (game_state(g) != OUTCOME_OPEN)
                continue;
            struct evaluator *fresh = connect_evaluator();
            evaluator_ask(x, &g, 1, &a);
            evaluator_ask(fresh, &g, 1, &b);
            assert_true(fabs(a.chance - b.chance) < 1e-12);
            assert_int_equal(a.n, b.n);
            assert_memory_equal(a.prior, b.prior, (size_t)a.n * sizeof *a.prior);
            evaluator_free(fresh);
        }
        game_free(g);
    }
    free(a.prior);
    free(b.prior);
    evaluator_free(x);
}

/* A net in place of the engine's evaluation. */
static void a_net_may_judge(void **state)
{
    (void)state;
    struct game *g = connect_take(test_game("connect6", "j10"));
    study("mcts:memory=8,net=yes", g, 60);
    assert_true(report.line[0].visits > 5);
    assert_int_equal(report.line[0].mate, 0);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_are_certain),
        cmocka_unit_test(the_tree_proves),
        cmocka_unit_test(a_narrow_search_claims_no_loss),
        cmocka_unit_test(a_turn_has_one_order),
        cmocka_unit_test(the_same_answer_every_time),
        cmocka_unit_test(goes_on_with_its_tree),
        cmocka_unit_test(threads_share_a_small_tree),
        cmocka_unit_test(an_evaluation_follows),
        cmocka_unit_test(a_net_may_judge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
