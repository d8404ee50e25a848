/* Shapes of playouts: which classes there are, and what the table says of codes. */
#include "support/boards.h"

#include <stdlib.h>

#include "base/mem.h"
#include "go/shapes.h"

/* A code from three rows, the top first, without the middle: . empty, B, W, # beyond the edge. */
static uint32_t code_of(const char *rows)
{
    static const int order[8] = {3, 5, 7, 1,
                                 6, 8, 0, 2}; /* left, right, below, above, then diagonally, from below */
    uint32_t code = 0;
    for (int i = 0; i < 8; i++) {
        char c = rows[order[i]];
        uint32_t cell = c == 'B' ? CELL_BLACK : c == 'W' ? CELL_WHITE : c == '#' ? CELL_EDGE : CELL_EMPTY;
        code |= cell << 2 * i;
    }
    return code;
}

static void classes_are_those_on_boards(void **state)
{
    (void)state;
    int16_t *class = mem_zero(SHAPE_CODES, sizeof *class);
    bool *there = mem_zero(SHAPE_CLASSES, sizeof *there);
    int most = -1;
    shape_classes(class);
    for (uint32_t code = 0; code < SHAPE_CODES; code++) {
        assert_in_range(class[code] + 1, 0, SHAPE_CLASSES);
        if (class[code] >= 0)
            there[class[code]] = true;
        most = class[code] > most ? class[code] : most;
    }
    assert_int_equal(most + 1, SHAPE_CLASSES);
    for (int i = 0; i < SHAPE_CLASSES; i++)
        assert_true(there[i]);
    free(there);
    /* Turned and mirrored; not with the colours exchanged, unless the other side looks. */
    uint32_t hane = code_of("BW."
                            "..."
                            "..."),
             turned = code_of(".B."
                              "..W"
                              "...") /* no symmetry of it */,
             mirrored = code_of("..."
                                "..."
                                ".WB"),
             other = code_of("WB."
                             "..."
                             "...");
    assert_int_equal(class[hane], class[mirrored]);
    assert_int_not_equal(class[hane], class[turned]);
    assert_int_not_equal(class[hane], class[other]);
    assert_int_equal(class[hane], class[shape_seen(other, WHITE)]);
    assert_int_equal(shape_seen(hane, BLACK), hane);
    /* No board has an edge like that. */
    assert_int_equal(class[code_of("#.."
                                   "..."
                                   "...")],
                     -1);
    assert_int_equal(class[code_of("#.#"
                                   "#.#"
                                   "#.#")],
                     -1);
    assert_true(class[code_of("###"
                              "#.."
                              "#..")] >= 0);
    free(class);
}

static void the_table_knows_no_colours(void **state)
{
    (void)state;
    uint32_t *told = mem_zero(SHAPE_CODES, sizeof *told);
    shape_table(told);
    for (uint32_t code = 0; code < SHAPE_CODES; code++) {
        uint32_t mine = told[code], theirs = told[shape_seen(code, WHITE)];
        assert_int_equal(shape_eye(mine, BLACK), shape_eye(theirs, WHITE));
        assert_int_equal(shape_near(mine, BLACK), shape_near(theirs, WHITE));
        assert_int_equal(shape_far(mine, BLACK), shape_far(theirs, WHITE));
    }
    /* An eye of Black; with two of White's at its corners it is none; at the edge one is too many. */
    assert_true(shape_eye(told[code_of("WBB"
                                       "B.B"
                                       "BBB")],
                          BLACK));
    assert_false(shape_eye(told[code_of("WBW"
                                        "B.B"
                                        "BBB")],
                           BLACK));
    assert_false(shape_eye(told[code_of("###"
                                        "B.B"
                                        "BBW")],
                           BLACK));
    /* A hane is played, the middle of nowhere is not; two stones that are cut by a place are cut rather than one's own filled. */
    uint32_t hane = told[code_of("BW."
                                 "..."
                                 "...")],
             nothing = told[0];
    assert_true(shape_near(hane, BLACK) > 4 * shape_near(nothing, BLACK));
    free(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_are_those_on_boards),
        cmocka_unit_test(the_table_knows_no_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
