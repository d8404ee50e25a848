/* SQLite made to fail on order, from outside: nothing in the program knows of it.
 *
 * Two places. A statement: the n-th call that prepares it, binds its first value or steps it is not made, and answers that it failed; if wanted,
 * the transaction is taken back as well, as SQLite itself does after some failures. The disk: a file system of our own between
 * SQLite and the real one, whose n-th opening, reading, writing or syncing fails. Either once, or from then on until it is
 * called off. For one program at a time: it defines functions of SQLite, which call the real ones of the library. */
#ifndef SUPPORT_FAULTS_H
#define SUPPORT_FAULTS_H

#ifndef _GNU_SOURCE
#error "RTLD_NEXT wants _GNU_SOURCE"
#endif
#include <dlfcn.h>
#include <sqlite3.h>
#include <string.h>

#include "support/boards.h"

struct fault {
    const char *name;
    bool disk;  /* otherwise a statement */
    bool undo;  /* of a statement: and the transaction is gone */
    bool stays; /* from then on */
};

static const struct fault fault_kinds[] = {
    {"a call fails", false, false, false},
    {"a call fails and the transaction is gone", false, true, false},
    {"calls fail from there on", false, false, true},
    {"the disk fails once", true, false, false},
    {"the disk fails from there on", true, false, true},
};
enum { FAULT_KINDS = sizeof fault_kinds / sizeof *fault_kinds };

static struct {
    const struct fault *kind; /* NULL: all is well */
    int64_t at, seen;
    int inside; /* of SQLite: what it calls itself is its own affair */
} fault_now;

/* From now on the n-th call fails; 0: none, they are counted. */
static inline void faults_order(const struct fault *kind, int64_t n)
{
    fault_now.kind = kind;
    fault_now.at = n ? n : INT64_MAX;
    fault_now.seen = 0;
}

/* All is well again. Returns how many calls there were that could have failed. */
static inline int64_t faults_off(void)
{
    fault_now.kind = NULL;
    return fault_now.seen;
}

static bool fault_due(bool disk)
{
    const struct fault *k = fault_now.kind;
    if (!k || k->disk != disk || (!disk && fault_now.inside))
        return false;
    fault_now.seen++;
    return k->stays ? fault_now.seen >= fault_now.at : fault_now.seen == fault_now.at;
}

/* ---- Statements ---- */

#define FAULT_REAL(name) ((__typeof__(&name))fault_real(#name))

static void *fault_real(const char *name)
{
    void *f = dlsym(RTLD_NEXT, name);
    assert_non_null(f);
    return f;
}

static int fault_refuse(sqlite3 *db)
{
    if (fault_now.kind->undo && !sqlite3_get_autocommit(db)) {
        const struct fault *kind = fault_now.kind;
        fault_now.kind = NULL;
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
        fault_now.kind = kind;
    }
    return fault_now.at % 2 ? SQLITE_FULL : SQLITE_IOERR;
}

/* The real one, by its own rules. */
#define FAULT_INSIDE(call)  \
    do {                    \
        fault_now.inside++; \
        int code = call;    \
        fault_now.inside--; \
        return code;        \
    } while (0)

int sqlite3_step(sqlite3_stmt *s)
{
    if (fault_due(false))
        return fault_refuse(sqlite3_db_handle(s));
    FAULT_INSIDE(FAULT_REAL(sqlite3_step)(s));
}

int sqlite3_exec(sqlite3 *db, const char *sql, int (*row)(void *, int, char **, char **), void *ctx,
                 char **why)
{
    if (fault_due(false))
        return fault_refuse(db);
    FAULT_INSIDE(FAULT_REAL(sqlite3_exec)(db, sql, row, ctx, why));
}

int sqlite3_prepare_v2(sqlite3 *db, const char *sql, int len, sqlite3_stmt **out, const char **rest)
{
    *out = NULL;
    if (fault_due(false))
        return fault_refuse(db);
    FAULT_INSIDE(FAULT_REAL(sqlite3_prepare_v2)(db, sql, len, out, rest));
}

int sqlite3_prepare_v3(sqlite3 *db, const char *sql, int len, unsigned flags, sqlite3_stmt **out,
                       const char **rest)
{
    *out = NULL;
    if (fault_due(false))
        return fault_refuse(db);
    FAULT_INSIDE(FAULT_REAL(sqlite3_prepare_v3)(db, sql, len, flags, out, rest));
}

int sqlite3_bind_int64(sqlite3_stmt *s, int at, sqlite3_int64 x)
{
    return at == 1 && fault_due(false) ? SQLITE_NOMEM : FAULT_REAL(sqlite3_bind_int64)(s, at, x);
}

int sqlite3_bind_double(sqlite3_stmt *s, int at, double x)
{
    return at == 1 && fault_due(false) ? SQLITE_NOMEM : FAULT_REAL(sqlite3_bind_double)(s, at, x);
}

int sqlite3_bind_text64(sqlite3_stmt *s, int at, const char *text, sqlite3_uint64 len, void (*done)(void *),
                        unsigned char code)
{
    return at == 1 && fault_due(false) ? SQLITE_NOMEM
                                       : FAULT_REAL(sqlite3_bind_text64)(s, at, text, len, done, code);
}

int sqlite3_bind_blob64(sqlite3_stmt *s, int at, const void *bytes, sqlite3_uint64 len, void (*done)(void *))
{
    return at == 1 && fault_due(false) ? SQLITE_NOMEM
                                       : FAULT_REAL(sqlite3_bind_blob64)(s, at, bytes, len, done);
}

