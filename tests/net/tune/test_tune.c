/* Learning from games: reading them, the gradient against differences, training that repeats, and whole
 * numbers that say what the floating-point net says. */
#include "support/boards.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/eval/cells.h"
#include "net/tune/convert.h"
#include "net/tune/selfplay.h"
#include "net/tune/trainer.h"

static struct tune_games *read_games(const char *game, const char *text)
{
    struct rules r = test_rules(game);
    struct tune_games *g = tune_games_new(&r);
    struct err e;
    if (!tune_games_read(g, text, strlen(text), &e))
        fail_msg("%s", e.text);
    return g;
}

static void assert_refused(const char *text, const char *why)
{
    struct rules r = test_rules("connect6");
    struct tune_games *g = tune_games_new(&r);
    struct err e = {""};
    assert_false(tune_games_read(g, text, strlen(text), &e));
    if (!strstr(e.text, why))
        fail_msg("'%s' does not say '%s'", e.text, why);
    tune_games_free(g);
}

static void games_are_read_from_csv(void **state)
{
    (void)state;
    struct tune_games *g = read_games("connect6", "game,stones,winner,values\r\n"
                                                  "7,j10 k11 i11,white,- 12 -34\r\n"
                                                  "8,j10 k12,,\n"
                                                  "9,j10 k13,draw,\n");
    assert_int_equal(g->n, 2);
    assert_int_equal(g->no_result, 1);
    assert_int_equal(g->game[0].result, OUTCOME_WHITE);
    assert_int_equal(g->game[0].n, 3);
    assert_int_equal(g->game[0].stone[2], square_at(8, 10));
    assert_int_equal(g->game[0].value[0], TUNE_NO_VALUE);
    assert_int_equal(g->game[0].value[2], -34);
    assert_int_equal(g->game[1].result, OUTCOME_DRAW);
    assert_null(g->game[1].value);
    struct buf b = BUF_EMPTY;
    tune_games_write(g, &b);
    assert_string_equal(buf_str(&b), "stones,winner,values\n"
                                     "j10 k11 i11,white,- 12 -34\n"
                                     "j10 k13,draw,\n");
    struct tune_games *again = read_games("connect6", buf_str(&b));
    assert_int_equal(again->n, 2);
    assert_int_equal(again->game[0].value[1], 12);
    buf_free(&b);
    tune_games_free(again);
    tune_games_free(g);
}

/* A rating is a whole number; what is none is none. */
static void ratings_are_read(void **state)
{
    (void)state;
    struct tune_games *g = read_games("connect6", "stones,winner,black_rating,white_rating\n"
                                                  "j10 k11 i11,white,2263,\n"
                                                  "j10 k12 i11,white,6d,1500?\n"
                                                  "j10 k13 i11,white,-5,99999999999999999999\n"
                                                  "j10 k14 i11,white\n");
    static const int expected[4][2] = {{2263, 0}, {0, 0}, {0, 0}, {0, 0}};
    assert_int_equal(g->n, 4);
    for (int i = 0; i < 4; i++)
        assert_memory_equal(g->game[i].rating, expected[i], sizeof expected[i]);
    tune_games_free(g);
    g = read_games("connect6", "(;GM[511]FF[4]SZ[19]BR[1500]WR[2100]RE[W+R];B[j10];W[k11i11])");
    assert_int_equal(g->n, 1);
    assert_int_equal(g->game[0].rating[BLACK], 1500);
    assert_int_equal(g->game[0].rating[WHITE], 2100);
    tune_games_free(g);
}

static void the_row_on_the_board_ends_a_game(void **state)
{
    (void)state;
    struct tune_games *g = read_games("tictactoe", "stones,winner\na1 a2 b1 b2 c1 c2,white\n");
    assert_int_equal(g->game[0].n, 5);
    assert_int_equal(g->game[0].result, OUTCOME_BLACK);
    tune_games_free(g);
}

