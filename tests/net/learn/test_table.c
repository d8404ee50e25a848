/* What was measured by phase, level and chance: every position is in one row of each, and the picture has them all. */
#include "support/boards.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "net/learn/table.h"

static void add(struct table *t, int moves, int level, float value, float target, float weight)
{
    struct data_sample s = {.moves = moves, .level = level, .target = target, .weight = weight};
    struct loss_sum one = {.policies = 1, .policy = moves};
    table_add(t, &s, &value, &one);
}

static void test_rows(void **state)
{
    (void)state;
    struct table *t = mem_zero(2, sizeof *t);
    add(t, 0, 0, -2.0f, 0, 1);     /* 12% */
    add(t, 9, 3, -2.0f, 1, 1);     /* 12% */
    add(t, 10, 3, 0.1f, 1, 1);     /* 52% */
    add(t, 1000, 99, 50.0f, 1, 1); /* 100% */
    add(t, 39, 0, 0.1f, 0, 0);     /* counts for no value */
    table_join(&t[1], t);
    table_join(&t[1], t);
    for (int twice = 0; twice < 2; twice++) {
        const struct table *x = &t[twice];
        uint64_t by = twice ? 2 : 1;
        assert_int_equal(x->phase[0].policies, 2 * by);
        assert_int_equal(x->phase[1].policies, by);
        assert_int_equal(x->phase[2].policies, by);
        assert_int_equal(x->phase[TABLE_PHASES - 1].policies, by);
        assert_true(fabs(x->phase[0].policy - 9.0 * (double)by) < 1e-9);
        assert_int_equal(x->level[0].policies, 2 * by);
        assert_int_equal(x->level[3].policies, 2 * by);
        assert_int_equal(x->level[TABLE_LEVELS - 1].policies, by);
        assert_int_equal(x->tenth[1].n, 2 * by);
        assert_int_equal(x->tenth[5].n, by);
        assert_int_equal(x->tenth[9].n, by);
        assert_true(fabs(table_off(&x->tenth[1]) - (1 / (1 + exp(2.0)) - 0.5)) < 1e-6);
        assert_true(table_off(&x->tenth[2]) == 0);
    }
    free(t);
}

static void test_phases(void **state)
{
    (void)state;
    int next = 0;
    for (int i = 0; i < TABLE_PHASES; i++) {
        int first, last;
        table_phase(i, &first, &last);
        assert_int_equal(first, next);
        assert_true(last >= first);
        next = last == INT_MAX ? -1 : last + 1;
    }
    assert_int_equal(next, -1);
}

static int count(const char *text, const char *what)
{
    int n = 0;
    for (; (text = strstr(text, what)); text++)
        n++;
    return n;
}

static void test_picture(void **state)
{
    (void)state;
    struct table *t = mem_zero(1, sizeof *t);
    struct loss_score all = {.values = 3, .top = {0.4, 0.5}};
    struct buf b = BUF_EMPTY;
    add(t, 0, 0, -2.0f, 0, 1);
    add(t, 0, 0, 1.0f, 1, 1);
    table_svg(t, &all, "r4", &b);
    assert_int_equal(count(b.text, "<circle"), LOSS_RANKS + 2);
    assert_null(strstr(b.text, "nan"));
    buf_free(&b);
    all.values = 0; /* a net without a value */
    table_svg(t, &all, "3x64", &b);
    assert_int_equal(count(b.text, "<circle"), LOSS_RANKS);
    buf_free(&b);
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_phases),
        cmocka_unit_test(test_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
