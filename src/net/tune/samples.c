/* Positions of games as samples; see samples.h. */
#include "net/tune/samples.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "connect/eval/eval.h"
#include "connect/forcing/forcing.h"
#include "connect/threat/threats.h"

enum {
    VALUE_STONES = 5,    /* on the board before the result means anything */
    FORCING_NODES = 100, /* as the search spends at its leaves */
    FORCING_BYTES = 1 << 20,
    WEIGHT_ONE = 255,
};
static const double weight_least = 0.3, weight_turns = 10; /* far from the end; how fast it comes near that */

struct sampler {
    const struct samples *samples;
    struct cells_lines *lines;
    struct net_sample sample;
    int *cell_at; /* by cell of the board: its number in the sample */
};

/* Does this turn settle the game, or does the side to move win by double threats? The search sees that before
 * it asks for a value. */
static bool settled(struct threats *t, struct forcing *f)
{
    const struct position *p = t->position;
    if (threats_can_win(t, p->to_move, p->left) || threats_number(t, side_other(p->to_move)) > p->left)
        return true;
    struct forcing_limits l = {.kind = FORCING_VCDT, .nodes = FORCING_NODES};
    struct forcing_result r;
    forcing_search(f, t, &l, &r);
    return r.answer == FORCING_WIN;
}

/* How much the position counts for the value: more towards the end of the game. */
static uint8_t value_weight(struct threats *t, struct forcing *f, int stones_to_come)
{
    const struct position *p = t->position;
    if (p->stones < VALUE_STONES || settled(t, f))
        return 0;
    double turns = (double)stones_to_come / p->rules.p;
    double weight = weight_least + (1 - weight_least) * exp(-turns / weight_turns);
    return (uint8_t)(weight * WEIGHT_ONE + 0.5);
}

/* Appends the positions of one game. */
static void add_game(const struct tune_games *g, uint32_t number, struct position *p, struct forcing *f,
                     struct sample_at *out, size_t *n)
{
    const struct tune_game *game = &g->game[number];
    position_clear(p);
    struct threats *t = threats_new(p);
    for (int i = 0; i < game->n; i++) {
        /* Stones of the first turn of a game say nothing. */
        if (p->stones > 0 && p->left <= g->rules.p)
            out[(*n)++] = (struct sample_at){number, (uint16_t)i, value_weight(t, f, game->n - i)};
        threats_place(t, game->stone[i]);
    }
    threats_free(t);
}

struct samples *samples_new(const struct tune_games *g, int test_in, uint64_t seed)
{
    struct samples *s = mem_zero(1, sizeof *s);
    size_t stones = 0;
    for (size_t i = 0; i < g->n; i++)
        stones += (size_t)g->game[i].n;
    s->games = g;
    s->classes = cells_classes_new(g->rules.k);
    s->learn = mem_zero(stones + 1, sizeof *s->learn);
    s->test = mem_zero(stones + 1, sizeof *s->test);
    struct position *p = position_new(&g->rules);
    struct forcing *f = forcing_new(&g->rules, FORCING_BYTES);
    for (uint32_t i = 0; i < g->n; i++) {
        bool test = rng_mix(seed + rng_mix(i + 1)) % (uint64_t)test_in == 0;
        add_game(g, i, p, f, test ? s->test : s->learn, test ? &s->tests : &s->learns);
    }
    forcing_free(f);
    position_free(p);
    return s;
}

void samples_free(struct samples *s)
{
    if (!s)
        return;
    cells_classes_free(s->classes);
    free(s->learn);
    free(s->test);
    free(s);
}

struct sampler *sampler_new(const struct samples *s)
{
    struct sampler *m = mem_zero(1, sizeof *m);
    m->samples = s;
    m->lines = cells_lines_new(&s->games->rules);
    m->sample.cell = mem_zero((size_t)m->lines->cells, sizeof *m->sample.cell);
    m->cell_at = mem_zero((size_t)m->lines->cells, sizeof *m->cell_at);
    return m;
}

void sampler_free(struct sampler *m)
{
    if (!m)
        return;
    cells_lines_free(m->lines);
    free(m->sample.cell);
    free(m->cell_at);
    free(m);
}

/* The empty cells as `own` sees them. */
static void make_cells(struct sampler *m, enum side own)
{
    const struct cells_classes *classes = m->samples->classes;
    struct net_sample *x = &m->sample;
    x->n = 0;
    for (int c = 0; c < m->lines->cells; c++) {
        if (m->lines->stone[c] != CELL_EMPTY)
            continue;
        struct net_cell *cell = &x->cell[x->n];
        struct cells_seen seen = cells_lines_seen(m->lines, classes->of, c);
        for (int d = 0; d < DIRECTIONS; d++) {
            cell->own[d] = (uint16_t)cells_seen_class(seen.by[own], d);
            cell->other[d] = (uint16_t)cells_seen_class(seen.by[side_other(own)], d);
        }
        cell->active = cells_seen_stones(&seen, classes->stoneless);
        m->cell_at[c] = x->n++;
    }
}

/* The chance that the game's result, and perhaps a search, give the side. */
static float target_of(const struct tune_game *g, int stone, enum side side, float share)
{
    float result = g->result == OUTCOME_DRAW ? 0.5f : g->result == outcome_win(side) ? 1 : 0;
    if (!g->value || g->value[stone] == TUNE_NO_VALUE)
        return result;
    float thought = 1 / (1 + expf(-(float)g->value[stone] / EVAL_UNIT));
    return share * thought + (1 - share) * result;
}

const struct net_sample *sampler_make(struct sampler *m, struct sample_at at, float share)
{
    const struct tune_games *g = m->samples->games;
    const struct tune_game *game = &g->game[at.game];
    struct net_sample *x = &m->sample;
    enum side side;
    int left;
    cells_lines_clear(m->lines);
    for (int i = 0; i < at.stone; i++) {
        rules_turn_at(&g->rules, i, &side, &left);
        cells_lines_set(m->lines, cells_lines_cell(m->lines, game->stone[i]), cell_of(side));
    }
    rules_turn_at(&g->rules, at.stone, &side, &left);
    make_cells(m, side);
    x->head = left - 1;
    x->rights = left < game->n - at.stone ? left : game->n - at.stone;
    for (int i = 0; i < x->rights; i++)
        x->right[i] = m->cell_at[cells_lines_cell(m->lines, game->stone[at.stone + i])];
    x->target = target_of(game, at.stone, side, share);
    x->value_weight = (float)at.weight / WEIGHT_ONE;
    return x;
}

void samples_replay(const struct samples *s, struct sample_at at, struct position *p)
{
    position_clear(p);
    for (int i = 0; i < at.stone; i++)
        position_place(p, s->games->game[at.game].stone[i]);
}
