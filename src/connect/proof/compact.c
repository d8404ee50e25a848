/* Makes certificates of version 3; see compact.h.
 *
 * While the certificate is checked, every turn with all that lies below it is looked up among those that were there before: the same
 * turn with the same parts below is the same part, and has a number. What is left is as large as the parts that differ; of half a
 * million turns that can be three thousand. */
#include "connect/proof/compact.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"

enum {
    NONE = UINT32_MAX,
    SHORT_TURN = 3, /* stones: alone it is hardly longer than a reference */
};

/* A turn and the parts below it, or an unsolved mark. */
struct part {
    uint32_t at;     /* in the pool: its stones, then the numbers of the parts below */
    uint32_t below;  /* so many of those */
    uint32_t uses;   /* by other parts */
    uint32_t number; /* of its definition, NONE: not written yet */
    uint64_t items;  /* with all below */
    uint64_t hash;
    uint8_t stones; /* 0: an unsolved mark */
};

struct compacting {
    struct part *part;
    size_t parts, part_room;
    uint32_t *pool;
    size_t used, pool_room;
    uint32_t *slot; /* by hash: a part's number, or NONE */
    size_t slots;
    uint32_t *done; /* parts on the line that have been gone through, and below what is open not yet a part */
    size_t dones, done_room;
    size_t *open; /* how many there were when a turn began */
    size_t depth, open_room;
};

static bool same(const struct compacting *c, const struct part *a, const struct part *b)
{
    return a->hash == b->hash && a->stones == b->stones && a->below == b->below &&
           memcmp(c->pool + a->at, c->pool + b->at, (a->stones + (size_t)a->below) * sizeof *c->pool) == 0;
}

/* The slot of a part that is the same, or the free one where it belongs. */
static uint32_t *find(const struct compacting *c, const struct part *p)
{
    for (size_t i = p->hash & (c->slots - 1);; i = (i + 1) & (c->slots - 1))
        if (c->slot[i] == NONE || same(c, &c->part[c->slot[i]], p))
            return &c->slot[i];
}

static void enlarge(struct compacting *c)
{
    c->slots = c->slots ? 2 * c->slots : 1024;
    c->slot = mem_resize(c->slot, c->slots, sizeof *c->slot);
    memset(c->slot, 0xff, c->slots * sizeof *c->slot);
    for (uint32_t i = 0; i < c->parts; i++)
        *find(c, &c->part[i]) = i;
}

static uint32_t *pool_end(struct compacting *c, size_t n)
{
    c->pool = mem_grow(c->pool, &c->pool_room, c->used + n, sizeof *c->pool);
    return c->pool + c->used;
}

/* The number of the part of this turn with what was done since `from` below it, which it takes the place of. */
static void add_part(struct compacting *c, const struct squares *turn, size_t from)
{
    size_t below = c->dones - from, length = (size_t)turn->n + below;
    struct part p = {.at = (uint32_t)c->used,
                     .below = (uint32_t)below,
                     .number = NONE,
                     .items = 1,
                     .stones = (uint8_t)turn->n};
    uint32_t *pool = pool_end(c, length + 1);
    for (int i = 0; i < turn->n; i++)
        pool[i] = turn->s[i];
    for (size_t i = 0; i < below; i++) {
        pool[(size_t)turn->n + i] = c->done[from + i];
        p.items += c->part[c->done[from + i]].items;
    }
    p.hash = below;
    for (size_t i = 0; i < length; i++)
        p.hash = rng_mix(p.hash + pool[i]);
    if (2 * c->parts >= c->slots)
        enlarge(c);
    uint32_t *slot = find(c, &p);
    if (*slot == NONE) {
        *slot = (uint32_t)c->parts;
        c->used += length;
        for (size_t i = from; i < c->dones; i++)
            c->part[c->done[i]].uses++;
        c->part = mem_grow(c->part, &c->part_room, c->parts + 1, sizeof *c->part);
        c->part[c->parts++] = p;
    }
    c->dones = from;
    c->done = mem_grow(c->done, &c->done_room, c->dones + 1, sizeof *c->done);
    c->done[c->dones++] = *slot;
}

static bool on_event(void *user, const struct check_event *e)
{
    struct compacting *c = user;
    const struct position *p = e->position;
    struct squares turn = {.n = 0};
    if (c->parts + c->dones >= NONE / 2 || c->used >= NONE / 2)
        return false;
    switch (e->kind) {
    case CHECK_TURN:
        c->open = mem_grow(c->open, &c->open_room, c->depth + 1, sizeof *c->open);
        c->open[c->depth++] = c->dones;
        break;
    case CHECK_TURN_DONE:
        turn.n = e->stones;
        for (int i = 0; i < turn.n; i++)
            turn.s[i] = p->ply[p->plies - turn.n + i].at;
        add_part(c, &turn, c->open[--c->depth]);
        break;
    case CHECK_DEFENCE:
        break;
    case CHECK_DEFENCE_DONE:
        if (e->unsolved)
            add_part(c, &turn, c->dones);
        break;
    }
    return true;
}

/* The calls go as deep as the proof. */
static void write_part(struct compacting *c, uint32_t number, uint64_t *definitions, struct cert_writer *w)
{
    struct part *p = &c->part[number];
    struct squares turn = {p->stones, {0}};
    if (p->number != NONE) {
        cert_write_reference(w, p->number, p->items);
        return;
    }
    bool defines = p->uses > 1 && (p->items > 1 || p->stones > SHORT_TURN);
    if (defines) {
        p->number = (uint32_t)(*definitions)++;
        cert_write_begin(w);
    }
    for (int i = 0; i < turn.n; i++)
        turn.s[i] = (square)c->pool[p->at + (uint32_t)i];
    if (turn.n)
        cert_write_turn(w, turn.s, turn.n);
    else
        cert_write_unsolved(w);
    for (uint32_t i = 0; i < p->below; i++)
        write_part(c, c->pool[p->at + p->stones + i], definitions, w);
    if (defines)
        cert_write_end(w);
}

static void write_all(struct compacting *c, const struct cert_claim *claim, struct buf *out)
{
    struct cert_writer *w = cert_writer_shared(out, claim);
    uint64_t definitions = 0;
    for (size_t i = 0; i < c->dones; i++)
        c->part[c->done[i]].uses++;
    for (size_t i = 0; i < c->dones; i++)
        write_part(c, c->done[i], &definitions, w);
    cert_writer_close(w, NULL);
}

enum check_verdict compact(struct cert_reader *r, const struct deadline *until, struct buf *out,
                           struct check_result *result)
{
    struct compacting c = {.part = NULL};
    struct check_watch watch = {.event = on_event, .user = &c, .without_zones = true, .until = until};
    enum check_verdict v = check_run(r, &watch, result);
    if (v == CHECK_ACCEPTED)
        write_all(&c, cert_reader_claim(r), out);
    else if (v == CHECK_STOPPED && !result->why.text[0])
        err_set(&result->why, "it has too many parts");
    free(c.part);
    free(c.pool);
    free(c.slot);
    free(c.done);
    free(c.open);
    return v;
}

bool expand(struct cert_reader *r, struct cert_writer *w, struct err *e)
{
    struct squares turn;
    for (;;)
        switch (cert_read(r, &turn, e)) {
        case CERT_TURN:
            cert_write_turn(w, turn.s, turn.n);
            break;
        case CERT_UNSOLVED:
            cert_write_unsolved(w);
            break;
        case CERT_END:
            return true;
        case CERT_BAD:
            return false;
        }
}
