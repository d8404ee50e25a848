/* The explorer's file: tables, connections, statements; see inner.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "db/until.h"
#include "store/explorer/inner.h"

/* "HXEX", and the version of the tables. */
enum { APPLICATION = 0x48584558, VERSION = 1, BUSY_MS = 10000, PAGE_BYTES = 4096, CACHE_KIB = 65536 };

/* Each collection has tables of its own beside these: collections.c. A column `result` is an enum outcome; the stones of a
 * game are two bytes each; a game with set-up stones is kept as a text. */
static const char schema[] =
    "CREATE TABLE collection (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, games INTEGER NOT "
    "NULL, added INTEGER NOT NULL);"
    "CREATE TABLE game (id INTEGER PRIMARY KEY, collection INTEGER NOT NULL REFERENCES collection,"
    " print INTEGER NOT NULL, rules TEXT NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL,"
    " date TEXT NOT NULL, event TEXT NOT NULL, result INTEGER NOT NULL, stones BLOB NOT NULL, sgf TEXT,"
    " UNIQUE (collection, print));"
    "CREATE TABLE verdict (position INTEGER PRIMARY KEY, chance REAL NOT NULL, mate INTEGER NOT NULL,"
    " depth INTEGER NOT NULL);";

/* The opening database, in a file that may be older than it: proofs with their certificates; the positions listed of
 * them, by key (known_key.h), each with its part of the certificate, the turn to play in the key's orientation, and the
 * symmetry from the certificate's to the key's; turns of the loser that parts of turns stand for; what labs have weighed.
 * `beside` (known_key_beside) is 0 where the winner is to move. */
static const char schema_known[] =
    "CREATE TABLE IF NOT EXISTS proof (id INTEGER PRIMARY KEY, sha256 BLOB NOT NULL UNIQUE, name TEXT NOT "
    "NULL,"
    " claim TEXT NOT NULL, turns INTEGER NOT NULL, bytes BLOB NOT NULL);"
    "CREATE TABLE IF NOT EXISTS proved (key BLOB PRIMARY KEY, proof INTEGER NOT NULL REFERENCES proof, at "
    "INTEGER "
    "NOT NULL, turns INTEGER NOT NULL, depth INTEGER NOT NULL, turn BLOB NOT NULL, symmetry INTEGER NOT NULL,"
    " beside INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS proved_beside ON proved (beside) WHERE beside <> 0;"
    "CREATE INDEX IF NOT EXISTS proved_proof ON proved (proof);"
    "CREATE TABLE IF NOT EXISTS covered (key BLOB NOT NULL, part BLOB NOT NULL, proof INTEGER NOT NULL "
    "REFERENCES proof,"
    " at INTEGER NOT NULL, turns INTEGER NOT NULL, depth INTEGER NOT NULL, turn BLOB NOT NULL, symmetry "
    "INTEGER NOT "
    "NULL, zone BLOB NOT NULL, PRIMARY KEY (key, part)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS weighed (key BLOB PRIMARY KEY, pn INTEGER NOT NULL, dn INTEGER NOT NULL, "
    "chance REAL "
    "NOT NULL, lab TEXT NOT NULL) WITHOUT ROWID;";

/* ---- Failures ---- */

enum explorer_answer explorer_fail(struct explorer_db *d, struct err *e)
{
    int code = d->db ? sqlite3_errcode(d->db) & 255 : SQLITE_NOMEM;
    if (code == SQLITE_INTERRUPT) {
        err_set(e, "it took too long, or nobody waits for it any more");
        return EXPLORER_STOPPED;
    }
    err_set(e, "%s: %s", d->explorer->path, d->db ? sqlite3_errmsg(d->db) : "out of memory");
    return code == SQLITE_FULL ? EXPLORER_FULL : EXPLORER_FAILED;
}

enum explorer_answer explorer_run(struct explorer_db *d, const char *sql, struct err *e)
{
    return sqlite3_exec(d->db, sql, NULL, NULL, NULL) == SQLITE_OK ? EXPLORER_FINE : explorer_fail(d, e);
}

void explorer_number(const char *sql, int64_t collection, struct buf *out)
{
    for (const char *at = sql; *at; at++)
        if (*at == '#')
            buf_format(out, "%" PRId64, collection);
        else
            buf_char(out, *at);
}

enum explorer_answer explorer_begin(struct explorer *x, struct explorer_db **d, struct err *e)
{
    *d = &x->write;
    if (!x->write.db) {
        err_set(e, "%s: opened to read only", x->path);
        return EXPLORER_FAILED;
    }
    pthread_mutex_lock(&x->write.lock);
    enum explorer_answer a = explorer_run(*d, "BEGIN IMMEDIATE", e);
    if (a != EXPLORER_FINE)
        pthread_mutex_unlock(&x->write.lock);
    return a;
}

enum explorer_answer explorer_end(struct explorer_db *d, enum explorer_answer a, struct err *e)
{
    if (a == EXPLORER_FINE)
        a = explorer_run(d, "COMMIT", e);
    if (a != EXPLORER_FINE)
        (void)explorer_run(d, "ROLLBACK", NULL);
    pthread_mutex_unlock(&d->lock);
    return a;
}

