/* A coordinator's jobs over the broker; see grid.h.
 *
 * What is given out stands in the lab's file first, and a result is acknowledged only when the next call tells
 * that it was committed. So the broker may lose everything: jobs that nobody works on and that are in no stream
 * are stored again, and a result that comes twice is known by its job. */
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "lab/grid/assemble.h"
#include "lab/grid/grid.h"
#include "lab/grid/signs.h"

#define LOOK_SECONDS 1.0
#define QUIET_SECONDS \
    28.0 /* a job that no worker mentions for so long, and the stream does not hold, was lost */
enum { SUBJECT = 160 };

struct given {
    int64_t id;
    struct buf message;
    char subject[SUBJECT];
    double at;         /* given, or seen in work, last */
    int tries;         /* times that it was stored */
    uint64_t sequence; /* in the stream, as it was stored last */
};

struct coordinator {
    struct grid_link link;
    char name[GRID_ID];
    struct rules rules;
    int workers;
    char **named;
    int names, next_name;
    natsSubscription *results, *here, *advice;
    struct assembly *assembly;

    struct given *out;
    size_t outs, out_room;
    natsMsg *settled[GRID_PARTS_MOST]; /* of the result that was taken last: acknowledged by the next call */
    int settles;
    double looked;

    pthread_mutex_t lock; /* of what callbacks write: */
    struct grid_signs signs;
    uint64_t *spoilt; /* sequence numbers of messages that were delivered too often */
    size_t spoils, spoil_room;
    int64_t poisoned;
};

/* ---- what the broker tells ---- */

static void on_sign(natsConnection *nc, natsSubscription *sub, natsMsg *m, void *context)
{
    struct coordinator *c = context;
    struct grid_sign sign;
    (void)nc;
    (void)sub;
    if (grid_sign_read(natsMsg_GetData(m), (size_t)natsMsg_GetDataLength(m), &sign, NULL)) {
        pthread_mutex_lock(&c->lock);
        grid_signs_add(&c->signs, &sign, clock_now());
        pthread_mutex_unlock(&c->lock);
    }
    natsMsg_Destroy(m);
}

/* A job was delivered to as many workers as may try it, and none finished it. */
static void on_advice(natsConnection *nc, natsSubscription *sub, natsMsg *m, void *context)
{
    struct coordinator *c = context;
    json_t *j = json_loadb(natsMsg_GetData(m), (size_t)natsMsg_GetDataLength(m), 0, NULL);
    json_int_t sequence = json_integer_value(json_object_get(j, "stream_seq"));
    (void)nc;
    (void)sub;
    if (sequence > 0) {
        pthread_mutex_lock(&c->lock);
        c->spoilt = mem_grow(c->spoilt, &c->spoil_room, c->spoils + 1, sizeof *c->spoilt);
        c->spoilt[c->spoils++] = (uint64_t)sequence;
        pthread_mutex_unlock(&c->lock);
    }
    json_decref(j);
    natsMsg_Destroy(m);
}

/* ---- jobs ---- */

static struct given *find(struct coordinator *c, int64_t id)
{
    for (size_t i = 0; i < c->outs; i++)
        if (c->out[i].id == id)
            return &c->out[i];
    return NULL;
}

static void forget(struct coordinator *c, struct given *g)
{
    buf_free(&g->message);
    *g = c->out[--c->outs];
}

/* Stores the job; if that cannot be now, the next look finds that it is in no stream. */
static void store(struct coordinator *c, struct given *g)
{
    char id[GRID_ID + 60];
    struct err e;
    snprintf(id, sizeof id, "%s-%lld-%d-%.0f", c->name, (long long)g->id, ++g->tries, clock_now() * 1e3);
    g->at = clock_now();
    if (!grid_store(&c->link, g->subject, g->message.text, g->message.len, id, &g->sequence, &e))
        g->at = 0;
}

