/* What is written reads back the same: random trees of every kind, in every format. */
#include <stdio.h>

#include "connect/record/records.h"
#include "support/trees.h"

static void sgf_gives_the_same_tree(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 1);
    for (int i = test_rounds(2000); i > 0; i--) {
        struct record *a = test_random_record(&r, true);
        char *text = write_record(a, RECORD_SGF);
        struct record *b = read_record(text);
        if (!record_equal(a, b))
            fail_msg("not the same:\n%s", text);
        char *again = write_record(b, RECORD_SGF);
        assert_string_equal(text, again);
        free(text);
        free(again);
        record_free(a);
        record_free(b);
    }
}

/* The formats without variations: the main line, the game, and of contest records the description. */
static void lists_give_the_same_line(void **state)
{
    (void)state;
    static const char *const described[] = {"PB", "PW", "DT", "PC", "EV"};
    struct rng r;
    rng_seed(&r, 2);
    for (int i = test_rounds(2000); i > 0; i--) {
        struct record *a = test_random_record(&r, false);
        square *stones, *others;
        size_t count = record_main_line(a, &stones);
        for (int f = RECORD_CONTEST; f <= RECORD_PLAIN; f++) {
            char *text = write_record(a, (enum record_format)f);
            struct record *b = read_record(text);
            assert_true(rules_equal(record_rules(a), record_rules(b)));
            /* 先手胜 comes back as B+ */
            assert_int_equal(record_result(b), f == RECORD_CONTEST ? record_result(a) : OUTCOME_OPEN);
            assert_int_equal(record_main_line(b, &others), count);
            assert_memory_equal(stones, others, count * sizeof *stones);
            for (size_t k = 0; f == RECORD_CONTEST && k < sizeof described / sizeof *described; k++) {
                const char *x = record_info(a, described[k]), *y = record_info(b, described[k]);
                assert_string_equal(x ? x : "", y ? y : "");
            }
            char *again = write_record(b, (enum record_format)f);
            assert_string_equal(text, again);
            free(text);
            free(again);
            free(others);
            record_free(b);
        }
        free(stones);
        record_free(a);
    }
}

/* Files cut and bent at random are read or refused, and a message has one line. */
static void bent_files_do_no_harm(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 3);
    for (int i = test_rounds(2000); i > 0; i--) {
        struct record *a = test_random_record(&r, false), *b;
        char *text = write_record(a, (enum record_format)rng_below(&r, 3));
        size_t len = strlen(text);
        for (uint32_t k = 1 + rng_below(&r, 4); k > 0 && len; k--) {
            size_t at = rng_below(&r, (uint32_t)len);
            if (rng_below(&r, 2))
                text[at] = "()[];:\\{}aZ90 \n,-"[rng_below(&r, 17)];
            else if (rng_below(&r, 2))
                len = at;
            else
                text[at] = (char)rng_below(&r, 256);
        }
        struct err e;
        if (record_read(text, len, NULL, &b, &e))
            record_free(b);
        else
            assert_null(strpbrk(e.text, "\r\n"));
        free(text);
        record_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sgf_gives_the_same_tree),
        cmocka_unit_test(lists_give_the_same_line),
        cmocka_unit_test(bent_files_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
