/* Files: opening, versions, room on the disk; see db.h. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"
#include "db/inner.h"

enum { WAIT_MS = 10000, GROW_BYTES = 1 << 16 /* the file grows by so much at a time */ };

/* ---- What a file is ---- */

struct head {
    int64_t tables, application, version;
};

static struct head read_head(struct db *d)
{
    return (struct head){db_number(d, 0, "SELECT count(*) FROM sqlite_schema"),
                         db_number(d, 0, "PRAGMA application_id"), db_number(d, 0, "PRAGMA user_version")};
}

/* What makes it a file of this kind and version: its tables, if there are none yet, whatever else it says; what is newer than
 * the file. NULL: nothing is to be done, or can be. */
static const char *lacks(const struct db_kind *k, const struct head *h)
{
    if (h->tables == 0)
        return h->application == k->application || h->application == 0 ? k->schema : NULL;
    return h->application == k->application && k->newer && h->version >= 1 && h->version < k->version
               ? k->newer[h->version]
               : NULL;
}

static void make(struct db *d, const struct db_kind *k, const char *tables)
{
    struct buf sql = BUF_EMPTY;
    buf_format(&sql, "PRAGMA application_id = %d; PRAGMA user_version = %d; %s", k->application, k->version,
               tables);
    db_run(d, buf_str(&sql));
    buf_free(&sql);
}

static struct head bring_up_to_date(struct db *d, const struct db_kind *k)
{
    struct head h = read_head(d);
    if (d->failed || !lacks(k, &h))
        return h;
    db_begin(d);
    h = read_head(d); /* two may find a new file at the same time: hence the lock, and a second look */
    const char *tables = lacks(k, &h);
    if (tables && !d->failed)
        make(d, k, tables);
    h = read_head(d);
    db_finish(d, true);
    return h;
}

static void check(struct db *d, const struct db_kind *k, const struct head *h)
{
    if (d->failed)
        return;
    if (h->application != k->application)
        db_fail(d, DB_FAILED, "not %s of this program", k->name);
    else if (h->tables == 0)
        db_fail(d, DB_FAILED, "%s without its tables", k->name);
    else if (h->version != k->version)
        db_fail(d, DB_FAILED, "%s of version %" PRId64 ", this program knows version %d", k->name, h->version,
                k->version);
    struct buf sql = BUF_EMPTY;
    buf_format(&sql, "SELECT 1 FROM %s LIMIT 0", k->tables);
    db_run(d, buf_str(&sql));
    buf_free(&sql);
}

/* ---- Opening ---- */

/* An empty file, ours alone. */
static bool claim(struct db *d)
{
    int fd = open(d->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (fd < 0)
        db_fail(d, DB_FAILED, "%s", errno == EEXIST ? "there is a file of this name" : strerror(errno));
    else
        close(fd);
    return fd >= 0;
}

static void unclaim(const char *path)
{
    static const char *const beside[] = {"-wal", "-shm", "-journal", ""};
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        struct buf name = BUF_EMPTY;
        buf_format(&name, "%s%s", path, beside[i]);
        unlink(buf_str(&name));
        buf_free(&name);
    }
}

static void open_file(struct db *d, const struct db_kind *k, enum db_mode mode)
{
    static const int flags[] = {[DB_READ] = SQLITE_OPEN_READONLY,
                                [DB_WRITE] = SQLITE_OPEN_READWRITE,
                                [DB_CREATE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                                [DB_NEW] = SQLITE_OPEN_READWRITE};
    int code = sqlite3_open_v2(d->path, &d->sqlite, flags[mode] | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK) {
        db_note(d, code);
        return;
    }
    sqlite3_extended_result_codes(d->sqlite, 1);
    db_watch(d->sqlite);
    db_wait(d, k->wait_ms ? k->wait_ms : WAIT_MS);
    struct head h = mode >= DB_CREATE ? bring_up_to_date(d, k) : read_head(d);
    check(d, k, &h);
    if (mode != DB_READ)
        db_run(d, k->pragmas);
}

enum db_answer db_open(const struct db_kind *k, const char *path, enum db_mode mode, struct db **out,
                       struct err *e)
{
    struct db *d = mem_zero(1, sizeof *d);
    d->memory = !path;
    d->path = mem_strdup(path ? path : ":memory:");
    d->none.db = d;
    bool claimed = mode == DB_NEW && claim(d);
    if (!d->failed)
        open_file(d, k, mode);
    enum db_answer failed = db_failure(d, e);
    *out = failed ? NULL : d;
    if (failed)
        db_close(d);
    if (failed && claimed)
        unclaim(path);
    return failed;
}

void db_close(struct db *d)
{
    if (!d)
        return;
    for (int i = 0; i < d->count; i++)
        sqlite3_finalize(d->kept[i].statement);
    sqlite3_close(d->sqlite);
    free(d->path);
    free(d);
}

const char *db_path(const struct db *d)
{
    return d->path;
}

/* ---- The file on the disk ---- */

void db_wait(struct db *d, int ms)
{
    sqlite3_busy_timeout(d->sqlite, ms);
}

void db_limit(struct db *d, int64_t bytes)
{
    int64_t page = db_number(d, 1, "PRAGMA page_size");
    struct buf sql = BUF_EMPTY;
    buf_format(&sql, "PRAGMA max_page_count = %" PRId64, page > 0 && bytes > page ? bytes / page : 1);
    db_run(d, buf_str(&sql));
    buf_free(&sql);
}

bool db_moved(struct db *d)
{
    int moved = 0;
    return !d->memory &&
           sqlite3_file_control(d->sqlite, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved;
}

void db_grow(struct db *d)
{
    int step = GROW_BYTES;
    sqlite3_int64 bytes = db_number(d, 0, "PRAGMA page_size") * db_number(d, 0, "PRAGMA page_count");
    if (d->memory || d->failed)
        return;
    sqlite3_file_control(d->sqlite, "main", SQLITE_FCNTL_CHUNK_SIZE, &step);
    int status = sqlite3_file_control(d->sqlite, "main", SQLITE_FCNTL_SIZE_HINT, &bytes);
    if (status != SQLITE_OK && status != SQLITE_NOTFOUND)
        db_fail(d, DB_FULL, "there is no room for the file to grow");
}

bool db_empty_log(struct db *d)
{
    return sqlite3_wal_checkpoint_v2(d->sqlite, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) == SQLITE_OK;
}