sqlite3_stmt *explorer_prepare(struct explorer_db *d, const char *sql, int64_t collection, struct err *e)
{
    sqlite3_stmt *s = NULL;
    struct buf text = BUF_EMPTY;
    explorer_number(sql, collection, &text);
    if (sqlite3_prepare_v2(d->db, buf_str(&text), -1, &s, NULL) != SQLITE_OK)
        explorer_fail(d, e);
    buf_free(&text);
    return s;
}

enum explorer_answer explorer_has(struct explorer_db *d, int64_t collection, struct err *e)
{
    sqlite3_stmt *s = explorer_prepare(d, "SELECT 1 FROM collection WHERE id = #", collection, e);
    if (!s)
        return EXPLORER_FAILED;
    int status = sqlite3_step(s);
    enum explorer_answer a = status == SQLITE_ROW ? EXPLORER_FINE : EXPLORER_NONE;
    if (status == SQLITE_DONE)
        err_set(e, "there is no collection %" PRId64, collection);
    else if (status != SQLITE_ROW)
        a = explorer_fail(d, e);
    sqlite3_finalize(s);
    return a;
}

/* The single number that a statement gives. */
static bool ask_number(struct explorer_db *d, const char *sql, int64_t *out, struct err *e)
{
    sqlite3_stmt *s = explorer_prepare(d, sql, 0, e);
    bool ok = s && sqlite3_step(s) == SQLITE_ROW;
    if (ok)
        *out = sqlite3_column_int64(s, 0);
    else if (s)
        explorer_fail(d, e);
    sqlite3_finalize(s);
    return ok;
}

static bool create(struct explorer_db *d, struct err *e)
{
    struct buf sql = BUF_EMPTY;
    buf_format(&sql, "BEGIN IMMEDIATE; PRAGMA application_id = %d; PRAGMA user_version = %d; %s COMMIT;",
               APPLICATION, VERSION, schema);
    bool ok = explorer_run(d, buf_str(&sql), e) == EXPLORER_FINE;
    buf_free(&sql);
    return ok;
}

/* Is it a file of ours, or (if one may write) a new one? */
static bool check(struct explorer_db *d, bool write, struct err *e)
{
    int64_t application, version, tables;
    if (!ask_number(d, "SELECT count(*) FROM sqlite_schema", &tables, e) ||
        !ask_number(d, "PRAGMA application_id", &application, e) ||
        !ask_number(d, "PRAGMA user_version", &version, e))
        return false;
    if (write && tables == 0 && application == 0)
        return create(d, e);
    if (application != APPLICATION)
        return err_set(e, "%s: holds no collections of this program", d->explorer->path);
    if (version != VERSION)
        return err_set(e, "%s: collections of version %" PRId64 ", this program knows version %d",
                       d->explorer->path, version, VERSION);
    return true;
}

static bool open_db(struct explorer_db *d, bool write, int64_t bytes_most, struct err *e)
{
    int flags = write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    struct buf sql = BUF_EMPTY;
    flags |= d->explorer->memory ? SQLITE_OPEN_FULLMUTEX : SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(d->explorer->path, &d->db, flags, NULL) != SQLITE_OK) {
        explorer_fail(d, e);
        return false;
    }
    sqlite3_busy_timeout(d->db, BUSY_MS);
    db_watch(d->db);
    if (!check(d, write, e))
        return false;
    buf_format(&sql, "PRAGMA cache_size = -%d;", CACHE_KIB);
    if (write)
        buf_text(&sql, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
    if (write && bytes_most)
        buf_format(&sql, "PRAGMA max_page_count = %" PRId64 ";", bytes_most / PAGE_BYTES + 1);
    if (write)
        buf_text(&sql, schema_known);
    bool ok = explorer_run(d, buf_str(&sql), e) == EXPLORER_FINE;
    buf_free(&sql);
    int64_t tables = 0;
    ok = ok &&
         ask_number(
             d, "SELECT count(*) FROM sqlite_schema WHERE name IN ('proof', 'proved', 'covered', 'weighed')",
             &tables, e);
    d->explorer->openings = tables == 4;
    return ok;
}

bool explorer_open(const char *path, bool write, int64_t bytes_most, struct explorer **out, struct err *e)
{
    struct explorer *x = mem_zero(1, sizeof *x);
    x->memory = !path;
    x->path = mem_strdup(path ? path : ":memory:");
    x->read.explorer = x->write.explorer = x;
    pthread_mutex_init(&x->read.lock, NULL);
    pthread_mutex_init(&x->write.lock, NULL);
    bool ok = (!write && path) || open_db(&x->write, true, bytes_most, e);
    if (ok && x->memory)
        x->read.db = x->write.db;
    if (!ok || (path && !open_db(&x->read, false, 0, e))) {
        explorer_close(x);
        return false;
    }
    *out = x;
    return true;
}

void explorer_close_sealed(struct explorer *x)
{
    if (!x->write.db || x->memory) {
        explorer_close(x);
        return;
    }
    sqlite3_close(x->read.db);
    x->read.db = NULL;
    sqlite3_busy_timeout(x->write.db, 0);
    (void)sqlite3_exec(x->write.db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    explorer_close(x);
}

void explorer_close(struct explorer *x)
{
    if (!x)
        return;
    if (!x->memory)
        sqlite3_close(x->read.db);
    sqlite3_close(x->write.db);
    pthread_mutex_destroy(&x->read.lock);
    pthread_mutex_destroy(&x->write.lock);
    free(x->path);
    free(x);
}
