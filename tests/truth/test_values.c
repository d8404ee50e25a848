/* Whatever is said of a position against minimax, stone by stone: exact values, wins of the solver and what
 * verify leaves, their certificates, what the engine and the tree search claim after searches of any length, and threats. */
#include <unistd.h>

#include "connect/engine/engine.h"
#include "connect/exact/exact.h"
#include "connect/proof/check.h"
#include "connect/proof/defences.h"
#include "connect/proof/solve.h"
#include "connect/threat/threats.h"
#include "play/agent/agent.h"
#include "support/brute.h"
#include "support/plain.h"
#include "truth/truth.h"

static const struct family {
    const char *game;
    int empty; /* squares at the most: what minimax can do */
} families[] = {
    {"3,3,3,1,1", 9},        {"4,4,4,1,1", 12},       {"4,3,3,1,1", 11},        {"5,5,4,1,1", 12},
    {"6,2,3,1,1", 11},       {"5,4,4,2,1", 12},       {"4,4,4,2,1", 12},        {"5,5,5,2,1", 12},
    {"6,6,6,2,1", 12},       {"6,3,4,2,2", 12},       {"4,2,4,4,4", 8},         {"4,4,4,3,1", 11},
    {"5,5,5,3,2", 11},       {"4,3,3,3,1", 10},       {"3,2,2,1,1", 6},         {"5,3,3,1,1,exact", 11},
    {"5,4,3,2,1,exact", 11}, {"4,4,3,1,1,exact", 12}, {"6,2,2,1,1,exact", 10},  {"6,2,3,2,1,exact", 11},
    {"7,2,4,3,1,exact", 11}, {"5,5,4,2,1,exact", 12}, {"12,1,3,2,1,exact", 12}, {"3,3,1,1,1", 9},
    {"4,3,4,2,3", 11},       {"7,2,5,3,1", 12},
};

struct tally {
    int positions, won, lost, solved, verified, claims, trees, certificates;
};

/* ---- the truth ---- */

/* 1: the side to move wins, -1: it loses, 0: a draw. */
static int value_of(const struct position *p)
{
    int value = 0;
    for (int side = 0; side < 2 && value == 0; side++) {
        struct plain *w = plain_new(&p->rules, (enum side)side);
        if (plain_wins_position(w, p))
            value = (enum side)side == p->to_move ? 1 : -1;
        plain_free(w);
    }
    return value;
}

static bool turn_loses(const struct position *p, const struct squares *turn)
{
    struct position *q = position_copy(p);
    for (int i = 0; i < turn->n && q->outcome == OUTCOME_OPEN; i++)
        position_place(q, turn->s[i]);
    bool loses = q->outcome == OUTCOME_OPEN ? value_of(q) == (q->to_move == p->to_move ? -1 : 1)
                                            : q->outcome == outcome_win(side_other(p->to_move));
    position_free(q);
    return loses;
}

/* ---- certificates ---- */

static const char *cert_path(void)
{
    static char path[64];
    snprintf(path, sizeof path, "truth-%ld.cert", (long)getpid());
    return path;
}

static void check_certificate(const struct position *p, const char *of, struct tally *t)
{
    struct err e;
    struct check_result r;
    struct cert_reader *c = cert_reader_open(cert_path(), &e);
    t->certificates++;
    if (!c) {
        TRUTH_CONTRADICTS(p, "the certificate of %s cannot be read: %s", of, e.text);
        return;
    }
    if (check_run(c, NULL, &r) != CHECK_ACCEPTED)
        TRUTH_CONTRADICTS(p, "the certificate of %s is not accepted: %s", of, r.why.text);
    check_result_free(&r);
    cert_reader_free(c);
    unlink(cert_path());
}

/* ---- who says what ---- */

static void compare_exact(const struct position *p, int value, struct exact *x)
{
    struct exact_result r;
    struct err e;
    if (!exact_solve(x, p, NULL, &r, &e) || r.lower != value || r.upper != value)
        TRUTH_CONTRADICTS(p, "exact says %d, minimax %d", r.lower, value);
}

