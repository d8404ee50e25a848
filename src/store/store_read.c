/* Reading and finding saved trees; see store.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "store/store_db.h"
#include "store/store_sum.h"
#include "json/tree.h"

#define COLUMNS "id, title, rules, nodes, updated, revision"
#define MATCHES " FROM tree WHERE ?1 IS NULL OR title LIKE ?1 ESCAPE '\\'"

void store_put_time(struct buf *b, int64_t ms)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm t;
    char text[40] = "1970-01-01T00:00:00";
    if (gmtime_r(&seconds, &t))
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &t);
    buf_format(b, "%s.%03dZ", text, (int)(ms % 1000));
}

/* A file is input: whatever is in it, what comes out is JSON. */
static void put_title(struct buf *b, struct rows *r)
{
    struct buf clean = BUF_EMPTY;
    const char *title = rows_text(r, 1);
    text_clean(title, strlen(title), true, &clean);
    tree_put_text(b, buf_str(&clean));
    buf_free(&clean);
}

/* Number, title, rules, nodes, times: columns 0 to 5 of a tree. */
static void put_head(struct buf *b, struct rows *r)
{
    struct rules rules;
    buf_format(b, "{\"id\":%" PRId64 ",\"title\":", rows_int(r, 0));
    put_title(b, r);
    buf_text(b, ",\"rules\":");
    if (rules_parse(rows_text(r, 2), &rules, NULL))
        tree_put_rules(b, &rules);
    else
        buf_text(b, "[]");
    buf_format(b, ",\"nodes\":%" PRId64 ",\"updated\":\"", rows_int(r, 3));
    store_put_time(b, rows_int(r, 4));
    buf_format(b, "\",\"revision\":%" PRId64, rows_int(r, 5));
}

/* Is the tree of this row as it was saved? Those of older files have no sum. */
static bool is_whole(struct rows *r, const char *body, size_t len)
{
    return rows_null(r, 7) || rows_int(r, 7) == store_sum(rows_text(r, 1), rows_text(r, 2), body, len);
}

enum store_answer store_get(struct store *s, int64_t id, struct buf *out, struct err *e)
{
    enum store_answer why;
    struct store_db *d = store_take(s, false, &why, e);
    if (!d)
        return why;
    struct rows *r = db_ask(d->db, "SELECT " COLUMNS ", body, sum FROM tree WHERE id = ?1", db_int(id));
    if (!rows_next(r))
        return store_release(d, STORE_NONE, e);
    size_t len;
    const char *body = rows_bytes(r, 6, &len);
    if (is_whole(r, body, len)) {
        put_head(out, r);
        buf_text(out, ",\"tree\":");
        buf_bytes(out, body, len);
        buf_char(out, '}');
    } else {
        db_fail(d->db, DB_DAMAGED, "damaged: tree %" PRId64 " is not as it was saved", id);
    }
    rows_end(r);
    return store_release(d, STORE_FINE, e);
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

enum store_answer store_list(struct store *s, const char *query, int64_t limit, int64_t offset,
                             struct buf *out, struct err *e)
{
    enum store_answer answer;
    struct store_db *d = store_take(s, false, &answer, e);
    if (!d)
        return answer;
    char *like = query && *query ? pattern(query) : NULL;
    buf_format(out, "{\"total\":%" PRId64 ",\"trees\":[",
               db_number(d->db, 0, "SELECT count(*)" MATCHES, db_text(like)));
    struct rows *r =
        db_ask(d->db, "SELECT " COLUMNS MATCHES " ORDER BY updated DESC, id DESC LIMIT ?2 OFFSET ?3",
               db_text(like), db_int(limit), db_int(offset));
    for (bool first = true; rows_next(r); first = false) {
        buf_text(out, first ? "" : ",");
        put_head(out, r);
        buf_char(out, '}');
    }
    buf_text(out, "]}");
    free(like);
    return store_release(d, STORE_FINE, e);
}

static void find(struct db *d, const struct index_probe *probe, int64_t limit, struct buf *out)
{
    const struct place *x = &probe->wanted.place[0];
    /* In the order of the table, so that a position that every tree has is found as quickly as another. */
    struct rows *r = db_ask(
        d,
        "SELECT tree.id, tree.title, place.path, place.symmetry, place.line FROM place CROSS JOIN tree ON "
        "tree.id = place.tree WHERE place.hash = ?1 AND place.form = ?2 ORDER BY place.tree DESC, "
        "length(place.path), place.path LIMIT ?3",
        db_int(x->hash), db_bytes(index_form(&probe->wanted, x), x->form_len), db_int(limit + 1));
    int64_t n = 0;
    bool more;
    buf_text(out, "{\"matches\":[");
    while ((more = rows_next(r)) && n < limit) {
        struct place_match m = index_match(probe, (int)rows_int(r, 3), rows_int(r, 4));
        struct buf path = BUF_EMPTY;
        size_t len, chapter;
        const void *bytes = rows_bytes(r, 2, &len);
        if (index_path_json(bytes, len, &chapter, &path)) {
            buf_format(out, "%s{\"id\":%" PRId64 ",\"title\":", n ? "," : "", rows_int(r, 0));
            put_title(out, r);
            if (chapter)
                buf_format(out, ",\"chapter\":%zu", chapter);
            buf_format(out, ",\"path\":%s,\"symmetry\":%d,\"stones_order_differs\":%s}", buf_str(&path),
                       m.symmetry, m.order_differs ? "true" : "false");
            n++;
        }
        buf_free(&path);
    }
    rows_end(r);
    buf_format(out, "],\"cut\":%s}", more ? "true" : "false");
}

enum store_answer store_find(struct store *s, const struct position *p, int64_t limit, struct buf *out,
                             struct err *e)
{
    enum store_answer answer;
    struct index_probe probe;
    struct store_db *d = store_take(s, false, &answer, e);
    if (!d)
        return answer;
    index_probe(p, &probe);
    find(d->db, &probe, limit, out);
    index_probe_free(&probe);
    return store_release(d, STORE_FINE, e);
}
