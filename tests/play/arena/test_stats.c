/* Elo, its interval and the sequential test: closed-form cases, and simulated players of known strength. */
#include "support/boards.h"

#include <math.h>
#include <string.h>

#include "play/arena/ratings.h"
#include "play/arena/stats.h"

static void near(double value, double expected, double error)
{
    if (!(fabs(value - expected) <= error))
        fail_msg("%.9g, expected %.9g +- %.3g", value, expected, error);
}

static void elo_and_score_are_inverse(void **state)
{
    (void)state;
    near(elo_score(0), 0.5, 1e-15);
    near(elo_score(400), 10.0 / 11, 1e-12);
    near(score_elo(0.75), 190.848501887, 1e-6);
    for (double elo = -800; elo <= 800; elo += 50)
        near(score_elo(elo_score(elo)), elo, 1e-9);
    assert_true(isinf(score_elo(1)) && score_elo(1) > 0);
    assert_true(isinf(score_elo(0)) && score_elo(0) < 0);
}

static void without_draws_the_interval_is_wilsons(void **state)
{
    (void)state;
    /* 60 of 100: the textbook's 0.5020 … 0.6906. */
    struct estimate e = stats_games(60, 0, 40);
    near(e.score, 0.6, 1e-15);
    near(e.low, 0.502002, 1e-6);
    near(e.high, 0.690599, 1e-6);
    near(e.elo, 70.437, 1e-3);
    near(e.elo_low, score_elo(0.502002), 0.01);
    /* One half is just outside, so superiority is just above 97.5%. */
    near(e.los, 0.97725, 1e-4);
}

static void draws_make_the_interval_narrower(void **state)
{
    (void)state;
    /* 20 + 80/2 of 100 with 80 draws has a variance of 0.04 + 0 instead of 0.24 of a coin. */
    struct estimate e = stats_games(20, 80, 0), coin = stats_games(60, 0, 40);
    near(e.score, 0.6, 1e-15);
    double ratio = 0.04 / 0.24, c = 1.959963984540054 * 1.959963984540054 * ratio / 100;
    near(e.low, (0.6 + c / 2 - sqrt(c * 0.24 + c * c / 4)) / (1 + c), 1e-12);
    assert_true(e.low > coin.low && e.high < coin.high);
}

static void clean_sweeps_have_one_end_only(void **state)
{
    (void)state;
    for (long n = 1; n <= 1000; n *= 10) {
        struct estimate e = stats_games(n, 0, 0);
        assert_true(isinf(e.elo) && isinf(e.elo_high));
        near(e.low, (double)n / ((double)n + 3.841458820694124), 1e-9);
        struct estimate lost = stats_games(0, 0, n);
        near(lost.high, 1 - e.low, 1e-12);
        assert_true(lost.low == 0);
    }
    /* Two games won prove nothing. */
    assert_true(stats_games(2, 0, 0).low < 0.5 && stats_games(2, 0, 0).los < 0.975);
    struct estimate none = stats_games(0, 0, 0);
    assert_true(none.low == 0 && none.high == 1 && none.score == 0.5);
}

static void one_sided_openings_are_not_evidence(void **state)
{
    (void)state;
    /* 100 games in which Black always won: 50 pairs of 1-1. Game by game that is 50 ± 10%; pairs show no
     * spread. */
    const long pairs[PENTA] = {0, 0, 50, 0, 0};
    struct estimate p = stats_pairs(pairs), g = stats_games(50, 0, 50);
    near(p.score, 0.5, 0);
    assert_true(p.high - p.low < (g.high - g.low) / 4);
    assert_true(p.low < 0.5 && p.high > 0.5); /* though not nothing: it is a sample */
}

static void llr_agrees_with_the_coins(void **state)
{
    (void)state;
    /* Only 2-0 and 0-2: a coin, whose ratio is w·log(s1/s0) + l·log((1−s1)/(1−s0)). */
    const long pairs[PENTA] = {400, 0, 0, 0, 600};
    double s0 = elo_score(0), s1 = elo_score(50);
    near(sprt_llr(pairs, 0, 50), 600 * log(s1 / s0) + 400 * log((1 - s1) / (1 - s0)), 0.05);
}

static void llr_agrees_with_the_normal_approximation(void **state)
{
    (void)state;
    /* For many pairs and near hypotheses: (s1−s0)(2·mean−s0−s1)·n / (2·variance). */
    const long pairs[PENTA] = {500, 1000, 4000, 1500, 700};
    double n = 7700, mean = 0, variance = 0;
    for (int i = 0; i < PENTA; i++)
        mean += (double)pairs[i] * i / 4 / n;
    for (int i = 0; i < PENTA; i++)
        variance += (double)pairs[i] * (i / 4.0 - mean) * (i / 4.0 - mean) / n;
    double s0 = elo_score(5), s1 = elo_score(10);
    double normal = (s1 - s0) * (2 * mean - s0 - s1) * n / (2 * variance);
    near(sprt_llr(pairs, 5, 10), normal, 0.02 * fabs(normal) + 0.02);
}

