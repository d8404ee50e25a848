/* Saved games and studies: opening the file, saving, deleting; see store.h. Reading is in store_read.c. */
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "store/store_db.h"
#include "store/store_sum.h"
#include "json/limits.h"

enum { DROP_AT_ONCE = 500 }; /* places of a deleted tree that go at a time from a full disk */

static void clear_doomed(struct store_db *d);

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
    pthread_mutex_init(&s->writer.lock, NULL);
    pthread_mutex_init(&s->reader.lock, NULL);
    s->writer.store = s->reader.store = s;
    if (store_connect(&s->writer, true, e) != STORE_FINE ||
        (!s->one && store_connect(&s->reader, false, e) != STORE_FINE)) {
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
    db_close(s->reader.db);
    db_close(s->writer.db);
    pthread_mutex_destroy(&s->reader.lock);
    pthread_mutex_destroy(&s->writer.lock);
    pthread_mutex_destroy(&s->log_lock);
    free(s->path);
    free(s);
}

/* What the question gives must be this text. */
static bool expect(struct rows *r, const char *wanted, const char *what, struct err *e)
{
    struct buf got = BUF_EMPTY;
    while (rows_next(r))
        buf_format(&got, "%s%s", got.len ? "; " : "", rows_text(r, 0));
    bool ok = strcmp(buf_str(&got), wanted) == 0 || err_set(e, "%s: %s", what, buf_str(&got));
    buf_free(&got);
    return ok;
}

bool store_check(struct store *s, struct err *e)
{
    enum store_answer why;
    struct store_db *d = store_take(s, false, &why, e);
    if (!d)
        return false;
    bool ok = expect(db_ask(d->db, "PRAGMA integrity_check"), "ok", "the file", e) &&
              expect(db_ask(d->db, "SELECT count(*) FROM tree WHERE nodes + 1 != (SELECT count(*) FROM place "
                                   "WHERE place.tree = tree.id)"),
                     "0", "trees without their positions", e) &&
              expect(db_ask(d->db, "SELECT count(*) FROM place WHERE tree NOT IN (SELECT id FROM tree) AND "
                                   "tree NOT IN (SELECT tree FROM doomed)"),
                     "0", "positions without their tree", e);
    return store_release(d, ok ? STORE_FINE : STORE_DAMAGED, e) == STORE_FINE;
}

static void measure(const struct store_db *d, struct store_size *out)
{
    int64_t page = db_number(d->db, 0, "PRAGMA page_size");
    *out = (struct store_size){.bytes = page * db_number(d->db, 0, "PRAGMA page_count"),
                               .free = page * db_number(d->db, 0, "PRAGMA freelist_count"),
                               .most = d->store->options.bytes_most,
                               .trees = db_number(d->db, 0, "SELECT count(*) FROM tree")};
}

enum store_answer store_size(struct store *s, struct store_size *out, struct err *e)
{
    enum store_answer why;
    struct store_db *d = store_take(s, false, &why, e);
    if (!d)
        return why;
    measure(d, out);
    return store_release(d, STORE_FINE, e);
}

/* ---- The index ---- */

static void add_place(struct db *d, int64_t tree, const struct position_index *p, const struct place *x)
{
    db_do(d, "INSERT INTO place (hash, tree, path, form, symmetry, line) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
          db_int(x->hash), db_int(tree), db_bytes(index_path(p, x), x->path_len),
          db_bytes(index_form(p, x), x->form_len), db_int(x->symmetry), db_int(x->line));
}

static void drop_place(struct db *d, int64_t tree, const struct position_index *p, const struct place *x)
{
    db_do(d, "DELETE FROM place WHERE hash = ?1 AND tree = ?2 AND path = ?3", db_int(x->hash), db_int(tree),
          db_bytes(index_path(p, x), x->path_len));
}

