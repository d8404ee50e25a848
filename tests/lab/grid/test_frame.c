/* Heads, signs of life, results in parts: what comes from anybody who can reach the broker. */
#include <stdlib.h>
#include <string.h>

#include "lab/grid/assemble.h"
#include "lab/grid/frame.h"
#include "lab/grid/link.h"
#include "lab/grid/signs.h"
#include "support/boards.h"

static bool reads(const char *text, struct grid_head *h)
{
    const char *body;
    return grid_head_read(text, strlen(text), h, &body, NULL);
}

static void heads_come_back(void **state)
{
    (void)state;
    struct grid_head
        h = {.coordinator = "abc", .job = 7, .worker = "w-1", .try = "t", .part = 2, .parts = 3, .line = 99},
        got;
    struct buf b = BUF_EMPTY;
    const char *body;
    grid_head_write(&h, &b);
    buf_text(&b, "rest");
    assert_true(grid_head_read(b.text, b.len, &got, &body, NULL));
    assert_string_equal(body, "rest");
    assert_string_equal(got.worker, "w-1");
    assert_true(got.job == 7 && got.part == 2 && got.parts == 3 && got.line == 99);
    buf_free(&b);
}

static void wrong_heads_are_refused(void **state)
{
    (void)state;
    struct grid_head h;
    assert_true(reads("{\"coordinator\":\"a\",\"job\":1}\n", &h));
    static const char *const wrong[] = {
        "",
        "\n",
        "{}",
        "{}\n",
        "[]\n",
        "{\"coordinator\":\"a\",\"job\":1}", /* no end of line */
        "{\"coordinator\":\"a\"}\n",
        "{\"coordinator\":\"a b\",\"job\":1}\n",
        "{\"coordinator\":\"a.>\",\"job\":1}\n",
        "{\"coordinator\":\"a\",\"job\":0}\n",
        "{\"coordinator\":\"a\",\"job\":\"1\"}\n",
        "{\"coordinator\":\"a\",\"job\":1,\"parts\":3,\"part\":3,\"worker\":\"w\",\"try\":\"t\"}\n",
        "{\"coordinator\":\"a\",\"job\":1,\"parts\":100000,\"part\":3,\"worker\":\"w\",\"try\":\"t\"}\n",
        "{\"coordinator\":\"a\",\"job\":1,\"parts\":1,\"part\":0,\"worker\":\"w\"}\n",
        "{\"coordinator\":\"a\",\"job\":1,\"parts\":1,\"part\":0,\"worker\":\"\",\"try\":\"t\"}\n",
        "{\"coordinator\":\"0123456789012345678901234567890123\",\"job\":1}\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (reads(wrong[i], &h))
            fail_msg("%s", wrong[i]);
}

static void parts_come_in_any_order(void **state)
{
    (void)state;
    struct assembly *a = assembly_new();
    struct grid_head h = {.coordinator = "c", .job = 5, .worker = "w", .try = "x", .parts = 3, .line = 4},
                     other = h;
    char m[4];
    void *messages[3];
    struct buf all = BUF_EMPTY;
    h.part = 2;
    assert_int_equal(assembly_add(a, &h, "33", 2, m + 2), ASSEMBLY_MORE);
    assert_int_equal(assembly_add(a, &h, "33", 2, m + 3), ASSEMBLY_BAD); /* twice */
    strcpy(other.try, "y");                                              /* of another try, which dies */
    other.part = 0;
    assert_int_equal(assembly_add(a, &other, "??", 2, m + 3), ASSEMBLY_MORE);
    other = h;
    other.parts = 4; /* not what it said before */
    assert_int_equal(assembly_add(a, &other, "4", 1, m), ASSEMBLY_BAD);
    h.part = 0;
    assert_int_equal(assembly_add(a, &h, "11", 2, m), ASSEMBLY_MORE);
    h.part = 1;
    assert_int_equal(assembly_add(a, &h, "22", 2, m + 1), ASSEMBLY_WHOLE);
    assert_int_equal(assembly_take(a, &all, messages, 3), 3);
    assert_string_equal(buf_str(&all), "112233");
    assert_true(messages[0] == m && messages[1] == m + 1 && messages[2] == m + 2);
    assert_true(assembly_drop(a, 5) == m + 3); /* the other try's */
    assert_null(assembly_drop(a, 5));
    buf_free(&all);
    assembly_free(a);
}

static void signs_fade(void **state)
{
    (void)state;
    struct grid_signs s = {NULL, 0, 0};
    struct grid_sign x = {.state = GRID_BUSY,
                          .name = "w2",
                          .coordinator = "c",
                          .job = 3,
                          .kind = "solve",
                          .cpu = 1.5},
                     got;
    struct buf b = BUF_EMPTY;
    grid_sign_write(&x, &b);
    assert_true(grid_sign_read(b.text, b.len, &got, NULL));
    assert_true(got.state == GRID_BUSY && got.job == 3 && strcmp(got.kind, "solve") == 0 && got.cpu == 1.5);
    buf_free(&b);
    grid_signs_add(&s, &got, 100);
    x = (struct grid_sign){.state = GRID_IDLE, .name = "w1"};
    grid_signs_add(&s, &x, 100);
    x = (struct grid_sign){.state = GRID_COORDINATES, .name = "c"};
    grid_signs_add(&s, &x, 101);
    assert_int_equal(grid_signs_workers(&s, 102), 2);
    assert_int_equal(grid_signs_coordinators(&s, 102), 1);
    assert_true(grid_signs_busy(&s, "c", 3, 102));
    assert_false(grid_signs_busy(&s, "d", 3, 102));
    assert_true(grid_signs_has(&s, "w1", 102) && !grid_signs_has(&s, "w3", 102));
    assert_int_equal(grid_signs_workers(&s, 101 + GRID_GONE_SECONDS), 0);
    assert_false(grid_signs_busy(&s, "c", 3, 101 + GRID_GONE_SECONDS));
    grid_signs_free(&s);
    assert_false(grid_sign_read("{\"state\":\"asleep\",\"name\":\"w\"}", 30, &got, NULL));
    assert_false(grid_sign_read("{\"state\":\"idle\"}", 16, &got, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads_come_back),
        cmocka_unit_test(wrong_heads_are_refused),
        cmocka_unit_test(parts_come_in_any_order),
        cmocka_unit_test(signs_fade),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
