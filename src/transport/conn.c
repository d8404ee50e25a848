/* Connections: requests in, one at a time, and answers out; see inner.h. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "transport/inner.h"

enum {
    ROUND_BYTES = 256 << 10, /* that are read from one connection before the others have their turn */
    HELD_MUCH = 64 << 10,
};
#define BEGUN_LONG 1.0 /* seconds after which a part of a request is slow */

/* ---- The lists ---- */

static void wait_add(struct conn *c)
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

static void wait_drop(struct conn *c)
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

/* ---- Counting ---- */

static void set_held(struct conn *c, size_t held)
{
    c->t->count.bodies_bytes += (int64_t)held - (int64_t)c->held;
    c->held = held;
}

/* Who has held much for the longest without a whole request or message. */
static struct conn *longest_holder(struct transport *t)
{
    struct conn *found = NULL;
    for (struct conn *c = t->conns; c; c = c->next)
        if (c->held >= HELD_MUCH &&
            (c->stage == CONN_HEAD || c->stage == CONN_BODY || c->stage == CONN_SOCKET) &&
            (!found || c->since < found->since))
            found = c;
    return found;
}

void conn_count(struct conn *c)
{
    struct transport *t = c->t;
    size_t held = c->rest.room + intake_held(&c->intake);
    if (c->stage == CONN_SOCKET)
        held += c->frames.message.room;
    set_held(c, held);
    if (t->count.bodies_bytes <= t->limits.bodies_bytes)
        return;
    struct conn *victim = longest_holder(t);
    if (!victim)
        victim = c;
    static const char fault[] = "too much is arriving at once; try again in a moment";
    if (victim->stage == CONN_SOCKET) {
        transport_refused(t, REFUSED_memory);
        channel_end(victim, CLOSE_POLICY, fault);
    } else if (victim->stage == CONN_HEAD || victim->stage == CONN_BODY) {
        conn_refuse(victim, 503, REFUSED_memory, fault);
    }
}

/* ---- Writing ---- */

struct conn_write {
    uv_write_t request;
    struct conn *conn;
    struct client *client; /* whose answer it is; NULL: none of that is counted */
    struct buf head;
    struct transport_answer answer;
    size_t bytes;
    void (*done)(struct conn *c, struct conn_write *w);
};

size_t conn_write_bytes(const struct conn_write *w)
{
    return w->bytes;
}

static void write_free(struct conn_write *w)
{
    if (w->client) {
        w->client->answers_bytes -= (int64_t)w->bytes;
        w->conn->t->count.answers_bytes -= (int64_t)w->bytes;
        clients_drop(w->client);
    }
    buf_free(&w->head);
    transport_answer_free(&w->answer);
    free(w);
}

static void on_written(uv_write_t *request, int status)
{
    struct conn_write *w = request->data;
    struct conn *c = w->conn;
    if (c->stage != CONN_DEAD && status < 0)
        conn_close(c);
    else if (c->stage != CONN_DEAD && w->done)
        w->done(c, w);
    write_free(w);
}

/* The body is that of `a`, which may be NULL; `client` is counted as not having taken it. */
static void write_for(struct conn *c, struct client *client, struct buf *head, struct transport_answer *a,
                      void (*done)(struct conn *c, struct conn_write *w))
{
    struct conn_write *w = mem_zero(1, sizeof *w);
    w->request.data = w;
    w->conn = c;
    w->head = *head;
    *head = (struct buf)BUF_EMPTY;
    w->done = done;
    const char *body = NULL;
    size_t len = 0;
    if (a) {
        w->answer = *a;
        *a = (struct transport_answer)TRANSPORT_ANSWER_EMPTY;
        body = w->answer.fixed ? w->answer.fixed : w->answer.body.text;
        len = w->answer.fixed ? w->answer.fixed_len : w->answer.body.len;
    }
    w->bytes = w->head.len + len;
    if (client) {
        w->client = client;
        client->held++;
        client->answers_bytes += (int64_t)w->bytes;
        c->t->count.answers_bytes += (int64_t)w->bytes;
    }
    uv_buf_t parts[2] = {uv_buf_init(w->head.text, (unsigned)w->head.len),
                         uv_buf_init((char *)body, (unsigned)len)};
    if (uv_write(&w->request, (uv_stream_t *)&c->tcp, parts, len ? 2 : 1, on_written) != 0) {
        conn_close(c);
        write_free(w);
    }
}

