/* The file of a lab: one SQLite database (db/db.h), which is the truth. Whatever is committed survives everything. */
#ifndef LAB_LEDGER_H
#define LAB_LEDGER_H

#include <stdbool.h>

#include "base/err.h"

struct db;

/* Makes it, with these rows (SQL) from the beginning; fails if there is something of that name, and leaves nothing then. */
bool ledger_make(const char *path, const char *rows, struct err *e);
/* Opens it; the caller closes it (db_close). NULL with a message if that cannot be. */
struct db *ledger_open(const char *path, struct err *e);

/* May this process change the graph? Only one may at a time; false with a message if another does. The right
 * ends with ledger_disown, or with the process. */
bool ledger_own(struct db *d, int *own, struct err *e);
void ledger_disown(int own); /* less than 0: it was not had */
/* Has somebody this right for the file at the moment? */
bool ledger_runs(const char *path);

/* Things that are kept by name. */
void ledger_set(struct db *d, const char *name, const char *value);
/* The caller frees it; NULL if it is not there. */
char *ledger_get(struct db *d, const char *name);

/* A line for people and for the running lab: what happened, or what somebody wants. */
void ledger_event(struct db *d, const char *what, const char *body, bool done);

#endif
