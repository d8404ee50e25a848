/* One connection; see wire.h. */
#include "server/wire.h"

#include <civetweb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/mem.h"
#include "server/state.h"

enum {
    CHUNK = 64 << 10,
    ONE_PIECE = 256 << 10,   /* answers up to this size are copied behind their header and sent at once */
    LINGER_BYTES = 64 << 20, /* of a request that is too large, read and thrown away */
};
#define LINGER_SECONDS 2.0

/* Nothing from elsewhere may run or be loaded, nobody may frame the page, and addresses are not passed on. */
static const char safety[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n";

int wire_begin(const struct mg_connection *c, void **data)
{
    (void)c;
    struct wire *w = mem_zero(1, sizeof *w);
    w->socket = -1;
    *data = w;
    return 0;
}

void wire_end(const struct mg_connection *c)
{
    free(mg_get_user_connection_data(c));
    mg_set_user_connection_data(c, NULL);
}

struct wire *wire_of(struct server *s, struct mg_connection *c)
{
    struct wire *w = mg_get_user_connection_data(c);
    if (w->socket < 0) {
        const struct mg_request_info *i = mg_get_request_info(c);
        w->socket = watch_find_socket(i->remote_addr, i->remote_port, s->port);
    }
    return w;
}

static const char *reason(int status)
{
    const char *text = mg_get_response_code_text(NULL, status);
    return text && *text ? text : "Answer";
}

void wire_send(struct mg_connection *c, struct wire *w, const struct wire_answer *a)
{
    struct buf b = BUF_EMPTY;
    buf_format(&b, "HTTP/1.1 %d %s\r\n", a->status, reason(a->status));
    if (a->type)
        buf_format(&b, "Content-Type: %s\r\n", a->type);
    if (a->status != 204 && a->status != 304)
        buf_format(&b, "Content-Length: %zu\r\n", a->size);
    buf_text(&b, safety);
    if (a->header)
        buf_text(&b, a->header);
    buf_format(&b, "Connection: %s\r\n\r\n", w && w->close ? "close" : "keep-alive");
    bool body = !a->head && a->size > 0;
    if (body && a->size <= ONE_PIECE)
        buf_bytes(&b, a->body, a->size);
    int sent = mg_write(c, b.text, b.len);
    if (body && a->size > ONE_PIECE && sent == (int)b.len)
        mg_write(c, a->body, a->size);
    buf_free(&b);
}

int wire_read_body(struct mg_connection *c, long long announced, size_t most, char **out, size_t *len)
{
    struct buf b = BUF_EMPTY;
    char *chunk = mem_alloc(CHUNK);
    int n = 0, status = 200;
    if (announced > (long long)most)
        status = 413;
    while (status == 200 && (n = mg_read(c, chunk, CHUNK)) > 0) {
        buf_bytes(&b, chunk, (size_t)n);
        if (b.len > most)
            status = 413;
    }
    if (status == 200 && (n < 0 || (announced > 0 && b.len < (size_t)announced)))
        status = 400;
    free(chunk);
    *len = b.len;
    *out = buf_take(&b);
    return status;
}

void wire_linger(struct wire *w)
{
    if (w->socket < 0)
        return;
    shutdown(w->socket, SHUT_WR);
    char *chunk = mem_alloc(CHUNK);
    double until = clock_now() + LINGER_SECONDS;
    for (long long taken = 0; taken < LINGER_BYTES && clock_now() < until;) {
        ssize_t n = recv(w->socket, chunk, CHUNK, MSG_DONTWAIT);
        if (n == 0)
            break;
        if (n < 0) {
            struct pollfd p = {w->socket, POLLIN, 0};
            if (poll(&p, 1, (int)(1000 * LINGER_SECONDS)) <= 0)
                break;
            continue;
        }
        taken += n;
    }
    free(chunk);
    shutdown(w->socket, SHUT_RDWR);
}
