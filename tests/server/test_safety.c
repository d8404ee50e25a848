/* What should not come: wrong JSON, wrong types, huge bodies, path tricks, foreign pages, missing tokens,
 * slow clients. Each gets a clear error, and the server lives on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "server/api/routes.h"
#include "server/page.h"
#include "server/serving.h"
#include "support/folder.h"

enum { BODY_MOST = 1 << 20 };

static struct server *server;
static _Atomic double now = 1000; /* by which the transport keeps its limits */

static int port(void)
{
    return server_port(server);
}

/* The server still answers, and as it should. */
static void lives(void)
{
    json_decref(http_json(port(), 200, "POST", API "/position", "{\"game\":" START "}"));
}

/* Asks and checks status and code. */
static void refused(int status, const char *code, const char *method, const char *path, const char *headers,
                    const char *body)
{
    struct reply_send a = http_ask(port(), method, path, headers, body);
    json_t *j = json_loadb(a.body, a.len, 0, NULL);
    const char *word = NULL, *message = NULL;
    json_unpack(j, "{s:{s:s, s:s}}", "error", "code", &word, "message", &message);
    if (a.status != status || !word || strcmp(word, code) != 0 || !message || !*message)
        fail_msg("%s %s %.200s\nstatus %d, expected %d %s: %.300s", method, path, body ? body : "", a.status,
                 status, code, a.body);
    assert_true(http_has(&a, "X-Content-Type-Options: nosniff"));
    json_decref(j);
    reply_send_free(&a);
}

/* A path of a route: a number or a name where it takes one. */
static void path_of(const struct route *r, char out[100])
{
    struct buf b = BUF_EMPTY;
    for (const char *at = r->path; *at;) {
        bool id = strncmp(at, "/ID", 3) == 0, name = strncmp(at, "/NAME", 5) == 0;
        buf_format(&b, "%.*s", id || name ? 2 : 1, id || name ? "/1" : at);
        at += id ? 3 : name ? 5 : 1;
    }
    snprintf(out, 100, API "%s", buf_str(&b));
    buf_free(&b);
}

/* ---- Files ---- */

static void make_file(const char *folder, const char *name)
{
    struct err e;
    char path[120];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_true(file_write(path, "this is nothing of ours", 23, &e));
}

/* Where files are is told to nobody, whatever is wrong with them: every route is asked, by a server whose files are all nonsense or
 * become it. */
static void where_files_are_is_told_to_nobody(void **state)
{
    (void)state;
    static const char *const bodies[] = {"{}",
                                         "{\"name\":\"x\"}",
                                         "{\"name\":\"y\",\"rules\":\"connect6\"}",
                                         "{\"name\":\"x\",\"game\":" START "}",
                                         "{\"game\":" START ",\"collection\":1}",
                                         "{\"game\":" START "}",
                                         "{\"what\":\"pause\"}",
                                         "{\"run\":true}",
                                         "{\"text\":\"(;)\"}",
                                         "{\"title\":\"x\",\"tree\":{\"rules\":\"connect6\",\"root\":{}}}",
                                         "{\"player\":\"x\",\"revision\":0,\"document\":{}}"};
    for (int later = 0; later < 2; later++) {
        struct folder f = folder_new();
        struct server *old = server;
        if (!later)
            make_file(f.path, "hexad.db.games");
        server = serving_start(&(struct server_options){
            .data = f.file, .own_proofs = f.path, .labs = f.path, .log = "/dev/null"});
        make_file(f.path, "1.lab");
        make_file(f.path, "1.cert");
        if (later) {
            json_decref(http_json(port(), 201, "POST", API "/collections", "{\"name\":\"x\"}"));
            make_file(f.path, "hexad.db.games-wal");
            make_file(f.path, "hexad.db.games");
        }
        for (const struct route *r = routes; r->method; r++)
            for (size_t i = 0; i < (r->fields ? sizeof bodies / sizeof *bodies : 1); i++) {
                char path[100];
                path_of(r, path);
                struct reply_send a = http_ask(port(), r->method, path, NULL, r->fields ? bodies[i] : NULL);
                if (strstr(a.body, f.path))
                    fail_msg("%s %s %s: %.300s", r->method, path, bodies[i], a.body);
                reply_send_free(&a);
            }
        server_stop(server);
        server = old;
        folder_remove(&f);
    }
}

