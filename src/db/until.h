/* How long SQLite may take: a deadline of the thread that asks, whatever file it asks and through however many functions. */
#ifndef DB_UNTIL_H
#define DB_UNTIL_H

#include <stdint.h>

#include "base/clock.h"

/* What this thread asks of any connection ends when this has come, which is looked at every few milliseconds:
 * the statement fails (DB_STOPPED), and the transaction is taken back. NULL: it takes what it takes. */
void db_until(const struct deadline *until);

/* Bytes of memory for pages of files, of all connections of the program together; 0: any number. */
void db_memory(int64_t bytes);

#endif
