/* Tournaments of players of ours: /tournaments and what is below it. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/game/connect.h"
#include "play/games/games.h"
#include "play/level.h"
#include "server/api/api.h"
#include "server/api/players.h"
#include "server/api/state.h"
#include "server/tournaments/tournaments.h"
#include "json/fields.h"
#include "json/game.h"

#define USUAL_SECONDS 1.0
enum { USUAL_ROUNDS = 5, RANDOM_MOST = 8, OPENING_SECONDS = 2, MEMORY = LIMIT_TOURNAMENT_MEMORY / 2 >> 20 };

static void answer(json_t *j, enum problem f, const struct err *e, struct reply *r)
{
    if (j)
        reply_json(r, 200, j);
    else
        reply_fail(r, f, "%s", e->text);
}

void api_tournaments_get(struct server *s, struct request *q, struct reply *r)
{
    (void)q;
    reply_json(r, 200, tournaments_list(s->tournaments));
}

/* ---- a new one ---- */

/* Of any game: five numbers as an array, or a text. */
static bool read_rules(const json_t *o, struct game_rules *out, struct err *e)
{
    const json_t *v = field_need(o, "rules", e);
    struct rules family;
    if (!v)
        return false;
    if (json_is_string(v))
        return games_parse(json_string_value(v), out, e);
    if (!game_rules(o, &family, e))
        return false;
    *out = connect_game_rules(&family);
    return true;
}

/* Whose tree takes memory: how much is ours to say. */
static bool is_search(const char *spec)
{
    static const char name[] = "mcts";
    size_t n = sizeof name - 1;
    return strncmp(spec, name, n) == 0 && (!spec[n] || spec[n] == ':');
}

/* {"player", "level"} as matches have it. */
static bool read_player(const json_t *o, const struct game_entry *t, struct buf *out, struct err *e)
{
    const char *player = NULL;
    int64_t level = LEVEL_FULL;
    if (!json_is_object(o))
        return err_set(e, "is %s, must be an object", field_type(o));
    if (!field_only(o, "player level", e) || !field_text(o, "player", &player, e) ||
        !field_whole(o, "level", LEVEL_LEAST, LEVEL_FULL, &level, e))
        return false;
    bool family = t == games_table, leveled = json_object_get(o, "level") != NULL;
    if (!player)
        player = family ? PLAYERS_ENGINE : t->analyst ? t->analyst : t->usual;
    if (family && strcmp(player, PLAYERS_ENGINE) == 0) {
        if (level == LEVEL_FULL)
            buf_format(out, "engine=engine:hash=%d", MEMORY);
        else
            buf_format(out, "engine-%d=engine:level=%d,hash=%d", (int)level, (int)level, MEMORY);
        return true;
    }
    if (!players_allow_of(t->players, player, e))
        return false;
    bool ours = t->analyst && strcmp(player, t->analyst) == 0;
    if (leveled && !ours)
        return err_set(e, "'level': '%.60s' has none", player);
    if (ours && level == LEVEL_FULL)
        buf_format(out, "%s=%s:memory=%d", player, player, MEMORY);
    else if (ours)
        buf_format(out, "%s-%d=%s:level=%d,memory=%d", player, (int)level, player, (int)level, MEMORY);
    else if (is_search(player))
        buf_format(out, "%s%smemory=%d", player, strchr(player, ':') ? "," : ":", MEMORY);
    else
        buf_text(out, player);
    return true;
}

static bool read_players(const json_t *o, struct tournament_wish *w, struct err *e)
{
    const json_t *list = field_need(o, "players", e);
    if (!list)
        return false;
    if (!json_is_array(list) || json_array_size(list) < 2 || json_array_size(list) > LIMIT_TOURNAMENT_PLAYERS)
        return err_set(e, "'players' must be an array of 2 to %d players", LIMIT_TOURNAMENT_PLAYERS);
    for (size_t i = 0; i < json_array_size(list); i++) {
        struct buf b = BUF_EMPTY;
        if (!read_player(json_array_get(list, i), games_find(w->rules.kind), &b, e)) {
            buf_free(&b);
            return err_prefix(e, "'players', %zu", i + 1);
        }
        w->player[w->players++] = buf_take(&b);
    }
    return true;
}

