/* Workers of whom some lie; see court.h. */
#include "support/court.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "lab/bundle.h"
#include "lab/work.h"
#include "support/boards.h"

enum { MEMORY = 4 << 20 };

struct court *court_new(uint64_t seed, uint32_t one_in, int lies)
{
    struct court *c = mem_zero(1, sizeof *c);
    c->honest = lab_worker_new("honest", MEMORY);
    c->one_in = one_in;
    c->a_name = 1;
    c->lies_most = lies;
    rng_seed(&c->rng, seed);
    return c;
}

static int court_room(void *ctx)
{
    return ((struct court *)ctx)->waiting.len == 0;
}

static void court_give(void *ctx, const struct lab_job *j)
{
    lab_job_write(j, &((struct court *)ctx)->waiting);
}

static void court_cancel(void *ctx, int64_t job)
{
    (void)job;
    buf_free(&((struct court *)ctx)->waiting);
}

static void court_free(void *ctx)
{
    struct court *c = ctx;
    lab_worker_free(c->honest);
    buf_free(&c->waiting);
    buf_free(&c->old);
    free(c);
}

/* ---- lies ---- */

/* Any squares of the board, now and then those of a turn that could be played. */
static struct squares any_turn(struct court *c, const struct position *p)
{
    struct squares out = {.n = (int)rng_below(&c->rng, (uint32_t)position_turn_length(p) + 2)};
    if (out.n > RULES_MAX_TURN)
        out.n = RULES_MAX_TURN;
    bool legal = rng_below(&c->rng, 4) > 0;
    for (int i = 0; i < out.n; i++)
        for (int tries = 0; tries < 100; tries++) {
            out.s[i] = square_at((int)rng_below(&c->rng, (uint32_t)p->rules.m),
                                 (int)rng_below(&c->rng, (uint32_t)p->rules.n));
            bool twice = false;
            for (int k = 0; k < i; k++)
                twice = twice || out.s[k] == out.s[i];
            if (!twice && (!legal || p->cell[out.s[i]] == CELL_EMPTY))
                break; /* what cannot be written down never comes */
            if (tries == 99)
                out.n = i;
        }
    return out;
}

static void any_bundle(struct court *c, struct buf *b)
{
    switch (rng_below(&c->rng, 5)) {
    case 0:
        buf_free(b);
        break;
    case 1:
        buf_free(b);
        bundle_add(b, "HEXCERT", 7);
        break;
    case 2: /* of another position */
        buf_free(b);
        buf_bytes(b, c->old.text, c->old.len);
        break;
    case 3:
        if (b->len)
            b->text[rng_below(&c->rng, (uint32_t)b->len)] ^= (char)(1 << rng_below(&c->rng, 8));
        break;
    default: /* as it is */
        break;
    }
}

static void any_open(struct court *c, const struct position *p, struct lab_turns *open)
{
    switch (rng_below(&c->rng, 4)) {
    case 0:
        lab_turns_clear(open);
        break;
    case 1: /* some of them */
        for (size_t i = open->n; i-- > 0;)
            if (rng_below(&c->rng, 2)) {
                free(open->turn[i].follow);
                open->turn[i] = open->turn[--open->n];
            }
        break;
    default:
        for (uint32_t i = rng_below(&c->rng, 6); i > 0; i--) {
            struct squares s = any_turn(c, p);
            lab_turns_add(open, &s, false, NULL, 0);
        }
        break;
    }
}

/* Any verdict, with anything beside it; what it was may stay. */
static void lie(struct court *c, const struct lab_job *j, struct lab_result *r)
{
    if (rng_below(&c->rng, 4))
        r->verdict = (enum lab_verdict)rng_below(&c->rng, LAB_VERDICTS);
    if (rng_below(&c->rng, 2))
        any_bundle(c, &r->bundle);
    if (rng_below(&c->rng, 2))
        any_open(c, j->position, &r->open);
    if (rng_below(&c->rng, 2))
        r->turn = j->excluded.n && rng_below(&c->rng, 2)
                      ? j->excluded.turn[rng_below(&c->rng, (uint32_t)j->excluded.n)].squares
                      : any_turn(c, j->position);
    r->chance = rng_below(&c->rng, 101) / 100.0;
    r->mate = rng_below(&c->rng, 2) ? 0 : (int)rng_below(&c->rng, 9) - 4;
    if (r->verdict == LAB_FAILED)
        snprintf(r->why, sizeof r->why, "no reason");
}

static bool court_take(void *ctx, double seconds, struct lab_result *out)
{
    struct court *c = ctx;
    struct lab_job j;
    struct err e;
    (void)seconds;
    if (c->waiting.len == 0)
        return false;
    if (!lab_job_read(c->waiting.text, c->waiting.len, &j, &e))
        fail_msg("%s", e.text);
    assert_true(lab_worker_do(c->honest, &j, NULL, out));
    if (out->bundle.len && (c->old.len == 0 || rng_below(&c->rng, 4) == 0)) {
        buf_free(&c->old);
        buf_bytes(&c->old, out->bundle.text, out->bundle.len);
    }
    if (c->lies < c->lies_most && rng_below(&c->rng, c->one_in) == 0) {
        snprintf(out->worker, sizeof out->worker, "liar-%d", c->lies++ / c->a_name);
        lie(c, &j, out);
    }
    lab_job_free(&j);
    buf_free(&c->waiting);
    return true;
}

struct runner court_runner(struct court *c)
{
    return (struct runner){c, court_room, court_give, court_take, court_cancel, court_free, NULL, NULL};
}
