/* A coordinator's jobs over the broker; see grid.h. What is given to whom, and for how long, is the outbox's
 * (outbox.h); here it is connected to the broker and to the lab.
 *
 * What is given out stands in the lab's file first, and a worker keeps its result until the next call tells that it
 * was committed. So nothing is lost with the broker, which holds nothing, or with us. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/wait.h"
#include "lab/grid/grid.h"
#include "lab/grid/older.h"
#include "lab/grid/outbox.h"

#define WAIT_SECONDS 0.2
#define FLOOD        5000 /* messages that wait to be read, at the most */
enum { FLOOD_BYTES = 16 << 20 };

struct coordinator {
    struct grid_link link;
    struct grid_older older;
    struct rules rules;
    char name[GRID_NAME], lab[GRID_ID];
    natsSubscription *here, *from;
    double signed_at;
    bool denied; /* said */
    bool deaf;   /* not connected, when one looked last */
    void (*said)(void *ctx, const char *text);
    void *said_ctx;

    pthread_mutex_t lock; /* of the outbox, which calls of the broker feed */
    pthread_cond_t whole;
    struct outbox *box;
};

static void say(struct coordinator *c, const char *text)
{
    if (c->said)
        c->said(c->said_ctx, text);
}

/* ---- the way out; the lock is held ---- */

static bool tell(struct coordinator *c, const char *worker, const struct grid_head *h, const struct buf *rest)
{
    char subject[GRID_SUBJECT];
    struct buf b = BUF_EMPTY;
    grid_subject_to(subject, worker, c->name);
    grid_head_write(h, &b);
    if (rest)
        buf_bytes(&b, rest->text, rest->len);
    bool ok = grid_say(&c->link, subject, &b);
    buf_free(&b);
    return ok;
}

static bool tell_job(void *ctx, const char *worker, const struct grid_held *of, const struct buf *line)
{
    struct grid_head h = grid_head_of(GRID_JOB, of);
    return tell(ctx, worker, &h, line);
}

static void tell_want(void *ctx, const char *worker, const struct grid_held *of, const char *try, size_t at)
{
    struct grid_head h = grid_head_of(GRID_WANT, of);
    snprintf(h.try, sizeof h.try, "%s", try);
    h.at = at;
    (void)tell(ctx, worker, &h, NULL);
}

static void tell_drop(void *ctx, const char *worker, const struct grid_held *of)
{
    struct grid_head h = grid_head_of(GRID_DROP, of);
    (void)tell(ctx, worker, &h, NULL);
}

/* ---- what the broker tells ---- */

static void on_sign(natsConnection *nc, natsSubscription *sub, natsMsg *m, void *context)
{
    struct coordinator *c = context;
    (void)nc;
    (void)sub;
    pthread_mutex_lock(&c->lock);
    outbox_sign(c->box, natsMsg_GetSubject(m), natsMsg_GetData(m), (size_t)natsMsg_GetDataLength(m),
                clock_now());
    pthread_mutex_unlock(&c->lock);
    natsMsg_Destroy(m);
}

static void on_from(natsConnection *nc, natsSubscription *sub, natsMsg *m, void *context)
{
    struct coordinator *c = context;
    char worker[GRID_NAME], coordinator[GRID_NAME];
    (void)nc;
    (void)sub;
    if (grid_subject_pair(natsMsg_GetSubject(m), worker, coordinator)) {
        pthread_mutex_lock(&c->lock);
        if (outbox_message(c->box, worker, natsMsg_GetData(m), (size_t)natsMsg_GetDataLength(m), clock_now()))
            pthread_cond_signal(&c->whole);
        pthread_mutex_unlock(&c->lock);
    }
    natsMsg_Destroy(m);
}

/* ---- jobs ---- */

static int room(void *ctx)
{
    struct coordinator *c = ctx;
    pthread_mutex_lock(&c->lock);
    int n = outbox_room(c->box, clock_now());
    pthread_mutex_unlock(&c->lock);
    return n;
}

