/* The engine: workers, limits and reports. Every worker is one thread with a board, an evaluation and a
 * forcing search of its own. They share the transposition table and the turns to try (split.h). */
#include "connect/engine/engine.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "connect/engine/search.h"

static const double report_every = 0.1; /* seconds, when nothing changes */

/* ---- Making ---- */

static bool worker_init(struct worker *w, struct engine *x, int id, size_t forcing_bytes, struct err *e)
{
    size_t squares = (size_t)square_limit(&x->rules);
    w->engine = x;
    w->id = id;
    w->f = forcing_make(&x->rules, forcing_bytes, e);
    w->scores = mem_zero((size_t)(x->rules.m * x->rules.n), sizeof *w->scores);
    w->zone = mem_zero(squares, 1);
    w->pool = mem_zero((PLY_MOST + 1) * CANDIDATES_MOST, sizeof *w->pool);
    w->line = mem_zero(PLY_MOST + 2, sizeof *w->line);
    w->killer = mem_zero(PLY_MOST + 1, sizeof *w->killer);
    w->stone_history = mem_zero(squares, sizeof *w->stone_history);
    w->pair_history = mem_zero(PAIR_SLOTS, sizeof *w->pair_history);
    w->root = mem_zero(ROOTS_MOST, sizeof *w->root);
    return w->f != NULL;
}

static void worker_done(struct worker *w)
{
    forcing_free(w->f);
    free(w->scores);
    free(w->zone);
    square_sets_free(&w->defences);
    free(w->pool);
    free(w->line);
    free(w->killer);
    free(w->stone_history);
    free(w->pair_history);
    free(w->root);
}

/* A quarter of the memory is for the forcing searches, whose tables have sizes of their own; the shared table
 * gets what they leave. */
struct engine *engine_new(const struct rules *r, const struct engine_options *o, struct err *e)
{
    int threads = o && o->threads > 0 ? o->threads : 1;
    size_t bytes = o && o->hash_bytes > 0 ? o->hash_bytes : ENGINE_HASH_DEFAULT;
    if (!rules_check(r, e))
        return NULL;
    if (threads > ENGINE_THREADS_MOST) {
        err_set(e, "%d threads: at most %d", threads, ENGINE_THREADS_MOST);
        return NULL;
    }
    struct engine *x = mem_zero(1, sizeof *x);
    x->rules = *r;
    x->params = o && o->params ? *o->params : search_params_usual;
    x->weights = o ? o->weights : NULL;
    x->threads = threads;
    x->worker = mem_zero((size_t)threads, sizeof *x->worker);
    split_init(x);
    size_t taken = 0;
    bool room = mem_check(bytes, e);
    for (int i = 0; i < threads && room; i++) {
        room = worker_init(&x->worker[i], x, i, bytes / 4 / (size_t)threads, e);
        taken += room ? forcing_memory(x->worker[i].f) : 0;
    }
    if (room)
        x->tt = tt_new(taken < bytes / 4 * 3 ? bytes - taken : bytes / 4, x->params.age_cost, e);
    if (!x->tt) {
        engine_free(x);
        return NULL;
    }
    return x;
}

void engine_free(struct engine *x)
{
    if (!x)
        return;
    for (int i = 0; i < x->threads; i++)
        worker_done(&x->worker[i]);
    free(x->worker);
    split_done(x);
    tt_free(x->tt);
    free(x);
}

static void forget_order(struct worker *w)
{
    memset(w->killer, 0, (PLY_MOST + 1) * sizeof *w->killer);
    memset(w->stone_history, 0, (size_t)square_limit(&w->engine->rules) * sizeof *w->stone_history);
    memset(w->pair_history, 0, PAIR_SLOTS * sizeof *w->pair_history);
}

void engine_clear(struct engine *x)
{
    tt_clear(x->tt);
    for (int i = 0; i < x->threads; i++) {
        forcing_clear(x->worker[i].f);
        forget_order(&x->worker[i]);
    }
}

size_t engine_memory(const struct engine *x)
{
    size_t sum = tt_memory(x->tt);
    for (int i = 0; i < x->threads; i++)
        sum += forcing_memory(x->worker[i].f);
    return sum;
}

/* ---- Reports ---- */

/* An estimate stays an estimate: never quite sure. */
static double chance_of(int value)
{
    return fmin(fmax(1 / (1 + exp(-(double)value / EVAL_UNIT)), 0.01), 0.99);
}

/* Turns to the end that a value says, counted down from `top`; 0 if it says nothing of an end. */
static int turns_of(int value, int top, int least)
{
    if (value >= least)
        return (top - value) / 2 + 1;
    return value <= -least ? -((top + value + 1) / 2) : 0;
}

int engine_mate_value(int mate)
{
    return mate > 0 ? MATE - 2 * (mate - 1) : -MATE - 2 * mate;
}

