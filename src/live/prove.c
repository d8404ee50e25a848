/* Proofs that are looked for while a socket waits: solve and verify; see feed_inner.h.
 *
 * What is found is checked before it is told: a win is told with the name of its certificate, or not at all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "live/feed_inner.h"
#include "proof/check.h"
#include "proof/defences.h"
#include "proof/solve.h"
#include "json/game.h"

enum { MEMORY = 256 << 20, OPEN_MOST = 5000 };
#define TELL_SECONDS 0.25

static void proving_free(struct proving *v)
{
    position_free(v->position);
    free(v);
}

static void unlink_proving(struct feed *l, struct proving *v)
{
    struct proving **at = &l->provings;
    while (*at && *at != v)
        at = &(*at)->next;
    if (*at)
        *at = v->next;
}

static void say_json(struct proving *v, json_t *j)
{
    char *text = json_dumps(j, JSON_COMPACT);
    if (text && v->socket)
        feed_say(v->socket, text, strlen(text));
    free(text);
    json_decref(j);
}

/* ---- progress ---- */

/* Tells how far it has come, a few times a second, to a socket that takes what it is told. */
static void tell(struct proving *v, json_t *progress)
{
    pthread_mutex_lock(&v->feed->lock);
    if (v->socket && v->socket->queued(v->socket->context) == 0)
        say_json(v, json_pack("{s:I, s:o}", "id", (json_int_t)v->id, "progress", progress));
    else
        json_decref(progress);
    pthread_mutex_unlock(&v->feed->lock);
}

static bool is_time(struct proving *v)
{
    double now = clock_now();
    if (now - v->told < TELL_SECONDS)
        return false;
    v->told = now;
    return true;
}

static void solve_progress(void *ctx, const struct solve_progress *p)
{
    struct proving *v = ctx;
    if (is_time(v))
        tell(v, json_pack("{s:I, s:i, s:f}", "nodes", (json_int_t)p->nodes, "level", p->level, "seconds",
                          p->seconds));
}

static void verify_progress(void *ctx, const struct defence *d, size_t done, size_t known)
{
    struct proving *v = ctx;
    v->nodes += d->nodes;
    if (is_time(v))
        tell(v, json_pack("{s:I, s:I, s:I, s:f}", "nodes", (json_int_t)v->nodes, "done", (json_int_t)done,
                          "known", (json_int_t)known, "seconds", clock_now() - v->began));
}

/* ---- what was found ---- */

static bool in_time(void *user, const struct check_event *e)
{
    struct proving *v = user;
    return e->kind != CHECK_TURN || !atomic_load(&v->stop);
}

/* Has the certificate checked and kept; adds its name. False if it is not accepted, which would be our fault. */
static bool keep(struct proving *v, const char *bytes, size_t len, json_t *j, struct err *e)
{
    struct check_result result;
    struct check_watch watch = {in_time, v, true};
    const struct feed_keeper *k = &v->feed->keeper;
    char name[FEED_NAME] = "";
    enum check_verdict verdict = check_bytes(bytes, len, &watch, &result);
    if (verdict == CHECK_ACCEPTED)
        json_object_set_new(j, "turns", json_integer((json_int_t)result.turns));
    check_result_free(&result);
    if (verdict != CHECK_ACCEPTED)
        return err_set(e, verdict == CHECK_STOPPED ? "stopped" : "the certificate was not accepted");
    struct err why;
    if (k->keep && k->keep(k->context, bytes, len, name, &why))
        json_object_set_new(j, "proof", json_string(name));
    else
        json_object_set_new(j, "unkept", json_string(k->keep ? why.text : "no proofs are kept here"));
    return true;
}

static json_t *solve(struct proving *v, struct err *e)
{
    struct buf bytes = BUF_EMPTY;
    struct solve_result r;
    struct solve_job job = {.position = v->position,
                            .attacker = v->position->to_move,
                            .order = v->order,
                            .seconds = v->seconds,
                            .nodes = v->most,
                            .memory = MEMORY,
                            .bytes = &bytes,
                            .progress = solve_progress,
                            .ctx = v,
                            .stop = &v->stop};
    json_t *j = NULL;
    if (solve_run(&job, &r, e)) {
        bool won = r.status == SOLVE_WON;
        j = json_pack("{s:s, s:I}", "status",
                      won                         ? "won"
                      : r.status == SOLVE_UNKNOWN ? "unknown"
                                                  : "stopped",
                      "nodes", (json_int_t)r.nodes);
        if (won)
            json_object_update_new(j, json_pack("{s:o, s:i, s:s, s:i}", "turn",
                                                game_squares_json(r.turn.s, r.turn.n), "order", r.order,
                                                "kind", solve_kind(&r), "depth", r.deepest));
        if (won && !keep(v, bytes.text, bytes.len, j, e)) {
            json_decref(j);
            j = NULL;
        }
    }
    buf_free(&bytes);
    return j;
}

