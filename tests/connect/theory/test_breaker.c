/* The drawing player: the parts of strips, and whole games in which it never loses. */
#include "support/boards.h"

#include <string.h>

#include "connect/theory/breaker.h"
#include "connect/theory/kdraw.h"
#include "connect/theory/strip.h"
#include "connect/theory/tiles.h"
#include "play/agent/agent.h"

static void places_and_squares_are_inverse(void **state)
{
    (void)state;
    for (int y = -30; y < 30; y++)
        for (int x = -50; x < 50; x++) {
            int back_x, back_y;
            struct tile_place t = tile_of(4, 6, x, y);
            tile_square(4, 6, &t, &back_x, &back_y);
            assert_true(back_x == x && back_y == y);
            assert_in_range(t.column, 0, 5);
            for (int l = 2; l <= 21; l++) {
                struct strip_place s = strip_of(l, x, y);
                strip_square(l, &s, &back_x, &back_y);
                assert_true(back_x == x && back_y == y);
                assert_in_range(s.c - s.d, 0, l - 1);
            }
        }
}

/* Lemma 11: every line of BN(2L+1) has L+1 squares in its block and L in a copy of BN(L). */
static void odd_strips_fall_apart_as_in_lemma_11(void **state)
{
    (void)state;
    for (int m = 5; m <= 21; m += 2)
        for (int line = -60; line < 60; line++) {
            int column = 0, diagonal = 0;
            for (int i = 0; i < m; i++) {
                column += strip_part(m, line, line - i).level == 0;
                diagonal += strip_part(m, line + i, line).level == 0;
            }
            assert_int_equal(column, (m + 1) / 2);
            assert_int_equal(diagonal, (m + 1) / 2);
        }
}

/* Lemma 12: every line of BN(2L+2) has L+2 squares in its block and L in a copy, or L+1 in each of two
 * blocks. */
static void even_strips_fall_apart_as_in_lemma_12(void **state)
{
    (void)state;
    for (int m = 6; m <= 20; m += 2)
        for (int line = -60; line < 60; line++) {
            int blocks[2] = {0, 0}, first = 0, in_copies = 0;
            for (int i = 0; i < m; i++) {
                struct strip_part part = strip_part(m, line, line - i);
                if (part.level > 0) {
                    in_copies++;
                    continue;
                }
                if (blocks[0] == 0)
                    first = part.block;
                blocks[part.block != first]++;
            }
            if (in_copies)
                assert_true(in_copies == m / 2 - 1 && blocks[0] == m / 2 + 1 && blocks[1] == 0);
            else
                assert_true(blocks[0] == m / 2 && blocks[1] == m / 2);
        }
}

/* Lemma 4 and Property 3: a turn of p stones cannot fill a line that holds no more than the bound. */
static void bounds_leave_a_square(void **state)
{
    (void)state;
    for (int p = 1; p <= 1000; p++) {
        int d;
        kdraw_theorem2(p, &d);
        assert_true(strip_bound(p + d) + p <= p + d - 1);
    }
}

/* ---- Games ---- */

/* Plays a game and returns its outcome. A NULL opponent places at random. */
static enum outcome play(const struct rules *r, struct bot *player, enum side side, struct bot *opponent,
                         struct rng *rng)
{
    struct position *p = position_new(r);
    struct threats *t = threats_new(p);
    while (p->outcome == OUTCOME_OPEN) {
        if (p->to_move != side && !opponent) {
            threats_place(t, test_random_stone(p, rng));
            continue;
        }
        struct squares turn = agent_choose(p->to_move == side ? player : opponent, t, NULL);
        for (int i = 0; i < turn.n; i++)
            threats_place(t, turn.s[i]);
    }
    enum outcome outcome = p->outcome;
    threats_free(t);
    position_free(p);
    return outcome;
}

static void never_loses(const char *game, const char *opponent, int games, enum side side)
{
    struct rules r = test_rules(game);
    struct rng rng;
    rng_seed(&rng, 7);
    for (int i = 0; i < games; i++) {
        struct err e;
        struct bot *player = agent_new("tiling", &r, (uint64_t)i, &e);
        struct bot *other = strcmp(opponent, "random") == 0 ? NULL : agent_new(opponent, &r, (uint64_t)i, &e);
        if (!player)
            fail_msg("%s", e.text);
        enum outcome outcome = play(&r, player, side, other, &rng);
        if (outcome == outcome_win(side_other(side)))
            fail_msg("lost game %d of %s against %s", i, game, opponent);
        bot_free(player);
        bot_free(other);
    }
}

static void draws_with_one_stone(void **state)
{
    (void)state;
    never_loses("19,19,8,1,1", "random", test_rounds(10), WHITE);
    never_loses("19,19,8,1,1", "sequences", 2, WHITE);
    never_loses("15,11,8,1,1", "threats", 2, WHITE);
}

static void draws_with_two_stones(void **state)
{
    (void)state;
    never_loses("19,19,11,2,2", "random", test_rounds(10), WHITE);
    never_loses("19,19,11,2,2", "sequences", 2, WHITE);
    never_loses("19,19,11,2,1", "threats", 2, WHITE);
    never_loses("23,17,11,2,2", "windows", 2, WHITE);
    never_loses("19,19,12,2,1", "sequences", 1, BLACK);
}

