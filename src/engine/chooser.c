/* Openings, search, level; see chooser.h. */
#include "engine/chooser.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "engine/openings.h"

struct chooser {
    struct engine *engine;
    const struct level *level;
    bool openings;
    uint64_t seed;
    struct engine_report report;
};

struct chooser *chooser_new(const struct rules *r, const struct chooser_options *o, struct err *e)
{
    struct engine *engine = engine_new(r, &o->engine, e);
    if (!engine)
        return NULL;
    struct chooser *c = mem_zero(1, sizeof *c);
    c->engine = engine;
    c->level = o->level ? o->level : level_of(LEVEL_FULL);
    c->openings = o->openings && c->level->openings;
    c->seed = o->seed;
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

static void watch_clock(void *context, const struct engine_report *r)
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

static void think(struct chooser *c, const struct position *p, const struct chooser_job *j, double since)
{
    struct engine_limits l = j->limits;
    struct timed t = {.job = j, .position = p};
    atomic_init(&t.enough, false);
    engine_progress *progress = j->progress;
    void *context = j->context;
    level_narrow(c->level, &l);
    if (j->clock) {
        t.plan = clock_plan(j->clock, p);
        if (t.plan.most > 0)
            l.seconds = fmax(smaller_limit(l.seconds, t.plan.most) - (clock_now() - since), 1e-3);
        if (t.plan.usual < t.plan.most) {
            l.enough = &t.enough;
            progress = watch_clock;
            context = &t;
        }
    }
    engine_think(c->engine, p, &l, progress, context, &c->report);
}

static void report_opening(struct engine_report *r, const struct squares *turn)
{
    *r = (struct engine_report){.n = 1};
    r->line[0].chance = 0.5;
    for (int i = 0; i < turn->n; i++)
        r->line[0].stone[r->line[0].n++] = turn->s[i];
}

struct squares chooser_turn(struct chooser *c, const struct position *p, const struct chooser_job *j,
                            struct engine_report *out)
{
    assert(p->outcome == OUTCOME_OPEN);
    double since = j->since > 0 ? j->since : clock_now();
    struct squares turn;
    if (c->openings && openings_turn(p, c->seed, &turn)) {
        report_opening(&c->report, &turn);
    } else {
        struct rng rng;
        rng_seed(&rng, c->seed ^ position_key(p));
        think(c, p, j, since);
        turn = level_choose(c->level, p, &c->report, &rng);
    }
    if (out)
        *out = c->report;
    return turn;
}