static int room(void *ctx)
{
    struct coordinator *c = ctx;
    double now = clock_now();
    int all;
    pthread_mutex_lock(&c->lock);
    if (c->names) {
        all = 0;
        for (int i = 0; i < c->names; i++)
            all += grid_signs_has(&c->signs, c->named[i], now);
    } else {
        int others = grid_signs_coordinators(&c->signs, now) - grid_signs_has(&c->signs, c->name, now);
        int workers = grid_signs_workers(&c->signs, now);
        all = (workers + others) / (others + 1); /* rounded up */
        if (c->workers && all > c->workers)
            all = c->workers;
    }
    pthread_mutex_unlock(&c->lock);
    all -= (int)c->outs;
    return all > 0 ? all : 0;
}

/* The name of the next worker among those asked for that is there. */
static const char *next_named(struct coordinator *c)
{
    const char *name = c->named[c->next_name % c->names];
    pthread_mutex_lock(&c->lock);
    for (int i = 0; i < c->names; i++) {
        name = c->named[c->next_name++ % c->names];
        if (grid_signs_has(&c->signs, name, clock_now()))
            break;
    }
    pthread_mutex_unlock(&c->lock);
    return name;
}

static void give(void *ctx, const struct lab_job *j)
{
    struct coordinator *c = ctx;
    struct grid_head h = {.job = j->id};
    memcpy(h.coordinator, c->name, sizeof h.coordinator);
    c->out = mem_grow(c->out, &c->out_room, c->outs + 1, sizeof *c->out);
    struct given *g = &c->out[c->outs++];
    *g = (struct given){.id = j->id, .message = BUF_EMPTY};
    if (c->names)
        snprintf(g->subject, sizeof g->subject, "hexad.jobs.to.%s", next_named(c));
    else
        snprintf(g->subject, sizeof g->subject, "hexad.jobs.any.%s", c->name);
    grid_head_write(&h, &g->message);
    lab_job_write(j, &g->message);
    store(c, g);
}

/* ---- looking after them ---- */

static void say_here(struct coordinator *c)
{
    struct grid_sign s = {.state = GRID_COORDINATES, .jobs = (int64_t)c->outs, .poisoned = c->poisoned};
    struct buf b = BUF_EMPTY;
    snprintf(s.name, sizeof s.name, "%s", c->name);
    grid_sign_write(&s, &b);
    (void)natsConnection_Publish(c->link.nc, "hexad.here", b.text, (int)b.len);
    buf_free(&b);
}

/* How many messages the stream of jobs holds; false if the broker does not say. */
static bool stored(struct coordinator *c, uint64_t *n)
{
    jsStreamInfo *info = NULL;
    if (js_GetStreamInfo(&info, c->link.js, GRID_JOBS, NULL, NULL) != NATS_OK)
        return false;
    *n = info->State.Msgs;
    jsStreamInfo_Destroy(info);
    return true;
}

/* Subscribes to our results, anew if the broker has lost its consumers. */
static bool listen(struct coordinator *c, struct err *e)
{
    char durable[GRID_ID + 16], subject[SUBJECT];
    snprintf(durable, sizeof durable, "results-%s", c->name);
    snprintf(subject, sizeof subject, "hexad.results.%s", c->name);
    natsSubscription *s = grid_pull(&c->link, GRID_RESULTS, durable, subject, e);
    if (!s)
        return false;
    natsSubscription_Destroy(c->results);
    c->results = s;
    return true;
}

/* Jobs that no worker mentions and no stream holds were lost with the broker: out again. */
static void look_for_lost(struct coordinator *c, bool now_at_once)
{
    double now = clock_now();
    uint64_t in_stream = 0;
    size_t quiet = 0;
    pthread_mutex_lock(&c->lock);
    for (size_t i = 0; i < c->outs; i++) {
        if (grid_signs_busy(&c->signs, c->name, c->out[i].id, now))
            c->out[i].at = now;
        quiet += now_at_once || now - c->out[i].at > QUIET_SECONDS;
    }
    pthread_mutex_unlock(&c->lock);
    if (!quiet || !stored(c, &in_stream) || in_stream > 0)
        return;
    for (size_t i = 0; i < c->outs; i++)
        if (now_at_once || now - c->out[i].at > QUIET_SECONDS)
            store(c, &c->out[i]);
}