void api_tournaments_post(struct server *s, struct request *q, struct reply *r)
{
    const char *name = "";
    struct err e;
    enum problem f = PROBLEM_BAD_REQUEST;
    struct tournament_wish *w = mem_zero(1, sizeof *w);
    w->rounds = USUAL_ROUNDS;
    w->seconds = USUAL_SECONDS;
    w->until = deadline_in(0, OPENING_SECONDS, CPU_THREAD, q->until.stop);
    bool ok = field_text(q->json, "name", &name, &e) && read_rules(q->json, &w->rules, &e) &&
              read_players(q->json, w, &e) &&
              field_whole(q->json, "rounds", 1, LIMIT_TOURNAMENT_GAMES / 2, &w->rounds, &e) &&
              field_whole(q->json, "random", 0, RANDOM_MOST, &w->random, &e) &&
              field_whole(q->json, "seed", 0, INT64_MAX, &w->seed, &e) &&
              field_number(q->json, "seconds", 0.001, LIMIT_TOURNAMENT_SECONDS, &w->seconds, &e) &&
              tournaments_make(s->tournaments, name, w, &f, &e);
    if (ok)
        reply_json(r, 201, json_pack("{s:s}", "name", name));
    else
        reply_fail(r, f, "%s", e.text);
    for (int i = 0; i < w->players; i++)
        free(w->player[i]);
    free(w);
}

/* ---- one of them ---- */

void api_tournament_get(struct server *s, struct request *q, struct reply *r)
{
    enum problem f = PROBLEM_INTERNAL;
    struct err e;
    json_t *j = tournaments_view(s->tournaments, q->name, &f, &e);
    answer(j, f, &e, r);
}

void api_tournament_delete(struct server *s, struct request *q, struct reply *r)
{
    enum problem f;
    struct err e;
    if (tournaments_delete(s->tournaments, q->name, &f, &e))
        r->status = 204;
    else
        reply_fail(r, f, "%s", e.text);
}

void api_tournament_run(struct server *s, struct request *q, struct reply *r)
{
    bool run = true;
    struct err e;
    enum problem f = PROBLEM_BAD_REQUEST;
    if (field_truth(q->json, "run", &run, &e) &&
        tournaments_run(s->tournaments, q->name, run, q->client, &f, &e))
        reply_json(r, 202, json_pack("{s:b}", "run", run));
    else
        reply_fail(r, f, "%s", e.text);
}

void api_tournament_games(struct server *s, struct request *q, struct reply *r)
{
    struct tournament_games w = {.first = -1, .second = -1, .limit = LIMIT_TOURNAMENT_LIST};
    struct err e;
    enum problem f = PROBLEM_BAD_REQUEST;
    json_t *j = NULL;
    if (field_whole(q->json, "first", -1, LIMIT_TOURNAMENT_PLAYERS - 1, &w.first, &e) &&
        field_whole(q->json, "second", -1, LIMIT_TOURNAMENT_PLAYERS - 1, &w.second, &e) &&
        field_whole(q->json, "skip", 0, LIMIT_TOURNAMENT_GAMES, &w.skip, &e) &&
        field_whole(q->json, "limit", 0, LIMIT_TOURNAMENT_LIST, &w.limit, &e))
        j = tournaments_games(s->tournaments, q->name, &w, &q->until, &f, &e);
    answer(j, f, &e, r);
}

void api_tournament_game(struct server *s, struct request *q, struct reply *r)
{
    enum problem f = PROBLEM_INTERNAL;
    struct err e;
    json_t *j = tournaments_game(s->tournaments, q->name, q->id, &q->until, &f, &e);
    answer(j, f, &e, r);
}
