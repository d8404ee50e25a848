/* Openings, search, level; see chooser.h. */
#include "play/chooser.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "connect/board/pace.h"
#include "play/openings.h"

struct chooser {
    struct engine *engine;
    struct chooser_options options;
    struct report report;
};

struct chooser *chooser_new(const struct rules *r, const struct chooser_options *o, struct err *e)
{
    struct engine *engine = engine_new(r, &o->engine, e);
    if (!engine)
        return NULL;
    struct chooser *c = mem_zero(1, sizeof *c);
    c->engine = engine;
    c->options = *o;
    c->options.engine.params = NULL; /* the engine has its copy */
    return c;
}

void chooser_free(struct chooser *c)
{
    if (c) {
        engine_free(c->engine);
        free(c);
    }
}

struct engine *chooser_engine(struct chooser *c)
{
    return c->engine;
}

/* A search that ends itself when the clock's plan says so. */
struct timed {
    const struct chooser_job *job;
    const struct position *position;
    struct clock_plan plan;
    struct clock_watch watch;
    atomic_bool enough;
};

static void watch_clock(void *context, const struct report *r)
{
    struct timed *t = context;
    if (t->job->progress)
        t->job->progress(t->job->context, r);
    if (clock_enough(&t->watch, &t->plan, t->position, r))
        atomic_store_explicit(&t->enough, true, memory_order_relaxed);
}

static double smaller_limit(double a, double b)
{
    return a > 0 && b > 0 ? fmin(a, b) : fmax(a, b);
}

static void think(struct engine *x, const struct level *level, const struct position *p,
                  const struct chooser_job *j, double since, struct report *out)
{
    struct engine_limits l = j->limits;
    struct timed t = {.job = j, .position = p};
    atomic_init(&t.enough, false);
    report_progress *progress = j->progress;
    void *context = j->context;
    level_narrow(level, &l);
    if (j->clock) {
        t.plan = clock_plan(j->clock, pace_turns_ahead(p));
        if (t.plan.most > 0)
            l.work.seconds = fmax(smaller_limit(l.work.seconds, t.plan.most) - (clock_now() - since), 1e-3);
        if (t.plan.usual < t.plan.most) {
            l.enough = &t.enough;
            progress = watch_clock;
            context = &t;
        }
    }
    engine_think(x, p, &l, progress, context, out);
}

static void report_opening(struct report *r, const struct squares *turn)
{
    *r = (struct report){.n = 1};
    r->line[0].chance = 0.5;
    for (int i = 0; i < turn->n; i++)
        r->line[0].move[r->line[0].n++] = turn->s[i];
}

/* ---- What is known ---- */

enum {
    KNOWN_LINE = 6,
    AGAIN_MOST = 3
}; /* turns of a line that is known; times that a losing turn is replaced */

#define KNOWN_SECONDS 2.0 /* that asking may take, however short the search is to be */

static bool ask(const struct chooser_book *b, const struct position *p, const struct deadline *until,
                struct chooser_known *out)
{
    return b && b->ask && p->outcome == OUTCOME_OPEN && b->ask(b->context, p, until, out);
}

static bool place(struct position *p, const struct squares *turn)
{
    for (int i = 0; i < turn->n; i++) {
        if (p->outcome != OUTCOME_OPEN || !position_legal_square(p, turn->s[i]))
            return false;
        position_place(p, turn->s[i]);
    }
    return true;
}

bool chooser_known_report(const struct chooser_book *b, const struct position *p,
                          const struct deadline *until, struct report *out, struct chooser_known *known)
{
    struct chooser_known k;
    if (!ask(b, p, until, &k) || k.turn.n == 0)
        return false;
    if (known)
        *known = k;
    *out = (struct report){.n = 1};
    struct report_line *l = &out->line[0];
    l->mate = k.wins ? k.depth : -k.depth;
    l->chance = k.wins;
    l->value = engine_mate_value(l->mate);
    struct position *q = position_copy(p);
    for (int i = 0; i < KNOWN_LINE && k.turn.n && l->n + k.turn.n <= REPORT_LINE_MOST; i++) {
        for (int j = 0; j < k.turn.n; j++)
            l->move[l->n++] = k.turn.s[j];
        if (!place(q, &k.turn) || !ask(b, q, until, &k))
            break;
    }
    position_free(q);
    return true;
}

/* Does the other side win for certain after this turn? */
static bool known_to_lose(const struct chooser_book *b, const struct position *p, const struct squares *turn,
                          const struct deadline *until)
{
    struct chooser_known k;
    struct position *q = position_copy(p);
    bool loses = place(q, turn) && q->to_move != p->to_move && ask(b, q, until, &k) && k.wins;
    position_free(q);
    return loses;
}

/* Thinks; a turn that is known to lose is left out, and thought again, in what is left of the time. */
static void think_knowing(struct engine *x, const struct chooser_options *o, const struct level *level,
                          const struct position *p, const struct chooser_job *j, double since,
                          const struct deadline *until, struct report *out)
{
    struct squares excluded[AGAIN_MOST];
    struct chooser_job job = *j;
    struct report *again = NULL;
    think(x, level, p, j, since, out);
    if (!o->book || out->n == 0 || out->line[0].mate != 0)
        return;
    for (size_t n = 0; n < AGAIN_MOST && !deadline_over(until); n++) {
        struct squares turn = engine_turn(p, &(again ? again : out)->line[0]);
        if (!known_to_lose(o->book, p, &turn, until)) {
            if (again)
                *out = *again;
            break;
        }
        excluded[n] = turn;
        job.limits.excluded = excluded;
        job.limits.excludes = n + 1;
        if (j->limits.work.seconds > 0)
            job.limits.work.seconds =
                fmax(j->limits.work.seconds - (clock_now() - since), j->limits.work.seconds / 10);
        if (!again)
            again = mem_alloc(sizeof *again);
        think(x, level, p, &job, since, again);
        if (again->n == 0)
            break;
    }
    free(again);
}

struct squares chooser_pick(struct engine *x, const struct chooser_options *o, const struct position *p,
                            const struct chooser_job *j, struct report *out)
{
    assert(p->outcome == OUTCOME_OPEN);
    const struct level *level = o->level ? o->level : level_of(LEVEL_FULL);
    double since = j->since > 0 ? j->since : clock_now();
    struct squares turn;
    bool full = level == level_of(LEVEL_FULL);
    const struct deadline until = {.wall = since + fmax(j->limits.work.seconds, KNOWN_SECONDS),
                                   .stop = j->limits.work.stop};
    if (full && chooser_known_report(o->book, p, &until, out, NULL) && out->line[0].mate > 0)
        return engine_turn(p, &out->line[0]);
    if (o->openings && level->openings && openings_turn(p, o->seed, &turn) &&
        !(full && known_to_lose(o->book, p, &turn, &until))) {
        report_opening(out, &turn);
        return turn;
    }
    struct rng rng;
    rng_seed(&rng, o->seed ^ position_key(p));
    if (full)
        think_knowing(x, o, level, p, j, since, &until, out);
    else
        think(x, level, p, j, since, out);
    return level_choose(level, p, out, &rng);
}

struct squares chooser_turn(struct chooser *c, const struct position *p, const struct chooser_job *j,
                            struct report *out)
{
    struct squares turn = chooser_pick(c->engine, &c->options, p, j, &c->report);
    if (out)
        *out = c->report;
    return turn;
}
