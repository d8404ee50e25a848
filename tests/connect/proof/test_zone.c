/* Zones: the algebra of sequences, and what single positions give them, against the definitions. */
#include "support/boards.h"

#include "connect/proof/zone_parts.h"

/* Fills zones with random levels. */
static void random_zones(struct zones *z, const struct rules *r, struct rng *rng)
{
    zones_clear(z);
    for (square s = square_first(); s; s = square_next(r, s))
        if (rng_below(rng, 2))
            zones_add(z, s, 1 + (int)rng_below(rng, (uint32_t)z->r));
    if (rng_below(rng, 4) == 0)
        z->all_from = 1 + (int)rng_below(rng, (uint32_t)z->r + 1);
}

static void a_square_is_in_its_zone_and_all_later_ones(void **state)
{
    (void)state;
    struct rules r = test_rules("9,9,6,2,1");
    struct zones *z = zones_new(&r);
    assert_int_equal(z->r, 3);
    zones_add(z, square_at(1, 1), 2);
    zones_add(z, square_at(2, 2), 3);
    zones_add(z, square_at(2, 2), 1);
    zones_add(z, square_at(3, 3), 4); /* past r: everything is in Z4 anyway */
    assert_false(zones_has(z, 1, square_at(1, 1)));
    assert_true(zones_has(z, 2, square_at(1, 1)));
    assert_true(zones_has(z, 1, square_at(2, 2)));
    assert_false(zones_has(z, 3, square_at(3, 3)));
    assert_true(zones_has(z, 4, square_at(3, 3)));
    square list[4];
    assert_int_equal(zones_list(z, 2, list), 2);
    assert_int_equal(list[0], square_at(1, 1));
    assert_int_equal(zones_size(z, 1), 1);
    zones_free(z);
}

/* (C ≪ d)i = C(i+d), and merging is union. */
static void merging_shifts_and_unites(void **state)
{
    (void)state;
    struct rules r = test_rules("5,5,6,2,1");
    struct rng rng;
    rng_seed(&rng, 3);
    struct zones *a = zones_new(&r), *b = zones_new(&r), *both = zones_new(&r);
    for (int round = 0; round < 200; round++) {
        random_zones(a, &r, &rng);
        random_zones(b, &r, &rng);
        int d = (int)rng_below(&rng, 5);
        zones_clear(both);
        zones_merge(both, a, 0);
        zones_merge(both, b, d);
        for (int i = 1; i <= both->r; i++)
            for (square s = square_first(); s; s = square_next(&r, s))
                assert_int_equal(zones_has(both, i, s), zones_has(a, i, s) || zones_has(b, i + d, s));
    }
    zones_free(a);
    zones_free(b);
    zones_free(both);
}

/* Is there an order of the squares from place i on with none in the zone of its place? */
static bool some_order(const struct zones *z, square *s, int n, int i)
{
    if (i == n)
        return true;
    for (int j = i; j < n; j++) {
        square t = s[j];
        s[j] = s[i];
        s[i] = t;
        bool ok = !zones_has(z, i + 1, t) && some_order(z, s, n, i + 1);
        s[i] = s[j];
        s[j] = t;
        if (ok)
            return true;
    }
    return false;
}

static void irrelevant_means_some_order_is(void **state)
{
    (void)state;
    struct rules r = test_rules("5,5,7,2,1");
    struct rng rng;
    rng_seed(&rng, 4);
    struct zones *z = zones_new(&r);
    int yes = 0;
    for (int round = 0; round < 3000; round++) {
        random_zones(z, &r, &rng);
        square s[4];
        int n = (int)rng_below(&rng, 5);
        for (int i = 0; i < n; i++) {
            bool fresh = false;
            while (!fresh) {
                s[i] = square_at((int)rng_below(&rng, 5), (int)rng_below(&rng, 5));
                fresh = true;
                for (int j = 0; j < i; j++)
                    fresh = fresh && s[j] != s[i];
            }
        }
        bool irrelevant = zones_irrelevant(z, s, n);
        assert_int_equal(irrelevant, some_order(z, s, n, 0));
        yes += irrelevant;
    }
    assert_in_range(yes, 300, 2700);
    zones_free(z);
}

