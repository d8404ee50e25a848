/* The WebSocket of live analysis; see socket.h. */
#include "server/socket.h"

#include <civetweb.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/http.h"
#include "server/routes.h"
#include "server/stack.h"
#include "server/state.h"
#include "server/wire.h"

static bool send(void *context, const char *text, size_t len)
{
    return mg_websocket_write(context, MG_WEBSOCKET_OPCODE_TEXT, text, len) > 0;
}

/* Not 0: the handshake ends here, and the refusal was the answer. */
static int on_connect(const struct mg_connection *constant, void *context)
{
    struct mg_connection *c = (struct mg_connection *)constant; /* to answer on it */
    struct server *s = context;
    struct wire *w = wire_of(s, c);
    if (!http_admit(s, c, w))
        return 1;
    w->feed = feed_open(s->feed, send, c, w->socket);
    if (w->feed)
        return 0;
    http_refuse(c, w, FAULT_BUSY, "too many connections follow searches");
    return 1;
}

struct errand {
    struct feed_socket *feed;
    const char *text;
    size_t len;
    bool keep;
};

static void run_errand(void *context)
{
    struct errand *e = context;
    e->keep = feed_message(e->feed, e->text, e->len);
}

static int on_data(struct mg_connection *c, int bits, char *data, size_t len, void *context)
{
    enum { FINAL = 0x80, OPCODE = 0x0f };
    struct wire *w = wire_of(context, c);
    int opcode = bits & OPCODE;
    if (opcode == MG_WEBSOCKET_OPCODE_PING || opcode == MG_WEBSOCKET_OPCODE_PONG)
        return 1;
    /* Messages in pieces, or not of text, are nothing that a page sends. */
    if (opcode != MG_WEBSOCKET_OPCODE_TEXT || !(bits & FINAL))
        return 0;
    struct errand e = {w->feed, data, len, false};
    return stack_run(run_errand, &e) && e.keep;
}

static void on_close(const struct mg_connection *c, void *context)
{
    struct wire *w = mg_get_user_connection_data(c);
    (void)context;
    if (w && w->feed)
        feed_close(w->feed);
    if (w)
        w->feed = NULL;
}

void socket_install(struct server *s)
{
    mg_set_websocket_handler(s->web, ROUTES_ROOT ROUTES_LIVE, on_connect, NULL, on_data, on_close, s);
}
