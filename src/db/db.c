/* Statements, transactions and the first failure; see db.h. */
#include "db/db.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "db/inner.h"

/* ---- Failures ---- */

/* What the system said when the file could not be read or written; 0: it is not known. SQLite does not always pass it on, but
 * the files of the database and of its log remember. */
static int system_number(sqlite3 *db)
{
    static const int pointers[] = {SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER};
    int number = sqlite3_system_errno(db);
    sqlite3_file *file = NULL;
    for (size_t i = 0; number == 0 && i < sizeof pointers / sizeof *pointers; i++)
        if (sqlite3_file_control(db, "main", pointers[i], &file) == SQLITE_OK && file && file->pMethods &&
            file->pMethods->xFileControl) /* files in memory have none */
            file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number);
    return number;
}

static enum db_answer classify(int code, int number)
{
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
        return DB_BUSY;
    case SQLITE_FULL:
        return DB_FULL;
    case SQLITE_INTERRUPT:
        return DB_STOPPED;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return DB_DAMAGED;
    case SQLITE_IOERR:
        if (number == ENOSPC || number == EDQUOT || number == EFBIG)
            return DB_FULL;
        return code == SQLITE_IOERR_SHORT_READ ? DB_DAMAGED : DB_FAILED;
    default:
        return DB_FAILED;
    }
}

void db_note(struct db *d, int code)
{
    if (d->failed)
        return;
    bool io = (code & 0xff) == SQLITE_IOERR, opening = (code & 0xff) == SQLITE_CANTOPEN;
    int number = (io || opening) && d->sqlite ? system_number(d->sqlite) : 0;
    enum db_answer what = classify(code, number);
    if (what == DB_STOPPED) {
        db_fail(d, what, "it took too long, or nobody waits for it any more");
        return;
    }
    bool last = d->sqlite && (sqlite3_errcode(d->sqlite) & 0xff) == (code & 0xff);
    const char *says = last ? sqlite3_errmsg(d->sqlite) : sqlite3_errstr(code);
    if (opening && number)
        db_fail(d, what, "%s", strerror(number));
    else
        db_fail(d, what, "%s%s%s%s", what == DB_DAMAGED ? "damaged: " : "", says, number ? ": " : "",
                number ? strerror(number) : "");
}

void db_fail(struct db *d, enum db_answer what, const char *fmt, ...)
{
    char text[sizeof d->why.text];
    va_list args;
    if (d->failed)
        return;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    bool ours = what == DB_STOPPED; /* nothing is wrong with the file */
    err_set(&d->why, "%s%s%s", ours ? "" : d->path, ours ? "" : ": ", text);
    d->failed = what;
    d->failed_depth = d->depth;
}

enum db_answer db_failure(struct db *d, struct err *e)
{
    enum db_answer failed = d->failed;
    if (failed)
        err_set(e, "%s", d->why.text);
    if (d->depth == 0)
        d->failed = DB_FINE;
    return failed;
}

bool db_ok(const struct db *d)
{
    return d->failed == DB_FINE;
}

/* ---- Transactions ---- */

/* Takes back one that could not be when it ended, because the disk was gone. */
static void settle(struct db *d)
{
    if (d->depth == 0 && !sqlite3_get_autocommit(d->sqlite))
        sqlite3_exec(d->sqlite, "ROLLBACK", NULL, NULL, NULL);
}

static void begin(struct db *d, const char *how)
{
    db_do(d, d->depth == 0 ? how : "SAVEPOINT inner_one");
    d->depth++;
}

void db_begin(struct db *d)
{
    begin(d, "BEGIN IMMEDIATE");
}

void db_begin_reading(struct db *d)
{
    begin(d, "BEGIN");
}

void db_finish(struct db *d, bool commit)
{
    bool inner = d->depth > 1;
    assert(d->depth > 0);
    if (commit)
        db_do(d, inner ? "RELEASE inner_one" : "COMMIT");
    bool back = d->failed ? d->failed_depth >= d->depth : !commit;
    d->depth--;
    /* Some failures have taken all of it back already. */
    if (back && inner && !sqlite3_get_autocommit(d->sqlite))
        sqlite3_exec(d->sqlite, "ROLLBACK TO inner_one; RELEASE inner_one", NULL, NULL, NULL);
    else
        settle(d);
}

enum db_answer db_end(struct db *d, bool commit, struct err *e)
{
    db_finish(d, commit);
    enum db_answer failed = db_failure(d, e);
    /* An outer one goes on without what was taken back, unless it has failed before or is gone as well. */
    if (d->failed_depth > d->depth && !sqlite3_get_autocommit(d->sqlite))
        d->failed = DB_FINE;
    return failed;
}

/* ---- Statements ---- */

static char *with_number(const char *sql, int64_t of)
{
    struct buf text = BUF_EMPTY;
    for (; *sql; sql++)
        if (*sql == '#')
            buf_format(&text, "%" PRId64, of);
        else
            buf_char(&text, *sql);
    return buf_take(&text);
}

/* The place for one more: that of the one used longest ago, if all are taken. */
static struct rows *place(struct db *d)
{
    if (d->count < DB_KEPT)
        return &d->kept[d->count++];
    struct rows *oldest = NULL;
    for (int i = 0; i < DB_KEPT; i++)
        if (!d->kept[i].open && (!oldest || d->kept[i].used < oldest->used))
            oldest = &d->kept[i];
    assert(oldest);
    sqlite3_finalize(oldest->statement);
    return oldest;
}

