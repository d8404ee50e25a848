/* Jobs that are out; see outbox.h and outbox_inner.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "lab/grid/outbox_inner.h"

#define FAILED_REST 5.0 /* seconds for a worker that could not do a job */
enum { MET_MOST = 64 };

struct outbox *outbox_new(const struct outbox_options *o)
{
    struct outbox *b = mem_zero(1, sizeof *b);
    b->wire = o->wire;
    snprintf(b->coordinator, sizeof b->coordinator, "%s", o->coordinator);
    snprintf(b->lab, sizeof b->lab, "%s", o->lab);
    b->workers = o->workers;
    b->named = o->names ? mem_zero((size_t)o->names, sizeof *b->named) : NULL;
    for (; b->names < o->names; b->names++)
        b->named[b->names] = mem_strdup(o->named[b->names]); /* NOLINT: as many as `names` says */
    b->ready_last = &b->ready;
    return b;
}

static void free_job(struct outbox *b, struct out_job *j)
{
    for (int i = 0; i < j->holders; i++)
        outbox_unfetch(b, &j->holder[i]);
    buf_free(&j->line);
    free(j->met);
}

void outbox_free(struct outbox *b)
{
    if (!b)
        return;
    for (size_t i = 0; i < b->jobs; i++)
        free_job(b, &b->job[i]);
    for (struct ready *r = b->ready, *next; r; r = next) {
        next = r->next;
        buf_free(&r->result.bytes);
        free(r);
    }
    for (int i = 0; i < b->names; i++)
        free(b->named[i]);
    free(b->named);
    free(b->job);
    free(b->settling);
    grid_signs_free(&b->signs);
    roster_free(&b->roster);
    free(b);
}

/* ---- finding ---- */

struct out_job *outbox_find(struct outbox *b, int64_t id)
{
    for (size_t i = 0; i < b->jobs; i++)
        if (b->job[i].of.job == id)
            return &b->job[i];
    return NULL;
}

bool outbox_has_ended(const struct outbox *b, const struct grid_held *of)
{
    size_t n = b->ends < OUTBOX_ENDED ? b->ends : OUTBOX_ENDED;
    for (size_t i = 0; i < n; i++)
        if (grid_held_same(&b->ended[i], of))
            return true;
    return false;
}

struct holder *outbox_holder(struct out_job *j, const char *worker)
{
    for (int i = 0; i < j->holders; i++)
        if (strcmp(j->holder[i].worker, worker) == 0)
            return &j->holder[i];
    return NULL;
}

size_t outbox_count(const struct outbox *b)
{
    return b->jobs;
}

const char *outbox_who(const struct outbox *b, int64_t id)
{
    for (size_t i = 0; i < b->jobs; i++)
        if (b->job[i].of.job == id && b->job[i].holders)
            return b->job[i].holder[0].worker;
    return NULL;
}

int64_t outbox_poisoned(const struct outbox *b)
{
    return b->poisoned;
}

size_t outbox_bytes(const struct outbox *b)
{
    return b->bytes;
}

/* ---- holders ---- */

void outbox_dismiss(struct outbox *b, struct out_job *j, struct holder *h, bool told)
{
    if (told)
        b->wire.drop(b->wire.ctx, h->worker, &j->of);
    outbox_unfetch(b, h);
    int at = (int)(h - j->holder);
    memmove(h, h + 1, (size_t)(--j->holders - at) * sizeof *h);
}

bool outbox_has_met(const struct out_job *j, const char *worker)
{
    for (size_t i = 0; i < j->mets; i++)
        if (strcmp(j->met[i], worker) == 0)
            return true;
    return false;
}

void outbox_met(struct out_job *j, const char *worker)
{
    if (outbox_has_met(j, worker))
        return;
    if (j->mets == MET_MOST) /* so many: the first one may try again */
        memmove(j->met, j->met + 1, --j->mets * sizeof *j->met);
    j->met = mem_grow(j->met, &j->met_room, j->mets + 1, sizeof *j->met);
    snprintf(j->met[j->mets++], sizeof *j->met, "%s", worker);
}

/* ---- jobs ---- */

