/* SQLite behind few functions; see ledger.h. */
#include "lab/ledger.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"
#include "db/until.h"

enum { STATEMENTS_MOST = 64, BUSY_MS = 10000, LOCK_TRIES = 20, APPLICATION = 0x4845584c }; /* "HEXL" */

static const char schema[] =
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    /* pn and dn as they were last; own_pn and own_dn of the leaf or the phantom child. */
    "CREATE TABLE node (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, kind INTEGER NOT NULL, level "
    "INTEGER NOT "
    "NULL, pn INTEGER NOT NULL, dn INTEGER NOT NULL, own_pn INTEGER NOT NULL, own_dn INTEGER NOT NULL, "
    "phantom "
    "INTEGER NOT NULL, state INTEGER NOT NULL, effort INTEGER NOT NULL, chosen INTEGER NOT NULL, cert "
    "INTEGER);"
    "CREATE TABLE edge (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, child INTEGER NOT NULL, turn TEXT "
    "NOT NULL, "
    "symmetry INTEGER NOT NULL, source INTEGER NOT NULL, pruned INTEGER NOT NULL, job INTEGER);"
    "CREATE INDEX edge_job ON edge (job);"
    "CREATE TABLE root (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, node INTEGER NOT NULL, symmetry "
    "INTEGER "
    "NOT NULL, game TEXT NOT NULL, priority INTEGER NOT NULL, paused INTEGER NOT NULL);"
    /* state: 0 given out or to be, 1 done, 2 no longer wanted */
    "CREATE TABLE job (id INTEGER PRIMARY KEY, node INTEGER NOT NULL, kind INTEGER NOT NULL, body TEXT NOT "
    "NULL, "
    "path TEXT NOT NULL, state INTEGER NOT NULL, attempt INTEGER NOT NULL, created INTEGER NOT NULL);"
    "CREATE INDEX job_state ON job (state);"
    "CREATE INDEX job_node ON job (node);"
    /* checked: 0 claimed, 1 accepted, 2 rejected, 3 void because its worker lied elsewhere */
    "CREATE TABLE result (job INTEGER PRIMARY KEY REFERENCES job (id), worker TEXT NOT NULL, verdict INTEGER "
    "NOT "
    "NULL, body TEXT NOT NULL, cert INTEGER, checked INTEGER NOT NULL, nodes INTEGER NOT NULL, cpu REAL NOT "
    "NULL, "
    "created INTEGER NOT NULL);"
    "CREATE INDEX result_worker ON result (worker);"
    "CREATE TABLE cert (id INTEGER PRIMARY KEY, sha256 BLOB NOT NULL UNIQUE, bytes BLOB NOT NULL, claim TEXT "
    "NOT "
    "NULL, zones TEXT NOT NULL);"
    "CREATE TABLE worker (name TEXT PRIMARY KEY, quarantined TEXT) WITHOUT ROWID;"
    "CREATE TABLE event (id INTEGER PRIMARY KEY, time INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT "
    "NULL, done "
    "INTEGER NOT NULL);"
    "CREATE INDEX event_done ON event (done) WHERE done = 0;";

/* For those who look on: added to files that do not have it yet by whoever may change them. */
static const char looking[] =
    /* The numbers of a root after a job, whenever they are others than before. */
    "CREATE TABLE IF NOT EXISTS history (id INTEGER PRIMARY KEY, root INTEGER NOT NULL, job INTEGER NOT "
    "NULL, "
    "time INTEGER NOT NULL, pn INTEGER NOT NULL, dn INTEGER NOT NULL);"
    "CREATE INDEX IF NOT EXISTS history_root ON history (root, id);"
    /* Who does a job that is out, as far as the runner knows. */
    "CREATE TABLE IF NOT EXISTS busy (job INTEGER PRIMARY KEY, worker TEXT NOT NULL);"
    "CREATE INDEX IF NOT EXISTS edge_parent ON edge (parent);"
    "CREATE INDEX IF NOT EXISTS edge_child ON edge (child);"
    "CREATE INDEX IF NOT EXISTS result_sums ON result (worker, verdict, checked, nodes, cpu, created);";

struct ledger {
    sqlite3 *db;
    char *path;
    int lock; /* of the right to change the graph; −1: not held */
    struct {
        const char *sql;
        sqlite3_stmt *s;
    } statement[STATEMENTS_MOST];
    int statements;
    bool failed, within;
    struct err why;
};