/* A win is certain; that a turn loses is if the other side was seen to win by force after it. */
static void report_line(struct report_line *l, const struct root_turn *r, int value, bool certain)
{
    int mate = turns_of(value, MATE, MATE_LEAST), likely = turns_of(value, LIKELY, LIKELY_LEAST);
    l->n = r->line.n;
    memcpy(l->move, r->line.s, (size_t)l->n * sizeof *l->move);
    l->mate = mate > 0 || certain ? mate : 0;
    l->likely = l->mate ? 0 : mate ? mate : likely;
    l->value = l->mate ? value : value > EVAL_MOST ? EVAL_MOST : value < -EVAL_MOST ? -EVAL_MOST : value;
    l->chance = l->mate ? l->mate > 0 : chance_of(l->value);
}

/* The best turns as the list of the root has them. The first line speaks for the position: it is lost only if
 * that was proved. */
static int report_lines(const struct worker *w, struct report_line *out, int most)
{
    struct root_best best[REPORT_LINES_MOST];
    int n = root_best(w, best, most);
    for (int i = 0; i < n; i++)
        report_line(&out[i], best[i].turn, best[i].value, w->lost || (i > 0 && best[i].turn->refuted));
    return n;
}

uint64_t engine_nodes(const struct engine *x)
{
    uint64_t nodes = 0;
    for (int i = 0; i < x->threads; i++)
        nodes += atomic_load_explicit(&x->worker[i].nodes, memory_order_relaxed);
    return nodes;
}

void engine_say(struct engine *x, bool always)
{
    double now = clock_now();
    always |= atomic_exchange_explicit(&x->news, false, memory_order_relaxed);
    if (!x->progress || (!always && now < x->next_report))
        return;
    struct report *r = x->report;
    const struct worker *w = &x->worker[0];
    r->depth = w->depth;
    r->reached = w->reached;
    r->seconds = now - x->start;
    r->nodes = engine_nodes(x);
    r->hash_permill = tt_permill(x->tt);
    int lines = x->limits.lines < 1 ? 1 : x->limits.lines;
    split_lock(x);
    r->n = report_lines(w, r->line, lines < REPORT_LINES_MOST ? lines : REPORT_LINES_MOST);
    split_unlock(x);
    x->next_report = now + report_every;
    if (r->n > 0)
        x->progress(x->context, r);
}

/* ---- Searching ---- */

static void worker_begin(struct worker *w)
{
    struct engine *x = w->engine;
    w->p = position_copy(x->position);
    w->t = threats_new(w->p);
    w->e = eval_with(w->t, x->weights);
    w->out = w->lost = false;
    w->pulse = (struct pulse){.until = &x->until};
    threats_limit(w->t, &x->until);
    w->roots = w->depth = w->reached = 0;
    w->root_plies = w->p->plies;
    w->split = NULL;
    forget_order(w);
}

static void worker_end(struct worker *w)
{
    eval_free(w->e);
    threats_free(w->t);
    position_free(w->p);
}

static void *worker_thread(void *arg)
{
    struct worker *w = arg;
    if (deadline_over(&w->engine->until))
        return NULL;
    worker_begin(w);
    split_serve(w);
    worker_end(w);
    return NULL;
}

static void no_progress(void *context, const struct report *r)
{
    (void)context;
    (void)r;
}

void engine_think(struct engine *x, const struct position *p, const struct engine_limits *l,
                  report_progress *progress, void *context, struct report *out)
{
    assert(p->outcome == OUTCOME_OPEN && rules_equal(&p->rules, &x->rules));
    pthread_t thread[ENGINE_THREADS_MOST];
    memset(out, 0, sizeof *out);
    x->start = clock_now();
    x->position = p;
    x->limits = *l;
    enum cpu_clock of = x->threads > 1 ? CPU_PROCESS : CPU_THREAD;
    x->end = limits_from_now(&l->work, of);
    confirm_reserve(x);
    x->next_report = x->start + report_every;
    x->progress = progress;
    x->context = context;
    x->report = out;
    atomic_store(&x->halt, false);
    atomic_store(&x->news, false);
    tt_age(x->tt);
    for (int i = 0; i < x->threads; i++)
        atomic_store_explicit(&x->worker[i].nodes, 0, memory_order_relaxed);
    worker_begin(&x->worker[0]);
    int started = 1;
    while (started < x->threads &&
           pthread_create(&thread[started], NULL, worker_thread, &x->worker[started]) == 0)
        started++; /* fewer threads than wished for are no reason to fail */
    root_search(&x->worker[0]);
    split_over(x);
    for (int i = 1; i < started; i++)
        pthread_join(thread[i], NULL);
    root_confirm(&x->worker[0]);
    x->progress = no_progress;
    engine_say(x, true);
    x->progress = NULL;
    worker_end(&x->worker[0]);
}

struct squares engine_turn(const struct position *p, const struct report_line *l)
{
    struct squares s = {.n = 0};
    int left = position_turn_length(p);
    while (s.n < left && s.n < l->n) {
        s.s[s.n] = l->move[s.n];
        s.n++;
    }
    return s;
}
