/* The server's HTTP side; see http.h. */
#include "server/http.h"

#include <arpa/inet.h>
#include <civetweb.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"
#include "server/page.h"
#include "server/routes.h"
#include "server/socket.h"
#include "server/stack.h"
#include "server/state.h"
#include "server/wire.h"

enum {
    SURE_TO_FIT = 16 << 10, /* bytes that the kernel takes at once, whatever the client does */
    SLOWEST = 50000,        /* bytes a second that a client must take of a large answer */
};
enum { KEEP_ALIVE_MS = 15000, SOCKET_SILENT_MS = 30000, HEADERS_MOST = 16384 };

static void send_reply(struct mg_connection *c, struct wire *w, const struct reply *r, bool head)
{
    struct buf header = BUF_EMPTY;
    buf_text(&header, "Cache-Control: no-store\r\n");
    if (r->more)
        buf_text(&header, r->more);
    struct wire_answer a = {r->status,        r->status == 204 ? NULL : "application/json",
                            buf_str(&header), buf_str(&r->text),
                            r->text.len,      head};
    wire_send(c, w, &a);
    buf_free(&header);
}

void http_refuse(struct mg_connection *c, struct wire *w, enum fault f, const char *message)
{
    struct reply r = REPLY_EMPTY;
    reply_fail(&r, f, "%s", message);
    if (w)
        w->close = true;
    send_reply(c, w, &r, false);
    reply_free(&r);
}

/* Is the client one that we talk to? */
static bool pass(struct server *s, struct mg_connection *c, struct wire *w)
{
    const char *host = mg_get_header(c, "Host"), *origin = mg_get_header(c, "Origin");
    if (!gate_host(&s->gate, host))
        http_refuse(
            c, w, FAULT_FORBIDDEN,
            "the Host of this request is not a name of this server; use its address, or start it with "
            "--name");
    else if (!gate_origin(origin, host))
        http_refuse(c, w, FAULT_FORBIDDEN, "requests from pages of other origins are refused");
    else
        return true;
    return false;
}

/* ---- The interface ---- */

/* The same for answers of any size: whoever takes them too slowly is cut off. */
static void send_watched(struct server *s, struct mg_connection *c, struct wire *w, const struct reply *r,
                         bool head)
{
    bool large = r->text.len > SURE_TO_FIT && w->socket >= 0;
    double seconds = s->request_seconds + (double)r->text.len / SLOWEST;
    int watched = large ? watch_add(s->watch, w->socket, seconds) : -1;
    send_reply(c, w, r, head);
    if (watched >= 0)
        watch_drop(s->watch, watched);
}

bool http_admit(struct server *s, struct mg_connection *c, struct wire *w)
{
    if (!pass(s, c, w))
        return false;
    if (gate_token(&s->gate, mg_get_header(c, "Authorization"), mg_get_header(c, "Cookie")))
        return true;
    http_refuse(c, w, FAULT_UNAUTHORISED, "this server asks for its token: Authorization: Bearer TOKEN");
    return false;
}

struct errand {
    struct server *server;
    struct request *request;
    struct reply *reply;
};

static void run_errand(void *context)
{
    struct errand *e = context;
    routes_answer(e->server, e->request, e->reply);
}

static void answer_api(struct server *s, struct mg_connection *c, struct wire *w, const char *path)
{
    const struct mg_request_info *i = mg_get_request_info(c);
    if (!http_admit(s, c, w)) {
        wire_linger(w);
        return;
    }
    char *body = NULL;
    size_t len = 0;
    int watched = w->socket >= 0 ? watch_add(s->watch, w->socket, s->request_seconds) : -1;
    int status = wire_read_body(c, i->content_length, s->body_bytes, &body, &len);
    if (watched >= 0 && !watch_drop(s->watch, watched))
        status = 408;
    if (status == 413) {
        struct err e;
        err_set(&e, "the body is larger than %zu bytes", s->body_bytes);
        http_refuse(c, w, FAULT_TOO_LARGE, e.text);
        wire_linger(w);
    } else if (status != 200) {
        http_refuse(c, w, FAULT_TIMEOUT, "the body did not arrive");
    } else {
        struct request q = {.method = i->request_method,
                            .path = path,
                            .query = i->query_string,
                            .body = body,
                            .body_len = len,
                            .socket = w->socket};
        bool head = strcmp(q.method, "HEAD") == 0;
        if (head)
            q.method = "GET";
        struct reply r = REPLY_EMPTY;
        struct errand e = {s, &q, &r};
        if (len == 0)
            run_errand(&e);
        else if (!stack_run(run_errand, &e))
            reply_fail(&r, FAULT_BUSY, "too many threads; try again in a moment");
        send_watched(s, c, w, &r, head);
        reply_free(&r);
    }
    free(body);
}

