/* What the engine and the tree search claim on boards that nobody can search through: searches cut off anywhere must not claim a
 * loss where the side to move wins by force, and every loss or win that is claimed is found again by those who prove
 * them: verify, or a walk through all defences. */
#include "connect/engine/engine.h"
#include "connect/forcing/forcing.h"
#include "connect/proof/defences.h"
#include "connect/proof/solve.h"
#include "play/agent/agent.h"
#include "support/brute.h"
#include "truth/truth.h"

enum { TABLE = 1 << 22, FORCE_STONES = 300000, SEARCHES = 6, TREES = 2, SHORTEST = 100, TRIES = 30 };

static const struct family {
    const char *game;
    int window, stones, rounds;
    uint32_t longest; /* search, in nodes */
} families[] = {
    {"19,19,6,2,1", 8, 30, 40, 6000},       {"19,19,6,2,1", 10, 44, 40, 20000},
    {"11,11,6,2,1", 10, 50, 40, 6000},      {"15,15,5,1,1", 9, 24, 30, 3000},
    {"15,15,5,1,1,exact", 9, 26, 30, 3000}, {"11,11,6,2,1,exact", 10, 50, 20, 3000},
    {"9,9,5,1,1", 9, 30, 30, 3000},         {"11,11,7,3,1", 9, 34, 15, 3000},
};

struct tally {
    int positions, searches, wins, losses;
};

/* Has the side to move a forcing win? */
static bool wins_by_force(const struct position *p)
{
    struct forcing *f = forcing_new(&p->rules, TABLE);
    struct position *copy = position_copy(p);
    struct threats *t = threats_new(copy);
    struct forcing_result r;
    forcing_search(f, t, &(struct forcing_limits){.kind = FORCING_VCST, .nodes = FORCE_STONES}, &r);
    threats_free(t);
    position_free(copy);
    forcing_free(f);
    return r.answer == FORCING_WIN;
}

static bool is_proved(const struct position *p)
{
    struct solve_job job = {.position = p, .attacker = p->to_move, .order = 3, .limits.nodes = 50000};
    struct solve_result r;
    struct err e;
    return wins_by_force(p) || (solve_run(&job, &r, &e) && r.status == SOLVE_WON);
}

static struct bot *tree(const struct position *p, const char *spec, struct game **g)
{
    struct err e;
    *g = connect_take(position_copy(p));
    struct bot *b = agent_player(spec, *g, 1, &e);
    if (!b)
        fail_msg("%s", e.text);
    return b;
}

static bool is_won(const struct position *p, int turns);

/* Does every turn of the side to move lose, in so many turns of the other? Verify says so, but for some that lose later. */
static bool is_lost(const struct position *p, int turns)
{
    struct defences_job job = {.position = p, .order = 2, .threads = 1, .limits.nodes = 100000};
    struct defences_result r;
    struct err e;
    assert_true(defences_run(&job, &r, &e));
    bool lost = r.complete && !r.defender_wins && !r.fills_board;
    for (size_t i = 0; i < r.count && lost; i++) {
        const struct defence *d = &r.defence[i];
        if (d->state == DEFENCE_LOSES || d->unplaced > 0)
            continue;
        struct position *q = position_copy(p);
        for (int k = 0; k < d->squares.n && q->outcome == OUTCOME_OPEN; k++)
            position_place(q, d->squares.s[k]);
        lost = q->outcome == OUTCOME_OPEN && turns > 1 && is_won(q, turns - 1);
        position_free(q);
    }
    defences_result_free(&r);
    return lost;
}

/* Does the side to move win, in so many turns? The tree search may choose the turn, which is then looked into without it. */
static bool is_won(const struct position *p, int turns)
{
    struct game *g;
    struct report report;
    if (is_proved(p))
        return true;
    struct bot *b = tree(p, "mcts:memory=8", &g);
    bot_study(b, g, &(struct limits){.nodes = 1000}, NULL, NULL, &report);
    struct squares turn = engine_turn(p, &report.line[0]);
    struct position *q = position_copy(p);
    for (int i = 0; i < turn.n && q->outcome == OUTCOME_OPEN; i++)
        position_place(q, turn.s[i]);
    bool won = q->outcome == outcome_win(p->to_move) || (q->outcome == OUTCOME_OPEN && is_lost(q, turns));
    position_free(q);
    bot_free(b);
    game_free(g);
    return won;
}

