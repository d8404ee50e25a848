/* Glicko-2, with the example of Glickman's paper. */
#include <math.h>

#include "connect/puzzle/collect.h"
#include "connect/puzzle/glicko.h"

enum { PUZZLES = 200, ATTEMPTS = 40 };

static void the_example_of_the_paper(void **state)
{
    const struct glicko p = {1500, 200, 0.06};
    const struct glicko_result r[] = {{1400, 30, 1}, {1550, 100, 0}, {1700, 300, 0}};
    struct glicko q = glicko_update(&p, r, 3, 0.5);
    (void)state;
    assert_true(fabs(q.rating - 1464.06) < 0.01);
    assert_true(fabs(q.deviation - 151.52) < 0.01);
    assert_true(fabs(q.volatility - 0.05999) < 0.00001);
}

static void without_results_one_knows_less(void **state)
{
    const struct glicko p = {1700, 50, 0.06};
    struct glicko q = glicko_update(&p, NULL, 0, 0.5);
    (void)state;
    assert_true(fabs(q.rating - 1700) < 1e-9);
    assert_true(q.deviation > 50 && q.deviation < 52);
}

static void odd_results_stay_finite(void **state)
{
    const struct glicko p = {-5000, 0.001, 0.06};
    const struct glicko_result r[] = {{9000, 0, 1}, {9000, 350, 1}};
    struct glicko q = glicko_update(&p, r, 2, 0.5);
    (void)state;
    assert_true(isfinite(q.rating) && isfinite(q.deviation) && q.volatility > 0);
    const struct glicko level = GLICKO_NEW;
    assert_true(fabs(glicko_chance(&level, 1500, 50) - 0.5) < 1e-12);
}

/* Ranks, for Spearman's correlation. */
static void ranks(const double *x, int n, double *out)
{
    for (int i = 0; i < n; i++) {
        int below = 0, same = 0;
        for (int j = 0; j < n; j++) {
            below += x[j] < x[i];
            same += x[j] == x[i];
        }
        out[i] = below + (same - 1) / 2.0;
    }
}

static double spearman(const double *x, const double *y, int n)
{
    double a[PUZZLES], b[PUZZLES], mean = (n - 1) / 2.0, ab = 0, aa = 0, bb = 0;
    ranks(x, n, a);
    ranks(y, n, b);
    for (int i = 0; i < n; i++) {
        ab += (a[i] - mean) * (b[i] - mean);
        aa += (a[i] - mean) * (a[i] - mean);
        bb += (b[i] - mean) * (b[i] - mean);
    }
    return ab / sqrt(aa * bb);
}

/* Puzzles of which nothing is known at first find their order by attempts: 200 of the collection, whose ratings
 * are taken for true, and players from 800 to 2400 whose chances follow from them. */
static void attempts_find_the_order(void **state)
{
    struct puzzles l = collect_builtin(0, 7);
    struct glicko p[PUZZLES];
    double truth[PUZZLES], found[PUZZLES];
    struct rng rng;
    (void)state;
    assert_true(l.n >= PUZZLES);
    rng_seed(&rng, 200);
    for (int i = 0; i < PUZZLES; i++) {
        p[i] = (struct glicko)GLICKO_NEW;
        truth[i] = l.at[i].rating;
        for (int k = 0; k < ATTEMPTS; k++) {
            struct glicko player = {800 + 1600 * rng_unit(&rng), 60, GLICKO_VOLATILE};
            bool solved = rng_unit(&rng) < glicko_chance(&player, truth[i], 0);
            struct glicko_result r = {player.rating, player.deviation, solved ? 0 : 1};
            p[i] = glicko_update(&p[i], &r, 1, GLICKO_TAU);
        }
        found[i] = p[i].rating;
    }
    double rho = spearman(truth, found, PUZZLES);
    print_message("Spearman %.3f after %d attempts each\n", rho, ATTEMPTS);
    assert_true(rho >= 0.8);
    puzzles_free(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_paper),
        cmocka_unit_test(without_results_one_knows_less),
        cmocka_unit_test(odd_results_stay_finite),
        cmocka_unit_test(attempts_find_the_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
