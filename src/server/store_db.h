/* The store's connections to its file: helpers of store.c and store_read.c. */
#ifndef SERVER_STORE_DB_H
#define SERVER_STORE_DB_H

#include <pthread.h>
#include <sqlite3.h>

#include "server/store.h"

enum store_statement {
    STORE_BEGIN,
    STORE_COMMIT,
    STORE_ROLLBACK,
    STORE_INSERT,
    STORE_REVISION,
    STORE_UPDATE,
    STORE_DELETE,
    STORE_GET,
    STORE_COUNT,
    STORE_LIST,
    STORE_PLACES,
    STORE_PLACE_ADD,
    STORE_PLACE_DROP,
    STORE_PLACES_DROP,
    STORE_FIND,
    STORE_STATEMENTS,
};

/* One connection, used by one thread at a time. */
struct store_db {
    pthread_mutex_t lock;
    const char *path;
    sqlite3 *db;
    sqlite3_stmt *statement[STORE_STATEMENTS];
};

/* Readers are not kept waiting while a save waits for the disk: they have a connection of their own. */
struct store {
    char *path;
    struct store_db writer, reader;
    bool one; /* in memory: there is only the writer's */
};

bool db_open(struct store_db *d, const char *path, struct err *e);
void db_close(struct store_db *d);

/* The file's complaint. Returns false. */
bool db_fail(struct store_db *d, struct err *e);
bool db_run(struct store_db *d, const char *sql, struct err *e);

/* The prepared statement, NULL with a message if it cannot be prepared. */
sqlite3_stmt *db_statement(struct store_db *d, enum store_statement which, struct err *e);

/* Steps a statement that gives no rows, and resets it. */
bool db_do(struct store_db *d, sqlite3_stmt *s, struct err *e);

/* Takes the connection for reading or for writing; db_release gives it back. */
struct store_db *db_reader(struct store *s);
struct store_db *db_writer(struct store *s);
void db_release(struct store_db *d);

#endif
