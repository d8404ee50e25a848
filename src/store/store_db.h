/* The store's connections to its file: helpers of store.c, store_file.c and store_read.c. */
#ifndef STORE_STORE_DB_H
#define STORE_STORE_DB_H

#include <pthread.h>
#include <sqlite3.h>

#include "store/store.h"

enum store_statement {
    STORE_BEGIN,
    STORE_COMMIT,
    STORE_ROLLBACK,
    STORE_INSERT,
    STORE_REVISION,
    STORE_UPDATE,
    STORE_DELETE,
    STORE_DOOM,
    STORE_DOOMED,
    STORE_SPARE,
    STORE_GET,
    STORE_COUNT,
    STORE_LIST,
    STORE_PLACES,
    STORE_PLACE_ADD,
    STORE_PLACE_DROP,
    STORE_PLACES_DROP,
    STORE_SOME_DROP,
    STORE_FIND,
    STORE_PROGRESS_GET,
    STORE_PROGRESS_REVISION,
    STORE_PROGRESS_COUNT,
    STORE_PROGRESS_PUT,
    STORE_STATEMENTS,
};

/* One connection, used by one thread at a time. */
struct store_db {
    pthread_mutex_t lock;
    struct store *store;
    bool writes; /* it is the writer's */
    sqlite3 *db; /* NULL: it could not be opened again */
    sqlite3_stmt *statement[STORE_STATEMENTS];
    bool stale;                /* something was wrong with the file: to be opened anew */
    enum store_answer failure; /* of what failed last */
};

/* Readers are not kept waiting while a save waits for the disk: they have a connection of their own. */
struct store {
    struct store_options options;
    char *path;
    struct store_db writer, reader;
    bool one;     /* in memory: there is only the writer's */
    bool ready;   /* it was opened: from now on messages go to clients, and the log has the details */
    bool reserve; /* room on the disk is kept for deleting; under the writer's lock */
    pthread_mutex_t log_lock;
    struct err logged; /* last, and when */
    double logged_at;
};

/* Sets up what db_take needs, and frees it. */
void db_init(struct store_db *d, struct store *s, bool writes);
void db_done(struct store_db *d);

/* Opens the connection, and closes it; `create`: a new file is made into one of ours, an older one brought up
 * to date. */
bool db_open(struct store_db *d, bool create, struct err *e);
void db_close(struct store_db *d);

/* What SQLite complains of: sets `failure` and the message. Returns false. */
bool db_fail(struct store_db *d, struct err *e);
/* The same for what we find ourselves. */
bool db_fail_as(struct store_db *d, enum store_answer failure, const char *detail, struct err *e);

bool db_run(struct store_db *d, const char *sql, struct err *e);
/* The single number that a statement gives. */
bool db_number(struct store_db *d, const char *sql, int64_t *out, struct err *e);

/* The prepared statement, NULL with a message if it cannot be prepared. */
sqlite3_stmt *db_statement(struct store_db *d, enum store_statement which, struct err *e);

/* Steps a statement that gives no rows, and resets it. */
bool db_do(struct store_db *d, sqlite3_stmt *s, struct err *e);

/* A transaction. db_end commits it, or takes it back and keeps the message. */
bool db_begin(struct store_db *d, struct err *e);
bool db_end(struct store_db *d, bool commit, struct err *e);

/* Milliseconds since 1970. */
int64_t db_now_ms(void);
/* "2026-11-16T02:23:11.123Z" */
void db_put_time(struct buf *b, int64_t ms);

/* Takes the connection for reading or for writing, opened anew if need be; db_release gives it back. NULL,
 * with the reason in `*why`, if it cannot be had in time. */
struct store_db *db_take(struct store *s, bool write, enum store_answer *why, struct err *e);
/* Gives it back. Returns STORE_FINE if `ok`, else what failed. */
enum store_answer db_release(struct store_db *d, bool ok);

/* ---- store_file.c ---- */

/* Checks that the file is ours and whole; `create` as for db_open. */
bool file_check(struct store_db *d, bool create, struct err *e);

/* Before a transaction commits: takes room on the disk for the file as large as it will be. Otherwise what is
 * in the log could not be brought into the file when the disk is full, and the log would grow for ever. */
bool file_grow(struct store_db *d, struct err *e);

/* Brings what the log holds into the file, and gives its room back. */
bool file_empty_log(struct store_db *d);

/* Keeps room on the disk for deleting, if there is any to keep; and gives it up. Only the writer may. */
void file_reserve(struct store *s);
bool file_unreserve(struct store *s);

/* Which of the two is full? "the disk …", "the data file …" */
void file_say_full(struct store *s, struct err *e);

#endif
