/* Games between people in SQLite; see duels.h. */
#include "store/duels.h"

#include <stdlib.h>

#include "base/mem.h"
#include "db/db.h"
#include "store/store_sum.h"
#include "json/limits.h"

enum { EXPIRE_AT_ONCE = 100 };

struct duel_store {
    struct db *db;
};

/* `over` and `client` are there to be counted and expired by; a game that nobody joined was made and touched at once. */
static const struct db_kind kind = {
    .name = "a file of games between people",
    .application = 0x48584455, /* "HXDU" */
    .version = 1,
    .schema = "CREATE TABLE duel (id TEXT PRIMARY KEY, over INTEGER NOT NULL, made INTEGER NOT NULL,"
              " touched INTEGER NOT NULL, client INTEGER NOT NULL, spent INTEGER NOT NULL, since INTEGER,"
              " body TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;"
              "CREATE INDEX duel_touched ON duel (over, touched);"
              "CREATE INDEX duel_client ON duel (client, over);"
              "CREATE TABLE pulse (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);"
              "INSERT INTO pulse (one, at) VALUES (1, 0);",
    .tables = "duel, pulse",
    .pragmas = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 8388608;",
    .wait_ms = LIMIT_DATA_WAIT_MS,
};

bool duel_store_open(const char *path, int64_t bytes_most, struct duel_store **out, int64_t *pulse,
                     struct err *e)
{
    struct duel_store s;
    if (db_open(&kind, path, DB_CREATE, &s.db, e) != DB_FINE)
        return false;
    db_limit(s.db, bytes_most);
    db_begin(s.db);
    *pulse = db_number(s.db, 0, "SELECT at FROM pulse");
    db_do(s.db,
          "UPDATE duel SET spent = spent + max(0, (SELECT at FROM pulse) - since), since = NULL WHERE since "
          "IS NOT NULL");
    db_do(s.db, "UPDATE duel SET client = 0 WHERE client != 0 AND over = 0");
    if (!db_commit(s.db, e)) {
        db_close(s.db);
        return false;
    }
    *out = mem_alloc(sizeof **out);
    **out = s;
    return true;
}

void duel_store_close(struct duel_store *s)
{
    if (s)
        db_close(s->db);
    free(s);
}

void duel_store_begin(struct duel_store *s)
{
    db_begin(s->db);
}

enum store_answer duel_store_end(struct duel_store *s, struct err *e, struct err *detail)
{
    switch (db_end(s->db, true, detail)) {
    case DB_FINE:
        return STORE_FINE;
    case DB_BUSY:
        err_set(e, "another program is using the file of games; try again in a moment");
        return STORE_BUSY;
    case DB_FULL:
        err_set(e, "there is no room left for games between people");
        return STORE_FULL;
    case DB_STOPPED:
        err_set(e, "the time was over");
        return STORE_STOPPED;
    case DB_DAMAGED:
        err_set(e, "the file of games is damaged here; the server's log says more");
        return STORE_DAMAGED;
    default:
        err_set(e, "the file of games cannot be read or written; the server's log says more");
        return STORE_FAILED;
    }
}

static int64_t sum_of(const char *id, const char *body, size_t len)
{
    return store_sum(id, "duel", body, len);
}

void duel_store_put(struct duel_store *s, const struct duel_row *r)
{
    size_t len = strlen(r->body);
    db_do(
        s->db,
        "INSERT INTO duel (id, over, made, touched, client, spent, since, body, sum) VALUES (?1, ?2, ?3, ?4, "
        "?5, ?6, ?7, ?8, ?9) ON CONFLICT (id) DO UPDATE SET over = ?2, touched = ?4, spent = ?6, since = "
        "?7, body = ?8, sum = ?9",
        db_text(r->id), db_int(r->over), db_int(r->made), db_int(r->touched), db_int((int64_t)r->client),
        db_int(r->spent), r->since < 0 ? db_null() : db_int(r->since), db_text_of(r->body, len),
        db_int(sum_of(r->id, r->body, len)));
}

void duel_store_drop(struct duel_store *s, const char *id)
{
    db_do(s->db, "DELETE FROM duel WHERE id = ?1", db_text(id));
}

void duel_store_pulse(struct duel_store *s, int64_t pulse)
{
    db_do(s->db, "UPDATE pulse SET at = ?1", db_int(pulse));
}

enum store_answer duel_store_get(struct duel_store *s, const char *id, struct duel_row *out, struct buf *body)
{
    struct rows *r =
        db_ask(s->db, "SELECT made, touched, spent, since, body, sum, over, client FROM duel WHERE id = ?1",
               db_text(id));
    if (!rows_next(r))
        return STORE_NONE;
    size_t len;
    const char *text = rows_bytes(r, 4, &len);
    *out = (struct duel_row){.made = rows_int(r, 0),
                             .touched = rows_int(r, 1),
                             .spent = rows_int(r, 2),
                             .since = rows_null(r, 3) ? -1 : rows_int(r, 3),
                             .over = rows_int(r, 6) != 0,
                             .client = (uint64_t)rows_int(r, 7)};
    bool fine = rows_int(r, 5) == sum_of(id, text, len);
    if (fine)
        buf_bytes(body, text, len);
    rows_end(r);
    return fine ? STORE_FINE : STORE_DAMAGED;
}

int64_t duel_store_count(struct duel_store *s)
{
    return db_number(s->db, 0, "SELECT count(*) FROM duel");
}

int64_t duel_store_open_of(struct duel_store *s, uint64_t client)
{
    return db_number(s->db, 0, "SELECT count(*) FROM duel WHERE client = ?1 AND over = 0",
                     db_int((int64_t)client));
}

bool duel_store_drop_oldest(struct duel_store *s)
{
    db_do(s->db, "DELETE FROM duel WHERE id = (SELECT id FROM duel WHERE over = 1 ORDER BY touched LIMIT 1)");
    return db_changes(s->db) > 0;
}

void duel_store_expire(struct duel_store *s, int64_t touched, int64_t waiting)
{
    db_do(s->db,
          "DELETE FROM duel WHERE id IN (SELECT id FROM duel WHERE touched < ?1 OR (touched = made AND "
          "touched < ?2) LIMIT ?3)",
          db_int(touched), db_int(waiting), db_int(EXPIRE_AT_ONCE));
}
