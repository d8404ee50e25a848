/* Roots from the engine's turns, and attempts at them; see generate.h.
 *
 * What was done is kept by name in the lab's file: of each position that the engine has been asked for it, of each root what was
 * spent on it, and that its proof was handed on. */
#include "lab/generate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sha256.h"
#include "connect/board/symmetry.h"
#include "connect/engine/engine.h"

#define GENERATED "gen-"

enum { HASH_DIGITS = 16, NAME = 64 };

/* ---- what is kept ---- */

/* The same for all positions that are equal. */
static void name_of(const struct position *p, const char *before, char out[NAME])
{
    uint8_t packed[POSITION_PACKED_MOST], sum[SHA256_BYTES];
    char text[SHA256_TEXT];
    (void)position_canonical(p, packed);
    sha256(packed, position_packed_size(&p->rules), sum);
    snprintf(out, NAME, "%s%.*s", before, HASH_DIGITS, sha256_text(sum, text));
}

static double kept_number(struct lab *l, const char *what, const char *name)
{
    char key[2 * NAME];
    snprintf(key, sizeof key, "%s %s", what, name);
    char *text = lab_kept(l, key);
    double x = text ? strtod(text, NULL) : 0;
    free(text);
    return isfinite(x) && x > 0 ? x : 0;
}

static bool keep_number(struct lab *l, const char *what, const char *name, double x, struct err *e)
{
    char key[2 * NAME], text[40];
    snprintf(key, sizeof key, "%s %s", what, name);
    snprintf(text, sizeof text, "%.3f", x);
    return lab_keep(l, key, text, e);
}

/* ---- roots ---- */

static void say(const struct generate_job *job, const struct buf *text)
{
    if (job->said)
        job->said(job->ctx, buf_str(text));
}

/* The position in which the loser of the turn's claim is to move: a root, unless it is one. */
static bool add_root(struct lab *l, const struct position *p, enum side attacker,
                     const struct generate_job *job, struct err *e)
{
    char name[NAME];
    struct buf body = BUF_EMPTY, told = BUF_EMPTY;
    struct err refused = {""};
    name_of(p, GENERATED, name);
    if (lab_root_find(l, name))
        return true;
    lab_root_write(p, attacker, name, NULL, &body);
    bool ok = lab_add(l, buf_str(&body), &refused, e);
    buf_free(&body);
    if (!ok)
        return false;
    const struct lab_root *r = lab_root_find(l, name);
    buf_format(&told, "%s: %s", name, r ? r->game : refused.text);
    say(job, &told);
    buf_free(&told);
    return true;
}

/* The engine's turns, each with its root. A turn that ends the game needs no proof. */
static bool add_turns(struct lab *l, const struct position *p, const struct report *report,
                      const struct generate_job *job, struct err *e)
{
    bool ok = true;
    for (int i = 0; i < report->n && i < job->turns && ok; i++) {
        struct position *after = position_copy(p);
        struct squares turn = engine_turn(p, &report->line[i]);
        if (report->line[i].mate >= 0 && position_play_turn(after, &turn, NULL) &&
            after->outcome == OUTCOME_OPEN)
            ok = add_root(l, after, p->to_move, job, e);
        position_free(after);
    }
    return ok;
}

bool generate_roots(struct lab *l, const struct position *p, const struct generate_job *job,
                    struct generate_result *out, struct err *e)
{
    char name[NAME];
    name_of(p, "", name);
    out->positions++;
    if (kept_number(l, "generate turns", name) >= job->turns)
        return true;
    struct engine_options options = {.threads = 1};
    struct engine *x = engine_new(&p->rules, &options, e);
    if (!x)
        return false;
    struct report *report = mem_zero(1, sizeof *report);
    struct engine_limits limits = {
        .work.nodes = job->nodes, .work.stop = job->limits.stop, .lines = job->turns};
    engine_think(x, p, &limits, NULL, NULL, report);
    engine_free(x);
    out->stopped = job->limits.stop && atomic_load(job->limits.stop);
    bool ok = out->stopped ||
              (add_turns(l, p, report, job, e) && keep_number(l, "generate turns", name, job->turns, e));
    out->searched += ok && !out->stopped;
    free(report);
    return ok;
}

/* ---- attempts ---- */

static bool is_generated(const struct lab_root *r)
{
    return strncmp(r->name, GENERATED, sizeof GENERATED - 1) == 0;
}

static enum graph_state state_of(const struct lab *l, const struct lab_root *r)
{
    return (enum graph_state)lab_graph(l)->node[r->node].state;
}

