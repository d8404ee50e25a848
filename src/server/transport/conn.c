/* Connections: their life, what is read from them and what they hold; see inner.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/transport/inner.h"

enum { ROUND_BYTES = 256 << 10 }; /* that are read from one connection before the others have their turn */
#define BEGUN_LONG 1.0            /* seconds after which a part of a request is slow */

/* ---- The lists ---- */

void conn_wait(struct conn *c)
{
    struct client *p = c->peer;
    if (c->waits)
        return;
    c->waits = true;
    c->since = transport_now(c->t);
    c->wait_prev = p->waits_last;
    c->wait_next = NULL;
    if (p->waits_last)
        p->waits_last->wait_next = c;
    else
        p->waits_first = c;
    p->waits_last = c;
}

void conn_wait_over(struct conn *c)
{
    struct client *p = c->peer;
    if (!c->waits)
        return;
    c->waits = false;
    *(c->wait_prev ? &c->wait_prev->wait_next : &p->waits_first) = c->wait_next;
    *(c->wait_next ? &c->wait_next->wait_prev : &p->waits_last) = c->wait_prev;
}

/* Of a client that has too many: one that has been sending a request for long, else one that was idle the
 * longest. */
static struct conn *most_dispensable(const struct client *p, double now)
{
    for (struct conn *c = p->waits_first; c; c = c->wait_next)
        if (intake_begun(&c->intake) && now - c->since > BEGUN_LONG)
            return c;
    return p->waits_first;
}

/* ---- Counting ---- */

static void set_held(struct conn *c, size_t held)
{
    c->t->count.bodies_bytes += (int64_t)held - (int64_t)c->held;
    c->held = held;
}

/* Who has held much for the longest without a whole request or message; `c` holds so much now. */
static struct conn *longest_holder(struct transport *t, const struct conn *c, size_t held)
{
    struct conn *found = NULL;
    for (struct conn *x = t->conns; x; x = x->next)
        if ((x == c ? held : x->held) >= CONN_HELD_MUCH &&
            (x->stage == CONN_HEAD || x->stage == CONN_BODY || x->stage == CONN_SOCKET) && !x->intake.whole &&
            (!found || x->since <= found->since))
            found = x;
    return found;
}

/* Ends it to make room. False: what it holds is being answered. */
static bool make_way(struct conn *c)
{
    static const char fault[] = "too much is arriving at once; try again in a moment";
    if (c->stage == CONN_SOCKET) {
        transport_refused(c->t, REFUSED_memory);
        channel_end(c, CLOSE_POLICY, fault);
    } else if (c->stage == CONN_HEAD || c->stage == CONN_BODY) {
        conn_refuse(c, 503, REFUSED_memory, fault);
    } else {
        return false;
    }
    return true;
}

/* Room is made before what came is counted, so that nobody ever sees a count beyond the limit, except by bytes behind requests that
 * are being answered. */
void conn_count(struct conn *c)
{
    struct transport *t = c->t;
    size_t held = c->rest.room + intake_held(&c->intake);
    if (c->stage == CONN_SOCKET)
        held += c->frames.message.room;
    while (t->count.bodies_bytes + (int64_t)held - (int64_t)c->held > t->limits.bodies_bytes) {
        struct conn *victim = longest_holder(t, c, held);
        if (!victim)
            victim = c;
        if (!make_way(victim))
            break;
        if (victim == c)
            return; /* it holds nothing any more */
    }
    set_held(c, held);
}

/* ---- The end ---- */

static void on_closed(uv_handle_t *handle)
{
    struct conn *c = handle->data;
    *(c->prev ? &c->prev->next : &c->t->conns) = c->next;
    if (c->next)
        c->next->prev = c->prev;
    c->t->count.connections--;
    clients_drop(c->peer);
    intake_done(&c->intake);
    buf_free(&c->rest);
    buf_free(&c->out);
    free(c);
}

void conn_leave_exchange(struct conn *c)
{
    struct exchange *x = c->exchange;
    if (!x)
        return;
    c->exchange = NULL;
    if (c->stage == CONN_WORK) {
        x->conn = NULL;
        exchange_leave(x);
    } else {
        exchange_over(x);
    }
}

