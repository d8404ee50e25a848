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
#include "connect/proof/check.h"
#include "connect/proof/defences.h"
#include "connect/proof/solve.h"
#include "server/live/feed_inner.h"
#include "json/game.h"
#include "json/limits.h"
#include "json/proof.h"

enum { OPEN_MOST = 5000 };
#define TELL_SECONDS 0.25

struct proving {
    struct solo solo;
    struct position *position;
    bool verifies; /* the defender is to move: all its turns; or else a win of the side to move */
    int order;
    double seconds;
    uint64_t most; /* nodes; 0: the usual limit */

    /* Of the thread that runs it. */
    uint64_t nodes;
    double began, told;
    json_t *found; /* NULL: nothing, because of this */
    struct err err;
};

static void proving_free(struct solo *s)
{
    struct proving *v = (struct proving *)s;
    position_free(v->position);
    json_decref(v->found);
    free(v);
}

static void say_json(struct proving *v, json_t *j)
{
    char *text = json_dumps(j, JSON_COMPACT);
    if (text && v->solo.socket)
        feed_say(v->solo.socket, text, strlen(text));
    free(text);
    json_decref(j);
}

/* ---- progress ---- */

/* Tells how far it has come, a few times a second, to a socket that takes what it is told. */
static void tell(struct proving *v, json_t *progress)
{
    pthread_mutex_lock(&v->solo.feed->lock);
    const struct feed_socket *to = v->solo.socket;
    if (to && to->queued(to->context) == 0)
        say_json(v, json_pack("{s:I, s:o}", "id", (json_int_t)v->solo.id, "progress", progress));
    else
        json_decref(progress);
    pthread_mutex_unlock(&v->solo.feed->lock);
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

static bool verify_progress(void *ctx, const struct defence *d, size_t done, size_t known)
{
    struct proving *v = ctx;
    v->nodes += d->nodes;
    if (is_time(v))
        tell(v, json_pack("{s:I, s:I, s:I, s:f}", "nodes", (json_int_t)v->nodes, "done", (json_int_t)done,
                          "known", (json_int_t)known, "seconds", clock_now() - v->began));
    return true;
}

/* ---- what was found ---- */

/* Has the certificate checked and kept; adds its name. False if it is not accepted, which would be our fault. */
static bool keep(struct proving *v, const char *bytes, size_t len, json_t *j, struct err *e)
{
    struct check_result result;
    const struct deadline until = {.stop = &v->solo.stop};
    struct check_watch watch = {.without_zones = true, .until = &until};
    const struct feed_keeper *k = &v->solo.feed->keeper;
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
                            .limits.seconds = v->seconds,
                            .limits.nodes = v->most,
                            .memory = LIMIT_PROVE_MEMORY / 3, /* what it takes then (prover.c) */
                            .bytes = &bytes,
                            .progress = solve_progress,
                            .ctx = v,
                            .limits.stop = &v->solo.stop};
    json_t *j = NULL;
    if (solve_run(&job, &r, e)) {
        bool won = r.status == SOLVE_WON;
        j = proof_solve_json(&r);
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
                               .limits.seconds = v->seconds,
                               .limits.nodes = v->most,
                               .memory = LIMIT_PROVE_MEMORY / 3, /* what it takes then (prover.c) */
                               .cert = path,
                               .tried = verify_progress,
                               .ctx = v,
                               .limits.stop = &v->solo.stop};
    json_t *j = NULL;
    if (fd < 0) {
        err_set(e, "no file for the certificate can be made");
        return NULL;
    }
    close(fd);
    if (defences_run(&job, &r, e)) {
        j = proof_defences_json(&r);
        json_object_update_new(j, json_pack("{s:s, s:o}", "status",
                                            r.defender_wins || r.fills_board ? "none"
                                            : !r.complete                    ? "stopped"
                                            : r.open                         ? "open"
                                                                             : "won",
                                            "open", open_json(&r)));
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

static void work(struct solo *s, struct tools *d)
{
    struct proving *v = (struct proving *)s;
    (void)d;
    v->began = clock_now();
    v->found = v->verifies ? verify(v, &v->err) : solve(v, &v->err);
}

static bool tell_result(struct solo *s)
{
    struct proving *v = (struct proving *)s;
    if (v->found)
        say_json(v, json_pack("{s:I, s:O, s:b}", "id", (json_int_t)s->id, v->verifies ? "verified" : "solved",
                              v->found, "final", true));
    else
        feed_say_fault(s->socket, s->id, PROBLEM_BAD_REQUEST, v->err.text);
    return false;
}

bool prove_start(struct feed_socket *s, int64_t id, struct position *p, const struct prove_wish *w)
{
    static const struct solo_kind kind = {JOB_PROOF, "too many proofs are waiting; try again in a moment",
                                          work, tell_result, proving_free};
    struct proving *v = mem_zero(1, sizeof *v);
    v->position = p;
    v->verifies = w->verify;
    v->order = w->order;
    v->seconds = w->seconds;
    v->most = w->nodes;
    return solo_start(&v->solo, &kind, s, id);
}
