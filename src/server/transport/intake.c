/* Bytes become requests; see intake.h. */
#include "server/transport/intake.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"

enum { EMPTY_LINES_MOST = 4 }; /* in front of a request: a habit of old clients, which RFC 9112 lets pass */

static bool refuse(struct intake *in, int status, const char *fault)
{
    if (!in->status) {
        in->status = status;
        in->fault = fault;
    }
    return false;
}

/* ---- What llhttp finds ---- */

static int on_url(llhttp_t *p, const char *at, size_t len)
{
    struct intake *in = p->data;
    (void)len;
    in->request.target = at;
    return 0;
}

static int on_header_field(llhttp_t *p, const char *at, size_t len)
{
    struct intake *in = p->data;
    struct transport_request *q = &in->request;
    (void)len;
    if (in->stage != INTAKE_IN_HEAD)
        return refuse(in, 400, "headers behind the body are not taken") - 1;
    if (q->headers >= in->limits->header_count)
        return refuse(in, 431, "the request has too many header lines") - 1;
    in->header = mem_grow(in->header, &in->header_room, (size_t)q->headers + 1, sizeof *in->header);
    in->header[q->headers++] = (struct transport_header){at, ""};
    return 0;
}

static int on_header_value(llhttp_t *p, const char *at, size_t len)
{
    struct intake *in = p->data;
    if (in->request.headers == 0)
        return -1;
    struct transport_header *h = &in->header[in->request.headers - 1];
    if (!*h->value && len > 0)
        h->value = at;
    return 0;
}

static int on_headers_complete(llhttp_t *p)
{
    struct intake *in = p->data;
    in->keep = llhttp_should_keep_alive(p);
    in->chunked = (p->flags & F_CHUNKED) != 0;
    p->upgrade = 0; /* whether it is one is for us to say; llhttp would take the body for something else */
    return 0;
}

static int on_extension(llhttp_t *p, const char *at, size_t len)
{
    (void)at;
    (void)len;
    return refuse(p->data, 400, "extensions of chunks are not taken") - 1;
}

/* The length of a chunk: what does not fit is refused before it comes. */
static int on_chunk_header(llhttp_t *p)
{
    struct intake *in = p->data;
    if (p->content_length > (uint64_t)in->limits->body_bytes - in->body.len)
        return refuse(in, 413, "the body is too large") - 1;
    return 0;
}

static int on_body(llhttp_t *p, const char *at, size_t len)
{
    struct intake *in = p->data;
    buf_bytes(&in->body, at, len);
    return 0;
}

static int on_message_complete(llhttp_t *p)
{
    struct intake *in = p->data;
    in->whole = true;
    return HPE_PAUSED;
}

static const llhttp_settings_t settings = {
    .on_url = on_url,
    .on_header_field = on_header_field,
    .on_header_value = on_header_value,
    .on_headers_complete = on_headers_complete,
    .on_chunk_extension_name = on_extension,
    .on_chunk_header = on_chunk_header,
    .on_body = on_body,
    .on_message_complete = on_message_complete,
};

/* ---- The header ---- */

void intake_init(struct intake *in, const struct transport_limits *limits)
{
    *in = (struct intake){.limits = limits, .stage = INTAKE_IN_HEAD};
    llhttp_init(&in->parser, HTTP_REQUEST, &settings);
    in->parser.data = in;
}

void intake_done(struct intake *in)
{
    buf_free(&in->head);
    buf_free(&in->body);
    free(in->header);
    free(in->path);
    in->header = NULL;
    in->path = NULL;
}

bool intake_begun(const struct intake *in)
{
    return in->head.len > 0;
}

size_t intake_held(const struct intake *in)
{
    return in->head.room + in->body.room;
}

/* Goes through bytes of the header up to its empty line: how many there are, 0 with a fault if they cannot be
 * one. */
