/* Mass generation: roots from the engine's turns, attempts with a growing budget, proofs handed on once, and going on where it was. */
#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "connect/board/symmetry.h"
#include "lab/generate.h"

struct fixture {
    char path[64];
    struct lab *lab;
    struct generate_job job;
    int told;
    bool refuse; /* the next proof cannot be handed on */
};

static struct runner new_runner(void *ctx)
{
    (void)ctx;
    return runner_threads(1, 64 << 20);
}

/* Each proof is one that the lab can write down. */
static bool on_proved(void *ctx, struct lab *l, const struct lab_root *r, struct err *e)
{
    struct fixture *f = ctx;
    struct buf bytes = BUF_EMPTY;
    assert_true(lab_compose(l, r->node, symmetry_inverse(r->symmetry), &bytes, e));
    buf_free(&bytes);
    if (f->refuse)
        return err_set(e, "the disk is full");
    f->told++;
    return true;
}

static void make(struct fixture *f, const char *name, double most)
{
    struct rules rules = {9, 9, 4, 1, 1, false};
    struct lab_options options;
    struct err e;
    memset(f, 0, sizeof *f);
    snprintf(f->path, sizeof f->path, "generate-%s-%ld.lab", name, (long)getpid());
    lab_options_usual(&options);
    assert_true(lab_create(f->path, &rules, &options, &e));
    f->lab = lab_open(f->path, true, &e);
    assert_non_null(f->lab);
    f->job = (struct generate_job){.runner = new_runner,
                                   .turns = 3,
                                   .nodes = 3000,
                                   .begin = 0.01,
                                   .growth = 4,
                                   .most = most,
                                   .proved = on_proved,
                                   .ctx = f};
}

static void open_again(struct fixture *f)
{
    struct err e;
    lab_close(f->lab);
    f->lab = lab_open(f->path, true, &e);
    assert_non_null(f->lab);
}

static void drop(struct fixture *f)
{
    char name[80];
    lab_close(f->lab);
    unlink(f->path);
    snprintf(name, sizeof name, "%s-run", f->path);
    unlink(name);
}

static struct generate_result add(struct fixture *f, const char *stones)
{
    struct position *p = position_new(lab_rules(f->lab));
    struct generate_result r = {0};
    struct err e;
    for (const char *t = stones; *t; t += strspn(t, " ")) {
        square s;
        assert_true(square_parse(lab_rules(f->lab), t, &t, &s, &e) && position_play(p, s, &e));
    }
    assert_true(generate_roots(f->lab, p, &f->job, &r, &e));
    position_free(p);
    return r;
}

static struct generate_result run(struct fixture *f)
{
    struct generate_result r = {0};
    struct err e;
    assert_true(generate_run(f->lab, &f->job, &r, &e));
    return r;
}

/* Black begins in the middle: whatever it plays next makes three of which White stops one end. */
static void proves_and_goes_on(void **state)
{
    (void)state;
    struct fixture f;
    make(&f, "proves", 1000);
    struct generate_result r = add(&f, "e5 a1");
    const struct lab_root *root;
    assert_int_equal(r.searched, 1);
    assert_int_equal(lab_roots(f.lab, &root), 3);
    assert_int_equal(lab_attacker(f.lab, root[0].node), BLACK);
    /* The same position from another side. */
    r = add(&f, "e5 i9");
    assert_int_equal(r.searched, 0);
    assert_int_equal(lab_roots(f.lab, &root), 3);
    r = run(&f);
    assert_true(r.roots == 3 && r.proved > 0 && r.jobs > 0 && !r.stopped);
    assert_int_equal(f.told, r.proved);
    open_again(&f);
    r = add(&f, "e5 a1");
    assert_int_equal(r.searched, 0);
    struct generate_result again = run(&f);
    assert_int_equal(again.jobs, 0);
    assert_int_equal(again.proved, f.told);
    drop(&f);
}

/* What could not be handed on is handed on the next time. */
static void nothing_is_lost(void **state)
{
    (void)state;
    struct fixture f;
    struct generate_result r = {0};
    struct err e;
    make(&f, "lost", 1000);
    add(&f, "e5 a1");
    f.refuse = true;
    assert_false(generate_run(f.lab, &f.job, &r, &e));
    assert_string_equal(e.text, "the disk is full");
    f.refuse = false;
    open_again(&f);
    r = run(&f);
    assert_true(r.proved > 0);
    assert_int_equal(f.told, r.proved);
    drop(&f);
}

/* Stopped before anything is done: nothing is noted, and it begins the next time. */
static void stops_and_goes_on(void **state)
{
    (void)state;
    struct fixture f;
    atomic_bool stop = true;
    make(&f, "stops", 1000);
    f.job.limits.stop = &stop;
    struct generate_result r = add(&f, "e5 a1");
    assert_true(r.stopped && r.searched == 0);
    stop = false;
    r = add(&f, "e5 a1");
    assert_int_equal(r.searched, 1);
    stop = true;
    r = run(&f);
    assert_true(r.stopped && r.jobs == 0 && r.proved == 0 && r.roots == 3);
    stop = false;
    r = run(&f);
    assert_true(r.proved > 0 && !r.stopped);
    drop(&f);
}

/* On an empty board nobody wins by a turn in a corner soon: the budget is used up, and then it is left alone. */
static void budgets_come_to_an_end(void **state)
{
    (void)state;
    struct fixture f;
    make(&f, "budget", 0.05);
    f.job.turns = 1;
    add(&f, "");
    struct generate_result r = run(&f);
    assert_true(r.roots == 1 && r.jobs > 0 && r.proved + r.disproved + r.spent == 1);
    open_again(&f);
    struct generate_result again = run(&f);
    assert_int_equal(again.jobs, 0);
    assert_int_equal(again.spent, r.spent);
    drop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proves_and_goes_on),
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(stops_and_goes_on),
        cmocka_unit_test(budgets_come_to_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
