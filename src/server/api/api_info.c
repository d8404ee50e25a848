/* What the program is and can: /info. */
#include "connect/board/rules.h"
#include "play/level.h"
#include "server/api/api.h"
#include "server/api/formats.h"
#include "server/api/players.h"
#include "server/api/state.h"
#include "json/game.h"
#include "json/limits.h"

static json_t *presets_json(void)
{
    json_t *list = json_array();
    for (const struct rules_name *n = rules_names; n->name; n++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:o}", "name", n->name, "about", n->about, "rules",
                                              game_rules_json(&n->rules)));
    return list;
}

static json_t *levels_json(void)
{
    json_t *list = json_array();
    for (const struct level *v = levels; v->name; v++)
        json_array_append_new(
            list, json_pack("{s:i, s:s, s:s}", "level", v->number, "name", v->name, "about", v->about));
    return list;
}

static void put_transport_limits(const struct transport_limits *l, json_t *out)
{
#define PUT(name, value, meaning) json_object_set_new(out, #name, json_integer(l->name));
    TRANSPORT_LIMITS(PUT)
#undef PUT
}

/* The most that the engine of an analysis may have. */
static json_t *engine_json(const struct server *s)
{
    struct pool_share share = pool_share(s->pool);
    return json_pack("{s:i, s:i}", "threads", share.threads, "hash", (int)(share.hash_bytes >> 20));
}

void api_info(struct server *s, struct request *q, struct reply *r)
{
    (void)q;
    json_t *limits = json_object(), *bounds = json_object();
    for (const struct limit *l = bounds_table; l->name; l++)
        json_object_set_new(bounds, l->name, json_integer(l->value));
    for (const struct limit *l = limits_table; l->name; l++)
        json_object_set_new(limits, l->name, json_integer(l->value));
    put_transport_limits(&s->limits, limits);
    reply_json(r, 200,
               json_pack("{s:s, s:s, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name", "hexad",
                         "version", HEXAD_VERSION, "read_only", s->read_only, "engine", engine_json(s),
                         "presets", presets_json(), "games", players_games_json(), "players", players_json(),
                         "levels", levels_json(), "formats", formats_json(), "limits", limits, "bounds",
                         bounds));
}
