/* Sets of sets: each is new once, whatever their number. */
#include "support/boards.h"

#include "connect/forcing/seen.h"

static void sets_are_new_once(void **state)
{
    (void)state;
    struct seen x = SEEN_EMPTY;
    struct squares none = {.n = 0}, one, two;
    assert_true(seen_add(&x, &none));
    assert_false(seen_add(&x, &none));
    for (square a = 1; a < 60; a++) {
        squares_with(&none, a, &one);
        assert_true(seen_add(&x, &one));
        for (square b = 1; b < a; b++) {
            squares_with(&one, b, &two);
            assert_true(two.n == 2 && two.s[0] == b && two.s[1] == a);
            assert_true(seen_add(&x, &two));
            assert_false(seen_add(&x, &two));
        }
    }
    assert_int_equal(x.count, 1 + 59 + 59 * 58 / 2);
    seen_free(&x);
    assert_true(seen_add(&x, &none));
    seen_free(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sets_are_new_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
