/* Symmetries and canonical forms. */
#include "support/boards.h"

#include <string.h>

#include "connect/board/symmetry.h"

static const char *const games[] = {"3,3,3,1,1", "19,19,6,2,1", "4,7,4,1,1", "9,2,4,2,1"};

static void symmetries_are_one_to_one_and_have_inverses(void **state)
{
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules r = test_rules(games[g]);
        int count = symmetry_count(&r);
        assert_int_equal(count, r.m == r.n ? 8 : 4);
        for (int i = 0; i < count; i++)
            for (square s = square_first(); s; s = square_next(&r, s)) {
                square t = symmetry_square(&r, i, s);
                assert_true(square_on_board(&r, square_col(t), square_row(t)));
                assert_int_equal(symmetry_square(&r, symmetry_inverse(i), t), s);
            }
        /* They differ: no two agree on a square off all axes. */
        square s = square_at(0, r.n > 2 ? 1 : 0);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < i && r.n > 3; j++)
                assert_int_not_equal(symmetry_square(&r, i, s), symmetry_square(&r, j, s));
    }
}

/* One after the other is a symmetry, too, and which one does not depend on the board. */
static void symmetries_follow_each_other(void **state)
{
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules r = test_rules(games[g]);
        int count = symmetry_count(&r);
        for (int a = 0; a < count; a++)
            for (int b = 0; b < count; b++) {
                assert_in_range(symmetry_then(a, b), 0, count - 1);
                for (square s = square_first(); s; s = square_next(&r, s))
                    assert_int_equal(symmetry_square(&r, symmetry_then(a, b), s),
                                     symmetry_square(&r, b, symmetry_square(&r, a, s)));
            }
    }
}

/* Neighbours stay neighbours: a row of k is a row of k in every image. */
static void symmetries_keep_lines(void **state)
{
    (void)state;
    struct rules r = test_rules("6,6,4,1,1");
    for (int i = 0; i < 8; i++)
        for (square s = square_first(); s; s = square_next(&r, s))
            for (int d = 0; d < DIRECTIONS; d++) {
                square t = (square)(s + direction_step[d]);
                if (!square_on_board(&r, square_col(t), square_row(t)))
                    continue;
                int step = symmetry_square(&r, i, t) - symmetry_square(&r, i, s);
                bool found = false;
                for (int e = 0; e < DIRECTIONS; e++)
                    found = found || step == direction_step[e] || step == -direction_step[e];
                assert_true(found);
            }
}

/* The images of a random position, their stones placed in another order, all have one canonical form. */
static void images_have_one_canonical_form(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 5);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules r = test_rules(games[g]);
        size_t size = position_packed_size(&r);
        for (int round = 0; round < 50; round++) {
            struct position *p = position_new(&r);
            int stones = (int)rng_below(&rng, (uint32_t)(r.m * r.n));
            while (p->plies < stones && p->outcome == OUTCOME_OPEN)
                position_place(p, test_random_stone(p, &rng));
            uint8_t form[POSITION_PACKED_MOST], other[POSITION_PACKED_MOST], image[POSITION_PACKED_MOST];
            int best = position_canonical(p, form);
            position_pack(p, best, image);
            assert_memory_equal(form, image, size);
            for (int i = 0; i < symmetry_count(&r); i++) {
                struct position *q = position_new(&r);
                for (int j = p->plies - 1; j >= 0; j--) /* backwards: another order */
                    position_setup(q, symmetry_square(&r, i, p->ply[j].at),
                                   cell_of((enum side)p->ply[j].side));
                assert_true(position_settle(q, p->to_move, p->left, NULL));
                position_canonical(q, other);
                assert_memory_equal(form, other, size);
                position_free(q);
            }
            position_free(p);
        }
    }
}

