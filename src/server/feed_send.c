/* The thread that sends to the sockets; see feed_inner.h. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "base/clock.h"
#include "server/feed_inner.h"

enum { LOOK_EVERY_MS = 50 };
#define FULL_SECONDS   20.0 /* a socket that takes nothing for so long is cut off */
#define QUEUED_SECONDS 0.25 /* how often one is told one's place in the queue, and the first time so late */

/* Can the socket take more? The kernel says yes while a good part of its buffer is free, so that a message of
 * some kilobytes does not block. */
static bool takes_more(struct feed_socket *s)
{
    if (s->fd < 0)
        return true;
    struct pollfd p = {s->fd, POLLOUT, 0};
    if (poll(&p, 1, 0) > 0 && (p.revents & POLLOUT)) {
        s->full_since = 0;
        return true;
    }
    double now = clock_now();
    if (s->full_since == 0)
        s->full_since = now;
    if (now - s->full_since > FULL_SECONDS)
        s->broken = true;
    return false;
}

/* Appends a message behind its length. */
static void put(struct buf *out, const char *text, size_t len)
{
    buf_bytes(out, &len, sizeof len);
    buf_bytes(out, text, len);
}

static void put_report(struct buf *out, struct follower *f)
{
    struct buf b = BUF_EMPTY;
    buf_format(&b, "{\"id\":%lld,\"report\":%s}", (long long)f->id, buf_str(&f->study->report));
    put(out, buf_str(&b), b.len);
    buf_free(&b);
    f->sent = f->study->version;
    f->at = clock_now();
}

static void put_queued(struct feed *l, struct buf *out, struct follower *f)
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
    put(out, text, (size_t)n);
}

/* What there is to say to a follower. One whose search has ended is let go after its last report. */
static void put_news(struct feed *l, struct feed_socket *s, struct follower *f)
{
    struct study *t = f->study;
    if (t->version > f->sent)
        put_report(&s->texts, f);
    else if (t->state == STUDY_WAITS)
        put_queued(l, &s->texts, f);
    if (t->state != STUDY_ENDED || f->sent != t->version)
        return;
    if (t->version == 0)
        feed_say_fault(s, f->id, FAULT_BAD_REQUEST, t->err.text);
    study_leave(l, f);
}

/* Sends what was collected; the lock is not held. */
static bool send_all(struct feed_socket *s, const struct buf *texts)
{
    for (size_t at = 0; at < texts->len;) {
        size_t len;
        memcpy(&len, texts->text + at, sizeof len);
        at += sizeof len;
        if (!s->send(s->context, texts->text + at, len))
            return false;
        at += len;
    }
    return true;
}

static void serve(struct feed *l, struct feed_socket *s)
{
    for (int i = 0; i < LIMIT_LIVE_IDS; i++)
        if (s->follower[i].study)
            put_news(l, s, &s->follower[i]);
    if (s->texts.len == 0)
        return;
    struct buf texts = s->texts;
    s->texts = (struct buf)BUF_EMPTY;
    s->busy = true;
    pthread_mutex_unlock(&l->lock);
    bool ok = send_all(s, &texts);
    buf_free(&texts);
    pthread_mutex_lock(&l->lock);
    s->busy = false;
    s->broken = s->broken || !ok;
    pthread_cond_broadcast(&l->quiet);
}

/* Waits for news, or for a moment; the lock is held. */
static void wait_a_moment(struct feed *l)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LOOK_EVERY_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(&l->news, &l->lock, &until);
}

static void *run(void *context)
{
    struct feed *l = context;
    pthread_mutex_lock(&l->lock);
    while (!l->ending) {
        wait_a_moment(l);
        /* A socket cannot leave the list while it is busy, and the lock is only let go while it is. */
        for (struct feed_socket *s = l->sockets; s && !l->ending; s = s->next) {
            if (!s->closed && !s->broken && takes_more(s))
                serve(l, s);
            if (s->broken && !s->closed && s->fd >= 0)
                shutdown(s->fd, SHUT_RDWR); /* its reader then ends, and closes it */
        }
    }
    pthread_mutex_unlock(&l->lock);
    return NULL;
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
