/* Jobs done with the prover and the engine; see work.h. */
#include "lab/work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "connect/engine/engine.h"
#include "connect/proof/defences.h"
#include "connect/proof/solve.h"
#include "lab/bundle.h"

enum { ENGINE_HASH = 16 << 20 };

struct lab_worker {
    char name[LAB_WORKER_MOST + 1];
    size_t memory; /* for what a prover remembers */
    struct engine *engine;
    struct rules rules; /* of the engine */
};

struct lab_worker *lab_worker_new(const char *name, size_t memory)
{
    struct lab_worker *w = mem_zero(1, sizeof *w);
    snprintf(w->name, sizeof w->name, "%s", name);
    w->memory = memory;
    return w;
}

void lab_worker_free(struct lab_worker *w)
{
    if (w) {
        engine_free(w->engine);
        free(w);
    }
}

static bool stopped(const atomic_bool *stop)
{
    return stop && atomic_load(stop);
}

static bool fail(struct lab_result *r, const struct err *e)
{
    r->verdict = LAB_FAILED;
    snprintf(r->why, sizeof r->why, "%.150s", e->text);
    return true;
}

/* ---- verify ---- */

struct verifying {
    struct lab_result *r;
    int64_t open, most;
};

static bool keep_win(void *ctx, const struct defence *d, const char *bytes, size_t len)
{
    struct verifying *v = ctx;
    (void)d;
    bundle_add(&v->r->bundle, bytes, len);
    return true;
}

/* More are open than the job puts up with? */
static bool too_many(const struct verifying *v)
{
    return v->most && v->open > v->most;
}

static bool count_open(void *ctx, const struct defence *d, size_t done, size_t known)
{
    struct verifying *v = ctx;
    (void)done;
    (void)known;
    v->open += d->state != DEFENCE_LOSES && d->unplaced == 0;
    return !too_many(v);
}

/* A quick win of the defender's refutes the position, and nothing else has to be listed. */
static bool refute(struct lab_worker *w, const struct lab_job *j, const atomic_bool *stop,
                   struct lab_result *r)
{
    struct solve_result found = {.nodes = 0};
    struct buf cert = BUF_EMPTY;
    struct solve_job quick = {.position = j->position,
                              .limits.nodes = j->nodes,
                              .memory = w->memory,
                              .bytes = &cert,
                              .limits.stop = stop};
    bool won = !j->given.n && !j->excluded.n && solve_quick(&quick, &found);
    r->nodes = found.nodes;
    if (won) {
        r->verdict = LAB_LOST;
        r->turn = found.turn;
        bundle_add(&r->bundle, cert.text, cert.len);
    }
    buf_free(&cert);
    return won;
}

static bool verify(struct lab_worker *w, const struct lab_job *j, const atomic_bool *stop,
                   struct lab_result *r)
{
    if (refute(w, j, stop, r))
        return true;
    if (stopped(stop))
        return false;
    struct defence_given *given = mem_zero(j->given.n + 1, sizeof *given);
    struct squares *skip = mem_zero(j->excluded.n + 1, sizeof *skip);
    for (size_t i = 0; i < j->given.n; i++) {
        const struct lab_turn *t = &j->given.turn[i];
        given[i] = (struct defence_given){t->squares, t->everywhere, t->n, t->follow};
    }
    for (size_t i = 0; i < j->excluded.n; i++)
        skip[i] = j->excluded.turn[i].squares;
    struct verifying v = {r, 0, j->most};
    struct defences_job job = {.position = j->position,
                               .order = j->order,
                               .threads = 1,
                               .limits.nodes = j->nodes,
                               .memory = w->memory,
                               .ctx = &v,
                               .tried = count_open,
                               .limits.stop = stop,
                               .given = given,
                               .givens = j->given.n,
                               .skip = skip,
                               .skips = j->excluded.n,
                               .hold_parts = true,
                               .won = keep_win};
    struct defences_result found;
    struct err e;
    bool ok = defences_run(&job, &found, &e);
    free(given);
    free(skip);
    if (ok && too_many(&v)) {
        r->nodes += found.nodes;
        r->verdict = LAB_MANY;
        buf_free(&r->bundle);
    } else if (ok) {
        r->nodes += found.nodes;
        for (size_t i = 0; i < found.count; i++)
            if (found.defence[i].state != DEFENCE_LOSES)
                lab_turns_add(&r->open, &found.defence[i].squares, false, NULL, 0);
        r->verdict = found.defender_wins || found.fills_board ? LAB_LOST : r->open.n ? LAB_OPEN : LAB_WON;
        if (!found.complete && !stopped(stop))
            ok = err_set(&e, "more defences than the memory holds");
    }
    defences_result_free(&found);
    if (stopped(stop))
        return false;
    return ok || fail(r, &e);
}

