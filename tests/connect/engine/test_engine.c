/* The engine as a whole: the same answer every time, limits obeyed, lines that can be played, wins that are
 * wins, and several threads. */
#include "support/boards.h"

#include "base/clock.h"
#include "connect/engine/engine.h"
#include "connect/exact/exact.h"
#include "support/sanitized.h"

static const char quiet[] = "j10 h9 j11 h11 i10 g10 i8";

static void think(const char *game, const char *stones, struct engine_options o, struct engine_limits l,
                  struct report *out)
{
    struct position *p = test_game(game, stones);
    struct engine *x = engine_new(&p->rules, &o, NULL);
    assert_non_null(x);
    engine_think(x, p, &l, NULL, NULL, out);
    engine_free(x);
    position_free(p);
}

static void same_options_same_answer(void **state)
{
    (void)state;
    static const char *const game[][2] = {
        {"connect6", quiet}, {"gomoku", "h8 i9 h9"}, {"12,12,6,3,1", "f6 g7 h8 e5"}};
    for (size_t i = 0; i < sizeof game / sizeof *game; i++) {
        struct report a, b;
        struct engine_limits l = {.work.nodes = 20000, .lines = 3};
        think(game[i][0], game[i][1], (struct engine_options){0}, l, &a);
        think(game[i][0], game[i][1], (struct engine_options){0}, l, &b);
        assert_int_equal(a.nodes, b.nodes);
        assert_int_equal(a.depth, b.depth);
        assert_int_equal(a.n, b.n);
        assert_memory_equal(a.line, b.line, (size_t)a.n * sizeof *a.line);
    }
}

static void cleared_is_as_new(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", quiet);
    struct engine *x = engine_new(&p->rules, NULL, NULL);
    struct engine_limits l = {.work.nodes = 20000};
    struct report a, b;
    engine_think(x, p, &l, NULL, NULL, &a);
    engine_clear(x);
    engine_think(x, p, &l, NULL, NULL, &b);
    assert_int_equal(a.nodes, b.nodes);
    assert_int_equal(a.line[0].value, b.line[0].value);
    engine_free(x);
    position_free(p);
}

/* Lines are legal games of whole turns, different from each other and in order. */
static void lines_can_be_played(void **state)
{
    (void)state;
    struct report r;
    think("connect6", quiet, (struct engine_options){0},
          (struct engine_limits){.work.nodes = 40000, .lines = 5}, &r);
    assert_int_equal(r.n, 5);
    for (int i = 0; i < r.n; i++) {
        struct position *p = test_game("connect6", quiet);
        struct squares turn = engine_turn(p, &r.line[i]);
        assert_int_equal(turn.n, 2);
        for (int j = 0; j < r.line[i].n; j++)
            assert_true(position_play(p, r.line[i].move[j], NULL));
        position_free(p);
        if (i > 0) {
            assert_true(r.line[i].value <= r.line[i - 1].value);
            assert_memory_not_equal(r.line[i].move, r.line[i - 1].move, 2 * sizeof(square));
        }
    }
}

static void limits_are_obeyed(void **state)
{
    (void)state;
    struct report r;
    think("connect6", quiet, (struct engine_options){0}, (struct engine_limits){.depth = 2}, &r);
    assert_int_equal(r.depth, 2);
    for (uint64_t nodes = 1; nodes <= 10000; nodes *= 10) {
        think("connect6", quiet, (struct engine_options){0}, (struct engine_limits){.work.nodes = nodes}, &r);
        assert_in_range(r.n, 1, 1);
        assert_true(r.nodes < nodes + 2000); /* one generation of turns beyond it */
    }
    double start = clock_cpu(CPU_PROCESS);
    think("connect6", quiet, (struct engine_options){0}, (struct engine_limits){.work.seconds = 0.2}, &r);
    assert_true(clock_cpu(CPU_PROCESS) - start < 2);
}

struct stopper {
    atomic_bool stop;
    int reports;
};

static void stop_at_third(void *context, const struct report *r)
{
    struct stopper *s = context;
    assert_true(r->n >= 1);
    if (++s->reports == 3)
        atomic_store(&s->stop, true);
}

static void stops_when_told(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        struct position *p = test_game("connect6", quiet);
        struct engine *x = engine_new(&p->rules, &(struct engine_options){.threads = threads}, NULL);
        struct stopper s = {.reports = 0};
        atomic_init(&s.stop, false);
        struct engine_limits l = {.work.stop = &s.stop};
        struct report r;
        engine_think(x, p, &l, stop_at_third, &s, &r);
        assert_true(s.reports >= 3);
        assert_true(r.n >= 1 && r.line[0].n >= 2);
        engine_free(x);
        position_free(p);
    }
}

/* Many short searches by more threads than there are processors: each ends, at the depth asked for unless the
 * game is decided, with a turn that can be played, and finds the wins that one thread finds. */
