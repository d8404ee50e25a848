/* Makes openings; see opening_maker.h. */
#include "play/arena/opening_maker.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "play/agent/agent.h"

enum { TOP = 4, DRAWN_TURNS = 2 }; /* see opening_maker.h, 4 */

/* A set of packed positions: those looked at before. Whole positions are compared, their hashes only find
 * them. */
struct seen {
    uint8_t *packed; /* one after the other */
    size_t size, count, room;
    size_t *slot; /* number + 1 of a position by hash; 0: free */
    size_t slots; /* a power of two, at least twice the count */
};

struct opening_maker {
    struct opening_maker_setup setup;
    struct rng rng;
    struct seen seen;
    struct position *position;
    struct threats *tracker;
    struct scored *scored;
};

static uint64_t hash_bytes(const uint8_t *b, size_t n)
{
    uint64_t h = n;
    for (size_t i = 0; i < n; i++)
        h = rng_mix(h + b[i] + 1);
    return h;
}

static size_t find_slot(const struct seen *s, const uint8_t *packed)
{
    size_t at = hash_bytes(packed, s->size) & (s->slots - 1);
    while (s->slot[at] && memcmp(s->packed + (s->slot[at] - 1) * s->size, packed, s->size) != 0)
        at = (at + 1) & (s->slots - 1);
    return at;
}

static void widen(struct seen *s)
{
    s->slots = s->slots ? 2 * s->slots : 64;
    free(s->slot);
    s->slot = mem_zero(s->slots, sizeof *s->slot);
    for (size_t i = 0; i < s->count; i++)
        s->slot[find_slot(s, s->packed + i * s->size)] = i + 1;
}

/* Adds a position, unless it is there. */
static bool add(struct seen *s, const uint8_t *packed)
{
    if (2 * (s->count + 1) > s->slots)
        widen(s);
    size_t at = find_slot(s, packed);
    if (s->slot[at])
        return false;
    s->packed = mem_grow(s->packed, &s->room, s->count + 1, s->size);
    memcpy(s->packed + s->count * s->size, packed, s->size);
    s->slot[at] = ++s->count;
    return true;
}

int opening_maker_stones(const struct rules *r, int turns)
{
    return turns > 0 ? r->q + r->p * (turns - 1) : 0;
}

/* The corner of the square that random stones come from, and its sides. */
static void window(const struct opening_maker_setup *s, int *col, int *row, int *width, int *height)
{
    int c = (s->rules.m - 1) / 2, r = (s->rules.n - 1) / 2;
    *col = c > s->radius ? c - s->radius : 0;
    *row = r > s->radius ? r - s->radius : 0;
    int right = c + s->radius < s->rules.m ? c + s->radius : s->rules.m - 1;
    int top = r + s->radius < s->rules.n ? r + s->radius : s->rules.n - 1;
    *width = right - *col + 1;
    *height = top - *row + 1;
}

struct opening_maker *opening_maker_new(const struct opening_maker_setup *s, struct err *e)
{
    int col, row, width, height;
    window(s, &col, &row, &width, &height);
    if (opening_maker_stones(&s->rules, s->turns) > width * height) {
        err_set(e, "%d turns are %d stones, and only %d squares are that near to the centre", s->turns,
                opening_maker_stones(&s->rules, s->turns), width * height);
        return NULL;
    }
    struct bot *a = s->games ? agent_new(s->agent, &s->rules, 0, e) : NULL;
    if (s->games && !a)
        return NULL;
    bot_free(a);
    struct opening_maker *m = mem_zero(1, sizeof *m);
    m->setup = *s;
    rng_seed(&m->rng, s->seed);
    m->seen.size = position_packed_size(&s->rules);
    m->position = position_new(&s->rules);
    m->tracker = threats_new(m->position);
    threats_limit(m->tracker, &m->setup.until);
    m->scored = mem_alloc((size_t)(s->rules.m * s->rules.n) * sizeof *m->scored);
    return m;
}

void opening_maker_free(struct opening_maker *m)
{
    if (!m)
        return;
    threats_free(m->tracker);
    position_free(m->position);
    free(m->seen.packed);
    free(m->seen.slot);
    free(m->scored);
    free(m);
}

