/* What the program is and can: /info. */
#include "board/rules.h"
#include "engine/level.h"
#include "server/api.h"
#include "server/formats.h"
#include "server/game_json.h"
#include "server/limits.h"
#include "server/players.h"
#include "server/state.h"

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

void api_info(struct server *s, struct request *q, struct reply *r)
{
    (void)q;
    json_t *limits = json_object();
    for (const struct limit *l = limits_table; l->name; l++)
        json_object_set_new(limits, l->name, json_integer(l->value));
    put_transport_limits(&s->limits, limits);
    reply_json(r, 200,
               json_pack("{s:s, s:s, s:b, s:o, s:o, s:o, s:o, s:o}", "name", "hexad", "version",
                         HEXAD_VERSION, "read_only", s->read_only, "presets", presets_json(), "players",
                         players_json(), "levels", levels_json(), "formats", formats_json(), "limits",
                         limits));
}
