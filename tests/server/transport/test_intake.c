/* Bytes that are requests, and bytes that are not: whole, byte by byte, and several in a row. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/transport/intake.h"
#include "support/boards.h"

static const struct transport_limits limits = {.header_count = 20, .header_bytes = 1000, .body_bytes = 100};

/* Feeds the text in pieces of `step` bytes; what came of it, and how many bytes of it were used. */
static enum intake_event feed(struct intake *in, const char *text, size_t len, size_t step, size_t *all)
{
    enum intake_event e = INTAKE_MORE;
    *all = 0;
    while (e == INTAKE_MORE && *all < len) {
        size_t n = len - *all < step ? len - *all : step, used;
        e = intake_feed(in, text + *all, n, &used);
        assert_true(used <= n);
        assert_true(e != INTAKE_MORE || used == n);
        *all += used;
        if (e == INTAKE_HEAD) { /* the rest of this piece, and again */
            e = intake_feed(in, text + *all, n - used, &used);
            *all += used;
        }
    }
    return e;
}

static void is_read(const char *text, const char *method, const char *path, const char *query,
                    const char *body)
{
    for (size_t step = 1; step < 2000; step = step < 8 ? step + 1 : 3 * step) {
        struct intake in;
        size_t used;
        intake_init(&in, &limits);
        enum intake_event e = feed(&in, text, strlen(text), step, &used);
        if (e != INTAKE_WHOLE || used != strlen(text))
            fail_msg("%s: event %d (%s), %zu bytes used, in steps of %zu", text, e, in.fault ? in.fault : "",
                     used, step);
        assert_string_equal(in.request.method, method);
        assert_string_equal(in.request.path, path);
        assert_true(query ? in.request.query && strcmp(in.request.query, query) == 0 : !in.request.query);
        assert_string_equal(in.request.body, body);
        assert_int_equal(in.request.body_len, strlen(body));
        intake_done(&in);
    }
}

static void is_refused(int status, const char *text, size_t len)
{
    for (size_t step = 1; step < 2000; step = step < 8 ? step + 1 : 3 * step) {
        struct intake in;
        size_t used;
        intake_init(&in, &limits);
        enum intake_event e = feed(&in, text, len, step, &used);
        if (e != INTAKE_BAD || in.status != status || !in.fault)
            fail_msg("%s: event %d, status %d (%s), expected %d, in steps of %zu", text, e, in.status,
                     in.fault ? in.fault : "", status, step);
        intake_done(&in);
    }
}

static void requests_are_read(void **state)
{
    (void)state;
    is_read("GET / HTTP/1.1\r\nHost: x\r\n\r\n", "GET", "/", NULL, "");
    is_read("\r\n\r\nGET / HTTP/1.1\r\n\r\n", "GET", "/", NULL, "");
    is_read("GET /a%20b/%C3%A9?q=1%20&r HTTP/1.1\r\nHost: x\r\n\r\n", "GET", "/a b/\xc3\xa9", "q=1%20&r", "");
    is_read("HEAD http://x/y?z HTTP/1.1\r\nHost: X\r\n\r\n", "HEAD", "/y", "z", "");
    is_read("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", "POST", "/", NULL, "hello");
    is_read("GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", "GET", "/", NULL, "hello");
    is_read("PUT /x HTTP/1.0\r\ncontent-length:0\r\n\r\n", "PUT", "/x", NULL, "");
    is_read("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n", "POST",
            "/", NULL, "hello");
    /* An upgrade to something that we do not speak is a request with its body. */
    is_read("POST / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\nab", "POST",
            "/", NULL, "ab");
}