static void llr_changes_sign_with_the_players(void **state)
{
    (void)state;
    const long pairs[PENTA] = {3, 11, 40, 21, 9}, mirrored[PENTA] = {9, 21, 40, 11, 3}, none[PENTA] = {0};
    near(sprt_llr(pairs, -10, 10), -sprt_llr(mirrored, -10, 10), 1e-9);
    near(sprt_llr(pairs, 0, 10), -sprt_llr(mirrored, -10, 0), 1e-9);
    near(sprt_llr(none, 0, 10), 0, 0);
    struct sprt t = {0, 10, 0.05, 0.1};
    double lower, upper;
    sprt_bounds(&t, &lower, &upper);
    near(lower, log(0.1 / 0.95), 1e-12);
    near(upper, log(0.9 / 0.05), 1e-12);
}

/* Two players this far apart, on openings that favour one colour by up to `bias` Elo; a share of the games is
 * drawn. */
struct pairing {
    double elo, bias, draws;
};

static int play_game(struct rng *r, double elo, double draws)
{
    if (rng_unit(r) < draws)
        return 1;
    return rng_unit(r) < elo_score(elo) ? 2 : 0;
}

static int play_pair(struct rng *r, const struct pairing *p)
{
    double bias = p->bias * (2 * rng_unit(r) - 1);
    return play_game(r, p->elo + bias, p->draws) + play_game(r, p->elo - bias, p->draws);
}

/* What the players' mean score tends to. */
static double true_score(const struct pairing *p)
{
    double sum = 0;
    for (int i = 0; i < 1000; i++) {
        double bias = p->bias * (2 * (i + 0.5) / 1000 - 1);
        sum += elo_score(p->elo + bias) / 1000;
    }
    return p->draws / 2 + (1 - p->draws) * sum;
}

static void intervals_hold_the_truth_in_95_of_100(void **state)
{
    (void)state;
    static const struct pairing players[] = {
        {0, 0, 0}, {60, 300, 0.1}, {-150, 100, 0.3}, {250, 0, 0}, {0, 800, 0}};
    static const int lengths[] = {20, 200};
    struct rng r;
    rng_seed(&r, 1);
    int matches = test_rounds(2000);
    for (size_t k = 0; k < sizeof players / sizeof *players; k++)
        for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
            int held = 0;
            double truth = true_score(&players[k]);
            for (int i = 0; i < matches; i++) {
                long penta[PENTA] = {0};
                for (int pair = 0; pair < lengths[l]; pair++)
                    penta[play_pair(&r, &players[k])]++;
                struct estimate e = stats_pairs(penta);
                held += e.low <= truth && truth <= e.high;
            }
            double share = (double)held / matches, slack = 3 * sqrt(0.05 * 0.95 / matches);
            if (share < 0.93 - slack || share > 0.99 + slack)
                fail_msg("pairing %zu, %d pairs: the interval holds the truth in %.3f", k, lengths[l], share);
        }
}

/* Runs a test to its end; true if it accepts elo1. */
static bool accepts(struct rng *r, const struct sprt *t, const struct pairing *p, long *pairs)
{
    long penta[PENTA] = {0};
    for (;;) {
        penta[play_pair(r, p)]++;
        ++*pairs;
        enum sprt_verdict v = sprt_decide(t, penta);
        if (v != SPRT_OPEN)
            return v == SPRT_ELO1;
    }
}

/* The Elo difference that has this expected score under the pairing's draws and biases. */
static double strength_for(double score, struct pairing p)
{
    double low = -2000, high = 2000;
    for (int i = 0; i < 60; i++) {
        p.elo = (low + high) / 2;
        if (true_score(&p) < score)
            low = p.elo;
        else
            high = p.elo;
    }
    return low;
}

