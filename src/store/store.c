/* Saved games and studies: opening the file, saving, deleting; see store.h. Reading is in store_read.c. */
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "store/store_db.h"
#include "store/store_sum.h"
#include "json/limits.h"

enum { DROP_AT_ONCE = 500 }; /* places of a deleted tree that go at a time from a full disk */

static bool clear_doomed(struct store_db *d);

bool store_open(const struct store_options *o, struct store **out, struct err *e)
{
    struct store *s = mem_zero(1, sizeof *s);
    s->options = *o;
    s->path = mem_strdup(o->path ? o->path : ":memory:");
    s->one = !o->path;
    if (!o->bytes_most)
        s->options.bytes_most = LIMIT_DATA_BYTES;
    if (!o->wait_ms)
        s->options.wait_ms = LIMIT_DATA_WAIT_MS;
    pthread_mutex_init(&s->log_lock, NULL);
    db_init(&s->writer, s, true);
    db_init(&s->reader, s, false);
    if (!db_open(&s->writer, true, e) || (!s->one && !db_open(&s->reader, false, e))) {
        store_close(s);
        return false;
    }
    s->ready = true;
    clear_doomed(&s->writer);
    file_reserve(s);
    *out = s;
    return true;
}

void store_close(struct store *s)
{
    if (!s)
        return;
    file_unreserve(s);
    db_done(&s->reader);
    db_done(&s->writer);
    pthread_mutex_destroy(&s->log_lock);
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
    bool ok =
        (got && strcmp(got, wanted) == 0) || err_set(e, "%s: %s", d->store->path, got ? got : "nothing");
    sqlite3_finalize(s);
    return ok;
}

bool store_check(struct store *s, struct err *e)
{
    enum store_answer why;
    struct store_db *d = db_take(s, false, &why, e);
    if (!d)
        return false;
    bool ok =
        expect(d, "PRAGMA integrity_check", "ok", e) &&
        (expect(d,
                "SELECT count(*) FROM tree WHERE nodes + 1 != (SELECT count(*) FROM place WHERE place.tree = "
                "tree.id)",
                "0", e) ||
         err_prefix(e, "trees without their positions")) &&
        (expect(d,
                "SELECT count(*) FROM place WHERE tree NOT IN (SELECT id FROM tree) AND tree NOT IN (SELECT "
                "tree FROM doomed)",
                "0", e) ||
         err_prefix(e, "positions without their tree"));
    db_release(d, ok);
    return ok;
}

static bool measure(struct store_db *d, struct store_size *out, struct err *e)
{
    int64_t page, pages, unused;
    bool ok = db_number(d, "PRAGMA page_size", &page, e) && db_number(d, "PRAGMA page_count", &pages, e) &&
              db_number(d, "PRAGMA freelist_count", &unused, e) &&
              db_number(d, "SELECT count(*) FROM tree", &out->trees, e);
    if (ok) {
        out->most = d->store->options.bytes_most;
        out->bytes = page * pages;
        out->free = page * unused;
    }
    return ok;
}

enum store_answer store_size(struct store *s, struct store_size *out, struct err *e)
{
    enum store_answer why;
    struct store_db *d = db_take(s, false, &why, e);
    return d ? db_release(d, measure(d, out, e)) : why;
}

/* ---- The index ---- */

static bool add_place(struct store_db *d, int64_t tree, const struct position_index *p, const struct place *x,
                      struct err *e)
{
    sqlite3_stmt *s = db_statement(d, STORE_PLACE_ADD, e);
    if (!s)
        return false;
    sqlite3_bind_int64(s, 1, x->hash);
    sqlite3_bind_int64(s, 2, tree);
    sqlite3_bind_blob(s, 3, index_path(p, x), (int)x->path_len, SQLITE_STATIC);
    sqlite3_bind_blob(s, 4, index_form(p, x), (int)x->form_len, SQLITE_STATIC);
    sqlite3_bind_int(s, 5, x->symmetry);
    sqlite3_bind_int64(s, 6, x->line);
    return db_do(d, s, e);
}

static bool drop_place(struct store_db *d, int64_t tree, const struct position_index *p,
                       const struct place *x, struct err *e)
{
    sqlite3_stmt *s = db_statement(d, STORE_PLACE_DROP, e);
    if (!s)
        return false;
    sqlite3_bind_int64(s, 1, x->hash);
    sqlite3_bind_int64(s, 2, tree);
    sqlite3_bind_blob(s, 3, index_path(p, x), (int)x->path_len, SQLITE_STATIC);
    return db_do(d, s, e);
}

