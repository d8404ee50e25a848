/* Proofs attacked by force: on small boards exhaustive search says the truth. The solver claims no win that
 * is none, its certificates are accepted, and its zones hold whatever irrelevant stones are added. */
#include "support/boards.h"

#include <stdio.h>
#include <unistd.h>

#include "connect/exact/exact.h"
#include "connect/proof/check.h"
#include "connect/proof/prover.h"
#include "connect/proof/solve.h"

static const char *const games[] = {"4,4,3,1,1", "5,4,4,1,1", "5,5,4,1,1", "6,5,5,1,1", "5,5,4,2,1",
                                    "5,5,5,2,1", "4,4,4,2,1", "6,4,5,2,1", "7,3,5,2,1", "5,4,4,3,1",
                                    "5,5,5,3,1", "4,4,3,2,1", "9,2,4,1,1", "4,4,3,3,1", "6,6,5,2,2"};

enum { EMPTY_MOST = 15 };

/* A set-up that is not over, with few empty squares, where the side to move cannot complete a row at once. */
static struct position *random_position(struct rng *r)
{
    for (;;) {
        struct rules rules = test_rules(games[rng_below(r, sizeof games / sizeof *games)]);
        struct position *p = position_new(&rules);
        int empty = 4 + (int)rng_below(r, EMPTY_MOST - 3), black = 35 + (int)rng_below(r, 31);
        while (p->empty > empty) {
            square s = square_at((int)rng_below(r, (uint32_t)rules.m), (int)rng_below(r, (uint32_t)rules.n));
            if (p->cell[s] == CELL_EMPTY)
                position_setup(p, s, (int)rng_below(r, 100) < black ? CELL_BLACK : CELL_WHITE);
        }
        int left = rng_below(r, 4) ? rules.p : 1 + (int)rng_below(r, (uint32_t)rules.p);
        if (position_settle(p, rng_below(r, 2) ? BLACK : WHITE, left, NULL) && p->outcome == OUTCOME_OPEN) {
            struct threats *t = threats_new(p);
            bool at_once = threats_can_win(t, p->to_move, p->left);
            threats_free(t);
            if (!at_once)
                return p;
        }
        position_free(p);
    }
}

/* Does the attacker win, by exhaustive search? */
static bool truly_wins(struct exact *x, const struct position *p, enum side attacker)
{
    struct exact_result r;
    struct err e;
    if (!exact_solve(x, p, NULL, &r, &e))
        fail_msg("%s", e.text);
    assert_int_equal(r.lower, r.upper);
    return r.lower == (p->to_move == attacker ? 1 : -1);
}

static void fail_at(const struct position *p, enum side attacker, int order, const char *what)
{
    char game[RULES_TEXT];
    struct buf b = BUF_EMPTY;
    for (int row = p->rules.n - 1; row >= 0; row--) {
        for (int col = 0; col < p->rules.m; col++)
            buf_char(&b, ".xo"[p->cell[square_at(col, row)]]);
        buf_char(&b, '\n');
    }
    fail_msg("%s: %s, %s to move, %d left, attacker %s, order %d\n%s", what, rules_format(&p->rules, game),
             side_name(p->to_move), p->left, side_name(attacker), order, buf_str(&b));
}

/* The certificate of a claim is accepted, if the claim is one. */
static bool claims(const struct position *p, enum side attacker, int order)
{
    char path[64];
    snprintf(path, sizeof path, "soundness-%ld.cert", (long)getpid());
    struct solve_job job = {.position = p, .attacker = attacker, .order = order, .cert = path};
    struct solve_result r;
    struct err e;
    if (!solve_run(&job, &r, &e))
        fail_msg("%s", e.text);
    if (r.status != SOLVE_WON)
        return false;
    assert_in_range(r.order, 0, order);
    struct cert_reader *c = cert_reader_open(path, &e);
    struct check_result check;
    assert_non_null(c);
    if (check_run(c, NULL, &check) != CHECK_ACCEPTED)
        fail_at(p, attacker, order, check.why.text);
    check_result_free(&check);
    cert_reader_free(c);
    unlink(path);
    return true;
}

/* A copy of p with stones of the defender added. */
static struct position *with_stones(const struct position *p, enum side defender, const square *s, int n)
{
    struct position *q = position_new(&p->rules);
    for (square at = square_first(); at; at = square_next(&p->rules, at))
        if (p->cell[at] != CELL_EMPTY)
            position_setup(q, at, (enum cell)p->cell[at]);
    for (int i = 0; i < n; i++)
        position_setup(q, s[i], cell_of(defender));
    if (!position_settle(q, p->to_move, p->left, NULL) || q->outcome == outcome_win(defender))
        fail_at(p, side_other(defender), n, "irrelevant stones make a row");
    return q;
}

/* Adds random irrelevant stones, several times; returns how many sets were tried. */
static int attack_zones(struct exact *x, struct rng *r, const struct position *p, enum side attacker,
                        int order)
{
    struct prover_limits limits = {.memory = 1 << 26};
    struct prover *s = prover_new(p, attacker, &limits);
    struct zones *z = zones_new(&p->rules);
    bool won = p->to_move == attacker ? prover_attack(s, order, 2, false) : prover_defend(s, order, 2);
    int tried = 0;
    if (won && verifier_run(s->verifier, order, z) < 0)
        fail_at(p, attacker, order, "a win that does not verify");
    for (int round = 0; won && round < 6; round++) {
        square empty[EMPTY_MOST];
        int n = 0, stones = 1 + (int)rng_below(r, 3);
        for (square at = square_first(); at; at = square_next(&p->rules, at))
            if (p->cell[at] == CELL_EMPTY)
                empty[n++] = at;
        if (stones >= n)
            continue;
        for (int i = 0; i < stones; i++) {
            int j = i + (int)rng_below(r, (uint32_t)(n - i));
            square t = empty[i];
            empty[i] = empty[j];
            empty[j] = t;
        }
        if (!zones_irrelevant(z, empty, stones))
            continue;
        struct position *q = with_stones(p, side_other(attacker), empty, stones);
        if (q->outcome == OUTCOME_DRAW || (q->outcome == OUTCOME_OPEN && !truly_wins(x, q, attacker)))
            fail_at(q, attacker, order, "irrelevant stones save the defender");
        tried++;
        position_free(q);
    }
    zones_free(z);
    prover_free(s);
    return tried;
}

static void nothing_false_is_claimed(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 21);
    struct exact *x = exact_new(1 << 24);
    int rounds = test_rounds(2500), wins = 0, claimed = 0, zones = 0;
    for (int i = 0; i < rounds; i++) {
        struct position *p = random_position(&r);
        enum side attacker = rng_below(&r, 2) ? BLACK : WHITE;
        int order = 1 + (int)rng_below(&r, 4);
        bool truth = truly_wins(x, p, attacker);
        wins += truth;
        if (claims(p, attacker, order)) {
            if (!truth)
                fail_at(p, attacker, order, "a win that is none");
            claimed++;
            zones += attack_zones(x, &r, p, attacker, order);
        }
        position_free(p);
    }
    exact_free(x);
    print_message("%d positions, %d true wins, %d claimed and certified, %d sets of irrelevant stones\n",
                  rounds, wins, claimed, zones);
    /* The solver is to find most of what there is, or the test would say little. */
    assert_true(10 * claimed >= 5 * wins);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_false_is_claimed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
