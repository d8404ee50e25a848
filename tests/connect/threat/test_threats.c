/* The tracker against the definitions: hand-made boards, random positions, random walks. */
#include "support/boards.h"
#include "support/brute.h"

#include <string.h>

#include "connect/threat/threats.h"

/* The counting of the papers, for comparison: slide a window along rows, columns and diagonals; a threat
 * window without a mark counts one and marks its last empty square (new-family §4.1), or all of them
 * (connect-k-agents §2.2). */
static int count_by_marking(struct threats *t, enum side owner, bool mark_all)
{
    bool marked[SQUARE_CELLS] = {false};
    int count = 0;
    for (int id = 0; id < t->segments->count; id++) {
        square e[RULES_MAX_K];
        int n = threats_segment_empties(t, id, e);
        bool free_of_marks = true;
        for (int i = 0; i < n; i++)
            free_of_marks = free_of_marks && !marked[e[i]];
        if (!segment_active(t->state[id], owner) || n > t->position->rules.p || !free_of_marks)
            continue;
        count++;
        for (int i = mark_all ? 0 : n - 1; i < n; i++)
            marked[e[i]] = true;
    }
    return count;
}

/* connect-k-agents §2.2: one stone on d2 stops the row and the column of Black. Marking the last empty square
 * of the row, f2, hides nothing from the column: two are counted. */
static void marking_one_square_over_counts(void **state)
{
    (void)state;
    struct position *p = test_board("7,7,6,2,1", ". . . o . . .\n"
                                                 ". . . x . . .\n"
                                                 ". . . x . . .\n"
                                                 ". . . x . . .\n"
                                                 ". . . . . . .\n"
                                                 "x x x . x . o\n"
                                                 ". . . x . . .\n");
    struct threats *t = threats_new(p);
    assert_int_equal(count_by_marking(t, BLACK, false), 2);
    assert_int_equal(count_by_marking(t, BLACK, true), 1);
    assert_int_equal(threats_number(t, BLACK), 1);
    struct square_sets d = SQUARE_SETS_EMPTY;
    threats_defences(t, BLACK, 1, 10, &d);
    assert_int_equal(d.count, 1);
    assert_int_equal(d.set[0].s[0], test_square(p, "d2"));
    square_sets_free(&d);
    threats_free(t);
    position_free(p);
}

/* connect-k-agents §2.3: a column through each of the two empty squares of a row. Marking both squares of the
 * row hides the columns and counts one; no single stone stops all three. */
static void marking_all_squares_under_counts(void **state)
{
    (void)state;
    struct position *p = test_board("8,7,6,2,1", ". o . . . . o .\n"
                                                 ". x . . . . x .\n"
                                                 ". x . . . . x .\n"
                                                 ". x . . . . x .\n"
                                                 ". x . . . . x .\n"
                                                 "o . x x x x . o\n"
                                                 ". . . . . . . .\n");
    struct threats *t = threats_new(p);
    assert_int_equal(count_by_marking(t, BLACK, true), 1);
    assert_int_equal(threats_number(t, BLACK), 2);
    threats_free(t);
    position_free(p);
}

/* Two threats of one line: normal defences of two stones, none relaxed at p = 2. */
static void live_four_is_two_threats(void **state)
{
    (void)state;
    struct position *p = test_board("12,3,6,2,1", ". . . . . . . . . . . .\n"
                                                  ". . . . x x x x . . . .\n"
                                                  ". . . . . . . . . . . .\n");
    struct threats *t = threats_new(p);
    assert_int_equal(threats_number(t, BLACK), 2);
    assert_int_equal(threats_number(t, WHITE), 0);
    struct square_sets d = SQUARE_SETS_EMPTY;
    threats_defences(t, BLACK, 2, 100, &d);
    /* Windows cd, di, ij: d3 with i or j on one side, or c with i. */
    assert_int_equal(d.count, (size_t)brute_defences(p, BLACK, 2));
    assert_int_equal(d.count, 3);
    square_sets_free(&d);
    threats_free(t);
    position_free(p);
}