static void headers_are_found(void **state)
{
    static const char text[] =
        "GET /live HTTP/1.1\r\nHost: a \r\nX-Empty:\r\nconnection: keep-alive, Upgrade\r\n"
        "Upgrade:  WebSocket\t\r\nX-Twice: 1\r\nx-twice: 2\r\n\r\nrest";
    struct intake in;
    size_t used;
    (void)state;
    intake_init(&in, &limits);
    assert_int_equal(feed(&in, text, sizeof text - 1, 2000, &used), INTAKE_WHOLE);
    assert_string_equal(text + used, "rest");
    const struct transport_request *q = &in.request;
    assert_int_equal(q->headers, 6);
    assert_string_equal(transport_header(q, "host"), "a");
    assert_string_equal(transport_header(q, "X-Empty"), "");
    assert_string_equal(transport_header(q, "X-Twice"), "1");
    assert_int_equal(transport_headers(q, "X-TWICE"), 2);
    assert_null(transport_header(q, "X"));
    assert_true(transport_header_lists(q, "Connection", "upgrade"));
    assert_false(transport_header_lists(q, "Connection", "keep"));
    assert_true(q->upgrade);
    assert_true(in.keep);
    intake_done(&in);
}

static void one_request_ends_where_the_next_begins(void **state)
{
    static const char text[] = "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nabGET /next HTTP/1.1\r\n\r\n";
    static const char chunks[] =
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\nGET /next HTTP/1.1\r\n\r\n";
    static const char *const texts[] = {text, chunks};
    (void)state;
    for (int i = 0; i < 2; i++)
        for (size_t step = 1; step < 200; step++) {
            struct intake in;
            size_t used;
            intake_init(&in, &limits);
            assert_int_equal(feed(&in, texts[i], strlen(texts[i]), step, &used), INTAKE_WHOLE);
            assert_string_equal(texts[i] + used, "GET /next HTTP/1.1\r\n\r\n");
            intake_done(&in);
        }
}

