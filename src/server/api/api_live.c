/* Searches of the live socket as plain requests: /analyse, /solve and /verify, each with an end.
 *
 * A request is a socket of live analysis (server/live/feed.h) that sends one message and waits for the last one about it: the same
 * searches, queues and limits. The last message comes from a thread that holds the feed's lock, its client may go at
 * the same moment, and the message may be answered before it is sent altogether: whoever comes first sets DONE, and a worker, or who
 * sent the message, ends it. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/api/api.h"
#include "server/api/deferred.h"
#include "server/api/send.h"
#include "server/api/state.h"
#include "json/fields.h"
#include "json/limits.h"

enum { SENDING = 1, DONE = 2 };

struct once {
    struct deferred deferred; /* its job is the end */
    struct feed_socket *feed;
    atomic_int state;
    struct buf last; /* the last message; "": there was none */
};

/* ---- The end ---- */

static void answer(const struct once *o, struct reply *r)
{
    static const char *const told[] = {"report", "solved", "verified"};
    json_t *j = json_loadb(buf_str(&o->last), o->last.len, 0, NULL);
    const json_t *error = json_object_get(j, "error");
    const char *code = json_string_value(json_object_get(error, "code"));
    enum problem f = 0;
    while (code && f < PROBLEMS - 1 && strcmp(problem_forms[f].code, code) != 0)
        f++;
    if (!j)
        reply_fail(r, PROBLEM_STOPPED, "the search was stopped");
    else if (error)
        reply_fail(r, f, "%s", json_string_value(json_object_get(error, "message")));
    for (size_t i = 0; j && !error && i < sizeof told / sizeof *told; i++)
        if (json_object_get(j, told[i]))
            reply_json(r, 200, json_incref(json_object_get(j, told[i])));
    json_decref(j);
}

static void finish(struct once *o)
{
    struct exchange *x = o->deferred.exchange;
    struct reply r = REPLY_EMPTY;
    pthread_mutex_lock(&o->deferred.server->deferring);
    exchange_set(x, NULL);
    pthread_mutex_unlock(&o->deferred.server->deferring);
    feed_close(o->feed);
    answer(o, &r);
    buf_free(&o->last);
    free(o);
    reply_send(x, &r);
}

static void run_finish(struct job *j, struct tools *d)
{
    (void)d;
    finish((struct once *)j);
}

/* It is over: true for the first who says so. */
static bool over(struct once *o, const char *text, size_t len)
{
    int before = atomic_load(&o->state);
    if (before & DONE)
        return false;
    if (text)
        buf_bytes(&o->last, text, len);
    before = atomic_fetch_or(&o->state, DONE);
    if (!(before & (SENDING | DONE)))
        workers_hurry(o->deferred.server->workers, &o->deferred.job);
    return !(before & DONE);
}

/* The client has gone; s->deferring is held. */
static void gone(struct deferred *a)
{
    over((struct once *)a, NULL, 0);
}

/* ---- The socket ---- */

/* Is nothing to come after this message? */
static bool is_last(const char *text, size_t len)
{
    json_t *j = json_loadb(text, len, 0, NULL);
    bool last = json_object_get(j, "error") || json_is_true(json_object_get(j, "final")) ||
                json_is_true(json_object_get(json_object_get(j, "report"), "final"));
    json_decref(j);
    return last;
}

static bool hear(void *context, const char *text, size_t len)
{
    if (is_last(text, len))
        over(context, text, len);
    return true;
}

static size_t nothing_waits(void *context)
{
    (void)context;
    return 0;
}

/* The message that asks for it. */
static char *message(const struct request *q, const char *what, double seconds)
{
    json_t *m = json_copy(q->json);
    json_object_set_new(m, "do", json_string(what));
    json_object_set_new(m, "id", json_integer(0));
    json_object_set_new(m, "seconds", json_real(seconds));
    char *text = json_dumps(m, JSON_COMPACT);
    json_decref(m);
    return text;
}

/* False: the client has gone already. */
static bool expect(struct once *o, struct exchange *x)
{
    struct server *s = o->deferred.server;
    pthread_mutex_lock(&s->deferring);
    bool there = !atomic_load(exchange_gone(x));
    if (there)
        exchange_set(x, &o->deferred);
    pthread_mutex_unlock(&s->deferring);
    return there;
}

static void ask(struct server *s, struct request *q, struct reply *r, const char *what, double seconds,
                double most)
{
    struct err e;
    if (!field_number(q->json, "seconds", 0.01, most, &seconds, &e)) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
        return;
    }
    struct once *o = mem_zero(1, sizeof *o);
    o->deferred = (struct deferred){
        .job = {.run = run_finish, .client = q->client}, .server = s, .exchange = q->exchange, .gone = gone};
    atomic_init(&o->state, SENDING);
    if (!expect(o, q->exchange)) {
        free(o);
        reply_fail(r, PROBLEM_STOPPED, "nobody waits for it");
        return;
    }
    r->later = true;
    char *text = message(q, what, seconds);
    o->feed = feed_open(s->feed, q->client, hear, nothing_waits, o);
    feed_message(o->feed, text, strlen(text));
    free(text);
    if (atomic_fetch_and(&o->state, ~SENDING) & DONE)
        finish(o);
}

void api_analyse(struct server *s, struct request *q, struct reply *r)
{
    ask(s, q, r, "analyse", 5, LIMIT_MOVE_SECONDS);
}

void api_solve(struct server *s, struct request *q, struct reply *r)
{
    ask(s, q, r, "solve", 60, LIMIT_PROVE_SECONDS);
}

void api_verify(struct server *s, struct request *q, struct reply *r)
{
    ask(s, q, r, "verify", 60, LIMIT_PROVE_SECONDS);
}
