/* Frames of WebSockets: messages whole and in pieces, pings, closes, and what ends the connection. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/transport/frames.h"
#include "support/boards.h"

enum { MOST = 300 };

/* A frame as a client sends it. */
static void put(struct buf *b, int bits, const char *text, size_t len)
{
    static const char mask[4] = {0x12, 0x34, 0x56, 0x78};
    buf_char(b, (char)bits);
    if (len < 126) {
        buf_char(b, (char)(0x80 | len));
    } else {
        char size[3] = {(char)(0x80 | 126), (char)(len >> 8), (char)len};
        buf_bytes(b, size, 3);
    }
    buf_bytes(b, mask, 4);
    for (size_t i = 0; i < len; i++)
        buf_char(b, (char)(text[i] ^ mask[i % 4]));
}

/* Feeds it in steps; messages are joined into `said`, answers go to `out`. */
static enum frames_event feed(struct frames *f, const struct buf *in, size_t step, struct buf *said,
                              struct buf *out)
{
    enum frames_event e = FRAMES_MORE;
    size_t at = 0;
    while (e == FRAMES_MORE || e == FRAMES_MESSAGE) {
        size_t n = in->len - at < step ? in->len - at : step, used;
        if (e == FRAMES_MORE && n == 0)
            break;
        e = frames_feed(f, in->text + at, n, &used, out);
        at += used;
        if (e == FRAMES_MESSAGE) {
            buf_bytes(said, buf_str(&f->message), f->message.len);
            buf_char(said, '|');
        }
    }
    return e;
}

static void becomes(const struct buf *in, enum frames_event event, int code, const char *said,
                    const char *answer, size_t answer_len)
{
    for (size_t step = 1; step < 5000; step = step < 9 ? step + 1 : 7 * step) {
        struct frames f;
        struct buf messages = BUF_EMPTY, out = BUF_EMPTY;
        assert_true(frames_init(&f, MOST));
        enum frames_event e = feed(&f, in, step, &messages, &out);
        if (e != event || (code && f.code != code))
            fail_msg("event %d, expected %d; code %d, expected %d (%s)", e, event, f.code, code,
                     f.fault ? f.fault : "");
        assert_string_equal(buf_str(&messages), said);
        assert_int_equal(out.len, answer_len);
        assert_memory_equal(buf_str(&out), answer, answer_len);
        frames_done(&f);
        buf_free(&messages);
        buf_free(&out);
    }
}

static void messages_come_whole_and_in_pieces(void **state)
{
    struct buf b = BUF_EMPTY;
    (void)state;
    put(&b, 0x81, "hello", 5);
    put(&b, 0x81, "", 0);
    put(&b, 0x01, "a", 1);
    put(&b, 0x89, "ping", 4); /* between the pieces */
    put(&b, 0x00, "b", 1);
    put(&b, 0x8a, "", 0);
    put(&b, 0x80, "c", 1);
    put(&b, 0x81, "\xe5\x85\xad", 3);
    becomes(&b, FRAMES_MORE, 0, "hello||abc|\xe5\x85\xad|", "\x8a\x04ping", 6);
    buf_free(&b);
}

static void closes_are_read(void **state)
{
    struct buf b = BUF_EMPTY;
    (void)state;
    put(&b, 0x88, "", 0);
    becomes(&b, FRAMES_CLOSE, CLOSE_NO_CODE, "", "", 0);
    b.len = 0;
    put(&b, 0x88, "\x03\xe8gone", 6);
    put(&b, 0x81, "after", 5);
    becomes(&b, FRAMES_CLOSE, CLOSE_NORMAL, "", "", 0);
    b.len = 0;
    put(&b, 0x88, "\x0f\xa0", 2);
    becomes(&b, FRAMES_CLOSE, 4000, "", "", 0);
    buf_free(&b);
}