static void draws_with_three_and_four_stones(void **state)
{
    (void)state;
    never_loses("19,19,17,3,3", "random", test_rounds(10), WHITE);
    never_loses("29,29,17,3,3", "sequences", 1, WHITE);
    never_loses("29,29,23,4,4", "random", test_rounds(10), WHITE);
    never_loses("33,33,23,4,2", "adjacent", test_rounds(5), WHITE);
    never_loses("40,24,23,4,4", "threats", 1, WHITE);
}

/* An opponent for strips: fills up the line of the tiling that it has the most stones on and can still
 * own. */
static square greedy_on_lines(const struct position *p, int l, struct rng *rng)
{
    square best = SQUARE_NONE;
    long long most = -1;
    for (square s = square_first(); s; s = square_next(&p->rules, s)) {
        if (p->cell[s] != CELL_EMPTY)
            continue;
        struct strip_place at = strip_of(l, square_col(s), square_row(s));
        long long worth = 0;
        for (int diagonal = 0; diagonal < 2; diagonal++) {
            int stones = 0;
            for (int i = 0; i < l && stones >= 0; i++) {
                struct strip_place on = diagonal ? (struct strip_place){at.strip, at.d + i, at.d}
                                                 : (struct strip_place){at.strip, at.c, at.c - i};
                int x, y;
                strip_square(l, &on, &x, &y);
                enum cell c =
                    square_on_board(&p->rules, x, y) ? (enum cell)p->cell[square_at(x, y)] : CELL_EDGE;
                if (c == CELL_EDGE || c == cell_of(side_other(p->to_move)))
                    stones = -1;
                else
                    stones += c != CELL_EMPTY;
            }
            worth += stones < 0 ? 0 : 1LL << (2 * stones);
        }
        worth = worth * 16 + rng_below(rng, 16);
        if (worth > most) {
            most = worth;
            best = s;
        }
    }
    return best;
}

/* The most black stones on a line of the strips that lies on the board and has no white stone. */
static int most_on_active_lines(const struct position *p, int l)
{
    int most = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        for (int diagonal = 0; diagonal < 2; diagonal++) {
            struct strip_place at = strip_of(l, square_col(s), square_row(s));
            int stones = 0;
            for (int i = 0; i < l && stones >= 0; i++) {
                struct strip_place on = diagonal ? (struct strip_place){at.strip, at.d + i, at.d}
                                                 : (struct strip_place){at.strip, at.c, at.c - i};
                int x, y;
                strip_square(l, &on, &x, &y);
                if (!square_on_board(&p->rules, x, y) || p->cell[square_at(x, y)] == CELL_WHITE)
                    stones = -1;
                else
                    stones += p->cell[square_at(x, y)] == CELL_BLACK;
            }
            most = stones > most ? stones : most;
        }
    return most;
}

/* The strongest attack on the strategy itself: no line of the strips is ever owned, whatever p. */
static void no_line_of_a_strip_is_ever_owned(void **state)
{
    (void)state;
    static const char *const games[] = {"40,40,17,3,3", "40,40,23,4,4",   "60,40,26,5,5",  "60,40,29,6,6",
                                        "66,44,32,7,7", "66,50,47,11,11", "90,60,62,16,16"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules r = test_rules(games[g]);
        struct rng rng;
        struct err e;
        int d, l;
        rng_seed(&rng, g);
        kdraw_theorem2(r.p, &d);
        l = r.p + d;
        struct breaker *b = breaker_new(&r, &e);
        assert_non_null(b);
        struct position *p = position_new(&r);
        for (int turn = 0; turn < test_rounds(60) && p->outcome == OUTCOME_OPEN; turn++) {
            int stones = rng_below(&rng, 3) ? r.p : 1 + (int)rng_below(&rng, (uint32_t)r.p);
            for (int i = 0; i < stones && p->outcome == OUTCOME_OPEN && p->to_move == BLACK; i++)
                position_place(p, greedy_on_lines(p, l, &rng));
            if (p->outcome == OUTCOME_OPEN && p->to_move == BLACK)
                position_pass(p);
            struct squares out;
            if (p->outcome != OUTCOME_OPEN)
                break;
            breaker_answer(b, p, &out);
            assert_in_range(out.n, 0, stones);
            for (int i = 0; i < out.n; i++)
                position_place(p, out.s[i]);
            if (p->outcome == OUTCOME_OPEN && p->to_move == WHITE)
                position_pass(p);
            assert_true(most_on_active_lines(p, l) <= strip_bound(l));
        }
        assert_true(p->outcome != OUTCOME_BLACK);
        position_free(p);
        breaker_free(b);
    }
}

static void games_without_a_strategy_are_refused(void **state)
{
    (void)state;
    static const char *const games[] = {"19,19,6,2,1", "19,19,10,2,2", "15,15,7,1,1", "40,40,16,3,3",
                                        "19,19,11,2,3"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct rules r = test_rules(games[i]);
        struct err e;
        assert_null(agent_new("tiling", &r, 1, &e));
        assert_non_null(strstr(e.text, "no drawing strategy"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_and_squares_are_inverse),
        cmocka_unit_test(odd_strips_fall_apart_as_in_lemma_11),
        cmocka_unit_test(even_strips_fall_apart_as_in_lemma_12),
        cmocka_unit_test(bounds_leave_a_square),
        cmocka_unit_test(draws_with_one_stone),
        cmocka_unit_test(draws_with_two_stones),
        cmocka_unit_test(draws_with_three_and_four_stones),
        cmocka_unit_test(no_line_of_a_strip_is_ever_owned),
        cmocka_unit_test(games_without_a_strategy_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
