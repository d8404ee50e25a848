/* The files of a workshop; see workshop.h. */
#include "server/workshop/workshop.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/wait.h"
#include "connect/board/symmetry.h"
#include "connect/record/record.h"
#include "server/workshop/inner.h"
#include "json/game.h"

#define ENDING ".lab"

struct workshop *workshop_new(const struct workshop_options *o)
{
    struct workshop *w = mem_zero(1, sizeof *w);
    pthread_mutex_init(&w->lock, NULL);
    pthread_mutex_init(&w->changing, NULL);
    wait_init(&w->news);
    w->folder = o->folder && *o->folder ? mem_strdup(o->folder) : NULL;
    w->pool = o->pool;
    w->threads = o->threads;
    w->feed = o->feed;
    w->read_only = o->read_only;
    if (w->feed)
        watch_start(w);
    return w;
}

void workshop_stop(struct workshop *w)
{
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    pthread_cond_broadcast(&w->news);
    pthread_mutex_unlock(&w->lock);
    runs_end(w);
    watch_end(w);
}

void workshop_free(struct workshop *w)
{
    if (!w)
        return;
    crew_hands_free(w);
    pthread_mutex_destroy(&w->lock);
    pthread_mutex_destroy(&w->changing);
    pthread_cond_destroy(&w->news);
    free(w->folder);
    free(w);
}

struct workshop_counts workshop_counts(struct workshop *w)
{
    struct workshop_counts n = {0, 0};
    pthread_mutex_lock(&w->lock);
    for (const struct run *r = w->runs; r; r = r->next)
        n.runs += !r->over;
    for (const struct watcher *x = w->watchers; x; x = x->next)
        n.followers += !x->gone;
    pthread_mutex_unlock(&w->lock);
    return n;
}

/* ---- names and files ---- */

static bool fail(enum problem *f, enum problem what, struct err *e, const char *text)
{
    *f = what;
    return err_set(e, "%s", text);
}

bool workshop_name_is_fine(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    size_t len = strspn(name, letters);
    return len > 0 && len < WORKSHOP_NAME && !name[len] && !strchr("._-", name[0]);
}

void workshop_path(const struct workshop *w, const char *name, struct buf *path)
{
    buf_format(path, "%s/%s" ENDING, w->folder, name);
}

static bool is_file(const char *path, struct stat *st)
{
    return lstat(path, st) == 0 && S_ISREG(st->st_mode);
}

bool workshop_find(struct workshop *w, const char *name, struct buf *path, enum problem *f, struct err *e)
{
    struct stat st;
    if (w->folder && workshop_name_is_fine(name)) {
        workshop_path(w, name, path);
        if (is_file(buf_str(path), &st))
            return true;
    }
    return fail(f, PROBLEM_NOT_FOUND, e, "there is no lab of this name");
}

/* The file and those that SQLite has beside it. */
static int64_t bytes_of(const char *path)
{
    static const char *const beside[] = {"", "-wal"};
    int64_t sum = 0;
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        struct buf b = BUF_EMPTY;
        struct stat st;
        buf_format(&b, "%s%s", path, beside[i]);
        sum += is_file(buf_str(&b), &st) ? st.st_size : 0;
        buf_free(&b);
    }
    return sum;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static char **names(const struct workshop *w, size_t *n)
{
    char **list = NULL;
    size_t room = 0;
    DIR *d = w->folder ? opendir(w->folder) : NULL;
    *n = 0;
    for (struct dirent *x; d && (x = readdir(d));) {
        size_t len = strlen(x->d_name), end = sizeof ENDING - 1;
        if (len <= end || strcmp(x->d_name + len - end, ENDING) != 0)
            continue;
        char *name = mem_strndup(x->d_name, len - end);
        if (!workshop_name_is_fine(name)) {
            free(name);
            continue;
        }
        list = mem_grow(list, &room, *n + 1, sizeof *list);
        list[(*n)++] = name;
    }
    if (d)
        closedir(d);
    if (*n)
        qsort(list, *n, sizeof *list, by_name);
    return list;
}

static json_t *entry_json(struct workshop *w, const char *name)
{
    struct buf path = BUF_EMPTY;
    struct err e;
    workshop_path(w, name, &path);
    json_t *run =
        run_json(w, name, buf_str(&path)); /* before the file: of a lab at rest one sees how it ended */
    struct lab_view *v = lab_view_open(buf_str(&path), &e);
    json_t *j = v ? lab_view_summary(v, &e) : NULL;
    lab_view_close(v);
    if (!j)
        j = json_pack("{s:s}", "error", "the file cannot be read as a lab");
    json_object_update_new(j, json_pack("{s:s, s:I, s:o}", "name", name, "bytes",
                                        (json_int_t)bytes_of(buf_str(&path)), "run", run));
    buf_free(&path);
    return j;
}

