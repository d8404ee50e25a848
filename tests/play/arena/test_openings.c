/* Openings: reading lists of them, and making them. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "connect/board/symmetry.h"
#include "play/arena/opening_maker.h"
#include "support/brute.h"

static void lists_are_read(void **state)
{
    (void)state;
    struct game_rules r = test_any("connect6");
    struct openings o = {NULL, 0, 0};
    struct err e;
    if (!openings_read("# a comment\n\nj10\n  j10 k11 i11 \r\n1. j10 2. k11 k12 # why not\n", &r, &o, &e))
        fail_msg("%s", e.text);
    assert_int_equal(o.n, 3);
    assert_int_equal(o.list[0].n, 1);
    assert_int_equal(o.list[2].n, 3);
    struct buf b = BUF_EMPTY;
    stones_format(o.list[1].s, o.list[1].n, &b);
    assert_string_equal(buf_str(&b), "j10 k11 i11");
    buf_free(&b);
    openings_free(&o);
}

static void bad_lists_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"j10\nj10 k11\n", "line 2: ends in the middle of a turn: White has 1 more to place"},
        {"j10 j10 k11\n", "line 1: stone 2: j10 is occupied"},
        {"j10\n\nwhat\n", "line 3"},
        {"a1 a10 b10 b1 c1 c10 e10 d1 e1 f10 h10 f1\n", "game is over"},
    };
    struct game_rules r = test_any("connect6");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct openings o = {NULL, 0, 0};
        struct err e;
        assert_false(openings_read(cases[i].text, &r, &o, &e));
        if (!strstr(e.text, cases[i].why))
            fail_msg("%s, expected %s", e.text, cases[i].why);
        openings_free(&o);
    }
    struct openings o = {NULL, 0, 0};
    struct err e;
    assert_false(openings_load("/dev/null", &r, &o, &e));
    assert_non_null(strstr(e.text, "no openings in it"));
}

static enum opening_maker_verdict look(struct opening_maker *m, const struct rules *r, const char *stones,
                                       double *black)
{
    square s[32];
    int n = 0;
    for (const char *at = stones; *at; at += strspn(at, " "))
        assert_true(square_parse(r, at, &at, &s[n++], NULL));
    return opening_maker_look(m, s, n, black);
}

static void each_rule_rejects(void **state)
{
    (void)state;
    struct opening_maker_setup s = {.rules = test_rules("connect6"),
                                    .turns = 3,
                                    .radius = 3,
                                    .agent = "sequences",
                                    .games = 20,
                                    .least = 0.3};
    struct err e;
    struct opening_maker *m = opening_maker_new(&s, &e);
    double black;
    assert_int_equal(look(m, &s.rules, "j10 j10 k11", &black), OPENING_ILLEGAL);
    assert_int_equal(look(m, &s.rules, "j10 k11", &black), OPENING_ILLEGAL);
    assert_int_equal(look(m, &s.rules, "j10 k11 i11 a1 s1", &black), OPENING_LOPSIDED);
    assert_true(black >= 0 && black < 0.3);
    /* The same turned round, with stones in another order. */
    assert_int_equal(look(m, &s.rules, "j10 k9 k11 a19 a1", &black), OPENING_SEEN);
    assert_true(black < 0);
    /* White has four in a row. */
    assert_int_equal(look(m, &s.rules, "j10 a1 b1 s19 s18 c1 d1 s16 q19", &black), OPENING_THREATS);
    opening_maker_free(m);
    s.agent = "nobody";
    assert_null(opening_maker_new(&s, &e));
    assert_non_null(strstr(e.text, "nobody"));
    s.radius = 0;
    assert_null(opening_maker_new(&s, &e));
    assert_non_null(strstr(e.text, "only 1 squares"));
}

static void made_openings_are_what_they_should_be(void **state)
{
    (void)state;
    static const char *const games[] = {"connect6", "gomoku", "9,7,5,2,2"};
    for (size_t g = 0; g < 3; g++) {
        struct opening_maker_setup s = {.rules = test_rules(games[g]),
                                        .turns = 3,
                                        .radius = 2,
                                        .seed = g,
                                        .agent = "sequences",
                                        .games = 6,
                                        .least = 0.2};
        struct opening_maker *m = opening_maker_new(&s, NULL), *again = opening_maker_new(&s, NULL);
        int n = opening_maker_stones(&s.rules, 3), good = 0;
        assert_int_equal(n, s.rules.q + 2 * s.rules.p);
        size_t size = position_packed_size(&s.rules);
        uint8_t *seen = calloc(40, size);
        for (int tries = 0; tries < 2000 && good < 40; tries++) {
            square stones[16], same[16];
            double black, black_again;
            opening_maker_draw(m, stones);
            opening_maker_draw(again, same);
            assert_memory_equal(stones, same, (size_t)n * sizeof *stones);
            enum opening_maker_verdict v = opening_maker_look(m, stones, n, &black);
            assert_int_equal(v, opening_maker_look(again, same, n, &black_again));
            assert_true(black == black_again);
            if (v != OPENING_GOOD)
                continue;
            struct position *p = position_new(&s.rules);
            for (int i = 0; i < n; i++) {
                assert_true(abs(square_col(stones[i]) - (s.rules.m - 1) / 2) <= 2);
                assert_true(abs(square_row(stones[i]) - (s.rules.n - 1) / 2) <= 2);
                position_place(p, stones[i]);
            }
            assert_true(brute_threats(p, BLACK) == 0 && brute_threats(p, WHITE) == 0);
            assert_true(black >= 0.2 && black <= 0.8);
            uint8_t packed[POSITION_PACKED_MOST];
            position_canonical(p, packed);
            for (int i = 0; i < good; i++)
                assert_memory_not_equal(seen + (size_t)i * size, packed, size);
            memcpy(seen + (size_t)good++ * size, packed, size);
            position_free(p);
        }
        assert_true(good > 5);
        free(seen);
        opening_maker_free(m);
        opening_maker_free(again);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_read),
        cmocka_unit_test(bad_lists_are_refused),
        cmocka_unit_test(each_rule_rejects),
        cmocka_unit_test(made_openings_are_what_they_should_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
