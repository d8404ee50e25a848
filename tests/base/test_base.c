/* Growing texts, random numbers, files, deadlines, large numbers, memory. */
#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/mem.h"
#include "base/natural.h"

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

static void deadlines_come(void **state)
{
    (void)state;
    atomic_bool stop;
    atomic_init(&stop, false);
    struct deadline never = {.wall = 0}, far = deadline_in(100, 100, CPU_THREAD, &stop);
    assert_false(deadline_over(&never));
    assert_false(deadline_over(&far));
    struct deadline gone = {.wall = 1e-9}, used = deadline_in(0, 1e-9, CPU_PROCESS, NULL);
    assert_true(deadline_over(&gone));
    assert_true(deadline_over(&used));
    /* Parts lie in order, and without a limit there is none. */
    struct deadline now = deadline_now(&far), half = deadline_between(&now, &far, 0.5);
    assert_true(half.wall > now.wall + 40 && half.wall < far.wall - 40);
    assert_true(half.cpu > now.cpu + 40 && half.cpu < far.cpu - 40);
    struct deadline start = deadline_now(&never), part = deadline_between(&start, &never, 0.5);
    assert_true(!(part.wall > 0) && !(part.cpu > 0));
    struct deadline first = deadline_first(&half, &far), same = deadline_first(&never, &half);
    assert_true(first.wall <= half.wall && first.cpu <= half.cpu);
    assert_true(same.wall >= half.wall && same.cpu >= half.cpu);
    /* A pulse looks at once, then now and then, and does not forget. */
    struct pulse p = {.until = &far};
    assert_false(pulse_over(&p, 1));
    atomic_store(&stop, true);
    assert_true(deadline_over(&far));
    assert_false(pulse_over(&p, 1));
    assert_true(pulse_over(&p, PULSE_STEPS));
    atomic_store(&stop, false);
    assert_true(pulse_over(&p, 1));
    /* Processor time passes while we work, and not while we sleep. */
    double before = 0, slept = 1;
    for (int tries = 0; tries < 3 && slept >= 0.019;
         tries++) { /* machines may count what they do for others */
        before = clock_cpu(CPU_THREAD);
        usleep(20000);
        slept = clock_cpu(CPU_THREAD) - before;
    }
    assert_true(slept < 0.019);
    while (clock_cpu(CPU_THREAD) < before + 0.001)
        continue;
    assert_true(clock_cpu(CPU_PROCESS) >= clock_cpu(CPU_THREAD) - before);
}

static void assert_natural(const struct natural *a, const char *expected)
{
    struct buf b = BUF_EMPTY;
    natural_format(a, &b);
    assert_string_equal(buf_str(&b), expected);
    buf_free(&b);
}

static void natural_numbers_grow(void **state)
{
    (void)state;
    struct natural a = NATURAL_ZERO, b = NATURAL_ZERO;
    uint64_t n;
    assert_natural(&a, "0");
    natural_set(&a, UINT64_MAX);
    assert_natural(&a, "18446744073709551615");
    assert_true(natural_fits(&a, &n));
    assert_true(n == UINT64_MAX);
    natural_set(&b, 1);
    natural_add(&a, &b);
    assert_natural(&a, "18446744073709551616");
    assert_false(natural_fits(&a, &n));
    assert_true(n == UINT64_MAX);
    natural_add(&a, &a);
    assert_natural(&a, "36893488147419103232");
    natural_multiply(&a, UINT32_MAX);
    assert_natural(&a, "158456324991635187039668797440");
    natural_divide(&a, UINT32_MAX);
    assert_natural(&a, "36893488147419103232");
    natural_multiply(&a, 0);
    assert_natural(&a, "0");
    natural_set(&a, 1000000000);
    assert_natural(&a, "1000000000");
    natural_choose(&a, 5, 6);
    assert_natural(&a, "0");
    natural_set(&a, 3);
    natural_choose(&a, 100, 50);
    assert_natural(&a, "302674033636692580004437491768");
    natural_free(&a);
    natural_free(&b);
}

/* Random sums and products of up to 64 bits, as the machine has them. */
static void natural_numbers_agree_with_the_machine(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 3);
    for (int i = 0; i < test_rounds(2000); i++) {
        struct natural a = NATURAL_ZERO, b = NATURAL_ZERO;
        uint64_t x = rng_next(&rng) >> (1 + rng_below(&rng, 60)),
                 y = rng_next(&rng) >> (1 + rng_below(&rng, 60));
        uint64_t sum, product;
        uint32_t by = (uint32_t)rng_next(&rng) >> rng_below(&rng, 31);
        natural_set(&a, x);
        natural_set(&b, y);
        natural_add(&a, &b);
        assert_true(natural_fits(&a, &sum));
        assert_true(sum == x + y);
        natural_multiply(&b, by);
        uint64_t real;
        bool fits = !__builtin_mul_overflow(y, (uint64_t)by, &real);
        assert_int_equal(natural_fits(&b, &product), fits);
        assert_true(product == (fits ? real : UINT64_MAX));
        natural_divide(&b, by ? by : 1);
        assert_true(natural_fits(&b, &product));
        assert_true(product == (by ? y : 0));
        natural_free(&a);
        natural_free(&b);
    }
}

static void tables_of_impossible_sizes_are_refused(void **state)
{
    (void)state;
    struct err e = {""};
    assert_null(mem_table((size_t)1 << 50, &e));
    assert_non_null(strstr(e.text, "MiB of memory are wanted"));
    assert_true(mem_room() > 1 << 20);
    char *table = mem_table(1 << 20, &e);
    assert_non_null(table);
    assert_int_equal(table[(1 << 20) - 1], 0);
    mem_table_free(table, 1 << 20);
}

/* Files below folders come in the order of their names, whatever order they were made in. */
static void folders_are_walked(void **state)
{
    (void)state;
    static const char *const names[] = {"b.sgf", "a.SGF", "c.txt", ".h.sgf", "in/z.sgf", "in/.sgf"},
                             *const found[] = {"a.SGF", "b.sgf", "in/z.sgf"};
    char folder[] = "folders_XXXXXX", path[64];
    struct paths p = {NULL, 0, 0};
    struct err e;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/in", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        assert_true(file_write(path, "", 0, &e));
    }
    snprintf(path, sizeof path, "%s/in/round", folder);
    assert_int_equal(symlink(".", path), 0);
    assert_true(folder_gather("nowhere.txt", ".sgf", &p, &e)); /* a name that somebody gave is taken */
    assert_int_equal(p.n, 1);
    assert_true(folder_gather(folder, ".sgf", &p, &e));
    assert_string_equal(p.path[0], "nowhere.txt");
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, found[i]);
        size_t at = i < 2 ? i + 1 : p.n - 1; /* in/round/…/z.sgf come before in/z.sgf, and not for ever */
        assert_string_equal(p.path[at], path);
    }
    assert_true(p.n < 30);
    paths_free(&p);
    snprintf(path, sizeof path, "%s/in/round", folder);
    unlink(path);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/in", folder);
    rmdir(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_grow),
        cmocka_unit_test(errors_say_what_and_where),
        cmocka_unit_test(the_same_seed_gives_the_same_numbers),
        cmocka_unit_test(numbers_below_n_are_even),
        cmocka_unit_test(files_come_back_as_written),
        cmocka_unit_test(folders_are_walked),
        cmocka_unit_test(deadlines_come),
        cmocka_unit_test(natural_numbers_grow),
        cmocka_unit_test(natural_numbers_agree_with_the_machine),
        cmocka_unit_test(tables_of_impossible_sizes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