/* Two bits a square, from the definition: every square is asked what stands where it comes from. */
static void plain_pack(const struct position *p, int symmetry, uint8_t *out)
{
    const struct rules *r = &p->rules;
    memset(out, 0, position_packed_size(r));
    out[0] = (uint8_t)p->to_move;
    out[1] = (uint8_t)p->left;
    for (int i = 0; i < r->m * r->n; i++) {
        square from = symmetry_square(r, symmetry_inverse(symmetry), square_at(i % r->m, i / r->m));
        out[2 + i / 4] |= (uint8_t)(p->cell[from] << (6 - 2 * (i % 4)));
    }
}

/* Files keep packed positions, so their bytes are fixed: on boards of every width, empty, full and between. */
static void packings_are_by_definition(void **state)
{
    (void)state;
    static const char *const boards[] = {"1,9,6,1,1",  "7,7,6,2,1",   "8,8,6,2,1",   "9,7,6,2,1",
                                         "16,3,6,1,1", "19,19,6,2,1", "127,1,6,1,1", "127,127,6,2,1"};
    struct rng rng;
    rng_seed(&rng, 6);
    for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
        struct rules r = test_rules(boards[b]);
        size_t size = position_packed_size(&r);
        static const uint32_t empty_of_ten[] = {0, 1, 5, 9, 10};
        for (size_t density = 0; density < 5; density++) {
            static square stone[RULES_MAX_SIDE * RULES_MAX_SIDE];
            uint8_t plain[POSITION_PACKED_MOST], fast[POSITION_PACKED_MOST], least[POSITION_PACKED_MOST];
            struct position *p = position_new(&r);
            for (square s = square_first(); s; s = square_next(&r, s))
                if (rng_below(&rng, 10) >= empty_of_ten[density])
                    position_setup(p, s, rng_below(&rng, 2) ? CELL_BLACK : CELL_WHITE);
            int n = position_stones(p, stone), seen = 0;
            for (square s = square_first(); s; s = square_next(&r, s))
                if (p->cell[s] != CELL_EMPTY)
                    assert_int_equal(stone[seen++], s);
            assert_int_equal(n, seen);
            position_canonical(p, least);
            for (int i = 0; i < symmetry_count(&r); i++) {
                plain_pack(p, i, plain);
                position_pack(p, i, fast);
                assert_memory_equal(fast, plain, size);
                assert_true(memcmp(least, plain, size) <= 0);
            }
            position_free(p);
        }
    }
}

/* Adds the canonical form of the position to those seen; tells whether it is new. */
static bool is_new(const struct position *p, uint8_t seen[][POSITION_PACKED_MOST], size_t *n)
{
    size_t size = position_packed_size(&p->rules), i = 0;
    position_canonical(p, seen[*n]);
    while (memcmp(seen[i], seen[*n], size) != 0)
        i++;
    if (i < *n)
        return false;
    ++*n;
    return true;
}

/* One stone on 3x3: corner, edge, centre. A black and a white one: 12 classes. */
static void classes_are_not_merged(void **state)
{
    (void)state;
    static uint8_t seen[100][POSITION_PACKED_MOST];
    struct rules r = test_rules("tictactoe");
    size_t n = 0;
    int ones = 0, twos = 0;
    struct position *p = position_new(&r);
    for (square a = square_first(); a; a = square_next(&r, a)) {
        position_place(p, a);
        ones += is_new(p, seen, &n);
        for (square b = square_first(); b; b = square_next(&r, b))
            if (b != a) {
                position_place(p, b);
                twos += is_new(p, seen, &n);
                position_undo(p);
            }
        position_undo(p);
    }
    assert_int_equal(ones, 3);
    assert_int_equal(twos, 12);
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetries_are_one_to_one_and_have_inverses),
        cmocka_unit_test(symmetries_follow_each_other),
        cmocka_unit_test(symmetries_keep_lines),
        cmocka_unit_test(images_have_one_canonical_form),
        cmocka_unit_test(packings_are_by_definition),
        cmocka_unit_test(classes_are_not_merged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
