/* The verifier on the cases of SPEC 4.2, one board each, Black attacking; and strategies that are none. */
#include "support/boards.h"

#include <limits.h>

#include "connect/proof/prover.h"

/* What the verifier says of a position with the wins that the search finds. */
struct verdict {
    int order; /* −1: no win */
    int critical_defences;
    uint64_t attacks, parts;
    int fewest_threats;
    struct zones *z;
};

static int unplaced_seen;

static bool turn_of(void *ctx, struct battle *b, int depth, int order, struct squares *turn)
{
    struct replay *r = ctx;
    (void)b;
    (void)order;
    return replay_turn(r, depth, turn);
}

static void count_parts(void *ctx, struct battle *b, const struct squares *turn, const struct zones *z,
                        int order, bool partial)
{
    (void)ctx;
    (void)b;
    (void)turn;
    (void)z;
    (void)order;
    unplaced_seen += partial;
}

/* Searches, then verifies from scratch. */
static struct verdict verify(struct position *p, enum side to_move, int order)
{
    assert_true(position_settle(p, to_move, p->rules.p, NULL));
    struct prover_limits limits = {.memory = 1 << 28};
    struct prover *s = prover_new(p, BLACK, &limits);
    struct verdict out = {.order = -1, .z = zones_new(&p->rules)};
    prover_level(s, 2);
    bool won = to_move == BLACK ? prover_attack(s, order, 1, false) : prover_defend(s, order, 1);
    if (won) {
        struct replay *r = replay_new(s->battle, s->table);
        struct strategy strategy = {r, turn_of, NULL, count_parts, NULL, NULL};
        struct verifier *v = verifier_new(s->battle, &strategy);
        unplaced_seen = 0;
        out.order = verifier_run(v, order, out.z);
        out.attacks = v->attacks;
        out.parts = (uint64_t)unplaced_seen;
        out.fewest_threats = v->fewest_threats;
        struct square_sets d = SQUARE_SETS_EMPTY;
        threats_defences(s->battle->threats, BLACK, p->rules.p, 1000, &d);
        out.critical_defences = (int)d.count;
        square_sets_free(&d);
        verifier_free(v);
        replay_free(r);
    }
    prover_free(s);
    return out;
}

static int level(const struct verdict *v, const struct position *p, const char *name)
{
    return v->z->level[test_square(p, name)];
}

/* End: Black completes the row. Its squares are in every zone; White's four in a row gives e1 and f1, which
 * it needs two stones for, to Z2, and g1 to Z3. */
static void end(void **state)
{
    (void)state;
    struct position *p = test_board("12,3,6,2,1", ". . . . . . . . . . . .\n"
                                                  ". . x x x x . . . . . .\n"
                                                  "o o o o . . . . . . . .\n");
    struct verdict v = verify(p, BLACK, 1);
    assert_int_equal(v.order, 0);
    assert_int_equal(level(&v, p, "a2"), 1);
    assert_int_equal(level(&v, p, "b2"), 1);
    assert_int_equal(level(&v, p, "e1"), 2);
    assert_int_equal(level(&v, p, "f1"), 2);
    assert_int_equal(level(&v, p, "g1"), 3);
    assert_int_equal(v.z->n, 5);
    zones_free(v.z);
    position_free(p);
}

/* p+1 threats: won at once, with (a) the threats' squares and (b) White's segments of at most i+2 empty
 * squares: e2 to h2 need four stones, which is Z2, and i2 five. */
