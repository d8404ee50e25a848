/* What other threads send to the loop: answers, messages, the wish to end.
 *
 * They put it under a lock and wake the loop, which looks only if nobody has the lock: whoever has it will
 * wake it again. So the loop never waits, not even for a thread of the lowest priority that was put aside
 * with the lock in its hand. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/transport/inner.h"

static void unlock_and_wake(struct transport *t)
{
    pthread_mutex_unlock(&t->lock);
    uv_async_send(&t->wake);
}

/* ---- Exchanges ---- */

struct exchange *exchange_new(struct conn *c)
{
    struct exchange *x = mem_zero(1, sizeof *x);
    x->t = c->t;
    x->conn = c;
    x->intake = c->intake;
    intake_init(&c->intake, &c->t->limits);
    x->client = c->asker;
    c->asker = NULL;
    x->held = intake_held(&x->intake);
    address_format(&x->client->address, x->client_text);
    x->intake.request.client = x->client_text;
    x->began = transport_now(c->t);
    atomic_init(&x->gone, false);
    atomic_init(&x->refs, 1);
    assert(c->held >= x->held);
    c->held -= x->held; /* it was counted with the connection, and is the exchange's now */
    x->t->count.working++;
    x->t->count.requests++;
    return x;
}

void exchange_leave(struct exchange *x)
{
    if (!atomic_exchange(&x->gone, true) && x->t->handlers.gone)
        x->t->handlers.gone(x->t->handlers.context, x);
}

void exchange_hold(struct exchange *x)
{
    atomic_fetch_add(&x->refs, 1);
}

void exchange_drop(struct exchange *x)
{
    if (atomic_fetch_sub(&x->refs, 1) > 1)
        return;
    x->t->count.bodies_bytes -= (int64_t)x->held;
    intake_done(&x->intake);
    transport_answer_free(&x->answer);
    free(x);
}

void exchange_over(struct exchange *x)
{
    clients_drop(x->client);
    exchange_drop(x);
}

const struct transport_request *exchange_request(const struct exchange *x)
{
    return &x->intake.request;
}

const atomic_bool *exchange_gone(const struct exchange *x)
{
    return &x->gone;
}

void exchange_set(struct exchange *x, void *own)
{
    x->own = own;
}

void *exchange_get(const struct exchange *x)
{
    return x->own;
}

void exchange_answer(struct exchange *x, struct transport_answer *a)
{
    struct transport *t = x->t;
    x->answer = *a;
    x->next = NULL;
    pthread_mutex_lock(&t->lock);
    if (t->answers_last)
        t->answers_last->next = x;
    else
        t->answers = x;
    t->answers_last = x;
    unlock_and_wake(t);
}

/* ---- Channels ---- */

/* Puts it among those with news; the lock is held. */
static void tell(struct channel *c)
{
    if (c->news)
        return;
    c->news = true;
    channel_hold(c);
    c->next = c->t->news;
    c->t->news = c;
}

bool channel_send(struct channel *c, const char *text, size_t len)
{
    struct transport *t = c->t;
    if (atomic_load(&c->closed))
        return false;
    pthread_mutex_lock(&t->lock);
    bool fits = !c->overflow && atomic_load(&c->queued) + len <= (size_t)t->limits.socket_queue_bytes &&
                t->count.answers_bytes + (int64_t)len <= t->limits.answers_bytes;
    if (fits) {
        size_t before = c->outbox.len;
        frames_put_text(&c->outbox, text, len);
        size_t added = c->outbox.len - before;
        atomic_fetch_add(&c->queued, added);
        t->count.answers_bytes += (int64_t)added;
    }
    c->overflow = c->overflow || !fits;
    tell(c);
    unlock_and_wake(t);
    return fits;
}

size_t channel_queued(const struct channel *c)
{
    return atomic_load(&c->queued);
}

void channel_ready(struct channel *c)
{
    pthread_mutex_lock(&c->t->lock);
    c->ready = true;
    tell(c);
    unlock_and_wake(c->t);
}

void channel_hold(struct channel *c)
{
    atomic_fetch_add(&c->refs, 1);
}

void channel_drop(struct channel *c)
{
    if (atomic_fetch_sub(&c->refs, 1) > 1)
        return;
    c->t->count.answers_bytes -= (int64_t)atomic_load(&c->queued);
    buf_free(&c->outbox);
    free(c);
}

void channel_set(struct channel *c, void *own)
{
    c->own = own;
}

void *channel_get(const struct channel *c)
{
    return c->own;
}

/* ---- The end ---- */

void transport_quiet(struct transport *t)
{
    pthread_mutex_lock(&t->lock);
    t->quiet_wanted = true;
    unlock_and_wake(t);
}

void transport_end(struct transport *t)
{
    pthread_mutex_lock(&t->lock);
    t->quiet_wanted = t->end_wanted = true;
    unlock_and_wake(t);
    pthread_join(t->thread, NULL);
}

/* ---- In the loop ---- */

/* Takes a channel's messages; the lock is held. */
static void take_news(struct channel *c)
{
    c->news = false;
    c->taken_ready = c->ready;
    c->taken_overflow = c->overflow;
    c->ready = false;
    if (!c->conn || c->outbox.len == 0)
        return;
    if (c->conn->out.len == 0) {
        buf_free(&c->conn->out);
        c->conn->out = c->outbox;
        c->outbox = (struct buf)BUF_EMPTY;
    } else {
        buf_bytes(&c->conn->out, c->outbox.text, c->outbox.len);
        c->outbox.len = 0;
    }
}

static void answer(struct exchange *x)
{
    struct conn *c = x->conn;
    x->t->count.working--;
    if (c)
        conn_answer(c, &x->answer);
    else
        exchange_over(x);
}

static void deal_with(struct channel *c)
{
    if (c->conn && c->taken_overflow)
        channel_end(c->conn, CLOSE_POLICY, "messages are not taken fast enough");
    if (c->conn)
        channel_write(c->conn);
    if (c->conn && c->taken_ready)
        channel_next(c->conn);
    channel_drop(c);
}

void post_take(struct transport *t)
{
    struct exchange *answers;
    struct channel *news = NULL;
    if (pthread_mutex_trylock(&t->lock) != 0)
        return;
    answers = t->answers;
    t->answers = t->answers_last = NULL;
    for (struct channel *c = t->news; c; c = c->next) {
        take_news(c);
        c->taken_next = news;
        news = c;
    }
    t->news = NULL;
    t->quiet = t->quiet_wanted;
    t->ended = t->end_wanted;
    pthread_mutex_unlock(&t->lock);
    for (struct exchange *next; answers; answers = next) {
        next = answers->next;
        answer(answers);
    }
    for (struct channel *next; news; news = next) {
        next = news->taken_next;
        deal_with(news);
    }
}
