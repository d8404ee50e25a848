/* The analysis of a whole game, position by position; see feed_inner.h.
 *
 * Every position is a job of its own, put at the end of the queue, so that a review of an hour leaves room
 * for others after every half second. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "live/feed_inner.h"
#include "json/report.h"

static void review_free(struct review *v)
{
    position_free(v->game);
    free(v);
}

static void unlink_review(struct feed *l, struct review *v)
{
    struct review **at = &l->reviews;
    while (*at && *at != v)
        at = &(*at)->next;
    if (*at)
        *at = v->next;
}

/* The game after its first `n` stones. */
static struct position *position_at(const struct position *game, int n)
{
    struct position *p = position_copy(game);
    while (p->plies > n)
        position_undo(p);
    return p;
}

/* The next position at or behind `at` at which somebody begins a turn and the game is open; -1: there is
 * none. */
static int next_turn(const struct position *game, int at)
{
    for (; at < game->plies; at++)
        if (at == 0 || game->ply[at].side != game->ply[at - 1].side)
            return at;
    if (at > game->plies || game->outcome != OUTCOME_OPEN)
        return -1;
    bool begun = game->plies > 0 && game->ply[game->plies - 1].side == game->to_move;
    return begun ? -1 : at;
}

static void say(struct review *v, const char *report)
{
    struct buf b = BUF_EMPTY;
    if (report)
        buf_format(&b, "{\"id\":%lld,\"at\":%d,\"of\":%d,\"report\":%s}", (long long)v->id, v->at,
                   v->game->plies, report);
    else
        buf_format(&b, "{\"id\":%lld,\"final\":true}", (long long)v->id);
    feed_say(v->socket, buf_str(&b), b.len);
    buf_free(&b);
}

/* Searches one position. False: there is no engine for this game. */
static bool search(struct review *v, struct tools *d, struct buf *out, struct err *e)
{
    struct engine *engine = tools_engine(d, &v->game->rules, pool_width(v->feed->pool), 0, e);
    if (!engine)
        return false;
    struct position *p = position_at(v->game, v->at);
    struct engine_report *r = mem_zero(1, sizeof *r);
    struct engine_limits limits = {.seconds = v->seconds, .lines = v->lines, .stop = &v->stop};
    pool_slice(d, &v->stop);
    engine_think(engine, p, &limits, NULL, NULL, r);
    v->yielded = pool_slice_end(d);
    report_write(r, p, 0, 0, true, NULL, out);
    free(r);
    position_free(p);
    return true;
}

/* Tells the socket and goes on to the next position; false if the review is over. The lock is held. */
static bool go_on(struct review *v, bool ok, const struct buf *report, const struct err *e)
{
    struct feed *l = v->feed;
    if (!v->socket || l->ending)
        return false;
    if (!ok) {
        feed_say_fault(v->socket, v->id, PROBLEM_BAD_REQUEST, e->text);
        return false;
    }
    say(v, buf_str(report));
    v->at = next_turn(v->game, v->at + 1);
    if (v->at < 0) {
        say(v, NULL);
        return false;
    }
    if (v->yielded)
        atomic_store(&v->stop, false);
    v->queued = true;
    return pool_again(l->pool, &v->job);
}

static void run(struct job *j, struct tools *d)
{
    struct review *v = (struct review *)j;
    struct feed *l = v->feed;
    struct buf report = BUF_EMPTY;
    struct err e;
    pthread_mutex_lock(&l->lock);
    v->queued = false;
    l->running++;
    pthread_mutex_unlock(&l->lock);
    bool ok = search(v, d, &report, &e);
    pthread_mutex_lock(&l->lock);
    l->running--;
    if (!go_on(v, ok, &report, &e)) {
        unlink_review(l, v);
        review_free(v);
    }
    pthread_cond_broadcast(&l->quiet);
    pthread_mutex_unlock(&l->lock);
    buf_free(&report);
}

bool review_start(struct feed_socket *s, int64_t id, struct position *p, int lines, double seconds)
{
    struct feed *l = s->feed;
    struct review *v = mem_zero(1, sizeof *v);
    *v = (struct review){.job = {.run = run, .client = s->client, .kind = JOB_REVIEW},
                         .feed = l,
                         .socket = s,
                         .id = id,
                         .game = p,
                         .at = next_turn(p, 0),
                         .lines = lines,
                         .seconds = seconds,
                         .queued = true};
    atomic_init(&v->stop, false);
    if (v->at < 0) {
        say(v, NULL);
        review_free(v);
        return true;
    }
    if (l->ending || !pool_add(l->pool, &v->job)) {
        feed_say_fault(s, id, PROBLEM_BUSY, "too many searches are waiting; try again in a moment");
        review_free(v);
        return false;
    }
    v->next = l->reviews;
    l->reviews = v;
    return true;
}

void review_end(struct feed_socket *s, int64_t id)
{
    struct feed *l = s->feed;
    for (struct review *v = l->reviews, *next; v; v = next) {
        next = v->next;
        if (v->socket != s || (id >= 0 && v->id != id))
            continue;
        v->socket = NULL;
        atomic_store(&v->stop, true);
        if (v->queued && pool_cancel(l->pool, &v->job)) {
            unlink_review(l, v);
            review_free(v);
        }
    }
}
