/* Games of the Connect family to learn from; see connect.h.
 *
 * Every stone after the first turn is a sample. Before the first stone of a turn of two both are right, half each. A
 * position counts for the value as it does in the training of the engine's evaluation (net/tune/samples.c), so that the two can be
 * compared: not before five stones, not where the search sees the end, less the farther the end is. */
#include "net/learn/connect.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "connect/forcing/forcing.h"
#include "connect/game/connect.h"
#include "connect/game/planes.h"

enum {
    VALUE_STONES = 5,    /* on the board before the result means anything */
    FORCING_NODES = 100, /* as the engine spends at its leaves */
    FORCING_BYTES = 1 << 16,
    LEVEL_STEP = 100, /* of ratings */
};
static const double weight_least = 0.3, weight_turns = 10; /* far from the end; how fast it comes near that */

struct source {
    struct tune_games *games;
};

struct maker {
    const struct tune_games *games;
    struct position *position;
    struct threats *threats;
    struct forcing *forcing;
    struct connect_planes *planes;
    uint8_t *bytes, *legal;
    size_t game; /* on the board */
};

void *data_connect_source(struct tune_games *g)
{
    struct source *s = mem_zero(1, sizeof *s);
    s->games = g;
    return s;
}

static void source_free(void *source)
{
    tune_games_free(((struct source *)source)->games);
    free(source);
}

static size_t games(const void *source)
{
    return ((const struct source *)source)->games->n;
}

static int positions(const void *source, size_t game)
{
    const struct tune_games *g = ((const struct source *)source)->games;
    int after = g->game[game].n - g->rules.q;
    return after > 0 ? after : 0;
}

/* A sum over the stones, each with its turn, is the same for any order within a turn; the least over all symmetries. */
static uint64_t key(const void *source, size_t game)
{
    const struct tune_games *g = ((const struct source *)source)->games;
    const struct tune_game *one = &g->game[game];
    uint64_t best = UINT64_MAX;
    for (int s = 0; s < symmetry_count(&g->rules); s++) {
        uint64_t sum = 0;
        for (int i = 0; i < one->n; i++) {
            uint64_t turn = i < g->rules.q ? 0 : (uint64_t)((i - g->rules.q) / g->rules.p + 1);
            sum += rng_mix(turn << 16 | symmetry_square(&g->rules, s, one->stone[i]));
        }
        best = sum < best ? sum : best;
    }
    return best;
}

static void *maker_new(const void *source)
{
    struct maker *m = mem_zero(1, sizeof *m);
    m->games = ((const struct source *)source)->games;
    const struct rules *r = &m->games->rules;
    size_t points = (size_t)(r->m * r->n);
    m->position = position_new(r);
    m->threats = threats_new(m->position);
    m->forcing = forcing_new(r, FORCING_BYTES);
    m->planes = connect_planes_new(r);
    m->bytes = mem_zero(CONNECT_PLANES * points, 1);
    m->legal = mem_zero(points, 1);
    m->game = SIZE_MAX;
    return m;
}

static void maker_free(void *maker)
{
    struct maker *m = maker;
    forcing_free(m->forcing);
    threats_free(m->threats);
    position_free(m->position);
    connect_planes_free(m->planes);
    free(m->bytes);
    free(m->legal);
    free(m);
}

/* Does this turn settle the game, or does the side to move win by double threats? */
static bool settled(struct maker *m)
{
    const struct position *p = m->position;
    if (threats_can_win(m->threats, p->to_move, p->left) ||
        threats_number(m->threats, side_other(p->to_move)) > p->left)
        return true;
    struct forcing_limits l = {.kind = FORCING_VCDT, .nodes = FORCING_NODES};
    struct forcing_result r;
    forcing_clear(m->forcing); /* what was searched before must not change the answer */
    forcing_search(m->forcing, m->threats, &l, &r);
    return r.answer == FORCING_WIN;
}

static void set_value(struct maker *m, const struct tune_game *g, struct data_sample *out)
{
    const struct position *p = m->position;
    out->target = g->result == OUTCOME_DRAW ? 0.5f : g->result == outcome_win(p->to_move) ? 1 : 0;
    out->weight = 0;
    if (p->stones < VALUE_STONES || settled(m))
        return;
    double turns = (double)(g->n - p->stones) / p->rules.p;
    out->weight = (float)(weight_least + (1 - weight_least) * exp(-turns / weight_turns));
}

static void make(void *maker, size_t game, int number, struct data_sample *out)
{
    struct maker *m = maker;
    const struct tune_game *g = &m->games->game[game];
    const struct rules *r = &m->games->rules;
    struct position *p = m->position;
    int stones = r->q + number;
    assert(stones < g->n);
    while (p->plies > (m->game == game ? stones : 0))
        threats_undo(m->threats);
    while (p->plies < stones)
        threats_place(m->threats, g->stone[p->plies]);
    m->game = game;
    connect_planes_fill(m->planes, m->threats, g->rating, m->bytes);
    for (int i = 0; i < r->m * r->n; i++)
        m->legal[i] = p->cell[connect_square(r, i)] == CELL_EMPTY;
    *out = (struct data_sample){.planes = m->bytes,
                                .legal = m->legal,
                                .moves = stones,
                                .level = g->rating[p->to_move] / LEVEL_STEP,
                                .head = connect_head(p)};
    out->rights = p->left < g->n - stones ? p->left : g->n - stones;
    for (int i = 0; i < out->rights; i++)
        out->right[i] = connect_point(r, g->stone[stones + i]);
    set_value(m, g, out);
}

static void level(int hundreds, char out[DATA_LEVEL])
{
    snprintf(out, DATA_LEVEL, "%d to %d", hundreds * LEVEL_STEP & 0xffff,
             (hundreds * LEVEL_STEP + 99) & 0xffff);
}

static void called(const struct game_rules *r, char out[NET_GAME])
{
    struct rules rules = connect_rules(r);
    char numbers[RULES_TEXT];
    snprintf(out, NET_GAME, "%s", rules_numbers(&rules, numbers));
}

static void *load(const struct game_rules *r, const struct data_filter *f, int n, char *const *path,
                  struct buf *told, struct err *e)
{
    struct rules rules = connect_rules(r);
    struct tune_games *g = tune_games_new(&rules);
    (void)f;
    (void)told;
    for (int i = 0; i < n; i++)
        if (!tune_games_load(g, path[i], e)) {
            tune_games_free(g);
            return NULL;
        }
    return data_connect_source(g);
}

const struct data_game data_connect = {
    .kind = &connect_game,
    .called = called,
    .load = load,
    .free = source_free,
    .games = games,
    .positions = positions,
    .key = key,
    .maker_new = maker_new,
    .maker_free = maker_free,
    .make = make,
    .level = level,
};
