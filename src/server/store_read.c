/* Reading and finding saved trees; see store.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/store_db.h"
#include "server/tree_json.h"

static const char *column_text(sqlite3_stmt *s, int column)
{
    const char *text = (const char *)sqlite3_column_text(s, column);
    return text ? text : "";
}

/* "2026-11-16T02:23:11.123Z" */
static void put_time(struct buf *b, int64_t ms)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm t;
    char text[40] = "1970-01-01T00:00:00";
    if (gmtime_r(&seconds, &t))
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &t);
    buf_format(b, "%s.%03dZ", text, (int)(ms % 1000));
}

enum store_answer store_get(struct store *s, int64_t id, struct buf *out, struct err *e)
{
    struct store_db *d = db_reader(s);
    sqlite3_stmt *q = db_statement(d, STORE_GET, e);
    int status = SQLITE_ERROR;
    if (q) {
        sqlite3_bind_int64(q, 1, id);
        status = sqlite3_step(q);
        if (status == SQLITE_ROW) {
            buf_format(out, "{\"id\":%" PRId64 ",\"title\":", id);
            tree_put_text(out, column_text(q, 1));
            buf_format(out, ",\"rules\":[%s],\"nodes\":%d,\"updated\":\"", column_text(q, 2),
                       sqlite3_column_int(q, 3));
            put_time(out, sqlite3_column_int64(q, 4));
            buf_format(out, "\",\"revision\":%lld,\"tree\":", sqlite3_column_int64(q, 5));
            buf_bytes(out, column_text(q, 6), (size_t)sqlite3_column_bytes(q, 6));
            buf_char(out, '}');
        } else if (status != SQLITE_DONE) {
            db_fail(d, e);
        }
        sqlite3_reset(q);
    }
    db_release(d);
    return status == SQLITE_ROW ? STORE_FINE : status == SQLITE_DONE ? STORE_NONE : STORE_FAILED;
}

/* The query as a pattern of LIKE. The caller frees it. */
static char *pattern(const char *query)
{
    struct buf b = BUF_EMPTY;
    buf_char(&b, '%');
    for (; *query; query++) {
        if (strchr("%_\\", *query))
            buf_char(&b, '\\');
        buf_char(&b, *query);
    }
    buf_char(&b, '%');
    return buf_take(&b);
}

static bool list(struct store_db *d, const char *like, int64_t limit, int64_t offset, struct buf *out,
                 struct err *e)
{
    sqlite3_stmt *count = db_statement(d, STORE_COUNT, e), *q = db_statement(d, STORE_LIST, e);
    if (!count || !q)
        return false;
    sqlite3_bind_text(count, 1, like, -1, SQLITE_STATIC);
    sqlite3_bind_text(q, 1, like, -1, SQLITE_STATIC);
    sqlite3_bind_int64(q, 2, limit);
    sqlite3_bind_int64(q, 3, offset);
    int status = sqlite3_step(count);
    if (status == SQLITE_ROW)
        buf_format(out, "{\"total\":%lld,\"trees\":[", sqlite3_column_int64(count, 0));
    bool first = true;
    while (status == SQLITE_ROW && (status = sqlite3_step(q)) == SQLITE_ROW) {
        buf_format(out, "%s{\"id\":%lld,\"title\":", first ? "" : ",", sqlite3_column_int64(q, 0));
        tree_put_text(out, column_text(q, 1));
        buf_format(out, ",\"rules\":[%s],\"nodes\":%lld,\"updated\":\"", column_text(q, 2),
                   sqlite3_column_int64(q, 3));
        put_time(out, sqlite3_column_int64(q, 4));
        buf_format(out, "\",\"revision\":%lld}", sqlite3_column_int64(q, 5));
        first = false;
    }
    bool ok = status == SQLITE_DONE || db_fail(d, e);
    buf_text(out, "]}");
    sqlite3_reset(count);
    sqlite3_reset(q);
    sqlite3_clear_bindings(count);
    sqlite3_clear_bindings(q);
    return ok;
}

enum store_answer store_list(struct store *s, const char *query, int64_t limit, int64_t offset,
                             struct buf *out, struct err *e)
{
    char *like = query && *query ? pattern(query) : NULL;
    struct store_db *d = db_reader(s);
    bool ok = list(d, like, limit, offset, out, e);
    db_release(d);
    free(like);
    return ok ? STORE_FINE : STORE_FAILED;
}

static bool find(struct store_db *d, const struct places_probe *probe, int64_t limit, struct buf *out,
                 struct err *e)
{
    const struct place *x = &probe->wanted.place[0];
    sqlite3_stmt *q = db_statement(d, STORE_FIND, e);
    if (!q)
        return false;
    sqlite3_bind_int64(q, 1, x->hash);
    sqlite3_bind_blob(q, 2, places_form(&probe->wanted, x), (int)x->form_len, SQLITE_STATIC);
    sqlite3_bind_int64(q, 3, limit + 1);
    buf_text(out, "{\"matches\":[");
    int64_t n = 0;
    int status;
    while ((status = sqlite3_step(q)) == SQLITE_ROW && n < limit) {
        struct place_match m = places_match(probe, sqlite3_column_int(q, 3), sqlite3_column_int64(q, 4));
        struct buf path = BUF_EMPTY;
        if (places_path_json(sqlite3_column_blob(q, 2), (size_t)sqlite3_column_bytes(q, 2), &path)) {
            buf_format(out, "%s{\"id\":%lld,\"title\":", n ? "," : "", sqlite3_column_int64(q, 0));
            tree_put_text(out, column_text(q, 1));
            buf_format(out, ",\"path\":%s,\"symmetry\":%d,\"stones_order_differs\":%s}", buf_str(&path),
                       m.symmetry, m.order_differs ? "true" : "false");
            n++;
        }
        buf_free(&path);
    }
    buf_format(out, "],\"cut\":%s}", status == SQLITE_ROW ? "true" : "false");
    bool ok = status == SQLITE_ROW || status == SQLITE_DONE || db_fail(d, e);
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    return ok;
}

enum store_answer store_find(struct store *s, const struct position *p, int64_t limit, struct buf *out,
                             struct err *e)
{
    struct places_probe probe;
    places_probe(p, &probe);
    struct store_db *d = db_reader(s);
    bool ok = find(d, &probe, limit, out, e);
    db_release(d);
    places_probe_free(&probe);
    return ok ? STORE_FINE : STORE_FAILED;
}
