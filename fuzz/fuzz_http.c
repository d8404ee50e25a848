/* Bytes of a connection: the first chooses between requests and frames, the second how they are cut into
 * pieces. However they are cut, the same must come of them. */
#include <stdlib.h>
#include <string.h>

#include "server/transport/frames.h"
#include "server/transport/intake.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Small, so that the fuzzer comes past them. */
static const struct transport_limits limits = {.header_count = 8, .header_bytes = 300, .body_bytes = 64};
enum { MESSAGE_MOST = 64 };

static void must(bool ok)
{
    if (!ok)
        abort();
}

/* What is handed on must be whole and of a size that was allowed. */
static void check_request(const struct intake *in, struct buf *out)
{
    const struct transport_request *q = &in->request;
    must(q->path[0] == '/' && strlen(q->method) > 0 && q->headers <= limits.header_count);
    must(q->body_len <= (size_t)limits.body_bytes && in->head.len <= (size_t)limits.header_bytes);
    must(transport_headers(q, "Host") <= 1 && transport_headers(q, "Content-Length") <= 1);
    buf_format(out, "%s %s %s %d %d ", q->method, q->path, q->query ? q->query : "", in->keep, q->upgrade);
    for (int i = 0; i < q->headers; i++) {
        must(!strpbrk(q->header[i].name, "\r\n: ") && !strpbrk(q->header[i].value, "\r\n"));
        buf_format(out, "%s=%s ", q->header[i].name, q->header[i].value);
    }
    buf_bytes(out, q->body, q->body_len);
}

/* One request after the other, until one is refused; what they were is appended. */
static void read_requests(const char *bytes, size_t len, size_t step, struct buf *out)
{
    struct intake in;
    enum intake_event e = INTAKE_MORE;
    intake_init(&in, &limits);
    for (size_t at = 0; at < len && e != INTAKE_BAD;) {
        size_t n = len - at < step ? len - at : step, used;
        e = intake_feed(&in, bytes + at, n, &used);
        must(used <= n && (e != INTAKE_MORE || used == n));
        at += used;
        if (e == INTAKE_HEAD) {
            e = intake_feed(&in, bytes + at, n - used, &used);
            at += used;
        }
        if (e == INTAKE_WHOLE) {
            check_request(&in, out);
            intake_done(&in);
            intake_init(&in, &limits);
        }
    }
    buf_format(out, "status %d", in.status);
    must(e != INTAKE_BAD || (in.status >= 400 && in.fault));
    intake_done(&in);
}

static void read_frames(const char *bytes, size_t len, size_t step, struct buf *out)
{
    struct frames f;
    struct buf answers = BUF_EMPTY;
    enum frames_event e = FRAMES_MORE;
    must(frames_init(&f, MESSAGE_MOST));
    for (size_t at = 0; (at < len || e == FRAMES_MESSAGE) && (e == FRAMES_MORE || e == FRAMES_MESSAGE);) {
        size_t n = len - at < step ? len - at : step, used;
        e = frames_feed(&f, bytes + at, n, &used, &answers);
        must(used <= n && f.message.len <= MESSAGE_MOST && f.control.len <= 125);
        at += used;
        if (e == FRAMES_MESSAGE)
            buf_format(out, "%s|", buf_str(&f.message));
    }
    buf_format(out, "event %d code %d", e, e == FRAMES_MORE ? 0 : f.code);
    buf_bytes(out, buf_str(&answers), answers.len);
    buf_free(&answers);
    frames_done(&f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    void (*read)(const char *, size_t, size_t, struct buf *) = data[0] % 2 ? read_frames : read_requests;
    struct buf whole = BUF_EMPTY, pieces = BUF_EMPTY;
    read((const char *)data + 2, size - 2, size, &whole);
    read((const char *)data + 2, size - 2, 1 + (size_t)data[1] % 32, &pieces);
    must(whole.len == pieces.len && memcmp(buf_str(&whole), buf_str(&pieces), whole.len) == 0);
    buf_free(&whole);
    buf_free(&pieces);
    return 0;
}