static void the_test_errs_as_often_as_it_says(void **state)
{
    (void)state;
    static const struct sprt tests[] = {{0, 50, 0.05, 0.05}, {-30, 30, 0.1, 0.02}};
    static const struct pairing players[] = {{0, 0, 0.1}, {0, 400, 0.2}};
    struct rng r;
    rng_seed(&r, 2);
    int runs = test_rounds(1000);
    for (size_t t = 0; t < 2; t++)
        for (size_t k = 0; k < 2; k++) {
            int wrong0 = 0, wrong1 = 0;
            long pairs = 0;
            struct pairing weak = players[k], strong = players[k];
            weak.elo = strength_for(elo_score(tests[t].elo0), weak);
            strong.elo = strength_for(elo_score(tests[t].elo1), strong);
            for (int i = 0; i < runs; i++) {
                wrong0 += accepts(&r, &tests[t], &weak, &pairs);
                wrong1 += !accepts(&r, &tests[t], &strong, &pairs);
            }
            double alpha = (double)wrong0 / runs, beta = (double)wrong1 / runs;
            double slack_a = 3 * sqrt(tests[t].alpha / runs), slack_b = 3 * sqrt(tests[t].beta / runs);
            print_message("elo0 %g, elo1 %g, bias %g: alpha %.4f (%g), beta %.4f (%g), %.0f pairs a test\n",
                          tests[t].elo0, tests[t].elo1, players[k].bias, alpha, tests[t].alpha, beta,
                          tests[t].beta, (double)pairs / 2 / runs);
            if (alpha > tests[t].alpha * 1.1 + slack_a || beta > tests[t].beta * 1.1 + slack_b)
                fail_msg("errs more often than %g and %g", tests[t].alpha, tests[t].beta);
            if (alpha < tests[t].alpha * 0.4 - slack_a || beta < tests[t].beta * 0.4 - slack_b)
                fail_msg("errs far less often than %g and %g: it takes too many games", tests[t].alpha,
                         tests[t].beta);
        }
}

static void two_ratings_are_their_difference(void **state)
{
    (void)state;
    const struct meeting m = {0, 1, {100, 200, 500, 900, 300}};
    struct rating r[2];
    ratings_find(&m, 1, r, 2);
    /* One drawn pair is added. */
    const long with[PENTA] = {100, 200, 501, 900, 300};
    struct estimate e = stats_pairs(with);
    near(r[0].elo - r[1].elo, e.elo, 1e-6);
    near(r[0].elo + r[1].elo, 0, 1e-9);
    /* The error of a rating is half of that of the difference. */
    near(2 * r[0].error, (e.elo_high - e.elo_low) / 2, 0.05);
}

static void ratings_of_simulated_players_come_out(void **state)
{
    (void)state;
    static const double truth[] = {-200, -50, 0, 90, 160};
    enum { PLAYERS = 5, MEETINGS = 10, PAIRS = 4000 };
    struct meeting m[MEETINGS] = {0};
    struct rating r[PLAYERS];
    struct rng rng;
    rng_seed(&rng, 3);
    int k = 0;
    for (int i = 0; i < PLAYERS; i++)
        for (int j = i + 1; j < PLAYERS; j++, k++) {
            m[k].first = i;
            m[k].second = j;
            struct pairing p = {truth[i] - truth[j], 0, 0};
            for (int pair = 0; pair < PAIRS; pair++)
                m[k].penta[play_pair(&rng, &p)]++;
        }
    ratings_find(m, MEETINGS, r, PLAYERS);
    for (int i = 0; i < PLAYERS; i++) {
        near(r[i].elo, truth[i], 1.6 * r[i].error);
        assert_true(r[i].error > 1 && r[i].error < 8);
    }
}

static void sweeps_and_strangers_stay_finite(void **state)
{
    (void)state;
    /* The first wins everything; the last has met nobody. */
    const struct meeting m[] = {{0, 1, {0, 0, 0, 0, 50}}, {0, 2, {0, 0, 0, 0, 50}}, {1, 2, {0, 0, 50, 0, 0}}};
    struct rating r[4];
    ratings_find(m, 3, r, 4);
    for (int i = 0; i < 4; i++)
        assert_true(isfinite(r[i].elo) && isfinite(r[i].error));
    assert_true(r[0].elo > r[1].elo + 300);
    near(r[1].elo, r[2].elo, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elo_and_score_are_inverse),
        cmocka_unit_test(without_draws_the_interval_is_wilsons),
        cmocka_unit_test(draws_make_the_interval_narrower),
        cmocka_unit_test(clean_sweeps_have_one_end_only),
        cmocka_unit_test(one_sided_openings_are_not_evidence),
        cmocka_unit_test(llr_agrees_with_the_coins),
        cmocka_unit_test(llr_agrees_with_the_normal_approximation),
        cmocka_unit_test(llr_changes_sign_with_the_players),
        cmocka_unit_test(intervals_hold_the_truth_in_95_of_100),
        cmocka_unit_test(the_test_errs_as_often_as_it_says),
        cmocka_unit_test(two_ratings_are_their_difference),
        cmocka_unit_test(ratings_of_simulated_players_come_out),
        cmocka_unit_test(sweeps_and_strangers_stay_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