static size_t scan(struct intake *in, const char *bytes, size_t len, bool *end)
{
    char before = in->head.len ? in->head.text[in->head.len - 1] : '\n';
    for (size_t i = 0; i < len; i++) {
        char c = bytes[i];
        if ((c == '\n') != (before == '\r'))
            return refuse(in, 400, "a line of the header does not end with CR and LF");
        if (c == '\0')
            return refuse(in, 400, "a zero byte in the header");
        if (in->line == 0 && (c == ' ' || c == '\t' || c == ':'))
            return refuse(in, 400, "a line of the header is folded, or has no name");
        if (in->head.len + i >= (size_t)in->limits->header_bytes)
            return refuse(in, 431, "the header is too large");
        before = c;
        if (c == '\n') {
            *end = in->line == 0;
            if (*end)
                return i + 1;
            in->line = 0;
        } else if (c != '\r') {
            in->line++;
        }
    }
    return len;
}

/* Ends names and values with a zero where they lie, and takes the spaces behind values away. */
static void cut_headers(struct intake *in)
{
    for (int i = 0; i < in->request.headers; i++) {
        char *name = (char *)in->header[i].name, *value = (char *)in->header[i].value;
        if (*value) {
            size_t n = strcspn(value, "\r");
            while (n > 0 && (value[n - 1] == ' ' || value[n - 1] == '\t'))
                n--;
            value[n] = '\0';
        }
        name[strcspn(name, ":")] = '\0';
    }
    in->request.header = in->header;
}

