/* Reading and finding saved trees; see store.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "store/store_db.h"
#include "store/store_sum.h"
#include "json/tree.h"

static const char *column_text(sqlite3_stmt *s, int column)
{
    const char *text = (const char *)sqlite3_column_text(s, column);
    return text ? text : "";
}

void db_put_time(struct buf *b, int64_t ms)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm t;
    char text[40] = "1970-01-01T00:00:00";
    if (gmtime_r(&seconds, &t))
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &t);
    buf_format(b, "%s.%03dZ", text, (int)(ms % 1000));
}

/* A file is input: whatever is in it, what comes out is JSON. */
static void put_title(struct buf *b, sqlite3_stmt *s)
{
    struct buf clean = BUF_EMPTY;
    const char *title = column_text(s, 1);
    text_clean(title, strlen(title), true, &clean);
    tree_put_text(b, buf_str(&clean));
    buf_free(&clean);
}

/* Title, rules, nodes, times: columns 1 to 5 of a tree. */
static void put_head(struct buf *b, sqlite3_stmt *s)
{
    struct rules rules;
    put_title(b, s);
    buf_text(b, ",\"rules\":");
    if (rules_parse(column_text(s, 2), &rules, NULL))
        tree_put_rules(b, &rules);
    else
        buf_text(b, "[]");
    buf_format(b, ",\"nodes\":%lld,\"updated\":\"", sqlite3_column_int64(s, 3));
    db_put_time(b, sqlite3_column_int64(s, 4));
    buf_format(b, "\",\"revision\":%lld", sqlite3_column_int64(s, 5));
}

/* Is the tree of this row as it was saved? Those of older files have no sum. */
static bool is_whole(sqlite3_stmt *s)
{
    const char *title = column_text(s, 1), *rules = column_text(s, 2), *body = column_text(s, 6);
    return sqlite3_column_type(s, 7) == SQLITE_NULL ||
           sqlite3_column_int64(s, 7) == store_sum(title, rules, body, (size_t)sqlite3_column_bytes(s, 6));
}

static bool get(struct store_db *d, sqlite3_stmt *q, int64_t id, struct buf *out, bool *any, struct err *e)
{
    int status = sqlite3_step(q);
    *any = status == SQLITE_ROW;
    if (status == SQLITE_DONE)
        return true;
    if (!*any)
        return db_fail(d, e);
    if (!is_whole(q)) {
        struct err detail;
        err_set(&detail, "damaged: tree %" PRId64 " is not as it was saved", id);
        return db_fail_as(d, STORE_DAMAGED, detail.text, e);
    }
    buf_format(out, "{\"id\":%" PRId64 ",\"title\":", id);
    put_head(out, q);
    buf_text(out, ",\"tree\":");
    buf_bytes(out, column_text(q, 6), (size_t)sqlite3_column_bytes(q, 6));
    buf_char(out, '}');
    return true;
}

enum store_answer store_get(struct store *s, int64_t id, struct buf *out, struct err *e)
{
    enum store_answer why;
    bool any = false;
    struct store_db *d = db_take(s, false, &why, e);
    if (!d)
        return why;
    sqlite3_stmt *q = db_statement(d, STORE_GET, e);
    if (!q)
        return db_release(d, false);
    sqlite3_bind_int64(q, 1, id);
    bool ok = get(d, q, id, out, &any, e);
    sqlite3_reset(q);
    why = db_release(d, ok);
    return ok && !any ? STORE_NONE : why;
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
        put_head(out, q);
        buf_char(out, '}');
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
    enum store_answer answer;
    char *like = query && *query ? pattern(query) : NULL;
    struct store_db *d = db_take(s, false, &answer, e);
    if (d)
        answer = db_release(d, list(d, like, limit, offset, out, e));
    free(like);
    return answer;
}

static bool find(struct store_db *d, const struct index_probe *probe, int64_t limit, struct buf *out,
                 struct err *e)
{
    const struct place *x = &probe->wanted.place[0];
    sqlite3_stmt *q = db_statement(d, STORE_FIND, e);
    if (!q)
        return false;
    sqlite3_bind_int64(q, 1, x->hash);
    sqlite3_bind_blob(q, 2, index_form(&probe->wanted, x), (int)x->form_len, SQLITE_STATIC);
    sqlite3_bind_int64(q, 3, limit + 1);
    buf_text(out, "{\"matches\":[");
    int64_t n = 0;
    int status;
    while ((status = sqlite3_step(q)) == SQLITE_ROW && n < limit) {
        struct place_match m = index_match(probe, sqlite3_column_int(q, 3), sqlite3_column_int64(q, 4));
        struct buf path = BUF_EMPTY;
        if (index_path_json(sqlite3_column_blob(q, 2), (size_t)sqlite3_column_bytes(q, 2), &path)) {
            buf_format(out, "%s{\"id\":%lld,\"title\":", n ? "," : "", sqlite3_column_int64(q, 0));
            put_title(out, q);
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
    enum store_answer answer;
    struct index_probe probe;
    index_probe(p, &probe);
    struct store_db *d = db_take(s, false, &answer, e);
    if (d)
        answer = db_release(d, find(d, &probe, limit, out, e));
    index_probe_free(&probe);
    return answer;
}
