/* Reading records in tests: from a literal, failing the test with the message. */
#ifndef TESTS_RECORD_RECORDS_H
#define TESTS_RECORD_RECORDS_H

#include <stdlib.h>
#include <string.h>

#include "connect/record/record.h"
#include "support/boards.h"

static inline struct record *read_bytes(const char *text, size_t len, const struct record_options *o)
{
    struct record *r = NULL;
    struct err e;
    if (!record_read(text, len, o, &r, &e))
        fail_msg("%.200s: %s", text, e.text);
    return r;
}

static inline struct record *read_record(const char *text)
{
    return read_bytes(text, strlen(text), NULL);
}

/* The message that reading gives must be this one. */
static inline void assert_refused(const char *text, const char *message)
{
    struct record *r = NULL;
    struct err e = {"read without a complaint"};
    if (record_read(text, strlen(text), NULL, &r, &e))
        record_free(r);
    assert_string_equal(e.text, message);
}

static inline char *write_record(const struct record *r, enum record_format f)
{
    struct buf b = BUF_EMPTY;
    struct err e;
    if (!record_write(r, f, &b, &e))
        fail_msg("%s", e.text);
    return buf_take(&b);
}

/* The main line as "j10 k11 i11", to compare with. */
static inline void assert_main_line(const struct record *r, const char *expected)
{
    struct buf b = BUF_EMPTY;
    square *stones;
    size_t n = record_main_line(r, &stones);
    for (size_t i = 0; i < n; i++) {
        char text[SQUARE_TEXT];
        buf_format(&b, "%s%s", i ? " " : "", square_format(stones[i], text));
    }
    assert_string_equal(buf_str(&b), expected);
    free(stones);
    buf_free(&b);
}

static inline void assert_reads_as(const char *text, const char *main_line)
{
    struct record *r = read_record(text);
    assert_main_line(r, main_line);
    record_free(r);
}

/* The position at the end of the main line. */
static inline struct position *end_position(const struct record *r)
{
    struct position *p = NULL;
    struct err e;
    if (!record_position(r, node_line_end(r->root), &p, &e))
        fail_msg("%s", e.text);
    return p;
}

static inline void assert_rules(const struct record *r, const char *game)
{
    char text[RULES_TEXT];
    assert_string_equal(rules_format(record_rules(r), text), game);
}

#endif
