/* Names of openings: found in every orientation and order of stones, and nowhere else. */
#include "support/boards.h"

#include <string.h>

#include "connect/board/symmetry.h"
#include "play/opening_names.h"

/* The name of the game's opening; "" if it has none. */
static const char *name_of(const char *rules, const char *stones, int *length)
{
    struct position *p = test_game(rules, stones);
    const struct opening_name *o = opening_name_of(p, length);
    position_free(p);
    return o ? o->name : "";
}

static void every_opening_has_its_name_in_every_orientation(void **state)
{
    (void)state;
    for (const struct opening_name *o = opening_names; o->name; o++) {
        struct position *p = test_game("connect6", o->game);
        for (int symmetry = 0; symmetry < symmetry_count(&p->rules); symmetry++) {
            struct position *q = position_new(&p->rules);
            int stones;
            for (int i = 0; i < p->plies; i++)
                position_place(q, symmetry_square(&p->rules, symmetry, p->ply[i].at));
            assert_ptr_equal(opening_name_of(q, &stones), o);
            assert_int_equal(stones, p->stones);
            position_free(q);
        }
        position_free(p);
    }
}

static void no_two_openings_are_the_same(void **state)
{
    (void)state;
    for (const struct opening_name *o = opening_names; o->name; o++)
        for (const struct opening_name *other = opening_names; other->name; other++)
            assert_true(o == other || strcmp(o->name, other->name) != 0);
}

static void the_order_of_stones_does_not_matter(void **state)
{
    (void)state;
    assert_string_equal(name_of("connect6", "j10 l12 h12 k10 j11", NULL), "XX-B22");
    assert_string_equal(name_of("connect6", "k10 h12 l12 j10 j11", NULL), "XX-B22");
}

static void a_game_keeps_its_opening(void **state)
{
    (void)state;
    int stones;
    assert_string_equal(name_of("connect6", "j10 j11 k8 k11 l12 a1 a2 s19", &stones), "T-P12");
    assert_int_equal(stones, 5);
    assert_string_equal(name_of("connect6", "j10 j11 k8 k11", NULL), "");
    assert_string_equal(name_of("connect6", "", NULL), "");
}

static void other_games_have_no_names(void **state)
{
    (void)state;
    assert_string_equal(name_of("19,19,6,2,1,exact", "j10 h12 l12 j11 k10", NULL), "");
    assert_string_equal(name_of("19,19,7,2,1", "j10 h12 l12 j11 k10", NULL), "");
    assert_string_equal(name_of("59,59,6,2,1", "j10 h12 l12 j11 k10", NULL), "");
    assert_string_equal(name_of("connect6", "j10 h12 l12 j11 k11", NULL), "");
}

static void what_they_are_called_besides_is_told(void **state)
{
    (void)state;
    struct buf b = BUF_EMPTY;
    opening_name_text(&opening_names[0], &b);
    assert_string_equal(buf_str(&b), "XX-B22, \"Mickey Mouse\"");
    buf_free(&b);
    opening_name_text(&opening_names[1], &b);
    assert_string_equal(buf_str(&b), "TX-D21");
    buf_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_opening_has_its_name_in_every_orientation),
        cmocka_unit_test(no_two_openings_are_the_same),
        cmocka_unit_test(the_order_of_stones_does_not_matter),
        cmocka_unit_test(a_game_keeps_its_opening),
        cmocka_unit_test(other_games_have_no_names),
        cmocka_unit_test(what_they_are_called_besides_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
