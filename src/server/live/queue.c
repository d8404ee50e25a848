/* Whose job is next; see queue.h. */
#include "server/live/queue.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "json/limits.h"

/* The jobs of one client of one kind; it is there as long as there are any. */
struct line {
    struct line *next;
    uint64_t client;
    struct job *first, *last;
    int waiting, running;
    uint64_t turn; /* when it last had its turn, or came */
};

struct queue {
    struct line *lines[JOB_KINDS];
    int waiting[JOB_KINDS], running[JOB_KINDS];
    uint64_t kind_turn[JOB_KINDS]; /* when the kind last had its turn */
    uint64_t turns;                /* counts them */
    uint64_t refused[JOB_KINDS];
};

static const struct {
    int all, client;
} most_jobs[JOB_KINDS] = {
    [JOB_MOVE] = {LIMIT_MOVE_JOBS, LIMIT_CLIENT_MOVE_JOBS},
    [JOB_ANALYSIS] = {LIMIT_ANALYSIS_JOBS, LIMIT_CLIENT_ANALYSIS_JOBS},
    [JOB_REVIEW] = {LIMIT_REVIEW_JOBS, LIMIT_CLIENT_REVIEW_JOBS},
    [JOB_PROOF] = {LIMIT_PROVE_JOBS, LIMIT_CLIENT_PROVE_JOBS},
    [JOB_LAB] = {LIMIT_LAB_JOBS, LIMIT_CLIENT_LAB_JOBS},
};

struct queue *queue_new(void)
{
    return mem_zero(1, sizeof(struct queue));
}

void queue_free(struct queue *q)
{
    for (int k = 0; k < JOB_KINDS; k++)
        for (struct line *l = q->lines[k], *next; l; l = next) {
            next = l->next;
            free(l);
        }
    free(q);
}

static struct line *find(const struct queue *q, uint64_t client, enum job_kind kind)
{
    struct line *l = q->lines[kind];
    while (l && l->client != client)
        l = l->next;
    return l;
}

/* The client's line, a new one if there is none. A new one has had its turn: who comes again and again with
 * one job at a time is no sooner served than who waits with several. */
static struct line *line_of(struct queue *q, uint64_t client, enum job_kind kind)
{
    struct line *l = find(q, client, kind);
    if (l)
        return l;
    l = mem_zero(1, sizeof *l);
    l->client = client;
    l->turn = ++q->turns;
    l->next = q->lines[kind];
    q->lines[kind] = l;
    return l;
}

/* Lets go of a line that has nothing left. */
static void tidy(struct queue *q, enum job_kind kind, struct line *l)
{
    if (l->waiting || l->running)
        return;
    struct line **at = &q->lines[kind];
    while (*at != l)
        at = &(*at)->next;
    *at = l->next;
    free(l);
}

static void append(struct queue *q, struct job *j)
{
    struct line *l = line_of(q, j->client, j->kind);
    j->next = NULL;
    if (l->last)
        l->last->next = j;
    else
        l->first = j;
    l->last = j;
    l->waiting++;
    q->waiting[j->kind]++;
}

bool queue_add(struct queue *q, struct job *j)
{
    assert(j->kind < JOB_KINDS);
    const struct line *l = find(q, j->client, j->kind);
    int own = l ? l->waiting + l->running : 0, all = q->waiting[j->kind] + q->running[j->kind];
    int room = most_jobs[j->kind].all - all;
    if (own >= most_jobs[j->kind].client || own >= room) {
        q->refused[j->kind]++;
        return false;
    }
    append(q, j);
    return true;
}

void queue_return(struct queue *q, struct job *j)
{
    append(q, j); /* first, so that the line stays */
    queue_done(q, j->client, j->kind);
}

/* Unlinks the job behind `before`, the first with NULL. */
static struct job *unlink_job(struct queue *q, enum job_kind kind, struct line *l, struct job *before)
{
    struct job *j = before ? before->next : l->first;
    if (before)
        before->next = j->next;
    else
        l->first = j->next;
    if (l->last == j)
        l->last = before;
    l->waiting--;
    q->waiting[kind]--;
    return j;
}

