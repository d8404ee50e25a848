/* The file of a lab: one SQLite database, which is the truth. Whatever is committed survives everything. */
#ifndef LAB_LEDGER_H
#define LAB_LEDGER_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct ledger;

enum ledger_mode { LEDGER_NEW, LEDGER_WRITE };

/* Opens it; LEDGER_NEW makes it, and fails if there is something of that name. */
struct ledger *ledger_open(const char *path, enum ledger_mode mode, struct err *e);
void ledger_close(struct ledger *d);
const char *ledger_path(const struct ledger *d);

/* May this process change the graph? Only one may at a time; false with a message if another does. The right
 * ends with ledger_close, or with the process. */
bool ledger_own(struct ledger *d, struct err *e);
/* Has somebody this right for the file at the moment? */
bool ledger_runs(const char *path);

/* Several statements; between them everything or nothing. The first failure of a transaction is kept:
 * ledger_commit tells it, and nothing of the transaction is left then. */
void ledger_begin(struct ledger *d);
bool ledger_commit(struct ledger *d, struct err *e);
/* What went wrong since ledger_begin, or outside of one since it was asked last; true if nothing. */
bool ledger_fine(struct ledger *d, struct err *e);

/* Reads from here on see the rows as they are now, until the end. */
void ledger_snapshot(struct ledger *d);
void ledger_snapshot_end(struct ledger *d);

/* A statement, prepared once; `sql` must be a literal. NULL after a failure, which all that follows bears. */
sqlite3_stmt *ledger_statement(struct ledger *d, const char *sql);
void ledger_bind_int(sqlite3_stmt *s, int at, int64_t x);
void ledger_bind_real(sqlite3_stmt *s, int at, double x);
void ledger_bind_text(sqlite3_stmt *s, int at, const char *text);
void ledger_bind_bytes(sqlite3_stmt *s, int at, const void *bytes, size_t len);
/* Is there another row? At the end the statement is ready to be bound anew. */
bool ledger_row(struct ledger *d, sqlite3_stmt *s);
/* For those who stop before the last row. */
void ledger_done(sqlite3_stmt *s);
/* Runs a statement without rows. */
void ledger_do(struct ledger *d, sqlite3_stmt *s);

/* Of a row: */
int64_t ledger_int(sqlite3_stmt *s, int at);
const char *ledger_text(sqlite3_stmt *s, int at); /* "" for null; until the next step */
const void *ledger_bytes(sqlite3_stmt *s, int at, size_t *len);

/* The first number of the first row; `otherwise` if there is none. */
int64_t ledger_number(struct ledger *d, const char *sql, int64_t otherwise);

/* Things that are kept by name. */
void ledger_set(struct ledger *d, const char *name, const char *value);
/* The caller frees it; NULL if it is not there. */
char *ledger_get(struct ledger *d, const char *name);

/* A line for people and for the running lab: what happened, or what somebody wants. Returns its number. */
int64_t ledger_event(struct ledger *d, const char *kind, const char *body, bool done);

#endif
