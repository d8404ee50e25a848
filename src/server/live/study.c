/* Searches that several sockets follow; see feed_inner.h.
 *
 * A study that others wait behind is asked by the pool to give way after some seconds and goes to the end of
 * its line; the engine's table may still know it when its turn comes again. Followers see reports only as
 * deep as they had before. It counts as a job of the client that asked for it first. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "server/live/feed_inner.h"
#include "json/report.h"

#define REPORT_SECONDS 0.2 /* at most so often */

static void study_free(struct study *t)
{
    position_free(t->position);
    free(t->wish.region);
    buf_free(&t->report);
    free(t);
}

static void unlink_study(struct feed *l, struct study *t)
{
    struct study **at = &l->studies;
    while (*at && *at != t)
        at = &(*at)->next;
    if (*at)
        *at = t->next;
    t->dropped = true;
}

static void publish(struct study *t, const struct report *r, bool final)
{
    struct buf text = BUF_EMPTY;
    report_write(r, t->position, t->nodes, t->spent, final, t->proof, &text);
    pthread_mutex_lock(&t->feed->lock);
    buf_free(&t->report);
    t->report = text;
    t->version++;
    feed_news(t->feed);
    pthread_mutex_unlock(&t->feed->lock);
}

/* A study that gave way begins anew; until it is as deep as before, the old report is the better one. */
static bool is_better(const struct study *t, const struct report *r)
{
    return r->n > 0 && (r->depth >= t->best.depth || r->line[0].mate != 0);
}

static void progress(void *context, const struct report *r)
{
    struct study *t = context;
    double now = clock_now();
    if (!is_better(t, r) || (t->published > 0 && now - t->published < REPORT_SECONDS))
        return;
    t->published = now;
    t->best = *r;
    publish(t, r, false);
}

/* The last report: nodes and seconds of all that was done, lines of the deepest. */
static void publish_last(struct study *t, const struct report *r)
{
    if (is_better(t, r))
        t->best = *r;
    t->best.nodes = r->nodes;
    t->best.seconds = r->seconds;
    publish(t, &t->best, true);
}

/* Searches until the end or the end of its slice. False: there is no engine for this game. */
static bool search(struct study *t, struct tools *d, struct report *r)
{
    const struct study_wish *w = &t->wish;
    struct chooser_known known;
    const struct deadline until = {.stop = &t->stop};
    if (!w->region && chooser_known_report(&t->feed->book, t->position, &until, r, &known)) {
        memcpy(t->proof, known.proof, sizeof t->proof);
        return true;
    }
    int width = pool_width(t->feed->pool),
        threads = w->threads > 0 && w->threads < width ? w->threads : width;
    struct engine *engine = tools_engine(d, &t->position->rules, threads, w->hash_bytes, &t->err);
    if (!engine)
        return false;
    struct engine_limits limits = {.lines = w->lines, .stop = &t->stop, .region = w->region};
    if (w->seconds > 0)
        limits.seconds = w->seconds > t->spent ? w->seconds - t->spent : 0.001;
    pool_slice(d, &t->stop);
    engine_think(engine, t->position, &limits, progress, t, r);
    t->yielded = pool_slice_end(d);
    return true;
}

/* Puts the study at the end of the queue again; false if nobody follows it any more, or no more may wait. */
static bool give_way(struct study *t, const struct report *r)
{
    struct feed *l = t->feed;
    pthread_mutex_lock(&l->lock);
    bool again = !t->dropped && !l->ending;
    if (again) {
        atomic_store(&t->stop, false);
        t->nodes += r->nodes;
        t->spent += r->seconds;
        t->state = STUDY_WAITS;
        again = pool_again(
            l->pool, &t->job); /* it may run at once, in another thread, up to where it wants the lock */
    }
    pthread_mutex_unlock(&l->lock);
    return again;
}

static void run(struct job *j, struct tools *d)
{
    struct study *t = (struct study *)j;
    struct feed *l = t->feed;
    pthread_mutex_lock(&l->lock);
    t->state = STUDY_RUNS;
    l->running++;
    pthread_mutex_unlock(&l->lock);
    struct report *r = mem_zero(1, sizeof *r);
    bool ok = search(t, d, r), again = ok && t->yielded && give_way(t, r);
    if (ok && !again)
        publish_last(t, r);
    free(r);
    pthread_mutex_lock(&l->lock);
    l->running--;
    if (!again) {
        t->state = STUDY_ENDED;
        if (t->dropped)
            study_free(t);
        feed_news(l);
    }
    pthread_cond_broadcast(&l->quiet);
    pthread_mutex_unlock(&l->lock);
}

static bool same_region(const struct position *p, const uint8_t *a, const uint8_t *b)
{
    return a && b ? memcmp(a, b, (size_t)square_limit(&p->rules)) == 0 : a == b;
}

static struct study *find(struct feed *l, const struct position *p, const struct study_wish *w)
{
    for (struct study *t = l->studies; t; t = t->next)
        if (t->wish.lines == w->lines && t->wish.seconds == w->seconds && t->wish.threads == w->threads &&
            t->wish.hash_bytes == w->hash_bytes && position_equal(t->position, p) &&
            same_region(p, t->wish.region, w->region))
            return t;
    return NULL;
}

/* The caller's position and region become the study's. */
static struct study *start(struct feed *l, uint64_t client, struct position *p, const struct study_wish *w)
{
    struct study *t = mem_zero(1, sizeof *t);
    t->job = (struct job){.run = run, .client = client, .kind = JOB_ANALYSIS};
    t->feed = l;
    t->position = p;
    t->wish = *w;
    atomic_init(&t->stop, false);
    t->state = STUDY_WAITS;
    if (l->ending || !pool_add(l->pool, &t->job)) {
        study_free(t);
        return NULL;
    }
    t->next = l->studies;
    l->studies = t;
    return t;
}

bool study_follow(struct feed_socket *s, int64_t id, struct position *p, const struct study_wish *w)
{
    struct feed *l = s->feed;
    struct follower *f = NULL;
    for (int i = 0; i < LIMIT_LIVE_IDS && !f; i++)
        if (!s->follower[i].study)
            f = &s->follower[i];
    if (!f) {
        position_free(p);
        free(w->region);
        feed_say_fault(s, id, PROBLEM_BUSY, "this connection follows too many searches");
        return false;
    }
    struct study *t = find(l, p, w);
    if (t) {
        position_free(p);
        free(w->region);
    } else {
        t = start(l, s->client, p, w);
    }
    if (!t) {
        feed_say_fault(s, id, PROBLEM_BUSY, "too many searches are waiting; try again in a moment");
        return false;
    }
    t->followers++;
    *f = (struct follower){.id = id, .study = t, .queued = -1, .at = clock_now()};
    feed_news(l);
    return true;
}

void study_leave(struct feed *l, struct follower *f)
{
    struct study *t = f->study;
    f->study = NULL;
    if (!t || --t->followers > 0)
        return;
    unlink_study(l, t);
    atomic_store(&t->stop, true);
    if (t->state == STUDY_ENDED || (t->state == STUDY_WAITS && pool_cancel(l->pool, &t->job)))
        study_free(t);
}