static void fail(struct ledger *d)
{
    if (!d->failed)
        err_set(&d->why, "%s: %s", d->path, sqlite3_errmsg(d->db));
    d->failed = true;
}

static void run(struct ledger *d, const char *sql)
{
    if (!d->failed && sqlite3_exec(d->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail(d);
}

/* ---- opening ---- */

static bool create(struct ledger *d)
{
    char sql[120];
    run(d, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    ledger_begin(d);
    run(d, schema);
    run(d, looking);
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = 1", APPLICATION);
    run(d, sql);
    return ledger_commit(d, &d->why);
}

struct ledger *ledger_open(const char *path, enum ledger_mode mode, struct err *e)
{
    int flags = mode == LEDGER_NEW ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE;
    if (mode == LEDGER_NEW && access(path, F_OK) == 0) {
        err_set(e, "%s: there is a file of this name", path);
        return NULL;
    }
    if (mode != LEDGER_NEW && access(path, R_OK) != 0) {
        err_set(e, "%s: %s", path, strerror(errno));
        return NULL;
    }
    struct ledger *d = mem_zero(1, sizeof *d);
    d->path = mem_strdup(path);
    d->lock = -1;
    bool ok = sqlite3_open_v2(path, &d->db, flags | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK;
    sqlite3_busy_timeout(d->db, BUSY_MS);
    db_watch(d->db);
    if (!ok)
        fail(d);
    else if (mode == LEDGER_NEW)
        ok = create(d);
    else if (ledger_number(d, "PRAGMA application_id", 0) != APPLICATION && !d->failed)
        ok = err_set(&d->why, "%s: not the file of a lab", path);
    else if (ledger_number(d, "PRAGMA user_version", 0) != 1 && !d->failed)
        ok = err_set(&d->why, "%s: made by another version", path);
    run(d, "PRAGMA synchronous = FULL; PRAGMA cache_size = -65536");
    if (ok && !d->failed)
        return d;
    *e = d->why;
    ledger_close(d);
    return NULL;
}

void ledger_close(struct ledger *d)
{
    if (!d)
        return;
    for (int i = 0; i < d->statements; i++)
        sqlite3_finalize(d->statement[i].s);
    sqlite3_close(d->db);
    if (d->lock >= 0)
        close(d->lock);
    free(d->path);
    free(d);
}

const char *ledger_path(const struct ledger *d)
{
    return d->path;
}

bool ledger_own(struct ledger *d, struct err *e)
{
    /* Not the database itself: closing another descriptor of it would end SQLite's own locks. */
    struct buf name = BUF_EMPTY;
    buf_format(&name, "%s-run", d->path);
    int fd = open(buf_str(&name), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    bool ok = fd >= 0 || err_set(e, "%s: %s", buf_str(&name), strerror(errno));
    buf_free(&name);
    if (!ok)
        return false;
    /* Who only asks whether it is run (ledger_runs) holds it for a moment. */
    int tries = 0;
    while (flock(fd, LOCK_EX | LOCK_NB) != 0)
        if (++tries == LOCK_TRIES) {
            close(fd);
            return err_set(e, "%s: another process is running it", d->path);
        } else {
            nanosleep(&(struct timespec){0, 1000000}, NULL);
        }
    d->lock = fd;
    run(d, looking);
    return ledger_fine(d, e);
}

bool ledger_runs(const char *path)
{
    struct buf name = BUF_EMPTY;
    buf_format(&name, "%s-run", path);
    int fd = open(buf_str(&name), O_RDONLY | O_CLOEXEC);
    buf_free(&name);
    bool runs = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0;
    if (fd >= 0)
        close(fd);
    return runs;
}

/* ---- statements ---- */

void ledger_begin(struct ledger *d)
{
    assert(!d->within);
    run(d, "BEGIN IMMEDIATE");
    d->within = true;
}

bool ledger_commit(struct ledger *d, struct err *e)
{
    assert(d->within);
    d->within = false;
    run(d, "COMMIT");
    if (!d->failed)
        return true;
    sqlite3_exec(d->db, "ROLLBACK", NULL, NULL, NULL);
    return ledger_fine(d, e);
}

bool ledger_fine(struct ledger *d, struct err *e)
{
    if (!d->failed)
        return true;
    d->failed = false;
    if (e != &d->why)
        err_set(e, "%s", d->why.text);
    return false;
}

void ledger_snapshot(struct ledger *d)
{
    run(d, "BEGIN");
}

void ledger_snapshot_end(struct ledger *d)
{
    sqlite3_exec(d->db, "COMMIT", NULL, NULL, NULL);
}

sqlite3_stmt *ledger_statement(struct ledger *d, const char *sql)
{
    for (int i = 0; i < d->statements; i++)
        if (d->statement[i].sql == sql)
            return d->statement[i].s;
    sqlite3_stmt *s = NULL;
    assert(d->statements < STATEMENTS_MOST);
    if (sqlite3_prepare_v3(d->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &s, NULL) != SQLITE_OK) {
        fail(d);
        return NULL;
    }
    d->statement[d->statements].sql = sql;
    d->statement[d->statements++].s = s;
    return s;
}

void ledger_bind_int(sqlite3_stmt *s, int at, int64_t x)
{
    sqlite3_bind_int64(s, at, x);
}

void ledger_bind_real(sqlite3_stmt *s, int at, double x)
{
    sqlite3_bind_double(s, at, x);
}

void ledger_bind_text(sqlite3_stmt *s, int at, const char *text)
{
    sqlite3_bind_text(s, at, text, -1, SQLITE_TRANSIENT);
}

void ledger_bind_bytes(sqlite3_stmt *s, int at, const void *bytes, size_t len)
{
    sqlite3_bind_blob64(s, at, len ? bytes : "", len, SQLITE_TRANSIENT);
}

void ledger_done(sqlite3_stmt *s)
{
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
}

bool ledger_row(struct ledger *d, sqlite3_stmt *s)
{
    if (!s || d->failed) {
        if (s)
            ledger_done(s);
        return false;
    }
    int answer = sqlite3_step(s);
    if (answer == SQLITE_ROW)
        return true;
    if (answer != SQLITE_DONE)
        fail(d);
    ledger_done(s);
    return false;
}

void ledger_do(struct ledger *d, sqlite3_stmt *s)
{
    while (ledger_row(d, s))
        ;
}

int64_t ledger_int(sqlite3_stmt *s, int at)
{
    return sqlite3_column_int64(s, at);
}

const char *ledger_text(sqlite3_stmt *s, int at)
{
    const unsigned char *text = sqlite3_column_text(s, at);
    return text ? (const char *)text : "";
}

const void *ledger_bytes(sqlite3_stmt *s, int at, size_t *len)
{
    const void *bytes = sqlite3_column_blob(s, at);
    *len = bytes ? (size_t)sqlite3_column_bytes(s, at) : 0;
    return bytes ? bytes : "";
}

int64_t ledger_number(struct ledger *d, const char *sql, int64_t otherwise)
{
    sqlite3_stmt *s = ledger_statement(d, sql);
    if (!ledger_row(d, s))
        return otherwise;
    int64_t n = ledger_int(s, 0);
    ledger_done(s);
    return n;
}

void ledger_set(struct ledger *d, const char *name, const char *value)
{
    sqlite3_stmt *s = ledger_statement(d, "INSERT OR REPLACE INTO meta (name, value) VALUES (?1, ?2)");
    if (s) {
        ledger_bind_text(s, 1, name);
        ledger_bind_text(s, 2, value);
        ledger_do(d, s);
    }
}

char *ledger_get(struct ledger *d, const char *name)
{
    sqlite3_stmt *s = ledger_statement(d, "SELECT value FROM meta WHERE name = ?1");
    if (!s)
        return NULL;
    ledger_bind_text(s, 1, name);
    if (!ledger_row(d, s))
        return NULL;
    char *value = mem_strdup(ledger_text(s, 0));
    ledger_done(s);
    return value;
}

int64_t ledger_event(struct ledger *d, const char *kind, const char *body, bool done)
{
    sqlite3_stmt *s =
        ledger_statement(d, "INSERT INTO event (time, kind, body, done) VALUES (?1, ?2, ?3, ?4)");
    if (!s)
        return 0;
    ledger_bind_int(s, 1, (int64_t)time(NULL));
    ledger_bind_text(s, 2, kind);
    ledger_bind_text(s, 3, body);
    ledger_bind_int(s, 4, done);
    ledger_do(d, s);
    return sqlite3_last_insert_rowid(d->db);
}
