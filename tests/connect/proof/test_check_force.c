/* The checker against plain minimax, by force: random wins are accepted, their zones hold, and nothing false
 * is accepted whatever is changed in a certificate. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/proof/check.h"
#include "support/mutants.h"

static void fail_with(const struct check_result *result)
{
    struct buf b = BUF_EMPTY;
    check_fault_text(result, &b);
    fail_msg("%s", buf_str(&b));
}

/* ---- wins are accepted, with the same zones, and the zones hold ---- */

static bool in_zone(const struct check_zones *z, int i, square s)
{
    return check_zones_all(z, i) || (z->first[s] && z->first[s] <= i);
}

static void compare_zones(const struct plain *w, const struct position *p, const struct plain_proof *proof,
                          const struct check_zones *z)
{
    for (int i = 1; i <= z->r; i++)
        for (int bit = 0; bit < p->rules.m * p->rules.n; bit++) {
            square s = plain_square(w, bit);
            if (p->cell[s] == CELL_EMPTY)
                assert_int_equal(proof->zone[i] >> bit & 1, in_zone(z, i, s));
        }
}

/* Adds random irrelevant stones of the defender, the first outside Z1, the second outside Z2 …; the attacker
 * must win still. Returns how many were added. */
static int attack_zones(struct plain *w, const struct position *p, enum side attacker,
                        const struct check_zones *z, struct rng *r)
{
    uint64_t a = plain_stones(w, p, attacker), d = plain_stones(w, p, side_other(attacker));
    int added = 0;
    for (int i = 1; i <= z->r; i++) {
        int from[PLAIN_SQUARES], n = 0;
        for (int bit = 0; bit < p->rules.m * p->rules.n; bit++)
            if (!((a | d) >> bit & 1) && !in_zone(z, i, plain_square(w, bit)))
                from[n++] = bit;
        if (n == 0)
            break;
        d |= (uint64_t)1 << from[rng_below(r, (uint32_t)n)];
        added++;
        assert_true(plain_wins(w, a, d, p->to_move, p->left));
    }
    return added;
}

static void wins_are_accepted_and_zones_hold(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 1);
    int rounds = test_rounds(400), deep = 0, added = 0;
    uint64_t unplaced = 0;
    for (int round = 0; round < rounds; round++) {
        enum side attacker;
        struct plain *w;
        struct plain_proof proof;
        struct position *p = mutants_random_win(&r, &attacker, &w, &proof);
        struct cert_claim claim = {p, attacker, false, false};
        struct check_result result;
        size_t size;
        char *bytes = plain_certificate(&claim, proof.turn, proof.turns, &size);
        if (mutants_check(bytes, size, NULL, &result) != CHECK_ACCEPTED)
            fail_with(&result);
        assert_int_equal(result.turns, proof.turns);
        compare_zones(w, p, &proof, result.zones);
        for (int i = 0; i < 15; i++)
            added += attack_zones(w, p, attacker, result.zones, &r);
        deep += result.depth > 1;
        unplaced += result.null + result.semi_null;
        check_result_free(&result);
        free(bytes);
        plain_proof_free(&proof);
        plain_free(w);
        position_free(p);
    }
    print_message("%d wins, %d of more than one turn; %llu null and semi-null nodes; %d irrelevant stones\n",
                  rounds, deep, (unsigned long long)unplaced, added);
    assert_true(deep > rounds / 4 && unplaced > 0 && added > rounds);
}

/* ---- nothing false is accepted ---- */

/* What was accepted must be true. */
static void assert_true_claim(const struct cert_claim *claim)
{
    const struct rules *rules = &claim->position->rules;
    assert_true(rules->m * rules->n <= PLAIN_SQUARES && claim->position->empty <= PLAIN_MINIMAX + 2);
    struct plain *w = plain_new(rules, claim->attacker);
    assert_true(plain_wins_position(w, claim->position));
    plain_free(w);
}

static void no_change_makes_a_false_claim_accepted(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 2);
    int rounds = test_rounds(150), verdicts[4] = {0, 0, 0, 0};
    for (int round = 0; round < rounds; round++) {
        enum side attacker;
        struct plain *w;
        struct plain_proof proof;
        struct position *p = mutants_random_win(&r, &attacker, &w, &proof);
        struct cert_claim claim = {p, attacker, false, false};
        for (int i = 0; i < 20; i++) {
            struct cert_claim read = {NULL, BLACK, false, false};
            struct check_result result;
            size_t size;
            char *bytes = mutants_change(&claim, proof.turn, proof.turns, false, &r, &size);
            if (mutants_check(bytes, size, &read, &result) == CHECK_ACCEPTED)
                assert_true_claim(&read);
            verdicts[result.verdict]++;
            position_free((struct position *)(uintptr_t)read.position);
            check_result_free(&result);
            free(bytes);
        }
        plain_proof_free(&proof);
        plain_free(w);
        position_free(p);
    }
    print_message("%d changes: %d accepted and true, %d rejected, %d unreadable\n", 20 * rounds,
                  verdicts[CHECK_ACCEPTED], verdicts[CHECK_REJECTED], verdicts[CHECK_UNREADABLE]);
    assert_true(verdicts[CHECK_ACCEPTED] && verdicts[CHECK_REJECTED] && verdicts[CHECK_UNREADABLE]);
}

/* Cut anywhere, or with anything behind it, a file is unreadable: never accepted. */
static void cut_and_lengthened_files_are_unreadable(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 3);
    for (int round = test_rounds(20); round > 0; round--) {
        enum side attacker;
        struct plain *w;
        struct plain_proof proof;
        struct position *p = mutants_random_win(&r, &attacker, &w, &proof);
        struct cert_claim claim = {p, attacker, false, false};
        struct check_result result;
        size_t size;
        char *bytes = plain_certificate(&claim, proof.turn, proof.turns, &size);
        for (size_t cut = size > 100 ? size - 100 : 1; cut < size; cut++) {
            assert_int_equal(mutants_check(bytes, cut, NULL, &result), CHECK_UNREADABLE);
            check_result_free(&result);
        }
        bytes = mem_resize(bytes, size + 1, 1);
        bytes[size] = (char)rng_below(&r, 256);
        assert_int_equal(mutants_check(bytes, size + 1, NULL, &result), CHECK_UNREADABLE);
        check_result_free(&result);
        free(bytes);
        plain_proof_free(&proof);
        plain_free(w);
        position_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wins_are_accepted_and_zones_hold),
        cmocka_unit_test(no_change_makes_a_false_claim_accepted),
        cmocka_unit_test(cut_and_lengthened_files_are_unreadable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
