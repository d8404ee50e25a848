/* Those who look at labs over sockets: one thread looks at the files and tells them; see inner.h.
 *
 * It reads from files that anybody may be writing, and takes its time for large ones: after every view it rests for some
 * times what that took of a processor, so that many who look cost no more of a processor than one. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/wait.h"
#include "server/workshop/inner.h"
#include "json/fields.h"

enum { LOOK_MS = 200, REST = 3 };
#define RUNS_SECONDS 1.0 /* how often one looks whether another process runs it */

/* A file that somebody looks at; of the watching thread alone. */
struct watched {
    struct watched *next;
    char name[WORKSHOP_NAME];
    struct lab_view *view; /* NULL: it cannot be read */
    uint64_t version;      /* counts its changes */
    uint64_t turns;        /* of the workshop, as of the last look */
    ino_t file;
    bool runs;
    double looked; /* for whether it runs */
    int watchers;
};

static bool message(struct workshop *w, struct lab_view *v, const struct watcher *x, struct buf *out)
{
    struct err e;
    json_t *lab = v ? watch_json(w, v, x->name, &x->sight, &e) : NULL;
    json_t *j = lab ? json_pack("{s:I, s:o}", "id", (json_int_t)x->id, "lab", lab)
                    : json_pack("{s:I, s:o}", "id", (json_int_t)x->id, "error",
                                problem_json(PROBLEM_NOT_FOUND, "the lab is not there any more"));
    char *text = json_dumps(j, JSON_COMPACT | JSON_REAL_PRECISION(8));
    out->len = 0;
    buf_text(out, text ? text : "{}");
    free(text);
    json_decref(j);
    return lab;
}

json_t *watch_json(struct workshop *w, struct lab_view *v, const char *name, const struct lab_sight *sight,
                   struct err *e)
{
    struct buf path = BUF_EMPTY;
    struct stat st;
    workshop_path(w, name, &path);
    json_t *run =
        run_json(w, name, buf_str(&path)); /* before the file: of a lab at rest one sees how it ended */
    json_t *j = lab_view_json(v, sight, e);
    if (j)
        json_object_update_new(j, json_pack("{s:s, s:I, s:O}", "name", name, "bytes",
                                            (json_int_t)(stat(buf_str(&path), &st) == 0 ? st.st_size : 0),
                                            "run", run));
    json_decref(run);
    buf_free(&path);
    return j;
}

/* ---- the watching thread ---- */

/* Another file of this name, or none? */
static bool is_other(struct workshop *w, struct watched *f)
{
    struct buf path = BUF_EMPTY;
    struct stat st;
    workshop_path(w, f->name, &path);
    bool there = stat(buf_str(&path), &st) == 0, other = !there || st.st_ino != f->file;
    buf_free(&path);
    return other;
}

static void open_file(struct workshop *w, struct watched *f)
{
    struct buf path = BUF_EMPTY;
    struct stat st = {0};
    struct err e;
    enum problem p;
    lab_view_close(f->view);
    f->view = NULL;
    if (workshop_find(w, f->name, &path, &p, &e) && stat(buf_str(&path), &st) == 0)
        f->view = lab_view_open(buf_str(&path), &e);
    f->file = st.st_ino;
    f->version++;
    buf_free(&path);
}

/* Has it changed, or whether it runs? */
static void look(struct workshop *w, struct watched *f, uint64_t turns)
{
    double now = clock_now();
    if (f->view && is_other(w, f))
        open_file(w, f);
    if (f->view && lab_view_changed(f->view))
        f->version++;
    if (now - f->looked > RUNS_SECONDS || turns != f->turns) {
        struct buf path = BUF_EMPTY;
        workshop_path(w, f->name, &path);
        bool runs = ledger_runs(buf_str(&path));
        buf_free(&path);
        f->version += runs != f->runs || turns != f->turns;
        f->runs = runs;
        f->turns = turns;
        f->looked = now;
    }
}

static struct watched *file_of(struct workshop *w, struct watched **files, const char *name)
{
    struct watched *f = *files;
    while (f && strcmp(f->name, name) != 0)
        f = f->next;
    if (f)
        return f;
    f = mem_zero(1, sizeof *f);
    memcpy(f->name, name, sizeof f->name);
    f->next = *files;
    *files = f;
    open_file(w, f);
    return f;
}

static void free_watcher(struct watcher *x)
{
    lab_sight_free(&x->sight);
    buf_free(&x->told);
    free(x);
}

/* Takes out those who have gone. The lock is held. */
static void sweep(struct workshop *w, struct watched **files)
{
    for (struct watcher **at = &w->watchers; *at;) {
        struct watcher *x = *at;
        if (!x->gone) {
            at = &x->next;
            continue;
        }
        *at = x->next;
        if (x->lab)
            x->lab->watchers--;
        free_watcher(x);
    }
    for (struct watched **at = files; *at;) {
        struct watched *f = *at;
        if (f->watchers > 0) {
            at = &f->next;
            continue;
        }
        *at = f->next;
        lab_view_close(f->view);
        free(f);
    }
}

