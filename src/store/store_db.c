/* The store's connections to its file; see store_db.h. */
#define _GNU_SOURCE /* pthread_mutex_clocklock */
#include "store/store_db.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "json/limits.h"

enum {
    WAIT_LEAST_MS = 50, /* for a lock of the file, however long the wait for its connection was */
    /* That the file's log keeps when it is empty: room that is not asked for again. */
    LOG_BYTES_MOST = 8 << 20,
};
#define LOG_SECONDS 10.0 /* the same message is logged so often */

#define COLUMNS "id, title, rules, nodes, updated, revision"
#define MATCHES " FROM tree WHERE ?1 IS NULL OR title LIKE ?1 ESCAPE '\\'"

static const char *const statements[STORE_STATEMENTS] = {
    [STORE_BEGIN] = "BEGIN IMMEDIATE",
    [STORE_COMMIT] = "COMMIT",
    [STORE_ROLLBACK] = "ROLLBACK",
    [STORE_INSERT] = "INSERT INTO tree (title, rules, nodes, body, updated, sum, revision) VALUES (?1, ?2, "
                     "?3, ?4, ?5, ?6, 1)",
    [STORE_REVISION] = "SELECT revision FROM tree WHERE id = ?1",
    [STORE_UPDATE] = "UPDATE tree SET title = ?1, rules = ?2, nodes = ?3, body = ?4, updated = ?5, sum = ?6,"
                     " revision = ?7 WHERE id = ?8",
    [STORE_DELETE] = "DELETE FROM tree WHERE id = ?1",
    [STORE_DOOM] = "INSERT INTO doomed (tree) VALUES (?1)",
    [STORE_DOOMED] = "SELECT tree FROM doomed LIMIT 1",
    [STORE_SPARE] = "DELETE FROM doomed WHERE tree = ?1",
    [STORE_GET] = "SELECT " COLUMNS ", body, sum FROM tree WHERE id = ?1",
    [STORE_COUNT] = "SELECT count(*)" MATCHES,
    [STORE_LIST] = "SELECT " COLUMNS MATCHES " ORDER BY updated DESC, id DESC LIMIT ?2 OFFSET ?3",
    [STORE_PLACES] = "SELECT hash, path, form, symmetry, line FROM place WHERE tree = ?1",
    [STORE_PLACE_ADD] =
        "INSERT INTO place (hash, tree, path, form, symmetry, line) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [STORE_PLACE_DROP] = "DELETE FROM place WHERE hash = ?1 AND tree = ?2 AND path = ?3",
    [STORE_PLACES_DROP] = "DELETE FROM place WHERE tree = ?1",
    [STORE_SOME_DROP] = "DELETE FROM place WHERE (hash, tree, path) IN"
                        " (SELECT hash, tree, path FROM place WHERE tree = ?1 LIMIT ?2)",
    /* In the order of the table, so that a position that every tree has is found as quickly as another. */
    [STORE_FIND] = "SELECT tree.id, tree.title, place.path, place.symmetry, place.line FROM place CROSS JOIN "
                   "tree ON tree.id = place.tree WHERE place.hash = ?1 AND place.form = ?2 ORDER BY "
                   "place.tree DESC, length(place.path), place.path LIMIT ?3",
    [STORE_PROGRESS_GET] = "SELECT revision, updated, body, sum FROM progress WHERE player = ?1",
    [STORE_PROGRESS_REVISION] = "SELECT revision FROM progress WHERE player = ?1",
    [STORE_PROGRESS_COUNT] = "SELECT count(*) FROM progress",
    [STORE_PROGRESS_PUT] =
        "INSERT INTO progress (player, revision, updated, body, sum) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT "
        "(player) DO UPDATE SET revision = ?2, updated = ?3, body = ?4, sum = ?5",
};

/* ---- What went wrong ---- */

/* Writes into the log; the same thing not again and again. */
static void log_detail(struct store *s, const char *detail)
{
    struct err line;
    if (!s->options.log)
        return;
    err_set(&line, "%s: %s", s->path, detail);
    pthread_mutex_lock(&s->log_lock);
    double now = clock_now();
    if (strcmp(line.text, s->logged.text) != 0 || now - s->logged_at > LOG_SECONDS) {
        s->logged = line;
        s->logged_at = now;
        s->options.log(s->options.context, line.text);
    }
    pthread_mutex_unlock(&s->log_lock);
}