/* The level of a square by rule (b) with a turn of that many stones, from the cells alone; 0 if none. */
static int plain_level(const struct position *p, enum side defender, square s, int turn)
{
    int best = 0, k = p->rules.k;
    for (int d = 0; d < DIRECTIONS; d++)
        for (int shift = 0; shift < k; shift++) {
            int empties = 0, start = s - shift * direction_step[d];
            bool active = true;
            for (int i = 0; i < k && active; i++) {
                int at = start + i * direction_step[d];
                active = at >= 0 && at < SQUARE_CELLS && p->cell[at] != CELL_EDGE &&
                         p->cell[at] != cell_of(side_other(defender));
                empties += active && p->cell[at] == CELL_EMPTY;
            }
            int level = empties > turn ? empties - turn : 1;
            if (active && (best == 0 || level < best))
                best = level;
        }
    return best;
}

/* Rules End and (b) on random positions of many games. */
static void parts_equal_their_definition(void **state)
{
    (void)state;
    static const char *const games[] = {"9,9,6,2,1", "7,5,4,1,1", "8,8,5,2,2", "6,6,3,2,1", "7,7,5,4,1"};
    struct rng rng;
    rng_seed(&rng, 5);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        for (int round = 0; round < 40; round++) {
            struct rules r = test_rules(games[g]);
            struct position *p = position_new(&r);
            for (int i = (int)rng_below(&rng, 30); i > 0 && p->outcome == OUTCOME_OPEN; i--)
                position_place(p, test_random_stone(p, &rng));
            struct battle *b = battle_new(p, WHITE);
            struct zones *z = zones_new(&r);
            int turn = (int)rng_below(&rng, (uint32_t)r.p + 1);
            if (turn)
                zones_counter(z, b, turn);
            else
                zones_end(z, b);
            for (square s = square_first(); s; s = square_next(&r, s)) {
                int level = p->cell[s] == CELL_EMPTY ? plain_level(p, BLACK, s, turn) : 0;
                assert_int_equal(z->level[s], level <= z->r ? level : 0);
            }
            zones_free(z);
            battle_free(b);
            position_free(p);
        }
}

/* Far from every stone, a larger board changes nothing: not the zones, and not what they cost. */
static void the_size_of_the_board_does_not_matter(void **state)
{
    (void)state;
    struct zones *z[2];
    int shift[2] = {0, 40};
    for (int i = 0; i < 2; i++) {
        struct rules r = test_rules(i ? "99,99,6,2,1" : "19,19,6,2,1");
        struct position *p = position_new(&r);
        for (int j = 0; j < 5; j++)
            position_place(p, square_at(9 + j % 3 + shift[i], 8 + j / 2 + shift[i]));
        struct battle *b = battle_new(p, BLACK);
        z[i] = zones_new(&r);
        zones_counter(z[i], b, 2);
        battle_free(b);
        position_free(p);
    }
    assert_true(z[0]->n > 20);
    assert_int_equal(z[0]->n, z[1]->n);
    for (int i = 0; i < z[0]->n; i++)
        assert_int_equal(z[1]->level[z[0]->at[i] + 40 + 40 * SQUARE_STRIDE], z[0]->level[z[0]->at[i]]);
    zones_free(z[0]);
    zones_free(z[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_square_is_in_its_zone_and_all_later_ones),
        cmocka_unit_test(merging_shifts_and_unites),
        cmocka_unit_test(irrelevant_means_some_order_is),
        cmocka_unit_test(parts_equal_their_definition),
        cmocka_unit_test(the_size_of_the_board_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
