/* What people asked for, as rows: how many there are, and not for ever; see lab.h. */
#include "db/db.h"
#include "lab/lab.h"
#include "lab/ledger.h"

bool lab_events(const char *path, struct lab_events *out, struct err *e)
{
    struct db *d = ledger_open(path, e);
    if (!d)
        return false;
    out->last = db_number(d, 0, "SELECT coalesce(max(id), 0) FROM event");
    out->waiting = db_number(d, 0, "SELECT count(*) FROM event WHERE done = 0");
    out->roots =
        db_number(d, 0,
                  "SELECT (SELECT count(*) FROM root) + (SELECT count(*) FROM event WHERE kind = 'add' "
                  "AND done = 0)");
    bool ok = db_fine(d, e);
    db_close(d);
    return ok;
}

bool lab_forget_events(const char *path, int64_t after, int64_t keep, struct err *e)
{
    struct db *d = ledger_open(path, e);
    if (!d)
        return false;
    db_do(d,
          "DELETE FROM event WHERE done = 1 AND kind NOT IN ('stuck', 'quarantine', 'poisoned') AND (id > "
          "?1 OR id <= (SELECT max(id) FROM event) - ?2)",
          db_int(after), db_int(keep));
    bool ok = db_fine(d, e);
    db_close(d);
    return ok;
}