/* What the system said when the file could not be read or written; 0: it is not known. SQLite does not always
 * pass it on, but the files of the database and of its log remember. */
static int system_number(sqlite3 *db)
{
    int number = sqlite3_system_errno(db);
    sqlite3_file *file = NULL;
    static const int pointers[] = {SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER};
    for (size_t i = 0; number == 0 && i < sizeof pointers / sizeof *pointers; i++)
        if (sqlite3_file_control(db, "main", pointers[i], &file) == SQLITE_OK && file && file->pMethods)
            file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number);
    return number;
}

static enum store_answer classify(sqlite3 *db, int number)
{
    int code = sqlite3_extended_errcode(db);
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
        return STORE_BUSY;
    case SQLITE_FULL:
        return STORE_FULL;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return STORE_DAMAGED;
    case SQLITE_IOERR:
        if (number == ENOSPC || number == EDQUOT || number == EFBIG)
            return STORE_FULL;
        return code == SQLITE_IOERR_SHORT_READ ? STORE_DAMAGED : STORE_FAILED;
    default:
        return STORE_FAILED;
    }
}

bool db_fail_as(struct store_db *d, enum store_answer failure, const char *detail, struct err *e)
{
    struct store *s = d->store;
    d->failure = failure;
    if (!s->ready)
        return err_set(e, "%s: %s", s->path, detail);
    log_detail(s, detail);
    if (failure == STORE_FULL)
        file_say_full(s, e);
    else if (failure == STORE_BUSY)
        err_set(e, "another program is using the data file; try again in a moment");
    else if (failure == STORE_DAMAGED)
        err_set(e, "the data file is damaged here; the server's log says more");
    else
        err_set(e, "the data file cannot be read or written; the server's log says more");
    d->stale = d->stale || failure == STORE_DAMAGED || failure == STORE_FAILED;
    return false;
}

bool db_fail(struct store_db *d, struct err *e)
{
    if (!d->db)
        return db_fail_as(d, STORE_FAILED, "out of memory", e);
    const char *message = sqlite3_errmsg(d->db);
    int code = sqlite3_errcode(d->db) & 0xff;
    int number = code == SQLITE_IOERR || code == SQLITE_CANTOPEN ? system_number(d->db) : 0;
    enum store_answer failure = classify(d->db, number);
    bool disk = number != 0;
    struct err detail;
    err_set(&detail, "%s%s%s%s", failure == STORE_DAMAGED ? "damaged: " : "", message, disk ? ": " : "",
            disk ? strerror(number) : "");
    return db_fail_as(d, failure, detail.text, e);
}

/* ---- Statements ---- */

bool db_run(struct store_db *d, const char *sql, struct err *e)
{
    return sqlite3_exec(d->db, sql, NULL, NULL, NULL) == SQLITE_OK || db_fail(d, e);
}

