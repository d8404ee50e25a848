/* How long SQLite may take; see until.h. */
#include "db/until.h"

#include "db/inner.h"

enum { LOOK_EVERY = 5000 }; /* steps of SQLite's machine: less than a millisecond */

static _Thread_local const struct deadline *until_now;

void db_until(const struct deadline *until)
{
    until_now = until;
}

static int is_over(void *context)
{
    (void)context;
    return until_now && deadline_over(until_now);
}

void db_watch(sqlite3 *sqlite)
{
    sqlite3_progress_handler(sqlite, LOOK_EVERY, is_over, NULL);
}

void db_memory(int64_t bytes)
{
    sqlite3_soft_heap_limit64(bytes);
}