static void threads_finish_together(void **state)
{
    (void)state;
    static const char *const game[] = {"connect6", "gomoku", "11,11,6,3,2"};
    for (size_t i = 0; i < sizeof game / sizeof *game; i++) {
        struct position *p = test_game(game[i], "");
        struct engine *one = engine_new(&p->rules, &(struct engine_options){.hash_bytes = 8 << 20}, NULL);
        struct engine *four =
            engine_new(&p->rules, &(struct engine_options){.hash_bytes = 8 << 20, .threads = 4}, NULL);
        struct engine_limits l = {.depth = 3};
        int stones = TEST_SANITIZED ? 14 : 24;
        while (p->outcome == OUTCOME_OPEN && p->stones < stones) {
            struct report a, b;
            engine_clear(one);
            engine_think(one, p, &l, NULL, NULL, &a);
            engine_think(four, p, &l, NULL, NULL, &b);
            assert_true(b.n == 1 && (b.depth == 3 || b.line[0].mate != 0 || a.depth < 3));
            if (a.line[0].mate > 0)
                assert_true(b.line[0].mate > 0);
            struct squares turn = engine_turn(p, &b.line[0]);
            for (int j = 0; j < turn.n; j++)
                assert_true(position_play(p, turn.s[j], NULL));
        }
        assert_true(p->stones > 8);
        engine_free(one);
        engine_free(four);
        position_free(p);
    }
}

static void memory_is_obeyed(void **state)
{
    (void)state;
    struct rules r = test_rules("connect6");
    size_t most = TEST_SANITIZED ? 128 : 512; /* sanitizers keep several times as much beside it */
    for (size_t mb = 8; mb <= most; mb *= 4)
        for (int threads = 1; threads <= 2; threads++) {
            struct engine *x =
                engine_new(&r, &(struct engine_options){.hash_bytes = mb << 20, .threads = threads}, NULL);
            assert_in_range(engine_memory(x), (mb << 20) / 100 * 95, (mb << 20) / 100 * 105);
            engine_free(x);
        }
}

static void bad_options_are_refused(void **state)
{
    (void)state;
    struct err e;
    struct rules r = test_rules("connect6"), bad = {19, 19, 6, 0, 1, false};
    assert_null(engine_new(&r, &(struct engine_options){.threads = 1000}, &e));
    assert_null(engine_new(&bad, NULL, &e));
}

/* Whatever the limit cuts off: a position that is won is not called lost, and no refuted turn stands
 * first. */
static void limits_make_no_losses(void **state)
{
    (void)state;
    struct position *p =
        test_game("connect6", "j10 k9 j11 i9 k11 h8 l10 h10 j8 f10 k7 g9 i11 f8 i12 l12 k13 l14 m13 j14 "
                              "i15 h16 m11 k15 k14 k12 f12 j15 l15 m15 h15");
    struct engine *x = engine_new(&p->rules, &(struct engine_options){.hash_bytes = 1 << 22}, NULL);
    struct report r;
    for (uint64_t nodes = 2000; nodes <= 64000; nodes += 4000) {
        engine_clear(x);
        engine_think(x, p, &(struct engine_limits){.work.nodes = nodes}, NULL, NULL, &r);
        assert_true(r.n == 1 && r.line[0].mate >= 0 && r.line[0].likely >= 0);
    }
    engine_free(x);
    position_free(p);
}

/* On small boards the exact value is known: certain wins and losses agree with it, and so do the turns that
 * are said to win. */
static void certain_values_are_exact(void **state)
{
    (void)state;
    static const char *const game[] = {"4,4,4,2,1", "5,4,4,1,1", "5,5,4,1,1", "4,4,3,1,1", "5,3,4,2,2"};
    struct rng rng;
    rng_seed(&rng, 11);
    int certain = 0;
    for (int round = 0; round < test_rounds(60); round++) {
        struct position *p = test_game(game[round % 5], "");
        for (int n = (int)rng_below(&rng, 7) + 2; n > 0 && p->outcome == OUTCOME_OPEN; n--)
            position_place(p, test_random_stone(p, &rng));
        if (p->outcome == OUTCOME_OPEN) {
            struct engine *x = engine_new(&p->rules, &(struct engine_options){.hash_bytes = 1 << 20}, NULL);
            struct report r;
            engine_think(x, p, &(struct engine_limits){.depth = 6, .work.nodes = 30000}, NULL, NULL, &r);
            struct exact *oracle = exact_new(0);
            struct exact_result value;
            assert_true(exact_solve(oracle, p, NULL, &value, NULL));
            if (r.line[0].mate != 0) {
                assert_int_equal(value.lower, r.line[0].mate > 0 ? 1 : -1);
                assert_int_equal(value.lower, value.upper);
                certain++;
            }
            exact_free(oracle);
            engine_free(x);
        }
        position_free(p);
    }
    assert_true(certain > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_options_same_answer), cmocka_unit_test(cleared_is_as_new),
        cmocka_unit_test(lines_can_be_played),      cmocka_unit_test(limits_are_obeyed),
        cmocka_unit_test(stops_when_told),          cmocka_unit_test(threads_finish_together),
        cmocka_unit_test(memory_is_obeyed),         cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(limits_make_no_losses),    cmocka_unit_test(certain_values_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
