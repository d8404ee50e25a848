/* The explorer's file: tables and connections; see inner.h. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "store/explorer/inner.h"

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

/* For searches, in a file that may be older than they are: what they compare is in it. */
static const char schema_search[] =
    "CREATE INDEX IF NOT EXISTS game_search ON game (collection, date, black, white, result);";

static const struct db_kind kind = {
    .name = "a file of collections",
    .application = 0x48584558, /* "HXEX" */
    .version = 1,
    .schema = schema,
    .tables = "collection, game, verdict",
    .pragmas = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;",
};

/* ---- Connections ---- */

struct explorer_db *explorer_hold(struct explorer *x)
{
    struct explorer_db *d = x->memory ? &x->write : &x->read;
    pthread_mutex_lock(&d->lock);
    db_begin_reading(d->db);
    return d;
}

struct explorer_db *explorer_begin(struct explorer *x, struct err *e)
{
    if (!x->write.db) {
        err_set(e, "%s: opened to read only", db_path(x->read.db));
        return NULL;
    }
    pthread_mutex_lock(&x->write.lock);
    db_begin(x->write.db);
    return &x->write;
}

enum explorer_answer explorer_end(struct explorer_db *d, enum explorer_answer a, struct err *e)
{
    enum db_answer failed = db_end(d->db, a == EXPLORER_FINE, e);
    pthread_mutex_unlock(&d->lock);
    return failed == DB_FINE      ? a
           : failed == DB_FULL    ? EXPLORER_FULL
           : failed == DB_STOPPED ? EXPLORER_STOPPED
                                  : EXPLORER_FAILED;
}

enum explorer_answer explorer_has(struct explorer_db *d, int64_t collection, struct err *e)
{
    if (db_number(d->db, 0, "SELECT 1 FROM collection WHERE id = ?1", db_int(collection)))
        return EXPLORER_FINE;
    err_set(e, "there is no collection %" PRId64, collection);
    return EXPLORER_NONE;
}

/* ---- The file ---- */

static bool open_db(struct explorer *x, struct explorer_db *d, const char *path, bool write,
                    int64_t bytes_most, struct err *e)
{
    if (db_open(&kind, path, write ? DB_CREATE : DB_READ, &d->db, e) != DB_FINE)
        return false;
    db_run(d->db, "PRAGMA cache_size = -65536");
    if (write)
        db_run(d->db, schema_known);
    if (write)
        db_run(d->db, schema_search);
    if (write && bytes_most)
        db_limit(d->db, bytes_most);
    x->openings = db_number(d->db, 0,
                            "SELECT count(*) FROM sqlite_schema WHERE name IN ('proof', 'proved', 'covered', "
                            "'weighed')") == 4;
    return db_fine(d->db, e);
}

bool explorer_open(const char *path, bool write, int64_t bytes_most, struct explorer **out, struct err *e)
{
    struct explorer *x = mem_zero(1, sizeof *x);
    x->memory = !path;
    pthread_mutex_init(&x->read.lock, NULL);
    pthread_mutex_init(&x->write.lock, NULL);
    bool ok = (!write && path) || open_db(x, &x->write, path, true, bytes_most, e);
    if (!ok || (path && !open_db(x, &x->read, path, false, 0, e))) {
        explorer_close(x);
        return false;
    }
    *out = x;
    return true;
}

void explorer_close_sealed(struct explorer *x)
{
    if (x->write.db && !x->memory) {
        db_close(x->read.db);
        x->read.db = NULL;
        db_wait(x->write.db, 0);
        db_run(x->write.db, "PRAGMA journal_mode = DELETE");
    }
    explorer_close(x);
}

void explorer_close(struct explorer *x)
{
    if (!x)
        return;
    db_close(x->read.db);
    db_close(x->write.db);
    pthread_mutex_destroy(&x->read.lock);
    pthread_mutex_destroy(&x->write.lock);
    free(x);
}