static void compare_solve(const struct position *p, int value, int order, struct tally *t)
{
    for (int side = 0; side < 2; side++) {
        struct solve_job job = {.position = p,
                                .attacker = (enum side)side,
                                .order = order,
                                .limits.nodes = 2000,
                                .cert = cert_path()};
        struct solve_result r;
        struct err e;
        assert_true(solve_run(&job, &r, &e));
        if (r.status != SOLVE_WON)
            continue;
        t->solved++;
        check_certificate(p, "solve", t);
        if (value != ((enum side)side == p->to_move ? 1 : -1))
            TRUTH_CONTRADICTS(p, "solved at order %d for %s, minimax says %d for the side to move", order,
                              side_name((enum side)side), value);
    }
}

static bool is_open(const struct defences_result *r, const struct squares *turn)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct defence *d = &r->defence[i];
        bool same = d->unplaced == 0 && d->squares.n == turn->n && d->state != DEFENCE_LOSES;
        for (int j = 0; same && j < turn->n; j++)
            same = d->squares.s[j] == turn->s[j];
        if (same)
            return true;
    }
    return false;
}

/* All whole turns from the squares from `from` on: those that verify does not leave open lose. */
static void compare_turns(const struct position *p, const struct defences_result *r, struct squares *turn,
                          square from, int length)
{
    if (turn->n == length) {
        if (!is_open(r, turn) && !turn_loses(p, turn)) {
            char name[SQUARE_TEXT];
            TRUTH_CONTRADICTS(p, "verify does not leave %s … open, which does not lose",
                              square_format(turn->s[0], name));
        }
        return;
    }
    for (square s = from; s; s = square_next(&p->rules, s))
        if (p->cell[s] == CELL_EMPTY) {
            turn->s[turn->n++] = s;
            compare_turns(p, r, turn, square_next(&p->rules, s), length);
            turn->n--;
        }
}

static void compare_verify(const struct position *p, int order, struct tally *t)
{
    struct defences_job job = {
        .position = p, .order = order, .threads = 1, .limits.nodes = 500, .cert = cert_path()};
    struct defences_result r;
    struct err e;
    struct squares turn = {.n = 0};
    assert_true(defences_run(&job, &r, &e));
    if (!r.defender_wins && r.complete) {
        t->verified++;
        if (access(cert_path(), F_OK) == 0)
            check_certificate(p, "verify", t);
        compare_turns(p, &r, &turn, square_first(), position_turn_length(p));
    }
    unlink(cert_path());
    defences_result_free(&r);
}

/* What a search claims of the position and of each turn; returns whether it claims anything. */
static bool compare_report(const struct position *p, int value, const char *who, uint64_t nodes,
                           const struct report *r)
{
    int mate = r->line[0].mate;
    assert_true(r->n > 0);
    if ((mate > 0 && value != 1) || (mate < 0 && value != -1))
        TRUTH_CONTRADICTS(p, "with %llu nodes %s claims %s in %d, minimax says %d", (unsigned long long)nodes,
                          who, mate > 0 ? "a win" : "a loss", abs(mate), value);
    for (int j = 0; j < r->n; j++) {
        struct squares turn = engine_turn(p, &r->line[j]);
        if (r->line[j].mate < 0 && !turn_loses(p, &turn))
            TRUTH_CONTRADICTS(p, "with %llu nodes %s says that turn %d loses", (unsigned long long)nodes, who,
                              j + 1);
        if (r->line[j].mate > 0 && value != 1)
            TRUTH_CONTRADICTS(p, "with %llu nodes %s says that turn %d wins", (unsigned long long)nodes, who,
                              j + 1);
    }
    return mate != 0;
}

