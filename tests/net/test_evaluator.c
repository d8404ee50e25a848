/* What evaluators say, whoever they are and whatever the game: legal moves once each, the likeliest first, together all;
 * the same answer to the same question; the position as it was; and in batches what they say one by one. */
#include "support/boards.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/rng.h"
#include "connect/game/evaluator.h"
#include "net/evaluator.h"
#include "play/games/games.h"
#include "support/folder.h"

enum { BATCH = 3, ROOM = 19 * 19 + 1 };

static struct game *some_game(const char *rules, uint64_t seed, int moves)
{
    struct game_rules r;
    struct rng rng;
    struct err e;
    game_move *list = mem_zero(GAME_MOVES_MOST, sizeof *list);
    if (!games_parse(rules, &r, &e))
        fail_msg("%s", e.text);
    struct game *g = game_new(&r);
    rng_seed(&rng, seed);
    while (moves-- > 0 && game_state(g) == OUTCOME_OPEN) {
        int n = g->kind->moves(g, list);
        game_play(g, list[rng_below(&rng, (uint32_t)(n > 1 ? n - 1 : n))]); /* in Go the last one is a pass */
    }
    if (game_state(g) != OUTCOME_OPEN)
        game_undo(g);
    free(list);
    return g;
}

static void check_answer(const struct game *g, const struct evaluation *v)
{
    bool *seen = mem_zero(UINT16_MAX + 1, sizeof *seen);
    double sum = 0;
    assert_true(v->chance > 0 && v->chance < 1);
    assert_true(v->n > 0);
    for (int i = 0; i < v->n; i++) {
        assert_true(game_legal(g, v->prior[i].move));
        assert_false(seen[v->prior[i].move]);
        seen[v->prior[i].move] = true;
        assert_true(i == 0 || v->prior[i].share < v->prior[i - 1].share ||
                    (v->prior[i].share >= v->prior[i - 1].share &&
                     v->prior[i].share <= v->prior[i - 1].share && v->prior[i].move > v->prior[i - 1].move));
        sum += (double)v->prior[i].share;
    }
    assert_true(fabs(sum - 1) < 1e-3);
    free(seen);
}

static void check(struct evaluator *x, const char *rules)
{
    struct game *g[BATCH];
    struct evaluation together[BATCH], alone;
    uint64_t key[BATCH];
    assert_non_null(x);
    alone.prior = mem_zero(ROOM, sizeof *alone.prior);
    for (int i = 0; i < BATCH; i++) {
        g[i] = some_game(rules, (uint64_t)i + 1, 8 + 3 * i);
        key[i] = g[i]->kind->key(g[i]);
        together[i].prior = mem_zero(ROOM, sizeof *together[i].prior);
    }
    evaluator_ask(x, g, BATCH, together);
    for (int i = 0; i < BATCH; i++) {
        check_answer(g[i], &together[i]);
        evaluator_ask(x, &g[i], 1, &alone);
        assert_int_equal(alone.n, together[i].n);
        assert_memory_equal(alone.prior, together[i].prior, (size_t)alone.n * sizeof *alone.prior);
        assert_true(fabs(alone.chance - together[i].chance) < 1e-12);
        assert_int_equal(g[i]->kind->key(g[i]), key[i]);
        game_free(g[i]);
        free(together[i].prior);
    }
    free(alone.prior);
    evaluator_free(x);
}

static struct evaluator *net_for(const char *rules, const struct net_evaluator_options *o, struct err *e)
{
    struct game *g = some_game(rules, 1, 0);
    struct evaluator *x = net_evaluator_new(g, o, e);
    game_free(g);
    return x;
}

static const struct net_evaluator_options usual = {.strength = NET_USUAL};

static void nets_answer(void **state)
{
    (void)state;
    static const char *const rules[] = {"connect6", "15,15,6,2,1", "go19", "go9"};
    struct err e;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        check(net_for(rules[i], &usual, &e), rules[i]);
}