/* The places of a tree as the file has them. */
static bool load_places(struct store_db *d, int64_t tree, struct position_index *out, struct err *e)
{
    *out = (struct position_index){NULL, 0, 0, BUF_EMPTY};
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
    const struct position_index *of;
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
    return compare_bytes(index_path(x->of, x->place), x->place->path_len, index_path(y->of, y->place),
                         y->place->path_len);
}

static struct sorted *sort(const struct position_index *p)
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
           compare_bytes(index_form(a->of, x), x->form_len, index_form(b->of, y), y->form_len) == 0;
}

/* Brings the index to the new places. Of a large tree that grew by a stone, only that stone is written. */
static bool change_places(struct store_db *d, int64_t tree, const struct position_index *places,
                          struct err *e)
{
    struct position_index old;
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
    index_free(&old);
    return ok;
}

/* ---- Saving ---- */

static void bind_tree(sqlite3_stmt *s, const struct store_tree *t)
{
    sqlite3_bind_text(s, 1, t->title, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, t->rules, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 3, (sqlite3_int64)t->nodes);
    sqlite3_bind_text(s, 4, t->body, (int)t->body_len, SQLITE_STATIC);
    sqlite3_bind_int64(s, 5, db_now_ms());
    sqlite3_bind_int64(s, 6, store_sum(t->title, t->rules, t->body, t->body_len));
}

static int by_hash(const void *a, const void *b)
{
    const struct place *const *x = a, *const *y = b;
    return ((*x)->hash > (*y)->hash) - ((*x)->hash < (*y)->hash);
}

/* In the order of the table, so that neighbours go into one page after the other. */
static bool add_places(struct store_db *d, int64_t tree, const struct position_index *p, struct err *e)
{
    const struct place **list = mem_alloc((p->count + 1) * sizeof *list);
    for (size_t i = 0; i < p->count; i++)
        list[i] = &p->place[i];
    qsort(list, p->count, sizeof *list, by_hash);
    bool ok = true;
    for (size_t i = 0; ok && i < p->count; i++)
        ok = add_place(d, tree, p, list[i], e);
    free(list);
    return ok;
}

/* Is there room for one more? It is asked before anything is written; what the tree takes to the byte is
 * known when it is in, and then the limit of pages holds. */
static bool has_room(struct store_db *d, const struct store_tree *t, struct err *e)
{
    struct store_size n;
    if (!measure(d, &n, e))
        return false;
    if (n.trees >= LIMIT_TREES) {
        d->failure = STORE_FULL;
        return err_set(e, "%d trees are saved, and no more can be: delete some to make room", LIMIT_TREES);
    }
    size_t more = t->body_len + t->places->bytes.len + INDEX_ROW_BYTES * t->places->count;
    return n.bytes - n.free + (int64_t)more <= n.most ||
           db_fail_as(d, STORE_FULL, "the limit of the file is reached", e);
}

static bool insert(struct store_db *d, const struct store_tree *t, int64_t *id, struct err *e)
{
    sqlite3_stmt *s = db_statement(d, STORE_INSERT, e);
    if (!s || !has_room(d, t, e))
        return false;
    bind_tree(s, t);
    bool ok = db_do(d, s, e);
    *id = sqlite3_last_insert_rowid(d->db);
    return ok && add_places(d, *id, t->places, e);
}

enum store_answer store_insert(struct store *s, const struct store_tree *t, int64_t *id, struct err *e)
{
    enum store_answer why;
    struct store_db *d = db_take(s, true, &why, e);
    if (!d)
        return why;
    bool ok = db_begin(d, e) && db_end(d, insert(d, t, id, e) && file_grow(d, e), e);
    if (ok)
        file_reserve(s);
    return db_release(d, ok);
}

