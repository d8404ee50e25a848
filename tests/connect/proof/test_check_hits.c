/* The checker's critical defences on families of sets small enough to try everything. */
#include "support/boards.h"

#include <stdlib.h>

#include "connect/proof/check_hits.h"

enum { POINTS = 10, SETS = 12 };

static bool meets_all(unsigned mask, const unsigned *set, int sets)
{
    for (int i = 0; i < sets; i++)
        if (!(mask & set[i]))
            return false;
    return true;
}

static bool is_minimal(unsigned mask, const unsigned *set, int sets)
{
    for (int i = 0; i < POINTS; i++)
        if (mask >> i & 1 && meets_all(mask & ~(1u << i), set, sets))
            return false;
    return meets_all(mask, set, sets);
}

static unsigned mask_of(const struct squares *s)
{
    unsigned mask = 0;
    for (int i = 0; i < s->n; i++)
        mask |= 1u << square_col(s->s[i]);
    return mask;
}

/* a before b: fewer squares, or the first that differs comes earlier. */
static bool before(const struct squares *a, const struct squares *b)
{
    for (int i = 0; a->n == b->n && i < a->n; i++)
        if (a->s[i] != b->s[i])
            return a->s[i] < b->s[i];
    return a->n < b->n;
}

static void random_families_equal_brute_force(void **state)
{
    (void)state;
    struct check_hits *h = check_hits_new();
    struct rng r;
    rng_seed(&r, 1);
    for (int round = test_rounds(3000); round > 0; round--) {
        unsigned set[SETS];
        int sets = (int)rng_below(&r, SETS + 1), most = 1 + (int)rng_below(&r, 5), expected = 0;
        check_hits_clear(h);
        for (int i = 0; i < sets; i++) {
            square s[POINTS];
            int n = 0;
            set[i] = 1u << rng_below(&r, POINTS);
            for (uint32_t more = rng_below(&r, 4); more > 0; more--)
                set[i] |= 1u << rng_below(&r, POINTS);
            for (int j = 0; j < POINTS; j++)
                if (set[i] >> j & 1)
                    s[n++] = square_at(j, 0);
            check_hits_add(h, s, n);
        }
        for (unsigned mask = 0; mask < 1u << POINTS; mask++)
            expected += __builtin_popcount(mask) <= most && is_minimal(mask, set, sets);
        struct squares *out;
        size_t count;
        uint64_t work = 1 << 24;
        assert_true(check_hits_minimal(h, most, &work, NULL, &out, &count));
        assert_int_equal(count, expected);
        for (size_t i = 0; i < count; i++) {
            assert_true(is_minimal(mask_of(&out[i]), set, sets));
            assert_true(i == 0 || before(&out[i - 1], &out[i]));
        }
        free(out);
    }
    check_hits_free(h);
}

/* Work is counted, and no more is done than was granted. */
static void work_is_bounded(void **state)
{
    (void)state;
    struct check_hits *h = check_hits_new();
    for (int i = 0; i < 20; i++) {
        square s[20];
        for (int j = 0; j < 20; j++)
            s[j] = square_at(j, i);
        check_hits_add(h, s, 20);
    }
    struct squares *out;
    size_t count;
    uint64_t work = 100000;
    assert_false(check_hits_minimal(h, 20, &work, NULL, &out, &count));
    assert_true(work < 100000);
    free(out);
    /* 20 sets that have nothing in common need 20 squares: known without trying. */
    work = 100000;
    assert_true(check_hits_minimal(h, 19, &work, NULL, &out, &count));
    assert_int_equal(count, 0);
    free(out);
    check_hits_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_families_equal_brute_force),
        cmocka_unit_test(work_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