/* ---- The disk ---- */

/* A file of ours; the real one stands behind it. */
struct fault_file {
    sqlite3_file base;
    sqlite3_file *real;
};

static sqlite3_file *fault_behind(sqlite3_file *f)
{
    return ((struct fault_file *)f)->real;
}

#define FAULT_PASS(call, args) (fault_behind(f)->pMethods->call args)

static int fault_close(sqlite3_file *f)
{
    return FAULT_PASS(xClose, (fault_behind(f)));
}

static int fault_read(sqlite3_file *f, void *to, int len, sqlite3_int64 at)
{
    return fault_due(true) ? SQLITE_IOERR_READ : FAULT_PASS(xRead, (fault_behind(f), to, len, at));
}

static int fault_write(sqlite3_file *f, const void *from, int len, sqlite3_int64 at)
{
    if (fault_due(true))
        return fault_now.at % 2 ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    return FAULT_PASS(xWrite, (fault_behind(f), from, len, at));
}

static int fault_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    return fault_due(true) ? SQLITE_IOERR_TRUNCATE : FAULT_PASS(xTruncate, (fault_behind(f), size));
}

/* Nobody pulls the plug here: what would wait for the disk does not. */
static int fault_sync(sqlite3_file *f, int flags)
{
    (void)f;
    (void)flags;
    return fault_due(true) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int fault_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return fault_due(true) ? SQLITE_IOERR_FSTAT : FAULT_PASS(xFileSize, (fault_behind(f), size));
}

static int fault_lock(sqlite3_file *f, int kind)
{
    return fault_due(true) ? SQLITE_IOERR_LOCK : FAULT_PASS(xLock, (fault_behind(f), kind));
}

static int fault_unlock(sqlite3_file *f, int kind)
{
    return FAULT_PASS(xUnlock, (fault_behind(f), kind));
}

static int fault_reserved(sqlite3_file *f, int *out)
{
    return FAULT_PASS(xCheckReservedLock, (fault_behind(f), out));
}

static int fault_control(sqlite3_file *f, int what, void *arg)
{
    if (what == SQLITE_FCNTL_SIZE_HINT && fault_due(true))
        return SQLITE_FULL;
    return FAULT_PASS(xFileControl, (fault_behind(f), what, arg));
}

static int fault_sector(sqlite3_file *f)
{
    return FAULT_PASS(xSectorSize, (fault_behind(f)));
}

static int fault_character(sqlite3_file *f)
{
    return FAULT_PASS(xDeviceCharacteristics, (fault_behind(f)));
}

static int fault_shm_map(sqlite3_file *f, int region, int size, int more, void volatile **out)
{
    *out = NULL;
    return fault_due(true) ? SQLITE_IOERR_SHMMAP
                           : FAULT_PASS(xShmMap, (fault_behind(f), region, size, more, out));
}

static int fault_shm_lock(sqlite3_file *f, int at, int n, int flags)
{
    if ((flags & SQLITE_SHM_LOCK) && fault_due(true))
        return SQLITE_IOERR_SHMLOCK;
    return FAULT_PASS(xShmLock, (fault_behind(f), at, n, flags));
}

static void fault_shm_barrier(sqlite3_file *f)
{
    FAULT_PASS(xShmBarrier, (fault_behind(f)));
}

static int fault_shm_unmap(sqlite3_file *f, int gone)
{
    return FAULT_PASS(xShmUnmap, (fault_behind(f), gone));
}

static int fault_open(sqlite3_vfs *v, const char *name, sqlite3_file *f, int flags, int *out)
{
    static const sqlite3_io_methods methods = {2,
                                               fault_close,
                                               fault_read,
                                               fault_write,
                                               fault_truncate,
                                               fault_sync,
                                               fault_size,
                                               fault_lock,
                                               fault_unlock,
                                               fault_reserved,
                                               fault_control,
                                               fault_sector,
                                               fault_character,
                                               fault_shm_map,
                                               fault_shm_lock,
                                               fault_shm_barrier,
                                               fault_shm_unmap,
                                               NULL,
                                               NULL};
    sqlite3_vfs *real = v->pAppData;
    struct fault_file *file = (struct fault_file *)f;
    f->pMethods = NULL;
    if (fault_due(true))
        return SQLITE_CANTOPEN;
    file->real = (sqlite3_file *)(file + 1);
    int code = real->xOpen(real, name, file->real, flags, out);
    if (file->real->pMethods)
        f->pMethods = &methods;
    return code;
}

static int fault_delete(sqlite3_vfs *v, const char *name, int sync)
{
    sqlite3_vfs *real = v->pAppData;
    (void)sync;
    return fault_due(true) ? SQLITE_IOERR_DELETE : real->xDelete(real, name, 0);
}

/* SQLite goes through us from now on. */
static inline void faults_install(void)
{
    static sqlite3_vfs vfs;
    sqlite3_vfs *real = sqlite3_vfs_find(NULL);
    vfs = *real;
    vfs.szOsFile = (int)sizeof(struct fault_file) + real->szOsFile;
    vfs.zName = "faults";
    vfs.pNext = NULL;
    vfs.pAppData = real;
    vfs.xOpen = fault_open;
    vfs.xDelete = fault_delete;
    assert_int_equal(sqlite3_vfs_register(&vfs, 1), SQLITE_OK);
}

#endif
