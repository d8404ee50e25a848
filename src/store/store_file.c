/* The store's file itself: its tables, its versions, the room that is kept for deleting. */
#include <fcntl.h>
#include <inttypes.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/buf.h"
#include "store/store_db.h"

enum {
    VERSION = 3,
    RESERVE_BYTES = 1 << 20, /* kept for deleting: a tree goes with some tens of pages of the log */
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

/* Writers wait until the log is on the disk at every commit (FULL), and do not fill what they free with zeros
 * where that would be more to write (Debian's SQLite does, and a delete would take as much of the disk as the
 * tree did). The log keeps eight megabytes when it is empty: room that is not asked for again. */
const struct db_kind file_kind = {
    .name = "a file of saved games",
    .application = 0x48585356, /* "HXSV" */
    .version = VERSION,
    .schema = schema,
    .tables = "tree, place, doomed, progress",
    .newer = newer,
    .pragmas = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = FAST;"
               "PRAGMA journal_size_limit = 8388608;",
};

/* ---- Full disks ---- */

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