static void three_threats(void **state)
{
    (void)state;
    struct position *p = test_board("9,5,6,2,1", "o x x x x . . o .\n"
                                                 ". . . . . . . . .\n"
                                                 "o x x x x . . o .\n"
                                                 ". . o o . . . . x\n"
                                                 "o x x x x . . o .\n");
    struct verdict v = verify(p, WHITE, 1);
    assert_int_equal(v.order, 1);
    assert_int_equal(v.attacks, 0);
    static const char *const threats[] = {"f1", "g1", "f3", "g3", "f5", "g5"};
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(level(&v, p, threats[i]), 1);
    assert_int_equal(level(&v, p, "e2"), 2);
    assert_int_equal(level(&v, p, "h2"), 2);
    assert_int_equal(level(&v, p, "a2"), 2);
    assert_int_equal(level(&v, p, "i4"), 0);
    assert_int_equal(zones_size(v.z, 1), 6);
    zones_free(v.z);
    position_free(p);
}

/* Two threats: every defence takes both stones, none is left to irrelevant squares. */
static void two_threats(void **state)
{
    (void)state;
    struct position *p = test_board("9,9,6,2,1", ". . . . . . . . .\n"
                                                 ". . . . . . . . .\n"
                                                 ". . . . . . . . .\n"
                                                 "o . . . x . . . .\n"
                                                 ". . . . . x . . .\n"
                                                 ". . . x x x x . .\n"
                                                 ". . . . . . . . o\n"
                                                 ". . . . . . o . .\n"
                                                 ". . . . . . . . o\n");
    struct verdict v = verify(p, WHITE, 1);
    assert_int_equal(v.order, 1);
    assert_int_equal(v.critical_defences, 3);
    assert_int_equal(v.fewest_threats, 2);
    assert_int_equal(v.parts, 0);
    zones_free(v.z);
    position_free(p);
}

/* One threat: e5 or e6 stops it; the other stone is free, and only the zone of what beats the semi-null move
 * is tried. */
static void one_threat_with_semi_null_moves(void **state)
{
    (void)state;
    struct position *p = test_board("9,9,6,2,1", ". o . . x . . o .\n"
                                                 ". . . . x . . . .\n"
                                                 ". . . . x . x . .\n"
                                                 ". . . . . . . . .\n"
                                                 ". . . . . x . . .\n"
                                                 ". . . . x x . . .\n"
                                                 ". . . . . . . . .\n"
                                                 ". . . . . . . . .\n"
                                                 ". . . . . . . . .\n");
    struct verdict v = verify(p, WHITE, 1);
    assert_int_equal(v.order, -1);
    zones_free(v.z);
    v = verify(p, WHITE, 2);
    assert_int_equal(v.order, 2);
    assert_int_equal(v.critical_defences, 2);
    assert_int_equal(v.fewest_threats, 1);
    assert_int_equal(v.parts, 2);
    zones_free(v.z);
    position_free(p);
}

/* No threat: the null move, then semi-null moves in its zone, then turns in theirs. Connect(5,2): two stones
 * side by side win. */
static void no_threat_with_null_moves(void **state)
{
    (void)state;
    struct position *p = test_board("13,13,5,2,2", ". . . . . . . . . . . . .\n"
                                                   ". . . . . . . . . . . . .\n"
                                                   ". . . . . . . . . . . . .\n"
                                                   ". . . . . . . . . . . . .\n"
                                                   ". . . . . . . . . . . . .\n"
                                                   ". . . . . . . . . . . . .\n"
                                                   ". . . . . x x . . . . . .\n"
                                                   ". . . . . . . . . . . . .\n"
                                                   ". . . . . . . . . . . . .\n"
                                                   ". . . . . . . . . . . . .\n"
                                                   ". . . . . . . . . . . . .\n"
                                                   ". . . . . . . . . . . . .\n"
                                                   ". . . . . . . . . . . . .\n");
    struct verdict v = verify(p, WHITE, 2);
    assert_int_equal(v.order, -1);
    zones_free(v.z);
    v = verify(p, WHITE, 3);
    assert_int_equal(v.order, 3);
    assert_int_equal(v.critical_defences, 1); /* nothing at all */
    assert_int_equal(v.fewest_threats, 0);
    assert_true(v.parts > 20);
    zones_free(v.z);
    position_free(p);
}

