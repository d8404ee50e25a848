/* What makes a recorded game this one, and who won it. */
#include "connect/record/records.h"

#include "connect/record/fingerprint.h"

static bool same(const char *a, const char *b)
{
    struct record *x = read_record(a), *y = read_record(b);
    uint64_t f[2], g[2];
    record_fingerprint(x, f);
    record_fingerprint(y, g);
    record_free(x);
    record_free(y);
    return f[0] == g[0] && f[1] == g[1];
}

#define GAME "(;GM[4]SZ[19]PB[Ann]PW[Bob]DT[2020];B[jj];W[ih];W[kh])"

static void games_are_told_apart(void **state)
{
    (void)state;
    assert_true(same(GAME, GAME));
    assert_true(same(GAME, "(;GM[4]SZ[19]PB[Ann]PW[Bob]DT[2020];B[jj]C[good];W[ih];W[kh])"));
    assert_true(same(GAME, "(;GM[4]SZ[19]PB[Ann]PW[Bob]DT[2020];B[jj];W[ih](;W[kh])(;W[aa]))"));
    assert_false(same(GAME, "(;GM[4]SZ[19]PB[Ann]PW[Bob]DT[2020];B[jj];W[ih];W[kg])"));
    assert_false(same(GAME, "(;GM[4]SZ[19]PB[Ann]PW[Bob]DT[2021];B[jj];W[ih];W[kh])"));
    assert_false(same(GAME, "(;GM[4]SZ[19]PB[Bob]PW[Ann]DT[2020];B[jj];W[ih];W[kh])"));
    assert_false(same(
        GAME, "(;GM[4]SZ[19]RU[Connect(19,19,6,2,1)]PB[Ann]PW[Bob]DT[2020];B[jj];W[ih];W[kh];B[aa];B[bb])"));
}

static void outcomes_are_said_or_seen(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum outcome who;
    } cases[] = {
        {"(;GM[4]SZ[19]RE[W+R];B[jj];W[ih];W[kh])", OUTCOME_WHITE},
        {"(;GM[4]SZ[19]RE[B+];B[jj])", OUTCOME_BLACK},
        {"(;GM[4]SZ[19];B[jj];W[ih];W[kh])", OUTCOME_OPEN},
        {"(;GM[4]SZ[3]RU[Connect(3,3,3,1,1)];B[aa];W[ab];B[ba];W[bb];B[ca])", OUTCOME_BLACK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct record *r = read_record(cases[i].text);
        assert_int_equal(record_outcome(r), cases[i].who);
        record_free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_told_apart),
        cmocka_unit_test(outcomes_are_said_or_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
