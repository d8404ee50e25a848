/* The store's file itself: its tables, its versions, the room that is kept for deleting. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/buf.h"
#include "store/store_db.h"

/* "HXSV", and the version of the tables. */
enum { APPLICATION = 0x48585356, VERSION = 3 };

enum {
    RESERVE_BYTES = 1 << 20, /* kept for deleting: a tree goes with some tens of pages of the log */
    GROW_BYTES = 1 << 16,    /* the file grows by so much at a time */
    DISK_LEAST = 1 << 20,    /* a disk with less to give is full */
};

/* `sum` is a checksum of what is kept of the tree (store_sum), NULL in rows of version 1. `doomed` are trees
 * that were deleted, and may have places left. `progress` is what players of the page have done. */
#define PROGRESS                                                                                           \
    "CREATE TABLE progress (player TEXT PRIMARY KEY, revision INTEGER NOT NULL, updated INTEGER NOT NULL," \
    " body TEXT NOT NULL, sum INTEGER NOT NULL);"
static const char schema[] =
    "CREATE TABLE tree (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, rules TEXT NOT NULL,"
    " nodes INTEGER NOT NULL, updated INTEGER NOT NULL, revision INTEGER NOT NULL, body TEXT NOT NULL,"
    " sum INTEGER);"
    "CREATE INDEX tree_updated ON tree (updated);"
    "CREATE TABLE place (hash INTEGER NOT NULL, tree INTEGER NOT NULL, path BLOB NOT NULL, form BLOB NOT "
    "NULL,"
    " symmetry INTEGER NOT NULL, line INTEGER NOT NULL, PRIMARY KEY (hash, tree, path)) WITHOUT ROWID;"
    "CREATE INDEX place_tree ON place (tree);"
    "CREATE TABLE doomed (tree INTEGER PRIMARY KEY);" PROGRESS;

/* By the version that the file has. */
static const char *const newer[VERSION] = {
    [1] = "ALTER TABLE tree ADD COLUMN sum INTEGER; CREATE TABLE doomed (tree INTEGER PRIMARY KEY);" PROGRESS,
    [2] = PROGRESS,
};

/* Runs what makes the tables, and says whose they are. */
static bool make(struct store_db *d, const char *tables, struct err *e)
{
    char *sql = sqlite3_mprintf("PRAGMA application_id = %d; PRAGMA user_version = %d; %s", APPLICATION,
                                VERSION, tables);
    bool ok = sql ? db_run(d, sql, e) : db_fail(d, e);
    sqlite3_free(sql);
    return ok;
}

/* Is it a file of ours? One without a table is new, whatever else it says. */
static bool check(struct store_db *d, bool create, struct err *e)
{
    int64_t application, version, tables;
    if (!db_number(d, "SELECT count(*) FROM sqlite_schema", &tables, e) ||
        !db_number(d, "PRAGMA application_id", &application, e) ||
        !db_number(d, "PRAGMA user_version", &version, e))
        return false;
    bool ours = application == APPLICATION, empty = tables == 0;
    if (empty && create && (ours || application == 0))
        return make(d, schema, e);
    if (!ours)
        return db_fail_as(d, STORE_FAILED, "not a file of saved games of this program", e);
    if (empty)
        return db_fail_as(d, STORE_FAILED, "a file of saved games without its tables", e);
    if (version >= 1 && version < VERSION && create)
        return make(d, newer[version], e);
    struct err detail;
    err_set(&detail, "saved games of version %" PRId64 ", this program knows version %d", version, VERSION);
    return version == VERSION || db_fail_as(d, STORE_FAILED, detail.text, e);
}

/* Two servers may find a new file at the same time: hence the lock. */
bool file_check(struct store_db *d, bool create, struct err *e)
{
    if (!create)
        return check(d, false, e);
    if (!db_run(d, "BEGIN IMMEDIATE", e))
        return false;
    if (check(d, true, e) && db_run(d, "COMMIT", e))
        return true;
    sqlite3_exec(d->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* ---- Full disks ---- */

bool file_grow(struct store_db *d, struct err *e)
{
    int64_t page, pages;
    int step = GROW_BYTES;
    if (d->store->one)
        return true;
    if (!db_number(d, "PRAGMA page_size", &page, e) || !db_number(d, "PRAGMA page_count", &pages, e))
        return false;
    sqlite3_int64 bytes = page * pages;
    sqlite3_file_control(d->db, "main", SQLITE_FCNTL_CHUNK_SIZE, &step);
    int status = sqlite3_file_control(d->db, "main", SQLITE_FCNTL_SIZE_HINT, &bytes);
    return status == SQLITE_OK || status == SQLITE_NOTFOUND ||
           db_fail_as(d, STORE_FULL, "there is no room for the file to grow", e);
}

bool file_empty_log(struct store_db *d)
{
    return sqlite3_wal_checkpoint_v2(d->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) == SQLITE_OK;
}

static void reserve_path(const struct store *s, struct buf *out)
{
    buf_format(out, "%s-reserve", s->path);
}

void file_reserve(struct store *s)
{
    if (s->one || s->reserve)
        return;
    struct buf path = BUF_EMPTY;
    reserve_path(s, &path);
    int fd = open(buf_str(&path), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    s->reserve = fd >= 0 && posix_fallocate(fd, 0, RESERVE_BYTES) == 0;
    if (fd >= 0)
        close(fd);
    if (!s->reserve)
        unlink(buf_str(&path));
    buf_free(&path);
}

bool file_unreserve(struct store *s)
{
    if (!s->reserve)
        return false;
    struct buf path = BUF_EMPTY;
    reserve_path(s, &path);
    s->reserve = false;
    bool ok = unlink(buf_str(&path)) == 0;
    buf_free(&path);
    return ok;
}

void file_say_full(struct store *s, struct err *e)
{
    struct statvfs disk;
    bool full = !s->one && statvfs(s->path, &disk) == 0 && disk.f_bavail * disk.f_frsize < DISK_LEAST;
    if (full)
        err_set(e, "the disk is full: nothing can be saved until there is room");
    else
        err_set(e, "the data file has no room left (its limit is %" PRId64 " MB): delete trees to make some",
                s->options.bytes_most >> 20);
}