static void the_others_answer(void **state)
{
    (void)state;
    check(connect_evaluator(), "connect6");
    check(connect_evaluator(), "gomoku");
    check(evaluator_none(), "go9");
    check(evaluator_none(), "connect6");
}

/* A game that is not shipped has evaluators by its planes alone. */
static void another_game_has_them_too(void **state)
{
    (void)state;
    struct folder f = folder_new();
    struct buf b = BUF_EMPTY;
    struct rng rng;
    struct err e;
    struct net_file file = {.net = net_new("r2v8", 2, 8, 8, &e), .game = "four:8x8"};
    if (!file.net)
        fail_msg("%s", e.text);
    rng_seed(&rng, 5);
    file.parameter = mem_zero(file.net->parameters, sizeof *file.parameter);
    for (size_t i = 0; i < file.net->parameters; i++)
        file.parameter[i] = (float)(rng_unit(&rng) - 0.5) / 4;
    net_file_write(&file, NET_F32, &b);
    assert_true(file_write(f.file, b.text, b.len, &e));
    const struct net_evaluator_options o = {.path = f.file};
    check(evaluator_none(), "four");
    struct evaluator *x = net_for("four:8x8", &o, &e);
    if (!x)
        fail_msg("%s", e.text);
    check(x, "four:8x8");
    assert_null(net_for("go9", &o, &e)); /* and others do not take it */
    buf_free(&b);
    net_file_done(&file);
    folder_remove(&f);
}

/* The net is chosen by the game; other games' nets and none at all are refused with a reason. */
static void nets_know_their_game(void **state)
{
    (void)state;
    struct err e;
    struct evaluator *x = net_for("connect6", &usual, &e);
    assert_string_equal(net_evaluator_file(x)->game, "19,19,6,2,1");
    evaluator_free(x);
    x = net_for("go9", &usual, &e);
    assert_string_equal(net_evaluator_file(x)->game, "go19");
    evaluator_free(x);
    assert_null(net_for("gomoku", &usual, &e));
    assert_string_equal(e.text, "the net knows k=6, p=2");
    assert_null(net_for("go19", &(struct net_evaluator_options){.path = "builtin:connect6"}, &e));
    assert_string_equal(e.text, "a net for '19,19,6,2,1', not for Go");
    assert_null(net_for("connect6", &(struct net_evaluator_options){.path = "builtin:go"}, &e));
    assert_null(net_for("connect6", &(struct net_evaluator_options){.path = "/nowhere.net"}, &e));
}

/* Strength and history are inputs: what they say changes the answer, and the usual is what the game's table has. */
static void what_is_told_matters(void **state)
{
    (void)state;
    struct evaluation a = {.prior = mem_zero(ROOM, sizeof *a.prior)},
                      b = {.prior = mem_zero(ROOM, sizeof *b.prior)};
    struct game *g = some_game("go19", 4, 20);
    struct err e;
    const struct net_evaluator_options with[] = {{NULL, NET_USUAL, NET_LAST_USUAL},
                                                 {NULL, 9, NET_LAST_HIDE},
                                                 {NULL, 9, NET_LAST_SHOW},
                                                 {NULL, 1, NET_LAST_HIDE}};
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        struct evaluator *x = net_evaluator_new(g, &with[i], &e);
        evaluator_ask(x, &g, 1, i ? &b : &a);
        evaluator_free(x);
        if (i)
            assert_int_equal(memcmp(a.prior, b.prior, (size_t)a.n * sizeof *a.prior) == 0, i == 1);
    }
    game_free(g);
    free(a.prior);
    free(b.prior);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nets_answer),
        cmocka_unit_test(the_others_answer),
        cmocka_unit_test(another_game_has_them_too),
        cmocka_unit_test(nets_know_their_game),
        cmocka_unit_test(what_is_told_matters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
