/* SQLite for everybody who keeps something: one connection to one file, whose first failure is kept.
 *
 * A sequence of statements is written as if nothing could go wrong. The first that fails is remembered with its reason; from then
 * on nothing is run and no rows come, until somebody asks: db_end after a transaction, db_failure outside of one. So nothing is
 * taken for done that was not, and of a transaction everything is in the file or nothing.
 *
 * A connection is used by one thread at a time. */
#ifndef DB_DB_H
#define DB_DB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/err.h"

struct db;

/* What a failure is like, for those who do something about it. */
enum db_answer {
    DB_FINE,
    DB_BUSY,    /* somebody else has the file locked: later */
    DB_FULL,    /* the file or the disk */
    DB_STOPPED, /* the time of the thread was over (db/until.h); a transaction was taken back */
    DB_DAMAGED, /* what is in the file is not what was written */
    DB_FAILED,  /* it cannot be read or written, or is no file of ours */
};

/* ---- Files ---- */

/* A kind of file: what marks it, and what is in it. */
struct db_kind {
    const char *name; /* for messages: "a book" */
    int application;  /* four letters in its head */
    int version;
    const char *schema; /* makes a new one */
    const char *tables; /* without these it is not whole: "a, b" */
    const char *const
        *newer; /* by the version that a file has: what brings it up to date; NULL: there are no older ones */
    const char *pragmas; /* of connections that may write */
    int wait_ms;         /* for a file that somebody else has locked; 0: ten seconds */
};

enum db_mode {
    DB_READ,
    DB_WRITE,  /* the file is there */
    DB_CREATE, /* made if it is not there; an older one is brought up to date */
    DB_NEW,    /* made, and there must be nothing of this name; a failure leaves nothing of it */
};

/* Opens the file (NULL: one in memory); a file that is not ours, not whole or of another version is refused. The caller
 * closes it. */
enum db_answer db_open(const struct db_kind *k, const char *path, enum db_mode mode, struct db **out,
                       struct err *e);
void db_close(struct db *d);
const char *db_path(const struct db *d);

/* How long a locked file is waited for, from now on. */
void db_wait(struct db *d, int ms);
/* The file grows to so many bytes at the most. */
void db_limit(struct db *d, int64_t bytes);
/* Is the file no longer where it was opened? What is written then would be lost. */
bool db_moved(struct db *d);
/* Before a transaction ends: takes room on the disk for the file as large as it will be. Otherwise what is in the log could not
 * be brought into the file when the disk is full, and the log would grow for ever. */
void db_grow(struct db *d);
/* Brings what the log holds into the file, and gives its room back. */
bool db_empty_log(struct db *d);

/* ---- Failures ---- */

/* What failed first since this was last asked; the message, with the file's name, is told and forgotten (within a
 * transaction only told: it is over). */
enum db_answer db_failure(struct db *d, struct err *e);

static inline bool db_fine(struct db *d, struct err *e)
{
    return db_failure(d, e) == DB_FINE;
}

/* Has nothing failed so far? For those who would go on for long. */
bool db_ok(const struct db *d);

/* Fails for what we find wrong ourselves. */
void db_fail(struct db *d, enum db_answer what, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* ---- Transactions ---- */

/* Between db_begin and db_end everything or nothing. One within another can be taken back alone. */
void db_begin(struct db *d);
/* The same for reading: all rows as of one moment. */
void db_begin_reading(struct db *d);
/* Ends it: if `commit`, and if nothing failed, all of it is in the file, otherwise nothing. Returns what failed first. */
enum db_answer db_end(struct db *d, bool commit, struct err *e);

static inline bool db_commit(struct db *d, struct err *e)
{
    return db_end(d, true, e) == DB_FINE;
}

/* ---- Statements ---- */

/* A value that goes into a statement. */
struct db_value {
    enum { DB_NO_VALUE, DB_BEFORE, DB_OF, DB_NULL, DB_INT, DB_REAL, DB_TEXT, DB_BYTES } type;
    union {
        int64_t number;
        double real;
        const void *bytes;
    };
    size_t len;
};

static inline struct db_value db_int(int64_t x)
{
    return (struct db_value){DB_INT, {.number = x}, 0};
}

static inline struct db_value db_real(double x)
{
    return (struct db_value){DB_REAL, {.real = x}, 0};
}

static inline struct db_value db_bytes(const void *bytes, size_t len)
{
    return (struct db_value){DB_BYTES, {.bytes = bytes}, len};
}

static inline struct db_value db_text_of(const char *text, size_t len)
{
    return (struct db_value){DB_TEXT, {.bytes = text}, len};
}

static inline struct db_value db_null(void)
{
    return (struct db_value){DB_NULL, {.number = 0}, 0};
}

/* NULL: null. */
static inline struct db_value db_text(const char *text)
{
    return text ? db_text_of(text, strlen(text)) : db_null();
}

/* 0: null. */
static inline struct db_value db_some(int64_t x)
{
    return x ? db_int(x) : db_null();
}

/* No value, but the number for every # in the statement: of tables that are made by number. It goes first. */
static inline struct db_value db_of(int64_t number)
{
    return (struct db_value){DB_OF, {.number = number}, 0};
}

enum { DB_VALUES = 16 };
#define DB_LIST(...) \
    ((const struct db_value[DB_VALUES]){{DB_BEFORE, {.number = 0}, 0}, __VA_ARGS__}) /* the rest is zero */

/* The rows of a question. */
struct rows;

/* Statements are prepared once and kept: `sql` must be a literal. Values in the order of ?1, ?2, …
 *     db_do(d, sql, …)             runs it; rows do not matter
 *     db_ask(d, sql, …)            its rows: rows_next until it is false, or rows_end
 *     db_number(d, other, sql, …)  the first number of the first row, `other` if there is none */
#define db_do(d, sql, ...)            db_do_list(d, sql, DB_LIST(__VA_ARGS__))
#define db_ask(d, sql, ...)           db_ask_list(d, sql, DB_LIST(__VA_ARGS__))
#define db_number(d, other, sql, ...) db_number_list(d, other, sql, DB_LIST(__VA_ARGS__))
void db_do_list(struct db *d, const char *sql, const struct db_value *v);
struct rows *db_ask_list(struct db *d, const char *sql, const struct db_value *v);
int64_t db_number_list(struct db *d, int64_t other, const char *sql, const struct db_value *v);

/* Several statements without values, whatever text they are. */
void db_run(struct db *d, const char *sql);
/* The same with a number for every #. */
void db_run_of(struct db *d, const char *sql, int64_t number);

/* The number of the row that was inserted last, and how many the last statement changed. */
int64_t db_last(const struct db *d);
int db_changes(const struct db *d);

/* Is there another row? */
bool rows_next(struct rows *r);
/* For those who stop before the last. */
void rows_end(struct rows *r);

/* Of the row that there is, the column from 0 on; texts and bytes until the next. */
int64_t rows_int(struct rows *r, int column);
/* The same for rows that anybody may have edited: is it a whole number, and in these bounds? */
bool rows_whole(struct rows *r, int column, int64_t least, int64_t most, int64_t *out);
double rows_real(struct rows *r, int column);
const char *rows_text(struct rows *r, int column); /* "" for null */
const void *rows_bytes(struct rows *r, int column, size_t *len);
bool rows_null(struct rows *r, int column);

#endif