/* Proofs that nobody was told of. */
static bool hand_on(struct lab *l, const struct generate_job *job, struct err *e)
{
    const struct lab_root *root;
    size_t n = lab_roots(l, &root);
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++) {
        if (!is_generated(&root[i]) || state_of(l, &root[i]) != GRAPH_PROVED ||
            kept_number(l, "generate told", root[i].name) > 0)
            continue;
        struct buf told = BUF_EMPTY;
        buf_format(&told, "%s: %s is proved", root[i].name, root[i].game);
        say(job, &told);
        buf_free(&told);
        ok = (!job->proved || job->proved(job->ctx, l, &root[i], e)) &&
             keep_number(l, "generate told", root[i].name, 1, e);
    }
    return ok;
}

/* What a root may have spent altogether after its next attempt; 0: it has had all. */
static double next_budget(const struct generate_job *job, double spent)
{
    double budget = job->begin, before = 0;
    while (budget <= spent + 1e-3 && budget < job->most && budget > before) {
        before = budget;
        budget *= job->growth;
    }
    budget = budget < job->most ? budget : job->most;
    return budget > spent + 1e-3 ? budget : 0;
}

/* The open root with the smallest budget; of those the one that looks easiest. */
static const struct lab_root *choose(struct lab *l, const struct generate_job *job, double *budget,
                                     double *spent)
{
    const struct lab_root *root, *best = NULL;
    size_t n = lab_roots(l, &root);
    for (size_t i = 0; i < n; i++) {
        if (!is_generated(&root[i]) || root[i].paused || state_of(l, &root[i]) != GRAPH_OPEN)
            continue;
        double had = kept_number(l, "generate spent", root[i].name), next = next_budget(job, had);
        const struct graph_node *x = lab_graph(l)->node;
        if (next > 0 &&
            (!best || next < *budget || (next == *budget && x[root[i].node].pn < x[best->node].pn))) {
            best = &root[i];
            *budget = next;
            *spent = had;
        }
    }
    return best;
}

/* Processor time that may still be used; 0 is no limit. False: none is left. */
static bool what_is_left(const struct generate_job *job, const struct generate_result *out, double start,
                         double *cpu, double *seconds)
{
    *cpu = job->limits.cpu > 0 ? job->limits.cpu - out->cpu : 0;
    *seconds = job->limits.seconds > 0 ? job->limits.seconds - (clock_now() - start) : 0;
    return !(job->limits.stop && atomic_load(job->limits.stop)) && !(job->limits.cpu > 0 && *cpu <= 0) &&
           !(job->limits.seconds > 0 && *seconds <= 0);
}

/* One attempt; false if the file fails. What is stuck gets no more: nothing is left to be tried. */
static bool attempt(struct lab *l, const struct generate_job *job, const char *name, int64_t id, double spent,
                    double more, double seconds, struct generate_result *out, struct err *e)
{
    struct lab_state s;
    struct lab_run run = {.runner = job->runner(job->ctx),
                          .only = id,
                          .limits.cpu = more,
                          .limits.seconds = seconds,
                          .limits.stop = job->limits.stop,
                          .tell = job->tell,
                          .ctx = job->ctx};
    bool ok = lab_run(l, &run, &s, e);
    run.runner.free(run.runner.ctx);
    out->jobs += s.jobs;
    out->cpu += s.cpu;
    /* Less than nothing would be tried for ever. */
    double had = s.stuck ? job->most : spent + (s.cpu > 1e-3 ? s.cpu : 1e-2);
    return ok && keep_number(l, "generate spent", name, had, e);
}

static void count_roots(struct lab *l, const struct generate_job *job, struct generate_result *out)
{
    const struct lab_root *root;
    size_t n = lab_roots(l, &root);
    out->roots = out->proved = out->disproved = out->spent = 0;
    for (size_t i = 0; i < n; i++) {
        if (!is_generated(&root[i]))
            continue;
        enum graph_state state = state_of(l, &root[i]);
        out->roots++;
        out->proved += state == GRAPH_PROVED;
        out->disproved += state == GRAPH_DISPROVED;
        out->spent +=
            state == GRAPH_OPEN && next_budget(job, kept_number(l, "generate spent", root[i].name)) == 0;
    }
}

bool generate_run(struct lab *l, const struct generate_job *job, struct generate_result *out, struct err *e)
{
    double start = clock_now(), budget = 0, spent = 0, cpu, seconds;
    bool ok = hand_on(l, job, e);
    while (ok && !out->stopped) {
        const struct lab_root *r = choose(l, job, &budget, &spent);
        if (!r)
            break;
        out->stopped = !what_is_left(job, out, start, &cpu, &seconds);
        if (out->stopped)
            break;
        double more = budget - spent;
        char name[NAME];
        snprintf(name, sizeof name, "%s", r->name); /* roots are loaded anew when something is asked for */
        ok = attempt(l, job, name, r->id, spent, cpu > 0 && cpu < more ? cpu : more, seconds, out, e) &&
             hand_on(l, job, e);
    }
    if (ok)
        count_roots(l, job, out);
    return ok;
}
