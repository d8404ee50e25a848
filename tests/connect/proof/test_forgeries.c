/* Certificates of false claims, each aimed at one rule (tests/connect/proof/forgeries): all are rejected, and all are
 * false. And the search that found most of them, for rules that are said to follow from the others: it finds
 * none. */
#include "support/boards.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "connect/exact/exact.h"
#include "connect/proof/solve.h"
#include "support/mutants.h"

static const char folder[] = TEST_SOURCE "/tests/connect/proof/forgeries";

/* ---- the forgeries ---- */

enum { EXHAUSTIVE = 14 }; /* empty squares up to which exhaustive search is quick */

static bool attacker_wins(const struct cert_claim *claim)
{
    struct exact *x = exact_new(1 << 24);
    struct exact_result r;
    struct err e;
    if (!exact_solve(x, claim->position, NULL, &r, &e))
        fail_msg("%s", e.text);
    exact_free(x);
    assert_int_equal(r.lower, r.upper);
    return r.lower == (claim->attacker == claim->position->to_move ? 1 : -1);
}

/* Does the other side win, with a certificate that is accepted? */
static bool defender_wins(const struct cert_claim *claim)
{
    char path[64];
    snprintf(path, sizeof path, "forgeries-%ld.cert", (long)getpid());
    struct solve_job job = {.position = claim->position,
                            .attacker = side_other(claim->attacker),
                            .order = 2,
                            .infinite = claim->infinite,
                            .cert = path};
    struct solve_result result;
    struct err e;
    if (!solve_run(&job, &result, &e))
        fail_msg("%s", e.text);
    if (result.status != SOLVE_WON)
        return false;
    struct cert_reader *r = cert_reader_open(path, &e);
    struct check_result check;
    assert_non_null(r);
    bool accepted = check_run(r, NULL, &check) == CHECK_ACCEPTED;
    check_result_free(&check);
    cert_reader_free(r);
    unlink(path);
    return accepted;
}

static bool is_false(const struct cert_claim *claim)
{
    bool few = claim->position->empty <= EXHAUSTIVE && !claim->infinite;
    return few ? !attacker_wins(claim) : defender_wins(claim);
}

/* Three of them are not rejected by the traversal: two cannot be read, one proves what no game reaches. */
static void check_forgery(const char *name)
{
    char path[400], *text;
    size_t size;
    struct err e;
    struct check_result result;
    struct cert_claim claim = {NULL, BLACK, false, false};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!file_read(path, &text, &size, &e))
        fail_msg("%s", e.text);
    enum check_verdict v = mutants_check(text, size, &claim, &result);
    if (strcmp(name, "finished.cert") == 0)
        assert_int_equal(v, CHECK_UNREADABLE);
    else if (strcmp(name, "unfinished.cert") == 0)
        assert_true(v == CHECK_UNREADABLE && is_false(&claim));
    else if (strcmp(name, "reach.cert") == 0)
        assert_true(v == CHECK_ACCEPTED && !result.reachable);
    else if (v != CHECK_REJECTED || !is_false(&claim))
        fail_msg("%s: %s", name, v == CHECK_REJECTED ? "not known to be false" : "not rejected");
    position_free((struct position *)(uintptr_t)claim.position);
    check_result_free(&result);
    free(text);
}

static void forgeries_are_rejected_and_false(void **state)
{
    (void)state;
    int count = 0;
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *f; (f = readdir(d));) {
        const char *end = strrchr(f->d_name, '.');
        if (end && strcmp(end, ".cert") == 0) {
            check_forgery(f->d_name);
            count++;
        }
    }
    closedir(d);
    assert_true(count >= 30);
}

/* ---- the search ---- */

enum { EMPTY_MOST = 10, TRIES = 300 };

static int between(struct rng *r, int least, int most)
{
    return least + (int)rng_below(r, (uint32_t)(most - least + 1));
}

static struct position *random_position(struct rng *r)
{
    for (;;) {
        struct rules rules = {between(r, 3, 6), between(r, 2, 5), between(r, 3, 5),
                              between(r, 1, 3), between(r, 1, 3), false};
        struct position *p = position_new(&rules);
        int empty = between(r, 4, EMPTY_MOST), black = between(r, 30, 70);
        while (p->empty > empty)
            position_setup(p, test_random_stone(p, r), between(r, 1, 100) <= black ? CELL_BLACK : CELL_WHITE);
        int left = rng_below(r, 4) ? rules.p : between(r, 1, rules.p > rules.q ? rules.p : rules.q);
        if (position_settle(p, rng_below(r, 2) ? BLACK : WHITE, left, NULL) && p->outcome == OUTCOME_OPEN)
            return p;
        position_free(p);
    }
}

/* How many random positions a checker that lacks the rule would accept as won that are not. */
static int search(enum plain_rule lacks, int rounds)
{
    struct rng r;
    rng_seed(&r, (uint64_t)lacks);
    int accepted = 0, forged = 0;
    for (int i = 0; i < rounds; i++) {
        struct position *p = random_position(&r);
        enum side attacker = rng_below(&r, 4) ? side_other(p->to_move) : p->to_move;
        struct plain *w = plain_new(&p->rules, attacker);
        struct plain_proof proof;
        if (plain_forge(w, p, lacks, &r, TRIES, &proof)) {
            accepted++;
            forged += !plain_wins_position(w, p);
        }
        plain_proof_free(&proof);
        plain_free(w);
        position_free(p);
    }
    print_message("without `%s`: %d positions, %d accepted, %d of them false\n", plain_rule_name[lacks],
                  rounds, accepted, forged);
    assert_true(accepted > rounds / 20);
    return forged;
}

static void implied_rules_cannot_be_forged(void **state)
{
    (void)state;
    static const enum plain_rule rules[] = {PLAIN_NONE, PLAIN_SHORT, PLAIN_AFTER_ROW, PLAIN_END};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        assert_int_equal(search(rules[i], test_rounds(10000)), 0);
}

/* The same search does find forgeries where there are many. */
static void other_rules_are_forged(void **state)
{
    (void)state;
    static const enum plain_rule rules[] = {PLAIN_ROW, PLAIN_THREAT, PLAIN_TRY, PLAIN_TRY_LAST,
                                            PLAIN_COVERED};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        assert_true(search(rules[i], test_rounds(3000)) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forgeries_are_rejected_and_false),
        cmocka_unit_test(implied_rules_cannot_be_forged),
        cmocka_unit_test(other_rules_are_forged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