/* ---- Bodies ---- */

static void wrong_json_is_refused(void **state)
{
    (void)state;
    static const char *const bodies[] = {"",
                                         "{",
                                         "nonsense",
                                         "[]",
                                         "\"text\"",
                                         "{\"game\":}",
                                         "{\"game\":1,\"game\":2}",
                                         "\xff\xfe",
                                         "{\"a\":\"\xc3\x28\"}",
                                         "{\"a\":1e999}",
                                         "{\"a\":\"\\u0000\"}",
                                         "{\"game\":" START "} trailing",
                                         "null",
                                         "12345678901234567890"};
    for (const struct route *r = routes; r->method; r++)
        for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
            char path[100];
            if (strcmp(r->method, "POST") != 0)
                continue;
            path_of(r, path);
            refused(400, "bad_json", "POST", path, NULL, bodies[i]);
        }
    refused(400, "bad_json", "PUT", API "/trees/1", NULL, "{");
    lives();
}

/* Every field of every request in every wrong type. */
static void wrong_types_are_refused(void **state)
{
    (void)state;
    static const char *const values[] = {"null",
                                         "true",
                                         "-1",
                                         "1.5",
                                         "\"x\"",
                                         "[]",
                                         "{}",
                                         "[[[]]]",
                                         "1e300",
                                         "9223372036854775807",
                                         "[1,2,3]",
                                         "[19,19,6,2,1.5]",
                                         "[0,0,0,0,0]",
                                         "{\"rules\":[19,19,6,2,1],\"stones\":{}}",
                                         "{\"rules\":[19,19,6,2,1],\"stones\":[1]}",
                                         "{\"rules\":[19,19,6,2,1],\"setup\":{\"black\":\"a1\"}}",
                                         "{\"rules\":[19,19,6,2,1],\"root\":{\"children\":{}}}",
                                         "{\"rules\":[19,19,6,2,1],\"root\":{\"children\":[1]}}"};
    static const char *const fields[] = {"game", "tree", "text", "title"};
    for (const struct route *r = routes; r->method; r++)
        for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
            for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
                char path[100], body[300];
                if (strcmp(r->method, "POST") != 0)
                    continue;
                path_of(r, path);
                snprintf(body, sizeof body, "{\"%s\":%s}", fields[f], values[i]);
                bool record = strcmp(r->path, "/import") == 0 && strcmp(fields[f], "text") == 0;
                bool tree = strstr(values[i], "root") != NULL;
                if ((record && values[i][0] == '"') || (tree && strcmp(fields[f], "tree") != 0))
                    continue;
                refused(400, "bad_request", "POST", path, NULL, body);
            }
    lives();
}

static void huge_bodies_are_refused(void **state)
{
    (void)state;
    /* Announced as huge: refused before it comes. */
    int fd = http_connect(port());
    static const char head[] =
        "POST " API "/trees HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n{";
    http_write(fd, head, sizeof head - 1);
    struct reply_send a = http_read(fd, false);
    assert_int_equal(a.status, 413);
    assert_non_null(strstr(a.body, "too_large"));
    reply_send_free(&a);
    close(fd);
    /* Really sent. */
    char *big = mem_alloc(2 * BODY_MOST + 1);
    memset(big, ' ', 2 * BODY_MOST);
    big[2 * BODY_MOST] = '\0';
    refused(413, "too_large", "POST", API "/import", NULL, big);
    free(big);
    /* Without saying how much, in pieces. */
    fd = http_connect(port());
    static const char chunked[] =
        "POST " API "/import HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    http_write(fd, chunked, sizeof chunked - 1);
    char piece[65536 + 16];
    int n = snprintf(piece, sizeof piece, "%x\r\n", 65536);
    memset(piece + n, ' ', 65536);
    memcpy(piece + n + 65536, "\r\n", 2);
    for (int i = 0; i < 3 * BODY_MOST / 65536; i++)
        if (!http_write(fd, piece, (size_t)n + 65538))
            break;
    a = http_read(fd, false);
    assert_true(a.status == 413 || a.status == 0);
    reply_send_free(&a);
    close(fd);
    lives();
}

