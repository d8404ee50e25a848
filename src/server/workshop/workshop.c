/* The files of a workshop; see workshop.h. */
#include "server/workshop/workshop.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/wait.h"
#include "connect/board/symmetry.h"
#include "connect/record/record.h"
#include "db/until.h"
#include "server/workshop/inner.h"
#include "json/game.h"

#define ENDING ".lab"
#define PART   ".part"      /* of a file that is being made */
enum { ROOTS_TOLD = 1000 }; /* in the list of all labs */

/* ---- names and files ---- */

bool workshop_fail(enum problem *f, enum problem what, struct err *e, const char *text)
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
    return workshop_fail(f, PROBLEM_NOT_FOUND, e, "there is no lab of this name");
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

static int is_lab(const struct dirent *x)
{
    size_t len = strlen(x->d_name), end = sizeof ENDING - 1;
    return len > end && strcmp(x->d_name + len - end, ENDING) == 0;
}

static char **names(const struct workshop *w, size_t *n)
{
    char **list = NULL;
    size_t room = 0;
    struct dirent **files = NULL;
    int all = w->folder ? scandir(w->folder, &files, is_lab, NULL) : 0;
    *n = 0;
    for (int i = 0; i < all; i++) {
        char *name = mem_strndup(files[i]->d_name, strlen(files[i]->d_name) - (sizeof ENDING - 1));
        free(files[i]);
        if (!workshop_name_is_fine(name)) {
            free(name);
            continue;
        }
        list = mem_grow(list, &room, *n + 1, sizeof *list);
        list[(*n)++] = name;
    }
    free(files);
    if (*n)
        qsort(list, *n, sizeof *list, by_name);
    return list;
}

int64_t workshop_bytes(struct workshop *w)
{
    size_t n;
    char **list = names(w, &n);
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        struct buf path = BUF_EMPTY;
        workshop_path(w, list[i], &path);
        sum += bytes_of(buf_str(&path));
        buf_free(&path);
        free(list[i]);
    }
    free(list);
    return sum;
}

/* `roots`: so many of all labs may still be told; one that is looked at tells them all. */
static json_t *entry_json(struct workshop *w, const char *name, size_t *roots)
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
    json_t *list = json_object_get(j, "roots");
    while (json_array_size(list) > *roots)
        json_array_remove(list, json_array_size(list) - 1);
    *roots -= json_array_size(list);
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
    size_t roots = ROOTS_TOLD;
    for (size_t i = 0; i < n; i++) {
        if (i < LIMIT_LABS)
            json_array_append_new(labs, entry_json(w, list[i], &roots));
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

/* Files that SQLite has beside one, and it itself at last. */
static const char *const beside[] = {"-wal", "-shm", "-journal", "-run", ""};

/* Removes them; false if the file itself stays. */
static bool remove_file(const char *path)
{
    bool gone = true;
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        struct buf b = BUF_EMPTY;
        buf_format(&b, "%s%s", path, beside[i]);
        gone = unlink(buf_str(&b)) == 0;
        buf_free(&b);
    }
    return gone;
}