/* A single threat has relaxed defences of two stones beside the normal ones. */
static void relaxed_defences(void **state)
{
    (void)state;
    struct position *p = test_board("12,1,6,2,1", "o x x x x . . . . . . .\n");
    struct threats *t = threats_new(p);
    assert_int_equal(threats_number(t, BLACK), 1);
    struct square_sets d = SQUARE_SETS_EMPTY;
    threats_defences(t, BLACK, 2, 100, &d);
    assert_int_equal(d.count, 2); /* f1 and g1 alone: they are one window, so two stones spare one */
    square_sets_free(&d);
    threats_free(t);
    position_free(p);

    p = test_board("12,1,6,2,1", ". . x x x x . o . . . .\n");
    t = threats_new(p);
    threats_defences(t, BLACK, 2, 100, &d);
    assert_int_equal(threats_number(t, BLACK), 1);
    assert_int_equal(d.count, 2);
    assert_int_equal(d.set[0].n, 1); /* normal: b1 stops both windows */
    assert_int_equal(d.set[1].n, 2); /* relaxed: a1 and g1 */
    assert_int_equal(d.set[1].s[0], test_square(p, "a1"));
    assert_int_equal(d.set[1].s[1], test_square(p, "g1"));
    square_sets_free(&d);
    threats_free(t);
    position_free(p);
}

static void compare_with_brute_force(struct threats *t)
{
    struct position *p = t->position;
    for (int side = BLACK; side <= WHITE; side++) {
        enum side owner = (enum side)side;
        int number = threats_number(t, owner);
        assert_int_equal(number, brute_threats(p, owner));
        struct square_sets d = SQUARE_SETS_EMPTY;
        threats_defences(t, owner, p->rules.p, 100000, &d);
        assert_int_equal(d.count, (size_t)brute_defences(p, owner, p->rules.p));
        for (size_t i = 0; i < d.count; i++) {
            assert_true(brute_is_defence(p, owner, d.set[i].s, d.set[i].n));
            assert_true(i == 0 ||
                        memcmp(&d.set[i], &d.set[i - 1], sizeof(int) + (size_t)d.set[i].n * 2) != 0);
        }
        square_sets_free(&d);
    }
}

static void compare_counts(struct threats *t)
{
    struct position *p = t->position;
    for (int side = BLACK; side <= WHITE; side++) {
        int count[RULES_MAX_K + 1], delta = rules_delta(&p->rules), threat = 0;
        brute_segment_counts(p, (enum side)side, count);
        for (int c = 0; c <= p->rules.k; c++) {
            assert_int_equal(threats_segments(t, (enum side)side, c), count[c]);
            threat += c >= delta ? count[c] : 0;
        }
        assert_int_equal(t->threat[side].n, threat);
    }
}

static const char *const spread[] = {
    "3,3,3,1,1", "5,5,4,1,1", "7,6,5,1,1", "6,6,4,2,1", "8,7,5,2,2", "9,9,6,2,1", "11,11,6,2,1", "9,4,6,2,1",
    "12,2,6,2,1", "7,7,5,3,1", "8,8,6,3,2", "5,9,7,3,3", "4,4,5,2,1", "10,3,4,2,1", "1,9,4,2,1", "8,8,7,4,1",
    "6,6,3,2,1", "5,5,3,3,1", "10,10,7,2,1",
    /* exactly k, also where a turn fills whole segments */
    "9,9,5,1,1,exact", "7,6,3,1,1,exact", "10,8,6,2,1,exact", "6,6,3,2,1,exact", "12,2,4,3,1,exact",
    "6,5,2,2,2,exact", "4,4,1,1,1,exact", "9,3,3,3,3,exact"};

/* A random position: stones of both sides in random number and density, without a row of k. */
static struct position *random_position(struct rng *r, const struct rules *rules)
{
    struct position *p = position_new(rules);
    int squares = rules->m * rules->n, stones = (int)rng_below(r, (uint32_t)squares + 1);
    unsigned bias = 1 + rng_below(r, 9);
    for (int i = 0; i < stones; i++) {
        square s = square_at((int)rng_below(r, (uint32_t)rules->m), (int)rng_below(r, (uint32_t)rules->n));
        if (p->cell[s] != CELL_EMPTY)
            continue;
        position_setup(p, s, rng_below(r, 10) < bias ? CELL_BLACK : CELL_WHITE);
        if (!position_settle(p, BLACK, 1, NULL) || p->outcome == OUTCOME_BLACK || p->outcome == OUTCOME_WHITE)
            position_setup(p, s, CELL_EMPTY);
    }
    assert_true(
        position_settle(p, rng_below(r, 2) ? BLACK : WHITE, 1 + (int)rng_below(r, (uint32_t)rules->p), NULL));
    return p;
}