void outbox_add(struct outbox *b, int64_t id, struct buf *line, double now)
{
    b->job = mem_grow(b->job, &b->job_room, b->jobs + 1, sizeof *b->job);
    struct out_job *j = &b->job[b->jobs++];
    *j = (struct out_job){.of = {.job = id}, .line = *line};
    memcpy(j->of.coordinator, b->coordinator, sizeof j->of.coordinator);
    memcpy(j->of.lab, b->lab, sizeof j->of.lab);
    grid_sum(line->text, line->len, j->of.sum);
    *line = (struct buf)BUF_EMPTY;
    if (b->began == 0)
        b->began = now;
    outbox_assign(b, now);
}

static void remove_job(struct outbox *b, struct out_job *j)
{
    size_t at = (size_t)(j - b->job);
    b->ended[b->ends++ % OUTBOX_ENDED] = j->of;
    free_job(b, j);
    memmove(j, j + 1, (--b->jobs - at) * sizeof *j);
}

void outbox_cancel(struct outbox *b, int64_t id)
{
    struct out_job *j = outbox_find(b, id);
    if (!j)
        return;
    while (j->holders)
        outbox_dismiss(b, j, &j->holder[j->holders - 1], true);
    remove_job(b, j);
}

void outbox_give_up(struct outbox *b, struct out_job *j, const char *why)
{
    if (j->up)
        return;
    j->up = true;
    if (why != j->why)
        snprintf(j->why, sizeof j->why, "%s", why);
    while (j->holders)
        outbox_dismiss(b, j, &j->holder[j->holders - 1], true);
}

bool outbox_given_up(struct outbox *b, int64_t *id, char why[GRID_WHY])
{
    for (size_t i = 0; i < b->jobs; i++)
        if (b->job[i].up) {
            *id = b->job[i].of.job;
            memcpy(why, b->job[i].why, GRID_WHY);
            b->poisoned++;
            remove_job(b, &b->job[i]);
            return true;
        }
    return false;
}

/* ---- results ---- */

bool outbox_take(struct outbox *b, struct outbox_result *out)
{
    while (b->ready) {
        struct ready *r = b->ready;
        b->ready = r->next;
        if (!b->ready)
            b->ready_last = &b->ready;
        *out = r->result;
        free(r);
        b->bytes -= out->bytes.len;
        struct out_job *j = outbox_find(b, out->job);
        if (j && !j->up && outbox_holder(j, out->worker))
            return true;
        buf_free(&out->bytes); /* of a job that is over, or not the worker's any more */
    }
    return false;
}

void outbox_done(struct outbox *b, const struct outbox_result *r, double now)
{
    struct out_job *j = outbox_find(b, r->job);
    struct holder *h = j ? outbox_holder(j, r->worker) : NULL;
    if (!h)
        return;
    b->took[b->tooks++ % OUTBOX_TOOK] = now - h->since;
    roster_good(&b->roster, r->worker, now);
    for (int i = 0; i < j->holders; i++) {
        if (&j->holder[i] <
            h) /* it began earlier and is not done: others go first for as long as that took */
            roster_rest(&b->roster, j->holder[i].worker,
                        now + fmin(now - j->holder[i].since, OUTBOX_PATIENCE), now);
        b->settling = mem_grow(b->settling, &b->settle_room, b->settles + 1, sizeof *b->settling);
        struct settling *s = &b->settling[b->settles++];
        memcpy(s->worker, j->holder[i].worker, sizeof s->worker);
        s->of = j->of;
    }
    remove_job(b, j);
}

void outbox_settle(struct outbox *b)
{
    for (size_t i = 0; i < b->settles; i++)
        b->wire.drop(b->wire.ctx, b->settling[i].worker, &b->settling[i].of);
    b->settles = 0;
}

void outbox_failed(struct outbox *b, const struct outbox_result *r, bool fault, const char *why, double now)
{
    struct out_job *j = outbox_find(b, r->job);
    struct holder *h = j ? outbox_holder(j, r->worker) : NULL;
    if (!h)
        return;
    outbox_met(j, r->worker);
    outbox_dismiss(b, j, h, true);
    if (fault) {
        roster_fault(&b->roster, r->worker, now);
        return;
    }
    int present = outbox_present(b, now), enough = present < OUTBOX_TRIES ? present : OUTBOX_TRIES;
    if (++j->failed >= enough && !outbox_early(b, now))
        outbox_give_up(b, j, why);
    else
        roster_rest(&b->roster, r->worker, now + FAILED_REST, now);
}
