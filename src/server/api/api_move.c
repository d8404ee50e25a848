/* The turn that a player would make: /move. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "play/agent/agent.h"
#include "play/chooser.h"
#include "play/games/games.h"
#include "server/api/api.h"
#include "server/api/deferred.h"
#include "server/api/players.h"
#include "server/api/state.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"

#define USUAL_SECONDS 5.0
enum { PLAYER_MEMORY = 64 }; /* MB of the tree of a player of another game */

struct move {
    struct deferred deferred;
    struct pool *pool;
    const struct chooser_book *book;
    struct game_asked asked;
    char *player;
    int64_t level, seed;
    double seconds;

    struct squares turn;
    uint64_t nodes;
    double took, chance;
    int value, mate, likely;
    bool openings; /* known ones may be played */
    bool ok, judged, resigns;
    struct err err;
};

/* What the player says of its turn. */
static void take_work(struct move *m, const struct bot *b)
{
    m->nodes = b->work.nodes;
    m->judged = b->work.judged;
    m->resigns = b->work.resigns;
    m->chance = m->judged ? b->work.value : 0.5;
    m->value = (int)(200 * (m->chance - 0.5));
}

static void by_agent(struct move *m)
{
    struct bot *a = agent_new(m->player, &m->asked.position->rules, (uint64_t)m->seed, &m->err);
    m->ok = a != NULL;
    if (!a)
        return;
    struct threats *t = threats_new(m->asked.position);
    struct limits l = {.seconds = m->seconds, .stop = &m->deferred.stop};
    m->turn = agent_choose(a, t, &l);
    take_work(m, a);
    threats_free(t);
    bot_free(a);
}

/* As the engine plays everywhere (play/chooser.h). At full strength its table is kept from move to move; a
 * level begins with an empty one, so that the same seed gives the same turn. */
static void by_engine(struct move *m, struct tools *d)
{
    const struct rules *r = &m->asked.position->rules;
    struct chooser_options o = {
        .level = level_of((int)m->level), .openings = m->openings, .seed = (uint64_t)m->seed};
    o.book = m->openings ? m->book : NULL;
    struct engine *engine = m->level == LEVEL_FULL ? tools_engine(d, r, pool_width(m->pool), 0, &m->err)
                                                   : tools_fresh(d, r, &m->err);
    m->ok = engine != NULL;
    if (!engine)
        return;
    struct chooser_job job = {.limits.work = {.seconds = m->seconds, .stop = &m->deferred.stop}};
    struct report *report = mem_zero(1, sizeof *report);
    m->turn = chooser_pick(engine, &o, m->asked.position, &job, report);
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

/* A player of a game outside the Connect family: the usual one, at a level, or the one that was named. */
static void by_player(struct move *m)
{
    const struct game_entry *t = games_find(m->asked.game->kind);
    struct buf spec = BUF_EMPTY;
    if (!*m->player || (t->analyst && strcmp(m->player, t->analyst) == 0))
        buf_format(&spec, "%s:level=%d,memory=%d", t->analyst, (int)m->level, PLAYER_MEMORY);
    else
        buf_text(&spec, m->player);
    struct bot *b = games_player(buf_str(&spec), m->asked.game, (uint64_t)m->seed, &m->err);
    buf_free(&spec);
    m->ok = b != NULL;
    if (!b)
        return;
    struct limits l = {.seconds = m->seconds, .stop = &m->deferred.stop};
    m->turn = bot_choose(b, m->asked.game, &l);
    take_work(m, b);
    bot_free(b);
}

static json_t *move_json(const struct move *m)
{
    json_t *turn = m->asked.game ? game_moves_json(m->asked.game, m->turn.s, m->turn.n)
                                 : game_squares_json(m->turn.s, m->turn.n);
    json_t *j = json_pack("{s:o, s:I, s:f}", "turn", turn, "nodes", (json_int_t)m->nodes, "seconds", m->took);
    if (m->judged)
        json_object_update_new(j, json_pack("{s:i, s:f, s:i, s:i}", "value", m->value, "chance", m->chance,
                                            "mate", m->mate, "likely", m->likely));
    if (m->resigns)
        json_object_set_new(j, "resigns", json_true());
    return j;
}

static void work(struct deferred *a, struct tools *d, struct reply *r)
{
    struct move *m = (struct move *)a;
    double start = clock_now();
    if (m->asked.game)
        by_player(m);
    else if (strcmp(m->player, PLAYERS_ENGINE) == 0)
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
    game_asked_free(&m->asked);
    free(m->player);
    free(m);
}

static bool read_move(struct request *q, struct move *m, struct err *e)
{
    const char *player = NULL;
    m->seconds = USUAL_SECONDS;
    m->level = LEVEL_FULL;
    m->openings = true;
    bool ok = field_text(q->json, "player", &player, e) &&
              field_number(q->json, "seconds", 0.001, LIMIT_MOVE_SECONDS, &m->seconds, e) &&
              field_whole(q->json, "seed", 0, INT64_MAX, &m->seed, e) &&
              field_whole(q->json, "level", LEVEL_LEAST, LEVEL_FULL, &m->level, e) &&
              field_truth(q->json, "openings", &m->openings, e) &&
              game_asked_read(q->json, true, &m->asked, e);
    if (ok && m->asked.game)
        ok = !player || players_allow_of(games_find(m->asked.game->kind)->players, player, e);
    else if (ok && player && strcmp(player, PLAYERS_ENGINE) != 0)
        ok = players_allow(player, e);
    m->player = mem_strdup(player ? player : m->asked.game ? "" : PLAYERS_ENGINE);
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
