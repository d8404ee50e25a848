/* The loop of a coordinator over a runner; see lab.h. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "lab/inner.h"

#define WAIT_SECONDS 0.2 /* for a result, before one looks around */
#define BUSY_SECONDS 0.5 /* how often it is noted who does what */
/* Jobs under way when the time is over would be begun again the next time: a share of that time is added for them. */
#define GRACE_SHARE 0.1
#define GRACE_MOST  10.0

struct running {
    struct lab *l;
    const struct lab_run *r;
    struct lab_state *state;
    double start;
    double noted;    /* when it was last noted who does what */
    int64_t shunned; /* so many quarantined workers are known to the runner */
};

static bool stopped(const struct running *w)
{
    const struct lab_run *r = w->r;
    return (r->limits.stop && atomic_load(r->limits.stop)) || (r->jobs && w->state->jobs >= r->jobs) ||
           (r->limits.cpu > 0 && w->state->cpu >= r->limits.cpu);
}

static bool late(const struct running *w, double more)
{
    return w->r->limits.seconds > 0 && clock_now() - w->start >= w->r->limits.seconds + more;
}

static bool over(const struct running *w)
{
    return stopped(w) || late(w, 0);
}

static void count_roots(struct running *w)
{
    struct lab_state *s = w->state;
    s->open_roots = s->proved = s->disproved = s->paused = 0;
    for (size_t i = 0; i < w->l->roots; i++) {
        const struct lab_root *r = &w->l->root[i];
        enum graph_state state = (enum graph_state)w->l->graph->node[r->node].state;
        s->proved += state == GRAPH_PROVED;
        /* What its twin disproves asks no more: who wins is known. */
        s->disproved +=
            state == GRAPH_DISPROVED && !(lab_pair_of(w->l, r->id) && lab_twin_proved(w->l, r->node));
        s->paused += state == GRAPH_OPEN && lab_root_rests(w->l, r);
        s->open_roots += state == GRAPH_OPEN && !lab_root_rests(w->l, r);
    }
    s->out = w->l->outs;
    s->seconds = clock_now() - w->start;
}

/* A job that is not wanted any more. */
static bool drop(struct running *w, size_t i, struct err *e)
{
    struct lab *l = w->l;
    struct outstanding o = l->out[i];
    db_begin(l->ledger);
    db_do(l->ledger, "UPDATE job SET state = 2 WHERE id = ?1", db_int(o.id));
    memmove(l->out + i, l->out + i + 1, (--l->outs - i) * sizeof *l->out);
    graph_set_work(l->graph, o.node, false);
    lab_save(l);
    if (!db_commit(l->ledger, e))
        return false;
    if (o.given)
        w->r->runner.cancel(w->r->runner.ctx, o.id);
    return true;
}

/* Jobs in the file that nobody works on: those that were out when the process before this one ended. One that cannot be read
 * any more is dropped: its node gets another. */
static bool give_again(struct running *w, struct err *e)
{
    for (size_t i = 0; i < w->l->outs;) {
        struct outstanding *o = &w->l->out[i];
        struct lab_job j;
        if (o->given || w->r->runner.room(w->r->runner.ctx) == 0) {
            i++;
        } else if (lab_job_again(w->l, o, &j)) {
            o->given = true;
            w->r->runner.give(w->r->runner.ctx, &j);
            lab_job_free(&j);
            i++;
        } else if (!drop(w, i, e)) {
            return false;
        }
    }
    return true;
}

static bool waiting_again(const struct lab *l)
{
    for (size_t i = 0; i < l->outs; i++)
        if (!l->out[i].given)
            return true;
    return false;
}

/* As many new jobs as there is room for; false if the file fails. */
static bool give(struct running *w, struct err *e)
{
    struct lab *l = w->l;
    int room;
    if (!give_again(w, e))
        return false;
    w->state->stuck = false;
    while (!waiting_again(l) && (room = w->r->runner.room(w->r->runner.ctx)) > 0) {
        struct lab_job j;
        /* The right to begin a job ends with the last that is to be done. */
        if (w->r->jobs && w->state->jobs + (int64_t)l->outs >= w->r->jobs)
            return true;
        db_begin(l->ledger);
        bool any = lab_next(l, room - 1, &j);
        lab_save(l);
        if (!db_commit(l->ledger, e)) {
            if (any)
                lab_job_free(&j);
            return false;
        }
        w->state->stuck = !any && l->outs == 0;
        if (!any)
            return true;
        l->out[l->outs - 1].given = true;
        w->r->runner.give(w->r->runner.ctx, &j);
        lab_job_free(&j);
    }
    return true;
}