/* With and without forcing searches, zones, and a limit to the stones that are tried. */
static void compare_tree(const struct position *p, int value, struct rng *rng, struct tally *t)
{
    static const char *const forces[] = {"force=0,first=0", "force=20,first=0", "force=300"};
    struct position *copy = position_copy(p);
    struct game *g = connect_take(copy);
    struct report r;
    for (int i = 0; i < 3; i++) {
        char spec[120];
        uint64_t playouts = 1 + rng_below(rng, 60u << 2 * i);
        snprintf(spec, sizeof spec, "mcts:memory=8,%s,zones=%s,width=%d,urgency=%s",
                 forces[rng_below(rng, 3)], rng_below(rng, 3) ? "yes" : "no", rng_below(rng, 2) ? 40 : 3,
                 rng_below(rng, 2) ? "-1" : "0.1");
        struct err e;
        struct bot *b = agent_player(spec, g, 1, &e);
        if (!b)
            fail_msg("%s", e.text);
        bot_study(b, g, &(struct limits){.nodes = playouts}, NULL, NULL, &r);
        t->trees += compare_report(p, value, spec, playouts, &r);
        bot_free(b);
    }
    assert_true(position_equal(copy, p));
    game_free(g);
}

static void compare_engine(const struct position *p, int value, struct rng *rng, struct tally *t)
{
    struct err e;
    struct engine *x = engine_new(&p->rules, &(struct engine_options){.hash_bytes = 1 << 20}, &e);
    struct report r;
    for (int i = 0; i < 3; i++) {
        struct engine_limits l = {.work.nodes = 1 + rng_below(rng, 3000u << i), .depth = 12, .lines = 1 + i};
        engine_think(x, p, &l, NULL, NULL, &r);
        t->claims += compare_report(p, value, "the engine", l.work.nodes, &r);
    }
    engine_free(x);
}

static void compare_threats(struct position *p)
{
    struct threats *t = threats_new(p);
    for (int side = 0; side < 2; side++) {
        struct plain *w = plain_new(&p->rules, (enum side)side);
        uint64_t own = plain_stones(w, p, (enum side)side),
                 other = plain_stones(w, p, side_other((enum side)side));
        if (threats_number(t, (enum side)side) != brute_threats(p, (enum side)side))
            TRUTH_CONTRADICTS(p, "%d threats of %s, counted %d", brute_threats(p, (enum side)side),
                              side_name((enum side)side), threats_number(t, (enum side)side));
        if (threats_can_win(t, (enum side)side, p->left) != plain_completes(w, own, other, p->left))
            TRUTH_CONTRADICTS(p, "whether %s can complete a row", side_name((enum side)side));
        plain_free(w);
    }
    threats_free(t);
}

static void compare(const struct family *f, struct exact *x, struct rng *rng, struct tally *t)
{
    struct rules r = test_rules(f->game);
    int empty = 1 + (int)rng_below(rng, (uint32_t)f->empty), squares = r.m * r.n;
    struct position *p = rng_below(rng, 3) ? scatter(&r, RULES_MAX_SIDE, squares - empty, rng)
                                           : scatter_game(&r, empty < squares ? empty : squares - 1, rng);
    if (p->outcome == OUTCOME_OPEN && p->empty <= f->empty) {
        int value = value_of(p), order = 1 + (int)rng_below(rng, 3);
        t->positions++;
        t->won += value > 0;
        t->lost += value < 0;
        compare_threats(p);
        compare_exact(p, value, x);
        compare_solve(p, value, order, t);
        compare_verify(p, order, t);
        compare_engine(p, value, rng, t);
        compare_tree(p, value, rng, t);
    }
    position_free(p);
}

static void test_against_minimax(void **state)
{
    (void)state;
    setvbuf(stdout, NULL, _IOLBF, 0);
    struct rng rng;
    struct exact *x = exact_new(1 << 22);
    rng_seed(&rng, 2012);
    int all = 0;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        struct tally t = {0};
        for (int round = 0; round < truth_rounds(120); round++)
            compare(&families[i], x, &rng, &t);
        printf("%-10s %6d positions, %6d won, %6d lost: %6d solved, %6d verified, %6d certificates, %6d "
               "claims of the engine, %6d of the tree search\n",
               families[i].game, t.positions, t.won, t.lost, t.solved, t.verified, t.certificates, t.claims,
               t.trees);
        all += t.positions;
    }
    exact_free(x);
    assert_true(all > truth_rounds(600));
    truth_holds();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_minimax)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