static void deep_json_is_refused(void **state)
{
    (void)state;
    enum { DEEP = 100000 };
    struct buf b = BUF_EMPTY;
    buf_text(&b, "{\"title\":\"x\",\"tree\":");
    for (int i = 0; i < DEEP; i++)
        buf_char(&b, '[');
    refused(400, "bad_json", "POST", API "/trees", NULL, buf_str(&b));
    buf_free(&b);
    /* A line as long as it may be, and one node more. */
    for (int nodes = 1000; nodes <= 1001; nodes++) {
        buf_text(&b, "{\"title\":\"x\",\"tree\":{\"rules\":[127,127,6,2,1],\"root\":{\"children\":[");
        for (int i = 0; i < nodes; i++) {
            char text[SQUARE_TEXT];
            /* No six in a row: every second row, colours by twos. */
            square_format(square_at(i % 127, i / 127 * 3), text);
            buf_format(&b, "{\"stones\":[\"%s\"],\"children\":[", text);
        }
        for (int i = 0; i < nodes; i++)
            buf_text(&b, "]}");
        buf_text(&b, "]}}}");
        if (nodes == 1000)
            json_decref(http_json(port(), 201, "POST", API "/trees", buf_str(&b)));
        else
            refused(413, "too_large", "POST", API "/trees", NULL, buf_str(&b));
        buf_free(&b);
    }
    lives();
}

/* ---- Paths ---- */

static void unknown_ids_and_paths_are_refused(void **state)
{
    (void)state;
    static const char *const paths[] = {"/trees/999", "/trees/0", "/trees/-1",
                                        "/trees/1x",  "/trees/",  "/nowhere",
                                        "/trees/01",  "/info/",   "/trees/99999999999999999999",
                                        "/trees/1/2", "/INFO"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char path[80];
        snprintf(path, sizeof path, API "%s", paths[i]);
        refused(404, "not_found", "GET", path, NULL, NULL);
    }
    json_decref(http_json(port(), 200, "GET", API "/", NULL)); // as clients that are generated ask
    refused(404, "not_found", "GET", API "//", NULL, NULL);
    refused(405, "bad_method", "POST", API "/info", NULL, "{}");
    refused(405, "bad_method", "DELETE", API "/trees", NULL, NULL);
    refused(405, "bad_method", "PATCH", API "/trees/1", NULL, "{}");
    refused(405, "bad_method", "POST", "/", NULL, "{}");
    lives();
}

static void no_path_leads_outside(void **state)
{
    (void)state;
    static const char *const paths[] = {"/../../../../etc/passwd",
                                        "/%2e%2e/%2e%2e/etc/passwd",
                                        "/..%2f..%2fetc%2fpasswd",
                                        "/....//....//etc/passwd",
                                        "/%00",
                                        "/etc/passwd",
                                        "//etc/passwd",
                                        "/index.html/../../etc/passwd",
                                        "/\\..\\..\\etc\\passwd",
                                        "/.htpasswd",
                                        "/api/v1/../../../etc/passwd",
                                        "/index.html%00.png",
                                        "/proc/self/environ",
                                        "http://localhost/etc/passwd",
                                        "/?../../etc/passwd",
                                        "/%"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct reply_send a = http_ask(port(), "GET", paths[i], NULL, NULL);
        if (strstr(a.body, "root:") || strstr(a.body, "PATH="))
            fail_msg("%s: %.200s", paths[i], a.body);
        if (a.status != 200 && a.status != 404 && a.status != 400 && a.status != 0)
            fail_msg("%s: status %d", paths[i], a.status);
        if (a.status == 200) { /* a way to write the page itself */
            const struct page_file *f = page_find("/");
            assert_int_equal(a.len, f->size);
        }
        reply_send_free(&a);
    }
    lives();
}

