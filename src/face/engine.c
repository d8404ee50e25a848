/* The engine of the public face; see hexad.h. Games outside the Connect family are thought about by the player of theirs
 * that reports (play/games/games.h). */
#include "connect/engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/region.h"
#include "connect/game/connect.h"
#include "face/face.h"
#include "play/games/games.h"

struct hexad_engine {
    struct game_rules rules;
    struct engine *engine; /* of the Connect family, */
    struct bot *analyst;   /* of other games */
    char analyst_spec[80];
};

enum { TREE_USUAL = 256, TREE_LEAST = 8 }; /* MiB of a player's tree */

/* ---- Making one ---- */

static struct bot *analyst_new(const hexad_engine *x, struct err *e)
{
    struct game *g = game_new(&x->rules);
    struct bot *b = games_player(x->analyst_spec, g, 1, e);
    game_free(g);
    return b;
}

static bool make_analyst(hexad_engine *x, size_t hash, int threads, struct err *e)
{
    const char *name = games_find(x->rules.kind)->analyst;
    size_t memory = hash ? hash >> 20 : TREE_USUAL;
    if (!name)
        return err_set(e, "nobody here thinks about %s", x->rules.kind->name);
    snprintf(x->analyst_spec, sizeof x->analyst_spec, "%s:threads=%d,memory=%zu,keep=yes", name,
             threads ? threads : 1, memory < TREE_LEAST ? TREE_LEAST : memory);
    return (x->analyst = analyst_new(x, e)) != NULL;
}

static bool make_engine(hexad_engine *x, size_t hash, int threads, struct err *e)
{
    struct rules r = connect_rules(&x->rules);
    struct engine_options o = {.hash_bytes = hash, .threads = threads};
    return mem_check(hash, e) && (x->engine = engine_new(&r, &o, e)) != NULL;
}

hexad_engine *hexad_engine_new(const char *rules, size_t hash, int threads, hexad_error *error)
{
    struct game_rules r;
    struct err e;
    if (!face_any_rules(rules, &r, error))
        return NULL;
    if (threads < 0 || threads > HEXAD_THREADS_MOST) {
        face_fail(error, HEXAD_BAD_ARGUMENT, "%d threads: from 0 to %d, please", threads, HEXAD_THREADS_MOST);
        return NULL;
    }
    hexad_engine *x = mem_zero(1, sizeof *x);
    x->rules = r;
    if (r.kind == &connect_game ? make_engine(x, hash, threads, &e) : make_analyst(x, hash, threads, &e)) {
        face_fine(error);
        return x;
    }
    face_fail_as(error, HEXAD_NO_MEMORY, &e);
    free(x);
    return NULL;
}

void hexad_engine_free(hexad_engine *engine)
{
    if (engine) {
        engine_free(engine->engine);
        bot_free(engine->analyst);
    }
    free(engine);
}

void hexad_engine_clear(hexad_engine *engine)
{
    if (engine && engine->engine) {
        engine_clear(engine->engine);
    } else if (engine) {
        bot_free(engine->analyst);
        engine->analyst = analyst_new(engine, NULL);
    }
}

/* ---- Reports ---- */

static void copy_line(const hexad_game *g, const struct report_line *l, int left, hexad_line *out)
{
    _Static_assert((int)REPORT_LINE_MOST <= (int)HEXAD_SQUARES_MOST, "a line fits");
    face_moves(g, l->move, l->n, &out->stones);
    out->turn = l->n < left ? l->n : left;
    out->value = l->value;
    out->chance = l->chance;
    out->mate = l->mate;
    out->likely = l->likely;
    out->visits = l->visits;
    out->share = l->share;
}

void face_report(const hexad_game *g, const struct report *r, hexad_report *out)
{
    _Static_assert((int)REPORT_LINES_MOST == (int)HEXAD_LINES_MOST &&
                       (int)ENGINE_THREADS_MOST == (int)HEXAD_THREADS_MOST &&
                       (int)REPORT_POINTS_MOST == (int)HEXAD_POINTS_MOST,
                   "as in engine/ and game/");
    int left = g->position ? position_turn_length(g->position) : g->other->kind->left(g->other);
    out->depth = r->depth;
    out->reached = r->reached;
    out->nodes = r->nodes;
    out->seconds = r->seconds;
    out->hash_permill = r->hash_permill;
    out->count = r->n;
    for (int i = 0; i < r->n; i++)
        copy_line(g, &r->line[i], left, &out->line[i]);
    out->playouts = r->playouts;
    out->score = r->score;
    out->points = r->points;
    memcpy(out->owner, r->owner, sizeof out->owner);
}

/* ---- Thinking ---- */

struct thought {
    const hexad_game *game;
    struct face_work *work;
};

static void tell(void *context, const struct report *r)
{
    struct thought *t = context;
    struct report cut = *r;
    int lines = t->work->limits.lines ? t->work->limits.lines : 1;
    cut.n = cut.n < lines ? cut.n : lines;
    face_report(t->game, &cut, &t->work->report);
    face_work_tell(t->work);
}

/* The region's bytes by square, as the engine has them. */
static bool read_region(const struct position *p, const uint8_t *region, uint8_t *out, hexad_error *error)
{
    int empty, left = position_turn_length(p);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        out[s] = region[square_row(s) * p->rules.m + square_col(s)] != 0;
    region_count(p, out, &empty);
    if (empty >= left)
        return true;
    face_fail(error, HEXAD_BAD_ARGUMENT, "%d empty squares in the region, for a turn of %d", empty, left);
    return false;
}

static hexad_status think_connect(hexad_engine *x, struct thought *t, struct report *r, hexad_error *error)
{
    const hexad_limits *limits = &t->work->limits;
    const struct position *p = t->game->position;
    uint8_t region[SQUARE_CELLS] = {0};
    if (limits->region && !read_region(p, limits->region, region, error))
        return HEXAD_BAD_ARGUMENT;
    struct engine_limits l = {.work = face_work_limits(t->work),
                              .depth = limits->depth,
                              .lines = limits->lines,
                              .region = limits->region ? region : NULL};
    engine_think(x->engine, p, &l, limits->progress ? tell : NULL, t, r);
    return face_fine(error);
}

static hexad_status think_other(hexad_engine *x, struct thought *t, struct report *r, hexad_error *error)
{
    const hexad_limits *limits = &t->work->limits;
    if (limits->region || limits->depth)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a region and a depth are for the Connect family");
    struct limits l = face_work_limits(t->work);
    struct game *g = face_any(t->game);
    bot_study(x->analyst, g, &l, limits->progress ? tell : NULL, t, r);
    game_free(g);
    int lines = limits->lines ? limits->lines : 1;
    r->n = r->n < lines ? r->n : lines;
    return face_fine(error);
}

hexad_status hexad_engine_think(hexad_engine *engine, const hexad_game *game, const hexad_limits *limits,
                                hexad_report *out, hexad_error *error)
{
    if (!engine || !limits || !out)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    hexad_status status = face_plays(game, &engine->rules, "the engine", error);
    if (status == HEXAD_OK)
        status = face_check_limits(limits, error);
    if (status != HEXAD_OK)
        return status;
    if (!(limits->seconds > 0) && !limits->nodes && !limits->depth && !limits->stop && !limits->progress)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "no limit, and nothing that could stop it");
    struct thought t = {game, face_work_new(limits)};
    struct report *r = mem_zero(1, sizeof *r);
    status = engine->engine ? think_connect(engine, &t, r, error) : think_other(engine, &t, r, error);
    if (status == HEXAD_OK)
        face_report(game, r, out);
    free(r);
    free(t.work);
    return status;
}