static struct rows *find(struct db *d, const char *sql, int64_t of)
{
    for (int i = 0; i < d->count; i++)
        if (d->kept[i].sql == sql && d->kept[i].of == of)
            return &d->kept[i];
    sqlite3_stmt *s = NULL;
    char *text = with_number(sql, of);
    int code = sqlite3_prepare_v3(d->sqlite, text, -1, SQLITE_PREPARE_PERSISTENT, &s, NULL);
    free(text);
    if (code != SQLITE_OK) {
        db_note(d, code);
        return &d->none;
    }
    struct rows *r = place(d);
    *r = (struct rows){.db = d, .sql = sql, .of = of, .statement = s};
    return r;
}

/* `how` says whether what is pointed to stays there until the last row was read. */
static int bind(sqlite3_stmt *s, int at, const struct db_value *v, void (*how)(void *))
{
    const void *bytes = v->len ? v->bytes : "";
    switch (v->type) {
    case DB_INT:
        return sqlite3_bind_int64(s, at, v->number);
    case DB_REAL:
        return sqlite3_bind_double(s, at, v->real);
    case DB_TEXT:
        return sqlite3_bind_text64(s, at, bytes, v->len, how, SQLITE_UTF8);
    case DB_BYTES:
        return sqlite3_bind_blob64(s, at, bytes, v->len, how);
    default:
        return SQLITE_OK; /* null, as all are between two uses */
    }
}

static struct rows *start(struct db *d, const char *sql, const struct db_value *v, void (*how)(void *))
{
    if (d->failed)
        return &d->none;
    settle(d);
    bool numbered = v[1].type == DB_OF;
    struct rows *r = find(d, sql, numbered ? v[1].number : 0);
    if (!r->statement)
        return r;
    assert(!r->open); /* whoever reads its rows must not ask the same again meanwhile */
    r->open = true;
    r->used = ++d->uses;
    for (int i = numbered ? 2 : 1, at = 1; i < DB_VALUES && v[i].type != DB_NO_VALUE; i++, at++) {
        int code = bind(r->statement, at, &v[i], how);
        if (code != SQLITE_OK)
            db_note(d, code);
    }
    return r;
}

void db_do_list(struct db *d, const char *sql, const struct db_value *v)
{
    struct rows *r = start(d, sql, v, SQLITE_STATIC);
    while (rows_next(r))
        ;
}

struct rows *db_ask_list(struct db *d, const char *sql, const struct db_value *v)
{
    return start(d, sql, v, SQLITE_TRANSIENT);
}

int64_t db_number_list(struct db *d, int64_t other, const char *sql, const struct db_value *v)
{
    struct rows *r = start(d, sql, v, SQLITE_STATIC);
    if (!rows_next(r))
        return other;
    int64_t n = rows_int(r, 0);
    while (!sqlite3_stmt_readonly(r->statement) && rows_next(r)) /* what it changes is in with its last row */
        ;
    rows_end(r);
    return n;
}

void db_run(struct db *d, const char *sql)
{
    int code = d->failed ? SQLITE_OK : sqlite3_exec(d->sqlite, sql, NULL, NULL, NULL);
    if (code != SQLITE_OK)
        db_note(d, code);
}

void db_run_of(struct db *d, const char *sql, int64_t number)
{
    char *text = with_number(sql, number);
    db_run(d, text);
    free(text);
}

int64_t db_last(const struct db *d)
{
    return sqlite3_last_insert_rowid(d->sqlite);
}

int db_changes(const struct db *d)
{
    return sqlite3_changes(d->sqlite);
}

/* ---- Rows ---- */

bool rows_next(struct rows *r)
{
    if (!r->open)
        return false;
    int code = r->db->failed ? SQLITE_DONE : sqlite3_step(r->statement);
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        db_note(r->db, code);
    rows_end(r);
    return false;
}

void rows_end(struct rows *r)
{
    if (!r->open)
        return;
    r->open = false;
    int code = sqlite3_reset(r->statement);
    if (code != SQLITE_OK)
        db_note(r->db, code);
    sqlite3_clear_bindings(r->statement);
}

int64_t rows_int(struct rows *r, int column)
{
    return sqlite3_column_int64(r->statement, column);
}

bool rows_whole(struct rows *r, int column, int64_t least, int64_t most, int64_t *out)
{
    *out = rows_int(r, column);
    return sqlite3_column_type(r->statement, column) == SQLITE_INTEGER && *out >= least && *out <= most;
}

double rows_real(struct rows *r, int column)
{
    return sqlite3_column_double(r->statement, column);
}

const char *rows_text(struct rows *r, int column)
{
    const unsigned char *text = sqlite3_column_text(r->statement, column);
    return text ? (const char *)text : "";
}

const void *rows_bytes(struct rows *r, int column, size_t *len)
{
    const void *bytes = sqlite3_column_blob(r->statement, column);
    *len = bytes ? (size_t)sqlite3_column_bytes(r->statement, column) : 0;
    return bytes ? bytes : "";
}

bool rows_null(struct rows *r, int column)
{
    return sqlite3_column_type(r->statement, column) == SQLITE_NULL;
}
