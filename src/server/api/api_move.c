/* The turn that a player would make: /move. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "play/agent/agent.h"
#include "play/chooser.h"
#include "server/api/api.h"
#include "server/api/deferred.h"
#include "server/api/players.h"
#include "server/api/state.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"

#define USUAL_SECONDS 5.0

struct move {
    struct deferred deferred;
    struct pool *pool;
    const struct chooser_book *book;
    struct position *position;
    char *player;
    int64_t level, seed;
    double seconds;

    struct squares turn;
    uint64_t nodes;
    double took, chance;
    int value, mate, likely;
    bool openings; /* known ones may be played */
    bool ok, judged;
    struct err err;
};

static void by_agent(struct move *m)
{
    struct bot *a = agent_new(m->player, &m->position->rules, (uint64_t)m->seed, &m->err);
    m->ok = a != NULL;
    if (!a)
        return;
    struct threats *t = threats_new(m->position);
    struct budget b = {.seconds = m->seconds, .stop = &m->deferred.stop};
    m->turn = agent_choose(a, t, &b);
    m->nodes = a->work.nodes;
    threats_free(t);
    bot_free(a);
}

/* As the engine plays everywhere (play/chooser.h). At full strength its table is kept from move to move; a
 * level begins with an empty one, so that the same seed gives the same turn. */
static void by_engine(struct move *m, struct tools *d)
{
    const struct rules *r = &m->position->rules;
    struct chooser_options o = {
        .level = level_of((int)m->level), .openings = m->openings, .seed = (uint64_t)m->seed};
    o.book = m->openings ? m->book : NULL;
    struct engine *engine = m->level == LEVEL_FULL ? tools_engine(d, r, pool_width(m->pool), 0, &m->err)
                                                   : tools_fresh(d, r, &m->err);
    m->ok = engine != NULL;
    if (!engine)
        return;
    struct chooser_job job = {.limits = {.seconds = m->seconds, .stop = &m->deferred.stop}};
    struct report *report = mem_zero(1, sizeof *report);
    m->turn = chooser_pick(engine, &o, m->position, &job, report);
    m->nodes = report->nodes;
    /* An opening was not thought about. */
    m->judged = report->n > 0 && (report->nodes > 0 || report->line[0].mate != 0);
    if (m->judged) {
        m->value = report->line[0].value;
        m->chance = report->line[0].chance;
        m->mate = report->line[0].mate;
        m->likely = report->line[0].likely;
    }
    free(report);
}

static json_t *move_json(const struct move *m)
{
    json_t *j = json_pack("{s:o, s:I, s:f}", "turn", game_squares_json(m->turn.s, m->turn.n), "nodes",
                          (json_int_t)m->nodes, "seconds", m->took);
    if (m->judged)
        json_object_update_new(j, json_pack("{s:i, s:f, s:i, s:i}", "value", m->value, "chance", m->chance,
                                            "mate", m->mate, "likely", m->likely));
    return j;
}

static void work(struct deferred *a, struct tools *d, struct reply *r)
{
    struct move *m = (struct move *)a;
    double start = clock_now();
    if (strcmp(m->player, PLAYERS_ENGINE) == 0)
        by_engine(m, d);
    else
        by_agent(m);
    m->took = clock_now() - start;
    if (m->ok)
        reply_json(r, 200, move_json(m));
    else
        reply_fail(r, PROBLEM_BAD_REQUEST, "'player': %s", m->err.text);
}

static void move_free(struct deferred *a)
{
    struct move *m = (struct move *)a;
    position_free(m->position);
    free(m->player);
    free(m);
}

static bool read_move(struct request *q, struct move *m, struct err *e)
{
    const char *player = PLAYERS_ENGINE;
    struct position *p;
    m->seconds = USUAL_SECONDS;
    m->level = LEVEL_FULL;
    m->openings = true;
    bool ok = field_text(q->json, "player", &player, e) &&
              field_number(q->json, "seconds", 0.001, LIMIT_MOVE_SECONDS, &m->seconds, e) &&
              field_whole(q->json, "seed", 0, INT64_MAX, &m->seed, e) &&
              field_whole(q->json, "level", LEVEL_LEAST, LEVEL_FULL, &m->level, e) &&
              field_truth(q->json, "openings", &m->openings, e) &&
              (strcmp(player, PLAYERS_ENGINE) == 0 || players_allow(player, e)) &&
              game_of_request(q->json, true, &p, e);
    m->position = ok ? p : NULL;
    m->player = mem_strdup(player);
    return ok;
}

void api_move(struct server *s, struct request *q, struct reply *r)
{
    struct move *m = mem_zero(1, sizeof *m);
    m->deferred.work = work;
    m->deferred.free = move_free;
    m->pool = s->pool;
    m->book = &s->book;
    if (read_move(q, m, &m->err)) {
        deferred_start(s, &m->deferred, q, r);
    } else {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", m->err.text);
        move_free(&m->deferred);
    }
}
