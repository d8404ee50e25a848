/* The store's connections to its file: helpers of store.c, store_file.c, store_read.c and progress.c. */
#ifndef STORE_STORE_DB_H
#define STORE_STORE_DB_H

#include <pthread.h>

#include "db/db.h"
#include "store/store.h"

/* One connection, used by one thread at a time. */
struct store_db {
    pthread_mutex_t lock;
    struct store *store;
    struct db *db; /* NULL: it could not be opened again */
    bool stale;    /* something was wrong with the file: to be opened anew */
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

/* Opens the connection; `create`: a new file is made into one of ours, an older one brought up to date. */
enum store_answer store_connect(struct store_db *d, bool create, struct err *e);

/* Takes the connection for reading or for writing, opened anew if need be; store_release gives it back. NULL,
 * with the reason in `*why`, if it cannot be had in time. */
struct store_db *store_take(struct store *s, bool write, enum store_answer *why, struct err *e);
/* Gives it back. Returns `a`, or what failed in the file meanwhile. */
enum store_answer store_release(struct store_db *d, enum store_answer a, struct err *e);

/* Ends a transaction (db_begin): if `a` is STORE_FINE it is on the disk, if that is what is returned. */
enum store_answer store_end(struct store_db *d, enum store_answer a, struct err *e);

/* ---- store_file.c ---- */

extern const struct db_kind file_kind;

/* Keeps room on the disk for deleting, if there is any to keep; and gives it up. Only the writer may. */
void file_reserve(struct store *s);
bool file_unreserve(struct store *s);

/* Which of the two is full? "the disk …", "the data file …" */
void file_say_full(struct store *s, struct err *e);

#endif