bool db_number(struct store_db *d, const char *sql, int64_t *out, struct err *e)
{
    sqlite3_stmt *s = NULL;
    bool ok = sqlite3_prepare_v2(d->db, sql, -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW;
    if (ok)
        *out = sqlite3_column_int64(s, 0);
    else
        db_fail(d, e);
    sqlite3_finalize(s);
    return ok;
}

sqlite3_stmt *db_statement(struct store_db *d, enum store_statement which, struct err *e)
{
    sqlite3_stmt **s = &d->statement[which];
    if (!*s &&
        sqlite3_prepare_v3(d->db, statements[which], -1, SQLITE_PREPARE_PERSISTENT, s, NULL) != SQLITE_OK)
        db_fail(d, e);
    return *s;
}

bool db_do(struct store_db *d, sqlite3_stmt *s, struct err *e)
{
    bool ok = sqlite3_step(s) == SQLITE_DONE || db_fail(d, e);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return ok;
}

bool db_begin(struct store_db *d, struct err *e)
{
    sqlite3_stmt *s = db_statement(d, STORE_BEGIN, e);
    return s && db_do(d, s, e);
}

bool db_end(struct store_db *d, bool commit, struct err *e)
{
    sqlite3_stmt *s = commit ? db_statement(d, STORE_COMMIT, e) : NULL;
    if (s && db_do(d, s, e))
        return true;
    s = d->statement[STORE_ROLLBACK];
    if (s && !sqlite3_get_autocommit(d->db)) { /* some failures have taken it back already */
        sqlite3_step(s);
        sqlite3_reset(s);
    }
    return false;
}

int64_t db_now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- Connections ---- */

void db_init(struct store_db *d, struct store *s, bool writes)
{
    pthread_mutex_init(&d->lock, NULL);
    d->store = s;
    d->writes = writes;
}

void db_done(struct store_db *d)
{
    db_close(d);
    pthread_mutex_destroy(&d->lock);
}

/* Writers wait until the log is on the disk at every commit (FULL), and do not fill what they free with zeros
 * where that would be more to write (Debian's SQLite does, and a delete would take as much of the disk as the
 * tree did). */
static bool set_up(struct store_db *d, struct err *e)
{
    int64_t page = 0;
    if (!db_number(d, "PRAGMA page_size", &page, e))
        return false;
    char sql[300];
    snprintf(sql, sizeof sql,
             "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = FAST;"
             "PRAGMA journal_size_limit = %d; PRAGMA max_page_count = %lld;",
             LOG_BYTES_MOST, (long long)(d->store->options.bytes_most / (page > 0 ? page : 1)));
    return db_run(d, sql, e);
}

bool db_open(struct store_db *d, bool create, struct err *e)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (create ? SQLITE_OPEN_CREATE : 0);
    d->stale = false;
    if (sqlite3_open_v2(d->store->path, &d->db, flags, NULL) != SQLITE_OK)
        return db_fail(d, e);
    sqlite3_extended_result_codes(d->db, 1);
    sqlite3_busy_timeout(d->db, d->store->options.wait_ms);
    if (!file_check(d, create, e) || !set_up(d, e))
        return false;
    /* What cannot be prepared is missing in the file. */
    for (int i = 0; i < STORE_STATEMENTS; i++)
        if (!db_statement(d, (enum store_statement)i, e))
            return false;
    return true;
}

void db_close(struct store_db *d)
{
    for (int i = 0; i < STORE_STATEMENTS; i++) {
        sqlite3_finalize(d->statement[i]);
        d->statement[i] = NULL;
    }
    sqlite3_close(d->db);
    d->db = NULL;
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

/* Is the file still where it was opened? If not, what is written would be lost. */
static bool is_there(struct store_db *d)
{
    int moved = 0;
    if (d->store->one)
        return true;
    return sqlite3_file_control(d->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK || !moved;
}

/* Opens the connection again if something was wrong with the file. */
static bool refresh(struct store_db *d, struct err *e)
{
    if (d->db && !d->stale && is_there(d))
        return true;
    if (d->store->one && d->db) { /* memory cannot be opened again */
        d->stale = false;
        return true;
    }
    db_close(d);
    if (db_open(d, false, e))
        return true;
    d->stale = true;
    return false;
}

struct store_db *db_take(struct store *s, bool write, enum store_answer *why, struct err *e)
{
    struct store_db *d = write || s->one ? &s->writer : &s->reader;
    double start = clock_now();
    if (!lock_within(d, s->options.wait_ms)) {
        *why = STORE_BUSY;
        err_set(e, "too much is being saved; try again in a moment");
        return NULL;
    }
    if (!refresh(d, e)) {
        *why = db_release(d, false);
        return NULL;
    }
    int left = s->options.wait_ms - (int)((clock_now() - start) * 1000);
    sqlite3_busy_timeout(d->db, left > WAIT_LEAST_MS ? left : WAIT_LEAST_MS);
    return d;
}

enum store_answer db_release(struct store_db *d, bool ok)
{
    enum store_answer answer = ok ? STORE_FINE : d->failure;
    pthread_mutex_unlock(&d->lock);
    return answer;
}
