/* The thread that sends to the sockets; see feed_inner.h. */
#include <stdio.h>

#include "base/clock.h"
#include "base/wait.h"
#include "server/live/feed_inner.h"

enum { LOOK_EVERY_MS = 50 };
#define QUEUED_SECONDS 0.25 /* how often one is told one's place in the queue, and the first time so late */

static void send_report(struct feed_socket *s, struct follower *f)
{
    struct buf b = BUF_EMPTY;
    buf_format(&b, "{\"id\":%lld,\"report\":%s}", (long long)f->id, buf_str(&f->study->report));
    feed_say(s, buf_str(&b), b.len);
    buf_free(&b);
    f->sent = f->study->version;
    f->at = clock_now();
}

static void send_queued(struct feed *l, struct feed_socket *s, struct follower *f)
{
    double now = clock_now();
    if (now - f->at < QUEUED_SECONDS)
        return;
    f->at = now;
    int ahead = pool_ahead(l->pool, &f->study->job);
    if (ahead < 0 || ahead + 1 == f->queued)
        return;
    f->queued = ahead + 1;
    char text[80];
    int n = snprintf(text, sizeof text, "{\"id\":%lld,\"queued\":%d}", (long long)f->id, f->queued);
    feed_say(s, text, (size_t)n);
}

/* What there is to say to a follower. One whose search has ended is let go after its last report. */
static void send_news(struct feed *l, struct feed_socket *s, struct follower *f)
{
    struct study *t = f->study;
    if (t->version > f->sent)
        send_report(s, f);
    else if (t->state == STUDY_WAITS)
        send_queued(l, s, f);
    if (t->state != STUDY_ENDED || f->sent != t->version)
        return;
    if (t->version == 0)
        feed_say_fault(s, f->id, PROBLEM_BAD_REQUEST, t->err.text);
    study_leave(l, f);
}

static void serve(struct feed *l)
{
    for (struct feed_socket *s = l->sockets; s; s = s->next)
        if (s->queued(s->context) == 0)
            for (int i = 0; i < LIMIT_LIVE_IDS; i++)
                if (s->follower[i].study)
                    send_news(l, s, &s->follower[i]);
}

/* Waits for news, or for a moment; the lock is held. */
static void wait_a_moment(struct feed *l)
{
    wait_for(&l->news, &l->lock, LOOK_EVERY_MS / 1000.0);
}

static void *run(void *context)
{
    struct feed *l = context;
    pthread_mutex_lock(&l->lock);
    while (!l->ending) {
        wait_a_moment(l);
        serve(l);
    }
    pthread_mutex_unlock(&l->lock);
    return NULL;
}

void feed_news(struct feed *l)
{
    if (l->sending)
        pthread_cond_signal(&l->news);
    else
        serve(l);
}

void feed_send_start(struct feed *l)
{
    l->sending = pthread_create(&l->sender, NULL, run, l) == 0;
}

void feed_send_end(struct feed *l)
{
    if (l->sending)
        pthread_join(l->sender, NULL);
    l->sending = false;
}