/* 122,000 positions, fewer where sanitizers make it slow. */
static void random_positions_equal_brute_force(void **state)
{
    (void)state;
    int rounds = test_rounds(6000), games = sizeof spread / sizeof *spread;
    struct rng r;
    rng_seed(&r, 7);
    for (int g = 0; g < games; g++) {
        struct rules rules = test_rules(spread[g]);
        for (int i = 0; i < (rules.exact ? rounds / 6 : rounds); i++) {
            struct position *p = random_position(&r, &rules);
            struct threats *t = threats_new(p);
            compare_counts(t);
            compare_with_brute_force(t);
            threats_free(t);
            position_free(p);
        }
    }
    print_message("%d games, up to %d positions each, no mismatch\n", games, rounds);
}

/* Walks of placing, passing and undoing keep every count as a recount gives it. */
static void random_walks_equal_a_recount(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 8);
    for (size_t g = 0; g < sizeof spread / sizeof *spread; g++) {
        struct rules rules = test_rules(spread[g]);
        struct position *p = position_new(&rules);
        struct threats *t = threats_new(p);
        for (int i = 0; i < 300; i++) {
            square s = test_random_stone(p, &r);
            if (p->plies && (s == SQUARE_NONE || rng_below(&r, 5) < 2))
                threats_undo(t);
            else if (rng_below(&r, 12) == 0)
                threats_pass(t);
            else
                threats_place(t, s);
            compare_counts(t);
            if (i % 8 == 0)
                compare_with_brute_force(t);
            for (int side = BLACK; side <= WHITE; side++)
                assert_int_equal(threats_number(t, (enum side)side), brute_threats(p, (enum side)side));
        }
        threats_free(t);
        position_free(p);
    }
}

/* dead-l and live-l of every line against trying all ways to add stones. */
static void line_values_equal_brute_force(void **state)
{
    (void)state;
    static const char *const games[] = {
        "9,7,5,1,1", "10,8,6,2,1",      "11,5,6,2,1",       "8,8,5,3,1",       "7,7,3,3,1",
        "6,6,3,4,1", "9,7,5,1,1,exact", "10,8,6,2,1,exact", "9,6,4,3,1,exact", "8,8,3,3,1,exact"};
    struct rng r;
    rng_seed(&r, 9);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules rules = test_rules(games[g]);
        for (int i = 0; i < 60; i++) {
            struct position *p = random_position(&r, &rules);
            struct threats *t = threats_new(p);
            int hp[2] = {0, 0}, hp3[2] = {0, 0};
            for (int l = 1; l < t->segments->lines; l++)
                for (int side = BLACK; side <= WHITE; side++) {
                    const struct line *line = &t->segments->line[l];
                    struct line_value v = threats_line(t, (enum side)side, l);
                    int step = direction_step[line->direction];
                    int one = brute_line_needs(p, (enum side)side, line->start, step, line->length, 1, 4);
                    int two = brute_line_needs(p, (enum side)side, line->start, step, line->length, 2, 4);
                    assert_true(v.one == one || (one == 254 && v.one > 4));
                    assert_true(v.two == two || (two == 254 && v.two > 4));
                    hp[side] += one > 0 && (one == 1 || (rules.p > 1 && two <= 2));
                    hp3[side] += one == 1;
                }
            for (int side = BLACK; side <= WHITE; side++) {
                assert_int_equal(threats_hp(t, (enum side)side).hp, hp[side]);
                assert_int_equal(threats_hp(t, (enum side)side).hp3, hp3[side]);
            }
            threats_free(t);
            position_free(p);
        }
    }
}