static void games_are_read_from_journals_and_records(void **state)
{
    (void)state;
    struct tune_games *g =
        read_games("connect6", "{\"match\":\"hexad\",\"game\":\"Connect(19,19,6,2,1)\"}\n"
                               "{\"number\":0,\"winner\":\"black\",\"stones\":\"j10 k11 i11\"}\n"
                               "{\"match\":\"hexad\",\"game\":\"Connect(15,15,5,1,1)\"}\n"
                               "{\"number\":0,\"winner\":\"black\",\"stones\":\"h8\"}\n");
    assert_int_equal(g->n, 1);
    assert_int_equal(g->other_rules, 1);
    tune_games_free(g);
    g = read_games("connect6", "(;GM[4]SZ[19]RE[B+];B[jj];W[ih];W[kh])(;GM[4]SZ[19];B[jj])"
                               "(;GM[4]SZ[15]RU[Connect(15,15,5,1,1)]RE[B+];B[jj])");
    assert_int_equal(g->n, 1);
    assert_int_equal(g->no_result, 1);
    assert_int_equal(g->other_rules, 1);
    assert_int_equal(g->game[0].n, 3);
    tune_games_free(g);
}

static void bad_games_are_refused_with_their_line(void **state)
{
    (void)state;
    assert_refused("stones,winner\nj10 j10,black\n", "line 2: stone 2");
    assert_refused("stones,winner\nj10 z99,black\n", "line 2: stone 2");
    assert_refused("stones,winner\nj10\n", "line 2: no stones and winner");
    assert_refused("stones,winner,values\nj10 k10,black,3\n", "line 2: value 2");
    assert_refused("stones,winner,values\nj10,black,99999\n", "line 2: value 1");
    assert_refused("{\"stones\":3}\n", "line 1: neither");
    assert_refused("{\"stones\n", "line 1");
    assert_refused("(;GM[4]SZ[19];B[jj];W[jj])", "occupied");
}

/* Random games of some stones, won by either side in turn. */
static struct tune_games *random_games(const char *game, int n)
{
    struct rules r = test_rules(game);
    struct tune_games *g = tune_games_new(&r);
    struct rng rng;
    struct buf b = BUF_EMPTY;
    rng_seed(&rng, 3);
    buf_text(&b, "stones,winner\n");
    for (int i = 0; i < n; i++) {
        struct position *p = position_new(&r);
        char text[SQUARE_TEXT];
        for (square s; p->stones < 14 && (s = test_random_stone(p, &rng)) != SQUARE_NONE;) {
            position_place(p, s);
            buf_format(&b, "%s ", square_format(s, text));
        }
        buf_format(&b, ",%s\n", i % 2 ? "black" : "white");
        position_free(p);
    }
    struct err e;
    assert_true(tune_games_read(g, buf_str(&b), b.len, &e));
    buf_free(&b);
    return g;
}

static double loss_of(const struct net *n, const struct net_sample *x, struct net_scratch *s)
{
    struct net_answer a = net_run(n, x, s, NULL);
    return a.policy_loss + x->value_weight * a.value_loss;
}