/* Two of these would be read by one server as the first, by another as the last. */
static bool check_single(struct intake *in)
{
    static const char *const names[] = {"Host",
                                        "Origin",
                                        "Authorization",
                                        "Content-Length",
                                        "Upgrade",
                                        "Expect",
                                        "Transfer-Encoding",
                                        "Sec-WebSocket-Key",
                                        "Sec-WebSocket-Version"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (transport_headers(&in->request, names[i]) > 1)
            return refuse(in, 400, "a header that may be there once is there twice");
    return true;
}

/* "/path?query", or "http://HOST/path?query" where HOST is that of the header. */
static bool read_target(struct intake *in)
{
    struct transport_request *q = &in->request;
    char *target = (char *)q->target, *host_end;
    static const char scheme[] = "http://";
    target[strcspn(target, " \r")] = '\0';
    if (strncasecmp(target, scheme, sizeof scheme - 1) == 0) {
        const char *host = transport_header(q, "Host");
        target += sizeof scheme - 1;
        host_end = target + strcspn(target, "/?");
        size_t n = (size_t)(host_end - target);
        if (!host || strlen(host) != n || strncasecmp(host, target, n) != 0)
            return refuse(in, 400, "the address in the request line is not that of the Host header");
        target = host_end;
    }
    if (*target != '/')
        return refuse(in, 400, "the address in the request line must begin with a slash");
    if (strchr(target, '#'))
        return refuse(in, 400, "the address in the request line has a #");
    char *query = strchr(target, '?');
    if (query) {
        *query = '\0';
        q->query = query + 1;
    }
    q->target = target;
    q->path = in->path = mem_strdup(target);
    return transport_decode(in->path, false) ||
           refuse(in, 400, "the path has a % without two digits, or a zero byte");
}

static bool check_length(struct intake *in)
{
    const struct transport_request *q = &in->request;
    const char *length = transport_header(q, "Content-Length"),
               *coding = transport_header(q, "Transfer-Encoding");
    if (coding && (strcasecmp(coding, "chunked") != 0 || in->parser.http_minor == 0))
        return refuse(in, 501, "the only Transfer-Encoding that is taken is chunked");
    if (coding && length)
        return refuse(in, 400, "Content-Length and Transfer-Encoding exclude each other");
    if (!length)
        return true;
    size_t n = strlen(length);
    if (n == 0 || strspn(length, "0123456789") != n)
        return refuse(in, 400, "Content-Length is not a number");
    if (n > 18 || strtoull(length, NULL, 10) > (unsigned long long)in->limits->body_bytes)
        return refuse(in, 413, "the body is too large");
    return true;
}

static bool check_expect(struct intake *in)
{
    const char *expect = transport_header(&in->request, "Expect");
    if (expect && strcasecmp(expect, "100-continue") != 0)
        return refuse(in, 417, "the only Expect that is met is 100-continue");
    in->expects = expect && in->parser.http_minor > 0;
    return true;
}

/* Three words with a space between them; llhttp lets more pass. */
static bool line_is_fine(const struct intake *in)
{
    int spaces = 0;
    for (const char *at = in->head.text; *at != '\r'; at++)
        spaces += *at == ' ' || *at == '\t';
    return spaces == 2;
}

/* The header is whole: reads it. */
static bool read_head(struct intake *in)
{
    struct transport_request *q = &in->request;
    enum llhttp_errno e = llhttp_execute(&in->parser, in->head.text, in->head.len);
    if (e != HPE_OK && !(e == HPE_PAUSED && in->whole))
        return refuse(in, e == HPE_INVALID_VERSION ? 505 : 400, "this is no request of HTTP/1.1");
    if (in->parser.http_major != 1 || in->parser.http_minor > 1)
        return refuse(in, 505, "only HTTP/1.1 is spoken here");
    if (!q->target || !line_is_fine(in))
        return refuse(in, 400, "this is no request of HTTP/1.1");
    q->method = llhttp_method_name(in->parser.method);
    q->body = "";
    cut_headers(in);
    if (!check_single(in) || !read_target(in) || !check_length(in) || !check_expect(in))
        return false;
    q->upgrade = strcmp(q->method, "GET") == 0 && transport_header_lists(q, "Upgrade", "websocket") &&
                 transport_header_lists(q, "Connection", "upgrade");
    if (q->upgrade && !in->whole)
        return refuse(in, 400, "a request for a WebSocket has no body");
    return true;
}

static enum intake_event feed_head(struct intake *in, const char *bytes, size_t len, size_t *used)
{
    bool end = false;
    size_t n = scan(in, bytes, len, &end);
    if (in->status)
        return INTAKE_BAD;
    buf_bytes(&in->head, bytes, n);
    *used = n;
    if (!end)
        return INTAKE_MORE;
    if (in->head.len <= 2) { /* an empty line in front */
        in->head.len = 0;
        if (++in->empty_lines > EMPTY_LINES_MOST) {
            refuse(in, 400, "this is no request of HTTP/1.1");
            return INTAKE_BAD;
        }
        return INTAKE_MORE;
    }
    if (!read_head(in))
        return INTAKE_BAD;
    in->stage = INTAKE_AT_BODY;
    return INTAKE_HEAD;
}

/* ---- The body ---- */

static enum intake_event end_body(struct intake *in)
{
    in->stage = INTAKE_DONE;
    in->request.body = buf_str(&in->body);
    in->request.body_len = in->body.len;
    return INTAKE_WHOLE;
}

static enum intake_event feed_body(struct intake *in, const char *bytes, size_t len, size_t *used)
{
    in->stage = INTAKE_IN_BODY;
    if (in->whole)
        return end_body(in);
    if (len == 0)
        return INTAKE_MORE;
    enum llhttp_errno e = llhttp_execute(&in->parser, bytes, len);
    if (e == HPE_OK) {
        *used = len;
        return INTAKE_MORE;
    }
    if (e == HPE_PAUSED && in->whole) {
        *used = (size_t)(llhttp_get_error_pos(&in->parser) - bytes);
        return end_body(in);
    }
    refuse(in, 400, "the body is not divided into chunks as it should be");
    return INTAKE_BAD;
}

enum intake_event intake_feed(struct intake *in, const char *bytes, size_t len, size_t *used)
{
    *used = 0;
    if (in->stage != INTAKE_IN_HEAD)
        return feed_body(in, bytes, len, used);
    enum intake_event e = INTAKE_MORE;
    size_t all = 0;
    while (e == INTAKE_MORE && all < len) { /* again after an empty line */
        size_t n = 0;
        e = feed_head(in, bytes + all, len - all, &n);
        all += n;
    }
    *used = all;
    return e;
}