static void whether_the_connection_stays_is_known(void **state)
{
    static const struct {
        const char *text;
        bool keep, expects;
    } cases[] = {
        {"GET / HTTP/1.1\r\n\r\n", true, false},
        {"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", false, false},
        {"GET / HTTP/1.0\r\n\r\n", false, false},
        {"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", true, false},
        {"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx", true, true},
        {"POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx", false, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct intake in;
        size_t used;
        intake_init(&in, &limits);
        assert_int_equal(feed(&in, cases[i].text, strlen(cases[i].text), 7, &used), INTAKE_WHOLE);
        assert_int_equal(in.keep, cases[i].keep);
        assert_int_equal(in.expects, cases[i].expects);
        intake_done(&in);
    }
}

static void what_servers_read_differently_is_refused(void **state)
{
    static const struct {
        int status;
        const char *text;
    } cases[] = {
        {400, "nonsense\r\n\r\n"},
        {400, "GET\r\n\r\n"},
        {505, "GET /\r\n\r\n"},
        {505, "GET / HTTP/9.9\r\n\r\n"},
        {505, "GET / HTTP/2.0\r\n\r\n"},
        {400, "\r\n\r\n\r\n\r\n\r\n\r\n"},
        {400, "GET /\x01 HTTP/1.1\r\n\r\n"},
        {400, " GET / HTTP/1.1\r\n\r\n"},
        {400, "GET /  HTTP/1.1\r\n\r\n"},
        {400, "GET x HTTP/1.1\r\n\r\n"},
        {400, "OPTIONS * HTTP/1.1\r\n\r\n"},
        {400, "CONNECT x:1 HTTP/1.1\r\n\r\n"},
        {400, "GET http://x/ HTTP/1.1\r\nHost: y\r\n\r\n"},
        {400, "GET http://x/ HTTP/1.1\r\n\r\n"},
        {400, "GET /a#b HTTP/1.1\r\n\r\n"},
        {400, "GET /% HTTP/1.1\r\n\r\n"},
        {400, "GET /%4 HTTP/1.1\r\n\r\n"},
        {400, "GET /%00 HTTP/1.1\r\n\r\n"},
        /* Line ends, folded lines, spaces. */
        {400, "GET / HTTP/1.1\n\n"},
        {400, "GET / HTTP/1.1\nHost: x\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: x\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: x\rY: z\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: x\r\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: x\r\n y\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: x\r\n\ty: z\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n Host: x\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost : x\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHo st: x\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\n: x\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nX: a\x01\r\n\r\n"},
        /* Lengths. */
        {400, "POST / HTTP/1.1\r\nContent-Length: +5\r\n\r\nhello"},
        {400, "POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\nhello"},
        {400, "POST / HTTP/1.1\r\nContent-Length: 5 5\r\n\r\nhello"},
        {400, "POST / HTTP/1.1\r\nContent-Length: 5,5\r\n\r\nhello"},
        {400, "POST / HTTP/1.1\r\nContent-Length: 0x5\r\n\r\nhello"},
        {400, "POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nContent-Length:\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello"},
        {400, "POST / HTTP/1.1\r\nContent-Length: 5\r\ncontent-length: 6\r\n\r\nhello"},
        {400, "POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
        {501, "POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"},
        {501, "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
        {413, "POST / HTTP/1.1\r\nContent-Length: 101\r\n\r\n"},
        {413, "POST / HTTP/1.1\r\nContent-Length: 999999999999999999\r\n\r\n"},
        /* Chunks. */
        {400, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello0\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\n0\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n+5\r\nhello\r\n0\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5 \r\nhello\r\n0\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n0\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\n\r\n"},
        {400, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n"},
        {413, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n8000000000000000\r\n"},
        {413, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n64\r\n"},
        {413, "POST / HTTP/1.1\r\nTransfer-Encoding: "
              "chunked\r\n\r\nffffffff\r\n0123456789012345678901234567890123456789"
              "01234567890123456789012345678901234567890123456789012345678901234567890123456789"},
        /* Twice. */
        {400, "GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nOrigin: x\r\nOrigin: y\r\n\r\n"},
        {417, "POST / HTTP/1.1\r\nExpect: tea\r\nContent-Length: 1\r\n\r\n"},
        {400, "GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 1\r\n\r\nx"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        is_refused(cases[i].status, cases[i].text, strlen(cases[i].text));
    static const char zero[] = "GET / HTTP/1.1\r\nX: a\0b\r\n\r\n";
    is_refused(400, zero, sizeof zero - 1);
}

/* At each limit, and one past it. */
static void limits_are_kept(void **state)
{
    (void)state;
    for (int past = 0; past <= 1; past++) {
        struct buf lines = BUF_EMPTY, size = BUF_EMPTY, body = BUF_EMPTY, chunks = BUF_EMPTY;
        buf_text(&lines, "GET / HTTP/1.1\r\n");
        for (int i = 0; i < limits.header_count + past; i++)
            buf_format(&lines, "X%d: y\r\n", i);
        buf_text(&lines, "\r\n");
        buf_text(&size, "GET / HTTP/1.1\r\nX: ");
        while (size.len < (size_t)(limits.header_bytes + past - 4))
            buf_char(&size, 'x');
        buf_text(&size, "\r\n\r\n");
        buf_format(&body, "POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n", (int)limits.body_bytes + past);
        buf_text(&chunks, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int i = 0; i < limits.body_bytes + past; i++) {
            buf_char(&body, 'x');
            buf_text(&chunks, "1\r\nx\r\n");
        }
        buf_text(&chunks, "0\r\n\r\n");
        const struct {
            const struct buf *text;
            int status;
        } cases[] = {{&lines, 431}, {&size, 431}, {&body, 413}, {&chunks, 413}};
        for (size_t i = 0; i < 4; i++) {
            struct intake in;
            size_t used;
            if (past) {
                is_refused(cases[i].status, cases[i].text->text, cases[i].text->len);
                continue;
            }
            intake_init(&in, &limits);
            assert_int_equal(feed(&in, cases[i].text->text, cases[i].text->len, 50, &used), INTAKE_WHOLE);
            intake_done(&in);
        }
        buf_free(&lines);
        buf_free(&size);
        buf_free(&body);
        buf_free(&chunks);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_are_read),
        cmocka_unit_test(headers_are_found),
        cmocka_unit_test(one_request_ends_where_the_next_begins),
        cmocka_unit_test(whether_the_connection_stays_is_known),
        cmocka_unit_test(what_servers_read_differently_is_refused),
        cmocka_unit_test(limits_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
