/* The log: a line for everything, appended, and nothing in it that a terminal would obey. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "server/transport/log.h"
#include "support/folder.h"

static void lines_are_appended(void **state)
{
    (void)state;
    struct folder folder = folder_new();
    struct buf path = BUF_EMPTY;
    struct err e;
    struct log *l;
    buf_format(&path, "%s/a.log", folder.path);
    for (int round = 0; round < 2; round++) {
        assert_true(log_open(buf_str(&path), &l, &e));
        log_event(l, &(struct transport_event){.kind = EVENT_ANSWERED,
                                               .client = "192.0.2.7",
                                               .method = "POST",
                                               .target = "/api/v1/move",
                                               .status = 200,
                                               .seconds = 1.5,
                                               .bytes = 612});
        log_event(l, &(struct transport_event){.kind = EVENT_REFUSED,
                                               .client = "192.0.2.9",
                                               .method = "GET",
                                               .target = "/\x1b[31m\xff",
                                               .status = 429,
                                               .fault = "too many requests"});
        log_event(l, &(struct transport_event){.kind = EVENT_REFUSED, .client = "192.0.2.9", .status = 400});
        log_note(l, "the disk is slow");
        log_close(l);
    }
    char *text;
    size_t len;
    assert_true(file_read(buf_str(&path), &text, &len, &e));
    int lines = 0;
    for (const char *c = text; (c = strchr(c, '\n')); c++)
        lines++;
    assert_int_equal(lines, 8);
    assert_non_null(strstr(text, "Z 192.0.2.7 answered POST /api/v1/move 200 612 bytes 1500 ms\n"));
    assert_non_null(strstr(text, "429: too many requests\n"));
    assert_non_null(strstr(text, "the disk is slow\n"));
    for (const char *c = text; *c; c++)
        assert_true(*c == '\n' || (*c >= ' ' && *c < 127));
    free(text);
    buf_free(&path);
    folder_remove(&folder);
}

static void a_file_that_cannot_be_is_refused(void **state)
{
    (void)state;
    struct err e;
    struct log *l;
    assert_false(log_open("/nowhere/at/all.log", &l, &e));
    assert_non_null(strstr(e.text, "/nowhere/at/all.log"));
    log_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_appended),
        cmocka_unit_test(a_file_that_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
