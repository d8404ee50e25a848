/* The lines of bits that the forcing search stands on, compared with the tracker after every stone. */
#include <stdlib.h>
#include <string.h>

#include "connect/forcing/cover.h"
#include "connect/forcing/field.h"
#include "connect/threat/threats.h"
#include "support/boards.h"

/* Segments of a side by need, from the tracker. */
static int expected(const struct threats *t, enum side side, int need)
{
    int delta = t->position->rules.k - t->position->rules.p, n = 0;
    for (int count = 0; count <= t->position->rules.k; count++)
        if (need == 0 ? count >= delta : count == delta - need)
            n += threats_segments(t, side, count);
    return n;
}

static void compare(const struct field *f, struct threats *t)
{
    static struct window w[40000];
    assert_int_equal(f->hash, t->position->hash);
    assert_int_equal(f->empty, t->position->empty);
    for (int side = 0; side < 2; side++) {
        for (int need = 0; need < f->needs; need++) {
            int n = field_windows(f, (enum side)side, need, w, 40000);
            assert_int_equal(n, expected(t, (enum side)side, need));
            assert_int_equal(field_any(f, (enum side)side, need), n > 0);
            for (int i = 0; i < n && i < 50; i++) {
                square e[RULES_MAX_K];
                int empties = field_empties(f, w[i], e);
                assert_true(need == 0 ? empties <= f->p : empties == f->p + need || f->delta < need);
                for (int j = 0; j < empties; j++)
                    assert_int_equal(t->position->cell[e[j]], CELL_EMPTY);
            }
        }
        if (t->threat[side].n < EDGES_MOST) {
            struct edges e;
            struct covers c;
            struct square_sets sets = SQUARE_SETS_EMPTY;
            edges_find(f, (enum side)side, &e);
            assert_int_equal(edges_number(&e, f->p, NULL), threats_number(t, (enum side)side));
            edges_covers(&e, f->p, &c);
            threats_defences(t, (enum side)side, f->p, 10000, &sets);
            if (!c.cut)
                assert_int_equal(c.n, sets.count);
            square_sets_free(&sets);
        }
    }
}

static void random_game(const char *game, struct rng *rng)
{
    struct rules r = test_rules(game);
    struct position *p = position_new(&r);
    struct threats *t = threats_new(p);
    struct field *f = field_new(&r), *g = field_new(&r);
    field_sync(f, p);
    compare(f, t);
    for (int steps = 0; steps < 60; steps++) {
        square s = rng_below(rng, 4) ? test_random_stone(p, rng) : SQUARE_NONE;
        if (s) {
            field_place(f, p->to_move, s);
            threats_place(t, s);
        } else if (p->plies) {
            field_undo(f);
            threats_undo(t);
        }
        if (p->outcome == OUTCOME_OPEN) /* a tracker that has seen a row is no model */
            compare(f, t);
        if (steps % 20 == 19 && p->outcome == OUTCOME_OPEN) {
            field_sync(g, p); /* many stones at once, forth and back */
            compare(g, t);
        }
    }
    field_free(f);
    field_free(g);
    threats_free(t);
    position_free(p);
}

static void test_random(void **state)
{
    static const char *const game[] = {"connect6",
                                       "gomoku",
                                       "9,9,5,1,1",
                                       "10,7,6,2,1",
                                       "8,8,7,3,2",
                                       "100,70,6,2,1",
                                       "12,12,4,2,1",
                                       "6,6,6,4,2",
                                       "7,7,3,3,1",
                                       "9,9,5,1,1,exact",
                                       "connect(10,10,6,2,1,exact)",
                                       "90,12,4,2,1,exact"};
    (void)state;
    struct rng rng;
    rng_seed(&rng, 9);
    for (int round = 0; round < test_rounds(20); round++)
        for (size_t i = 0; i < sizeof game / sizeof *game; i++)
            random_game(game[i], &rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
