/* The turn that a player would make: /move. */
#include <stdlib.h>
#include <string.h>

#include "agent/agent.h"
#include "base/clock.h"
#include "base/mem.h"
#include "engine/level.h"
#include "engine/openings.h"
#include "server/api.h"
#include "server/ask.h"
#include "server/fields.h"
#include "server/game_json.h"
#include "server/limits.h"
#include "server/players.h"
#include "server/state.h"

#define USUAL_SECONDS 5.0

struct move {
    struct ask ask;
    struct pool *pool;
    struct position *position;
    char *player;
    int64_t level, seed;
    double seconds;

    struct squares turn;
    uint64_t nodes;
    double took, chance;
    int value, mate, likely;
    bool ok, judged;
    struct err err;
};

static void by_agent(struct move *m)
{
    struct agent *a = agent_new(m->player, &m->position->rules, (uint64_t)m->seed, &m->err);
    m->ok = a != NULL;
    if (!a)
        return;
    struct threats *t = threats_new(m->position);
    struct budget b = {.seconds = m->seconds, .stop = &m->ask.stop};
    m->turn = agent_choose(a, t, &b);
    m->nodes = a->work.nodes;
    threats_free(t);
    agent_free(a);
}

/* An opening that the level knows, or what the level makes of a search. */
static void by_engine(struct move *m, struct desk *d)
{
    const struct level *level = level_of((int)m->level);
    struct rng rng;
    rng_seed(&rng, (uint64_t)m->seed ^ position_key(m->position));
    m->ok = true;
    if (level->openings && openings_turn(m->position, rng_next(&rng), &m->turn))
        return;
    int threads = level->number == LEVEL_FULL ? pool_width(m->pool) : 1;
    struct engine *engine = desk_engine(d, &m->position->rules, threads, &m->err);
    m->ok = engine != NULL;
    if (!engine)
        return;
    if (level->number != LEVEL_FULL)
        engine_clear(engine); /* so that the same seed gives the same turn */
    struct engine_limits limits = {.seconds = m->seconds, .stop = &m->ask.stop};
    level_narrow(level, &limits);
    struct engine_report *report = mem_zero(1, sizeof *report);
    engine_think(engine, m->position, &limits, NULL, NULL, report);
    m->turn = level_choose(level, m->position, report, &rng);
    m->nodes = report->nodes;
    m->judged = report->n > 0;
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

static void work(struct ask *a, struct desk *d, struct reply *r)
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
        reply_fail(r, FAULT_BAD_REQUEST, "'player': %s", m->err.text);
}

static void move_free(struct ask *a)
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
    bool ok = field_text(q->json, "player", &player, e) &&
              field_number(q->json, "seconds", 0.001, LIMIT_MOVE_SECONDS, &m->seconds, e) &&
              field_whole(q->json, "seed", 0, INT64_MAX, &m->seed, e) &&
              field_whole(q->json, "level", LEVEL_LEAST, LEVEL_FULL, &m->level, e) &&
              (strcmp(player, PLAYERS_ENGINE) == 0 || players_allow(player, e)) &&
              game_of_request(q->json, true, &p, e);
    m->position = ok ? p : NULL;
    m->player = mem_strdup(player);
    return ok;
}

void api_move(struct server *s, struct request *q, struct reply *r)
{
    struct move *m = mem_zero(1, sizeof *m);
    m->ask.work = work;
    m->ask.free = move_free;
    m->pool = s->pool;
    if (read_move(q, m, &m->err)) {
        ask_start(s, &m->ask, q, r);
    } else {
        reply_fail(r, FAULT_BAD_REQUEST, "%s", m->err.text);
        move_free(&m->ask);
    }
}