/* ---- solve ---- */

static bool solve(struct lab_worker *w, const struct lab_job *j, const atomic_bool *stop,
                  struct lab_result *r)
{
    struct buf cert = BUF_EMPTY;
    struct solve_job job = {.position = j->position,
                            .attacker = j->attacker,
                            .order = j->order,
                            .limits.nodes = j->nodes,
                            .memory = w->memory,
                            .bytes = &cert,
                            .limits.stop = stop};
    struct solve_result found;
    struct err e;
    bool ok = solve_run(&job, &found, &e);
    if (ok) {
        r->nodes = found.nodes;
        r->verdict = found.status == SOLVE_WON ? LAB_WON : LAB_OPEN;
        if (found.status == SOLVE_WON) {
            r->turn = found.turn;
            r->chance = 1;
            bundle_add(&r->bundle, cert.text, cert.len);
        }
    }
    buf_free(&cert);
    if (ok && found.status != SOLVE_WON && stopped(stop))
        return false;
    return ok || fail(r, &e);
}

/* ---- expand ---- */

/* What the engine thought of its best turn at the last depths. */
enum { SWING_DEPTHS = 4 };
struct swing {
    int n, depth;
    double chance[SWING_DEPTHS];
};

static void watch(void *ctx, const struct report *r)
{
    struct swing *s = ctx;
    if (!r->n)
        return;
    s->n += r->depth != s->depth || !s->n;
    s->depth = r->depth;
    s->chance[(s->n - 1) % SWING_DEPTHS] = r->line[0].chance;
}

static double swing_of(const struct swing *s)
{
    double least = 1, most = 0;
    for (int i = 0; i < s->n && i < SWING_DEPTHS; i++) {
        least = s->chance[i] < least ? s->chance[i] : least;
        most = s->chance[i] > most ? s->chance[i] : most;
    }
    return most > least ? most - least : 0;
}

static bool expand(struct lab_worker *w, const struct lab_job *j, const atomic_bool *stop,
                   struct lab_result *r)
{
    struct err e;
    const struct engine_options options = {.hash_bytes = ENGINE_HASH, .threads = 1};
    if (w->engine && !rules_equal(&w->rules, &j->position->rules)) {
        engine_free(w->engine);
        w->engine = NULL;
    }
    if (w->engine)
        engine_clear(w->engine); /* the answer must not depend on the jobs before */
    else if (!(w->engine = engine_new(&j->position->rules, &options, &e)))
        return fail(r, &e);
    w->rules = j->position->rules;
    struct squares *excluded = mem_zero(j->excluded.n + 1, sizeof *excluded);
    for (size_t i = 0; i < j->excluded.n; i++)
        excluded[i] = j->excluded.turn[i].squares;
    struct engine_limits limits = {
        .work.nodes = j->nodes, .work.stop = stop, .excluded = excluded, .excludes = j->excluded.n};
    struct report *report = mem_zero(1, sizeof *report);
    struct swing swing = {0};
    engine_think(w->engine, j->position, &limits, watch, &swing, report);
    r->nodes = report->nodes;
    r->verdict = report->n ? LAB_OPEN : LAB_NONE;
    if (report->n) {
        bool own = j->position->to_move == j->attacker;
        r->turn = engine_turn(j->position, &report->line[0]);
        r->chance = own ? report->line[0].chance : 1 - report->line[0].chance;
        r->mate = own ? report->line[0].mate : -report->line[0].mate;
        r->swing = swing_of(&swing);
    }
    free(report);
    free(excluded);
    return !stopped(stop);
}

bool lab_worker_do(struct lab_worker *w, const struct lab_job *j, const atomic_bool *stop,
                   struct lab_result *out)
{
    memset(out, 0, sizeof *out);
    out->job = j->id;
    memcpy(out->worker, w->name, sizeof out->worker);
    double start = clock_cpu(CPU_THREAD);
    bool done = j->kind == LAB_VERIFY  ? verify(w, j, stop, out)
                : j->kind == LAB_SOLVE ? solve(w, j, stop, out)
                                       : expand(w, j, stop, out);
    out->cpu = clock_cpu(CPU_THREAD) - start;
    if (!done)
        lab_result_free(out);
    return done;
}
