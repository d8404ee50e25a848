/* Counting turns: known numbers, and plain enumeration of all orders of stones. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "connect/exact/perft.h"

static uint64_t perft_count(struct position *p, int depth)
{
    struct perft_result r = perft(p, depth, NULL);
    uint64_t n;
    assert_true(natural_fits(&r.count, &n));
    assert_false(r.stopped);
    perft_result_free(&r);
    return n;
}

static uint64_t count(const char *game, int depth)
{
    struct rules r = test_rules(game);
    struct position *p = position_new(&r);
    uint64_t c = perft_count(p, depth);
    assert_int_equal(p->plies, 0);
    position_free(p);
    return c;
}

static void tic_tac_toe(void **state)
{
    (void)state;
    static const uint64_t known[] = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0};
    for (int depth = 0; depth <= 10; depth++)
        assert_int_equal(count("tictactoe", depth), known[depth]);
}

static void the_first_turns_of_connect6(void **state)
{
    (void)state;
    assert_int_equal(count("connect6", 1), 361);
    assert_int_equal(count("connect6", 2), 361 * (360 * 359 / 2));
    assert_int_equal(count("59,59,6,2,1", 2), 3481ull * (3480 * 3479 / 2));
}

/* The number as text. */
static void assert_count(const char *game, int depth, const char *expected)
{
    struct rules r = test_rules(game);
    struct position *p = position_new(&r);
    struct perft_result c = perft(p, depth, NULL);
    struct buf b = BUF_EMPTY;
    natural_format(&c.count, &b);
    assert_string_equal(buf_str(&b), expected);
    assert_false(c.stopped);
    buf_free(&b);
    perft_result_free(&c);
    position_free(p);
}

/* Products of binomial coefficients, worked out elsewhere. */
static void numbers_past_64_bits(void **state)
{
    (void)state;
    assert_count("19,19,6,2,1", 4, "94198450291457400");
    assert_count("19,19,6,2,1", 5, "5885613372660549809400");
    /* The turn could be a row, but no part of it. */
    assert_count("127,127,63,63,63", 1,
                 "5362616909317220023453195489669024071172897222315482526015136788854568138972941873955373803"
                 "120291163646529200803813383455490186129936181963132547540872326141812058561701614236800");
    assert_count(
        "127,127,63,30,30", 2,
        "3642571449493012371508352450377823359022221226192883854330692636752270406603559173056761507085044840"
        "1169435043963529170764945516785722211587547665688640733766408101288594508159962513740800");
    assert_count("1,1,1,1,1", 1, "1");
    assert_count("1,1,1,1,1", 2, "0");
    assert_count("2,2,3,1,1", 4, "24");
    assert_count("2,2,3,1,1", 5, "0");
}

static void limits_stop_it(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "");
    atomic_bool stop;
    atomic_init(&stop, true);
    struct perft_options few = {.limits.nodes = 1000}, told = {.limits.stop = &stop},
                         late = {.limits.seconds = 1e-9};
    const struct perft_options *all[] = {&few, &told, &late};
    for (int i = 0; i < 3; i++) {
        struct perft_result r = perft(p, 63, all[i]);
        assert_true(r.stopped);
        assert_true(r.nodes <= 1000 + 2);
        assert_int_equal(p->plies, 0);
        perft_result_free(&r);
    }
    position_free(p);
}

/* Sets of squares found so far, sorted; the plain way of counting each once. */
struct seen {
    size_t n, room;
    uint64_t *set;
};

static int number(const struct position *p, square s)
{
    return square_row(s) * p->rules.m + square_col(s);
}

/* Every order of every turn, by the rules alone; a set of stones that was reached before does not count
 * again. */
static uint64_t plain(struct position *p, int depth);

