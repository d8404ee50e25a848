/* The table of positions: it compares stones, not hashes, and a proof settles only what its zones allow. */
#include "support/boards.h"

#include "connect/proof/table.h"

/* Places stones by name and then gives up the rest of the turn. */
static int play(struct battle *b, const char *a, const char *c)
{
    square s[2] = {test_square(b->position, a), c ? test_square(b->position, c) : SQUARE_NONE};
    return battle_turn(b, s, c ? 2 : 1, true);
}

static void the_order_of_stones_does_not_matter(void **state)
{
    (void)state;
    struct position *p = test_game("9,9,6,2,1", "e5");
    struct battle *b = battle_new(p, BLACK);
    struct table *t = table_new(b, 1 << 20);
    struct squares turn = {2, {square_at(0, 0), square_at(1, 0)}};
    int plies = play(b, "a1", "b2");
    assert_null(table_find(t));
    table_set_turn(t, table_make(t, true), &turn, 1);
    battle_back(b, plies);
    plies = play(b, "b2", "a1");
    struct entry *e = table_find(t);
    assert_non_null(e);
    struct squares got;
    table_get_turn(t, e, &got);
    assert_int_equal(got.n, 2);
    assert_int_equal(got.s[1], turn.s[1]);
    battle_back(b, plies);
    plies = play(b, "b2", "a2");
    assert_null(table_find(t));
    battle_back(b, plies);
    plies = play(b, "b2", NULL);
    assert_null(table_find(t));
    battle_back(b, plies);
    assert_int_equal(table_entries(t), 1);
    table_free(t);
    battle_free(b);
    position_free(p);
}

/* A false friend with the same hash is not taken for the position. */
static void equal_hashes_are_not_enough(void **state)
{
    (void)state;
    struct position *p = test_game("9,9,6,2,1", "e5");
    struct battle *b = battle_new(p, BLACK);
    struct table *t = table_new(b, 1 << 20);
    int plies = play(b, "a1", "b2");
    struct squares turn = {1, {square_at(8, 8)}};
    table_set_turn(t, table_make(t, true), &turn, 1);
    uint64_t hash = b->position->hash;
    battle_back(b, plies);
    plies = play(b, "a2", "b3");
    b->position->hash = hash;
    assert_null(table_find(t));
    b->position->hash = hash ^ 1;
    table_free(t);
    battle_free(b);
    position_free(p);
}

/* A win after White's a1 with zones Z1 = {c3}, Z2 = {c3, d4}: another White stone may be anywhere but on c3;
 * two more may not both be in Z2, and none may be in Z1. */
static void zones_tell_what_is_settled(void **state)
{
    (void)state;
    struct position *p = test_game("9,9,6,2,1", "e5");
    struct battle *b = battle_new(p, BLACK);
    struct table *t = table_new(b, 1 << 20);
    struct zones *z = zones_new(&p->rules);
    struct squares turn = {1, {square_at(8, 8)}};
    zones_add(z, test_square(p, "c3"), 1);
    zones_add(z, test_square(p, "d4"), 2);
    int plies = play(b, "a1", NULL);
    struct entry *e = table_make(t, true);
    table_set_turn(t, e, &turn, 1);
    table_set_zones(t, e, z);
    battle_back(b, plies);
    static const struct {
        const char *stones[2];
        bool settled;
    } cases[] = {
        {{"a1", NULL}, true},  {{"a1", "a9"}, true},  {{"a1", "d4"}, true}, /* one stone: only Z1 counts */
        {{"a1", "c3"}, false}, {{"b1", "a9"}, false},                       /* a1 is missing */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        plies = play(b, cases[i].stones[0], cases[i].stones[1]);
        assert_int_equal(table_settles(t) != NULL, cases[i].settled);
        battle_back(b, plies);
    }
    /* Two stones more, by way of a null move of Black's: d4 first is outside Z1, then a9 outside Z2. */
    struct squares none = {.n = 0};
    plies = play(b, "a1", "d4");
    plies += battle_turn(b, none.s, 0, true);
    plies += play(b, "a9", NULL);
    assert_non_null(table_settles(t));
    battle_back(b, plies);
    /* A stone of Black's more is another position. */
    plies = play(b, "a1", "a9");
    plies += play(b, "h8", NULL);
    plies += battle_turn(b, none.s, 0, true);
    assert_null(table_settles(t));
    battle_back(b, plies);
    zones_free(z);
    table_free(t);
    battle_free(b);
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_of_stones_does_not_matter),
        cmocka_unit_test(equal_hashes_are_not_enough),
        cmocka_unit_test(zones_tell_what_is_settled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
