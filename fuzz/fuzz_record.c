/* Reads anything as a record, in whatever format it looks like. What was read must be legal, and what is
 * written of it must read back the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connect/record/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void claim(bool truth, const char *what, const char *text)
{
    if (truth)
        return;
    fprintf(stderr, "%s:\n%s\n", what, text);
    abort();
}

static struct record *read_again(const struct buf *text)
{
    struct record *r = NULL;
    struct err e = {""};
    claim(record_read(buf_str(text), text->len, NULL, &r, &e), e.text, buf_str(text));
    return r;
}

static void check_sgf(const struct record *r)
{
    struct buf text = BUF_EMPTY;
    record_write(r, RECORD_SGF, &text, NULL);
    struct record *again = read_again(&text);
    claim(record_equal(r, again), "SGF reads back differently", buf_str(&text));
    record_free(again);
    buf_free(&text);
}

static void check_list(const struct record *r, enum record_format f)
{
    struct buf text = BUF_EMPTY, twice = BUF_EMPTY;
    if (record_write(r, f, &text, NULL)) {
        struct record *again = read_again(&text);
        square *a, *b;
        size_t n = record_main_line(r, &a);
        claim(record_main_line(again, &b) == n && (!n || memcmp(a, b, n * sizeof *a) == 0),
              "another main line", buf_str(&text));
        claim(rules_equal(record_rules(r), record_rules(again)), "another game", buf_str(&text));
        record_write(again, f, &twice, NULL);
        claim(strcmp(buf_str(&text), buf_str(&twice)) == 0, "written differently", buf_str(&text));
        free(a);
        free(b);
        record_free(again);
    }
    buf_free(&text);
    buf_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct record **games;
    size_t count;
    struct err e;
    if (!record_read_all((const char *)data, size, NULL, &games, &count, &e)) {
        claim(e.text[0] && !strpbrk(e.text, "\r\n"), "not a message of one line", e.text);
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        claim(record_check(games[i], &e), "an illegal stone was let through", e.text);
        check_sgf(games[i]);
        check_list(games[i], RECORD_CONTEST);
        check_list(games[i], RECORD_PLAIN);
    }
    record_free_all(games, count);
    return 0;
}