static void wrong_frames_end_it(void **state)
{
    static const struct {
        int bits;
        const char *text;
        size_t len;
        int code;
    } cases[] = {
        {0x82, "bytes", 5, CLOSE_UNSUPPORTED},
        {0x80, "no beginning", 12, CLOSE_PROTOCOL},
        {0xc1, "reserved", 8, CLOSE_PROTOCOL},
        {0x83, "unknown", 7, CLOSE_PROTOCOL},
        {0x8b, "unknown", 7, CLOSE_PROTOCOL},
        {0x09, "in pieces", 9, CLOSE_PROTOCOL},
        {0x81, "\xc3\x28", 2, CLOSE_NO_TEXT},
        {0x81, "\xed\xa0\x80", 3, CLOSE_NO_TEXT},
        {0x81, "\xf8\x88\x80\x80\x80", 5, CLOSE_NO_TEXT},
        {0x81, "\xc0\x80", 2, CLOSE_NO_TEXT},
        {0x81, "\xe5\x85", 2, CLOSE_NO_TEXT},
        {0x88, "x", 1, CLOSE_PROTOCOL},
        {0x88, "\x03\xed", 2, CLOSE_PROTOCOL},
        {0x88, "\x00\x00", 2, CLOSE_PROTOCOL},
        {0x88, "\x03\xe8\xff", 3, CLOSE_NO_TEXT},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf b = BUF_EMPTY;
        put(&b, cases[i].bits, cases[i].text, cases[i].len);
        becomes(&b, FRAMES_BAD, cases[i].code, "", "", 0);
        buf_free(&b);
    }
    struct buf b = BUF_EMPTY;
    put(&b, 0x01, "a", 1);
    put(&b, 0x81, "b", 1); /* a new one before the end of the first */
    becomes(&b, FRAMES_BAD, CLOSE_PROTOCOL, "", "", 0);
    b.len = 0;
    buf_bytes(&b, "\x81\x05hello", 7); /* not masked */
    becomes(&b, FRAMES_BAD, CLOSE_PROTOCOL, "", "", 0);
    b.len = 0;
    buf_bytes(&b, "\x81\xfe\x00\x05\x01\x02\x03\x04hello", 13); /* a length in more bytes than it needs */
    becomes(&b, FRAMES_BAD, CLOSE_PROTOCOL, "", "", 0);
    b.len = 0;
    buf_bytes(&b, "\x89\xfe\x00\x7e\x01\x02\x03\x04", 8); /* a ping of 126 bytes */
    becomes(&b, FRAMES_BAD, CLOSE_PROTOCOL, "", "", 0);
    buf_free(&b);
}

static void messages_have_a_limit(void **state)
{
    char text[MOST + 1];
    (void)state;
    memset(text, 'x', sizeof text);
    for (size_t len = MOST; len <= MOST + 1; len++) {
        struct buf whole = BUF_EMPTY, parts = BUF_EMPTY, said = BUF_EMPTY;
        put(&whole, 0x81, text, len);
        put(&parts, 0x01, text, len - 200);
        put(&parts, 0x80, text, 200);
        if (len == MOST) {
            buf_bytes(&said, text, len);
            buf_char(&said, '|');
        }
        becomes(&whole, len > MOST ? FRAMES_BAD : FRAMES_MORE, len > MOST ? CLOSE_TOO_LARGE : 0,
                buf_str(&said), "", 0);
        becomes(&parts, len > MOST ? FRAMES_BAD : FRAMES_MORE, len > MOST ? CLOSE_TOO_LARGE : 0,
                buf_str(&said), "", 0);
        buf_free(&whole);
        buf_free(&parts);
        buf_free(&said);
    }
    /* Refused by what it announces, before it comes. */
    struct buf b = BUF_EMPTY;
    buf_bytes(&b, "\x81\xff\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00x", 15);
    becomes(&b, FRAMES_BAD, CLOSE_TOO_LARGE, "", "", 0);
    buf_free(&b);
}

static void frames_are_written(void **state)
{
    static const size_t sizes[] = {0, 1, 125, 126, 65535, 65536};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t n = sizes[i], head = n < 126 ? 2 : n < 65536 ? 4 : 10;
        struct buf out = BUF_EMPTY;
        char *text = calloc(n + 1, 1);
        frames_put_text(&out, text, n);
        assert_int_equal(out.len, head + n);
        assert_int_equal((unsigned char)out.text[0], 0x81);
        assert_int_equal(out.text[1], n < 126 ? (int)n : n < 65536 ? 126 : 127);
        if (head > 2)
            assert_int_equal((unsigned char)out.text[head - 1], n & 255);
        buf_free(&out);
        free(text);
    }
    struct buf out = BUF_EMPTY;
    frames_put_close(&out, 1009, "big");
    assert_memory_equal(out.text,
                        "\x88\x05\x03\xf1"
                        "big",
                        7);
    buf_free(&out);
}

static void keys_are_answered(void **state)
{
    char out[FRAMES_ACCEPT];
    (void)state;
    assert_true(frames_accept("dGhlIHNhbXBsZSBub25jZQ==", out)); /* the example of RFC 6455 */
    assert_string_equal(out, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_true(frames_accept("AAAAAAAAAAAAAAAAAAAAAA==", out));
    assert_string_equal(out, "ICX+Yqv66kxgM0FcWaLWlFLwTAI=");
    static const char *const bad[] = {"",
                                      "dGhlIHNhbXBsZSBub25jZQ=",
                                      "dGhlIHNhbXBsZSBub25jZQ",
                                      "dGhlIHNhbXBsZSBub25jZR==",
                                      "dGhlIHNhbXBsZSBub25jZQ===",
                                      "dGhlIHNhbXBsZSBub2 jZQ==",
                                      "dGhlIHNhbXBsZSBub25j====",
                                      "dGhlIHNhbXBsZSBub25jZQdGhlIHNhbXBsZSBub25jZQdGhlIHNhbXBsZSBub25jZQ=="};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(frames_accept(bad[i], out));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_come_whole_and_in_pieces),
        cmocka_unit_test(closes_are_read),
        cmocka_unit_test(wrong_frames_end_it),
        cmocka_unit_test(messages_have_a_limit),
        cmocka_unit_test(frames_are_written),
        cmocka_unit_test(keys_are_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
