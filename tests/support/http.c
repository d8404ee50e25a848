/* A small HTTP and WebSocket client; see http.h. */
#include "support/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/mem.h"
#include "support/boards.h"
#include "support/described.h"

void reply_send_free(struct reply_send *a)
{
    free(a->head);
    free(a->body);
}

/* The connections that were made, and which sockets they are: a number may since be that of another file. */
enum { OWN_MOST = 8192 };
static struct made {
    int fd;
    ino_t socket;
} made[OWN_MOST];
static int owned;

static bool is_own(const struct made *o)
{
    struct stat s;
    return fstat(o->fd, &s) == 0 && S_ISSOCK(s.st_mode) && s.st_ino == o->socket;
}

int http_own(int fd)
{
    struct stat s;
    if (owned == OWN_MOST) { /* forgets those that are closed */
        int kept = 0;
        for (int i = 0; i < owned; i++)
            if (is_own(&made[i]))
                made[kept++] = made[i];
        owned = kept;
    }
    if (owned < OWN_MOST && fstat(fd, &s) == 0)
        made[owned++] = (struct made){fd, s.st_ino};
    return fd;
}

int http_close_left(void)
{
    int n = 0;
    for (int i = 0; i < owned; i++)
        if (is_own(&made[i])) {
            close(made[i].fd);
            n++;
        }
    owned = 0;
    return n;
}

int http_connect_from(const char *from, int port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    assert_true(fd >= 0);
    http_own(fd);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (from) {
        struct sockaddr_in own = {.sin_family = AF_INET};
        assert_int_equal(inet_pton(AF_INET, from, &own.sin_addr), 1);
        assert_int_equal(bind(fd, (struct sockaddr *)&own, sizeof own), 0);
    }
    if (connect(fd, (struct sockaddr *)&to, sizeof to) != 0)
        fail_msg("connect to port %d: %s", port, strerror(errno));
    return fd;
}

int http_connect(int port)
{
    return http_connect_from(NULL, port);
}

bool http_write(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = send(fd, bytes, len, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        bytes += n;
        len -= (size_t)n;
    }
    return true;
}

/* Reads up to `most` bytes into `b`; 0: the server closed, -1: nothing came in time. */
static int take(int fd, struct buf *b, size_t most, double seconds)
{
    char bytes[65536];
    struct pollfd p = {fd, POLLIN, 0};
    int ready;
    do
        ready = seconds < 0 ? 0 : poll(&p, 1, (int)(1000 * seconds));
    while (ready < 0 && errno == EINTR); /* a fuzzer's clock ticks */
    if (ready <= 0)
        return -1;
    ssize_t n = recv(fd, bytes, most < sizeof bytes ? most : sizeof bytes, 0);
    if (n <= 0)
        return 0;
    buf_bytes(b, bytes, (size_t)n);
    return (int)n;
}

/* The first place of `part` in `text`, whatever the case of its letters. */
static const char *find_nocase(const char *text, const char *part)
{
    for (; *text; text++)
        if (strncasecmp(text, part, strlen(part)) == 0)
            return text;
    return NULL;
}

static size_t content_length(const char *head)
{
    const char *at = find_nocase(head, "\r\ncontent-length:");
    return at ? strtoul(at + strlen("\r\ncontent-length:"), NULL, 10) : 0;
}

struct reply_send http_read(int fd, bool head)
{
    struct reply_send a = {0, NULL, NULL, 0};
    struct buf in = BUF_EMPTY, body = BUF_EMPTY;
    int got = 1;
    /* Byte by byte up to the empty line, so that nothing of a next answer is taken. */
    while (got > 0 && !(in.len >= 4 && memcmp(in.text + in.len - 4, "\r\n\r\n", 4) == 0))
        got = take(fd, &in, 1, PATIENCE);
    if (got < 0)
        fail_msg("no answer within %g s; so far: %s", PATIENCE, buf_str(&in));
    if (got > 0 && strncmp(buf_str(&in), "HTTP/1.1 ", 9) == 0) {
        a.status = atoi(buf_str(&in) + 9);
        size_t len = head || a.status == 204 || a.status == 304 ? 0 : content_length(buf_str(&in));
        while (got > 0 && body.len < len)
            got = take(fd, &body, len - body.len, PATIENCE);
        if (body.len < len)
            fail_msg("%zu of %zu bytes of the body came", body.len, len);
    }
    a.len = body.len;
    buf_text(&in, "");
    buf_text(&body, "");
    a.head = buf_take(&in);
    a.body = buf_take(&body);
    return a;
}

struct reply_send http_ask_on(int fd, const char *method, const char *path, const char *headers,
                              const char *body)
{
    struct buf b = BUF_EMPTY;
    bool host = headers && find_nocase(headers, "Host:");
    buf_format(&b, "%s %s HTTP/1.1\r\n%s%s", method, path, host ? "" : "Host: localhost\r\n",
               headers ? headers : "");
    if (body)
        buf_format(&b, "Content-Length: %zu\r\n", strlen(body));
    buf_text(&b, "\r\n");
    buf_text(&b, body ? body : "");
    http_write(fd, buf_str(&b), b.len);
    buf_free(&b);
    return http_read(fd, strcmp(method, "HEAD") == 0);
}

struct reply_send http_ask(int port, const char *method, const char *path, const char *headers,
                           const char *body)
{
    int fd = http_connect(port);
    struct reply_send a = http_ask_on(fd, method, path, headers, body);
    close(fd);
    return a;
}

