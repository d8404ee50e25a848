/* Requests on connections, one at a time; see inner.h. */
#include <string.h>
#include <strings.h>

#include "server/transport/inner.h"

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

static void refuse_for_now(struct conn *c, enum transport_refusal why, const char *fault, double wait)
{
    struct transport_answer a = TRANSPORT_ANSWER_EMPTY;
    c->t->handlers.refuse(c->t->handlers.context, 429, fault, &a);
    buf_format(&a.header, "Retry-After: %d\r\n", (int)wait + 1);
    conn_refuse_as(c, &a, why, fault);
}

/* The handlers do not want it. Whoever tries one secret after the other is not even told that any more. */
static void refuse_admission(struct conn *c, struct transport_answer *refusal, double now)
{
    double wait = 0;
    if (!refusal->guess || clients_guess(c->t->clients, c->asker, now, &wait)) {
        conn_refuse_as(c, refusal, REFUSED_admission, NULL);
        return;
    }
    transport_answer_free(refusal);
    refuse_for_now(c, REFUSED_guesses, "too many wrong tokens; see Retry-After for the seconds to wait",
                   wait);
}

static void send_continue(struct conn *c)
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
    c->intake.request.suspect = !clients_may_guess(t->clients, c->asker, now);
    if (!clients_take(t->clients, c->asker, now, &wait)) {
        refuse_for_now(c, REFUSED_rate, "too many requests; see Retry-After for the seconds to wait", wait);
    } else if (!t->handlers.admit(t->handlers.context, &c->intake.request, &refusal)) {
        refuse_admission(c, &refusal, now);
    } else {
        c->stage = CONN_BODY;
        c->deadline = now + (double)t->limits.body_seconds;
        if (c->intake.expects && !c->intake.whole)
            send_continue(c);
    }
}

static void request_came(struct conn *c)
{
    struct transport *t = c->t;
    struct transport_request *q = &c->intake.request;
    conn_wait_over(c);
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
void conn_keep(struct conn *c, const char *bytes, size_t len)
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

/* The request is whole: is there room for it? */
static bool is_kept(struct conn *c)
{
    conn_count(c);
    return c->stage == CONN_HEAD || c->stage == CONN_BODY;
}

void conn_feed(struct conn *c, const char *bytes, size_t len)
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
        else if (e == INTAKE_WHOLE && is_kept(c))
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
        conn_keep(c, bytes, len);
}

void conn_go_on(struct conn *c)
{
    struct buf rest = c->rest;
    c->rest = (struct buf)BUF_EMPTY;
    if (c->stage == CONN_SOCKET)
        channel_feed(c, buf_str(&rest), rest.len);
    else if (rest.len > 0)
        conn_feed(c, rest.text, rest.len);
    buf_free(&rest);
    /* Everything that it sent is dealt with, and it sends no more. */
    if (c->ended && c->stage == CONN_HEAD)
        conn_close(c);
}