/* ---- The page ---- */

/* Does the client take gzip? (What it would rather have does not matter: all browsers take it.) */
static bool takes_gzip(const struct mg_connection *c)
{
    const char *accept = mg_get_header(c, "Accept-Encoding");
    return accept && strstr(accept, "gzip") && !strstr(accept, "gzip;q=0,") && !strstr(accept, "gzip; q=0,");
}

static void send_file(struct mg_connection *c, struct wire *w, const struct page_file *f, bool head)
{
    bool packed = f->gzip && takes_gzip(c);
    const char *known = mg_get_header(c, "If-None-Match");
    bool same = known && strstr(known, f->etag);
    struct buf header = BUF_EMPTY;
    buf_format(&header, "ETag: %s\r\nVary: Accept-Encoding\r\nCache-Control: %s\r\n%s", f->etag,
               f->lasting ? "public, max-age=31536000, immutable" : "no-cache",
               packed && !same ? "Content-Encoding: gzip\r\n" : "");
    struct wire_answer a = {same ? 304 : 200,
                            same ? NULL : f->type,
                            buf_str(&header),
                            packed ? f->gzip : f->bytes,
                            packed ? f->gzip_size : f->size,
                            head || same};
    wire_send(c, w, &a);
    buf_free(&header);
}

/* "/?token=T" sets the cookie and comes back without it, so that the token does not stay in the address. */
static bool take_token(struct server *s, struct mg_connection *c, struct wire *w, const char *path)
{
    const char *query = mg_get_request_info(c)->query_string;
    char token[256];
    if (!s->gate.token || !query || mg_get_var(query, strlen(query), "token", token, sizeof token) < 0 ||
        !gate_token_is(&s->gate, token))
        return false;
    struct buf header = BUF_EMPTY;
    buf_format(&header,
               "Location: %s\r\nCache-Control: no-store\r\nSet-Cookie: " GATE_COOKIE
               "=%s; Path=/; HttpOnly; SameSite=Strict\r\n",
               page_find(path) ? path : "/", s->gate.token);
    struct wire_answer a = {303, NULL, buf_str(&header), NULL, 0, false};
    wire_send(c, w, &a);
    buf_free(&header);
    return true;
}

static void send_text(struct mg_connection *c, struct wire *w, int status, const char *text)
{
    struct wire_answer a = {
        status, "text/plain; charset=utf-8", "Cache-Control: no-store\r\n", text, strlen(text), false};
    wire_send(c, w, &a);
}

static void answer_page(struct server *s, struct mg_connection *c, struct wire *w, const char *path)
{
    const char *method = mg_get_request_info(c)->request_method;
    bool head = strcmp(method, "HEAD") == 0;
    const struct page_file *f = page_find(path);
    if (!head && strcmp(method, "GET") != 0) {
        http_refuse(c, w, FAULT_BAD_METHOD, "the page is for GET");
        wire_linger(w);
    } else if (!pass(s, c, w)) {
        wire_linger(w);
    } else if (take_token(s, c, w, path)) {
        return;
    } else if (!gate_token(&s->gate, mg_get_header(c, "Authorization"), mg_get_header(c, "Cookie"))) {
        send_text(c, w, 401, "This page asks for its token: open the address that hexad serve printed.\n");
    } else if (f) {
        send_file(c, w, f, head);
    } else {
        send_text(c, w, 404, "There is no such page.\n");
    }
}

/* ---- The web library ---- */

