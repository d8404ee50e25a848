/* What players have done on the page: a document each; see store.h. */
#include <inttypes.h>
#include <string.h>

#include "store/store_db.h"
#include "store/store_sum.h"
#include "json/limits.h"
#include "json/tree.h"

static int64_t sum_of(const char *player, const char *body, size_t len)
{
    return store_sum(player, "progress", body, len);
}

/* The row that the statement stands on. */
static bool put_row(struct store_db *d, sqlite3_stmt *q, const char *player, struct buf *out, struct err *e)
{
    const char *body = (const char *)sqlite3_column_text(q, 2);
    size_t len = (size_t)sqlite3_column_bytes(q, 2);
    if (!body || sqlite3_column_int64(q, 3) != sum_of(player, body, len))
        return db_fail_as(d, STORE_DAMAGED, "damaged: a player's progress is not as it was saved", e);
    buf_text(out, "{\"player\":");
    tree_put_text(out, player);
    buf_format(out, ",\"revision\":%" PRId64 ",\"updated\":\"", (int64_t)sqlite3_column_int64(q, 0));
    db_put_time(out, sqlite3_column_int64(q, 1));
    buf_text(out, "\",\"document\":");
    buf_bytes(out, body, len);
    buf_char(out, '}');
    return true;
}

enum store_answer store_progress_get(struct store *s, const char *player, struct buf *out, struct err *e)
{
    enum store_answer why;
    struct store_db *d = db_take(s, false, &why, e);
    if (!d)
        return why;
    sqlite3_stmt *q = db_statement(d, STORE_PROGRESS_GET, e);
    if (!q)
        return db_release(d, false);
    sqlite3_bind_text(q, 1, player, -1, SQLITE_STATIC);
    int status = sqlite3_step(q);
    bool ok = status == SQLITE_ROW ? put_row(d, q, player, out, e) : status == SQLITE_DONE || db_fail(d, e);
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    why = db_release(d, ok);
    return ok && status == SQLITE_DONE ? STORE_NONE : why;
}

/* The number that a statement gives for the player, 0 if it gives none. */
static bool ask(struct store_db *d, enum store_statement which, const char *player, int64_t *out,
                struct err *e)
{
    sqlite3_stmt *q = db_statement(d, which, e);
    if (!q)
        return false;
    if (sqlite3_bind_parameter_count(q))
        sqlite3_bind_text(q, 1, player, -1, SQLITE_STATIC);
    int status = sqlite3_step(q);
    *out = status == SQLITE_ROW ? sqlite3_column_int64(q, 0) : 0;
    bool ok = status == SQLITE_ROW || status == SQLITE_DONE || db_fail(d, e);
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    return ok;
}

static enum store_answer put(struct store_db *d, const char *player, const char *body, size_t len,
                             int64_t *revision, struct err *e)
{
    int64_t there = 0, players = 0;
    if (!ask(d, STORE_PROGRESS_REVISION, player, &there, e) ||
        !ask(d, STORE_PROGRESS_COUNT, player, &players, e))
        return d->failure;
    bool stale = *revision != there;
    *revision = stale ? there : there + 1;
    if (stale)
        return STORE_CONFLICT;
    if (there == 0 && players >= LIMIT_PLAYERS) {
        err_set(e, "%d players are known, and no more can be", LIMIT_PLAYERS);
        return STORE_FULL;
    }
    sqlite3_stmt *q = db_statement(d, STORE_PROGRESS_PUT, e);
    if (!q)
        return d->failure;
    sqlite3_bind_text(q, 1, player, -1, SQLITE_STATIC);
    sqlite3_bind_int64(q, 2, *revision);
    sqlite3_bind_int64(q, 3, db_now_ms());
    sqlite3_bind_text(q, 4, body, (int)len, SQLITE_STATIC);
    sqlite3_bind_int64(q, 5, sum_of(player, body, len));
    return db_do(d, q, e) && file_grow(d, e) ? STORE_FINE : d->failure;
}

enum store_answer store_progress_put(struct store *s, const char *player, const char *body, size_t body_len,
                                     int64_t *revision, struct err *e)
{
    enum store_answer answer;
    struct store_db *d = db_take(s, true, &answer, e);
    if (!d)
        return answer;
    if (!db_begin(d, e))
        return db_release(d, false);
    answer = put(d, player, body, body_len, revision, e);
    bool ok = db_end(d, answer == STORE_FINE, e);
    enum store_answer ended = db_release(d, ok);
    return answer == STORE_FINE ? ended : answer;
}
