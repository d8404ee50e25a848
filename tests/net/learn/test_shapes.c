/* What shapes are worth, from games: a habit of the players is found, and what is written is what is built in. */
#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "go/shapes.h"
#include "net/learn/go_shapes.h"

/* Every move but the first of a column is just above the one before; the columns are far apart. */
static const char climbing[] =
    "(;GM[1]SZ[9]KM[7];B[bh];W[bg];B[bf];W[be];B[bd];W[bc];B[bb];W[hh];B[hg];W[hf];B[he];W[hd];B[hc];W[hb])";

static struct data_go_source *source(const char *text)
{
    char path[] = "/tmp/hexad-shapes-XXXXXX";
    struct err e;
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    struct data_go_source *s = data_go_source(&(struct data_go_filter){.size = 9});
    assert_true(data_go_add(s, path, &e));
    unlink(path);
    return s;
}

static void a_habit_is_found(void **state)
{
    (void)state;
    struct data_go_source *s = source(climbing);
    struct go_shapes *x = go_shapes_new(s);
    struct go_shapes_score score;
    go_shapes_learn(x, &score);
    assert_int_equal(score.positions, 13); /* all moves but the first have one before */
    assert_int_equal(score.beside, 12);
    assert_true(score.near.now < score.near.before);
    assert_true(score.diagonal < 1);

    struct buf text = BUF_EMPTY;
    go_shapes_write(x, &text);
    int numbers = 0;
    for (char *at = text.text; *at; at += strcspn(at, ",") + 1, at += *at == '\n') {
        long n = strtol(at, NULL, 10);
        assert_in_range(n, 0, numbers % 2 ? SHAPE_FAR_MOST : SHAPE_NEAR_MOST);
        numbers++;
    }
    assert_int_equal(numbers, 2 * SHAPE_CLASSES);
    buf_free(&text);
    go_shapes_free(x);
    data_go_source_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_habit_is_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