static int answer(struct mg_connection *c, void *context)
{
    struct server *s = context;
    const struct mg_request_info *i = mg_get_request_info(c);
    struct wire *w = wire_of(s, c);
    const char *path = i->local_uri ? i->local_uri : "/";
    size_t root = strlen(ROUTES_ROOT);
    if (strncmp(path, ROUTES_ROOT, root) == 0 && (!path[root] || path[root] == '/'))
        answer_api(s, c, w, path + root);
    else
        answer_page(s, c, w, path);
    return 200;
}

/* What the library refuses by itself: a request that is none, a header that is too large. */
static int refuse_early(struct mg_connection *c, int status, const char *message)
{
    struct reply r = REPLY_EMPTY;
    enum fault f = status == 413 || status == 414 || status == 431 ? FAULT_TOO_LARGE
                   : status == 408                                 ? FAULT_TIMEOUT
                   : status >= 500                                 ? FAULT_INTERNAL
                                                                   : FAULT_BAD_REQUEST;
    reply_fail(&r, f, "%s", message && *message ? message : "this is no request");
    r.status = status;
    struct wire w = {.socket = -1, .close = true};
    send_reply(c, &w, &r, false);
    reply_free(&r);
    return 0;
}

static int be_silent(const struct mg_connection *c, const char *message)
{
    (void)c;
    (void)message;
    return 1;
}

/* The library does not say why it cannot listen; trying it does. */
static bool can_listen(const char *address, int port, struct err *e)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    inet_pton(AF_INET, address, &a.sin_addr);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    bool ok = fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 &&
              bind(fd, (struct sockaddr *)&a, sizeof a) == 0;
    if (!ok)
        err_set(e, "cannot listen on %s:%d: %s%s", address, port, strerror(errno),
                errno == EADDRINUSE ? "; --port 0 takes one that is free" : "");
    if (fd >= 0)
        close(fd);
    return ok;
}

bool http_start(struct server *s, const struct server_options *o, struct err *e)
{
    char ports[64], threads[16], timeout[16], silent[16], keep[16], headers[16];
    snprintf(ports, sizeof ports, "%s:%d", o->address, o->port);
    snprintf(threads, sizeof threads, "%d", o->connections);
    snprintf(timeout, sizeof timeout, "%d", (int)(1000 * s->request_seconds));
    snprintf(silent, sizeof silent, "%d", SOCKET_SILENT_MS);
    snprintf(keep, sizeof keep, "%d", KEEP_ALIVE_MS);
    snprintf(headers, sizeof headers, "%d", HEADERS_MOST);
    const char *settings[] = {"listening_ports",
                              ports,
                              "num_threads",
                              threads,
                              "request_timeout_ms",
                              timeout,
                              "websocket_timeout_ms",
                              silent,
                              "enable_websocket_ping_pong",
                              "yes",
                              "enable_keep_alive",
                              "yes",
                              "keep_alive_timeout_ms",
                              keep,
                              "tcp_nodelay",
                              "1",
                              "max_request_size",
                              headers,
                              "connection_queue",
                              "256",
                              "enable_directory_listing",
                              "no",
                              "enable_auth_domain_check",
                              "no",
                              "access_control_allow_origin",
                              "",
                              "access_control_allow_methods",
                              "",
                              "access_control_allow_headers",
                              "",
                              NULL};
    struct mg_callbacks callbacks = {.init_connection = wire_begin,
                                     .connection_close = wire_end,
                                     .http_error = refuse_early,
                                     .log_message = be_silent};
    struct mg_init_data init = {&callbacks, s, settings};
    char text[200] = "";
    struct mg_error_data error = {.text = text, .text_buffer_size = sizeof text};
    if (!can_listen(o->address, o->port, e))
        return false;
    mg_init_library(0);
    s->web = mg_start2(&init, &error);
    if (!s->web) {
        mg_exit_library();
        return err_set(e, "cannot listen on %s: %s", ports, text);
    }
    struct mg_server_port port = {.port = o->port};
    mg_get_server_ports(s->web, 1, &port);
    s->port = port.port;
    mg_set_request_handler(s->web, "/", answer, s);
    socket_install(s);
    return true;
}

void http_stop(struct server *s)
{
    if (!s->web)
        return;
    watch_hang_up(s->port);
    mg_stop(s->web);
    s->web = NULL;
    mg_exit_library();
}