/* Is there no room for some pages more? SQLite does not always say why it could not write. */
static bool disk_is_full(const struct workshop *w)
{
    static const char page[64 << 10];
    struct buf path = BUF_EMPTY;
    buf_format(&path, "%s/try" ENDING PART, w->folder);
    int fd = open(buf_str(&path), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    errno = 0;
    bool full = (fd < 0 || write(fd, page, sizeof page) != (ssize_t)sizeof page) &&
                (errno == ENOSPC || errno == EDQUOT || errno == EFBIG || (fd >= 0 && errno == 0));
    if (fd >= 0)
        close(fd);
    unlink(buf_str(&path));
    buf_free(&path);
    return full;
}

/* A file could not be written: because the disk is full, or whyever. */
bool workshop_fail_writing(const struct workshop *w, enum problem *f, struct err *e, const char *text)
{
    return disk_is_full(w)
               ? workshop_fail(f, PROBLEM_FULL, e, "the disk is full: deleting labs or proofs makes room")
               : workshop_fail(f, PROBLEM_INTERNAL, e, text);
}

/* What was being made when the server was killed. */
static void remove_parts(const struct workshop *w)
{
    DIR *d = w->folder && !w->read_only ? opendir(w->folder) : NULL;
    for (struct dirent *x; d && (x = readdir(d));) {
        const char *part = strstr(x->d_name, ENDING PART);
        struct buf path = BUF_EMPTY;
        buf_format(&path, "%s/%s", w->folder, x->d_name);
        if (part && (!part[sizeof ENDING PART - 1] || part[sizeof ENDING PART - 1] == '-'))
            unlink(buf_str(&path));
        buf_free(&path);
    }
    if (d)
        closedir(d);
}

/* Makes the file beside its place, so that what is of its name is a whole lab or none. */
static bool make_file(const struct workshop *w, const char *path, const struct rules *r,
                      const struct lab_options *o, enum problem *f, struct err *e)
{
    struct buf part = BUF_EMPTY;
    struct err why;
    buf_format(&part, "%s" PART, path);
    (void)remove_file(buf_str(&part));
    bool ok = lab_create(buf_str(&part), r, o, &why) && rename(buf_str(&part), path) == 0;
    if (!ok) {
        (void)remove_file(buf_str(&part));
        workshop_fail_writing(w, f, e, "the file of the lab cannot be made");
    }
    buf_free(&part);
    return ok;
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
        return workshop_fail(f, PROBLEM_NOT_FOUND, e, "this server has no folder of labs");
    struct buf path = BUF_EMPTY;
    workshop_path(w, name, &path);
    pthread_mutex_lock(&w->changing);
    size_t n;
    char **list = names(w, &n);
    for (size_t i = 0; i < n; i++)
        free(list[i]);
    free(list);
    (void)mkdir(w->folder, 0700); /* if it cannot be made, the file cannot be either */
    bool there = access(buf_str(&path), F_OK) == 0;
    bool ok = there ? workshop_fail(f, PROBLEM_CONFLICT, e, "there is a lab of this name")
              : n >= LIMIT_LABS || !weight_disk(w)
                  ? workshop_fail(f, PROBLEM_FULL, e, "there are too many labs: some must be deleted first")
                  : make_file(w, buf_str(&path), r, &o, f, e);
    pthread_mutex_unlock(&w->changing);
    buf_free(&path);
    return ok;
}

bool workshop_delete(struct workshop *w, const char *name, enum problem *f, struct err *e)
{
    struct buf path = BUF_EMPTY;
    if (!workshop_find(w, name, &path, f, e)) {
        buf_free(&path);
        return false;
    }
    pthread_mutex_lock(&w->changing);
    bool ok = (!run_is_here(w, name) && !ledger_runs(buf_str(&path))) ||
              workshop_fail(f, PROBLEM_CONFLICT, e, "the lab runs: it must be ended first");
    ok = ok && (remove_file(buf_str(&path)) ||
                workshop_fail(f, PROBLEM_INTERNAL, e, "the file of the lab cannot be deleted"));
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

/* ---- the workshop ---- */

struct workshop *workshop_new(const struct workshop_options *o)
{
    struct workshop *w = mem_zero(1, sizeof *w);
    pthread_mutex_init(&w->lock, NULL);
    pthread_mutex_init(&w->changing, NULL);
    wait_init(&w->news);
    w->folder = o->folder && *o->folder ? mem_strdup(o->folder) : NULL;
    w->pool = o->pool;
    w->threads = o->threads;
    w->memory_most = o->memory ? o->memory : LIMIT_LABS_MEMORY;
    w->feed = o->feed;
    w->read_only = o->read_only;
    remove_parts(w);
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
    pool_workers_free(w);
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
