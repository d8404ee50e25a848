/* WebSockets; see inner.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/transport/inner.h"

enum {
    SEND_BUFFER = 32 << 10, /* of the kernel: reports that wait there are old when they are read */
    QUEUE_MUCH = 64 << 10,  /* bytes that wait to be written, above which nothing is read */
};

/* ---- Opening ---- */

/* Is the handshake one, and is there room? */
static bool welcome(struct conn *c, char accept[FRAMES_ACCEPT])
{
    struct transport *t = c->t;
    const struct transport_request *q = &c->intake.request;
    const char *version = transport_header(q, "Sec-WebSocket-Version");
    const char *key = transport_header(q, "Sec-WebSocket-Key");
    if (!version || strcmp(version, "13") != 0)
        conn_refuse(c, 400, REFUSED_handshake, "Sec-WebSocket-Version must be 13");
    else if (!key || !frames_accept(key, accept))
        conn_refuse(c, 400, REFUSED_handshake, "Sec-WebSocket-Key must be 16 bytes in base64");
    else if (t->count.sockets >= t->limits.sockets)
        conn_refuse(c, 503, REFUSED_sockets, "too many WebSockets are open");
    else if (c->asker->sockets >= t->limits.client_sockets)
        conn_refuse(c, 503, REFUSED_sockets, "too many WebSockets of this client are open");
    else
        return true;
    return false;
}

static void become_socket(struct conn *c, struct channel *ch, const char *accept)
{
    struct transport *t = c->t;
    double now = transport_now(t);
    int room = SEND_BUFFER;
    ch->conn = c;
    c->channel = ch;
    c->stage = CONN_SOCKET;
    c->deadline = 0;
    c->since = c->heard = c->pinged = c->wrote = c->opened = now;
    c->peer->connections--;
    c->counted = false;
    c->asker->sockets++;
    t->count.sockets++;
    t->count.requests++;
    uv_send_buffer_size((uv_handle_t *)&c->tcp, &room);
    transport_event(t, &(struct transport_event){EVENT_OPENED, c->intake.request.client,
                                                 c->intake.request.method, c->intake.request.target, 101, 0,
                                                 0, NULL});
    intake_done(&c->intake);
    intake_init(&c->intake, &t->limits);
    buf_format(&c->out,
               "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               "Sec-WebSocket-Accept: %s\r\n\r\n",
               accept);
    atomic_fetch_add(&ch->queued, c->out.len);
    t->count.answers_bytes += (int64_t)c->out.len;
    channel_write(c);
}

void channel_begin(struct conn *c)
{
    struct transport *t = c->t;
    struct transport_answer refusal = TRANSPORT_ANSWER_EMPTY;
    char accept[FRAMES_ACCEPT], text[ADDRESS_TEXT];
    c->intake.request.client = address_format(&c->asker->address, text);
    if (!welcome(c, accept))
        return;
    struct channel *ch = mem_zero(1, sizeof *ch);
    ch->t = t;
    atomic_init(&ch->refs, 2);
    atomic_init(&ch->queued, 0);
    atomic_init(&ch->closed, false);
    if (!frames_init(&c->frames, (size_t)t->limits.message_bytes)) {
        free(ch);
        conn_close(c);
    } else if (!t->handlers.open(t->handlers.context, ch, &c->intake.request, &refusal)) {
        frames_done(&c->frames);
        free(ch);
        conn_refuse_as(c, &refusal, REFUSED_sockets, NULL);
    } else {
        become_socket(c, ch, accept);
    }
}

/* ---- Writing ---- */

static void on_written(struct conn *c, struct conn_write *w)
{
    size_t bytes = conn_write_bytes(w);
    c->writing = 0;
    c->wrote = transport_now(c->t);
    if (!c->channel)
        return;
    atomic_fetch_sub(&c->channel->queued, bytes);
    c->t->count.answers_bytes -= (int64_t)bytes;
    channel_write(c);
    if (c->stage == CONN_SOCKET && c->out.len + c->writing < QUEUE_MUCH)
        conn_resume(c, PAUSE_QUEUE);
}

void channel_write(struct conn *c)
{
    if (c->stage != CONN_SOCKET || c->writing > 0 || c->out.len == 0)
        return;
    struct buf out = c->out;
    c->out = (struct buf)BUF_EMPTY;
    c->writing = out.len;
    c->wrote = transport_now(c->t);
    conn_write(c, &out, on_written);
}

/* Something was appended to c->out, which had `before` bytes. */
static void count_out(struct conn *c, size_t before)
{
    atomic_fetch_add(&c->channel->queued, c->out.len - before);
    c->t->count.answers_bytes += (int64_t)(c->out.len - before);
}

/* ---- Closing ---- */