static void the_page_is_served_with_care(void **state)
{
    (void)state;
    struct reply_send a = http_ask(port(), "GET", "/", NULL, NULL);
    assert_int_equal(a.status, 200);
    assert_true(http_has(&a, "Content-Type: text/html; charset=utf-8"));
    assert_true(http_has(&a, "X-Content-Type-Options: nosniff"));
    assert_true(http_has(&a, "Referrer-Policy: no-referrer"));
    assert_non_null(strstr(a.head, "Content-Security-Policy: default-src 'none'; script-src 'self';"));
    assert_non_null(strstr(a.head, "frame-ancestors 'none'"));
    assert_null(strstr(a.head, "Access-Control-Allow-Origin"));
    char *etag = strstr(a.head, "ETag: "), known[100];
    assert_non_null(etag);
    snprintf(known, sizeof known, "If-None-Match: %.*s\r\n", (int)strcspn(etag + 6, "\r"), etag + 6);
    reply_send_free(&a);
    a = http_ask(port(), "GET", "/?embed", NULL, NULL); /* a board for other pages, and nothing else of it */
    assert_int_equal(a.status, 200);
    assert_non_null(strstr(a.head, "frame-ancestors *"));
    assert_null(strstr(a.head, "X-Frame-Options"));
    assert_true(http_has(&a, "X-Content-Type-Options: nosniff"));
    reply_send_free(&a);
    a = http_ask(port(), "GET", "/api/v1/info?embed", NULL, NULL);
    assert_non_null(strstr(a.head, "frame-ancestors 'none'"));
    assert_true(http_has(&a, "X-Frame-Options: DENY"));
    reply_send_free(&a);
    a = http_ask(port(), "GET", "/", known, NULL);
    assert_int_equal(a.status, 304);
    reply_send_free(&a);
    a = http_ask(port(), "HEAD", "/", NULL, NULL);
    assert_int_equal(a.status, 200);
    reply_send_free(&a);
    /* Packed where there is a packed form, and the browser takes it. */
    for (const struct page_file *f = page_files; f->path; f++)
        if (f->gzip) {
            a = http_ask(port(), "GET", f->path, "Accept-Encoding: gzip, br\r\n", NULL);
            assert_true(http_has(&a, "Content-Encoding: gzip"));
            assert_int_equal(a.len, f->gzip_size);
            reply_send_free(&a);
            a = http_ask(port(), "GET", f->path, "Accept-Encoding: gzip;q=0, *\r\n", NULL);
            assert_false(http_has(&a, "Content-Encoding: gzip"));
            assert_int_equal(a.len, f->size);
            reply_send_free(&a);
        }
}

/* ---- Foreign pages ---- */

static void foreign_hosts_and_origins_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"Host: evil.example\r\n",
                                      "Host: evil.example:6006\r\n",
                                      "Host: 10.0.0.1\r\n",
                                      "Host: localhost.evil.example\r\n",
                                      "Host: \r\n",
                                      "Host: [::2]\r\n",
                                      "Host: localhost:x\r\n",
                                      "Origin: http://evil.example\r\n",
                                      "Origin: null\r\n",
                                      "Origin: http://localhost.evil\r\n",
                                      "Origin: http://localhost:1\r\n",
                                      "Origin: file://\r\n",
                                      "Origin: \r\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        refused(403, "forbidden", "GET", API "/info", bad[i], NULL);
        refused(403, "forbidden", "POST", API "/trees", bad[i], "{}");
        refused(403, "forbidden", "GET", "/", bad[i], NULL);
        int status = 0;
        assert_int_equal(ws_open(port(), bad[i], &status), -1);
        assert_int_equal(status, 403);
    }
    static const char *const good[] = {
        "Host: localhost:6006\r\n",     "Host: 127.0.0.1\r\n",
        "Host: LOCALHOST\r\n",          "Host: [::1]:80\r\n",
        "Origin: http://localhost\r\n", "Host: 127.0.0.1:7\r\nOrigin: http://127.0.0.1:7\r\n"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct reply_send a = http_ask(port(), "GET", API "/info", good[i], NULL);
        assert_int_equal(a.status, 200);
        reply_send_free(&a);
    }
    /* A page from elsewhere may not even ask whether it may ask. */
    struct reply_send a =
        http_ask(port(), "OPTIONS", API "/trees",
                 "Origin: http://evil.example\r\nAccess-Control-Request-Method: PUT\r\n", NULL);
    assert_int_equal(a.status, 403);
    assert_null(strstr(a.head, "Access-Control-Allow"));
    reply_send_free(&a);
    a = http_ask(port(), "GET", API "/info", "Host: localhost\r\nHost: evil.example\r\n", NULL);
    assert_true(a.status == 200 || a.status == 400 || a.status == 403);
    reply_send_free(&a);
    lives();
}

