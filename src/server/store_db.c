/* The store's connections to its file; see store_db.h. */
#include "server/store_db.h"

#include <inttypes.h>

/* "HXSV", and the version of the tables. */
enum { APPLICATION = 0x48585356, VERSION = 1, BUSY_MS = 10000 };

static const char schema[] =
    "CREATE TABLE tree (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, rules TEXT NOT NULL,"
    " nodes INTEGER NOT NULL, updated INTEGER NOT NULL, revision INTEGER NOT NULL, body TEXT NOT NULL);"
    "CREATE INDEX tree_updated ON tree (updated);"
    "CREATE TABLE place (hash INTEGER NOT NULL, tree INTEGER NOT NULL, path BLOB NOT NULL, form BLOB NOT "
    "NULL,"
    " symmetry INTEGER NOT NULL, line INTEGER NOT NULL, PRIMARY KEY (hash, tree, path)) WITHOUT ROWID;"
    "CREATE INDEX place_tree ON place (tree);";

#define COLUMNS "id, title, rules, nodes, updated, revision"
#define MATCHES " FROM tree WHERE ?1 IS NULL OR title LIKE ?1 ESCAPE '\\'"

static const char *const statements[STORE_STATEMENTS] = {
    [STORE_BEGIN] = "BEGIN IMMEDIATE",
    [STORE_COMMIT] = "COMMIT",
    [STORE_ROLLBACK] = "ROLLBACK",
    [STORE_INSERT] =
        "INSERT INTO tree (title, rules, nodes, body, updated, revision) VALUES (?1, ?2, ?3, ?4, ?5, 1)",
    [STORE_REVISION] = "SELECT revision FROM tree WHERE id = ?1",
    [STORE_UPDATE] = "UPDATE tree SET title = ?1, rules = ?2, nodes = ?3, body = ?4, updated = ?5,"
                     " revision = ?6 WHERE id = ?7",
    [STORE_DELETE] = "DELETE FROM tree WHERE id = ?1",
    [STORE_GET] = "SELECT " COLUMNS ", body FROM tree WHERE id = ?1",
    [STORE_COUNT] = "SELECT count(*)" MATCHES,
    [STORE_LIST] = "SELECT " COLUMNS MATCHES " ORDER BY updated DESC, id DESC LIMIT ?2 OFFSET ?3",
    [STORE_PLACES] = "SELECT hash, path, form, symmetry, line FROM place WHERE tree = ?1",
    [STORE_PLACE_ADD] =
        "INSERT INTO place (hash, tree, path, form, symmetry, line) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [STORE_PLACE_DROP] = "DELETE FROM place WHERE hash = ?1 AND tree = ?2 AND path = ?3",
    [STORE_PLACES_DROP] = "DELETE FROM place WHERE tree = ?1",
    [STORE_FIND] =
        "SELECT tree.id, tree.title, place.path, place.symmetry, place.line FROM place JOIN tree ON "
        "tree.id = place.tree WHERE place.hash = ?1 AND place.form = ?2 ORDER BY tree.updated DESC, "
        "tree.id DESC, length(place.path), place.path LIMIT ?3",
};

bool db_fail(struct store_db *d, struct err *e)
{
    return err_set(e, "%s: %s", d->path, d->db ? sqlite3_errmsg(d->db) : "out of memory");
}

bool db_run(struct store_db *d, const char *sql, struct err *e)
{
    return sqlite3_exec(d->db, sql, NULL, NULL, NULL) == SQLITE_OK || db_fail(d, e);
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

/* The single number that a statement gives. */
static bool ask_number(struct store_db *d, const char *sql, int64_t *out, struct err *e)
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

static bool create(struct store_db *d, struct err *e)
{
    char *sql = sqlite3_mprintf("PRAGMA application_id = %d; PRAGMA user_version = %d; %s", APPLICATION,
                                VERSION, schema);
    bool ok = sql ? db_run(d, sql, e) : db_fail(d, e);
    sqlite3_free(sql);
    return ok;
}

/* Is it a file of ours, or a new one? Two servers may find a new one at the same time: hence the lock. */
static bool check(struct store_db *d, struct err *e)
{
    int64_t application, version, tables;
    if (!db_run(d, "BEGIN IMMEDIATE", e))
        return false;
    bool ok = ask_number(d, "SELECT count(*) FROM sqlite_schema", &tables, e) &&
              ask_number(d, "PRAGMA application_id", &application, e) &&
              ask_number(d, "PRAGMA user_version", &version, e);
    if (ok && tables == 0 && application == 0)
        ok = create(d, e);
    else if (ok && application != APPLICATION)
        ok = err_set(e, "%s: not a file of saved games of this program", d->path);
    else if (ok && version != VERSION)
        ok = err_set(e, "%s: saved games of version %" PRId64 ", this program knows version %d", d->path,
                     version, VERSION);
    return ok ? db_run(d, "COMMIT", e) : (db_run(d, "ROLLBACK", NULL), false);
}

bool db_open(struct store_db *d, const char *path, struct err *e)
{
    d->path = path;
    pthread_mutex_init(&d->lock, NULL);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &d->db, flags, NULL) != SQLITE_OK)
        return db_fail(d, e);
    sqlite3_busy_timeout(d->db, BUSY_MS);
    /* FULL: in WAL mode every commit waits until the log is on the disk. */
    return check(d, e) && db_run(d, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;", e);
}

void db_close(struct store_db *d)
{
    for (int i = 0; i < STORE_STATEMENTS; i++)
        sqlite3_finalize(d->statement[i]);
    sqlite3_close(d->db);
    pthread_mutex_destroy(&d->lock);
}

struct store_db *db_reader(struct store *s)
{
    struct store_db *d = s->one ? &s->writer : &s->reader;
    pthread_mutex_lock(&d->lock);
    return d;
}

struct store_db *db_writer(struct store *s)
{
    pthread_mutex_lock(&s->writer.lock);
    return &s->writer;
}

void db_release(struct store_db *d)
{
    pthread_mutex_unlock(&d->lock);
}