static void look(struct coordinator *c)
{
    struct err e;
    bool again = atomic_exchange(&c->link.reconnected, false);
    if (again && !(grid_streams(&c->link, &e) && listen(c, &e)))
        atomic_store(&c->link.reconnected, true); /* not yet */
    if (!again && clock_now() - c->looked < LOOK_SECONDS)
        return;
    c->looked = clock_now();
    say_here(c);
    look_for_lost(c, again);
}

/* ---- results ---- */

static void settle(struct coordinator *c)
{
    for (int i = 0; i < c->settles; i++) {
        (void)natsMsg_Ack(c->settled[i], NULL);
        natsMsg_Destroy(c->settled[i]);
    }
    c->settles = 0;
}

static void refuse(natsMsg *m)
{
    (void)natsMsg_Ack(m, NULL);
    natsMsg_Destroy(m);
}

static void fail_result(struct lab_result *out, int64_t job, const char *worker, const char *why)
{
    *out = (struct lab_result){.job = job, .verdict = LAB_FAILED, .bundle = BUF_EMPTY};
    snprintf(out->worker, sizeof out->worker, "%s", worker);
    snprintf(out->why, sizeof out->why, "%.159s", why);
}

/* A job of ours among those that nobody could finish. */
static bool take_spoilt(struct coordinator *c, struct lab_result *out)
{
    for (;;) {
        uint64_t sequence = 0;
        struct grid_head h;
        const char *body;
        natsMsg *m = NULL;
        pthread_mutex_lock(&c->lock);
        if (c->spoils)
            sequence = c->spoilt[--c->spoils];
        pthread_mutex_unlock(&c->lock);
        if (!sequence || js_GetMsg(&m, c->link.js, GRID_JOBS, sequence, NULL, NULL) != NATS_OK) {
            if (!sequence)
                return false;
            continue;
        }
        bool ours = grid_head_read(natsMsg_GetData(m), (size_t)natsMsg_GetDataLength(m), &h, &body, NULL) &&
                    strcmp(h.coordinator, c->name) == 0;
        natsMsg_Destroy(m);
        if (!ours)
            continue;
        (void)js_DeleteMsg(c->link.js, GRID_JOBS, sequence, NULL, NULL);
        struct given *g = find(c, h.job);
        if (!g)
            continue;
        forget(c, g);
        c->poisoned++;
        fail_result(out, h.job, "nobody", "several workers were lost with this job");
        return true;
    }
}

/* The result that has come together. */
static void finish(struct coordinator *c, const struct grid_head *h, struct lab_result *out)
{
    struct buf all = BUF_EMPTY;
    struct err e;
    c->settles = assembly_take(c->assembly, &all, (void **)c->settled, GRID_PARTS_MOST);
    bool fits = h->line <= all.len;
    if (!fits ||
        !lab_result_read(all.text, h->line, &c->rules, all.text + h->line, all.len - h->line, out, &e))
        fail_result(out, h->job, h->worker, fits ? e.text : "the result is not whole");
    else if (out->job != h->job || strcmp(out->worker, h->worker) != 0) {
        lab_result_free(out);
        fail_result(out, h->job, h->worker, "the result is of another job, or signed by another");
    }
    buf_free(&all);
    for (natsMsg *m; (m = assembly_drop(c->assembly, h->job));) /* other tries at it */
        refuse(m);
}

static bool take_part(struct coordinator *c, natsMsg *m, struct lab_result *out)
{
    struct grid_head h;
    const char *data = natsMsg_GetData(m), *body;
    size_t len = (size_t)natsMsg_GetDataLength(m);
    struct given *g = NULL;
    if (grid_head_read(data, len, &h, &body, NULL) && h.parts && strcmp(h.coordinator, c->name) == 0)
        g = find(c, h.job);
    if (!g) { /* garbage, or done already */
        refuse(m);
        return false;
    }
    switch (assembly_add(c->assembly, &h, body, len - (size_t)(body - data), m)) {
    case ASSEMBLY_MORE:
        g->at = clock_now();
        return false;
    case ASSEMBLY_BAD:
        refuse(m);
        return false;
    case ASSEMBLY_WHOLE:
        break;
    }
    forget(c, g);
    finish(c, &h, out);
    return true;
}