/* Pictures, scripts and links of pages from elsewhere have no Origin: the browser says in Sec-Fetch-Site who asks. The page may be
 * come to from anywhere, and what a person types is his own. */
static void what_pages_from_elsewhere_name_is_refused(void **state)
{
    (void)state;
    static const char *const foreign[] = {"Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n",
                                          "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n",
                                          "Sec-Fetch-Site: same-site\r\n", "Sec-Fetch-Site: \r\n",
                                          "sec-fetch-site: Cross-Site\r\n"};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        for (const struct route *r = routes; r->method; r++) {
            char path[100];
            path_of(r, path);
            refused(403, "forbidden", r->method, path, foreign[i], r->fields ? "{}" : NULL);
        }
        struct reply_send a = http_ask(port(), "GET", "/", foreign[i], NULL);
        assert_int_equal(a.status, 200);
        reply_send_free(&a);
    }
    static const char *const own[] = {"Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\n",
                                      "Sec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate\r\n"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        struct reply_send a = http_ask(port(), "GET", API "/info", own[i], NULL);
        assert_int_equal(a.status, 200);
        reply_send_free(&a);
    }
    lives();
}

static void requests_that_are_none_are_refused(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "nonsense\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        "\r\n\r\n\r\n\r\n",
        "GET /\x01 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        "POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        int fd = http_connect(port());
        http_write(fd, lines[i], strlen(lines[i]));
        shutdown(fd, SHUT_WR);
        struct reply_send a = http_read(fd, false);
        if (a.status >= 200 && a.status < 300)
            fail_msg("status %d for %s", a.status, lines[i]);
        reply_send_free(&a);
        close(fd);
    }
    struct buf b = BUF_EMPTY;
    buf_text(&b, "GET / HTTP/1.1\r\nHost: localhost\r\nX: ");
    for (int i = 0; i < 100000; i++)
        buf_char(&b, 'x');
    buf_text(&b, "\r\n\r\n");
    int fd = http_connect(port());
    http_write(fd, buf_str(&b), b.len);
    struct reply_send a = http_read(fd, false);
    assert_true(a.status == 0 || a.status >= 400);
    reply_send_free(&a);
    close(fd);
    buf_free(&b);
    lives();
}

/* ---- The token ---- */

static void a_token_is_asked_for(void **state)
{
    (void)state;
    struct server *own = server;
    server = serving_start(&(struct server_options){.token = "secret-token"});
    refused(401, "unauthorised", "GET", API "/info", NULL, NULL);
    refused(401, "unauthorised", "POST", API "/trees", "Authorization: Bearer secret-toke\r\n", "{}");
    refused(401, "unauthorised", "GET", API "/info", "Authorization: Bearer \r\n", NULL);
    refused(401, "unauthorised", "GET", API "/info", "Authorization: Basic secret-token\r\n", NULL);
    refused(401, "unauthorised", "GET", API "/info?token=secret-token", NULL, NULL);
    refused(401, "unauthorised", "GET", API "/info", "Cookie: hexad_token=\r\n", NULL);
    refused(401, "unauthorised", "GET", API "/info", "Cookie: xhexad_token=secret-token\r\n", NULL);
    int status = 0;
    assert_int_equal(ws_open(port(), NULL, &status), -1);
    assert_int_equal(status, 401);
    int fd = ws_open(port(), "Authorization: Bearer secret-token\r\n", NULL);
    assert_true(fd >= 0);
    close(fd);
    static const char *const good[] = {"Authorization: Bearer secret-token\r\n",
                                       "Cookie: hexad_token=secret-token\r\n",
                                       "Cookie: a=b; hexad_token=secret-token; c=d\r\n"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct reply_send a = http_ask(port(), "GET", API "/info", good[i], NULL);
        assert_int_equal(a.status, 200);
        reply_send_free(&a);
    }
    /* The page's first address brings the cookie and is left for the one without the token. */
    struct reply_send a = http_ask(port(), "GET", "/", NULL, NULL);
    assert_int_equal(a.status, 401);
    reply_send_free(&a);
    a = http_ask(port(), "GET", "/?token=wrong", NULL, NULL);
    assert_int_equal(a.status, 401);
    reply_send_free(&a);
    a = http_ask(port(), "GET", "/?token=secret-token", NULL, NULL);
    assert_int_equal(a.status, 303);
    assert_true(http_has(&a, "Location: /"));
    assert_true(http_has(&a, "Set-Cookie: hexad_token=secret-token; Path=/; HttpOnly; SameSite=Strict"));
    reply_send_free(&a);
    server_stop(server);
    server = own;
}

