/* The store's connections to its file; see store_db.h. */
#define _GNU_SOURCE /* pthread_mutex_clocklock */
#include "store/store_db.h"

#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "json/limits.h"

enum { WAIT_LEAST_MS = 50 }; /* for a lock of the file, however long the wait for its connection was */
#define LOG_SECONDS 10.0     /* the same message is logged so often */

/* ---- What went wrong ---- */

/* Writes into the log; the same thing not again and again. */
static void log_detail(struct store *s, const struct err *line)
{
    if (!s->options.log)
        return;
    pthread_mutex_lock(&s->log_lock);
    double now = clock_now();
    if (strcmp(line->text, s->logged.text) != 0 || now - s->logged_at > LOG_SECONDS) {
        s->logged = *line;
        s->logged_at = now;
        s->options.log(s->options.context, line->text);
    }
    pthread_mutex_unlock(&s->log_lock);
}

/* What failed in the file, in words for clients. */
static enum store_answer say(struct store_db *d, enum db_answer failed, const struct err *why, struct err *e)
{
    static const enum store_answer answers[] = {
        [DB_FINE] = STORE_FINE,       [DB_BUSY] = STORE_BUSY,       [DB_FULL] = STORE_FULL,
        [DB_STOPPED] = STORE_STOPPED, [DB_DAMAGED] = STORE_DAMAGED, [DB_FAILED] = STORE_FAILED};
    struct store *s = d->store;
    if (failed == DB_FINE)
        return STORE_FINE;
    if (s->ready && failed != DB_STOPPED)
        log_detail(s, why);
    if (!s->ready || failed == DB_STOPPED)
        err_set(e, "%s", why->text);
    else if (failed == DB_FULL)
        file_say_full(s, e);
    else if (failed == DB_BUSY)
        err_set(e, "another program is using the data file; try again in a moment");
    else if (failed == DB_DAMAGED)
        err_set(e, "the data file is damaged here; the server's log says more");
    else
        err_set(e, "the data file cannot be read or written; the server's log says more");
    d->stale = d->stale || failed == DB_DAMAGED || failed == DB_FAILED;
    return answers[failed];
}

enum store_answer store_end(struct store_db *d, enum store_answer a, struct err *e)
{
    struct err why;
    enum store_answer ended = say(d, db_end(d->db, a == STORE_FINE, &why), &why, e);
    return ended == STORE_FINE ? a : ended;
}

int64_t store_now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- Connections ---- */

enum store_answer store_connect(struct store_db *d, bool create, struct err *e)
{
    const struct store *s = d->store;
    struct db_kind kind = file_kind;
    struct err why;
    kind.wait_ms = s->options.wait_ms;
    enum db_answer failed =
        db_open(&kind, s->one ? NULL : s->path, create ? DB_CREATE : DB_WRITE, &d->db, &why);
    if (!failed) {
        db_limit(d->db, s->options.bytes_most);
        failed = db_failure(d->db, &why);
    }
    if (failed) {
        db_close(d->db);
        d->db = NULL;
    }
    d->stale = false;
    return say(d, failed, &why, e);
}

/* Locks wait by the clock that nobody sets. The thread sanitizer of clang 14 does not know that call and would take
 * the lock for an open one; there the time of day has to do. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define LOCK_CLOCK          CLOCK_REALTIME
#define lock_until(l, when) pthread_mutex_timedlock(l, when)
#endif
#endif
#ifndef LOCK_CLOCK
#define LOCK_CLOCK          CLOCK_MONOTONIC
#define lock_until(l, when) pthread_mutex_clocklock(l, LOCK_CLOCK, when)
#endif

/* Waits for the connection at most so long. */
static bool lock_within(struct store_db *d, int ms)
{
    struct timespec until;
    clock_gettime(LOCK_CLOCK, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    return lock_until(&d->lock, &until) == 0;
}

/* Opens the connection again if something was wrong with the file; memory cannot be opened again. */
static enum store_answer refresh(struct store_db *d, struct err *e)
{
    if (d->db && (d->store->one || (!d->stale && !db_moved(d->db))))
        return STORE_FINE;
    db_close(d->db);
    return store_connect(d, false, e);
}

struct store_db *store_take(struct store *s, bool write, enum store_answer *why, struct err *e)
{
    struct store_db *d = write || s->one ? &s->writer : &s->reader;
    double start = clock_now();
    if (!lock_within(d, s->options.wait_ms)) {
        *why = STORE_BUSY;
        err_set(e, "too much is being saved; try again in a moment");
        return NULL;
    }
    *why = refresh(d, e);
    if (*why != STORE_FINE) {
        pthread_mutex_unlock(&d->lock);
        return NULL;
    }
    int left = s->options.wait_ms - (int)((clock_now() - start) * 1000);
    db_wait(d->db, left > WAIT_LEAST_MS ? left : WAIT_LEAST_MS);
    return d;
}

enum store_answer store_release(struct store_db *d, enum store_answer a, struct err *e)
{
    struct err why;
    enum store_answer failed = say(d, db_failure(d->db, &why), &why, e);
    pthread_mutex_unlock(&d->lock);
    return failed == STORE_FINE ? a : failed;
}