/* Jobs whose node is settled, or that lie below one that is. */
static bool drop_needless(struct running *w, struct err *e)
{
    for (size_t i = 0; i < w->l->outs;)
        if (lab_needed(w->l, w->l->out[i].node))
            i++;
        else if (!drop(w, i, e))
            return false;
    return true;
}

static bool note_busy(struct running *w, struct err *e)
{
    double now = clock_now();
    if (!w->r->runner.who || now - w->noted < BUSY_SECONDS)
        return true;
    w->noted = now;
    return lab_busy(w->l, &w->r->runner, false, e);
}

static void say_roots(struct running *w, const struct lab_state *before)
{
    if (w->state->proved == before->proved && w->state->disproved == before->disproved)
        return;
    for (size_t i = 0; i < w->l->roots; i++) {
        const struct graph_node *n = &w->l->graph->node[w->l->root[i].node];
        if (n->state != GRAPH_OPEN)
            lab_say(w->l, "%s is %s", w->l->root[i].name, n->state == GRAPH_PROVED ? "proved" : "disproved");
    }
}

/* Tells the runner who is quarantined, if there are more than it knows. */
static bool shun(struct running *w, struct err *e)
{
    const struct runner *r = &w->r->runner;
    struct db *d = w->l->ledger;
    int64_t n = r->shun ? db_number(d, 0, "SELECT count(*) FROM worker WHERE quarantined IS NOT NULL") : 0;
    if (n != w->shunned) {
        w->shunned = n;
        struct rows *rows = db_ask(d, "SELECT name FROM worker WHERE quarantined IS NOT NULL");
        while (rows_next(rows))
            r->shun(r->ctx, rows_text(rows, 0));
    }
    return db_fine(d, e);
}

/* The result of a quarantined worker is not heard, and leaves its job undone: it is given out again. */
static void give_back(struct lab *l, int64_t job)
{
    for (size_t i = 0; i < l->outs; i++)
        if (l->out[i].id == job)
            l->out[i].given = false;
}

static bool take(struct running *w, struct err *e)
{
    struct lab_result result;
    if (w->l->outs == 0 || !w->r->runner.take(w->r->runner.ctx, WAIT_SECONDS, &result))
        return true;
    struct lab_state before = *w->state;
    bool done = lab_accept(w->l, &result, e);
    give_back(w->l, result.job);
    w->state->jobs += done;
    w->state->nodes += done ? result.nodes : 0;
    w->state->cpu += done ? result.cpu : 0;
    lab_result_free(&result);
    count_roots(w);
    say_roots(w, &before);
    return done && shun(w, e) && drop_needless(w, e);
}

/* Results of what is under way when the time is over, if they do not take long. */
static bool finish(struct running *w, struct err *e)
{
    double grace = GRACE_SHARE * w->r->limits.seconds;
    bool ok = true;
    while (ok && w->l->outs && !stopped(w)) {
        ok = take(w, e);
        if (late(w, grace < GRACE_MOST ? grace : GRACE_MOST))
            break;
    }
    return ok;
}

bool lab_run(struct lab *l, const struct lab_run *r, struct lab_state *out, struct err *e)
{
    struct running w = {l, r, out, clock_now(), clock_now(), 0};
    struct lab_run copy = *r;
    memset(out, 0, sizeof *out);
    l->run = &copy;
    bool ok = shun(&w, e);
    while (ok && !over(&w)) {
        ok = lab_take_up(l, NULL, e) && drop_needless(&w, e) && give(&w, e);
        count_roots(&w);
        if (r->tell)
            r->tell(r->ctx, l, out);
        if (out->open_roots == 0 || (l->outs == 0 && out->stuck))
            break;
        ok = ok && take(&w, e) && note_busy(&w, e);
    }
    if (ok && late(&w, 0))
        ok = finish(&w, e);
    ok = ok && lab_busy(l, &r->runner, true, e);
    count_roots(&w);
    for (size_t i = 0; i < l->outs; i++)
        l->out[i].given = false;
    l->run = NULL;
    return ok;
}
