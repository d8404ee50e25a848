/* Hitting sets on families of sets small enough to try everything. */
#include "support/boards.h"

#include "connect/threat/hitting.h"
#include "support/sanitized.h"

enum { POINTS = 9 };

static square point(int i)
{
    return square_at(i, 0);
}

static unsigned mask_of(const struct squares *s)
{
    unsigned mask = 0;
    for (int i = 0; i < s->n; i++)
        mask |= 1u << square_col(s->s[i]);
    return mask;
}

static bool hits_all(unsigned mask, const unsigned *set, int sets)
{
    for (int i = 0; i < sets; i++)
        if (!(mask & set[i]))
            return false;
    return true;
}

static bool is_minimal(unsigned mask, const unsigned *set, int sets)
{
    for (int i = 0; i < POINTS; i++)
        if (mask >> i & 1 && hits_all(mask & ~(1u << i), set, sets))
            return false;
    return hits_all(mask, set, sets);
}

static void check_family(struct hitting *h, const unsigned *set, int sets, int most)
{
    hitting_clear(h);
    for (int i = 0; i < sets; i++) {
        square s[POINTS];
        int n = 0;
        for (int j = 0; j < POINTS; j++)
            if (set[i] >> j & 1)
                s[n++] = point(j);
        hitting_add(h, s, n);
    }
    int least = most + 1;
    size_t minimal = 0;
    for (unsigned mask = 0; mask < 1u << POINTS; mask++) {
        int size = __builtin_popcount(mask);
        if (size <= most && is_minimal(mask, set, sets)) {
            minimal++;
            least = size < least ? size : least;
        }
    }
    assert_int_equal(hitting_number(h, most), least);
    struct square_sets out = SQUARE_SETS_EMPTY;
    hitting_minimal(h, most, 1000, &out);
    assert_int_equal(out.count, minimal);
    assert_false(out.cut);
    for (size_t i = 0; i < out.count; i++) {
        assert_true(is_minimal(mask_of(&out.set[i]), set, sets));
        assert_true(i == 0 || out.set[i - 1].n <= out.set[i].n);
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(mask_of(&out.set[i]), mask_of(&out.set[j]));
    }
    square_sets_free(&out);
}

static void random_families_equal_brute_force(void **state)
{
    (void)state;
    struct hitting *h = hitting_new();
    struct rng r;
    rng_seed(&r, 1);
    for (int round = 0; round < 2000; round++) {
        unsigned set[12];
        int sets = (int)rng_below(&r, 12), size = 1 + (int)rng_below(&r, 5);
        for (int i = 0; i < sets; i++) {
            set[i] = 0;
            for (int j = 0; j < size; j++)
                set[i] |= 1u << rng_below(&r, POINTS);
        }
        check_family(h, set, sets, 1 + (int)rng_below(&r, 5));
    }
    hitting_free(h);
}

static void an_empty_set_cannot_be_hit(void **state)
{
    (void)state;
    struct hitting *h = hitting_new();
    square s = point(0);
    hitting_add(h, &s, 1);
    hitting_add(h, &s, 0);
    assert_int_equal(hitting_number(h, 3), 4);
    struct square_sets out = SQUARE_SETS_EMPTY;
    hitting_minimal(h, 3, 10, &out);
    assert_int_equal(out.count, 0);
    square_sets_free(&out);
    hitting_free(h);
}

static void the_list_is_cut_at_the_limit(void **state)
{
    (void)state;
    struct hitting *h = hitting_new();
    square s[POINTS];
    for (int i = 0; i < POINTS; i++)
        s[i] = point(i);
    hitting_add(h, s, POINTS);
    struct square_sets out = SQUARE_SETS_EMPTY;
    hitting_minimal(h, 1, POINTS - 1, &out);
    assert_int_equal(out.count, POINTS - 1);
    assert_true(out.cut);
    hitting_minimal(h, 1, POINTS, &out);
    assert_int_equal(out.count, POINTS);
    assert_false(out.cut);
    square_sets_free(&out);
    hitting_free(h);
}

/* Many sets of many squares, a search that would take long: stopped, it tells a size below which there is
 * certainly none. */
static void a_stopped_question_gives_a_bound(void **state)
{
    (void)state;
    struct hitting *h = hitting_new();
    struct rng rng;
    atomic_bool stop;
    atomic_init(&stop, true);
    struct deadline until = {.stop = &stop}, soon = deadline_in(0, 0.02, CPU_THREAD, NULL);
    rng_seed(&rng, 5);
    for (int i = 0; i < 2000; i++) {
        square s[5];
        for (int j = 0; j < 5; j++)
            s[j] = square_at(10 * j + (int)rng_below(&rng, 10), (int)rng_below(&rng, 2));
        hitting_add(h, s, 5);
    }
    assert_null(hitting_limit(h, &until));
    double start = clock_cpu(CPU_THREAD);
    int bound = hitting_number(h, 63);
    assert_true(hitting_stopped(h) && !hitting_exact(h));
    assert_ptr_equal(hitting_limit(h, &soon), &until);
    int longer = hitting_number(h, 63);
    assert_true(bound <= longer);
    struct square_sets out = SQUARE_SETS_EMPTY;
    hitting_minimal(h, 63, 1000, &out);
    assert_true(out.cut);
    square_sets_free(&out);
    assert_true(clock_cpu(CPU_THREAD) - start < 1 || TEST_SANITIZED);
    hitting_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_families_equal_brute_force),
        cmocka_unit_test(an_empty_set_cannot_be_hit),
        cmocka_unit_test(the_list_is_cut_at_the_limit),
        cmocka_unit_test(a_stopped_question_gives_a_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
