/* Keys of positions: one for all that are equal up to symmetry and order, another for all others. */
#include "support/boards.h"

#include <string.h>

#include "connect/board/key.h"
#include "connect/board/symmetry.h"

static const char *const games[] = {"3,3,3,1,1", "19,19,6,2,1", "4,7,4,1,1", "19,19,10,5,3"};

static struct position *random_position(const struct rules *r, struct rng *rng)
{
    struct position *p = position_new(r);
    for (int n = (int)rng_below(rng, 12); n > 0 && p->outcome == OUTCOME_OPEN && p->empty; n--) {
        square s;
        do
            s = square_at((int)rng_below(rng, (uint32_t)r->m), (int)rng_below(rng, (uint32_t)r->n));
        while (p->cell[s] != CELL_EMPTY);
        position_place(p, s);
    }
    return p;
}

static int64_t number_of(const struct position *p, int *symmetry)
{
    struct key_views k;
    key_start(&k, p);
    return key_number(&k, p->to_move, p->left, symmetry);
}

/* The stones of a position placed in another order and seen through a symmetry. */
static int64_t number_through(const struct position *p, int symmetry)
{
    struct key_views k;
    struct position *none = position_new(&p->rules);
    int any;
    key_start(&k, none);
    for (int i = p->plies - 1; i >= 0; i--)
        key_stone(&k, symmetry_square(&p->rules, symmetry, p->ply[i].at), (enum side)p->ply[i].side);
    position_free(none);
    return key_number(&k, p->to_move, p->left, &any);
}

static void equal_positions_have_one_number(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 9);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules r = test_rules(games[g]);
        uint8_t form[2][POSITION_PACKED_MOST];
        int64_t last = 0;
        int symmetry;
        for (int round = 0; round < 200; round++) {
            struct position *p = random_position(&r, &rng);
            int64_t number = number_of(p, &symmetry);
            for (int i = 0; i < symmetry_count(&r); i++)
                assert_true(number_through(p, i) == number);
            /* The same number as the one before, if and only if the same canonical form. */
            position_canonical(p, form[round % 2]);
            bool same = round && memcmp(form[0], form[1], position_packed_size(&r)) == 0;
            assert_true(!round || same == (number == last));
            last = number;
            position_free(p);
        }
    }
}

static void other_games_have_other_numbers(void **state)
{
    (void)state;
    int64_t seen[sizeof games / sizeof *games];
    int any;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules r = test_rules(games[g]);
        struct position *p = position_new(&r);
        seen[g] = number_of(p, &any);
        for (size_t h = 0; h < g; h++)
            assert_true(seen[h] != seen[g]);
        position_free(p);
    }
}

static void squares_come_back_from_their_frame(void **state)
{
    (void)state;
    struct rules r = test_rules("19,19,10,5,3");
    struct squares turn = {5,
                           {square_at(0, 0), square_at(18, 3), square_at(4, 4), square_at(9, 1),
                            square_at(2, 17)}},
                   back;
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        struct buf bytes = BUF_EMPTY;
        key_pack(&r, symmetry, turn.s, turn.n, &bytes);
        assert_int_equal(bytes.len, 10);
        assert_true(key_unpack(&r, symmetry, bytes.text, bytes.len, &back));
        assert_true(squares_same(&back, &turn));
        for (size_t i = 2; i < bytes.len; i += 2) /* in order, whatever the order of the stones */
            assert_true(memcmp(bytes.text + i - 2, bytes.text + i, 2) < 0);
        assert_false(key_unpack(&r, 0, bytes.text, 3, &back));
        buf_free(&bytes);
    }
    assert_false(key_unpack(&r, 0, "\377\377", 2, &back));
    assert_true(key_unpack(&r, 0, "", 0, &back));
    assert_int_equal(back.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_positions_have_one_number),
        cmocka_unit_test(other_games_have_other_numbers),
        cmocka_unit_test(squares_come_back_from_their_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
