/* Drawings of boards, out and in. */
#include "support/boards.h"

#include <string.h>

#include "connect/board/diagram.h"

static void a_drawing_has_coordinates_and_marks_the_last_turn(void **state)
{
    (void)state;
    struct position *p = test_game("5,3,4,2,1", "c2 a1 e3");
    struct buf b = BUF_EMPTY;
    diagram_draw(p, DIAGRAM_PLAIN, &b);
    assert_string_equal(buf_str(&b), "    a b c d e\n"
                                     "  3 . . . . O 3\n"
                                     "  2 . . x . . 2\n"
                                     "  1 O . . . . 1\n"
                                     "    a b c d e\n");
    buf_free(&b);
    diagram_draw(p, DIAGRAM_UNICODE, &b);
    assert_non_null(strstr(buf_str(&b), "├─┼─●─┼─┤"));
    assert_non_null(strstr(buf_str(&b), "◇─┴─┴─┴─┘"));
    buf_free(&b);
    diagram_draw(p, DIAGRAM_COLOUR, &b);
    assert_non_null(strstr(buf_str(&b), "\033["));
    buf_free(&b);
    position_free(p);
}

static void drawings_are_read_back(void **state)
{
    (void)state;
    static const char *const games[] = {"3,3,3,1,1", "19,19,6,2,1", "30,4,4,2,1", "127,127,6,2,1"};
    struct rng rng;
    rng_seed(&rng, 6);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules r = test_rules(games[g]);
        struct position *p = position_new(&r), *q = position_new(&r);
        for (int i = 0; i < 30 && p->outcome == OUTCOME_OPEN; i++)
            position_place(p, test_random_stone(p, &rng));
        struct buf b = BUF_EMPTY;
        struct err e;
        diagram_draw(p, DIAGRAM_PLAIN, &b);
        assert_true(diagram_read(q, buf_str(&b), &e));
        assert_memory_equal(p->cell, q->cell, sizeof p->cell);
        assert_int_equal(p->hash, q->hash);
        assert_int_equal(p->outcome, q->outcome);
        buf_free(&b);
        position_free(p);
        position_free(q);
    }
}

static void wrong_drawings_say_where(void **state)
{
    (void)state;
    struct rules r = test_rules("tictactoe");
    struct position *p = position_new(&r);
    struct err e;
    assert_false(diagram_read(p, "...\n....\n...\n", &e));
    assert_string_equal(e.text, "row 2 from the top has 4 squares, the board 3");
    assert_false(diagram_read(p, "...\n...\n", &e));
    assert_string_equal(e.text, "the drawing has 2 rows, the board 3");
    assert_false(diagram_read(p, "xxx\n...\nooo\n", &e));
    assert_non_null(strstr(e.text, "both sides"));
    assert_false(diagram_read(p, "...\n...\n...\nxxx\n", &e));
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drawing_has_coordinates_and_marks_the_last_turn),
        cmocka_unit_test(drawings_are_read_back),
        cmocka_unit_test(wrong_drawings_say_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