/* The gradient is what small changes of the parameters do to the loss. */
static void the_gradient_is_that_of_the_loss(void **state)
{
    (void)state;
    struct tune_games *g = random_games("7,7,4,2,1", 4);
    struct samples *s = samples_new(g, 1000000, 0);
    struct sampler *m = sampler_new(s);
    size_t size = net_size(s->classes->classes, 2);
    float *numbers = mem_zero(size, sizeof *numbers), *slope = mem_zero(size, sizeof *slope);
    struct net net = net_view(numbers, s->classes->classes), gradient = net_view(slope, s->classes->classes);
    struct net_scratch *scratch = net_scratch_new(49);
    struct rng rng;
    rng_seed(&rng, 6);
    for (size_t i = 0; i < size; i++)
        numbers[i] = ((float)rng_unit(&rng) - 0.45f) * 0.3f;
    const struct net_sample *x = sampler_make(m, s->learn[9], 0);
    struct net_sample with = *x;
    with.value_weight = 0.7f;
    net_run(&net, &with, scratch, &gradient);
    int compared = 0;
    for (int i = 0; i < 4000 && compared < 300; i++) {
        size_t at = rng_below(&rng, (uint32_t)size);
        float old = numbers[at], d = 1.0f / 512;
        numbers[at] = old + d;
        double more = loss_of(&net, &with, scratch);
        numbers[at] = old - d;
        double less = loss_of(&net, &with, scratch);
        numbers[at] = old;
        double slope_here = (more - less) / (2 * d);
        if (fabs(slope_here) < 1e-4)
            continue;
        compared++;
        /* A feature that passes its bound within the step bends the loss there. */
        if (fabs(slope_here - slope[at]) > 0.02 + 0.1 * fabs(slope_here))
            fail_msg("number %zu: %g by differences, %g", at, slope_here, (double)slope[at]);
    }
    assert_in_range(compared, 100, 300);
    net_scratch_free(scratch);
    free(numbers);
    free(slope);
    sampler_free(m);
    samples_free(s);
    tune_games_free(g);
}

static bool keep_last(void *context, const struct trainer_progress *p)
{
    struct trainer_progress *last = context;
    *last = *p;
    return true;
}

static bool never(void *context)
{
    (void)context;
    return false;
}

static struct weights *train(const struct samples *s, int threads, uint64_t seed,
                             struct trainer_progress *last)
{
    struct trainer_options o = trainer_defaults();
    o.epochs = 8;
    o.batch = 32;
    o.threads = threads;
    o.seed = seed;
    struct trainer *t = trainer_new(s, &o);
    trainer_run(t, keep_last, never, last);
    struct weights *w = trainer_weights(t);
    trainer_free(t);
    return w;
}

static bool same_weights(const struct weights *a, const struct weights *b)
{
    struct buf x = BUF_EMPTY, y = BUF_EMPTY;
    weights_write(a, &x);
    weights_write(b, &y);
    bool same = x.len == y.len && memcmp(x.text, y.text, x.len) == 0;
    buf_free(&x);
    buf_free(&y);
    return same;
}

static void training_learns_and_repeats(void **state)
{
    (void)state;
    struct tune_games *g = random_games("7,7,4,2,1", 30);
    struct samples *s = samples_new(g, 6, 1);
    struct trainer_progress one, three, other;
    assert_true(s->tests > 0 && s->learns > s->tests);
    struct weights *a = train(s, 1, 5, &one), *b = train(s, 3, 5, &three), *c = train(s, 1, 6, &other);
    struct err e;
    assert_true(weights_check(a, &e));
    assert_true(same_weights(a, b));
    assert_false(same_weights(a, c));
    assert_true(one.learn.policy_loss < log(49.0));
    assert_true(one.learn.policy_loss > 0 && one.test.samples == s->tests);
    assert_memory_equal(&one.test, &three.test, sizeof one.test);
    weights_free(a);
    weights_free(b);
    weights_free(c);
    samples_free(s);
    tune_games_free(g);
}

/* Weights, made from a net's numbers, say at play what the net says. */
static void whole_numbers_say_the_same(void **state)
{
    (void)state;
    struct tune_games *g = random_games("9,8,5,2,1", 6);
    struct samples *s = samples_new(g, 1000000, 0);
    struct sampler *m = sampler_new(s);
    struct trainer_progress last;
    struct weights *w = train(s, 1, 2, &last);
    float *numbers = mem_zero(net_size(w->classes, 2), sizeof *numbers);
    convert_to_net(w, numbers);
    struct net net = net_view(numbers, w->classes);
    struct net_scratch *scratch = net_scratch_new(72);
    struct position *p = position_new(&g->rules);
    for (size_t i = 0; i < s->learns; i += 5) {
        struct net_answer a = net_run(&net, sampler_make(m, s->learn[i], 0), scratch, NULL);
        samples_replay(s, s->learn[i], p);
        struct threats *t = threats_new(p);
        struct cells *c = cells_with(t, w);
        double chance = 1 / (1 + exp(-(double)cells_value(c) / EVAL_UNIT));
        assert_true(fabs(chance - (double)a.chance) < 0.02);
        cells_free(c);
        threats_free(t);
    }
    struct weights *back = weights_new(w->k, w->p);
    convert_to_weights(numbers, back);
    assert_true(same_weights(w, back));
    weights_free(back);
    position_free(p);
    net_scratch_free(scratch);
    free(numbers);
    weights_free(w);
    sampler_free(m);
    samples_free(s);
    tune_games_free(g);
}