/* Tells one who looks on, if there is news. Returns what it took of a processor. */
static double serve(struct workshop *w, struct watcher *x)
{
    struct watched *f = x->lab;
    struct buf text = BUF_EMPTY;
    if (x->seen == f->version)
        return 0;
    double start = clock_cpu(CPU_THREAD);
    uint64_t version = f->version;
    bool fine = message(w, f->view, x, &text);
    double took = clock_cpu(CPU_THREAD) - start;
    pthread_mutex_lock(&w->lock);
    bool same = text.len == x->told.len && memcmp(buf_str(&text), buf_str(&x->told), text.len) == 0;
    enum feed_told told = x->gone ? FEED_GONE
                          : same  ? FEED_TOLD
                                  : feed_tell(w->feed, x->socket, text.text, text.len);
    if (told == FEED_GONE || (told == FEED_TOLD && !fine)) {
        x->gone = true;
    } else if (told == FEED_TOLD) {
        x->seen = version;
        buf_free(&x->told);
        x->told = text;
        text = (struct buf)BUF_EMPTY;
    }
    pthread_mutex_unlock(&w->lock);
    buf_free(&text);
    return took;
}

/* Waits; the lock is held. */
static void rest(struct workshop *w, double seconds)
{
    if (!w->ending)
        wait_for(&w->news, &w->lock, seconds);
}

static void *run(void *context)
{
    struct workshop *w = context;
    struct watched *files = NULL;
    pthread_mutex_lock(&w->lock);
    while (!w->ending) {
        sweep(w, &files);
        while (!w->watchers && !w->ending)
            pthread_cond_wait(&w->news, &w->lock);
        uint64_t turns = w->turns;
        struct watcher *first = w->watchers; /* others come before it; only we take any away */
        pthread_mutex_unlock(&w->lock);
        for (struct watched *f = files; f; f = f->next)
            look(w, f, turns);
        for (struct watcher *x = first; x; x = x->next) {
            if (!x->lab) {
                x->lab = file_of(w, &files, x->name);
                x->lab->watchers++;
            }
            double took = serve(w, x);
            pthread_mutex_lock(&w->lock);
            bool ending = w->ending;
            if (took > 0.01)
                rest(w, REST * took);
            pthread_mutex_unlock(&w->lock);
            if (ending)
                break;
        }
        pthread_mutex_lock(&w->lock);
        rest(w, LOOK_MS / 1000.0);
    }
    for (struct watcher *x = w->watchers; x; x = x->next)
        x->gone = true;
    sweep(w, &files);
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* ---- from the sockets ---- */

static bool follow(void *context, uint64_t socket, uint64_t client, int64_t id, const json_t *m,
                   enum problem *f, struct err *e)
{
    struct workshop *w = context;
    struct watcher *x = mem_zero(1, sizeof *x);
    struct buf path = BUF_EMPTY;
    const char *name = "";
    bool ok = lab_sight_read(m, LIMIT_LAB_OPEN, LIMIT_LAB_ROWS, &x->sight, e) &&
              field_text(m, "name", &name, e) && workshop_find(w, name, &path, f, e);
    buf_free(&path);
    if (ok) {
        x->socket = socket;
        x->client = client;
        x->id = id;
        strcpy(x->name, name); /* workshop_find has measured it */
        pthread_mutex_lock(&w->lock);
        int all = 0, own = 0;
        for (const struct watcher *o = w->watchers; o; o = o->next) {
            all += !o->gone;
            own += !o->gone && o->client == client;
        }
        ok = !w->ending && w->looking && all < LIMIT_LAB_FOLLOWERS && own < LIMIT_CLIENT_LAB_FOLLOWERS;
        if (ok) {
            x->next = w->watchers;
            w->watchers = x;
            pthread_cond_broadcast(&w->news);
        } else {
            *f = PROBLEM_BUSY;
            err_set(e, "too many look at labs; try again later");
        }
        pthread_mutex_unlock(&w->lock);
    }
    if (!ok)
        free_watcher(x);
    return ok;
}

static void leave(void *context, uint64_t socket, int64_t id)
{
    struct workshop *w = context;
    pthread_mutex_lock(&w->lock);
    for (struct watcher *x = w->watchers; x; x = x->next)
        if (x->socket == socket && (id < 0 || x->id == id))
            x->gone = true;
    pthread_mutex_unlock(&w->lock);
}

void watch_start(struct workshop *w)
{
    feed_add_guest(w->feed, &(struct feed_guest){.word = "lab",
                                                 .fields = "do id name root at open follow",
                                                 .start = follow,
                                                 .end = leave,
                                                 .context = w});
    w->looking = pthread_create(&w->eye, NULL, run, w) == 0;
}

void watch_end(struct workshop *w)
{
    if (w->looking)
        pthread_join(w->eye, NULL);
    w->looking = false;
}
