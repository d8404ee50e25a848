/* Whose job is next; see queue.h. */
#include "base/queue.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

/* The jobs of one client of one kind. */
struct line {
    struct job *first, *last;
    int waiting, running;
    uint64_t turn; /* when it last had its turn, or came */
};

/* It is there as long as it has jobs. */
struct client {
    struct client *next;
    uint64_t number;
    int running; /* of all kinds */
    struct line line[QUEUE_KINDS];
};

struct queue {
    const struct queue_most *most;
    struct client *clients;
    int waiting[QUEUE_KINDS], running[QUEUE_KINDS];
    uint64_t kind_turn[QUEUE_KINDS]; /* when the kind last had its turn */
    uint64_t turns;                  /* counts them */
    uint64_t refused[QUEUE_KINDS];
};

struct queue *queue_new(const struct queue_most *most)
{
    struct queue *q = mem_zero(1, sizeof *q);
    q->most = most;
    return q;
}

void queue_free(struct queue *q)
{
    if (!q)
        return;
    for (struct client *next; q->clients; q->clients = next) {
        next = q->clients->next;
        free(q->clients);
    }
    free(q);
}

static struct client *find(const struct queue *q, uint64_t number)
{
    struct client *c = q->clients;
    while (c && c->number != number)
        c = c->next;
    return c;
}

/* Lets go of a client that has nothing left. */
static void tidy(struct queue *q, struct client *c)
{
    for (int k = 0; k < QUEUE_KINDS; k++)
        if (c->line[k].waiting || c->line[k].running)
            return;
    struct client **at = &q->clients;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    free(c);
}

/* A line that begins has had its turn: who comes again and again with one job at a time is no sooner served than who
 * waits with several. */
static void append(struct queue *q, struct job *j)
{
    struct client *c = find(q, j->client);
    if (!c) {
        c = mem_zero(1, sizeof *c);
        c->number = j->client;
        c->next = q->clients;
        q->clients = c;
    }
    struct line *l = &c->line[j->kind];
    if (!l->waiting && !l->running)
        l->turn = ++q->turns;
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
    assert(j->kind < QUEUE_KINDS);
    if (q->most) {
        const struct client *c = find(q, j->client);
        const struct line *l = c ? &c->line[j->kind] : NULL;
        int own = l ? l->waiting + l->running : 0, all = q->waiting[j->kind] + q->running[j->kind];
        int room = q->most[j->kind].all - all;
        if (own >= q->most[j->kind].client || own >= room) {
            q->refused[j->kind]++;
            return false;
        }
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
static struct job *unlink_job(struct queue *q, unsigned kind, struct line *l, struct job *before)
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
    struct client *c = find(q, j->client);
    struct job *before = NULL;
    for (struct job *x = c ? c->line[j->kind].first : NULL; x; before = x, x = x->next)
        if (x == j) {
            unlink_job(q, j->kind, &c->line[j->kind], before);
            tidy(q, c);
            return true;
        }
    return false;
}

/* Does the one line come before the other? */
static bool is_before(const struct line *a, const struct line *b)
{
    return a->running != b->running ? a->running < b->running : a->turn < b->turn;
}

/* The client whose turn it is with this kind, NULL if there is none that may. */
static struct client *next_client(const struct queue *q, unsigned kind, const struct queue_share *s)
{
    struct client *best = NULL;
    if (!q->waiting[kind] || !s->most[kind])
        return NULL;
    for (struct client *c = q->clients; c; c = c->next)
        if (c->line[kind].waiting && c->line[kind].running < s->most[kind] &&
            (!s->all || c->running < s->all) && (!best || is_before(&c->line[kind], &best->line[kind])))
            best = c;
    return best;
}

/* Of kinds, the one that has fewer running is next, and of equals the one that had its turn longer ago. */
struct job *queue_next(struct queue *q, const struct queue_share *s)
{
    struct client *best = NULL;
    unsigned kind = 0;
    for (unsigned k = 0; k < QUEUE_KINDS; k++) {
        struct client *c = next_client(q, k, s);
        if (c && (!best || q->running[k] < q->running[kind] ||
                  (q->running[k] == q->running[kind] && q->kind_turn[k] < q->kind_turn[kind]))) {
            best = c;
            kind = k;
        }
    }
    if (!best)
        return NULL;
    struct line *l = &best->line[kind];
    l->turn = q->kind_turn[kind] = ++q->turns;
    l->running++;
    best->running++;
    q->running[kind]++;
    return unlink_job(q, kind, l, NULL);
}

int queue_ready(const struct queue *q, const struct queue_share *s)
{
    int ready = 0;
    for (const struct client *c = q->clients; c; c = c->next)
        for (int k = 0; k < QUEUE_KINDS; k++) {
            int room = s->most[k] - c->line[k].running;
            if (room > 0)
                ready += c->line[k].waiting < room ? c->line[k].waiting : room;
        }
    return ready;
}

void queue_done(struct queue *q, uint64_t client, unsigned kind)
{
    struct client *c = find(q, client);
    assert(c && c->line[kind].running > 0);
    c->line[kind].running--;
    c->running--;
    q->running[kind]--;
    tidy(q, c);
}

int queue_waiting(const struct queue *q, unsigned kind)
{
    return q->waiting[kind];
}

int queue_running(const struct queue *q, unsigned kind)
{
    return q->running[kind];
}

int queue_running_of(const struct queue *q, uint64_t client, unsigned kind)
{
    const struct client *c = find(q, client);
    return c ? c->line[kind].running : 0;
}

/* Each round serves every line once: in front of the n-th job of a line are n of every other, and one more
 * of those whose turn comes before it. */
int queue_ahead(const struct queue *q, const struct job *j)
{
    const struct client *own = find(q, j->client);
    int place = 0, ahead;
    const struct job *x = own ? own->line[j->kind].first : NULL;
    for (; x && x != j; x = x->next)
        place++;
    if (!x)
        return -1;
    ahead = place;
    for (const struct client *c = q->clients; c; c = c->next)
        if (c != own) {
            const struct line *l = &c->line[j->kind];
            int rounds = place + is_before(l, &own->line[j->kind]);
            ahead += l->waiting < rounds ? l->waiting : rounds;
        }
    return ahead;
}

int queue_clients(const struct queue *q)
{
    int n = 0;
    for (const struct client *c = q->clients; c; c = c->next)
        n++;
    return n;
}

uint64_t queue_refused(const struct queue *q, unsigned kind)
{
    return q->refused[kind];
}
