/* Evaluators and planes of the public face; see hexad_players.h. */
#include "game/evaluator.h"

#include <hexad_players.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/game/connect.h"
#include "connect/game/evaluator.h"
#include "face/face.h"
#include "game/planes.h"
#include "net/evaluator.h"

struct hexad_evaluator {
    struct game_rules rules;
    struct evaluator *evaluator;
    struct prior *prior; /* room for the moves of a position */
    size_t points;
};

/* ---- Evaluators ---- */

static struct evaluator *make(const char *which, const struct game *g, struct err *e)
{
    struct net_evaluator_options o = {.path = !which || strcmp(which, "net") == 0 ? "builtin" : which,
                                      .strength = NET_USUAL};
    if (!which || strcmp(which, "engine") != 0)
        return net_evaluator_new(g, &o, e);
    if (g->kind == &connect_game)
        return connect_evaluator();
    err_set(e, "the engine's evaluation is of the Connect family, not of %s", g->kind->name);
    return NULL;
}

hexad_evaluator *hexad_evaluator_new(const char *which, const char *rules, hexad_error *error)
{
    struct game_rules r;
    struct err e;
    int columns, rows;
    if (!face_any_rules(rules, &r, error))
        return NULL;
    struct game *g = game_new(&r);
    g->kind->size(g, &columns, &rows);
    struct evaluator *x = make(which, g, &e);
    game_free(g);
    if (!x) {
        face_fail_as(error, HEXAD_BAD_ARGUMENT, &e);
        return NULL;
    }
    hexad_evaluator *out = mem_zero(1, sizeof *out);
    out->rules = r;
    out->evaluator = x;
    out->points = (size_t)columns * (size_t)rows;
    out->prior = mem_alloc((out->points + 1) * sizeof *out->prior);
    face_fine(error);
    return out;
}

void hexad_evaluator_free(hexad_evaluator *evaluator)
{
    if (!evaluator)
        return;
    evaluator_free(evaluator->evaluator);
    free(evaluator->prior);
    free(evaluator);
}

static void ask_one(hexad_evaluator *x, const hexad_game *game, double *chance, float *shares)
{
    struct evaluation told = {.prior = x->prior};
    struct game *g = face_any(game);
    int columns, rows;
    g->kind->size(g, &columns, &rows);
    evaluator_ask(x->evaluator, &g, 1, &told);
    game_free(g);
    if (chance)
        *chance = told.chance;
    if (!shares)
        return;
    memset(shares, 0, x->points * sizeof *shares);
    for (int i = 0; i < told.n; i++) {
        hexad_square at = face_square(game, told.prior[i].move);
        if (at.column >= 0)
            shares[at.row * columns + at.column] = told.prior[i].share;
    }
}

hexad_status hexad_evaluator_ask(hexad_evaluator *evaluator, const hexad_game *const *games, size_t count,
                                 double *chance, float *shares, hexad_error *error)
{
    hexad_error own;
    if (!evaluator || (count && !games))
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    for (size_t i = 0; i < count; i++)
        if (face_plays(games[i], &evaluator->rules, "the evaluator", &own) != HEXAD_OK)
            return face_fail(error, own.status, "position %zu: %.260s", i, own.text);
    for (size_t i = 0; i < count; i++)
        ask_one(evaluator, games[i], chance ? chance + i : NULL,
                shares ? shares + i * evaluator->points : NULL);
    return face_fine(error);
}

/* ---- Planes ---- */

static const struct game_planes *planes_of(const hexad_game *g)
{
    return g->position ? connect_game.planes : g->other->kind->planes;
}

int hexad_game_plane_count(const hexad_game *game)
{
    return game && planes_of(game) ? planes_of(game)->planes : 0;
}

hexad_status hexad_game_planes(const hexad_game *game, int from, int count, const int strength[2],
                               uint8_t *out, size_t size, hexad_error *error)
{
    static const int unknown[2] = {0, 0};
    hexad_square at;
    game_move m;
    if (!face_span(game, from, count, out, error))
        return HEXAD_BAD_ARGUMENT;
    const struct game_planes *d = planes_of(game);
    if (!d)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "there are no planes of this game");
    if (!face_size(game, size, (size_t)count * (size_t)d->planes, error))
        return HEXAD_BAD_ARGUMENT;
    size_t each = face_points(game) * (size_t)d->planes;
    hexad_game *start = face_back(game, from);
    struct game *g = face_any(start);
    void *maker = d->maker(g);
    for (int i = 0; i < count; i++) {
        d->fill(maker, g, strength ? strength : unknown, out + (size_t)i * each);
        if (i + 1 < count && hexad_game_stone(game, from + i, &at, NULL, NULL) == HEXAD_OK &&
            face_move(game, at, &m))
            game_play(g, m);
    }
    d->done(maker);
    game_free(g);
    hexad_game_free(start);
    return face_fine(error);
}