static bool is_verified(const struct position *p)
{
    bool verified = false;
    for (int order = 2; order <= 3 && !verified; order++) {
        struct defences_job job = {.position = p, .order = order, .threads = 1, .limits.nodes = 100000};
        struct defences_result r;
        struct err e;
        assert_true(defences_run(&job, &r, &e));
        verified = r.complete && !r.defender_wins && r.open == 0;
        defences_result_free(&r);
    }
    return verified;
}

/* What the first line claims, against those who prove. */
static void compare_line(const struct position *p, bool wins, const char *who, const struct report *r,
                         uint64_t nodes, struct tally *t)
{
    const struct report_line *l = &r->line[0];
    t->searches++;
    t->wins += l->mate > 0;
    t->losses += l->mate < 0;
    if (l->mate < 0 && wins)
        TRUTH_CONTRADICTS(p, "with %llu nodes %s claims a loss, but there is a forcing win",
                          (unsigned long long)nodes, who);
    else if (l->mate < 0 && !is_verified(p) && !is_lost(p, -l->mate))
        TRUTH_CONTRADICTS(p, "with %llu nodes %s claims a loss that nobody proves", (unsigned long long)nodes,
                          who);
    else if (l->mate > 0 && !is_won(p, l->mate))
        TRUTH_CONTRADICTS(p, "with %llu nodes %s claims a win that nobody proves", (unsigned long long)nodes,
                          who);
}

/* One side has something going on, and mostly has to answer the other. */
static struct position *pick(const struct family *f, const struct rules *r, struct rng *rng)
{
    struct position *p = NULL;
    for (int tries = 0; tries < TRIES; tries++) {
        position_free(p);
        p = scatter(r, f->window, f->stones / 2 + (int)rng_below(rng, (uint32_t)f->stones / 2 + 1), rng);
        int threats = brute_threats(p, side_other(p->to_move));
        if (brute_threats(p, p->to_move) == 0 && threats <= p->left && threats > 0)
            break;
    }
    return p;
}

static void compare_trees(const struct position *p, bool wins, struct rng *rng, struct tally *t)
{
    struct game *g;
    struct report report;
    for (int i = 0; i < TREES; i++) {
        uint64_t playouts = 1 + rng_below(rng, 400);
        struct bot *b = tree(p, i ? "mcts:memory=8,first=100,force=60" : "mcts:memory=8", &g);
        bot_study(b, g, &(struct limits){.nodes = playouts}, NULL, NULL, &report);
        assert_true(report.n > 0);
        compare_line(p, wins, "the tree search", &report, playouts, t);
        bot_free(b);
        game_free(g);
    }
}

static void compare(const struct family *f, struct engine *x, struct rng *rng, struct tally *t)
{
    struct rules r = test_rules(f->game);
    struct position *p = pick(f, &r, rng);
    struct report report;
    bool wins = wins_by_force(p);
    t->positions++;
    for (int i = 0; i < SEARCHES; i++) {
        uint64_t nodes = SHORTEST + rng_below(rng, f->longest);
        engine_clear(x);
        engine_think(x, p, &(struct engine_limits){.work.nodes = nodes}, NULL, NULL, &report);
        assert_true(report.n > 0);
        compare_line(p, wins, "the engine", &report, nodes, t);
    }
    compare_trees(p, wins, rng, t);
    position_free(p);
}

static void test_claims(void **state)
{
    (void)state;
    setvbuf(stdout, NULL, _IOLBF, 0);
    struct rng rng;
    struct err e;
    rng_seed(&rng, 30000);
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        struct rules r = test_rules(families[i].game);
        struct engine *x = engine_new(&r, &(struct engine_options){.hash_bytes = TABLE}, &e);
        struct tally t = {0};
        for (int round = 0; round < truth_rounds(families[i].rounds); round++)
            compare(&families[i], x, &rng, &t);
        engine_free(x);
        printf("%-12s %6d positions, %6d searches: %6d wins claimed, %6d losses\n", families[i].game,
               t.positions, t.searches, t.wins, t.losses);
    }
    truth_holds();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_claims)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
