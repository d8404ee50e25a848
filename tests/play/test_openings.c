/* Known openings: found in every orientation, legal, and chosen by the seed. */
#include "support/boards.h"

#include <stdio.h>
#include <string.h>

#include "connect/board/symmetry.h"
#include "connect/threat/threats.h"
#include "play/openings.h"

static void the_centre_comes_first(void **state)
{
    (void)state;
    static const struct {
        const char *game, *square;
    } cases[] = {{"connect6", "j10"},
                 {"gomoku", "h8"},
                 {"59,59,6,2,1", "ad30"},
                 {"tictactoe", "b2"},
                 {"1,1,1,1,1", "a1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rules r = test_rules(cases[i].game);
        struct position *p = position_new(&r);
        struct squares turn;
        assert_true(openings_turn(p, i, &turn));
        assert_int_equal(turn.n, 1);
        assert_int_equal(turn.s[0], test_square(p, cases[i].square));
        position_free(p);
    }
}

static void what_is_not_known_is_not_played(void **state)
{
    (void)state;
    static const struct {
        const char *game, *stones;
    } cases[] = {
        {"connect6", "a1"},         /* not the centre */
        {"connect6", "j10 k11"},    /* in the middle of a turn */
        {"connect6", "j10 a1 s19"}, /* nobody plays there */
        {"19,19,7,2,1", "j10"},     /* another game */
        {"19,19,6,1,1", "j10"},
        {"9,9,6,2,1", "e5"},                             /* too small */
        {"connect6", "j10 i9 i11 h10 i8 g10 j9 k11 k8"}, /* too far */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position *p = test_game(cases[i].game, cases[i].stones);
        struct squares turn;
        assert_false(openings_turn(p, i, &turn));
        position_free(p);
    }
    struct rules r = test_rules("19,19,6,2,2");
    struct position *p = position_new(&r);
    struct squares turn;
    assert_false(openings_turn(p, 0, &turn));
    position_free(p);
}

/* Follows the table from the first stone on; returns how many turns it went. Neither side ever gets a
 * threat. */
static int follow(struct position *p, uint64_t seed)
{
    struct threats *t = threats_new(p);
    struct squares turn;
    int turns = 0;
    while (openings_turn(p, seed + (uint64_t)turns, &turn)) {
        assert_int_equal(turn.n, position_turn_length(p));
        for (int i = 0; i < turn.n; i++) {
            assert_true(position_legal_square(p, turn.s[i]));
            threats_place(t, turn.s[i]);
        }
        assert_int_equal(threats_number(t, BLACK) + threats_number(t, WHITE), 0);
        turns++;
    }
    threats_free(t);
    return turns;
}

static void openings_are_legal_and_quiet(void **state)
{
    (void)state;
    int longest = 0;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct rules r = test_rules(seed % 3 ? "connect6" : "21,16,6,2,1");
        struct position *p = position_new(&r);
        int turns = follow(p, seed * 1000);
        assert_true(turns >= 2);
        longest = turns > longest ? turns : longest;
        position_free(p);
    }
    assert_true(longest >= 4);
}

/* The same position turned or mirrored is known too, and its turn is a turn of the original turned
 * likewise. */
static void symmetry_makes_no_difference(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10 h10 k9");
    for (int s = 0; s < 8; s++) {
        struct position *turned = position_new(&p->rules);
        for (int i = 0; i < p->plies; i++)
            position_place(turned, symmetry_square(&p->rules, s, p->ply[i].at));
        struct squares turn;
        assert_true(openings_turn(turned, 7, &turn));
        struct position *back = position_copy(p);
        for (int i = 0; i < 2; i++)
            position_place(back, symmetry_square(&p->rules, symmetry_inverse(s), turn.s[i]));
        /* Black's known turns there. */
        static const char *const known[] = {"h9 j8", "g9 k7", "i9 k11"};
        bool found = false;
        for (int i = 0; i < 3; i++) {
            char first[4], second[4];
            sscanf(known[i], "%3s %3s", first, second);
            found = found || (back->cell[test_square(back, first)] == CELL_BLACK &&
                              back->cell[test_square(back, second)] == CELL_BLACK);
        }
        assert_true(found);
        position_free(back);
        position_free(turned);
    }
    position_free(p);
}

static void the_seed_chooses(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10");
    struct squares first, again, other;
    bool differs = false;
    openings_turn(p, 1, &first);
    openings_turn(p, 1, &again);
    assert_int_equal(first.n, again.n);
    assert_memory_equal(first.s, again.s, (size_t)first.n * sizeof first.s[0]);
    for (uint64_t seed = 2; seed < 30; seed++) {
        openings_turn(p, seed, &other);
        differs = differs || memcmp(first.s, other.s, 2 * sizeof first.s[0]) != 0;
    }
    assert_true(differs);
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_centre_comes_first),
        cmocka_unit_test(what_is_not_known_is_not_played),
        cmocka_unit_test(openings_are_legal_and_quiet),
        cmocka_unit_test(symmetry_makes_no_difference),
        cmocka_unit_test(the_seed_chooses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