#define LONG_TOKEN "a-secret-of-24-characters"

/* Whoever tries one token after the other is told no more whether they are wrong, and when to come again. Those who know a long one,
 * which nobody finds so, are served, from the same address and all the while. */
static void wrong_tokens_have_a_limit(void **state)
{
    (void)state;
    struct server *own = server;
    server = serving_start(&(struct server_options){.token = LONG_TOKEN, .clock = &now, .rate = 1});
    const int64_t most = server->limits.wrong_tokens;
    static const char *const ways[][2] = {{API "/info", "Authorization: Bearer secret-toke\r\n"},
                                          {API "/info", "Cookie: hexad_token=x\r\n"},
                                          {"/?token=wrong", NULL},
                                          {API "/trees", "Authorization: Basic secret-token\r\n"}};
    for (int round = 0; round < 2; round++) {
        for (int64_t i = 0; i < 3 * most; i++) {
            struct reply_send a = http_ask(port(), "GET", ways[i % 4][0], ways[i % 4][1], NULL);
            assert_int_equal(a.status, i < (round ? 1 : most) ? 401 : 429);
            assert_int_equal(strstr(a.head, "Retry-After: ") != NULL, a.status == 429);
            reply_send_free(&a);
            if (i % 4 < 3) /* the rate allows 40 at once */
                continue;
            a = http_ask(port(), "GET", API "/info", "Authorization: Bearer " LONG_TOKEN "\r\n", NULL);
            assert_int_equal(a.status, 200);
            reply_send_free(&a);
        }
        /* Who shows none at all is told so. */
        struct reply_send a = http_ask(port(), "GET", "/", NULL, NULL);
        assert_int_equal(a.status, 401);
        reply_send_free(&a);
        now = now + (double)server->limits.wrong_token_seconds;
    }
    server_stop(server);
    server = own;
}

/* A token that could be found by trying is not looked at when too many were tried, in whichever way it is shown; later it is. */
static void short_tokens_are_not_found_by_trying(void **state)
{
    (void)state;
    static const char *const ways[][2] = {{API "/info", "Authorization: Bearer 1234\r\n"},
                                          {API "/info", "Cookie: hexad_token=1234\r\n"},
                                          {"/?token=1234", NULL},
                                          {"/", "Cookie: hexad_token=1234\r\n"}};
    struct server *own = server;
    server = serving_start(&(struct server_options){.token = "1234", .clock = &now});
    for (int64_t i = 0; i < server->limits.wrong_tokens; i++)
        refused(401, "unauthorised", "GET", API "/info", "Authorization: Bearer 1233\r\n", NULL);
    for (int later = 0; later < 2; later++) {
        for (int i = 0; i < 4; i++) {
            struct reply_send a = http_ask(port(), "GET", ways[i][0], ways[i][1], NULL);
            assert_int_equal(a.status, !later ? 429 : i == 2 ? 303 : 200);
            reply_send_free(&a);
        }
        now = now + (double)server->limits.wrong_token_seconds;
    }
    server_stop(server);
    server = own;
}

/* ---- Slow clients ---- */

static void slow_clients_are_cut_off(void **state)
{
    (void)state;
    /* A header that never ends, a body that never comes, and one that comes a byte at a time. */
    int header = http_connect(port()), body = http_connect(port()), drip = http_connect(port());
    static const char half[] =
        "POST " API "/position HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{";
    http_write(header, "GET / HT", 8);
    http_write(body, half, sizeof half - 1);
    http_write(drip, half, sizeof half - 1);
    for (int i = 0; i < 100 && http_write(drip, " ", 1); i++) {
        usleep(10000);
        lives(); /* meanwhile, for everybody else */
        now = now + (double)server->limits.body_seconds / 50;
    }
    struct reply_send a = http_read(body, false);
    assert_true(a.status == 408 || a.status == 0);
    reply_send_free(&a);
    a = http_read(drip, false);
    assert_true(a.status == 408 || a.status == 0);
    reply_send_free(&a);
    a = http_read(header, false);
    assert_true(a.status == 408 || a.status == 0 || a.status == 400);
    reply_send_free(&a);
    close(header);
    close(body);
    close(drip);
    lives();
}

