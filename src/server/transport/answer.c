/* Writing to connections: answers, refusals; see inner.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/transport/inner.h"

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
    conn_leave_exchange(c);
    c->stage = CONN_HEAD;
    c->deadline = transport_now(t) + (double)t->limits.idle_seconds;
    conn_wait(c);
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
    buf_text(out, a->always ? a->always : c->t->header);
    buf_text(out, buf_str(&a->header));
    buf_format(out, "Connection: %s\r\n\r\n", c->last ? "close" : "keep-alive");
}

void conn_answer(struct conn *c, struct transport_answer *a)
{
    struct transport *t = c->t;
    struct exchange *x = c->exchange;
    struct client *client = x ? x->client : c->asker ? c->asker : c->peer;
    size_t len = a->fixed ? a->fixed_len : a->body.len;
    if (len > CONN_HELD_MUCH && (t->count.answers_bytes + (int64_t)len > t->limits.answers_bytes ||
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

void conn_refuse_as(struct conn *c, struct transport_answer *a, enum transport_refusal why, const char *fault)
{
    const struct transport_request *q = &c->intake.request;
    char text[ADDRESS_TEXT];
    transport_refused(c->t, why);
    transport_event(c->t,
                    &(struct transport_event){
                        EVENT_REFUSED, address_format(c->asker ? &c->asker->address : &c->address, text),
                        q->path ? q->method : NULL, q->path ? q->target : NULL, a->status, 0, 0, fault});
    conn_wait_over(c);
    c->last = true;
    conn_answer(c, a);
    if (c->stage != CONN_DEAD)
        conn_forget(c);
}

void conn_refuse(struct conn *c, int status, enum transport_refusal why, const char *fault)
{
    struct transport_answer a = TRANSPORT_ANSWER_EMPTY;
    c->t->handlers.refuse(c->t->handlers.context, status, fault, &a);
    conn_refuse_as(c, &a, why, fault);
}