void channel_gone(struct conn *c, int code, const char *fault)
{
    struct transport *t = c->t;
    struct channel *ch = c->channel;
    char text[ADDRESS_TEXT];
    if (!ch)
        return;
    c->channel = NULL;
    ch->conn = NULL;
    atomic_store(&ch->closed, true);
    transport_event(t, &(struct transport_event){EVENT_CLOSED, address_format(&c->asker->address, text), NULL,
                                                 NULL, code, transport_now(t) - c->opened, 0, fault});
    c->asker->sockets--;
    t->count.sockets--;
    frames_done(&c->frames);
    t->handlers.closed(t->handlers.context, ch);
    channel_drop(ch);
}

/* Sends a close frame behind what is there, and ends. */
static void say_goodbye(struct conn *c, int code, const char *reason, const char *fault)
{
    struct buf out = c->out;
    c->out = (struct buf)BUF_EMPTY;
    frames_put_close(&out, code, reason);
    channel_gone(c, code, fault);
    conn_write(c, &out, NULL);
    if (c->stage == CONN_SOCKET)
        conn_linger(c);
}

void channel_end(struct conn *c, int code, const char *fault)
{
    if (c->stage == CONN_SOCKET)
        say_goodbye(c, code, fault, fault);
}

/* ---- Reading ---- */

static void message_came(struct conn *c)
{
    struct transport *t = c->t;
    size_t len = c->frames.message.len;
    double now = transport_now(t), wait = clients_spend(t->clients, c->asker, now);
    conn_pause(c, PAUSE_MESSAGE);
    if (wait > 0) { /* a message counts like a request, but waits */
        conn_pause(c, PAUSE_RATE);
        c->rate_until = now + wait;
    }
    t->handlers.message(t->handlers.context, c->channel, buf_take(&c->frames.message), len);
}

static void bad_came(struct conn *c)
{
    transport_refused(c->t, REFUSED_frames);
    channel_end(c, c->frames.code, c->frames.fault);
}

/* One lot of bytes; true: there may be more to do. */
static bool feed_once(struct conn *c, const char **bytes, size_t *len)
{
    size_t used, before = c->out.len;
    uint64_t seen = c->frames.seen;
    enum frames_event e = frames_feed(&c->frames, *bytes, *len, &used, &c->out);
    *bytes += used;
    *len -= used;
    count_out(c, before);
    if (c->frames.seen != seen)
        c->heard = transport_now(c->t);
    if (e == FRAMES_MESSAGE)
        message_came(c);
    else if (e == FRAMES_CLOSE)
        say_goodbye(c, c->frames.code, NULL, NULL);
    else if (e == FRAMES_BAD)
        bad_came(c);
    return e == FRAMES_MESSAGE;
}

void channel_feed(struct conn *c, const char *bytes, size_t len)
{
    while (c->stage == CONN_SOCKET && !(c->paused & (PAUSE_MESSAGE | PAUSE_RATE)) &&
           feed_once(c, &bytes, &len))
        ;
    if (c->stage != CONN_SOCKET)
        return;
    if (len > 0)
        buf_bytes(&c->rest, bytes, len);
    bool part = c->frames.text || c->frames.frame;
    c->message_since = !part ? 0 : c->message_since > 0 ? c->message_since : transport_now(c->t);
    channel_write(c);
    if (c->out.len + c->writing >= QUEUE_MUCH)
        conn_pause(c, PAUSE_QUEUE);
    conn_count(c);
}

void channel_next(struct conn *c)
{
    conn_resume(c, PAUSE_MESSAGE);
    conn_go_on(c);
}

/* ---- Time ---- */

static void ping(struct conn *c, double now)
{
    size_t before = c->out.len;
    c->pinged = now;
    frames_put_ping(&c->out);
    count_out(c, before);
    channel_write(c);
}

void channel_tick(struct conn *c, double now)
{
    const struct transport_limits *l = &c->t->limits;
    double silent = (double)l->silent_seconds;
    if (c->paused & (PAUSE_MESSAGE | PAUSE_QUEUE | PAUSE_RATE))
        c->heard = now; /* it is we who do not listen */
    if ((c->paused & PAUSE_RATE) && now >= c->rate_until) {
        conn_resume(c, PAUSE_RATE);
        conn_go_on(c);
    }
    if (c->stage != CONN_SOCKET)
        return;
    if (c->writing > 0 && now - c->wrote > (double)l->socket_queue_seconds) {
        transport_refused(c->t, REFUSED_reading);
        channel_end(c, CLOSE_POLICY, "messages are not taken");
    } else if (c->message_since > 0 && now - c->message_since > (double)l->message_seconds) {
        transport_refused(c->t, REFUSED_late);
        channel_end(c, CLOSE_POLICY, "the message did not arrive in time");
    } else if (now - c->heard > silent) {
        transport_refused(c->t, REFUSED_silent);
        channel_end(c, CLOSE_POLICY, "no frame came in time");
    } else if (now - c->heard > silent / 3 && now - c->pinged > silent / 3) {
        ping(c, now);
    }
}