bool queue_take_out(struct queue *q, struct job *j)
{
    struct line *l = find(q, j->client, j->kind);
    struct job *before = NULL;
    for (struct job *x = l ? l->first : NULL; x; before = x, x = x->next)
        if (x == j) {
            unlink_job(q, j->kind, l, before);
            tidy(q, j->kind, l);
            return true;
        }
    return false;
}

/* Does the one line come before the other? */
static bool is_before(const struct line *a, const struct line *b)
{
    return a->running != b->running ? a->running < b->running : a->turn < b->turn;
}

/* The line whose turn it is, NULL if there is none that may. */
static struct line *next_line(const struct queue *q, enum job_kind kind, int most)
{
    struct line *best = NULL;
    for (struct line *l = q->lines[kind]; l; l = l->next)
        if (l->waiting && l->running < most && (!best || is_before(l, best)))
            best = l;
    return best;
}

/* Which of the slow kinds is next: the one that has fewer running, and of equals the one that had its turn
 * longer ago. */
static enum job_kind slow_kind(const struct queue *q, int most)
{
    if (!next_line(q, JOB_REVIEW, most))
        return JOB_ANALYSIS;
    if (!next_line(q, JOB_ANALYSIS, most))
        return JOB_REVIEW;
    int more = q->running[JOB_ANALYSIS] - q->running[JOB_REVIEW];
    if (more != 0)
        return more > 0 ? JOB_REVIEW : JOB_ANALYSIS;
    return q->kind_turn[JOB_REVIEW] < q->kind_turn[JOB_ANALYSIS] ? JOB_REVIEW : JOB_ANALYSIS;
}

struct job *queue_next(struct queue *q, enum job_class c, int most)
{
    enum job_kind kind = c == CLASS_SLOW   ? slow_kind(q, most)
                         : c == CLASS_LONG ? JOB_PROOF
                         : c == CLASS_LAB  ? JOB_LAB
                                           : JOB_MOVE;
    struct line *l = next_line(q, kind, most);
    if (!l)
        return NULL;
    l->turn = q->kind_turn[kind] = ++q->turns;
    l->running++;
    q->running[kind]++;
    return unlink_job(q, kind, l, NULL);
}

int queue_ready(const struct queue *q, enum job_class c, int most)
{
    int ready = 0;
    for (int k = 0; k < JOB_KINDS; k++)
        for (const struct line *l = job_class((enum job_kind)k) == c ? q->lines[k] : NULL; l; l = l->next)
            if (l->running < most)
                ready += l->waiting < most - l->running ? l->waiting : most - l->running;
    return ready;
}

void queue_done(struct queue *q, uint64_t client, enum job_kind kind)
{
    struct line *l = find(q, client, kind);
    assert(l && l->running > 0);
    l->running--;
    q->running[kind]--;
    tidy(q, kind, l);
}

int queue_waiting(const struct queue *q, enum job_kind kind)
{
    return q->waiting[kind];
}

int queue_running(const struct queue *q, uint64_t client, enum job_kind kind)
{
    const struct line *l = find(q, client, kind);
    return l ? l->running : 0;
}

/* Each round serves every line once: in front of the n-th job of a line are n of every other, and one more
 * of those whose turn comes before it. */
int queue_ahead(const struct queue *q, const struct job *j)
{
    const struct line *own = find(q, j->client, j->kind);
    int place = 0, ahead;
    const struct job *x = own ? own->first : NULL;
    for (; x && x != j; x = x->next)
        place++;
    if (!x)
        return -1;
    ahead = place;
    for (const struct line *l = q->lines[j->kind]; l; l = l->next)
        if (l != own) {
            int rounds = place + is_before(l, own);
            ahead += l->waiting < rounds ? l->waiting : rounds;
        }
    return ahead;
}

/* Has the client jobs of a kind before this one? */
static bool was_counted(const struct queue *q, uint64_t client, int kind)
{
    while (--kind >= 0)
        if (find(q, client, (enum job_kind)kind))
            return true;
    return false;
}

void queue_counts(const struct queue *q, struct pool_counts *out)
{
    out->clients = 0;
    for (int k = 0; k < JOB_KINDS; k++) {
        out->running[k] = q->running[k];
        out->waiting[k] = q->waiting[k];
        out->refused[k] = q->refused[k];
        for (const struct line *l = q->lines[k]; l; l = l->next)
            out->clients += !was_counted(q, l->client, k);
    }
}