void conn_close(struct conn *c)
{
    if (c->stage == CONN_DEAD)
        return;
    if (c->stage == CONN_SOCKET)
        channel_gone(c, 0, NULL);
    conn_leave_exchange(c);
    conn_wait_over(c);
    if (c->counted)
        c->peer->connections--;
    c->stage = CONN_DEAD;
    set_held(c, 0);
    clients_drop(c->asker);
    c->asker = NULL;
    for (struct conn **at = &c->t->hungry; *at; at = &(*at)->hungry_next)
        if (*at == c) {
            *at = c->hungry_next;
            break;
        }
    uv_close((uv_handle_t *)&c->tcp, on_closed);
}

static void on_shutdown(uv_shutdown_t *request, int status)
{
    (void)request;
    (void)status;
}

void conn_forget(struct conn *c)
{
    intake_done(&c->intake);
    intake_init(&c->intake, &c->t->limits);
    buf_free(&c->rest);
    set_held(c, 0);
}

void conn_linger(struct conn *c)
{
    conn_leave_exchange(c);
    conn_wait_over(c);
    conn_forget(c);
    c->stage = CONN_LINGER;
    c->deadline = transport_now(c->t) + (double)c->t->limits.closing_seconds;
    if (uv_shutdown(&c->end, (uv_stream_t *)&c->tcp, on_shutdown) != 0) {
        conn_close(c);
        return;
    }
    conn_resume(c, PAUSE_REST | PAUSE_MESSAGE | PAUSE_QUEUE | PAUSE_RATE);
}

/* ---- Reading ---- */

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *unused);

static void on_room(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
    struct conn *c = handle->data;
    (void)suggested;
    *out = uv_buf_init(c->t->bytes, sizeof c->t->bytes);
}

void conn_pause(struct conn *c, int why)
{
    if (!c->paused)
        uv_read_stop((uv_stream_t *)&c->tcp);
    c->paused |= why;
}

void conn_resume(struct conn *c, int why)
{
    if (!(c->paused & why))
        return;
    c->paused &= ~why;
    if (!c->paused && !c->ended && c->stage != CONN_DEAD)
        uv_read_start((uv_stream_t *)&c->tcp, on_room, on_read);
}

/* One connection's bytes must not keep all the others waiting. */
static void share_round(struct conn *c, size_t n)
{
    if (c->round != c->t->round) {
        c->round = c->t->round;
        c->round_bytes = 0;
    }
    c->round_bytes += n;
    if (c->round_bytes < ROUND_BYTES || (c->paused & PAUSE_ROUND))
        return;
    conn_pause(c, PAUSE_ROUND);
    c->hungry_next = c->t->hungry;
    c->t->hungry = c;
}

/* Throws away what still comes: not for ever, but whoever sends a file that is too large, or for which there is no room now, is likely to
 * look for the answer behind its end. */
static void discard(struct conn *c, size_t n)
{
    enum { HONEST = 64 };
    size_t most = (size_t)c->t->limits.closing_bytes * (c->status == 413 || c->status == 503 ? HONEST : 1);
    c->discarded += n;
    if (c->discarded > most)
        conn_close(c);
}

static void on_end(struct conn *c)
{
    c->ended = true;
    uv_read_stop((uv_stream_t *)&c->tcp);
    if (c->stage == CONN_WORK)
        exchange_leave(c->exchange); /* the answer is sent still: it may have closed its half alone */
    else if (c->stage != CONN_ANSWER)
        conn_close(c);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *unused)
{
    struct conn *c = stream->data;
    const char *bytes = c->t->bytes;
    (void)unused;
    if (n == 0 || c->stage == CONN_DEAD)
        return;
    if (n == UV_EOF) {
        on_end(c);
        return;
    }
    if (n < 0) {
        conn_close(c);
        return;
    }
    share_round(c, (size_t)n);
    if (c->stage == CONN_HEAD || c->stage == CONN_BODY)
        conn_feed(c, bytes, (size_t)n);
    else if (c->stage == CONN_SOCKET)
        channel_feed(c, bytes, (size_t)n);
    else if (c->stage == CONN_LINGER)
        discard(c, (size_t)n);
    else
        conn_keep(c, bytes, (size_t)n);
}