/* The revision that there is; a transaction is open. */
static enum store_answer ask_revision(struct store_db *d, int64_t id, int64_t *out, struct err *e)
{
    sqlite3_stmt *s = db_statement(d, STORE_REVISION, e);
    if (!s)
        return d->failure;
    sqlite3_bind_int64(s, 1, id);
    int status = sqlite3_step(s);
    if (status == SQLITE_ROW)
        *out = sqlite3_column_int64(s, 0);
    else if (status != SQLITE_DONE)
        db_fail(d, e);
    sqlite3_reset(s);
    return status == SQLITE_ROW ? STORE_FINE : status == SQLITE_DONE ? STORE_NONE : d->failure;
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
        return d->failure;
    bind_tree(s, t);
    sqlite3_bind_int64(s, 7, *revision);
    sqlite3_bind_int64(s, 8, id);
    bool ok = db_do(d, s, e) && change_places(d, id, t->places, e) && file_grow(d, e);
    return ok ? STORE_FINE : d->failure;
}

enum store_answer store_update(struct store *s, int64_t id, const struct store_tree *t, int64_t *revision,
                               struct err *e)
{
    enum store_answer answer;
    struct store_db *d = db_take(s, true, &answer, e);
    if (!d)
        return answer;
    if (!db_begin(d, e))
        return db_release(d, false);
    answer = update(d, id, t, revision, e);
    bool ok = db_end(d, answer == STORE_FINE, e);
    enum store_answer ended = db_release(d, ok);
    return answer == STORE_FINE ? ended : answer;
}

/* ---- Deleting ----
 *
 * On a full disk there is room for little. So a tree goes in two steps: first it alone, with a note of its
 * number, which takes some pages of the log; then its places, all at once or, if there is no room for that,
 * some hundred at a time. Whatever is left over when that fails, or when the program ends, goes with the next
 * tree that is deleted, or at the next start; nothing finds it meanwhile. */

/* The tree alone. `*any`: there was one. */
static bool doom(struct store_db *d, int64_t id, bool *any, struct err *e)
{
    sqlite3_stmt *tree = db_statement(d, STORE_DELETE, e), *note = db_statement(d, STORE_DOOM, e);
    if (!tree || !note || !db_begin(d, e))
        return false;
    sqlite3_bind_int64(tree, 1, id);
    bool ok = db_do(d, tree, e);
    *any = ok && sqlite3_changes(d->db) > 0;
    if (*any) {
        sqlite3_bind_int64(note, 1, id);
        ok = db_do(d, note, e);
    }
    return db_end(d, ok, e);
}

/* Drops all or some places of a tree that is gone, and its note with the last of them. */
static bool drop(struct store_db *d, int64_t id, bool all)
{
    struct err e;
    sqlite3_stmt *places = db_statement(d, all ? STORE_PLACES_DROP : STORE_SOME_DROP, &e),
                 *note = db_statement(d, STORE_SPARE, &e);
    if (!places || !note || !db_begin(d, &e))
        return false;
    sqlite3_bind_int64(places, 1, id);
    if (!all)
        sqlite3_bind_int(places, 2, DROP_AT_ONCE);
    bool ok = db_do(d, places, &e);
    if (ok && (all || sqlite3_changes(d->db) < DROP_AT_ONCE)) {
        sqlite3_bind_int64(note, 1, id);
        ok = db_do(d, note, &e);
    }
    return db_end(d, ok, &e);
}

/* Drops the places of all trees that are gone. False: some are left. */
static bool clear_doomed(struct store_db *d)
{
    struct err e;
    sqlite3_stmt *s = db_statement(d, STORE_DOOMED, &e);
    for (bool more = s != NULL; more;) {
        int64_t id = 0;
        more = sqlite3_step(s) == SQLITE_ROW;
        if (more)
            id = sqlite3_column_int64(s, 0);
        sqlite3_reset(s);
        if (more && !drop(d, id, true) && !drop(d, id, false))
            return false;
    }
    return s != NULL;
}

enum store_answer store_delete(struct store *s, int64_t id, struct err *e)
{
    enum store_answer why;
    bool any = false;
    struct store_db *d = db_take(s, true, &why, e);
    if (!d)
        return why;
    bool ok = doom(d, id, &any, e);
    if (!ok && d->failure == STORE_FULL && file_empty_log(d))
        ok = doom(d, id, &any, e);
    if (!ok && d->failure == STORE_FULL && file_unreserve(s))
        ok = doom(d, id, &any, e);
    if (ok && any) {
        clear_doomed(d);
        if (!s->reserve)
            file_empty_log(d); /* its room is the reserve again */
        file_reserve(s);
    }
    why = db_release(d, ok);
    return ok && !any ? STORE_NONE : why;
}
