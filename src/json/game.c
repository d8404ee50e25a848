/* Games, positions and squares in JSON; see game.h. */
#include "json/game.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "connect/game/connect.h"
#include "connect/record/walk.h"
#include "play/opening_names.h"
#include "json/fields.h"

const char *game_side(enum side s)
{
    return s == BLACK ? "black" : "white";
}

const char *game_outcome(enum outcome o)
{
    static const char *const names[] = {"open", "black", "white", "draw"};
    return names[o];
}

json_t *game_rules_json(const struct rules *r)
{
    json_t *list = json_pack("[i,i,i,i,i]", r->m, r->n, r->k, r->p, r->q);
    if (r->exact)
        json_array_append_new(list, json_string("exact"));
    return list;
}

json_t *game_squares_json(const square *s, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        char text[SQUARE_TEXT];
        json_array_append_new(list, json_string(square_format(s[i], text)));
    }
    return list;
}

json_t *game_stones_json(const struct position *p, enum cell what)
{
    json_t *list = json_array();
    char text[SQUARE_TEXT];
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] == what)
            json_array_append_new(list, json_string(square_format(s, text)));
    return list;
}

static json_t *played_json(const struct position *p)
{
    json_t *list = json_array();
    char text[SQUARE_TEXT];
    for (int i = 0; i < p->plies; i++)
        if (p->ply[i].at != SQUARE_NONE)
            json_array_append_new(list, json_string(square_format(p->ply[i].at, text)));
    return list;
}

void game_put_opening(json_t *o, const struct position *p)
{
    int stones;
    const struct opening_name *found = opening_name_of(p, &stones);
    if (!found)
        return;
    json_t *j = json_pack("{s:s, s:i}", "name", found->name, "stones", stones);
    if (found->also)
        json_object_set_new(j, "also", json_string(found->also));
    json_object_set_new(o, "opening", j);
}

json_t *game_position_json(const struct position *p)
{
    square row[RULES_MAX_SIDE];
    int n = position_win_row(p, row);
    json_t *j = json_pack(
        "{s:o, s:s, s:i, s:s, s:o, s:i, s:o, s:o, s:o}", "rules", game_rules_json(&p->rules), "to_move",
        game_side(p->to_move), "left", p->outcome == OUTCOME_OPEN ? position_turn_length(p) : 0, "outcome",
        game_outcome(p->outcome), "win_row", game_squares_json(row, n), "stones", p->stones, "black",
        game_stones_json(p, CELL_BLACK), "white", game_stones_json(p, CELL_WHITE), "played", played_json(p));
    game_put_opening(j, p);
    return j;
}

static json_t *move_json(const struct game *g, game_move m)
{
    char text[GAME_MOVE_TEXT];
    return json_string(g->kind->format(g, GAME_PEOPLE, m, text));
}

json_t *game_moves_json(const struct game *g, const game_move *m, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(list, move_json(g, m[i]));
    return list;
}

static json_t *moves_json(const struct game *g)
{
    json_t *list = json_array();
    for (int i = 0; i < game_plies(g); i++) {
        enum side side;
        game_move m = g->kind->ply(g, i, &side);
        json_array_append_new(list,
                              json_pack("{s:s, s:o}", "side", game_side(side), "move", move_json(g, m)));
    }
    return list;
}

json_t *game_json(const struct game *g)
{
    struct game_rules r;
    int columns, rows;
    game_move *at = mem_alloc(GAME_MOVES_MOST * sizeof *at);
    uint8_t *who = mem_alloc(GAME_MOVES_MOST);
    struct buf state = BUF_EMPTY;
    g->kind->rules(g, &r);
    g->kind->size(g, &columns, &rows);
    game_describe(g, &state);
    json_t *setup[2] = {json_array(), json_array()};
    int n = g->kind->setup(g, at, who);
    for (int i = 0; i < n; i++)
        json_array_append_new(setup[who[i]], move_json(g, at[i]));
    int legal = g->kind->moves(g, at);
    json_t *j =
        json_pack("{s:s, s:s, s:i, s:i, s:s, s:s, s:s, s:i, s:{s:o, s:o}, s:o}", "kind", g->kind->name,
                  "game", r.text, "columns", columns, "rows", rows, "to_move", game_side(game_to_move(g)),
                  "outcome", game_outcome(game_state(g)), "state", buf_str(&state), "legal", legal, "setup",
                  "black", setup[BLACK], "white", setup[WHITE], "moves", moves_json(g));
    if (connect_threats(g))
        json_object_update_new(j, game_position_json(connect_threats(g)->position));
    free(at);
    free(who);
    buf_free(&state);
    return j;
}

bool game_side_field(const json_t *o, const char *name, enum side *out, struct err *e)
{
    const char *text = NULL;
    if (!field_text(o, name, &text, e))
        return false;
    if (!text)
        return true;
    if (strcmp(text, "black") != 0 && strcmp(text, "white") != 0) {
        char quote[TEXT_QUOTE];
        return err_set(e, "'%s' is '%s', must be black or white", name,
                       text_quote(text, strlen(text), quote));
    }
    *out = text[0] == 'b' ? BLACK : WHITE;
    return true;
}

