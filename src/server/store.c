/* Saved games and studies: opening the file, saving, deleting; see store.h. Reading is in store_read.c. */
#include "server/store.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "server/store_db.h"

bool store_open(const char *path, struct store **out, struct err *e)
{
    struct store *s = mem_zero(1, sizeof *s);
    s->path = mem_strdup(path ? path : ":memory:");
    s->one = !path;
    if (!db_open(&s->writer, s->path, e) || (!s->one && !db_open(&s->reader, s->path, e))) {
        store_close(s);
        return false;
    }
    *out = s;
    return true;
}

void store_close(struct store *s)
{
    if (!s)
        return;
    if (s->reader.path)
        db_close(&s->reader);
    db_close(&s->writer);
    free(s->path);
    free(s);
}

/* What a statement gives must be this text. */
static bool expect(struct store_db *d, const char *sql, const char *wanted, struct err *e)
{
    sqlite3_stmt *s = NULL;
    if (sqlite3_prepare_v2(d->db, sql, -1, &s, NULL) != SQLITE_OK || sqlite3_step(s) != SQLITE_ROW) {
        sqlite3_finalize(s);
        return db_fail(d, e);
    }
    const char *got = (const char *)sqlite3_column_text(s, 0);
    bool ok = (got && strcmp(got, wanted) == 0) || err_set(e, "%s: %s", d->path, got ? got : "nothing");
    sqlite3_finalize(s);
    return ok;
}

bool store_check(struct store *s, struct err *e)
{
    struct store_db *d = db_reader(s);
    bool ok =
        expect(d, "PRAGMA integrity_check", "ok", e) &&
        (expect(d,
                "SELECT count(*) FROM tree WHERE nodes + 1 != (SELECT count(*) FROM place WHERE place.tree = "
                "tree.id)",
                "0", e) ||
         err_prefix(e, "trees without their positions")) &&
        (expect(d, "SELECT count(*) FROM place WHERE tree NOT IN (SELECT id FROM tree)", "0", e) ||
         err_prefix(e, "positions without their tree"));
    db_release(d);
    return ok;
}

/* Milliseconds since 1970. */
static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- The index ---- */

static bool add_place(struct store_db *d, int64_t tree, const struct places *p, const struct place *x,
                      struct err *e)
{
    sqlite3_stmt *s = db_statement(d, STORE_PLACE_ADD, e);
    if (!s)
        return false;
    sqlite3_bind_int64(s, 1, x->hash);
    sqlite3_bind_int64(s, 2, tree);
    sqlite3_bind_blob(s, 3, places_path(p, x), (int)x->path_len, SQLITE_STATIC);
    sqlite3_bind_blob(s, 4, places_form(p, x), (int)x->form_len, SQLITE_STATIC);
    sqlite3_bind_int(s, 5, x->symmetry);
    sqlite3_bind_int64(s, 6, x->line);
    return db_do(d, s, e);
}

static bool drop_place(struct store_db *d, int64_t tree, const struct places *p, const struct place *x,
                       struct err *e)
{
    sqlite3_stmt *s = db_statement(d, STORE_PLACE_DROP, e);
    if (!s)
        return false;
    sqlite3_bind_int64(s, 1, x->hash);
    sqlite3_bind_int64(s, 2, tree);
    sqlite3_bind_blob(s, 3, places_path(p, x), (int)x->path_len, SQLITE_STATIC);
    return db_do(d, s, e);
}

/* The places of a tree as the file has them. */
static bool load_places(struct store_db *d, int64_t tree, struct places *out, struct err *e)
{
    *out = (struct places){NULL, 0, 0, BUF_EMPTY};
    sqlite3_stmt *s = db_statement(d, STORE_PLACES, e);
    if (!s)
        return false;
    sqlite3_bind_int64(s, 1, tree);
    int status;
    while ((status = sqlite3_step(s)) == SQLITE_ROW) {
        struct place x = {.hash = sqlite3_column_int64(s, 0),
                          .symmetry = sqlite3_column_int(s, 3),
                          .line = sqlite3_column_int64(s, 4),
                          .path = out->bytes.len,
                          .path_len = (size_t)sqlite3_column_bytes(s, 1)};
        buf_bytes(&out->bytes, sqlite3_column_blob(s, 1), x.path_len);
        x.form = out->bytes.len;
        x.form_len = (size_t)sqlite3_column_bytes(s, 2);
        buf_bytes(&out->bytes, sqlite3_column_blob(s, 2), x.form_len);
        out->place = mem_grow(out->place, &out->room, out->count + 1, sizeof *out->place);
        out->place[out->count++] = x;
    }
    bool ok = status == SQLITE_DONE || db_fail(d, e);
    sqlite3_reset(s);
    return ok;
}

/* A place and the places it is of, to be put in order. */
struct sorted {
    const struct places *of;
    const struct place *place;
};

static int compare_bytes(const char *a, size_t a_len, const char *b, size_t b_len)
{
    int c = memcmp(a, b, a_len < b_len ? a_len : b_len);
    return c ? c : (a_len > b_len) - (a_len < b_len);
}

static int by_path(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    return compare_bytes(places_path(x->of, x->place), x->place->path_len, places_path(y->of, y->place),
                         y->place->path_len);
}

static struct sorted *sort(const struct places *p)
{
    struct sorted *list = mem_alloc((p->count + 1) * sizeof *list);
    for (size_t i = 0; i < p->count; i++)
        list[i] = (struct sorted){p, &p->place[i]};
    qsort(list, p->count, sizeof *list, by_path);
    return list;
}