/* What is measured with whole numbers at play is what training measured in floating point, but for the rounding. */
static void measures_agree_with_training(void **state)
{
    (void)state;
    struct tune_games *g = random_games("7,7,4,2,1", 30);
    struct samples *s = samples_new(g, 6, 1);
    struct trainer_progress last;
    struct weights *w = train(s, 1, 5, &last);
    struct trainer_score all = trainer_measure(s, w, 1000000, trainer_defaults().share);
    assert_int_equal(all.samples, s->tests);
    assert_true(fabs(all.policy_loss - last.test.policy_loss) < 0.2);
    assert_true(all.first >= 0 && all.first <= all.ten && all.ten <= 1);
    assert_true(all.value_right >= 0 && all.value_right <= 1);
    assert_true(trainer_measure(s, w, 3, 0).samples <= 3);
    weights_free(w);
    samples_free(s);
    tune_games_free(g);
}

/* Positions before the fifth stone say nothing. At stone 11 White has an open four that Black can still stop;
 * from stone 12 on Black cannot, or White completes it: the search sees that without a value. */
static void settled_positions_do_not_count_for_the_value(void **state)
{
    (void)state;
    struct tune_games *g =
        read_games("connect6", "stones,winner\nj10 e5 f5 a1 a2 a19 c17 s1 s2 g5 h5 s18 q17 i5 d5,white\n");
    struct samples *s = samples_new(g, 1000000, 0);
    assert_int_equal(s->learns, 14);
    for (size_t i = 0; i < s->learns; i++) {
        int stone = s->learn[i].stone;
        bool early = stone < 5, decided = stone >= 12;
        assert_int_equal(s->learn[i].weight == 0, early || decided);
    }
    samples_free(s);
    tune_games_free(g);
}

static void self_play_repeats_and_ends(void **state)
{
    (void)state;
    struct rules r = test_rules("7,7,5,2,1");
    struct selfplay_options o = {.nodes = 200, .turns = 3, .seed = 4};
    struct tune_games *a = tune_games_new(&r), *b = tune_games_new(&r);
    for (uint64_t i = 0; i < 3; i++) {
        assert_true(selfplay_game(a, &o, i, never, NULL));
        assert_true(selfplay_game(b, &o, i, never, NULL));
    }
    struct buf x = BUF_EMPTY, y = BUF_EMPTY;
    tune_games_write(a, &x);
    tune_games_write(b, &y);
    assert_string_equal(buf_str(&x), buf_str(&y));
    assert_true(a->game[0].result != OUTCOME_OPEN && a->game[0].n > 0);
    buf_free(&x);
    buf_free(&y);
    tune_games_free(a);
    tune_games_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_read_from_csv),
        cmocka_unit_test(ratings_are_read),
        cmocka_unit_test(the_row_on_the_board_ends_a_game),
        cmocka_unit_test(games_are_read_from_journals_and_records),
        cmocka_unit_test(bad_games_are_refused_with_their_line),
        cmocka_unit_test(the_gradient_is_that_of_the_loss),
        cmocka_unit_test(training_learns_and_repeats),
        cmocka_unit_test(whole_numbers_say_the_same),
        cmocka_unit_test(measures_agree_with_training),
        cmocka_unit_test(settled_positions_do_not_count_for_the_value),
        cmocka_unit_test(self_play_repeats_and_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