void conn_write(struct conn *c, struct buf *bytes, void (*done)(struct conn *c, struct conn_write *w))
{
    write_for(c, NULL, bytes, NULL, done);
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

static void leave_exchange(struct conn *c)
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
    leave_exchange(c);
    wait_drop(c);
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

void conn_linger(struct conn *c)
{
    leave_exchange(c);
    wait_drop(c);
    intake_done(&c->intake);
    intake_init(&c->intake, &c->t->limits);
    buf_free(&c->rest);
    set_held(c, 0);
    c->stage = CONN_LINGER;
    c->deadline = transport_now(c->t) + (double)c->t->limits.closing_seconds;
    if (uv_shutdown(&c->end, (uv_stream_t *)&c->tcp, on_shutdown) != 0) {
        conn_close(c);
        return;
    }
    conn_resume(c, PAUSE_REST | PAUSE_MESSAGE | PAUSE_QUEUE);
}

/* ---- Answers ---- */

static const char *reason(int status)
{
    static const struct {
        int status;
        const char *text;
    } reasons[] = {{200, "OK"},
                   {201, "Created"},
                   {204, "No Content"},
                   {303, "See Other"},
                   {304, "Not Modified"},
                   {400, "Bad Request"},
                   {401, "Unauthorized"},
                   {403, "Forbidden"},
                   {404, "Not Found"},
                   {405, "Method Not Allowed"},
                   {408, "Request Timeout"},
                   {409, "Conflict"},
                   {413, "Content Too Large"},
                   {417, "Expectation Failed"},
                   {426, "Upgrade Required"},
                   {429, "Too Many Requests"},
                   {431, "Request Header Fields Too Large"},
                   {500, "Internal Server Error"},
                   {501, "Not Implemented"},
                   {503, "Service Unavailable"},
                   {505, "HTTP Version Not Supported"},
                   {507, "Insufficient Storage"}};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status)
            return reasons[i].text;
    return "Answer";
}

static const struct transport_request *request_of(const struct conn *c)
{
    return c->exchange ? &c->exchange->intake.request : &c->intake.request;
}

/* The next request, or the end. */
static void on_answered(struct conn *c, struct conn_write *w)
{
    struct transport *t = c->t;
    struct exchange *x = c->exchange;
    if (x) {
        const struct transport_request *q = &x->intake.request;
        transport_event(t, &(struct transport_event){EVENT_ANSWERED, q->client, q->method, q->target,
                                                     c->status, transport_now(t) - x->began, w->bytes, NULL});
    }
    if (c->last || t->quiet) {
        conn_linger(c);
        return;
    }
    leave_exchange(c);
    c->stage = CONN_HEAD;
    c->deadline = transport_now(t) + (double)t->limits.idle_seconds;
    wait_add(c);
    conn_resume(c, PAUSE_REST);
    c->pipelined = 0;
    conn_go_on(c);
}

static void put_head(struct conn *c, const struct transport_answer *a, size_t len, struct buf *out)
{
    buf_format(out, "HTTP/1.1 %d %s\r\n", a->status, reason(a->status));
    if (a->type)
        buf_format(out, "Content-Type: %s\r\n", a->type);
    if (a->status != 204 && a->status != 304)
        buf_format(out, "Content-Length: %zu\r\n", len);
    buf_text(out, c->t->header);
    buf_text(out, buf_str(&a->header));
    buf_format(out, "Connection: %s\r\n\r\n", c->last ? "close" : "keep-alive");
}