/* The four patterns of connect6-note, figure 2. */
static void connect6_patterns_have_their_names(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        int one, two; /* dead-(4-one), live-(4-two) */
    } pattern[] = {
        {". . . x x x . . .\n", 1, 1}, /* live-3 */
        {". . . x x . . . .\n", 2, 2}, /* live-2 */
        {"o x x x . . . . .\n", 1, 3}, /* dead-3, at best live-1 */
        {"o x x x . . . o .\n", 1, 3}, /* dead-3 on a single window: only a row of six is more */
        {"o x x . . . . o .\n", 2, 4}, /* dead-2 */
        {". . x x x x . . .\n", 0, 0}, /* two real threats */
        {"o . x x x x . o .\n", 0, 2}, /* one real threat */
    };
    for (size_t i = 0; i < sizeof pattern / sizeof *pattern; i++) {
        struct position *p = test_board("9,1,6,2,1", pattern[i].line);
        struct threats *t = threats_new(p);
        struct line_value v = threats_line(t, BLACK, 1);
        assert_int_equal(v.one, pattern[i].one);
        assert_int_equal(v.two, pattern[i].two);
        threats_free(t);
        position_free(p);
    }
}

static void win_in_this_turn(void **state)
{
    (void)state;
    struct position *p = test_board("9,3,6,2,1", ". . . . . . . . .\n"
                                                 "o x x x x . . . .\n"
                                                 ". o o o o . . . .\n");
    struct threats *t = threats_new(p);
    assert_true(position_settle(p, BLACK, 2, NULL));
    assert_true(threats_can_win(t, BLACK, 2));
    assert_false(threats_can_win(t, BLACK, 1));
    struct squares w = threats_winning_squares(t);
    assert_int_equal(w.n, 2);
    threats_place(t, w.s[0]);
    threats_place(t, w.s[1]);
    assert_int_equal(p->outcome, OUTCOME_BLACK);
    threats_undo(t);
    threats_undo(t);
    assert_true(position_settle(p, WHITE, 1, NULL));
    assert_int_equal(threats_winning_squares(t).n, 0);
    threats_free(t);
    position_free(p);

    /* A first turn longer than p fills segments that p stones could not. */
    struct rules rules = test_rules("5,5,4,1,4");
    p = position_new(&rules);
    t = threats_new(p);
    assert_int_equal(threats_winning_squares(t).n, 4);
    assert_true(threats_can_win(t, BLACK, 4));
    threats_free(t);
    position_free(p);
}

/* In an exact game a stone beyond a segment's end makes it useless to its owner; an overline is no row. */
static void exact_rows_have_no_stone_beyond_their_ends(void **state)
{
    (void)state;
    struct position *p = test_board("9,3,5,1,1,exact", "x x . x x x . . .\n"
                                                       ". x x x x . . . .\n"
                                                       "o o o o . o o . .\n");
    struct threats *t = threats_new(p);
    assert_true(position_settle(p, BLACK, 1, NULL));
    assert_int_equal(threats_number(t, BLACK), 2); /* a2 and f2; c3 would make six */
    assert_int_equal(threats_number(t, WHITE), 0); /* e1 would make seven */
    threats_place(t, test_square(p, "c3"));
    assert_int_equal(p->outcome, OUTCOME_OPEN);
    assert_false(threats_can_win(t, WHITE, 1));
    threats_place(t, test_square(p, "e1"));
    assert_int_equal(p->outcome, OUTCOME_OPEN);
    struct squares w = threats_winning_squares(t);
    assert_int_equal(w.n, 1);
    threats_place(t, w.s[0]);
    assert_int_equal(p->outcome, OUTCOME_BLACK);
    for (int i = 0; i < 3; i++)
        threats_undo(t);
    compare_counts(t);
    threats_free(t);
    position_free(p);
}

/* p ≥ k: every active segment can be filled in a turn. */
static void turns_longer_than_a_row(void **state)
{
    (void)state;
    struct rules rules = test_rules("4,1,3,3,1");
    struct position *p = position_new(&rules);
    struct threats *t = threats_new(p);
    assert_int_equal(threats_number(t, BLACK), 1); /* b1 or c1 meets both segments */
    assert_int_equal(threats_number(t, WHITE), 1);
    threats_place(t, test_square(p, "b1"));
    assert_int_equal(threats_number(t, WHITE), 0);
    threats_undo(t);
    assert_int_equal(threats_number(t, WHITE), 1);
    threats_free(t);
    position_free(p);
    /* One stone in every row, column and long diagonal of a board of 30x30 stops all; found without a long
     * search. */
    rules = test_rules("30,30,30,30,1");
    p = position_new(&rules);
    t = threats_new(p);
    assert_int_equal(threats_number(t, BLACK), 30);
    threats_free(t);
    position_free(p);
    rules = test_rules("60,60,3,16,16");
    p = position_new(&rules);
    t = threats_new(p);
    assert_int_equal(threats_number(t, BLACK), 17);
    threats_free(t);
    position_free(p);
}

