/* Jobs that requests wait for; see ask.h.
 *
 * An exchange knows its ask as long as the job waits or runs. That is settled under s->asks, so that a client
 * who goes away and a job that ends at the same moment do not both free it. */
#include "server/ask.h"

#include "server/http.h"
#include "server/state.h"

static void answer(struct ask *a, struct reply *r)
{
    struct exchange *x = a->exchange;
    if (atomic_load(exchange_gone(x)))
        reply_fail(r, FAULT_STOPPED, "the search was stopped");
    a->free(a);
    http_answer(x, r);
}

static void run(struct job *j, struct desk *d)
{
    struct ask *a = (struct ask *)j;
    struct reply r = REPLY_EMPTY;
    pool_slice(d, &a->stop);
    a->work(a, d, &r);
    pool_slice_end(d);
    pthread_mutex_lock(&a->server->asks);
    exchange_set(a->exchange, NULL);
    pthread_mutex_unlock(&a->server->asks);
    answer(a, &r);
}

bool ask_start(struct server *s, struct ask *a, const struct request *q, struct reply *r)
{
    a->job = (struct job){.run = run, .kind = JOB_MOVE, .client = q->client};
    a->server = s;
    a->exchange = q->exchange;
    atomic_init(&a->stop, false);
    pthread_mutex_lock(&s->asks);
    bool ok = !atomic_load(exchange_gone(q->exchange)) && pool_add(s->pool, &a->job);
    if (ok)
        exchange_set(q->exchange, a);
    pthread_mutex_unlock(&s->asks);
    r->later = ok;
    if (ok)
        return true;
    a->free(a);
    return reply_fail(r, FAULT_BUSY, "too many searches are waiting; try again in a moment");
}

void ask_gone(struct server *s, struct exchange *x)
{
    pthread_mutex_lock(&s->asks);
    struct ask *a = exchange_get(x);
    if (a)
        atomic_store(&a->stop, true);
    if (a && pool_cancel(s->pool, &a->job))
        exchange_set(x, NULL);
    else
        a = NULL;
    pthread_mutex_unlock(&s->asks);
    struct reply r = REPLY_EMPTY;
    if (a)
        answer(a, &r);
}