bool game_rules(const json_t *o, struct rules *out, struct err *e)
{
    const json_t *v = field_need(o, "rules", e);
    if (!v)
        return false;
    if (json_is_string(v))
        return rules_parse(json_string_value(v), out, e) || err_prefix(e, "'rules'");
    int *number[5] = {&out->m, &out->n, &out->k, &out->p, &out->q};
    const char *shape =
        "'rules' must be five whole numbers [m,n,k,p,q], in exact games followed by \"exact\"";
    const char *word = json_string_value(json_array_get(v, 5));
    out->exact = word && strcmp(word, "exact") == 0;
    if (!json_is_array(v) || json_array_size(v) != (out->exact ? 6 : 5))
        return err_set(e, "%s", shape);
    for (size_t i = 0; i < 5; i++) {
        const json_t *x = json_array_get(v, i);
        if (!json_is_integer(x))
            return err_set(e, "%s", shape);
        json_int_t n = json_integer_value(x);
        *number[i] = n < -1000000 ? -1000000 : n > 1000000 ? 1000000 : (int)n;
    }
    return rules_check(out, e) || err_prefix(e, "'rules'");
}

/* Reads one square of a list. */
static bool read_square(const struct rules *r, const json_t *v, square *out, struct err *e)
{
    if (!json_is_string(v))
        return err_set(e, "is %s, must be a square such as \"j10\"", field_type(v));
    return square_parse(r, json_string_value(v), NULL, out, e);
}

static bool setup_list(const struct rules *r, const json_t *o, const char *name, enum cell what,
                       struct game_setup *out, struct err *e)
{
    const json_t *list = json_object_get(o, name);
    if (!list || json_is_null(list))
        return true;
    if (!json_is_array(list))
        return err_set(e, "'%s' is %s, must be an array of squares", name, field_type(list));
    size_t n = json_array_size(list);
    if (n > (size_t)(r->m * r->n))
        return err_set(e, "'%s' has %zu squares, the board %d", name, n, r->m * r->n);
    out->stones = mem_resize(out->stones, out->count + n + 1, sizeof *out->stones);
    for (size_t i = 0; i < n; i++) {
        square s;
        if (!read_square(r, json_array_get(list, i), &s, e))
            return err_prefix(e, "'%s', square %zu", name, i + 1);
        out->stones[out->count++] = (struct setup_stone){s, (uint8_t)what};
    }
    return true;
}

bool game_setup_read(const struct rules *r, const json_t *o, struct game_setup *out, struct err *e)
{
    *out = (struct game_setup){NULL, 0, CELL_EMPTY, 0};
    if (!json_is_object(o))
        return err_set(e, "'setup' is %s, must be an object", field_type(o));
    int most = r->p > r->q ? r->p : r->q;
    int64_t left = 0;
    enum side side = BLACK;
    const json_t *named = json_object_get(o, "to_move");
    bool ok = setup_list(r, o, "black", CELL_BLACK, out, e) &&
              setup_list(r, o, "white", CELL_WHITE, out, e) &&
              setup_list(r, o, "empty", CELL_EMPTY, out, e) && game_side_field(o, "to_move", &side, e) &&
              field_whole(o, "left", 1, most, &left, e);
    if (!ok) {
        free(out->stones);
        out->stones = NULL;
        return err_prefix(e, "set-up");
    }
    if (named && !json_is_null(named))
        out->to_move = cell_of(side);
    out->left = (int)left;
    return true;
}

/* The position that a set-up on the empty board gives: the tree knows the rules about who is to move. */
static bool position_of_setup(const struct rules *r, const json_t *o, struct position **out, struct err *e)
{
    struct game_setup setup;
    if (!field_only(o, "black white empty to_move left", e) || !game_setup_read(r, o, &setup, e))
        return false;
    struct record *record = record_new(r);
    node_set_setup(record->root, setup.stones, setup.count, setup.to_move, setup.left);
    bool ok = record_position(record, record->root, out, e);
    record_free(record);
    free(setup.stones);
    return ok;
}

static bool play_stones(const json_t *stones, struct position *p, struct err *e)
{
    if (!stones || json_is_null(stones))
        return true;
    if (!json_is_array(stones))
        return err_set(e, "'stones' is %s, must be an array of squares", field_type(stones));
    for (size_t i = 0; i < json_array_size(stones); i++) {
        square s;
        if (!read_square(&p->rules, json_array_get(stones, i), &s, e) || !position_play(p, s, e))
            return err_prefix(e, "stone %zu", i + 1);
    }
    return true;
}

bool game_position(const json_t *game, struct position **out, struct err *e)
{
    struct rules r;
    if (!json_is_object(game))
        return err_set(e, "'game' is %s, must be an object", field_type(game));
    if (!field_only(game, "rules setup stones", e) || !game_rules(game, &r, e))
        return false;
    const json_t *setup = json_object_get(game, "setup");
    struct position *p = NULL;
    if (setup && !json_is_null(setup)) {
        if (!position_of_setup(&r, setup, &p, e))
            return false;
    } else {
        p = position_new(&r);
    }
    if (!play_stones(json_object_get(game, "stones"), p, e)) {
        position_free(p);
        return false;
    }
    *out = p;
    return true;
}

bool game_of_request(const json_t *request, bool open, struct position **out, struct err *e)
{
    const json_t *game = field_need(request, "game", e);
    *out = NULL;
    if (!game || !game_position(game, out, e))
        return false;
    if (!open || (*out)->outcome == OUTCOME_OPEN)
        return true;
    position_free(*out);
    *out = NULL;
    return err_set(e, "the game is over");
}
