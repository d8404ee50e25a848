/* What tilings cover, and the search for better ones. */
#include "support/boards.h"

#include <stdio.h>
#include <string.h>

#include "connect/theory/kdraw.h"
#include "connect/theory/tile_cover.h"
#include "connect/theory/tile_search.h"
#include "connect/theory/tiles.h"

/* Fig. 2: every 11 squares in a row hold a whole line of B2 or its mirror image. */
static void b2_covers_eleven(void **state)
{
    (void)state;
    struct tile_cover c;
    assert_true(tile_cover_parallelograms(4, 6, &c));
    assert_int_equal(c.count, 26);
    for (int d = 0; d < DIRECTIONS; d++)
        assert_int_equal(tile_cover_least(&c, d), 11);
    tile_cover_free(&c);
}

static void zetters_tile_covers_eight(void **state)
{
    (void)state;
    struct tile_cover c;
    assert_true(tile_cover_parallelograms(3, 4, &c));
    assert_int_equal(tile_cover_least_all(&c), 8);
    tile_cover_free(&c);
}

/* Fig. 6, Property 1: every 3L−1 squares in a row hold a whole line of BZ(L) or its mirror image. */
static void strips_cover_3l_minus_1(void **state)
{
    (void)state;
    for (int l = 2; l <= 21; l++) {
        struct tile_cover c;
        assert_true(tile_cover_strips(l, &c));
        assert_int_equal(tile_cover_least_all(&c), 3 * l - 1);
        tile_cover_free(&c);
    }
}

/* Without the verticals of the mirror image half of the columns have none. */
static void a_missing_line_is_noticed(void **state)
{
    (void)state;
    struct tile_cover c;
    assert_true(tile_cover_parallelograms(4, 6, &c));
    for (size_t i = 0; i < c.count; i++)
        if (c.line[i].direction == 1 && c.line[i].y >= 4)
            c.line[i--] = c.line[--c.count];
    assert_int_equal(tile_cover_least(&c, 1), 0);
    assert_int_equal(tile_cover_least(&c, 0), 11);
    assert_int_equal(tile_cover_least_all(&c), 0);
    tile_cover_free(&c);
    static const int bent[4][2] = {{0, 0}, {1, 0}, {2, 0}, {3, 1}};
    c = (struct tile_cover){4, 4, 0, 0, NULL};
    assert_false(tile_cover_add(&c, bent, 4));
}

/* Every square is on exactly one tile. */
static void tiles_neither_overlap_nor_leave_gaps(void **state)
{
    (void)state;
    int times[24][16];
    memset(times, 0, sizeof times);
    for (int band = 0; band < 4; band++)
        for (int tile = -3; tile < 6; tile++)
            for (int i = 0; i < 24; i++) {
                struct tile_place at = {tile, band, i % 6, i / 6};
                int x, y;
                tile_square(4, 6, &at, &x, &y);
                if (x >= 0 && x < 24 && y >= 0 && y < 16)
                    times[x][y]++;
            }
    for (int x = 0; x < 24; x++)
        for (int y = 0; y < 16; y++)
            assert_int_equal(times[x][y], 1);
}

/* The square tiles of side 5 with lines of 3 would prove 7 in a row drawn: none does. */
static void no_square_tile_of_side_5_draws(void **state)
{
    (void)state;
    struct tile_search t = {.s = 5, .l = 3, .p = 1, .all = true};
    struct tile_found f;
    assert_true(tile_search_check(&t, NULL));
    tile_search_run(&t, &f);
    assert_true(f.complete);
    assert_int_equal(f.drawn + f.open, 0);
}

/* The search finds what is there: tiles of side 8 with lines of 4 draw one stone a turn. */
static void the_search_finds_tiles_for_eleven(void **state)
{
    (void)state;
    struct tile_search t = {.s = 8, .l = 4, .p = 1, .seed = 1, .rounds = 10, .positions = 10000};
    struct tile_found f;
    tile_search_run(&t, &f);
    assert_true(f.drawn > 0);
    assert_int_equal(f.drawn + f.lost + f.unknown, f.tried);
    /* The first one, once more from its text: every 11 squares in a row hold a line of it. */
    const struct mb_board *b = &f.first_drawn;
    struct tile_cover c = {8, 8, 0, 0, NULL};
    for (int l = 0; l < b->lines; l++) {
        int at[MB_SQUARES][2], n = 0;
        for (mb_set s = b->line[l]; s; s &= s - 1, n++)
            assert_int_equal(sscanf(b->square_name[mb_first(s)], "%d,%d", &at[n][0], &at[n][1]), 2);
        assert_true(tile_cover_add(&c, (const int(*)[2])at, n));
    }
    assert_int_equal(tile_cover_least_all(&c), 11);
    tile_cover_free(&c);
}

static void random_searches_count_what_they_try(void **state)
{
    (void)state;
    struct tile_search t = {
        .s = 7, .l = 4, .p = 2, .seed = 1, .sheared = true, .rounds = 20, .positions = 100000};
    struct tile_found f;
    tile_search_run(&t, &f);
    assert_int_equal(f.tried, 20);
    assert_int_equal(f.lost, 20);
}

static void bad_searches_are_refused(void **state)
{
    (void)state;
    struct err e;
    assert_false(tile_search_check(&(struct tile_search){.s = 9, .l = 3, .p = 1, .rounds = 1}, &e));
    assert_false(tile_search_check(&(struct tile_search){.s = 7, .l = 5, .p = 1, .rounds = 1}, &e));
    assert_false(tile_search_check(&(struct tile_search){.s = 7, .l = 4, .p = 1}, &e));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(b2_covers_eleven),
        cmocka_unit_test(zetters_tile_covers_eight),
        cmocka_unit_test(strips_cover_3l_minus_1),
        cmocka_unit_test(a_missing_line_is_noticed),
        cmocka_unit_test(tiles_neither_overlap_nor_leave_gaps),
        cmocka_unit_test(no_square_tile_of_side_5_draws),
        cmocka_unit_test(the_search_finds_tiles_for_eleven),
        cmocka_unit_test(random_searches_count_what_they_try),
        cmocka_unit_test(bad_searches_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
