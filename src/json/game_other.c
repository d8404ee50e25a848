/* Games outside the Connect family, as requests have them; see game.h. */
#include <stdlib.h>

#include "base/mem.h"
#include "connect/game/connect.h"
#include "play/games/games.h"
#include "json/fields.h"
#include "json/game.h"

/* The stones of one side of a set-up, behind those that are there. */
static bool lay_list(const struct game *g, const json_t *o, const char *name, enum side side, game_move *at,
                     uint8_t *who, int *n, struct err *e)
{
    const json_t *list = json_object_get(o, name);
    int columns, rows;
    g->kind->size(g, &columns, &rows);
    if (!list || json_is_null(list))
        return true;
    if (!json_is_array(list))
        return err_set(e, "'%s' is %s, must be an array of points", name, field_type(list));
    if (json_array_size(list) + (size_t)*n > (size_t)(columns * rows))
        return err_set(e, "'%s' has %zu points, the board %d", name, json_array_size(list), columns * rows);
    for (size_t i = 0; i < json_array_size(list); i++, (*n)++) {
        const json_t *v = json_array_get(list, i);
        if (!json_is_string(v))
            return err_set(e, "'%s', point %zu: is %s, must be a text", name, i + 1, field_type(v));
        if (!g->kind->read_move(g, GAME_PEOPLE, json_string_value(v), &at[*n], e))
            return err_prefix(e, "'%s', point %zu", name, i + 1);
        who[*n] = (uint8_t)side;
    }
    return true;
}

static bool lay_setup(struct game *g, const json_t *o, struct err *e)
{
    enum side to_move = game_to_move(g);
    int n = 0;
    if (!o || json_is_null(o))
        return true;
    if (!g->kind->lay)
        return err_set(e, "'setup': %s has none", g->kind->name);
    if (!json_is_object(o))
        return err_set(e, "'setup' is %s, must be an object", field_type(o));
    game_move *at = mem_alloc(GAME_MOVES_MOST * sizeof *at);
    uint8_t *who = mem_alloc(GAME_MOVES_MOST);
    bool ok = field_only(o, "black white to_move", e) && game_side_field(o, "to_move", &to_move, e) &&
              lay_list(g, o, "black", BLACK, at, who, &n, e) &&
              lay_list(g, o, "white", WHITE, at, who, &n, e) && g->kind->lay(g, at, who, n, to_move, e);
    free(at);
    free(who);
    return ok || err_prefix(e, "set-up");
}

static bool play_list(struct game *g, const json_t *list, struct err *e)
{
    int most = g->kind->longest ? g->kind->longest(g) : 0;
    if (!list || json_is_null(list))
        return true;
    if (!json_is_array(list))
        return err_set(e, "'stones' is %s, must be an array of points", field_type(list));
    if (most && json_array_size(list) > (size_t)most)
        return err_set(e, "'stones' has %zu moves, a game at most %d", json_array_size(list), most);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *v = json_array_get(list, i);
        if (!json_is_string(v))
            return err_set(e, "stone %zu: is %s, must be a text", i + 1, field_type(v));
        if (!game_play_text(g, GAME_PEOPLE, json_string_value(v), e))
            return err_prefix(e, "stone %zu", i + 1);
    }
    return true;
}

/* The rules of another game, if that is what they are. */
static bool is_other(const json_t *game, struct game_rules *out)
{
    const char *text = json_string_value(json_object_get(game, "rules"));
    for (const struct game_entry *t = games_table + 1; text && t->kind; t++) {
        bool mine;
        t->kind->parse(text, out, &mine, NULL);
        if (mine && *text)
            return true;
    }
    return false;
}

static bool read_other(const json_t *o, bool open, struct game **out, struct err *e)
{
    struct game_rules r;
    if (!field_only(o, "rules setup stones", e))
        return false;
    if (!games_parse(json_string_value(json_object_get(o, "rules")), &r, e))
        return err_prefix(e, "'rules'");
    struct game *g = game_new(&r);
    bool ok = lay_setup(g, json_object_get(o, "setup"), e) && play_list(g, json_object_get(o, "stones"), e);
    if (ok && open && game_state(g) != OUTCOME_OPEN)
        ok = err_set(e, "the game is over");
    if (ok)
        *out = g;
    else
        game_free(g);
    return ok;
}

bool game_asked_read(const json_t *request, bool open, struct game_asked *out, struct err *e)
{
    const json_t *game = json_object_get(request, "game");
    struct game_rules r;
    *out = (struct game_asked){NULL, NULL};
    return is_other(game, &r) ? read_other(game, open, &out->game, e)
                              : game_of_request(request, open, &out->position, e);
}

void game_asked_free(struct game_asked *a)
{
    position_free(a->position);
    if (a->game)
        game_free(a->game);
}