static void give(void *ctx, const struct lab_job *j)
{
    struct coordinator *c = ctx;
    struct buf line = BUF_EMPTY;
    lab_job_write(j, &line);
    pthread_mutex_lock(&c->lock);
    outbox_add(c->box, j->id, &line, clock_now());
    pthread_mutex_unlock(&c->lock);
}

static void cancel(void *ctx, int64_t job)
{
    struct coordinator *c = ctx;
    pthread_mutex_lock(&c->lock);
    outbox_cancel(c->box, job);
    pthread_mutex_unlock(&c->lock);
}

static bool who(void *ctx, int64_t job, char name[LAB_WORKER_MOST + 1])
{
    struct coordinator *c = ctx;
    pthread_mutex_lock(&c->lock);
    const char *worker = outbox_who(c->box, job);
    if (worker)
        snprintf(name, LAB_WORKER_MOST + 1, "%s", worker);
    pthread_mutex_unlock(&c->lock);
    return worker;
}

static void shun(void *ctx, const char *worker)
{
    struct coordinator *c = ctx;
    pthread_mutex_lock(&c->lock);
    outbox_shun(c->box, worker, clock_now());
    pthread_mutex_unlock(&c->lock);
}

/* ---- looking after them; the lock is held ---- */

static void sign(struct coordinator *c, enum grid_state state)
{
    struct grid_sign s = {.state = state,
                          .role = GRID_COORDINATOR,
                          .jobs = (int64_t)outbox_count(c->box),
                          .poisoned = outbox_poisoned(c->box)};
    char subject[GRID_SUBJECT];
    struct buf b = BUF_EMPTY;
    memcpy(s.lab, c->lab, sizeof s.lab);
    grid_sign_write(&s, &b);
    grid_subject_here(subject, GRID_COORDINATOR, c->name);
    (void)grid_say(&c->link, subject, &b);
    buf_free(&b);
}

static void ask_who(struct coordinator *c)
{
    struct buf nothing = BUF_EMPTY;
    (void)grid_say(&c->link, GRID_WHO, &nothing);
}

static void look(struct coordinator *c)
{
    double now = clock_now();
    struct err e;
    if (!c->denied && !grid_permitted(&c->link, &e)) {
        c->denied = true;
        say(c, e.text);
    }
    if (!grid_connected(&c->link)) {
        c->deaf = true; /* nobody can be heard: nobody is taken for gone */
        return;
    }
    if (atomic_exchange(&c->link.reconnected, false) || c->deaf) {
        c->deaf = false;
        outbox_heard(c->box, now);
        ask_who(c);
    }
    if (now - c->signed_at >= GRID_SIGN_SECONDS) {
        c->signed_at = now;
        sign(c, GRID_COORDINATES);
    }
    outbox_look(c->box, now);
}

/* ---- results ---- */

static void fail_result(struct lab_result *out, int64_t job, const char *worker, const char *why)
{
    *out = (struct lab_result){.job = job, .verdict = LAB_FAILED, .bundle = BUF_EMPTY};
    snprintf(out->worker, sizeof out->worker, "%s", worker);
    snprintf(out->why, sizeof out->why, "%.159s", why);
}

/* What a worker sent, read as a result; false if it is none. */
static bool read_result(const struct coordinator *c, const struct outbox_result *r, struct lab_result *out,
                        struct err *e)
{
    if (!lab_result_read(r->bytes.text, r->line, &c->rules, r->bytes.text + r->line, r->bytes.len - r->line,
                         out, e))
        return false;
    if (out->job != r->job) {
        lab_result_free(out);
        return err_set(e, "the result is of another job");
    }
    /* Whatever name it signs with: the broker knows who sent it. */
    snprintf(out->worker, sizeof out->worker, "%s", r->worker);
    return true;
}

