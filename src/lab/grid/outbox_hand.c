/* Who gets a job, and for how long; see outbox.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/grid/outbox_inner.h"

#define LOOK_SECONDS 0.25

/* ---- who is there ---- */

static bool asked_for(const struct outbox *b, const char *worker)
{
    if (!b->names)
        return true;
    for (int i = 0; i < b->names; i++)
        if (strcmp(b->named[i], worker) == 0)
            return true;
    return false;
}

bool outbox_usable(const struct outbox *b, const struct grid_seen *x, double now)
{
    return x->sign.role == GRID_WORKER && grid_signs_lately(&b->signs, x, now) &&
           asked_for(b, x->sign.name) && !roster_shunned(&b->roster, x->sign.name);
}

bool outbox_early(const struct outbox *b, double now)
{
    return now - b->began < OUTBOX_MEET;
}

int outbox_present(const struct outbox *b, double now)
{
    int n = 0;
    for (size_t i = 0; i < b->signs.count; i++)
        n += outbox_usable(b, &b->signs.seen[i], now);
    return n;
}

bool outbox_occupied(const struct outbox *b, const char *worker)
{
    for (size_t i = 0; i < b->jobs; i++)
        if (outbox_holder(&b->job[i], worker))
            return true;
    return false;
}

/* Notes who has a job of ours. */
static void mark(struct outbox *b, double now)
{
    for (size_t i = 0; i < b->signs.count; i++)
        b->signs.seen[i].ours = false;
    for (size_t i = 0; i < b->jobs; i++)
        for (int k = 0; k < b->job[i].holders; k++) {
            struct grid_seen *x = grid_signs_worker(&b->signs, b->job[i].holder[k].worker, now);
            if (x) {
                x->ours = true;
                x->idle = now;
            }
        }
}

/* The workers that this lab may keep busy: all of them, or its share. */
static int share(const struct outbox *b, double now)
{
    int able = 0;
    for (size_t i = 0; i < b->signs.count; i++) {
        const struct grid_seen *x = &b->signs.seen[i];
        able += outbox_usable(b, x, now) && (x->ours || roster_able(&b->roster, x->sign.name, now));
    }
    if (!b->names) {
        int others = grid_signs_others(&b->signs, b->coordinator, b->lab, now);
        able = (able + others) / (others + 1); /* rounded up */
        if (b->workers && able > b->workers)
            able = b->workers;
    }
    return able;
}

int outbox_room(struct outbox *b, double now)
{
    mark(b, now);
    int room = share(b, now) - (int)b->jobs;
    return room > 0 ? room : 0;
}

/* ---- giving ---- */

/* One that says that it has the job already, an idle one, or whoever has waited longest; `idle`: only those who have
 * nothing to do, for some time. Everybody has been marked. */
static struct grid_seen *choose(struct outbox *b, struct out_job *j, bool idle, double now)
{
    struct grid_seen *best = NULL;
    int best_rank = 0;
    for (size_t i = 0; i < b->signs.count; i++) {
        struct grid_seen *x = &b->signs.seen[i];
        if (x->ours || !outbox_usable(b, x, now) || !roster_able(&b->roster, x->sign.name, now) ||
            outbox_has_met(j, x->sign.name) ||
            (idle && (x->sign.state != GRID_IDLE || now - x->idle < OUTBOX_IDLE)))
            continue;
        int rank = grid_sign_holds(&x->sign, &j->of) ? 2 : x->sign.state == GRID_IDLE ? 1 : 0;
        if (!best || rank > best_rank || (rank == best_rank && x->given < best->given)) {
            best = x;
            best_rank = rank;
        }
    }
    return best;
}

