/* Results, fetched piece by piece; see outbox.h.
 *
 * The first piece comes unasked, every other one only as it is asked for, in order. So nobody can make us hold what
 * we did not want, and a worker that sends nothing, or slowly, has only itself to wait for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "lab/grid/outbox_inner.h"

#define FULL_REST 2.0  /* seconds for a worker that has too much to do */
#define REPLIES   50.0 /* in a second, to those whom we did not ask */

void outbox_unfetch(struct outbox *b, struct holder *h)
{
    b->bytes -= h->bytes.len;
    buf_free(&h->bytes);
    h->whole = 0;
}

static void want(struct outbox *b, const struct out_job *j, struct holder *h, double now)
{
    h->asked = now;
    h->asked_to = h->bytes.len + GRID_WINDOW;
    b->wire.want(b->wire.ctx, h->worker, &j->of, h->try, h->bytes.len);
}

bool outbox_ask_again(struct outbox *b, struct out_job *j, struct holder *h, double now)
{
    if (!h->whole || h->ready || now - h->asked < OUTBOX_ASK)
        return true;
    if (++h->asks > OUTBOX_ASKS)
        return false;
    want(b, j, h, now);
    return true;
}

/* ---- room ---- */

static double rate(const struct holder *h, double now)
{
    return (double)h->bytes.len / (now - h->began + 1);
}

/* Of the results that are being fetched, the one that comes slowest. */
static struct holder *slowest(struct outbox *b, double now)
{
    struct holder *found = NULL;
    for (size_t i = 0; i < b->jobs; i++)
        for (int k = 0; k < b->job[i].holders; k++) {
            struct holder *h = &b->job[i].holder[k];
            if (h->bytes.len && (!found || rate(h, now) < rate(found, now)))
                found = h;
        }
    return found;
}

/* Room for so many more bytes of this one; those who come more slowly begin again later. */
static bool make_room(struct outbox *b, const struct holder *h, size_t more, double now)
{
    while (b->bytes + more > OUTBOX_BYTES_MOST) {
        struct holder *victim = slowest(b, now);
        if (!victim)
            return false; /* all of it waits to be read */
        outbox_unfetch(b, victim);
        if (victim == h)
            return false;
    }
    return true;
}

/* ---- pieces ---- */

static void keep_whole(struct outbox *b, struct out_job *j, struct holder *h)
{
    struct ready *r = mem_zero(1, sizeof *r);
    r->result = (struct outbox_result){.job = j->of.job, .bytes = h->bytes, .line = h->line};
    memcpy(r->result.worker, h->worker, sizeof r->result.worker);
    h->bytes = (struct buf)BUF_EMPTY;
    h->ready = true;
    *b->ready_last = r;
    b->ready_last = &r->next;
}

/* True if the result is whole with it. */
static bool add_piece(struct outbox *b, struct out_job *j, struct holder *h, const struct grid_head *p,
                      const char *body, size_t len, double now)
{
    if (p->at == 0 && (!h->whole || strcmp(h->try, p->try) != 0)) {
        h->noise += h->whole > 0; /* it begins anew */
        outbox_unfetch(b, h);
        memcpy(h->try, p->try, sizeof h->try);
        h->whole = p->bytes;
        h->line = p->line;
        h->began = h->asked = now;
        h->asks = 0;
        h->asked_to = 0;
    }
    if (!h->whole || strcmp(h->try, p->try) != 0 || p->bytes != h->whole || p->line != h->line ||
        p->at != h->bytes.len || len == 0 || len > GRID_PIECE_MOST || len > h->whole - p->at) {
        h->noise++;
        return false;
    }
    if (!make_room(b, h, len, now))
        return false;
    buf_bytes(&h->bytes, body, len);
    b->bytes += len;
    h->asks = 0;
    h->asked = now;
    h->noise -= h->noise > 0;
    if (h->bytes.len == h->whole) {
        keep_whole(b, j, h);
        return true;
    }
    if (h->bytes.len >= h->asked_to)
        want(b, j, h, now);
    return false;
}

/* A worker that was taken for gone comes back with the job that it had. */
static struct holder *come_back(struct outbox *b, struct out_job *j, const char *worker, double now)
{
    if (j->up || j->holders == OUTBOX_HOLDERS || !outbox_has_met(j, worker) ||
        !roster_able(&b->roster, worker, now) || outbox_occupied(b, worker))
        return NULL;
    struct holder *h = &j->holder[j->holders++];
    *h = (struct holder){.since = now, .sent = now, .sends = 1};
    snprintf(h->worker, sizeof h->worker, "%s", worker);
    return h;
}

static void refuse(struct outbox *b, struct out_job *j, struct holder *h, const struct grid_head *p,
                   double now)
{
    if (p->full) {
        roster_rest(&b->roster, h->worker, now + FULL_REST, now);
    } else {
        outbox_met(j, h->worker);
        j->refused++;
        memcpy(j->why, p->why, sizeof j->why);
    }
    outbox_dismiss(b, j, h, false);
}

/* Those who are not asked get few answers, whatever they send. */
static bool may_reply(struct outbox *b, double now)
{
    b->replies += (now - b->replied) * REPLIES;
    if (b->replies > REPLIES)
        b->replies = REPLIES;
    b->replied = now;
    if (b->replies < 1)
        return false;
    b->replies--;
    return true;
}

/* The job that this worker has; NULL: none. */
static struct out_job *job_of(struct outbox *b, const char *worker)
{
    for (size_t i = 0; i < b->jobs; i++)
        if (outbox_holder(&b->job[i], worker))
            return &b->job[i];
    return NULL;
}

/* Too much that nobody asked for: the job is for others. */
static void endure(struct outbox *b, struct out_job *j, const char *worker, double now)
{
    struct holder *h = outbox_holder(j, worker);
    if (!h || h->ready || h->noise <= OUTBOX_NOISE)
        return;
    roster_fault(&b->roster, worker, now);
    outbox_met(j, worker);
    outbox_dismiss(b, j, h, true);
}

bool outbox_message(struct outbox *b, const char *worker, const char *text, size_t len, double now)
{
    struct grid_head p;
    const char *body;
    struct out_job *own = job_of(b, worker);
    if (roster_shunned(&b->roster, worker) || (!own && !may_reply(b, now)))
        return false;
    bool whole = false, read = grid_head_read(text, len, &p, &body, NULL);
    if (read && strcmp(p.lab, b->lab) != 0)
        return false; /* of another lab of this coordinator's */
    struct grid_held of;
    struct out_job *j = read ? outbox_find(b, p.job) : NULL;
    grid_head_held(&p, b->coordinator, &of);
    if (j && !grid_held_same(&j->of, &of))
        j = NULL; /* of a copy of this lab, or of one that it was */
    struct holder *h = j ? outbox_holder(j, worker) : NULL;
    if (read && !j && p.what == GRID_PIECE && outbox_has_ended(b, &of) && (!own || may_reply(b, now)))
        b->wire.drop(b->wire.ctx, worker, &of);
    if (j && !h && p.what == GRID_PIECE && p.at == 0)
        h = come_back(b, j, worker, now);
    if (h && !h->ready && p.what == GRID_PIECE)
        whole = add_piece(b, j, h, &p, body, len - (size_t)(body - text), now);
    else if (h && !h->ready && p.what == GRID_REFUSED)
        refuse(b, j, h, &p, now);
    else if (own)
        outbox_holder(own, worker)->noise++;
    if (own)
        endure(b, own, worker, now);
    return whole;
}
