/* Puzzles from solved trees: places of certificates and labs, the same for the same seed, whatever the threads. */
#include "lab/puzzles/making.h"

#include "connect/puzzle/recheck.h"
#include "support/boards.h"
#include "support/folder.h"
#include "support/labs.h"

#include <stdlib.h>
#include <string.h>

static struct making *start(const char *rules, long places, int threads, int singles)
{
    struct make_options o = {.seed = 3,
                             .level = {3, 8},
                             .places = places,
                             .threads = threads,
                             .find = {.most = 6, .singles = singles}};
    struct err e;
    assert_true(rules_parse(rules, &o.rules, &e));
    return making_new(&o);
}

static void run(struct making *m, const char *path)
{
    struct err e;
    if (!making_add_records(m, path, NULL, NULL, &e))
        fail_msg("%s", e.text);
    while (making_batch(m))
        ;
    assert_true(!m->stopped);
}

/* They are puzzles, their error was the last turn, and they come from the proof. */
static void check(const struct making *m)
{
    struct finder *f = finder_new(&m->options.rules, &m->options.find);
    for (size_t i = 0; i < m->puzzles.n; i++) {
        const struct puzzle *p = &m->puzzles.at[i];
        struct err e;
        if (!finder_recheck(f, p, &e))
            fail_msg("%s: %s", p->id, e.text);
        assert_int_equal(p->error.n, m->options.rules.p);
        assert_memory_equal(p->source, "proof ", 6);
    }
    finder_free(f);
}

/* In nightly a proof of Connect6, which has some; else one that is read at once, of places alone. */
static void certificates_have_puzzles(void **state)
{
    bool all = getenv("HEXAD_NIGHTLY") != NULL;
    const char *path =
        all ? TEST_SOURCE "/proofs/connect6-opening-p2.cert" : TEST_SOURCE "/proofs/connect-5-2-1.cert";
    const char *rules = all ? "connect6" : "31,31,5,2,1";
    struct making *one = start(rules, all ? 60 : 4, 1, 0), *two = start(rules, all ? 60 : 4, 2, 0);
    struct err e;
    (void)state;
    run(one, path);
    run(two, path);
    assert_true(one->puzzles.n > 0 || !all);
    assert_true(one->counts.positions > 0);
    assert_int_equal(one->puzzles.n, two->puzzles.n);
    assert_memory_equal(one->counts.rejected, two->counts.rejected, sizeof one->counts.rejected);
    for (size_t i = 0; i < one->puzzles.n; i++)
        assert_string_equal(one->puzzles.at[i].id, two->puzzles.at[i].id);
    check(one);
    making_free(one);
    making_free(two);
    struct making *other = start("gomoku", 24, 1, 0);
    assert_false(making_add_records(other, path, NULL, NULL, &e));
    assert_non_null(strstr(e.text, "it is about Connect("));
    making_free(other);
}

/* One that is solved, and one that is under way: of that the positions that are proved. */
static void labs_have_puzzles(void **state)
{
    (void)state;
    for (int jobs = 0; jobs <= 60; jobs += 60) {
        struct folder f = folder_new();
        labs_make(f.file);
        assert_int_equal(labs_run(f.file, runner_threads(1, 64 << 20), jobs), jobs == 0);
        struct making *m = start("9,9,5,2,1", 12, 2, 1);
        run(m, f.file);
        check(m);
        assert_true(m->counts.positions > 0 || jobs > 0); /* forced wins alone have no such places */
        making_free(m);
        folder_remove(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(certificates_have_puzzles),
        cmocka_unit_test(labs_have_puzzles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
