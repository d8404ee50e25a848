/* A search limited to a region: its turns are there, and what it claims is true of the whole position. */
#include "support/boards.h"

#include <string.h>

#include "connect/board/region.h"
#include "connect/engine/engine.h"
#include "connect/exact/exact.h"

static uint8_t region[SQUARE_CELLS];

static void think(struct position *p, const char *squares, struct engine_limits l, struct report *out)
{
    struct engine *x = engine_new(&p->rules, &(struct engine_options){.hash_bytes = 1 << 21}, NULL);
    struct err e;
    if (squares && !region_parse(p, squares, region, &e))
        fail_msg("%s", e.text);
    l.region = region;
    engine_think(x, p, &l, NULL, NULL, out);
    engine_free(x);
    assert_true(out->n >= 1);
    for (int i = 0; i < out->n; i++) {
        struct squares turn = engine_turn(p, &out->line[i]);
        assert_true(turn.n > 0);
        for (int j = 0; j < turn.n; j++) {
            assert_int_equal(p->cell[turn.s[j]], CELL_EMPTY);
            assert_true(region[turn.s[j]]);
        }
    }
}

static void squares_and_rectangles_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int squares, empty;
        const char *wrong;
    } cases[] = {
        {"c3-e5", 9, 9, NULL},         {"e3-c5, j10", 10, 9, NULL},
        {" j10 j11,J12 ", 3, 2, NULL}, {"a1-s19", 361, 360, NULL},
        {"", 0, 0, "no squares"},      {"j10,j11", 0, 0, "1 empty square, the turn takes 2"},
        {"c3-", 0, 0, "not a square"}, {"c3-e5-g7", 0, 0, "not a square"},
        {"c3x", 0, 0, "'x' follows"},  {"c3 t1", 0, 0, "not on the 19x19 board"},
    };
    struct position *p = test_game("connect6", "j10");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct err e;
        int empty;
        bool ok = region_parse(p, cases[i].text, region, &e);
        assert_int_equal(ok, !cases[i].wrong);
        if (ok) {
            assert_int_equal(region_count(p, region, &empty), cases[i].squares);
            assert_int_equal(empty, cases[i].empty);
        } else if (!strstr(e.text, cases[i].wrong)) {
            fail_msg("'%s': %s", cases[i].text, e.text);
        }
    }
    position_free(p);
}

/* Black has a row of four, open at both ends, and is to move: elsewhere nothing is won at once, and nothing
 * lost. */
static void a_win_outside_is_no_turn_of_it(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10 a1 a3 k10 l10 c1 c3 m10 s1 e1 e3");
    struct report r;
    think(p, "n14-s19", (struct engine_limits){.work.nodes = 3000, .lines = 3}, &r);
    assert_true(r.line[0].mate != 1 && r.line[0].mate >= 0);
    /* One of the rows can be completed within the region: at once, though others are first in the list. */
    think(p, "h10-i10", (struct engine_limits){.work.nodes = 3000}, &r);
    assert_int_equal(r.line[0].mate, 1);
    position_free(p);
}

/* White has to stop that row and may not: every turn of the region loses, the position is not lost. */
static void a_loss_inside_is_none_of_the_position(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10 a1 a3 k10 l10 c1 c3 m10 s1");
    struct report r;
    think(p, "n14-s19", (struct engine_limits){.work.nodes = 20000, .lines = 2}, &r);
    assert_int_equal(r.line[0].mate, 0);
    assert_true(r.line[0].likely < 0 && r.line[0].chance > 0);
    think(p, "h8-o12", (struct engine_limits){.work.nodes = 20000}, &r); /* here it can */
    assert_true(r.line[0].likely >= 0);
    position_free(p);
}

/* Two such rows cannot be stopped anywhere: that is said, with a turn of the region. */
static void a_lost_position_is_lost(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10 a1 a3 k10 l10 c1 c3 m10 j4 e1 e3 k4 l4 s1 s3 m4 a19");
    struct report r;
    think(p, "n14-s19", (struct engine_limits){.work.nodes = 3000}, &r);
    assert_int_equal(r.line[0].mate, -1);
    position_free(p);
}

/* One turn is all there is: its value is worth a search. */
static void a_single_turn_is_searched_on(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10 k12 i12");
    struct report r;
    think(p, "a1 s19", (struct engine_limits){.work.nodes = 60000}, &r);
    assert_int_equal(r.n, 1);
    assert_true(r.depth >= 2 && r.nodes >= 60000);
    position_free(p);
}

/* Small games of which everything is known, random positions and regions: a claim of the first line is true of
 * the position, and a turn that wins, wins. */
static void claims_are_true_of_the_position(void **state)
{
    (void)state;
    static const char *const game[] = {"4,4,4,2,1", "5,4,4,1,1", "4,4,3,1,1", "5,3,4,2,2", "4,4,4,3,2"};
    struct rng rng;
    rng_seed(&rng, 23);
    int won = 0, lost = 0;
    for (int round = 0; round < test_rounds(200); round++) {
        struct position *p = test_game(game[round % 5], "");
        for (int n = (int)rng_below(&rng, 6) + 2; n > 0 && p->outcome == OUTCOME_OPEN; n--)
            position_place(p, test_random_stone(p, &rng));
        int empty = 0;
        memset(region, 0, sizeof region);
        while (p->outcome == OUTCOME_OPEN && empty < position_turn_length(p) + (int)rng_below(&rng, 4)) {
            region[test_random_stone(p, &rng)] = 1;
            region_count(p, region, &empty);
            if (empty == p->rules.m * p->rules.n - p->stones)
                break;
        }
        if (p->outcome == OUTCOME_OPEN) {
            struct report r;
            struct exact *oracle = exact_new(0);
            struct exact_result value;
            think(p, NULL, (struct engine_limits){.depth = 5, .work.nodes = 10000, .lines = 2}, &r);
            assert_true(exact_solve(oracle, p, NULL, &value, NULL));
            if (r.line[0].mate != 0) {
                assert_int_equal(value.lower, r.line[0].mate > 0 ? 1 : -1);
                assert_int_equal(value.upper, value.lower);
                won += r.line[0].mate > 0;
                lost += r.line[0].mate < 0;
            }
            exact_free(oracle);
        }
        position_free(p);
    }
    assert_true(won + lost > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_and_rectangles_are_read),
        cmocka_unit_test(a_win_outside_is_no_turn_of_it),
        cmocka_unit_test(a_loss_inside_is_none_of_the_position),
        cmocka_unit_test(a_lost_position_is_lost),
        cmocka_unit_test(a_single_turn_is_searched_on),
        cmocka_unit_test(claims_are_true_of_the_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