static uint64_t plain_turn(struct position *p, int depth, uint64_t set, enum side side, struct seen *seen)
{
    uint64_t sum = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s)) {
        if (!position_legal_square(p, s))
            continue;
        uint64_t more = set | (uint64_t)1 << number(p, s);
        position_place(p, s);
        if (p->outcome == OUTCOME_OPEN && p->to_move == side && p->ply[p->plies - 1].left > 1) {
            sum += plain_turn(p, depth, more, side, seen);
        } else {
            size_t i = 0;
            while (i < seen->n && seen->set[i] != more)
                i++;
            if (i == seen->n && seen->n < seen->room) {
                seen->set[seen->n++] = more;
                sum += depth == 1 ? 1 : plain(p, depth - 1);
            }
        }
        position_undo(p);
    }
    return sum;
}

static uint64_t plain(struct position *p, int depth)
{
    if (p->outcome != OUTCOME_OPEN)
        return 0;
    struct seen seen = {0, 20000, malloc(20000 * sizeof(uint64_t))};
    uint64_t sum = plain_turn(p, depth, 0, p->to_move, &seen);
    assert_true(seen.n < seen.room);
    free(seen.set);
    return sum;
}

static void counts_equal_plain_enumeration(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        int depth;
    } games[] = {{"3,3,3,1,1", 4},       {"3,3,3,2,1", 3},       {"4,3,3,2,1", 3},
                 {"3,3,2,2,2", 3},       {"3,3,3,3,1", 3},       {"4,2,2,3,2", 3},
                 {"5,1,2,2,1", 3},       {"2,2,2,3,3", 2},       {"3,3,1,2,2", 2},
                 {"4,4,3,2,3", 2},       {"3,4,4,3,2", 3},       {"3,3,2,1,1,exact", 4},
                 {"5,1,2,2,1,exact", 3}, {"4,3,2,2,1,exact", 3}, {"4,2,2,3,2,exact", 3}};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules r = test_rules(games[g].game);
        struct position *p = position_new(&r);
        for (int depth = 1; depth <= games[g].depth; depth++)
            assert_int_equal(perft_count(p, depth), plain(p, depth));
        position_free(p);
    }
}

/* From positions in the middle of games, with wins near. */
static void counts_from_random_positions(void **state)
{
    (void)state;
    static const char *const games[] = {"4,4,3,2,1", "5,3,3,2,1",       "4,4,4,3,2",       "4,4,3,1,1",
                                        "3,5,3,3,1", "5,3,3,2,1,exact", "4,4,2,2,1,exact", "7,2,3,3,1,exact"};
    struct rng rng;
    rng_seed(&rng, 11);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        for (int i = 0; i < test_rounds(30); i++) {
            struct rules r = test_rules(games[g]);
            struct position *p = position_new(&r);
            uint32_t stones = 3 + rng_below(&rng, 8);
            while (p->plies < (int)stones && p->outcome == OUTCOME_OPEN)
                position_place(p, test_random_stone(p, &rng));
            for (int depth = 1; depth <= 2; depth++)
                assert_int_equal(perft_count(p, depth), plain(p, depth));
            position_free(p);
        }
}

static void add_up(void *ctx, const struct squares *turn, const struct natural *count)
{
    uint64_t n;
    assert_int_equal(turn->n, 2);
    assert_true(natural_fits(count, &n));
    *(uint64_t *)ctx += n;
}

static void the_parts_add_up(void **state)
{
    (void)state;
    struct position *p = test_game("5,5,4,2,1", "c3");
    uint64_t sum = 0;
    struct perft_options o = {.divide = add_up, .ctx = &sum};
    struct perft_result r = perft(p, 2, &o);
    uint64_t n;
    assert_true(natural_fits(&r.count, &n));
    assert_int_equal(n, perft_count(p, 2));
    assert_int_equal(sum, n);
    perft_result_free(&r);
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tic_tac_toe),
        cmocka_unit_test(the_first_turns_of_connect6),
        cmocka_unit_test(numbers_past_64_bits),
        cmocka_unit_test(limits_stop_it),
        cmocka_unit_test(counts_equal_plain_enumeration),
        cmocka_unit_test(counts_from_random_positions),
        cmocka_unit_test(the_parts_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
