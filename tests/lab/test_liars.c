/* Small games of the whole family, searched by honest workers and by those who say anything at all: whatever is proved is won,
 * whatever is disproved is not, both by exhaustive search; and what is won is proved in the end, however much was lied on the way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connect/exact/exact.h"
#include "connect/proof/check.h"
#include "lab/inner.h"
#include "support/court.h"
#include "support/folder.h"
#include "support/labs.h"
#include "support/scatter.h"

enum { JOBS_MOST = 20000 };

/* ---- labs ---- */

/* Games with wins that take some jobs, and how many squares are empty at most where the attacker wins, and where it does not: a
 * refutation tries everything. */
static const struct family {
    const char *game;
    int won, other;
    int rounds;
} families[] = {
    {"5,5,4,2,1", 14, 7, 60}, {"4,4,3,1,1", 12, 9, 60}, {"4,4,4,2,1", 10, 7, 40},
    {"5,4,3,1,1", 12, 9, 40}, {"6,3,3,1,1", 12, 9, 40}, {"5,5,4,3,2", 13, 7, 40},
    {"7,2,4,2,1", 10, 7, 20}, {"9,1,4,2,1", 8, 6, 20},  {"5,5,4,2,1,exact", 13, 7, 40},
};

static void make(const char *path, const struct position *p, enum side attacker, struct rng *rng)
{
    static const char *const few[][2] = {{"verify-order", "1"},
                                         {"solve-order", "1"},
                                         {"verify-nodes", "1"},
                                         {"solve-nodes", "1"},
                                         {"expand-nodes", "1"}};
    struct lab_options o;
    struct err e;
    struct buf body = BUF_EMPTY;
    lab_options_usual(&o);
    for (size_t i = 0; i < sizeof few / sizeof *few; i++)
        if (rng_below(rng, 4))
            assert_true(lab_option_set(&o, few[i][0], few[i][1], &e));
    if (!lab_create(path, &p->rules, &o, &e))
        fail_msg("%s", e.text);
    lab_root_write(p, attacker, "it", NULL, &body);
    assert_true(lab_ask(path, "add", buf_str(&body), &e));
    buf_free(&body);
}

struct tally {
    int proved, disproved, open, lies, quarantined, stuck;
    int64_t jobs;
};
static int faults;

#define WRONG(position, attacker, ...)                                                 \
    do {                                                                               \
        printf("FALSE: %s, %s to win: ", scatter_text(position), side_name(attacker)); \
        printf(__VA_ARGS__);                                                           \
        printf("\n");                                                                  \
        faults++;                                                                      \
    } while (0)

static void say(void *ctx, const char *text)
{
    (void)ctx;
    printf("%s\n", text);
}

/* The lab to its end, and what it says of the root, against the truth. */
static void compare(const char *path, const struct position *p, enum side attacker, bool wins, int lies,
                    uint64_t seed, struct tally *t)
{
    struct court *c = court_new(seed, 2, lies);
    struct lab_run r = {.runner = court_runner(c), .jobs = JOBS_MOST};
    struct lab_state s;
    struct err e;
    struct lab *l = labs_open(path);
    if (!lab_run(l, &r, &s, &e))
        fail_msg("%s", e.text);
    t->jobs += s.jobs;
    t->lies += c->lies;
    t->proved += s.proved > 0;
    t->disproved += s.disproved > 0;
    t->open += s.open_roots > 0;
    const struct graph_node *root = &lab_graph(l)->node[lab_root_find(l, "it")->node];
    if (s.proved && !wins)
        WRONG(p, attacker, "a false proof");
    if (s.disproved && wins)
        WRONG(p, attacker, "a false disproof");
    if (s.open_roots && !(wins && p->rules.exact)) /* of some wins in exact games there is no certificate */
        WRONG(p, attacker, "%s after %d jobs and %d lies, numbers %u/%u", s.stuck ? "stuck" : "open",
              (int)s.jobs, c->lies, root->pn, root->dn);
    if (s.open_roots && wins && root->pn >= GRAPH_INFINITE)
        WRONG(p, attacker, "hopeless");
    t->quarantined += (int)db_number(lab_ledger(l), 0, "SELECT count(*) FROM worker");
    t->stuck += (int)db_number(lab_ledger(l), 0, "SELECT count(*) FROM event WHERE kind = 'stuck'");
    if (db_number(lab_ledger(l), 0, "SELECT count(*) FROM worker WHERE name = 'honest'"))
        WRONG(p, attacker, "an honest worker was quarantined");
    if (lab_check(l, say, NULL) != 0)
        WRONG(p, attacker, "the file is not accepted");
    if (s.proved) {
        struct buf cert = BUF_EMPTY;
        struct check_result result;
        if (!lab_compose(l, lab_root_find(l, "it")->node, 0, &cert, &e))
            WRONG(p, attacker, "no certificate: %s", e.text);
        else if (check_bytes(cert.text, cert.len, NULL, &result) != CHECK_ACCEPTED)
            WRONG(p, attacker, "a certificate that is rejected");
        else
            check_result_free(&result);
        buf_free(&cert);
    }
    r.runner.free(r.runner.ctx);
    lab_close(l);
}

