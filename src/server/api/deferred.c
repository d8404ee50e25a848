/* Jobs that requests wait for; see deferred.h.
 *
 * An exchange knows its deferred answer as long as the job waits or runs. That is settled under s->deferring, so that a client
 * who goes away and a job that ends at the same moment do not both free it. */
#include "server/api/deferred.h"

#include <stdlib.h>

#include "base/mem.h"
#include "server/api/send.h"
#include "server/api/state.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"

static void answer(struct deferred *a, struct reply *r)
{
    struct exchange *x = a->exchange;
    if (atomic_load(exchange_gone(x)))
        reply_fail(r, PROBLEM_STOPPED, "the search was stopped");
    a->free(a);
    reply_send(x, r);
}

static void run(struct job *j, struct tools *d)
{
    struct deferred *a = (struct deferred *)j;
    struct reply r = REPLY_EMPTY;
    pool_slice(d, &a->stop);
    a->work(a, d, &r);
    pool_slice_end(d);
    pthread_mutex_lock(&a->server->deferring);
    exchange_set(a->exchange, NULL);
    pthread_mutex_unlock(&a->server->deferring);
    answer(a, &r);
}

bool deferred_start(struct server *s, struct deferred *a, const struct request *q, struct reply *r)
{
    a->job = (struct job){.run = run, .kind = JOB_MOVE, .client = q->client};
    a->server = s;
    a->exchange = q->exchange;
    atomic_init(&a->stop, false);
    pthread_mutex_lock(&s->deferring);
    bool ok = !atomic_load(exchange_gone(q->exchange)) && pool_add(s->pool, &a->job);
    if (ok)
        exchange_set(q->exchange, a);
    pthread_mutex_unlock(&s->deferring);
    r->later = ok;
    if (ok)
        return true;
    a->free(a);
    return reply_fail(r, PROBLEM_BUSY, "too many searches are waiting; try again in a moment");
}

static void free_position(struct deferred *a)
{
    position_free(((struct deferred_position *)a)->position);
    free(a);
}

void deferred_position(struct server *s, struct request *q, struct reply *r, double usual_seconds,
                       void (*work)(struct deferred *a, struct tools *d, struct reply *r))
{
    struct deferred_position *x = mem_zero(1, sizeof *x);
    struct err e;
    x->deferred.work = work;
    x->deferred.free = free_position;
    x->seconds = usual_seconds;
    if (field_number(q->json, "seconds", 0.001, LIMIT_MOVE_SECONDS, &x->seconds, &e) &&
        game_of_request(q->json, true, &x->position, &e)) {
        deferred_start(s, &x->deferred, q, r);
    } else {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
        free(x);
    }
}

void deferred_gone(struct server *s, struct exchange *x)
{
    pthread_mutex_lock(&s->deferring);
    struct deferred *a = exchange_get(x);
    if (a && a->gone) {
        a->gone(a);
        a = NULL;
    }
    if (a)
        atomic_store(&a->stop, true);
    if (a && pool_cancel(s->pool, &a->job))
        exchange_set(x, NULL);
    else
        a = NULL;
    pthread_mutex_unlock(&s->deferring);
    struct reply r = REPLY_EMPTY;
    if (a)
        answer(a, &r);
}