/* ---- Beginning and time ---- */

/* Ends a connection of the client to make room for `c`, or `c` itself. */
static void make_room(struct conn *c, struct client *p)
{
    struct conn *victim = p ? most_dispensable(p, transport_now(c->t)) : NULL;
    char text[ADDRESS_TEXT];
    if (!victim)
        victim = c;
    transport_refused(c->t, REFUSED_connections);
    transport_event(c->t, &(struct transport_event){EVENT_REFUSED, address_format(&victim->address, text),
                                                    NULL, NULL, 0, 0, 0, "too many connections"});
    conn_close(victim);
}

void conn_accept(struct transport *t, uv_stream_t *listener)
{
    struct conn *c = mem_zero(1, sizeof *c);
    struct sockaddr_storage name;
    int len = sizeof name;
    c->t = t;
    c->next = t->conns;
    if (c->next)
        c->next->prev = c;
    t->conns = c;
    uv_tcp_init(&t->loop, &c->tcp);
    c->tcp.data = c;
    intake_init(&c->intake, &t->limits);
    memset(&name, 0, sizeof name);
    bool ok = uv_accept(listener, (uv_stream_t *)&c->tcp) == 0 &&
              uv_tcp_getpeername(&c->tcp, (struct sockaddr *)&name, &len) == 0;
    c->address = address_of((struct sockaddr *)&name);
    c->proxy = t->proxy_header && address_is_loopback(&c->address);
    c->peer = clients_find(t->clients, &c->address, transport_now(t));
    c->peer->connections++;
    c->counted = true;
    t->count.connections++;
    if (!ok || t->quiet) {
        conn_close(c);
        return;
    }
    uv_tcp_nodelay(&c->tcp, 1);
    c->stage = CONN_HEAD;
    c->deadline = transport_now(t) + (double)t->limits.header_seconds;
    if (!c->proxy && c->peer->connections > t->limits.client_connections)
        make_room(c, c->peer);
    else if (t->count.connections > t->limits.connections)
        make_room(c, clients_largest(t->clients));
    if (c->stage == CONN_DEAD)
        return;
    conn_wait(c);
    uv_read_start((uv_stream_t *)&c->tcp, on_room, on_read);
}

static void conn_late(struct conn *c)
{
    struct transport *t = c->t;
    char text[ADDRESS_TEXT];
    switch (c->stage) {
    case CONN_HEAD:
        if (intake_begun(&c->intake))
            conn_refuse(c, 408, REFUSED_late, "the header did not arrive in time");
        else
            conn_close(c);
        break;
    case CONN_BODY:
        conn_refuse(c, 408, REFUSED_late, "the body did not arrive in time");
        break;
    case CONN_ANSWER:
        transport_refused(t, REFUSED_reading);
        transport_event(t, &(struct transport_event){EVENT_REFUSED, address_format(&c->address, text), NULL,
                                                     NULL, 0, 0, 0, "an answer was not taken in time"});
        conn_close(c);
        break;
    default:
        conn_close(c);
    }
}

void conn_tick(struct conn *c, double now)
{
    if (c->stage == CONN_SOCKET)
        channel_tick(c, now);
    else if (c->stage != CONN_DEAD && c->deadline > 0 && now >= c->deadline)
        conn_late(c);
    else if (c->stage == CONN_WORK && c->pipelined > 0 &&
             now - c->pipelined > (double)c->t->limits.closing_seconds)
        conn_close(c); /* nothing is read from it, so that its end would not be seen */
}

void conn_quiet(struct conn *c)
{
    switch (c->stage) {
    case CONN_WORK:
        exchange_leave(c->exchange);
        break;
    case CONN_SOCKET:
        channel_end(c, CLOSE_GOING, "the server ends");
        break;
    case CONN_HEAD:
    case CONN_BODY:
        conn_close(c);
        break;
    default:
        break;
    }
}
