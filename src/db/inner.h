/* A connection, between db.c (statements, transactions, failures) and open.c (files). */
#ifndef DB_INNER_H
#define DB_INNER_H

#include <sqlite3.h>

#include "db/db.h"

enum { DB_KEPT = 64 }; /* statements */

struct rows {
    struct db *db;
    const char *sql; /* and the number for #: what it was made from */
    int64_t of;
    sqlite3_stmt *statement; /* NULL: it could not be made */
    uint64_t used;           /* when, in statements */
    bool open;               /* somebody reads it */
};

struct db {
    sqlite3 *sqlite;
    char *path;
    bool memory;
    struct rows kept[DB_KEPT], none;
    int count;
    uint64_t uses;
    int depth;             /* of transactions */
    enum db_answer failed; /* the first, and in a transaction how deep */
    int failed_depth;
    struct err why;
};

/* Has the connection look whether its time is over (until.h). */
void db_watch(sqlite3 *sqlite);
/* Keeps what SQLite says, if it is the first failure. */
void db_note(struct db *d, int code);
/* Ends a transaction; a failure is still to be asked for. */
void db_finish(struct db *d, bool commit);

#endif
