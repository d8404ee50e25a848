/* The long match of endurance.sh: a slice of it in the ordinary tests, the whole in the nightly run. */
#include "support/boards.h"

#include <stdlib.h>

#include "base/buf.h"

static void long_matches_lose_no_game(void **state)
{
    (void)state;
    struct buf c = BUF_EMPTY;
    int games = getenv("HEXAD_NIGHTLY") ? 1000 : 100;
    buf_format(&c, "'%s/tests/play/arena/endurance.sh' '%s' %d", TEST_SOURCE, TEST_PROGRAM, games);
    assert_int_equal(system(buf_str(&c)), 0);
    buf_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_matches_lose_no_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