void opening_maker_draw(struct opening_maker *m, square *out)
{
    int col, row, width, height, n = opening_maker_stones(&m->setup.rules, m->setup.turns);
    window(&m->setup, &col, &row, &width, &height);
    bool *drawn = mem_zero((size_t)square_limit(&m->setup.rules), sizeof *drawn);
    for (int i = 0; i < n;) {
        square s = square_at(col + (int)rng_below(&m->rng, (uint32_t)width),
                             row + (int)rng_below(&m->rng, (uint32_t)height));
        if (!drawn[s])
            out[i++] = s;
        drawn[s] = true;
    }
    free(drawn);
}

static int by_score(const void *a, const void *b)
{
    const struct scored *x = a, *y = b;
    if (x->score != y->score)
        return x->score < y->score ? 1 : -1;
    return (x->at > y->at) - (x->at < y->at);
}

static bool over(const struct opening_maker *m)
{
    return deadline_over(&m->setup.until);
}

/* One of the stones that the agent likes best. */
static square draw_stone(struct opening_maker *m, struct bot *a, struct rng *r)
{
    a->clock.until = m->setup.until;
    int n = agent_score(a, m->tracker, m->scored);
    qsort(m->scored, (size_t)n, sizeof *m->scored, by_score);
    return m->scored[rng_below(r, (uint32_t)(n < TOP ? n : TOP))].at;
}

/* Black's points in a game of the agent against itself from the position, which is left as it was. */
static double test_game(struct opening_maker *m, uint64_t seed)
{
    struct position *p = m->position;
    int plies = p->plies;
    struct bot *a = agent_new(m->setup.agent, &p->rules, seed, NULL);
    assert(a); /* it could be made before */
    struct rng r;
    rng_seed(&r, seed);
    enum side side = p->to_move;
    for (int turns = 0; a->kind->score && p->outcome == OUTCOME_OPEN && turns < DRAWN_TURNS && !over(m);) {
        threats_place(m->tracker, draw_stone(m, a, &r));
        turns += p->to_move != side;
        side = p->to_move;
    }
    while (p->outcome == OUTCOME_OPEN && !over(m)) {
        a->clock.until = m->setup.until;
        struct squares turn = agent_choose(a, m->tracker, NULL);
        for (int i = 0; i < turn.n && p->outcome == OUTCOME_OPEN; i++)
            threats_place(m->tracker, turn.s[i]);
    }
    double points = p->outcome == OUTCOME_BLACK ? 1 : p->outcome == OUTCOME_DRAW ? 0.5 : 0;
    while (p->plies > plies)
        threats_undo(m->tracker);
    bot_free(a);
    return points;
}

static enum opening_maker_verdict look_at_board(struct opening_maker *m, double *black)
{
    struct position *p = m->position;
    if (p->outcome != OUTCOME_OPEN || (p->plies && p->ply[p->plies - 1].side == p->to_move))
        return OPENING_ILLEGAL;
    uint8_t packed[POSITION_PACKED_MOST];
    position_canonical(p, packed);
    if (!add(&m->seen, packed))
        return OPENING_SEEN;
    if (threats_number(m->tracker, BLACK) || threats_number(m->tracker, WHITE))
        return OPENING_THREATS;
    if (!m->setup.games)
        return OPENING_GOOD;
    /* The seeds come from the position, so that what is found does not depend on what else was looked at. */
    uint64_t seed = rng_mix(m->setup.seed + hash_bytes(packed, m->seen.size));
    double points = 0;
    for (int i = 0; i < m->setup.games && !over(m); i++)
        points += test_game(m, seed + (uint64_t)i);
    if (over(m))
        return OPENING_UNKNOWN;
    *black = points / m->setup.games;
    return *black < m->setup.least || 1 - *black < m->setup.least ? OPENING_LOPSIDED : OPENING_GOOD;
}

enum opening_maker_verdict opening_maker_look(struct opening_maker *m, const square *s, int n, double *black)
{
    *black = -1;
    enum opening_maker_verdict v = OPENING_GOOD;
    for (int i = 0; i < n && v == OPENING_GOOD; i++)
        if (position_legal_square(m->position, s[i]))
            threats_place(m->tracker, s[i]);
        else
            v = OPENING_ILLEGAL;
    if (v == OPENING_GOOD)
        v = look_at_board(m, black);
    while (m->position->plies)
        threats_undo(m->tracker);
    return v;
}