/* A whole result, or a job that was given up. The lock is held, and let go while much is read. */
static bool take_one(struct coordinator *c, struct lab_result *out)
{
    struct outbox_result r;
    int64_t job;
    char why[GRID_WHY];
    struct err e;
    if (outbox_given_up(c->box, &job, why)) {
        fail_result(out, job, "(nobody)", why);
        return true;
    }
    while (outbox_take(c->box, &r)) {
        pthread_mutex_unlock(&c->lock);
        bool read = read_result(c, &r, out, &e);
        buf_free(&r.bytes);
        pthread_mutex_lock(&c->lock);
        if (read && out->verdict != LAB_FAILED) {
            outbox_done(c->box, &r, clock_now());
            return true;
        }
        outbox_failed(c->box, &r, !read, read ? out->why : e.text, clock_now());
        if (read)
            lab_result_free(out);
    }
    return false;
}

static bool take(void *ctx, double seconds, struct lab_result *out)
{
    struct coordinator *c = ctx;
    double now = clock_now(), until = now + seconds;
    pthread_mutex_lock(&c->lock);
    outbox_settle(c->box);
    look(c);
    bool took = take_one(c, out);
    while (!took && (now = clock_now()) < until) {
        (void)wait_until(&c->whole, &c->lock, until < now + WAIT_SECONDS ? until : now + WAIT_SECONDS);
        look(c);
        took = take_one(c, out);
    }
    pthread_mutex_unlock(&c->lock);
    return took;
}

/* ---- beginning and end ---- */

static void free_all(void *ctx)
{
    struct coordinator *c = ctx;
    if (c->link.nc) {
        pthread_mutex_lock(&c->lock);
        outbox_settle(c->box);
        sign(c, GRID_LEAVES);
        pthread_mutex_unlock(&c->lock);
        grid_unsubscribe(c->from);
        grid_unsubscribe(c->here);
        grid_older_end(&c->older);
        grid_close(&c->link);
    }
    free(c->older.name);
    outbox_free(c->box);
    pthread_cond_destroy(&c->whole);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

static bool subscribe(struct coordinator *c, struct err *e)
{
    char from[GRID_SUBJECT];
    grid_subject_from(from, "*", c->name);
    return grid_older_listen(&c->older, &c->link, c->said, c->said_ctx, e) &&
           grid_subscribe(&c->link, &c->from, from, on_from, c, FLOOD, FLOOD_BYTES, e) &&
           grid_subscribe(&c->link, &c->here, GRID_HERE_ALL, on_sign, c, FLOOD, FLOOD_BYTES, e);
}

bool runner_nats(const struct grid_options *o, const struct grid_wish *w, struct runner *out, struct err *e)
{
    struct coordinator *c = mem_zero(1, sizeof *c);
    pthread_mutex_init(&c->lock, NULL);
    wait_init(&c->whole);
    c->rules = *w->rules;
    c->said = w->said;
    c->said_ctx = w->ctx;
    snprintf(c->lab, sizeof c->lab, "%s", w->lab);
    bool ok = grid_link_user(&c->link, o, GRID_COORDINATOR, e);
    snprintf(c->name, sizeof c->name, "%s", c->link.known ? c->link.user.name : c->lab);
    struct outbox_options box = {.wire = {c, tell_job, tell_want, tell_drop},
                                 .coordinator = c->name,
                                 .lab = c->lab,
                                 .workers = w->workers,
                                 .named = w->named,
                                 .names = w->names};
    c->box = outbox_new(&box);
    if (!ok || !grid_open(&c->link, o, w->stop, e) || !subscribe(c, e)) {
        free_all(c);
        return false;
    }
    pthread_mutex_lock(&c->lock);
    outbox_heard(c->box, clock_now());
    look(c);
    ask_who(c);
    pthread_mutex_unlock(&c->lock);
    *out = (struct runner){c, room, give, take, cancel, free_all, who, shun};
    return true;
}
