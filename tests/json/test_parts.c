/* Small parts of JSON: bytes, problems, the table of limits, puzzles. */
#include "support/boards.h"

#include <stdio.h>
#include <string.h>

#include "json/base64.h"
#include "json/limits.h"
#include "json/problem.h"
#include "json/puzzle.h"

static void bytes_go_both_ways(void **state)
{
    (void)state;
    /* RFC 4648, 10 */
    static const char *const pairs[][2] = {{"", ""},
                                           {"f", "Zg=="},
                                           {"fo", "Zm8="},
                                           {"foo", "Zm9v"},
                                           {"foob", "Zm9vYg=="},
                                           {"fooba", "Zm9vYmE="},
                                           {"foobar", "Zm9vYmFy"}};
    struct err e;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct buf to = BUF_EMPTY, back = BUF_EMPTY;
        base64_encode(pairs[i][0], strlen(pairs[i][0]), &to);
        assert_string_equal(buf_str(&to), pairs[i][1]);
        assert_true(base64_decode(pairs[i][1], &back, &e));
        assert_string_equal(buf_str(&back), pairs[i][0]);
        buf_free(&to);
        buf_free(&back);
    }
    struct rng rng;
    rng_seed(&rng, 9);
    for (int round = 0; round < test_rounds(300); round++) {
        char bytes[64];
        size_t len = rng_below(&rng, sizeof bytes);
        struct buf to = BUF_EMPTY, back = BUF_EMPTY;
        for (size_t i = 0; i < len; i++)
            bytes[i] = (char)rng_below(&rng, 256);
        base64_encode(bytes, len, &to);
        assert_true(base64_decode(buf_str(&to), &back, &e));
        assert_int_equal(back.len, len);
        if (len)
            assert_memory_equal(back.text, bytes, len);
        buf_free(&to);
        buf_free(&back);
    }
    struct buf none = BUF_EMPTY;
    assert_false(base64_decode("Zm9v!", &none, &e));
    buf_free(&none);
}

static void problems_have_words_and_statuses(void **state)
{
    (void)state;
    for (int i = 0; i < PROBLEMS; i++) {
        assert_true(problem_forms[i].status >= 400 && problem_forms[i].status < 600);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(problem_forms[i].code, problem_forms[k].code);
        json_t *j = problem_json((enum problem)i, "so it is");
        assert_string_equal(json_string_value(json_object_get(j, "code")), problem_forms[i].code);
        assert_string_equal(json_string_value(json_object_get(j, "message")), "so it is");
        json_decref(j);
    }
}

static void limits_are_one_table(void **state)
{
    (void)state;
    int n = 0;
    for (; limits_table[n].name; n++) {
        assert_true(limits_table[n].value > 0 && *limits_table[n].about);
        for (int k = 0; k < n; k++)
            assert_string_not_equal(limits_table[n].name, limits_table[k].name);
        if (strcmp(limits_table[n].name, "side") == 0)
            assert_int_equal(limits_table[n].value, RULES_MAX_SIDE);
    }
    assert_true(n > 20);
}

static void puzzles_go_both_ways(void **state)
{
    (void)state;
    struct puzzle p = {.id = "x1", .kind = PUZZLE_WIN, .turns = 3, .firsts = 1, .themes = 1u << THEME_ONLY};
    p.before = test_game("connect6", "j10 k11 i11");
    p.error.s[0] = test_square(p.before, "a1");
    p.error.s[1] = test_square(p.before, "a2");
    p.error.n = 2;
    p.key.s[0] = test_square(p.before, "j11");
    p.key.s[1] = test_square(p.before, "j12");
    p.key.n = 2;
    p.rating = 1650;
    p.deviation = 90;
    p.plays = 7;
    snprintf(p.source, sizeof p.source, "a test");
    struct buf b = BUF_EMPTY;
    struct puzzles all = {0};
    struct err e;
    puzzle_write(&p, &b);
    buf_text(&b, "\n");
    puzzle_write(&p, &b);
    if (!puzzles_read(b.text, b.len, &all, &e))
        fail_msg("%s", e.text);
    assert_int_equal(all.n, 2);
    json_t *was = puzzle_json(&p), *is = puzzle_json(&all.at[1]);
    assert_true(json_equal(was, is));
    assert_int_equal(json_integer_value(json_object_get(is, "rating")), 1650);
    json_decref(was);
    json_decref(is);
    buf_text(&b, "{\"id\": 5}\n");
    struct puzzles more = {0};
    assert_false(puzzles_read(b.text, b.len, &more, &e));
    assert_non_null(strstr(e.text, "line"));
    puzzles_free(&all);
    puzzles_free(&more);
    puzzle_done(&p);
    buf_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_go_both_ways),
        cmocka_unit_test(problems_have_words_and_statuses),
        cmocka_unit_test(limits_are_one_table),
        cmocka_unit_test(puzzles_go_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
