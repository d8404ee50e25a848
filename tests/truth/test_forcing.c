/* Forcing wins against a plain search of all of them: what is called a win is one, and "none" means none. The
 * same for the wins of order 1 of the solver, which are the same wins. */
#include "connect/forcing/forcing.h"
#include "connect/proof/solve.h"
#include "support/brute.h"
#include "support/forced.h"
#include "truth/truth.h"

enum { TABLE = 1 << 20, STONES = 50000, SOLVER_NODES = 20000, TRIES = 30, WINS_COMPARED = 10 };

/* The games, a part of the board, stones on it, and positions that the plain search may look at. */
static const struct family {
    const char *game;
    int window, stones;
    uint64_t budget;
    bool singles; /* VCST, too */
    int rounds;
} families[] = {
    {"5,5,4,1,1", 5, 10, 2000, false, 60},
    {"6,6,5,1,1", 6, 16, 2000, false, 60},
    {"15,15,5,1,1", 8, 24, 1000, false, 20},
    {"4,4,4,2,1", 4, 6, 500, true, 20},
    {"5,4,4,2,1", 5, 7, 500, true, 20},
    {"5,5,5,2,1", 5, 16, 50, true, 30},
    {"6,5,5,2,2", 6, 20, 50, true, 20},
    {"7,7,6,2,1", 7, 30, 100, false, 250},
    {"9,9,6,2,1", 8, 40, 50, false, 250},
    {"19,19,6,2,1", 8, 34, 10, false, 150},
    {"19,19,6,2,1", 7, 40, 10, false, 150},
    {"19,19,6,2,1", 9, 50, 10, false, 150},
    {"5,4,5,3,1", 5, 12, 10, true, 10},
    {"5,5,5,3,2", 5, 14, 10, true, 10},
    {"6,5,6,3,1", 6, 20, 20, false, 30},
    {"5,5,5,4,1", 5, 12, 10, true, 10},
    {"4,4,3,2,1", 4, 4, 500, true, 10},
    {"5,3,3,3,3", 5, 2, 100, true, 10},
    {"6,4,2,1,1", 6, 3, 200, false, 10},
    {"7,6,4,1,1,exact", 6, 14, 1000, false, 60},
    {"15,15,5,1,1,exact", 8, 24, 1000, false, 30},
    {"6,5,4,2,1,exact", 6, 12, 200, true, 60},
    {"9,9,6,2,1,exact", 8, 40, 50, false, 100},
    {"5,5,3,2,1,exact", 5, 6, 200, true, 20},
    {"6,5,5,3,1,exact", 6, 18, 10, true, 10},
};

struct tally {
    int positions, wins, nones, cut, compared, solved, unsolved;
};

static const char *answer_text(enum forced_answer a)
{
    return a == FORCED_YES ? "a win" : a == FORCED_NO ? "none" : "nothing";
}

static enum forcing_answer search(const struct position *p, enum forcing_kind kind)
{
    struct forcing *f = forcing_new(&p->rules, TABLE);
    struct position *copy = position_copy(p);
    struct threats *tracker = threats_new(copy);
    struct forcing_result r;
    forcing_search(f, tracker, &(struct forcing_limits){.kind = kind, .nodes = STONES}, &r);
    threats_free(tracker);
    position_free(copy);
    forcing_free(f);
    return r.answer;
}

/* Returns what is known afterwards. The plain search is for what is said not to be there; wins are played
 * through by other tests, and compared here now and then. */
static enum forced_answer compare_force(const struct position *p, enum forcing_kind kind, uint64_t budget,
                                        struct rng *rng, struct tally *t)
{
    enum forcing_answer a = search(p, kind);
    enum forced_answer claim = a == FORCING_WIN    ? FORCED_YES
                               : a == FORCING_NONE ? FORCED_NO
                                                   : FORCED_UNKNOWN,
                       truth;
    t->wins += a == FORCING_WIN;
    t->nones += a == FORCING_NONE;
    t->cut += a == FORCING_CUT;
    if (a == FORCING_WIN && rng_below(rng, WINS_COMPARED))
        return FORCED_YES;
    truth = forced_wins(p, kind == FORCING_VCDT ? p->rules.p : 1, budget);
    t->compared += truth != FORCED_UNKNOWN && claim != FORCED_UNKNOWN;
    if (truth != FORCED_UNKNOWN && claim != FORCED_UNKNOWN && claim != truth)
        TRUTH_CONTRADICTS(p, "%s finds %s, the plain search %s", kind == FORCING_VCDT ? "VCDT" : "VCST",
                          answer_text(claim), answer_text(truth));
    return truth != FORCED_UNKNOWN ? truth : claim;
}

static void compare_solve(const struct position *p, enum forced_answer truth, struct tally *t)
{
    struct solve_job job = {.position = p, .attacker = p->to_move, .order = 1, .limits.nodes = SOLVER_NODES};
    struct solve_result r;
    struct err e;
    assert_true(solve_run(&job, &r, &e));
    t->solved += r.status == SOLVE_WON;
    t->unsolved += r.status == SOLVE_UNKNOWN;
    if ((r.status == SOLVE_WON && truth == FORCED_NO) || (r.status == SOLVE_UNKNOWN && truth == FORCED_YES))
        TRUTH_CONTRADICTS(p, "the solver says %s, others %s",
                          r.status == SOLVE_WON ? "won" : "no win of order 1", answer_text(truth));
}

/* A position without a row to be completed at once. Two of three have threats against the side to move, which
 * its own turns have to stop on the way. */
static struct position *pick(const struct family *f, const struct rules *r, struct rng *rng)
{
    bool threatened = rng_below(rng, 3);
    struct position *p = NULL;
    for (int tries = 0; tries < TRIES; tries++) {
        position_free(p);
        p = scatter(r, f->window, f->stones / 2 + (int)rng_below(rng, (uint32_t)f->stones / 2 + 1), rng);
        int threats = brute_threats(p, side_other(p->to_move));
        if (brute_threats(p, p->to_move) == 0 && threats <= p->left && (threats > 0 || !threatened))
            break;
    }
    return p;
}

static void compare(const struct family *f, struct rng *rng, struct tally *t)
{
    struct rules r = test_rules(f->game);
    struct position *p = pick(f, &r, rng);
    t->positions++;
    enum forced_answer doubles = compare_force(p, FORCING_VCDT, f->budget, rng, t);
    compare_solve(p, doubles, t);
    if (f->singles)
        compare_force(p, FORCING_VCST, f->budget, rng, t);
    position_free(p);
}

static void test_against_plain(void **state)
{
    (void)state;
    setvbuf(stdout, NULL, _IOLBF, 0);
    struct rng rng;
    rng_seed(&rng, 12);
    int compared = 0;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        struct tally t = {0};
        for (int round = 0; round < truth_rounds(families[i].rounds); round++)
            compare(&families[i], &rng, &t);
        printf("%-12s %6d positions: force %6d won, %6d none, %5d cut, %6d compared; solve -o 1 %6d won, %6d "
               "none\n",
               families[i].game, t.positions, t.wins, t.nones, t.cut, t.compared, t.solved, t.unsolved);
        compared += t.compared;
    }
    assert_true(compared > truth_rounds(500));
    truth_holds();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_plain)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
