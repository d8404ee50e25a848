/* Parts of the board as people write them. */
#include "support/boards.h"

#include <string.h>

#include "connect/board/region.h"

static uint8_t region[1 << 16];

static void marks(const struct position *p, const char *text, int squares, int empty)
{
    struct err e;
    int free_ones;
    if (!region_parse(p, text, region, &e))
        fail_msg("'%s': %s", text, e.text);
    assert_int_equal(region_count(p, region, &free_ones), squares);
    assert_int_equal(free_ones, empty);
}

static void squares_and_rectangles(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10 k11 i11");
    marks(p, "a1, b2", 2, 2);
    marks(p, "c3-e5", 9, 9);
    assert_true(region[test_square(p, "c5")] && region[test_square(p, "e3")]);
    assert_false(region[test_square(p, "f3")] || region[test_square(p, "c6")]);
    marks(p, "e5-c3 c5-e3,", 9, 9); /* any two corners */
    marks(p, "i9-k11 j10", 9, 6);
    marks(p, " a1-s19\n", 361, 358);
    position_free(p);
}

static void refused(const struct position *p, const char *text, const char *why)
{
    struct err e;
    assert_false(region_parse(p, text, region, &e));
    if (!strstr(e.text, why))
        fail_msg("'%s' says '%s', not '%s'", text, e.text, why);
}

static void what_is_none_is_refused(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10 k11 i11");
    refused(p, "", "no squares");
    refused(p, " , ", "no squares");
    refused(p, "t1-a1", "t1");
    refused(p, "a1-", "");
    refused(p, "a1-b2-c3", "");
    refused(p, "a1;b2", "follows a square");
    refused(p, "j10", "0 empty squares, the turn takes 2");
    refused(p, "j10 a1", "1 empty square, the turn takes 2");
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_and_rectangles),
        cmocka_unit_test(what_is_none_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
