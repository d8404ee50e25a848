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
    game_asked_free(&t->asked);
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
    struct report_frame f = {t->wish.lines, t->nodes, t->spent, final, t->proof};
    if (t->asked.game)
        report_write_game(r, t->asked.game, &f, &text);
    else
        report_write(r, t->asked.position, &f, &text);
    pthread_mutex_lock(&t->feed->lock);
    buf_free(&t->report);
    t->report = text;
    t->version++;
    feed_news(t->feed);
    pthread_mutex_unlock(&t->feed->lock);
}

static uint64_t visits(const struct report *r)
{
    uint64_t sum = 0;
    for (int i = 0; i < r->n; i++)
        sum += r->line[i].visits;
    return sum;
}

/* A study that gave way begins anew; until it is as deep as before, the old report is the better one. */
static bool is_better(const struct study *t, const struct report *r)
{
    if (t->asked
            .game) /* a tree search is the better, the more walks it has made; one that lost its tree begins anew */
        return r->n > 0 && visits(r) >= visits(&t->best);
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

static int threads_of(const struct study *t)
{
    int width = pool_width(t->feed->pool), wish = t->wish.threads;
    return wish > 0 && wish < width ? wish : width;
}

static double seconds_of(const struct study *t)
{
    double all = t->wish.seconds;
    return all <= 0 ? 0 : all > t->spent ? all - t->spent : 0.001;
}

/* The same for a game outside the Connect family. */
static bool search_game(struct study *t, struct tools *d, struct report *r)
{
    struct bot *b = tools_analyst(d, t->asked.game, threads_of(t), t->wish.hash_bytes, &t->err);
    struct limits l = {.seconds = seconds_of(t), .stop = &t->stop};
    if (!b)
        return false;
    pool_slice(d, &t->stop);
    bot_study(b, t->asked.game, &l, progress, t, r);
    t->yielded = pool_slice_end(d);
    return true;
}

/* Searches until the end or the end of its slice. False: there is no engine for this game. */
static bool search(struct study *t, struct tools *d, struct report *r)
{
    const struct study_wish *w = &t->wish;
    const struct position *p = t->asked.position;
    if (t->asked.game)
        return search_game(t, d, r);
    struct chooser_known known;
    const struct deadline until = {.stop = &t->stop};
    if (!w->region && chooser_known_report(&t->feed->book, p, &until, r, &known)) {
        memcpy(t->proof, known.proof, sizeof t->proof);
        return true;
    }
    struct engine *engine = tools_engine(d, &p->rules, threads_of(t), w->hash_bytes, &t->err);
    if (!engine)
        return false;
    struct engine_limits limits = {
        .work.seconds = seconds_of(t), .lines = w->lines, .work.stop = &t->stop, .region = w->region};
    pool_slice(d, &t->stop);
    engine_think(engine, p, &limits, progress, t, r);
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

/* The same game, move by move: of other games than the Connect family, where the way to a position may matter. */
static bool same_game(const struct game *a, const struct game *b)
{
    struct game_rules x, y;
    a->kind->rules(a, &x);
    b->kind->rules(b, &y);
    if (!game_rules_equal(&x, &y) || game_plies(a) != game_plies(b) || a->kind->key(a) != b->kind->key(b))
        return false;
    for (int i = 0; i < game_plies(a); i++) {
        enum side s, t;
        if (a->kind->ply(a, i, &s) != b->kind->ply(b, i, &t) || s != t)
            return false;
    }
    return true;
}

static bool same_place(const struct game_asked *a, const struct game_asked *b)
{
    if (a->game || b->game)
        return a->game && b->game && same_game(a->game, b->game);
    return position_equal(a->position, b->position);
}

static struct study *find(struct feed *l, const struct game_asked *p, const struct study_wish *w)
{
    for (struct study *t = l->studies; t; t = t->next)
        if (t->wish.lines == w->lines && t->wish.seconds == w->seconds && t->wish.threads == w->threads &&
            t->wish.hash_bytes == w->hash_bytes && same_place(&t->asked, p) &&
            same_region(p->position, t->wish.region, w->region))
            return t;
    return NULL;
}

/* The caller's position and region become the study's. */
static struct study *start(struct feed *l, uint64_t client, const struct game_asked *p,
                           const struct study_wish *w)
{
    struct study *t = mem_zero(1, sizeof *t);
    t->job = (struct job){.run = run, .client = client, .kind = JOB_ANALYSIS};
    t->feed = l;
    t->asked = *p;
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

bool study_follow(struct feed_socket *s, int64_t id, struct game_asked *p, const struct study_wish *w)
{
    struct feed *l = s->feed;
    struct follower *f = NULL;
    for (int i = 0; i < LIMIT_LIVE_IDS && !f; i++)
        if (!s->follower[i].study)
            f = &s->follower[i];
    if (!f) {
        game_asked_free(p);
        free(w->region);
        feed_say_fault(s, id, PROBLEM_BUSY, "this connection follows too many searches");
        return false;
    }
    struct study *t = find(l, p, w);
    if (t) {
        game_asked_free(p);
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
