/* The log; see log.h. */
#include "server/transport/log.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"

enum {
    WAITING_MOST = 1 << 20
}; /* bytes of lines that the disk has not taken; more are dropped, and counted */

struct log {
    int fd;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t news;
    struct buf lines;
    int dropped;
    bool ending;
};

static void write_all(int fd, const struct buf *b)
{
    for (size_t at = 0; at < b->len;) {
        ssize_t n = write(fd, b->text + at, b->len - at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return; /* a full disk must not stop the server; the lines are lost */
        at += (size_t)n;
    }
}

static void *run(void *context)
{
    struct log *l = context;
    pthread_mutex_lock(&l->lock);
    while (!l->ending || l->lines.len > 0) {
        if (l->lines.len == 0) {
            pthread_cond_wait(&l->news, &l->lock);
            continue;
        }
        struct buf lines = l->lines;
        l->lines = (struct buf)BUF_EMPTY;
        if (l->dropped)
            buf_format(&lines, "(%d lines were dropped)\n", l->dropped);
        l->dropped = 0;
        pthread_mutex_unlock(&l->lock);
        write_all(l->fd, &lines);
        buf_free(&lines);
        pthread_mutex_lock(&l->lock);
    }
    pthread_mutex_unlock(&l->lock);
    return NULL;
}

bool log_open(const char *path, struct log **out, struct err *e)
{
    bool console = strcmp(path, "-") == 0;
    int fd = console ? dup(STDERR_FILENO) : open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
    if (fd < 0)
        return err_set(e, "%s: %s", path, strerror(errno));
    struct log *l = mem_zero(1, sizeof *l);
    l->fd = fd;
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->news, NULL);
    int status = pthread_create(&l->thread, NULL, run, l);
    if (status != 0) {
        close(fd);
        free(l);
        return err_set(e, "cannot start a thread: %s", strerror(status));
    }
    *out = l;
    return true;
}

void log_close(struct log *l)
{
    if (!l)
        return;
    pthread_mutex_lock(&l->lock);
    l->ending = true;
    pthread_cond_signal(&l->news);
    pthread_mutex_unlock(&l->lock);
    pthread_join(l->thread, NULL);
    pthread_cond_destroy(&l->news);
    pthread_mutex_destroy(&l->lock);
    buf_free(&l->lines);
    close(l->fd);
    free(l);
}

/* ---- Lines ---- */

static void put_time(struct buf *b)
{
    struct timespec now;
    struct tm utc;
    char text[32];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc);
    buf_format(b, "%s.%03ldZ", text, now.tv_nsec / 1000000);
}

/* What came from outside, without what a terminal would obey, and not all of what is long. */
static void put_clean(struct buf *b, const char *text)
{
    enum { MOST = 200 };
    for (int i = 0; text[i] && i < MOST; i++)
        buf_char(b, text[i] > ' ' && text[i] < 127 ? text[i] : '?');
    if (strlen(text) > MOST)
        buf_text(b, "…");
}

static void put_event(struct buf *b, const struct transport_event *e)
{
    static const char *const kinds[] = {[EVENT_ANSWERED] = "answered",
                                        [EVENT_REFUSED] = "refused",
                                        [EVENT_OPENED] = "opened",
                                        [EVENT_CLOSED] = "closed"};
    put_time(b);
    buf_format(b, " %s %s", e->client, kinds[e->kind]);
    if (e->method) {
        buf_format(b, " %s ", e->method);
        put_clean(b, e->target);
    }
    if (e->status)
        buf_format(b, " %d", e->status);
    if (e->kind == EVENT_ANSWERED)
        buf_format(b, " %zu bytes %.0f ms", e->bytes, 1000 * e->seconds);
    if (e->kind == EVENT_CLOSED)
        buf_format(b, " after %.0f s", e->seconds);
    if (e->fault)
        buf_format(b, ": %s", e->fault);
    buf_char(b, '\n');
}

/* May a line be added? The lock is held. */
static bool has_room(struct log *l)
{
    bool room = l->lines.len < WAITING_MOST;
    l->dropped += !room;
    return room;
}

void log_event(struct log *l, const struct transport_event *e)
{
    pthread_mutex_lock(&l->lock);
    if (has_room(l))
        put_event(&l->lines, e);
    pthread_cond_signal(&l->news);
    pthread_mutex_unlock(&l->lock);
}

void log_note(struct log *l, const char *message)
{
    pthread_mutex_lock(&l->lock);
    if (has_room(l)) {
        put_time(&l->lines);
        buf_format(&l->lines, " %s\n", message);
    }
    pthread_cond_signal(&l->news);
    pthread_mutex_unlock(&l->lock);
}
