/* The zone of a forcing win: stones of the defender outside it change nothing. Attacked with random turns. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/exact/exact.h"
#include "connect/forcing/forcing.h"
#include "support/boards.h"

enum { TABLE = 1 << 20 };

/* The position with more stones of the defender, the same attacker to move. */
static struct position *with_stones(const struct position *p, const struct squares *s)
{
    struct position *more = position_new(&p->rules);
    for (square at = square_first(); at; at = square_next(&p->rules, at))
        if (p->cell[at] != CELL_EMPTY)
            position_setup(more, at, (enum cell)p->cell[at]);
    for (int i = 0; i < s->n; i++)
        position_setup(more, s->s[i], cell_of(side_other(p->to_move)));
    assert_true(position_settle(more, p->to_move, p->left, NULL));
    return more;
}

/* A random turn of the defender that is irrelevant to the zone; false if none was found. */
static bool irrelevant_turn(const struct position *p, const uint8_t *zone, struct rng *rng,
                            struct squares *out)
{
    for (int tries = 0; tries < 300; tries++) {
        out->n = 0;
        while (out->n < p->rules.p) {
            square s = test_random_stone(p, rng);
            bool known = false;
            for (int i = 0; i < out->n; i++)
                known = known || out->s[i] == s;
            if (!known)
                out->s[out->n++] = s;
        }
        if (forcing_irrelevant(zone, out))
            return true;
    }
    return false;
}

/* Searches a position and attacks the zone of the win, if there is one; returns the turns tried. */
static int attack_zone(struct forcing *f, struct position *p, enum forcing_kind kind, struct exact *x,
                       struct rng *rng)
{
    struct threats *t = threats_new(p);
    uint8_t *zone = mem_zero((size_t)square_limit(&p->rules), 1);
    struct forcing_result r;
    int tried = 0;
    forcing_search(f, t, &(struct forcing_limits){.kind = kind, .nodes = 20000}, &r);
    if (r.answer == FORCING_WIN) {
        int marked = forcing_zone(f, t, zone), count = 0;
        for (square s = square_first(); s; s = square_next(&p->rules, s)) {
            count += zone[s] > 0;
            assert_true(!zone[s] || p->cell[s] == CELL_EMPTY);
        }
        assert_int_equal(marked, count);
        for (int i = 0; i < r.turn.n; i++)
            assert_int_equal(zone[r.turn.s[i]], 1);
        struct squares turn;
        for (int i = 0; i < 6 && p->empty > p->rules.p && irrelevant_turn(p, zone, rng, &turn);
             i++, tried++) {
            struct position *more = with_stones(p, &turn);
            assert_int_equal(more->outcome, OUTCOME_OPEN);
            if (x) {
                struct exact_result e;
                assert_true(exact_solve(x, more, NULL, &e, NULL));
                assert_int_equal(e.lower, 1);
            } else {
                struct threats *u = threats_new(more);
                struct forcing *g = forcing_new(&p->rules, TABLE);
                forcing_search(g, u, &(struct forcing_limits){.kind = FORCING_VCST, .nodes = 400000}, &r);
                assert_int_equal(r.answer, FORCING_WIN);
                forcing_free(g);
                threats_free(u);
            }
            position_free(more);
        }
    }
    free(zone);
    threats_free(t);
    return tried;
}

static void test_connect6(void **state)
{
    static const char *const won[] = {
        "j10 k11 l9 j12 i11 h10 j8",
        "j10 d4 e4 i11 j12 f4 g4 h4 c4 e3 g5",
        "j10 j9 j11 l10 l8 i11 i10 i9 h11 k12 l13 m14 h9 i12 i13 i14 h13",
        "j10 j9 l10 i8 h8 k11 l11 l12 m11",
    };
    (void)state;
    struct rng rng;
    rng_seed(&rng, 3);
    struct rules r = test_rules("connect6");
    struct forcing *f = forcing_new(&r, TABLE);
    for (size_t i = 0; i < sizeof won / sizeof *won; i++) {
        struct position *p = test_game("connect6", won[i]);
        int tried = 0;
        for (int round = 0; round < test_rounds(10); round++)
            tried += attack_zone(f, p, i < 3 ? FORCING_VCDT : FORCING_VCST, NULL, &rng);
        assert_true(i == 3 || tried > 0);
        position_free(p);
    }
    forcing_free(f);
}

static void test_small(void **state)
{
    static const struct {
        const char *game;
        int stones;
    } small[] = {{"6,6,5,2,1", 18}, {"6,6,5,1,1", 18}, {"7,5,5,2,1", 16}, {"6,6,6,3,2", 16}};
    (void)state;
    struct rng rng;
    struct exact *x = exact_new(0);
    rng_seed(&rng, 4);
    int tried = 0;
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        struct rules r = test_rules(small[i].game);
        struct forcing *f = forcing_new(&r, TABLE);
        for (int round = 0; round < test_rounds(400); round++) {
            struct position *p = position_new(&r);
            for (int n = 0; n < small[i].stones && p->outcome == OUTCOME_OPEN; n++)
                position_place(p, test_random_stone(p, &rng));
            if (p->outcome == OUTCOME_OPEN)
                tried += attack_zone(f, p, round % 2 ? FORCING_VCST : FORCING_VCDT, x, &rng);
            position_free(p);
        }
        forcing_free(f);
    }
    assert_true(tried > test_rounds(400));
    exact_free(x);
}

/* The condition of SPEC 4.1 for two stones. */
static void test_irrelevant(void **state)
{
    (void)state;
    uint8_t zone[8] = {0, 0, 0, 1, 2, 2, 0, 0};
    struct squares t = {2, {1, 2}};
    assert_true(forcing_irrelevant(zone, &t));
    t = (struct squares){2, {1, 4}};
    assert_true(forcing_irrelevant(zone, &t));
    t = (struct squares){2, {4, 5}};
    assert_false(forcing_irrelevant(zone, &t));
    t = (struct squares){2, {3, 1}};
    assert_false(forcing_irrelevant(zone, &t));
    t = (struct squares){1, {4}};
    assert_true(forcing_irrelevant(zone, &t));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_irrelevant), cmocka_unit_test(test_connect6),
                                       cmocka_unit_test(test_small)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