json_t *workshop_list(struct workshop *w)
{
    size_t n;
    char **list = names(w, &n);
    json_t *labs = json_array();
    for (size_t i = 0; i < n; i++) {
        if (i < LIMIT_LABS)
            json_array_append_new(labs, entry_json(w, list[i]));
        free(list[i]);
    }
    free(list);
    return json_pack("{s:o, s:b, s:i}", "labs", labs, "kept", w->folder && !w->read_only, "threads",
                     w->threads);
}

/* ---- making and deleting ---- */

static bool read_options(const json_t *o, struct lab_options *out, struct err *e)
{
    const char *name;
    json_t *value;
    lab_options_usual(out);
    if (o && !json_is_object(o))
        return err_set(e, "'options' must be an object");
    json_object_foreach((json_t *)o, name, value)
    {
        char text[40];
        if (json_is_number(value))
            snprintf(text, sizeof text, "%.10g", json_number_value(value));
        const char *word = json_is_string(value)   ? json_string_value(value)
                           : json_is_number(value) ? text
                           : json_is_true(value)   ? "yes"
                                                   : "no";
        if (!lab_option_set(out, name, word, e))
            return false;
    }
    return true;
}

bool workshop_make(struct workshop *w, const char *name, const struct rules *r, const json_t *options,
                   enum problem *f, struct err *e)
{
    struct lab_options o;
    *f = PROBLEM_BAD_REQUEST;
    if (!workshop_name_is_fine(name))
        return err_set(
            e, "the name of a lab has at most %d letters, digits, '.', '_' and '-', not at its beginning",
            WORKSHOP_NAME - 1);
    if (!read_options(options, &o, e))
        return false;
    if (!w->folder)
        return fail(f, PROBLEM_NOT_FOUND, e, "this server has no folder of labs");
    struct buf path = BUF_EMPTY;
    workshop_path(w, name, &path);
    pthread_mutex_lock(&w->changing);
    size_t n;
    char **list = names(w, &n);
    for (size_t i = 0; i < n; i++)
        free(list[i]);
    free(list);
    (void)mkdir(w->folder, 0700); /* if it cannot be made, the file cannot be either */
    struct err why;
    bool there = access(buf_str(&path), F_OK) == 0;
    bool ok = there ? fail(f, PROBLEM_CONFLICT, e, "there is a lab of this name")
              : n >= LIMIT_LABS
                  ? fail(f, PROBLEM_FULL, e, "there are too many labs: some must be deleted first")
                  : lab_create(buf_str(&path), r, &o, &why) ||
                        fail(f, PROBLEM_INTERNAL, e, "the file of the lab cannot be made");
    pthread_mutex_unlock(&w->changing);
    buf_free(&path);
    return ok;
}

bool workshop_delete(struct workshop *w, const char *name, enum problem *f, struct err *e)
{
    static const char *const beside[] = {"-wal", "-shm", "-run", ""};
    struct buf path = BUF_EMPTY;
    if (!workshop_find(w, name, &path, f, e)) {
        buf_free(&path);
        return false;
    }
    pthread_mutex_lock(&w->changing);
    bool ok = (!run_is_here(w, name) && !ledger_runs(buf_str(&path))) ||
              fail(f, PROBLEM_CONFLICT, e, "the lab runs: it must be ended first");
    for (size_t i = 0; ok && i < sizeof beside / sizeof *beside; i++) {
        struct buf b = BUF_EMPTY;
        buf_format(&b, "%s%s", buf_str(&path), beside[i]);
        bool last = !beside[i][0];
        if (unlink(buf_str(&b)) != 0 && last)
            ok = fail(f, PROBLEM_INTERNAL, e, "the file of the lab cannot be deleted");
        buf_free(&b);
    }
    pthread_mutex_unlock(&w->changing);
    buf_free(&path);
    return ok;
}

/* ---- looking ---- */

json_t *workshop_view(struct workshop *w, const char *name, const json_t *sight, enum problem *f,
                      struct err *e)
{
    struct buf path = BUF_EMPTY;
    struct lab_sight s;
    *f = PROBLEM_BAD_REQUEST;
    json_t *j = NULL;
    bool ok =
        lab_sight_read(sight, LIMIT_LAB_OPEN, LIMIT_LAB_ROWS, &s, e) && workshop_find(w, name, &path, f, e);
    if (ok) {
        *f = PROBLEM_INTERNAL;
        struct lab_view *v = lab_view_open(buf_str(&path), e);
        j = v ? watch_json(w, v, name, &s, e) : NULL;
        lab_view_close(v);
        if (!j)
            err_set(e, "the file cannot be read as a lab");
    }
    lab_sight_free(&s);
    buf_free(&path);
    return j;
}