/* Three threats do not help if White completes a row first. */
static void the_defender_comes_first(void **state)
{
    (void)state;
    struct position *p = test_board("9,7,6,2,1", "o x x x x . . o .\n"
                                                 ". . . . . . . . .\n"
                                                 "o x x x x . . o .\n"
                                                 ". . . . . . . . .\n"
                                                 "o x x x x . . o .\n"
                                                 ". . . . . . . . .\n"
                                                 "x o o o o . . . .\n");
    for (int order = 1; order <= 4; order++) {
        struct verdict v = verify(p, WHITE, order);
        assert_int_equal(v.order, -1);
        zones_free(v.z);
    }
    position_free(p);
}

/* A verifier that counts two alternatives of one threat as one stone claims a win here. There is none: the
 * defence f10 f9 (the squares a and b of SPEC 4.3) stops all threats and makes one. */
static void macro_moves_do_not_cheat(void **state)
{
    (void)state;
    struct position *p = test_board("15,15,6,2,1", "x o x o o x x o x x x o x o x\n"
                                                   "x o o x x o o o o x o x x x o\n"
                                                   "o x o o o o x x o x o x o o o\n"
                                                   "x x x o o x x x x o o o x x o\n"
                                                   "o o o x o x x x o x x o x x o\n"
                                                   "o x x o o x x x o x x o x o o\n"
                                                   "o o x x x x . . o o . . x o x\n"
                                                   "o x x o o x . . o x x o o o x\n"
                                                   "x x o o x o o o x x o x o x x\n"
                                                   "x x o o o . x x o x x o . o x\n"
                                                   "o o x x o . o o x o o x . x o\n"
                                                   "x o x x x . . . o x o o . x x\n"
                                                   "o x o o o x o x o o x x x x x\n"
                                                   "o o x x x x o x o x o o x o o\n"
                                                   "x x x o o x o o x o o x x x x\n");
    for (int order = 1; order <= 4; order++) {
        struct verdict v = verify(p, WHITE, order);
        assert_int_equal(v.order, -1);
        zones_free(v.z);
    }
    position_free(p);
}

/* ---- strategies that are none ---- */

static bool always_a1_b1(void *ctx, struct battle *b, int depth, int order, struct squares *turn)
{
    (void)ctx;
    (void)b;
    (void)depth;
    (void)order;
    *turn = (struct squares){2, {square_at(0, 0), square_at(1, 0)}};
    return true;
}

static bool no_idea(void *ctx, struct battle *b, int depth, int order, struct squares *turn)
{
    (void)ctx;
    (void)b;
    (void)depth;
    (void)order;
    (void)turn;
    return false;
}

static void a_bad_strategy_fails(void **state)
{
    (void)state;
    struct position *p = test_board("9,3,6,2,1", ". . . . . . . . .\n"
                                                 "o . x x x x . . .\n"
                                                 ". . . . o . . . .\n");
    assert_true(position_settle(p, BLACK, 2, NULL));
    for (int i = 0; i < 2; i++) {
        struct battle *b = battle_new(p, BLACK);
        struct strategy s = {NULL, i ? no_idea : always_a1_b1, NULL, NULL, NULL, NULL};
        struct verifier *v = verifier_new(b, &s);
        struct zones *z = zones_new(&p->rules);
        assert_int_equal(verifier_run(v, 4, z), -1);
        assert_int_equal(b->position->plies, p->plies);
        assert_true(position_equal(b->position, p));
        zones_free(z);
        verifier_free(v);
        battle_free(b);
    }
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(end),
        cmocka_unit_test(three_threats),
        cmocka_unit_test(two_threats),
        cmocka_unit_test(one_threat_with_semi_null_moves),
        cmocka_unit_test(no_threat_with_null_moves),
        cmocka_unit_test(the_defender_comes_first),
        cmocka_unit_test(macro_moves_do_not_cheat),
        cmocka_unit_test(a_bad_strategy_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
