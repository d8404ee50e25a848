/* SQLite behind the lab; see ledger.h. */
#include "lab/ledger.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"
#include "db/db.h"

enum { LOCK_TRIES = 20 };

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
    /* Roots that ask who wins. */
    "CREATE TABLE IF NOT EXISTS pair (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, black INTEGER NOT "
    "NULL, white INTEGER NOT NULL, spent_black INTEGER NOT NULL, spent_white INTEGER NOT NULL);"
    "CREATE INDEX IF NOT EXISTS edge_parent ON edge (parent);"
    "CREATE INDEX IF NOT EXISTS edge_child ON edge (child);"
    "CREATE INDEX IF NOT EXISTS result_sums ON result (worker, verdict, checked, nodes, cpu, created);";

static const struct db_kind kind = {
    .name = "a lab",
    .application = 0x4845584c, /* "HEXL" */
    .version = 1,
    .tables = "meta, node, edge, root, job, result, cert, worker, event",
    .pragmas = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536",
};

bool ledger_make(const char *path, const char *rows, struct err *e)
{
    struct buf all = BUF_EMPTY;
    struct db_kind made = kind;
    struct db *d;
    buf_format(&all, "%s%s%s", schema, looking, rows);
    made.schema = buf_str(&all);
    bool ok = db_open(&made, path, DB_NEW, &d, e) == DB_FINE;
    db_close(d);
    buf_free(&all);
    return ok;
}

struct db *ledger_open(const char *path, struct err *e)
{
    struct db *d;
    (void)db_open(&kind, path, DB_WRITE, &d, e);
    return d;
}

bool ledger_own(struct db *d, int *own, struct err *e)
{
    /* Not the database itself: closing another descriptor of it would end SQLite's own locks. */
    struct buf name = BUF_EMPTY;
    buf_format(&name, "%s-run", db_path(d));
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
            return err_set(e, "%s: another process is running it", db_path(d));
        } else {
            nanosleep(&(struct timespec){0, 1000000}, NULL);
        }
    *own = fd;
    db_run(d, looking);
    return db_fine(d, e);
}

void ledger_disown(int own)
{
    if (own >= 0)
        close(own);
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

void ledger_set(struct db *d, const char *name, const char *value)
{
    db_do(d, "INSERT OR REPLACE INTO meta (name, value) VALUES (?1, ?2)", db_text(name), db_text(value));
}

char *ledger_get(struct db *d, const char *name)
{
    struct rows *rows = db_ask(d, "SELECT value FROM meta WHERE name = ?1", db_text(name));
    char *value = rows_next(rows) ? mem_strdup(rows_text(rows, 0)) : NULL;
    rows_end(rows);
    return value;
}

void ledger_event(struct db *d, const char *what, const char *body, bool done)
{
    db_do(d, "INSERT INTO event (time, kind, body, done) VALUES (?1, ?2, ?3, ?4)",
          db_int((int64_t)time(NULL)), db_text(what), db_text(body), db_int(done));
}