static bool is_same(const struct sorted *a, const struct sorted *b)
{
    const struct place *x = a->place, *y = b->place;
    return x->hash == y->hash && x->line == y->line && x->symmetry == y->symmetry &&
           compare_bytes(places_form(a->of, x), x->form_len, places_form(b->of, y), y->form_len) == 0;
}

/* Brings the index to the new places. Of a large tree that grew by a stone, only that stone is written. */
static bool change_places(struct store_db *d, int64_t tree, const struct places *places, struct err *e)
{
    struct places old;
    bool ok = load_places(d, tree, &old, e);
    struct sorted *a = sort(&old), *b = sort(places);
    for (size_t i = 0, j = 0; ok && (i < old.count || j < places->count);) {
        int c = i == old.count ? 1 : j == places->count ? -1 : by_path(&a[i], &b[j]);
        bool same = c == 0 && is_same(&a[i], &b[j]);
        if (c <= 0 && !same)
            ok = drop_place(d, tree, &old, a[i].place, e);
        if (ok && c >= 0 && !same)
            ok = add_place(d, tree, places, b[j].place, e);
        i += c <= 0;
        j += c >= 0;
    }
    free(a);
    free(b);
    places_free(&old);
    return ok;
}

/* ---- Saving ---- */

static bool begin(struct store_db *d, struct err *e)
{
    sqlite3_stmt *s = db_statement(d, STORE_BEGIN, e);
    return s && db_do(d, s, e);
}

/* Ends a transaction: commits it, or takes it back and keeps the message. */
static bool end(struct store_db *d, bool commit, struct err *e)
{
    sqlite3_stmt *s = commit ? db_statement(d, STORE_COMMIT, e) : NULL;
    if (s && db_do(d, s, e))
        return true;
    s = db_statement(d, STORE_ROLLBACK, NULL);
    if (s)
        db_do(d, s, NULL);
    return false;
}

static void bind_tree(sqlite3_stmt *s, const struct store_tree *t)
{
    sqlite3_bind_text(s, 1, t->title, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, t->rules, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 3, (sqlite3_int64)t->nodes);
    sqlite3_bind_text(s, 4, t->body, (int)t->body_len, SQLITE_STATIC);
    sqlite3_bind_int64(s, 5, now_ms());
}

enum store_answer store_insert(struct store *s, const struct store_tree *t, int64_t *id, struct err *e)
{
    struct store_db *d = db_writer(s);
    sqlite3_stmt *insert = db_statement(d, STORE_INSERT, e);
    bool ok = insert && begin(d, e);
    if (ok) {
        bind_tree(insert, t);
        ok = db_do(d, insert, e);
        *id = sqlite3_last_insert_rowid(d->db);
        for (size_t i = 0; ok && i < t->places->count; i++)
            ok = add_place(d, *id, t->places, &t->places->place[i], e);
        ok = end(d, ok, e);
    }
    db_release(d);
    return ok ? STORE_FINE : STORE_FAILED;
}

/* The revision that there is; a transaction is open. */
static enum store_answer ask_revision(struct store_db *d, int64_t id, int64_t *out, struct err *e)
{
    sqlite3_stmt *s = db_statement(d, STORE_REVISION, e);
    if (!s)
        return STORE_FAILED;
    sqlite3_bind_int64(s, 1, id);
    int status = sqlite3_step(s);
    if (status == SQLITE_ROW)
        *out = sqlite3_column_int64(s, 0);
    else if (status != SQLITE_DONE)
        db_fail(d, e);
    sqlite3_reset(s);
    return status == SQLITE_ROW ? STORE_FINE : status == SQLITE_DONE ? STORE_NONE : STORE_FAILED;
}

static enum store_answer update(struct store_db *d, int64_t id, const struct store_tree *t, int64_t *revision,
                                struct err *e)
{
    int64_t there = 0;
    enum store_answer answer = ask_revision(d, id, &there, e);
    if (answer != STORE_FINE)
        return answer;
    bool stale = *revision != 0 && *revision != there;
    *revision = stale ? there : there + 1;
    if (stale)
        return STORE_CONFLICT;
    sqlite3_stmt *s = db_statement(d, STORE_UPDATE, e);
    if (!s)
        return STORE_FAILED;
    bind_tree(s, t);
    sqlite3_bind_int64(s, 6, *revision);
    sqlite3_bind_int64(s, 7, id);
    return db_do(d, s, e) && change_places(d, id, t->places, e) ? STORE_FINE : STORE_FAILED;
}

enum store_answer store_update(struct store *s, int64_t id, const struct store_tree *t, int64_t *revision,
                               struct err *e)
{
    struct store_db *d = db_writer(s);
    enum store_answer answer = STORE_FAILED;
    if (begin(d, e)) {
        answer = update(d, id, t, revision, e);
        if (!end(d, answer == STORE_FINE, e) && answer == STORE_FINE)
            answer = STORE_FAILED;
    }
    db_release(d);
    return answer;
}

enum store_answer store_delete(struct store *s, int64_t id, struct err *e)
{
    struct store_db *d = db_writer(s);
    sqlite3_stmt *places = db_statement(d, STORE_PLACES_DROP, e), *tree = db_statement(d, STORE_DELETE, e);
    enum store_answer answer = STORE_FAILED;
    if (places && tree && begin(d, e)) {
        sqlite3_bind_int64(places, 1, id);
        sqlite3_bind_int64(tree, 1, id);
        bool ok = db_do(d, places, e) && db_do(d, tree, e);
        bool any = ok && sqlite3_changes(d->db) > 0;
        if (end(d, ok, e))
            answer = any ? STORE_FINE : STORE_NONE;
    }
    db_release(d);
    return answer;
}