/* ---- asking ---- */

/* Does at once what was asked, if nobody runs the file. The caller holds `changing`. */
static bool take_up(struct workshop *w, const char *name, const char *path, bool *noted, enum problem *f,
                    struct err *e)
{
    struct err busy, refused = {""};
    *noted = true;
    if (run_is_here(w, name))
        return true;
    struct lab *l = lab_open(path, true, &busy);
    if (!l)
        return true; /* another process does, and takes it up */
    *noted = false;
    struct err why;
    bool ok =
        lab_take_up(l, &refused, &why) || fail(f, PROBLEM_INTERNAL, e, "the lab's file cannot be written");
    lab_close(l);
    return ok && (!refused.text[0] || fail(f, PROBLEM_BAD_REQUEST, e, refused.text));
}

bool workshop_ask(struct workshop *w, const char *name, const char *kind, const char *body, bool *noted,
                  enum problem *f, struct err *e)
{
    struct buf path = BUF_EMPTY;
    bool ok = workshop_find(w, name, &path, f, e);
    struct err why;
    if (ok) {
        pthread_mutex_lock(&w->changing);
        ok = lab_ask(buf_str(&path), kind, body, &why) ||
             fail(f, PROBLEM_INTERNAL, e, "the lab's file cannot be written");
        ok = ok && take_up(w, name, buf_str(&path), noted, f, e);
        pthread_mutex_unlock(&w->changing);
    }
    buf_free(&path);
    return ok;
}

static bool has_room(struct workshop *w, const char *name, enum problem *f, struct err *e)
{
    struct buf path = BUF_EMPTY;
    bool ok = workshop_find(w, name, &path, f, e);
    struct err why;
    int64_t n = ok ? lab_asked_roots(buf_str(&path), &why) : 0;
    buf_free(&path);
    return ok && (n >= 0 || fail(f, PROBLEM_INTERNAL, e, "the file cannot be read as a lab")) &&
           (n < LIMIT_LAB_ROOTS || fail(f, PROBLEM_FULL, e, "the lab has too many roots"));
}

bool workshop_add(struct workshop *w, const char *name, const char *root, const struct position *p,
                  enum side attacker, bool *noted, enum problem *f, struct err *e)
{
    struct buf path = BUF_EMPTY, body = BUF_EMPTY;
    bool ok = has_room(w, name, f, e) && workshop_find(w, name, &path, f, e);
    if (ok) {
        lab_root_write(p, attacker, root, NULL, &body);
        ok = workshop_ask(w, name, "add", buf_str(&body), noted, f, e);
    }
    buf_free(&path);
    buf_free(&body);
    return ok;
}

/* ---- proofs ---- */

static bool write_proof(struct lab *l, uint32_t node, int symmetry, bool sgf, size_t most, struct buf *out,
                        bool *whole, struct err *e)
{
    *whole = true;
    if (!sgf)
        return lab_compose(l, node, symmetry_inverse(symmetry), out, e);
    struct record *r = lab_record(l, node, symmetry, most, whole);
    bool ok = record_write(r, RECORD_SGF, out, e);
    record_free(r);
    return ok;
}

bool workshop_export(struct workshop *w, const char *name, const char *root, const char *stones, bool sgf,
                     size_t most, struct buf *out, bool *whole, enum problem *f, struct err *e)
{
    struct buf path = BUF_EMPTY;
    bool ok = workshop_find(w, name, &path, f, e);
    if (ok) {
        *f = PROBLEM_INTERNAL;
        struct lab *l = lab_open(buf_str(&path), false, e);
        const struct lab_root *r = l ? lab_root_find(l, root) : NULL;
        uint32_t node;
        int symmetry;
        if (!l)
            ok = fail(f, PROBLEM_INTERNAL, e, "the file cannot be read as a lab");
        else if (!r)
            ok = fail(f, PROBLEM_NOT_FOUND, e, "there is no root of this name");
        else if (!lab_walk(l, r, stones, &node, &symmetry, e))
            ok = (*f = PROBLEM_BAD_REQUEST, false);
        else if (lab_graph(l)->node[node].state != GRAPH_PROVED)
            ok = fail(f, PROBLEM_CONFLICT, e, "it is not proved");
        else
            ok = write_proof(l, node, symmetry, sgf, most, out, whole, e);
        lab_close(l);
    }
    buf_free(&path);
    return ok;
}