void conn_answer(struct conn *c, struct transport_answer *a)
{
    struct transport *t = c->t;
    struct exchange *x = c->exchange;
    struct client *client = x ? x->client : c->asker ? c->asker : c->peer;
    size_t len = a->fixed ? a->fixed_len : a->body.len;
    if (len > HELD_MUCH && (t->count.answers_bytes + (int64_t)len > t->limits.answers_bytes ||
                            client->answers_bytes + (int64_t)len > t->limits.client_answers_bytes)) {
        transport_answer_free(a);
        *a = (struct transport_answer)TRANSPORT_ANSWER_EMPTY;
        transport_refused(t, REFUSED_memory);
        t->handlers.refuse(t->handlers.context, 503, "too many answers wait to be taken", a);
        len = a->body.len;
    }
    struct buf head = BUF_EMPTY;
    const char *method = request_of(c)->method;
    if (x && !x->intake.keep)
        c->last = true;
    c->last = c->last || (c->ended && c->rest.len == 0) || t->quiet;
    c->stage = CONN_ANSWER;
    c->status = a->status;
    c->deadline =
        transport_now(t) + (double)t->limits.header_seconds + (double)len / (double)t->limits.answer_rate;
    put_head(c, a, len, &head);
    if ((method && strcmp(method, "HEAD") == 0) || a->status == 204 || a->status == 304) {
        transport_answer_free(a);
        *a = (struct transport_answer)TRANSPORT_ANSWER_EMPTY;
    }
    write_for(c, client, &head, a, on_answered);
}

static void refuse_with(struct conn *c, struct transport_answer *a, enum transport_refusal why,
                        const char *fault)
{
    const struct transport_request *q = &c->intake.request;
    char text[ADDRESS_TEXT];
    transport_refused(c->t, why);
    transport_event(c->t,
                    &(struct transport_event){
                        EVENT_REFUSED, address_format(c->asker ? &c->asker->address : &c->address, text),
                        q->path ? q->method : NULL, q->path ? q->target : NULL, a->status, 0, 0, fault});
    wait_drop(c);
    c->last = true;
    conn_answer(c, a);
}

void conn_refuse(struct conn *c, int status, enum transport_refusal why, const char *fault)
{
    struct transport_answer a = TRANSPORT_ANSWER_EMPTY;
    c->t->handlers.refuse(c->t->handlers.context, status, fault, &a);
    refuse_with(c, &a, why, fault);
}

void conn_refuse_as(struct conn *c, struct transport_answer *a, enum transport_refusal why)
{
    refuse_with(c, a, why, NULL);
}

/* ---- Requests ---- */

/* The client of a request: the peer, or whom the proxy names in the last word of its header (what stands
 * before it, the client may have written itself). */
static struct address asker_of(const struct conn *c)
{
    const struct transport_request *q = &c->intake.request;
    const char *value = NULL;
    struct address a = c->address;
    for (int i = 0; c->proxy && i < q->headers; i++)
        if (strcasecmp(q->header[i].name, c->t->proxy_header) == 0)
            value = q->header[i].value;
    if (value) {
        const char *comma = strrchr(value, ',');
        value = comma ? comma + 1 : value;
        value += strspn(value, " \t[");
        if (!address_parse(value, strcspn(value, "]"), &a))
            a = c->address;
    }
    return a;
}

static void refuse_rate(struct conn *c, double wait)
{
    static const char fault[] = "too many requests; see Retry-After for the seconds to wait";
    struct transport_answer a = TRANSPORT_ANSWER_EMPTY;
    c->t->handlers.refuse(c->t->handlers.context, 429, fault, &a);
    buf_format(&a.header, "Retry-After: %d\r\n", (int)wait + 1);
    refuse_with(c, &a, REFUSED_rate, fault);
}

static void on_continue(struct conn *c)
{
    struct buf b = BUF_EMPTY;
    buf_text(&b, "HTTP/1.1 100 Continue\r\n\r\n");
    conn_write(c, &b, NULL);
}