static bool take(void *ctx, double seconds, struct lab_result *out)
{
    struct coordinator *c = ctx;
    double until = clock_now() + seconds;
    settle(c);
    do {
        bool broken = false;
        look(c);
        if (take_spoilt(c, out))
            return true;
        double left = until - clock_now();
        natsMsg *m = grid_fetch(c->results, left < 0.2 ? left : 0.2, &broken);
        if (m && take_part(c, m, out))
            return true;
    } while (clock_now() < until);
    return false;
}

static void cancel(void *ctx, int64_t job)
{
    struct coordinator *c = ctx;
    struct given *g = find(c, job);
    char text[GRID_ID + 30];
    if (!g)
        return;
    (void)js_DeleteMsg(c->link.js, GRID_JOBS, g->sequence, NULL, NULL); /* nobody need begin it */
    forget(c, g);
    for (natsMsg *m; (m = assembly_drop(c->assembly, job));)
        refuse(m);
    snprintf(text, sizeof text, "%s %lld", c->name, (long long)job);
    (void)natsConnection_PublishString(c->link.nc, "hexad.cancel", text);
}

/* ---- beginning and end ---- */

static bool who(void *ctx, int64_t job, char name[LAB_WORKER_MOST + 1])
{
    struct coordinator *c = ctx;
    pthread_mutex_lock(&c->lock);
    const char *worker = grid_signs_who(&c->signs, c->name, job, clock_now());
    if (worker)
        snprintf(name, LAB_WORKER_MOST + 1, "%s", worker);
    pthread_mutex_unlock(&c->lock);
    return worker;
}

static void free_all(void *ctx)
{
    struct coordinator *c = ctx;
    settle(c);
    natsSubscription_Destroy(c->results);
    grid_unsubscribe(c->here);
    grid_unsubscribe(c->advice);
    for (size_t i = 0; i < c->outs; i++) {
        for (natsMsg *m; (m = assembly_drop(c->assembly, c->out[i].id));)
            natsMsg_Destroy(m); /* not acknowledged: they come again */
        buf_free(&c->out[i].message);
    }
    grid_close(&c->link);
    assembly_free(c->assembly);
    grid_signs_free(&c->signs);
    for (int i = 0; i < c->names; i++)
        free(c->named[i]);
    free(c->named);
    free(c->out);
    free(c->spoilt);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

static bool subscribe(struct coordinator *c, struct err *e)
{
    natsStatus s = natsConnection_Subscribe(&c->here, c->link.nc, "hexad.here", on_sign, c);
    if (s == NATS_OK)
        s = natsConnection_Subscribe(&c->advice, c->link.nc,
                                     "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES." GRID_JOBS ".>", on_advice,
                                     c);
    if (s != NATS_OK)
        return err_set(e, "the broker: %s", natsStatus_GetText(s));
    return listen(c, e);
}

bool runner_nats(const struct grid_options *o, const struct grid_wish *w, struct runner *out, struct err *e)
{
    struct coordinator *c = mem_zero(1, sizeof *c);
    pthread_mutex_init(&c->lock, NULL);
    c->assembly = assembly_new();
    c->rules = *w->rules;
    c->workers = w->workers;
    snprintf(c->name, sizeof c->name, "%s", w->coordinator);
    c->named = w->names ? mem_zero((size_t)w->names, sizeof *c->named) : NULL;
    for (; c->names < w->names; c->names++)
        c->named[c->names] = mem_strdup(w->named[c->names]);
    if (!grid_open(&c->link, o, w->stop, e) || !subscribe(c, e)) {
        free_all(c);
        return false;
    }
    c->link.patient = 0;
    (void)natsConnection_PublishString(c->link.nc, "hexad.who", "");
    *out = (struct runner){c, room, give, take, cancel, free_all, who, NULL};
    return true;
}
