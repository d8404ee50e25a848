/* Growing texts, random numbers, files. */
#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"

static void buffers_grow(void **state)
{
    (void)state;
    struct buf b = BUF_EMPTY;
    assert_string_equal(buf_str(&b), "");
    for (int i = 0; i < 1000; i++)
        buf_format(&b, "%d,", i % 10);
    assert_int_equal(b.len, 2000);
    buf_char(&b, '!');
    buf_text(&b, "end");
    assert_string_equal(buf_str(&b) + 1998, "9,!end");
    char *text = buf_take(&b);
    assert_int_equal(strlen(text), 2004);
    assert_string_equal(buf_str(&b), "");
    free(text);
    buf_free(&b);
}

static void errors_say_what_and_where(void **state)
{
    (void)state;
    struct err e;
    assert_false(err_set(&e, "%s is odd", "3"));
    assert_false(err_prefix(&e, "line %d", 7));
    assert_string_equal(e.text, "line 7: 3 is odd");
    assert_false(err_set(NULL, "nobody listens"));
    char most[1000];
    memset(most, 'x', sizeof most - 1);
    most[sizeof most - 1] = '\0';
    err_set(&e, "%s", most);
    assert_int_equal(strlen(e.text), sizeof e.text - 1);
    err_prefix(&e, "%s", most);
    assert_int_equal(strlen(e.text), sizeof e.text - 1);
}

static void the_same_seed_gives_the_same_numbers(void **state)
{
    (void)state;
    struct rng a, b, c;
    rng_seed(&a, 5);
    rng_seed(&b, 5);
    rng_seed(&c, 6);
    bool differs = false;
    for (int i = 0; i < 100; i++) {
        uint64_t x = rng_next(&a);
        assert_true(x == rng_next(&b));
        differs = differs || x != rng_next(&c);
    }
    assert_true(differs);
}

/* 60,000 throws of a die: each face within five standard deviations of 10,000. */
static void numbers_below_n_are_even(void **state)
{
    (void)state;
    struct rng r;
    int face[6] = {0};
    rng_seed(&r, 1);
    for (int i = 0; i < 60000; i++)
        face[rng_below(&r, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(face[i], 10000 - 457, 10000 + 457);
    for (int i = 0; i < 1000; i++) {
        double u = rng_unit(&r);
        assert_true(u >= 0 && u < 1);
        assert_int_equal(rng_below(&r, 1), 0);
    }
}

static void files_come_back_as_written(void **state)
{
    (void)state;
    char path[] = "/tmp/hexad-test-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    struct err e;
    char *text;
    size_t len;
    assert_true(file_write(path, "a\0b", 3, &e));
    assert_true(file_read(path, &text, &len, &e));
    assert_int_equal(len, 3);
    assert_memory_equal(text, "a\0b", 4); /* with the final NUL */
    free(text);
    assert_true(file_write(path, "", 0, &e));
    assert_true(file_read(path, &text, &len, &e));
    assert_int_equal(len, 0);
    free(text);
    unlink(path);
    assert_false(file_read(path, &text, &len, &e));
    assert_non_null(strstr(e.text, path));
    assert_false(file_read("/", &text, &len, &e));
    assert_false(file_write("/nowhere/at/all", "x", 1, &e));
    assert_non_null(strstr(e.text, "/nowhere/at/all"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_grow),
        cmocka_unit_test(errors_say_what_and_where),
        cmocka_unit_test(the_same_seed_gives_the_same_numbers),
        cmocka_unit_test(numbers_below_n_are_even),
        cmocka_unit_test(files_come_back_as_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