/* The places of a tree as the file has them. */
static void load_places(struct db *d, int64_t tree, struct position_index *out)
{
    *out = (struct position_index){NULL, 0, 0, BUF_EMPTY};
    struct rows *r =
        db_ask(d, "SELECT hash, path, form, symmetry, line FROM place WHERE tree = ?1", db_int(tree));
    while (rows_next(r)) {
        struct place x = {.hash = rows_int(r, 0),
                          .symmetry = (int)rows_int(r, 3),
                          .line = rows_int(r, 4),
                          .path = out->bytes.len};
        const void *path = rows_bytes(r, 1, &x.path_len);
        buf_bytes(&out->bytes, path, x.path_len);
        x.form = out->bytes.len;
        const void *form = rows_bytes(r, 2, &x.form_len);
        buf_bytes(&out->bytes, form, x.form_len);
        out->place = mem_grow(out->place, &out->room, out->count + 1, sizeof *out->place);
        out->place[out->count++] = x;
    }
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
static void change_places(struct db *d, int64_t tree, const struct position_index *places)
{
    struct position_index old;
    load_places(d, tree, &old);
    struct sorted *a = sort(&old), *b = sort(places);
    for (size_t i = 0, j = 0; i < old.count || j < places->count;) {
        int c = i == old.count ? 1 : j == places->count ? -1 : by_path(&a[i], &b[j]);
        bool same = c == 0 && is_same(&a[i], &b[j]);
        if (c <= 0 && !same)
            drop_place(d, tree, &old, a[i].place);
        if (c >= 0 && !same)
            add_place(d, tree, places, b[j].place);
        i += c <= 0;
        j += c >= 0;
    }
    free(a);
    free(b);
    index_free(&old);
}

/* ---- Saving ---- */

static int by_hash(const void *a, const void *b)
{
    const struct place *const *x = a, *const *y = b;
    return ((*x)->hash > (*y)->hash) - ((*x)->hash < (*y)->hash);
}

/* In the order of the table, so that neighbours go into one page after the other. */
static void add_places(struct db *d, int64_t tree, const struct position_index *p)
{
    const struct place **list = mem_alloc((p->count + 1) * sizeof *list);
    for (size_t i = 0; i < p->count; i++)
        list[i] = &p->place[i];
    qsort(list, p->count, sizeof *list, by_hash);
    for (size_t i = 0; i < p->count; i++)
        add_place(d, tree, p, list[i]);
    free(list);
}

/* Is there room for one more? It is asked before anything is written; what the tree takes to the byte is
 * known when it is in, and then the limit of pages holds. */
static bool has_room(struct store_db *d, const struct store_tree *t, struct err *e)
{
    struct store_size n;
    measure(d, &n);
    if (n.trees >= LIMIT_TREES)
        return err_set(e, "%d trees are saved, and no more can be: delete some to make room", LIMIT_TREES);
    size_t more = t->body_len + t->places->bytes.len + INDEX_ROW_BYTES * t->places->count;
    if (n.bytes - n.free + (int64_t)more > n.most)
        db_fail(d->db, DB_FULL, "the limit of the file is reached");
    return true;
}

enum store_answer store_insert(struct store *s, const struct store_tree *t, int64_t *id, struct err *e)
{
    enum store_answer answer;
    struct store_db *d = store_take(s, true, &answer, e);
    if (!d)
        return answer;
    db_begin(d->db);
    if (has_room(d, t, e)) {
        db_do(d->db,
              "INSERT INTO tree (title, rules, nodes, body, updated, sum, revision) VALUES (?1, ?2, ?3, ?4, "
              "?5, "
              "?6, 1)",
              db_text(t->title), db_text(t->rules), db_int((int64_t)t->nodes),
              db_text_of(t->body, t->body_len), db_int(store_now_ms()),
              db_int(store_sum(t->title, t->rules, t->body, t->body_len)));
        *id = db_last(d->db);
        add_places(d->db, *id, t->places);
        db_grow(d->db);
    } else {
        answer = STORE_FULL;
    }
    answer = store_end(d, answer, e);
    if (answer == STORE_FINE)
        file_reserve(s);
    return store_release(d, answer, e);
}

/* A transaction is open. */
static enum store_answer update(struct db *d, int64_t id, const struct store_tree *t, int64_t *revision)
{
    int64_t there = db_number(d, 0, "SELECT revision FROM tree WHERE id = ?1", db_int(id));
    if (!there)
        return STORE_NONE;
    bool stale = *revision != 0 && *revision != there;
    *revision = stale ? there : there < INT64_MAX ? there + 1 : 1; /* in an edited file there may be any */
    if (stale)
        return STORE_CONFLICT;
    db_do(d,
          "UPDATE tree SET title = ?1, rules = ?2, nodes = ?3, body = ?4, updated = ?5, sum = ?6, revision = "
          "?7 "
          "WHERE id = ?8",
          db_text(t->title), db_text(t->rules), db_int((int64_t)t->nodes), db_text_of(t->body, t->body_len),
          db_int(store_now_ms()), db_int(store_sum(t->title, t->rules, t->body, t->body_len)),
          db_int(*revision), db_int(id));
    change_places(d, id, t->places);
    db_grow(d);
    return STORE_FINE;
}

enum store_answer store_update(struct store *s, int64_t id, const struct store_tree *t, int64_t *revision,
                               struct err *e)
{
    enum store_answer answer;
    struct store_db *d = store_take(s, true, &answer, e);
    if (!d)
        return answer;
    int64_t now = *revision;
    db_begin(d->db);
    answer = store_end(d, update(d->db, id, t, &now), e);
    if (answer == STORE_FINE || answer == STORE_CONFLICT)
        *revision = now;
    return store_release(d, answer, e);
}

/* ---- Deleting ----
 *
 * On a full disk there is room for little. So a tree goes in two steps: first it alone, with a note of its
 * number, which takes some pages of the log; then its places, all at once or, if there is no room for that,
 * some hundred at a time. Whatever is left over when that fails, or when the program ends, goes with the next
 * tree that is deleted, or at the next start; nothing finds it meanwhile. */

/* The tree alone. */
static enum store_answer delete_alone(struct store_db *d, int64_t id, struct err *e)
{
    db_begin(d->db);
    db_do(d->db, "DELETE FROM tree WHERE id = ?1", db_int(id));
    bool any = db_changes(d->db) > 0;
    if (any)
        db_do(d->db, "INSERT INTO doomed (tree) VALUES (?1)", db_int(id));
    return store_end(d, any ? STORE_FINE : STORE_NONE, e);
}

/* Drops all or some places of a tree that is gone, and its note with the last of them. */
static bool drop(struct store_db *d, int64_t id, bool all)
{
    struct err e;
    db_begin(d->db);
    if (all)
        db_do(d->db, "DELETE FROM place WHERE tree = ?1", db_int(id));
    else
        db_do(d->db,
              "DELETE FROM place WHERE (hash, tree, path) IN (SELECT hash, tree, path FROM place WHERE tree "
              "= ?1 "
              "LIMIT ?2)",
              db_int(id), db_int(DROP_AT_ONCE));
    if (all || db_changes(d->db) < DROP_AT_ONCE)
        db_do(d->db, "DELETE FROM doomed WHERE tree = ?1", db_int(id));
    return store_end(d, STORE_FINE, &e) == STORE_FINE;
}

/* Drops the places of all trees that are gone, as far as it goes. */
static void clear_doomed(struct store_db *d)
{
    int64_t id;
    do
        id = db_number(d->db, 0, "SELECT tree FROM doomed LIMIT 1");
    while (id && (drop(d, id, true) || drop(d, id, false)));
    (void)db_failure(d->db, NULL); /* the next time, then */
}

enum store_answer store_delete(struct store *s, int64_t id, struct err *e)
{
    enum store_answer answer;
    struct store_db *d = store_take(s, true, &answer, e);
    if (!d)
        return answer;
    answer = delete_alone(d, id, e);
    if (answer == STORE_FULL && db_empty_log(d->db))
        answer = delete_alone(d, id, e);
    if (answer == STORE_FULL && file_unreserve(s))
        answer = delete_alone(d, id, e);
    if (answer == STORE_FINE) {
        clear_doomed(d);
        if (!s->reserve)
            (void)db_empty_log(d->db); /* its room is the reserve again */
        file_reserve(s);
    }
    return store_release(d, answer, e);
}
