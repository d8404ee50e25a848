/* The engine of the public face; see hexad.h. */
#include "connect/engine/engine.h"

#include <stdlib.h>

#include "base/mem.h"
#include "face/face.h"

struct hexad_engine {
    struct engine *engine;
    struct rules rules;
};

hexad_engine *hexad_engine_new(const char *rules, size_t hash, int threads, hexad_error *error)
{
    struct rules r;
    struct err e;
    if (!face_rules(rules, &r, error))
        return NULL;
    if (threads < 0 || threads > HEXAD_THREADS_MOST) {
        face_fail(error, HEXAD_BAD_ARGUMENT, "%d threads: from 0 to %d, please", threads, HEXAD_THREADS_MOST);
        return NULL;
    }
    struct engine_options o = {.hash_bytes = hash, .threads = threads};
    struct engine *x = mem_check(hash, &e) ? engine_new(&r, &o, &e) : NULL;
    if (!x) {
        face_fail_as(error, HEXAD_NO_MEMORY, &e);
        return NULL;
    }
    hexad_engine *out = mem_zero(1, sizeof *out);
    out->engine = x;
    out->rules = r;
    face_fine(error);
    return out;
}

void hexad_engine_free(hexad_engine *engine)
{
    if (engine)
        engine_free(engine->engine);
    free(engine);
}

void hexad_engine_clear(hexad_engine *engine)
{
    if (engine)
        engine_clear(engine->engine);
}

static void copy_line(const struct position *p, const struct report_line *l, hexad_line *out)
{
    _Static_assert((int)REPORT_LINE_MOST <= (int)HEXAD_SQUARES_MOST, "a line fits");
    face_squares(l->move, l->n, &out->stones);
    out->turn = engine_turn(p, l).n;
    out->value = l->value;
    out->chance = l->chance;
    out->mate = l->mate;
    out->likely = l->likely;
}

static void copy_report(const struct position *p, const struct report *r, hexad_report *out)
{
    _Static_assert((int)REPORT_LINES_MOST == (int)HEXAD_LINES_MOST &&
                       (int)ENGINE_THREADS_MOST == (int)HEXAD_THREADS_MOST,
                   "as in engine/");
    out->depth = r->depth;
    out->reached = r->reached;
    out->nodes = r->nodes;
    out->seconds = r->seconds;
    out->hash_permill = r->hash_permill;
    out->count = r->n;
    for (int i = 0; i < r->n; i++)
        copy_line(p, &r->line[i], &out->line[i]);
}

struct thought {
    const struct position *position;
    struct face_work *work;
};

static void tell(void *context, const struct report *r)
{
    struct thought *t = context;
    copy_report(t->position, r, &t->work->report);
    face_work_tell(t->work);
}

hexad_status hexad_engine_think(hexad_engine *engine, const hexad_game *game, const hexad_limits *limits,
                                hexad_report *out, hexad_error *error)
{
    if (!engine || !limits)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    hexad_status status = face_may_search(game, limits, out, error);
    if (status != HEXAD_OK)
        return status;
    char theirs[RULES_TEXT], ours[RULES_TEXT];
    if (!rules_equal(&game->position->rules, &engine->rules))
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a game of %s, but the engine plays %s",
                         rules_format(&game->position->rules, theirs), rules_format(&engine->rules, ours));
    if (!(limits->seconds > 0) && !limits->nodes && !limits->depth && !limits->stop && !limits->progress)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "no limit, and nothing that could stop it");
    struct thought t = {game->position, face_work_new(limits)};
    struct engine_limits l = {.seconds = limits->seconds,
                              .nodes = limits->nodes,
                              .depth = limits->depth,
                              .lines = limits->lines,
                              .stop = face_work_stop(t.work)};
    struct report *r = mem_zero(1, sizeof *r);
    engine_think(engine->engine, game->position, &l, limits->progress ? tell : NULL, &t, r);
    copy_report(game->position, r, out);
    free(r);
    free(t.work);
    return face_fine(error);
}