/* An open position, seldom one that is over in one turn, and whether the attacker wins it. */
static struct position *pick(const struct family *f, const struct rules *rules, struct exact *x,
                             struct rng *rng, enum side *attacker, bool *wins)
{
    bool wanted = rng_below(rng, 3) > 0;
    for (int tries = 0;; tries++) {
        int most = wanted ? f->won : f->other;
        struct exact_result truth;
        struct err e;
        struct position *p =
            scatter_game(rules, rules->p + 1 + (int)rng_below(rng, (uint32_t)(most - rules->p)), rng);
        *attacker = rng_below(rng, 2) ? BLACK : WHITE;
        if (p->outcome == OUTCOME_OPEN && (lab_end(p, NULL) == LAB_END_NONE || rng_below(rng, 64) == 0)) {
            assert_true(exact_solve(x, p, NULL, &truth, &e));
            *wins = truth.lower == (p->to_move == *attacker ? 1 : -1);
            if (*wins == wanted || (tries > 200 && p->empty <= f->other))
                return p;
        }
        position_free(p);
    }
}

static void test_small_games(void **state)
{
    (void)state;
    struct exact *x = exact_new(0);
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        const struct family *f = &families[i];
        struct rules rules = test_rules(f->game);
        struct tally t = {0};
        for (int round = 0; round < test_rounds(f->rounds); round++) {
            struct folder folder = folder_quick();
            struct rng rng;
            enum side attacker;
            bool wins;
            rng_seed(&rng, 1000 * i + (uint64_t)round);
            struct position *p = pick(f, &rules, x, &rng, &attacker, &wins);
            make(folder.file, p, attacker, &rng);
            compare(folder.file, p, attacker, wins, round % 5 * 8, (uint64_t)round, &t);
            position_free(p);
            folder_remove(&folder);
        }
        printf(
            "%-16s %4d proved, %4d disproved, %4d open; %lld jobs, %d lies, %d quarantined, %d times stuck\n",
            f->game, t.proved, t.disproved, t.open, (long long)t.jobs, t.lies, t.quarantined, t.stuck);
    }
    exact_free(x);
    assert_int_equal(faults, 0);
}

/* Before wins in one turn were seen by the lab itself, one lie made their root hopeless for good: solve answered "open", an honest
 * expand brought the turn that ends the game, to which there is no edge. Such a file is healed by the next run. */
static void test_hopeless_file(void **state)
{
    (void)state;
    struct folder f = folder_quick();
    struct rng rng;
    struct tally t = {0};
    struct err e;
    rng_seed(&rng, 1);
    struct position *p = test_game("5,5,4,2,1", "a1 e5 e4 b1 c1 e1 d5");
    make(f.file, p, p->to_move, &rng);
    lab_close(labs_open(f.file));
    compare(f.file, p, p->to_move, true, 0, 0, &t);
    assert_int_equal(t.proved, 1);
    assert_int_equal(t.jobs, 0);
    struct db *d = ledger_open(f.file, &e);
    assert_non_null(d);
    db_do(d, "UPDATE node SET state = 0, effort = 3, pn = 1048576, dn = 1, own_pn = 1048576, own_dn = 1, "
             "cert = NULL");
    assert_true(db_fine(d, &e));
    db_close(d);
    compare(f.file, p, p->to_move, true, 0, 0, &t);
    assert_int_equal(t.proved, 2);
    position_free(p);
    folder_remove(&f);
    assert_int_equal(faults, 0);
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_small_games),
                                       cmocka_unit_test(test_hopeless_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