/* A client that asks for much and takes nothing of it. */
static void a_client_that_does_not_read_hurts_nobody(void **state)
{
    (void)state;
    struct buf b = BUF_EMPTY;
    buf_text(&b, "{\"title\":\"long\",\"tree\":{\"rules\":[19,19,6,2,1],\"root\":{\"comment\":\"");
    for (int i = 0; i < BODY_MOST / 8 - 100; i++)
        buf_text(&b, "comment ");
    buf_text(&b, "\"}}}");
    json_t *j = http_json(port(), 201, "POST", API "/trees", buf_str(&b));
    buf_free(&b);
    char ask[200];
    int n = snprintf(ask, sizeof ask, "GET " API "/trees/%lld HTTP/1.1\r\nHost: localhost\r\n\r\n",
                     (long long)json_integer_value(json_object_get(j, "id")));
    json_decref(j);
    int fd = http_connect(port()), small = 1024;
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    for (int i = 0; i < 8; i++) /* more than the kernel keeps for us */
        http_write(fd, ask, (size_t)n);
    usleep(200000);
    lives();
    close(fd);
}

static void a_connection_serves_several_requests(void **state)
{
    (void)state;
    int fd = http_connect(port());
    for (int i = 0; i < 50; i++) {
        struct reply_send a =
            http_ask_on(fd, "POST", API "/position", NULL, i % 2 ? "{\"game\":" START "}" : "{");
        assert_int_equal(a.status, i % 2 ? 200 : 400);
        reply_send_free(&a);
    }
    close(fd);
}

/* ---- Searches of clients that go away ---- */

static void a_closed_connection_stops_its_search(void **state)
{
    (void)state;
    int fd = http_connect(port());
    static const char body[] =
        "{\"seconds\":500,\"game\":{\"rules\":[19,19,6,2,1],\"stones\":[\"a1\",\"c4\",\"s7\"]}}";
    char head[300];
    int n = snprintf(head, sizeof head,
                     "POST " API "/move HTTP/1.1\r\nHost: localhost\r\nContent-Length: %zu\r\n\r\n%s",
                     sizeof body - 1, body);
    http_write(fd, head, (size_t)n);
    WAIT_UNTIL(pool_running(server->pool) == 1);
    close(fd);
    WAIT_UNTIL(pool_running(server->pool) == 0);
    lives();
}

static int start(void **state)
{
    (void)state;
    struct transport_limits limits = TRANSPORT_LIMITS_USUAL;
    limits.body_bytes = BODY_MOST;
    server = serving_start(&(struct server_options){.limits = &limits, .clock = &now});
    return 0;
}

static int stop(void **state)
{
    (void)state;
    server_stop(server);
    return 0;
}

SERVING_FIXTURE(server)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVING_TEST(where_files_are_is_told_to_nobody),
        SERVING_TEST(wrong_json_is_refused),
        SERVING_TEST(wrong_types_are_refused),
        SERVING_TEST(huge_bodies_are_refused),
        SERVING_TEST(deep_json_is_refused),
        SERVING_TEST(unknown_ids_and_paths_are_refused),
        SERVING_TEST(no_path_leads_outside),
        SERVING_TEST(the_page_is_served_with_care),
        SERVING_TEST(foreign_hosts_and_origins_are_refused),
        SERVING_TEST(what_pages_from_elsewhere_name_is_refused),
        SERVING_TEST(requests_that_are_none_are_refused),
        SERVING_TEST(a_token_is_asked_for),
        SERVING_TEST(wrong_tokens_have_a_limit),
        SERVING_TEST(short_tokens_are_not_found_by_trying),
        SERVING_TEST(slow_clients_are_cut_off),
        SERVING_TEST(a_client_that_does_not_read_hurts_nobody),
        SERVING_TEST(a_connection_serves_several_requests),
        SERVING_TEST(a_closed_connection_stops_its_search),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
