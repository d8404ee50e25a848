/* The list of defences that are not proved losing: it holds all that survive, with any number of threads. */
#include "support/boards.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "connect/exact/exact.h"
#include "connect/proof/check.h"
#include "connect/proof/defences.h"

static struct defences_result run(const struct position *p, int order, int threads, uint64_t nodes,
                                  const char *cert)
{
    struct defences_job job = {
        .position = p, .order = order, .threads = threads, .limits.nodes = nodes, .cert = cert};
    struct defences_result r;
    struct err e;
    if (!defences_run(&job, &r, &e))
        fail_msg("%s", e.text);
    assert_true(r.complete);
    return r;
}

static bool is_open(const struct defences_result *r, const struct squares *s)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->defence[i].state != DEFENCE_LOSES && r->defence[i].squares.n == s->n &&
            memcmp(r->defence[i].squares.s, s->s, (size_t)s->n * sizeof *s->s) == 0)
            return true;
    return false;
}

/* Every stone of the defender that does not lose by exhaustive search is in the list (p = 1). */
static void survivors_are_listed(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 31);
    struct exact *x = exact_new(1 << 24);
    int survivors = 0, listed = 0;
    for (int round = test_rounds(150); round > 0; round--) {
        struct rules rules = test_rules(round % 2 ? "5,5,4,1,1" : "4,4,3,1,1");
        struct position *p = position_new(&rules);
        for (int stones = 3 + (int)rng_below(&rng, 8); stones > 0 && p->outcome == OUTCOME_OPEN; stones--)
            position_place(p, test_random_stone(p, &rng));
        if (p->outcome == OUTCOME_OPEN) {
            struct defences_result r = run(p, 1 + (int)rng_below(&rng, 3), 1 + round % 2, 2000, NULL);
            struct exact_stone stone[EXACT_MOST];
            struct exact_result value;
            int n;
            assert_true(exact_all(x, p, NULL, stone, &n, &value, NULL));
            listed += (int)r.open;
            for (int i = 0; i < n && !r.defender_wins; i++)
                if (stone[i].lower > -1) {
                    struct squares s = {1, {stone[i].at}};
                    assert_true(is_open(&r, &s));
                    survivors++;
                }
            defences_result_free(&r);
        }
        position_free(p);
    }
    exact_free(x);
    print_message("%d survivors, %d listed\n", survivors, listed);
}

/* Checks the certificate of a run; returns how many turns it leaves open. */
static size_t check(const char *path, bool partial)
{
    struct err e;
    struct cert_reader *c = cert_reader_open(path, &e);
    struct check_result r;
    assert_non_null(c);
    assert_int_equal(cert_reader_claim(c)->partial, partial);
    if (check_run(c, NULL, &r) != CHECK_ACCEPTED)
        fail_msg("%s", r.why.text);
    size_t open = r.opens;
    check_result_free(&r);
    cert_reader_free(c);
    unlink(path);
    return open;
}

/* Two stones side by side win Connect(5,2): every defence loses, with one thread and with two. */
static void all_defences_lose(void **state)
{
    (void)state;
    struct position *p = test_game("15,15,5,2,2", "h8 g8");
    char path[64];
    snprintf(path, sizeof path, "defences-%ld.cert", (long)getpid());
    for (int threads = 1; threads <= 2; threads++) {
        struct defences_result r = run(p, 2, threads, 0, path);
        assert_int_equal(r.open, 0);
        assert_int_equal(r.parts_open, 0);
        assert_true(r.losing > 1000);
        assert_int_equal(check(path, false), 0);
        defences_result_free(&r);
    }
    position_free(p);
}

/* With stones of the other side near them some turns survive; the certificate says which, and proves the
 * rest. */
static void some_defences_survive(void **state)
{
    (void)state;
    struct position *p = test_game("13,13,5,2,1", "g7 h8 f6 g9 i7");
    char path[64];
    snprintf(path, sizeof path, "defences-%ld.cert", (long)getpid());
    struct defences_result r = run(p, 1, 2, 300, path);
    assert_in_range(r.open, 1, 200);
    assert_in_range(check(path, true), 1, r.open);
    defences_result_free(&r);
    position_free(p);
}

static void a_defender_who_wins_is_told(void **state)
{
    (void)state;
    struct position *p = test_board("9,3,6,2,1", ". . . . . . . . .\n"
                                                 "x o o o o . . . .\n"
                                                 ". x x x x . . . .\n");
    assert_true(position_settle(p, WHITE, 2, NULL));
    struct defences_job job = {.position = p, .order = 2, .threads = 1};
    struct defences_result r;
    assert_true(defences_run(&job, &r, NULL));
    assert_true(r.defender_wins);
    assert_int_equal(r.count, 0);
    defences_result_free(&r);
    position_free(p);
}

static bool one_is_enough(void *ctx, const struct defence *d, size_t done, size_t known)
{
    (void)d;
    (void)done;
    (void)known;
    ++*(int *)ctx;
    return false;
}

/* What was stopped says so, and no certificate is written. */
static void who_has_enough_keeps_what_is_known(void **state)
{
    (void)state;
    struct position *p = test_game("19,19,6,2,1", "j10 l12 h12 j11 k10");
    int told = 0;
    struct defences_job job = {.position = p,
                               .order = 2,
                               .threads = 2,
                               .cert = "never-written.cert",
                               .tried = one_is_enough,
                               .ctx = &told};
    struct defences_result r;
    assert_true(defences_run(&job, &r, NULL));
    assert_in_range(told, 1, 2); /* the other thread was at one */
    assert_false(r.complete);
    assert_int_not_equal(access("never-written.cert", F_OK), 0);
    defences_result_free(&r);
    position_free(p);
}

/* The turn that fills the board is told, also where there is no time. */
static void the_last_turn_is_told_whenever_it_is_asked(void **state)
{
    (void)state;
    struct position *p = test_game("tictactoe", "b2 a1 c1 a3 a2 c2 b1 b3");
    atomic_bool stop = true;
    struct defences_job job = {.position = p, .order = 2, .threads = 1, .limits.stop = &stop};
    struct defences_result r;
    assert_true(defences_run(&job, &r, NULL));
    assert_true(r.fills_board && r.count == 1);
    assert_int_equal(r.defence[0].state, DEFENCE_OPEN);
    defences_result_free(&r);
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_turn_is_told_whenever_it_is_asked),
        cmocka_unit_test(survivors_are_listed),
        cmocka_unit_test(all_defences_lose),
        cmocka_unit_test(some_defences_survive),
        cmocka_unit_test(a_defender_who_wins_is_told),
        cmocka_unit_test(who_has_enough_keeps_what_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
