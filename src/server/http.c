/* Between the transport and the routes; see http.h. Handlers run in the transport's thread: what takes any
 * time goes to the workers. */
#include "server/http.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "db/until.h"
#include "server/api/deferred.h"
#include "server/api/routes.h"
#include "server/api/send.h"
#include "server/api/state.h"
#include "server/page.h"
#include "server/socket.h"

enum { LARGE_BYTES = 64 << 10 }; /* of a body that may take long */

/* Nothing from elsewhere may run or be loaded, and addresses are not passed on. */
#define SAFE_CONTENT                                                                                    \
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' " \
    "data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
#define SAFE_LINES                                  \
    "X-Content-Type-Options: nosniff\r\n"           \
    "Referrer-Policy: no-referrer\r\n"              \
    "Cross-Origin-Resource-Policy: same-origin\r\n" \
    "Cross-Origin-Opener-Policy: same-origin\r\n"

/* Nobody may frame the page, but for what is made to be framed: a board that asks and keeps nothing. */
static const char safety[] = SAFE_CONTENT "frame-ancestors 'none'\r\nX-Frame-Options: DENY\r\n" SAFE_LINES;
static const char framed[] = SAFE_CONTENT "frame-ancestors *\r\n" SAFE_LINES;

static bool fail(struct transport_answer *out, enum problem f, const char *message)
{
    struct reply r = REPLY_EMPTY;
    reply_fail(&r, f, "%s", message);
    reply_take(&r, out);
    return false;
}

/* What the transport refuses by itself. */
static void refuse(void *context, int status, const char *message, struct transport_answer *out)
{
    (void)context;
    fail(out,
         status == 413 || status == 431 ? PROBLEM_TOO_LARGE
         : status == 408                ? PROBLEM_TIMEOUT
         : status == 429                ? PROBLEM_RATE
         : status == 503                ? PROBLEM_BUSY
                                        : PROBLEM_BAD_REQUEST,
         message);
    out->status = status;
}

/* The path behind /api/v1, NULL if it is not there. "/" alone is "", since clients that are generated ask for a server and a path. */
static const char *api_path(const struct transport_request *q)
{
    size_t root = strlen(ROUTES_ROOT);
    const char *behind = q->path + root;
    if (strncmp(q->path, ROUTES_ROOT, root) != 0 || (*behind && *behind != '/'))
        return NULL;
    return strcmp(behind, "/") == 0 ? "" : behind;
}

/* Is the client one that we talk to, and does it know the token? */
static bool admit(void *context, const struct transport_request *q, struct transport_answer *refusal)
{
    struct server *s = context;
    const char *host = transport_header(q, "Host"), *origin = transport_header(q, "Origin");
    if (!gate_host(&s->gate, host))
        return fail(
            refusal, PROBLEM_FORBIDDEN,
            "the Host of this request is not a name of this server; use its address, or start it with "
            "--name");
    if (!gate_origin(origin, host))
        return fail(refusal, PROBLEM_FORBIDDEN, "requests from pages of other origins are refused");
    if (!api_path(q))
        return page_admit(&s->gate, q, refusal);
    if (gate_foreign(transport_header(q, "Sec-Fetch-Site")))
        return fail(refusal, PROBLEM_FORBIDDEN, "requests from pages of other origins are refused");
    if (gate_token(&s->gate, q))
        return true;
    fail(refusal, PROBLEM_UNAUTHORISED, "this server asks for its token: Authorization: Bearer TOKEN");
    refusal->guess = gate_guesses(&s->gate, q);
    return false;
}

/* ---- The interface ---- */

/* A request, or the news that its client has gone, on its way to a worker. */
struct call {
    struct job job;
    struct server *server;
    struct exchange *exchange;
};

static struct call *call_new(struct server *s, struct exchange *x,
                             void (*run)(struct job *j, struct tools *d))
{
    struct call *c = mem_zero(1, sizeof *c);
    c->job.run = run;
    c->job.client = exchange_request(x)->client_id;
    c->server = s;
    c->exchange = x;
    return c;
}

static void answer_api(struct server *s, struct exchange *x)
{
    const struct transport_request *t = exchange_request(x);
    struct request q = {.method = strcmp(t->method, "HEAD") == 0 ? "GET" : t->method,
                        .path = api_path(t),
                        .query = t->query,
                        .body = t->body,
                        .body_len = t->body_len,
                        .exchange = x,
                        .client = t->client_id};
    struct reply r = REPLY_EMPTY;
    if (atomic_load(&s->ending))
        reply_fail(&r, PROBLEM_STOPPED, "the server ends");
    else if (atomic_load(exchange_gone(x)))
        reply_fail(&r, PROBLEM_STOPPED, "nobody waits for the answer any more");
    else {
        db_until(&q.until); /* which the routes set */
        routes_answer(s, &q, &r);
        db_until(NULL);
    }
    if (!r.later)
        reply_send(x, &r);
}

static void run_call(struct job *j, struct tools *d)
{
    struct call *c = (struct call *)j;
    (void)d;
    answer_api(c->server, c->exchange);
    free(c);
}

static bool request(void *context, struct exchange *x, struct transport_answer *a)
{
    struct server *s = context;
    const struct transport_request *q = exchange_request(x);
    if (!api_path(q)) {
        page_answer(&s->gate, q, a);
        if (page_is_board(q))
            a->always = framed;
        return true;
    }
    bool large = q->body_len > LARGE_BYTES || routes_saves(q->method, api_path(q));
    workers_add(s->workers, &call_new(s, x, run_call)->job, large);
    return false;
}

static void run_gone(struct job *j, struct tools *d)
{
    struct call *c = (struct call *)j;
    (void)d;
    deferred_gone(c->server, c->exchange);
    exchange_drop(c->exchange);
    free(c);
}

static void gone(void *context, struct exchange *x)
{
    struct server *s = context;
    exchange_hold(x);
    workers_hurry(s->workers, &call_new(s, x, run_gone)->job);
}

/* ---- Start ---- */

static void event(void *context, const struct transport_event *e)
{
    struct server *s = context;
    if (s->log)
        log_event(s->log, e);
}

bool http_start(struct server *s, const struct server_options *o, struct err *e)
{
    struct transport_handlers handlers = {.context = s,
                                          .admit = admit,
                                          .request = request,
                                          .gone = gone,
                                          .open = socket_open,
                                          .message = socket_message,
                                          .closed = socket_closed,
                                          .refuse = refuse,
                                          .event = event};
    struct transport_options options = {.addresses = o->address,
                                        .port = o->port,
                                        .header = safety,
                                        .proxy_header = o->proxy_header,
                                        .socket_path = ROUTES_ROOT ROUTES_LIVE,
                                        .rate = o->rate,
                                        .limits = s->limits,
                                        .clock = s->clock};
    return transport_new(&options, &handlers, &s->transport, e);
}