/* Plies that are older than the tracker are taken back, others come in their place: counts and line values
 * are those of a new tracker. */
static void undo_past_the_tracker_s_beginning(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 7);
    for (int round = 0; round < test_rounds(50); round++) {
        struct position *p = test_game("connect6", "j10 k11 i11 j11 k10 h12 l12 j12 j13");
        struct threats *t = threats_new(p);
        for (int step = 0; step < 40; step++) {
            if (p->plies > 0 && rng_below(&rng, 2))
                threats_undo(t);
            else if (p->outcome == OUTCOME_OPEN)
                threats_place(t, test_random_stone(p, &rng));
            if (rng_below(&rng, 3))
                continue;
            struct threats *new = threats_new(p);
            for (int side = 0; side < 2; side++) {
                assert_int_equal(threats_hp(t, (enum side)side).hp, threats_hp(new, (enum side)side).hp);
                assert_int_equal(threats_hp(t, (enum side)side).hp3, threats_hp(new, (enum side)side).hp3);
                assert_int_equal(threats_number(t, (enum side)side), threats_number(new, (enum side)side));
            }
            threats_free(new);
        }
        threats_free(t);
        position_free(p);
    }
}

/* The squares of a segment, lowest first. */
static void segment_of(const struct rules *r, square start, int direction, square out[RULES_MAX_K])
{
    int step = direction_step[direction];
    for (int i = 0; i < r->k; i++)
        out[i] = (square)(start + i * step);
    for (int i = 0; i < r->k / 2 && step < 0; i++) {
        square swap = out[i];
        out[i] = out[r->k - 1 - i];
        out[r->k - 1 - i] = swap;
    }
}

/* Each set of k squares in a row is one segment, in whatever directions it lies: with k = 1 in all four. */
static void segments_are_different_sets(void **state)
{
    (void)state;
    static const char *const boards[] = {"1,1,1,1,1", "5,4,1,2,1", "3,3,1,3,3", "5,4,2,1,1",
                                         "1,6,3,1,1", "4,4,4,2,2", "6,5,3,3,1", "2,2,3,1,1"};
    for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
        struct rules r = test_rules(boards[b]);
        struct segments *g = segments_new(&r);
        square seen[4 * 30][RULES_MAX_K];
        int sets = 0;
        size_t bytes = (size_t)r.k * sizeof(square);
        for (int d = 0; d < DIRECTIONS; d++)
            for (square s = square_first(); s; s = square_next(&r, s)) {
                static const int dcol[] = {1, 0, 1, -1}, drow[] = {0, 1, 1, 1};
                if (!square_on_board(&r, square_col(s) + (r.k - 1) * dcol[d],
                                     square_row(s) + (r.k - 1) * drow[d]))
                    continue;
                segment_of(&r, s, d, seen[sets]);
                int i = 0;
                while (memcmp(seen[i], seen[sets], bytes) != 0)
                    i++;
                sets += i == sets;
            }
        assert_int_equal(g->count, sets);
        for (int id = 0; id < g->count; id++) {
            square s[RULES_MAX_K];
            segment_of(&r, g->segment[id].start, g->segment[id].direction, s);
            int i = 0;
            while (i < sets && memcmp(seen[i], s, bytes) != 0)
                i++;
            assert_true(i < sets);
            seen[i][0] = SQUARE_NONE; /* once */
        }
        segments_free(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments_are_different_sets),
        cmocka_unit_test(marking_one_square_over_counts),
        cmocka_unit_test(marking_all_squares_under_counts),
        cmocka_unit_test(live_four_is_two_threats),
        cmocka_unit_test(relaxed_defences),
        cmocka_unit_test(random_positions_equal_brute_force),
        cmocka_unit_test(random_walks_equal_a_recount),
        cmocka_unit_test(line_values_equal_brute_force),
        cmocka_unit_test(connect6_patterns_have_their_names),
        cmocka_unit_test(undo_past_the_tracker_s_beginning),
        cmocka_unit_test(win_in_this_turn),
        cmocka_unit_test(exact_rows_have_no_stone_beyond_their_ends),
        cmocka_unit_test(turns_longer_than_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
