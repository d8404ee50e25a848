/* Labs that run here, each in a thread that coordinates; see inner.h. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/mem.h"
#include "db/until.h"
#include "server/workshop/inner.h"

#define LOOK_SECONDS 1.0

static struct run *find(const struct workshop *w, const char *name)
{
    struct run *r = w->runs;
    while (r && strcmp(r->name, name) != 0)
        r = r->next;
    return r;
}

bool run_is_here(struct workshop *w, const char *name)
{
    pthread_mutex_lock(&w->lock);
    const struct run *r = find(w, name);
    bool here = r && !r->over;
    pthread_mutex_unlock(&w->lock);
    return here;
}

json_t *run_json(struct workshop *w, const char *name, const char *path)
{
    bool runs = ledger_runs(path);
    pthread_mutex_lock(&w->lock);
    const struct run *r = find(w, name);
    bool here = r && !r->over;
    json_t *j =
        json_pack("{s:s?, s:b, s:b}", "where",
                  here   ? "here"
                  : runs ? "elsewhere"
                         : NULL,
                  "ending", here && atomic_load(&r->stop), "stuck", r && r->over && r->stuck && !runs);
    if (r && r->over && r->why.text[0])
        json_object_set_new(j, "why", json_string(r->why.text));
    pthread_mutex_unlock(&w->lock);
    return j;
}

/* ---- the thread ---- */

static void end_for(struct run *r, const char *why)
{
    err_set(&r->why, "%s", why);
    atomic_store(&r->stop, true);
}

/* A lab that became too large does not run on. */
static void tell(void *ctx, const struct lab *l, const struct lab_state *s)
{
    struct run *r = ctx;
    double now = clock_now();
    (void)s;
    if (now - r->looked < LOOK_SECONDS)
        return;
    r->looked = now;
    struct buf path = BUF_EMPTY;
    struct stat st;
    workshop_path(r->shop, r->name, &path);
    const struct graph *g = lab_graph(l);
    if (stat(buf_str(&path), &st) == 0 && st.st_size > LIMIT_LAB_BYTES)
        end_for(r, "its file is larger than it may be");
    else if (!weight_disk(r->shop))
        end_for(r, "the files of all labs are larger than they may be");
    else if (!weight_change(r->shop, &r->weight, weight_of(lab_rules(l), g->nodes, g->edges)))
        end_for(r, "the trees of the labs that run here take too much memory");
    buf_free(&path);
}

static void *work(void *context)
{
    struct run *r = context;
    struct workshop *w = r->shop;
    struct buf path = BUF_EMPTY;
    struct lab_state state = {0};
    struct err e = {""};
    workshop_path(w, r->name, &path);
    const struct deadline until = {.stop = &r->stop};
    pthread_mutex_lock(&w->changing);
    db_until(&until);
    struct lab *l = lab_open(buf_str(&path), true, &e);
    db_until(NULL);
    pthread_mutex_unlock(&w->changing);
    bool ok = l;
    if (l) {
        struct lab_run set = {.runner = pool_runner_new(r), .limits.stop = &r->stop, .tell = tell, .ctx = r};
        ok = lab_run(l, &set, &state, &e);
        set.runner.free(set.runner.ctx);
        lab_close(l);
    }
    buf_free(&path);
    weight_change(w, &r->weight, 0);
    pthread_mutex_lock(&w->lock);
    if (!ok && !atomic_load(&r->stop))
        err_set(&r->why, "%s",
                l ? "its file cannot be written" : "it runs elsewhere, or its file is damaged");
    r->stuck = ok && state.stuck && state.open_roots > 0;
    r->over = true;
    w->turns++;
    pthread_cond_broadcast(&w->news);
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* ---- starts and ends ---- */

static void drop(struct workshop *w, struct run *r)
{
    struct run **at = &w->runs;
    while (*at != r) {
        assert(*at);
        at = &(*at)->next;
    }
    *at = r->next;
    pthread_join(r->thread, NULL); /* it is over, or about to return */
    free(r);
}

/* The lock is held. The run has the weight that was taken for it. */
static bool start(struct workshop *w, const char *name, uint64_t client, size_t *weight, enum problem *f,
                  struct err *e)
{
    struct run *old = find(w, name);
    int runs = 0, own = 0;
    for (const struct run *x = w->runs; x; x = x->next) {
        runs += !x->over;
        own += !x->over && x->client == client;
    }
    if (old && !old->over)
        return !atomic_load(&old->stop) || (*f = PROBLEM_CONFLICT, err_set(e, "the lab is just ending"));
    if (runs >= LIMIT_LAB_RUNS || w->ending) {
        *f = PROBLEM_BUSY;
        return err_set(e, "%d labs run here already: one must be ended first", runs);
    }
    if (own >= LIMIT_CLIENT_LAB_RUNS) {
        *f = PROBLEM_BUSY;
        return err_set(e, "%d labs run here for you already: one must be ended first", own);
    }
    if (old)
        drop(w, old);
    struct run *r = mem_zero(1, sizeof *r);
    r->shop = w;
    r->number = ++w->numbers;
    r->client = client;
    r->weight = *weight;
    snprintf(r->name, sizeof r->name, "%s", name);
    atomic_init(&r->stop, false);
    if (pthread_create(&r->thread, NULL, work, r) != 0) {
        free(r);
        *f = PROBLEM_BUSY;
        return err_set(e, "there is no thread for it");
    }
    *weight = 0;
    r->next = w->runs;
    w->runs = r;
    w->turns++;
    pthread_cond_broadcast(&w->news);
    return true;
}

bool workshop_run(struct workshop *w, const char *name, uint64_t client, enum problem *f, struct err *e)
{
    struct buf path = BUF_EMPTY;
    size_t weight = 0;
    bool ok = workshop_find(w, name, &path, f, e);
    if (ok && !run_is_here(w, name) && ledger_runs(buf_str(&path))) {
        *f = PROBLEM_CONFLICT;
        ok = err_set(e, "another process runs it");
    }
    if (ok && !run_is_here(w, name) && !weight_take(w, buf_str(&path), &weight)) {
        *f = PROBLEM_BUSY;
        ok = err_set(e, "there is no memory for the tree of this lab now");
    }
    buf_free(&path);
    if (!ok)
        return false;
    pthread_mutex_lock(&w->lock);
    ok = start(w, name, client, &weight, f, e);
    pthread_mutex_unlock(&w->lock);
    weight_change(w, &weight, 0);
    return ok;
}

bool workshop_pause(struct workshop *w, const char *name, enum problem *f, struct err *e)
{
    pthread_mutex_lock(&w->lock);
    struct run *r = find(w, name);
    bool here = r && !r->over;
    if (here) {
        atomic_store(&r->stop, true);
        w->turns++;
        pthread_cond_broadcast(&w->news);
    }
    pthread_mutex_unlock(&w->lock);
    if (!here)
        *f = PROBLEM_CONFLICT;
    return here || err_set(e, "the lab does not run here");
}

void runs_end(struct workshop *w)
{
    pthread_mutex_lock(&w->lock);
    for (struct run *r = w->runs; r; r = r->next)
        atomic_store(&r->stop, true);
    struct run *all = w->runs;
    pthread_mutex_unlock(&w->lock);
    /* Nobody starts another any more. */
    for (struct run *r = all; r; r = r->next)
        pthread_join(r->thread, NULL);
    pthread_mutex_lock(&w->lock);
    for (struct run *next; w->runs; w->runs = next) {
        next = w->runs->next;
        free(w->runs);
    }
    pthread_mutex_unlock(&w->lock);
}