/* The header of a request is there. */
static void head_came(struct conn *c)
{
    struct transport *t = c->t;
    struct transport_answer refusal = TRANSPORT_ANSWER_EMPTY;
    struct address a = asker_of(c);
    double wait = 0, now = transport_now(t);
    c->asker = clients_find(t->clients, &a, now);
    char text[ADDRESS_TEXT];
    c->intake.request.client = address_format(&c->asker->address, text);
    c->intake.request.client_id = address_hash(&c->asker->address);
    if (!clients_take(t->clients, c->asker, now, &wait)) {
        refuse_rate(c, wait);
    } else if (!t->handlers.admit(t->handlers.context, &c->intake.request, &refusal)) {
        conn_refuse_as(c, &refusal, REFUSED_admission);
    } else {
        c->stage = CONN_BODY;
        c->deadline = now + (double)t->limits.body_seconds;
        if (c->intake.expects && !c->intake.whole)
            on_continue(c);
    }
}

static void request_came(struct conn *c)
{
    struct transport *t = c->t;
    struct transport_request *q = &c->intake.request;
    wait_drop(c);
    if (q->upgrade && strcmp(q->path, t->socket_path) == 0) {
        channel_begin(c);
        return;
    }
    struct transport_answer a = TRANSPORT_ANSWER_EMPTY;
    c->stage = CONN_WORK;
    c->deadline = 0;
    c->exchange = exchange_new(c);
    if (t->handlers.request(t->handlers.context, c->exchange, &a)) {
        t->count.working--;
        conn_answer(c, &a);
    } else if (c->ended) {
        exchange_leave(c->exchange);
    }
}

static void bad_came(struct conn *c)
{
    int status = c->intake.status;
    conn_refuse(c, status,
                status == 431   ? REFUSED_header_size
                : status == 413 ? REFUSED_body_size
                                : REFUSED_malformed,
                c->intake.fault);
}

/* Keeps what came behind a request for later. */
static void keep(struct conn *c, const char *bytes, size_t len)
{
    if (c->last || len == 0)
        return;
    buf_bytes(&c->rest, bytes, len);
    if (c->rest.len > (size_t)c->t->limits.pipeline_bytes && c->pipelined == 0) {
        conn_pause(c, PAUSE_REST);
        c->pipelined = transport_now(c->t);
    }
    conn_count(c);
}

static void feed(struct conn *c, const char *bytes, size_t len)
{
    bool begun = intake_begun(&c->intake);
    enum intake_event e = INTAKE_HEAD;
    while ((c->stage == CONN_HEAD || c->stage == CONN_BODY) && e != INTAKE_MORE) {
        size_t used;
        e = intake_feed(&c->intake, bytes, len, &used);
        bytes += used;
        len -= used;
        if (e == INTAKE_HEAD)
            head_came(c);
        else if (e == INTAKE_WHOLE)
            request_came(c);
        else if (e == INTAKE_BAD)
            bad_came(c);
    }
    if (c->stage == CONN_HEAD && !begun && intake_begun(&c->intake))
        c->deadline = transport_now(c->t) + (double)c->t->limits.header_seconds;
    if (c->stage == CONN_HEAD || c->stage == CONN_BODY)
        conn_count(c);
    else if (c->stage == CONN_SOCKET)
        channel_feed(c, bytes, len);
    else if (c->stage == CONN_WORK || c->stage == CONN_ANSWER)
        keep(c, bytes, len);
}

void conn_go_on(struct conn *c)
{
    struct buf rest = c->rest;
    c->rest = (struct buf)BUF_EMPTY;
    if (c->stage == CONN_SOCKET)
        channel_feed(c, buf_str(&rest), rest.len);
    else if (rest.len > 0)
        feed(c, rest.text, rest.len);
    buf_free(&rest);
    /* Everything that it sent is dealt with, and it sends no more. */
    if (c->ended && c->stage == CONN_HEAD)
        conn_close(c);
}

/* Throws away what still comes: not for ever, but whoever sends a file that is too large is likely to look
 * for the answer behind its end. */
static void discard(struct conn *c, size_t n)
{
    enum { HONEST = 64 };
    size_t most = (size_t)c->t->limits.closing_bytes * (c->status == 413 ? HONEST : 1);
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
        feed(c, bytes, (size_t)n);
    else if (c->stage == CONN_SOCKET)
        channel_feed(c, bytes, (size_t)n);
    else if (c->stage == CONN_LINGER)
        discard(c, (size_t)n);
    else
        keep(c, bytes, (size_t)n);
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
    wait_add(c);
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