bool http_has(const struct reply_send *a, const char *line)
{
    struct buf b = BUF_EMPTY;
    buf_format(&b, "\r\n%s\r\n", line);
    bool has = strstr(a->head, buf_str(&b)) != NULL;
    buf_free(&b);
    return has;
}

/* Answers of the interface have to be those that are described; the path may be another's, too. */
static void check_described(const char *method, const char *path, int status, const json_t *answer)
{
    size_t len = strlen(ROUTES_ROOT);
    const struct route *x = strncmp(path, ROUTES_ROOT, len) == 0 ? described_find(method, path + len) : NULL;
    struct err e;
    if (x && status < 300 && !described_answer(x, status, answer, &e))
        fail_msg("%s", e.text);
}

json_t *http_json(int port, int status, const char *method, const char *path, const char *body)
{
    struct reply_send a = http_ask(port, method, path, NULL, body);
    if (a.status != status)
        fail_msg("%s %s %.300s: status %d, expected %d: %.500s", method, path, body ? body : "", a.status,
                 status, a.body);
    json_error_t e;
    json_t *j = json_loadb(a.body, a.len, 0, &e);
    if (status != 204 && !j)
        fail_msg("%s %s: no JSON (%s): %.500s", method, path, e.text, a.body);
    check_described(method, path, status, j);
    reply_send_free(&a);
    return j;
}

/* ---- WebSockets ---- */

int ws_open(int port, const char *headers, int *status)
{
    int fd = http_connect(port);
    struct buf b = BUF_EMPTY;
    buf_text(&b, "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
    buf_text(&b, headers ? headers : "");
    struct reply_send a = http_ask_on(fd, "GET", "/api/v1/live", buf_str(&b), NULL);
    if (status)
        *status = a.status;
    bool open = a.status == 101;
    reply_send_free(&a);
    buf_free(&b);
    if (open)
        return fd;
    close(fd);
    return -1;
}

void ws_send_frame(int fd, unsigned char bits, const char *bytes, size_t len)
{
    struct buf b = BUF_EMPTY;
    buf_char(&b, (char)bits);
    if (len < 126) {
        buf_char(&b, (char)(128 | len));
    } else if (len < 65536) {
        char size[3] = {(char)(128 | 126), (char)(len >> 8), (char)len};
        buf_bytes(&b, size, sizeof size);
    } else {
        buf_char(&b, (char)(128 | 127));
        for (int shift = 56; shift >= 0; shift -= 8)
            buf_char(&b, (char)(len >> shift));
    }
    buf_bytes(&b, "\0\0\0\0", 4); /* a mask that changes nothing */
    buf_bytes(&b, bytes, len);
    http_write(fd, b.text, b.len);
    buf_free(&b);
}

void ws_send(int fd, const char *text)
{
    ws_send_frame(fd, 0x81, text, strlen(text));
}

/* Exactly n bytes; 0 or less, as `take` has it, if they do not come. */
static int take_exactly(int fd, struct buf *b, size_t n, double until)
{
    int got = 1;
    b->len = 0;
    while (b->len < n && got > 0)
        got = take(fd, b, n - b->len, until - clock_now());
    return got;
}

/* The next frame into `b`: its opcode, 0 if the server closed, -1 if none came in time. */
static int take_frame(int fd, struct buf *b, double until)
{
    int got = take_exactly(fd, b, 2, until);
    if (got <= 0)
        return got;
    int opcode = b->text[0] & 15;
    size_t len = b->text[1] & 127, more = len == 126 ? 2 : len == 127 ? 8 : 0;
    if (more && take_exactly(fd, b, more, until) <= 0)
        return 0;
    for (size_t i = 0; i < more; i++)
        len = (i ? len << 8 : 0) | (unsigned char)b->text[i];
    b->len = 0;
    return len > 0 && take_exactly(fd, b, len, clock_now() + PATIENCE) <= 0 ? 0 : opcode;
}

char *ws_read(int fd, double seconds)
{
    double until = clock_now() + seconds;
    struct buf b = BUF_EMPTY;
    char *text = NULL;
    for (int opcode = 9; !text && (opcode == 9 || opcode == 10);) {
        opcode = take_frame(fd, &b, until);
        if (opcode == 9)
            ws_send_frame(fd, 0x8a, "", 0);
        if (opcode == 1)
            text = mem_strndup(buf_str(&b), b.len);
    }
    buf_free(&b);
    return text;
}

int ws_close_code(int fd, double seconds)
{
    double until = clock_now() + seconds;
    struct buf b = BUF_EMPTY;
    int opcode;
    do
        opcode = take_frame(fd, &b, until);
    while (opcode > 0 && opcode != 8);
    int code = opcode != 8  ? opcode
               : b.len >= 2 ? (unsigned char)b.text[0] << 8 | (unsigned char)b.text[1]
                            : 1005;
    buf_free(&b);
    return code;
}

json_t *ws_json(int fd, double seconds)
{
    char *text = ws_read(fd, seconds);
    if (!text)
        fail_msg("no message within %g s", seconds);
    json_error_t e;
    json_t *j = json_loads(text, 0, &e);
    if (!j)
        fail_msg("no JSON: %s", text);
    struct err wrong;
    if (!described_message(j, &wrong))
        fail_msg("%s: %s", wrong.text, text);
    free(text);
    return j;
}