static void hand(struct outbox *b, struct out_job *j, struct grid_seen *x, double now)
{
    struct holder *h = &j->holder[j->holders++];
    *h = (struct holder){.since = now, .sent = now, .sends = 1};
    memcpy(h->worker, x->sign.name, sizeof h->worker);
    x->given = now;
    x->ours = true;
    j->given++;
    j->last = now;
    if (!b->wire.job(b->wire.ctx, h->worker, &j->of, &j->line))
        outbox_give_up(b, j, "the job is larger than a message of the broker's may be");
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* What jobs take, in seconds. */
static double median(const struct outbox *b)
{
    double sorted[OUTBOX_TOOK];
    size_t n = b->tooks < OUTBOX_TOOK ? b->tooks : OUTBOX_TOOK;
    if (n == 0)
        return 0;
    memcpy(sorted, b->took, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_size);
    return sorted[n / 2];
}

/* Has it been long enough since the job was given last? Every time one is more patient. */
static bool late(const struct outbox *b, const struct out_job *j, double now)
{
    if (now - j->last <= OUTBOX_PATIENCE)
        return false;
    double patience = fmax(OUTBOX_PATIENCE, OUTBOX_LATE * median(b));
    return now - j->last > ldexp(patience, j->given < 20 ? j->given - 1 : 20);
}

/* Is it with somebody of whom nothing good is known, for so long that an idle one should try as well? */
static bool doubtful(const struct outbox *b, const struct out_job *j, double now)
{
    if (j->up || !j->holders || j->holders == OUTBOX_HOLDERS || now - j->last <= OUTBOX_TRIAL ||
        now - j->last <= 3 * median(b))
        return false;
    for (int i = 0; i < j->holders; i++)
        if (roster_proven(&b->roster, j->holder[i].worker))
            return false;
    return true;
}

/* Has everybody who is there had it? Then they may try again, unless they all refused. */
static void another_round(struct outbox *b, struct out_job *j, double now)
{
    int present = 0;
    for (size_t i = 0; i < b->signs.count; i++) {
        const struct grid_seen *x = &b->signs.seen[i];
        if (!outbox_usable(b, x, now))
            continue;
        if (!outbox_has_met(j, x->sign.name))
            return;
        present++;
    }
    if (!present || outbox_early(b, now))
        return;
    if (j->refused >= present) {
        outbox_give_up(b, j, j->why);
        return;
    }
    j->mets = 0;
    j->refused = 0;
}

/* Whoever has nothing to do tries what is with those whom nobody knows yet, within our share. */
static void assign_idle(struct outbox *b, double now)
{
    int busy = 0, most = -1;
    for (size_t i = 0; i < b->jobs; i++) {
        struct out_job *j = &b->job[i];
        if (!doubtful(b, j, now))
            continue;
        if (most < 0) {
            mark(b, now);
            most = share(b, now);
            for (size_t k = 0; k < b->signs.count; k++)
                busy += b->signs.seen[k].ours;
        }
        struct grid_seen *x = busy < most ? choose(b, j, true, now) : NULL;
        if (x) {
            hand(b, j, x, now);
            busy++;
        }
    }
}

void outbox_assign(struct outbox *b, double now)
{
    bool marked = false;
    for (size_t i = 0; i < b->jobs; i++) {
        struct out_job *j = &b->job[i];
        if (j->up || (j->holders && !late(b, j, now)))
            continue;
        if (!marked)
            mark(b, now);
        marked = true;
        struct grid_seen *x = choose(b, j, false, now);
        if (!x) {
            if (!j->holders)
                another_round(b, j, now);
            continue;
        }
        if (j->holders == OUTBOX_HOLDERS) { /* who has had it longest has had it long enough */
            roster_fault(&b->roster, j->holder[0].worker, now);
            outbox_met(j, j->holder[0].worker);
            outbox_dismiss(b, j, &j->holder[0], true);
        }
        hand(b, j, x, now);
    }
    assign_idle(b, now);
}

/* ---- looking after them ---- */

/* It is gone, and the job with it. */
static void lose(struct outbox *b, struct out_job *j, struct holder *h)
{
    outbox_met(j, h->worker);
    outbox_dismiss(b, j, h, false);
    if (++j->lost >= OUTBOX_TRIES)
        outbox_give_up(b, j, "several workers were lost with this job");
}

/* False if the job is not this worker's any more. */
static bool look_at(struct outbox *b, struct out_job *j, struct holder *h, double now)
{
    const struct grid_seen *x = grid_signs_worker(&b->signs, h->worker, now);
    if (h->ready)
        return true;
    bool has = x && grid_sign_holds(&x->sign, &j->of);
    if (!x || (!has && h->listed > 0 && x->at > h->listed)) {
        lose(b, j, h);
        return false;
    }
    if (has) {
        h->listed = x->at;
    } else if (x->at > h->sent + OUTBOX_HEARD) { /* it should have heard: the order was lost */
        if (++h->sends > OUTBOX_SENDS) {
            roster_fault(&b->roster, h->worker, now);
            outbox_met(j, h->worker);
            outbox_dismiss(b, j, h, true);
            return false;
        }
        h->sent = now;
        (void)b->wire.job(b->wire.ctx, h->worker, &j->of, &j->line);
    }
    if (outbox_ask_again(b, j, h, now))
        return true;
    roster_fault(&b->roster, h->worker, now);
    outbox_met(j, h->worker);
    outbox_dismiss(b, j, h, true);
    return false;
}

void outbox_look(struct outbox *b, double now)
{
    if (now - b->looked >= LOOK_SECONDS) {
        b->looked = now;
        for (size_t i = 0; i < b->jobs; i++)
            for (int k = 0; k < b->job[i].holders;)
                k += look_at(b, &b->job[i], &b->job[i].holder[k], now);
        grid_signs_expire(&b->signs, now);
        roster_expire(&b->roster, now);
    }
    outbox_assign(b, now);
}

void outbox_heard(struct outbox *b, double now)
{
    b->signs.heard = now;
}

void outbox_sign(struct outbox *b, const char *subject, const char *text, size_t len, double now)
{
    struct grid_sign sign;
    if (!grid_signs_may(&b->signs, subject, now) || !grid_sign_read(subject, text, len, &sign, NULL))
        return;
    (void)grid_signs_add(&b->signs, &sign, now);
    if (sign.role != GRID_WORKER || sign.state != GRID_LEAVES)
        return;
    for (size_t i = 0; i < b->jobs; i++) {
        struct holder *h = outbox_holder(&b->job[i], sign.name);
        if (h && !h->ready) {
            outbox_met(&b->job[i], sign.name);
            outbox_dismiss(b, &b->job[i], h, false);
        }
    }
}

void outbox_shun(struct outbox *b, const char *worker, double now)
{
    roster_shun(&b->roster, worker, now);
    for (size_t i = 0; i < b->jobs; i++) {
        struct holder *h = outbox_holder(&b->job[i], worker);
        if (h)
            outbox_dismiss(b, &b->job[i], h, true);
    }
}