static json_t *open_json(const struct defences_result *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->count && json_array_size(list) < OPEN_MOST; i++)
        if (r->defence[i].unplaced == 0 && r->defence[i].state != DEFENCE_LOSES)
            json_array_append_new(list, game_squares_json(r->defence[i].squares.s, r->defence[i].squares.n));
    return list;
}

/* Reads the certificate of a verification back and has it kept. */
static bool keep_file(struct proving *v, const char *path, json_t *j, struct err *e)
{
    char *bytes;
    size_t len;
    if (!file_read(path, &bytes, &len, e))
        return false;
    bool ok = keep(v, bytes, len, j, e);
    free(bytes);
    return ok;
}

static json_t *verify(struct proving *v, struct err *e)
{
    char path[] = "/tmp/hexad-verify-XXXXXX";
    int fd = mkstemp(path);
    struct defences_result r;
    struct defences_job job = {.position = v->position,
                               .order = v->order,
                               .threads = 1,
                               .seconds = v->seconds,
                               .nodes = v->most,
                               .memory = MEMORY,
                               .cert = path,
                               .tried = verify_progress,
                               .ctx = v,
                               .stop = &v->stop};
    json_t *j = NULL;
    if (fd < 0) {
        err_set(e, "no file for the certificate can be made");
        return NULL;
    }
    close(fd);
    if (defences_run(&job, &r, e)) {
        j = json_pack("{s:s, s:I, s:I, s:o, s:I, s:I}", "status",
                      r.defender_wins || r.fills_board ? "none"
                      : !r.complete                    ? "stopped"
                      : r.open                         ? "open"
                                                       : "won",
                      "losing", (json_int_t)r.losing, "left", (json_int_t)r.open, "open", open_json(&r),
                      "parts_open", (json_int_t)r.parts_open, "nodes", (json_int_t)r.nodes);
        if (r.certified && !keep_file(v, path, j, e)) {
            json_decref(j);
            j = NULL;
        }
        defences_result_free(&r);
    }
    unlink(path);
    return j;
}

/* ---- the job ---- */

static void run(struct job *job, struct tools *d)
{
    struct proving *v = (struct proving *)job;
    struct feed *l = v->feed;
    struct err e;
    (void)d;
    pthread_mutex_lock(&l->lock);
    v->queued = false;
    l->running++;
    pthread_mutex_unlock(&l->lock);
    v->began = clock_now();
    json_t *found = v->verifies ? verify(v, &e) : solve(v, &e);
    pthread_mutex_lock(&l->lock);
    l->running--;
    if (v->socket && !l->ending) {
        if (found)
            say_json(v, json_pack("{s:I, s:O, s:b}", "id", (json_int_t)v->id,
                                  v->verifies ? "verified" : "solved", found, "final", true));
        else
            feed_say_fault(v->socket, v->id, PROBLEM_BAD_REQUEST, e.text);
    }
    unlink_proving(l, v);
    pthread_cond_broadcast(&l->quiet);
    pthread_mutex_unlock(&l->lock);
    json_decref(found);
    proving_free(v);
}

bool prove_start(struct feed_socket *s, int64_t id, struct position *p, const struct prove_wish *w)
{
    struct feed *l = s->feed;
    struct proving *v = mem_zero(1, sizeof *v);
    *v = (struct proving){.job = {.run = run, .client = s->client, .kind = JOB_PROOF},
                          .feed = l,
                          .socket = s,
                          .id = id,
                          .position = p,
                          .verifies = w->verify,
                          .order = w->order,
                          .seconds = w->seconds,
                          .most = w->nodes,
                          .queued = true};
    atomic_init(&v->stop, false);
    if (l->ending || !pool_add(l->pool, &v->job)) {
        feed_say_fault(s, id, PROBLEM_BUSY, "too many proofs are waiting; try again in a moment");
        proving_free(v);
        return false;
    }
    v->next = l->provings;
    l->provings = v;
    return true;
}

void prove_end(struct feed_socket *s, int64_t id)
{
    struct feed *l = s->feed;
    for (struct proving *v = l->provings, *next; v; v = next) {
        next = v->next;
        if (v->socket != s || (id >= 0 && v->id != id))
            continue;
        v->socket = NULL;
        atomic_store(&v->stop, true);
        if (v->queued && pool_cancel(l->pool, &v->job)) {
            unlink_proving(l, v);
            proving_free(v);
        }
    }
}
