/* Puzzles in JSON; see puzzle.h. */
#include "json/puzzle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "json/fields.h"
#include "json/game.h"

#define PUZZLE_FIELDS "id kind class game error turns key firsts line themes rating deviation plays source"

static const char *const kind_words[] = {[PUZZLE_WIN] = "win", [PUZZLE_DEFENCE] = "defence"};

const char *puzzle_kind_word(enum puzzle_kind k)
{
    return kind_words[k];
}

/* ---- writing ---- */

/* The stones that were there before the first ply. */
static json_t *setup_json(const struct position *p)
{
    struct position *start = position_copy(p);
    json_t *list[2] = {json_array(), json_array()};
    char text[SQUARE_TEXT];
    while (start->plies)
        position_undo(start);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (start->cell[s] != CELL_EMPTY)
            json_array_append_new(list[start->cell[s] == CELL_WHITE], json_string(square_format(s, text)));
    json_t *j = NULL;
    if (start->stones)
        j = json_pack("{s:O, s:O, s:s, s:i}", "black", list[0], "white", list[1], "to_move",
                      game_side(start->to_move), "left", start->left);
    json_decref(list[0]);
    json_decref(list[1]);
    position_free(start);
    return j;
}

static json_t *position_json(const struct position *p)
{
    json_t *stones = json_array(), *setup = setup_json(p);
    char text[SQUARE_TEXT];
    for (int i = 0; i < p->plies; i++)
        json_array_append_new(stones, json_string(square_format(p->ply[i].at, text)));
    json_t *j = json_pack("{s:o}", "rules", game_rules_json(&p->rules));
    if (setup)
        json_object_set_new(j, "setup", setup);
    json_object_set_new(j, "stones", stones);
    return j;
}

json_t *puzzle_json(const struct puzzle *p)
{
    json_t *themes = json_array();
    char length[16];
    if (p->turns)
        json_array_append_new(themes, json_string(puzzle_length_theme(p, length)));
    for (int i = 0; i < THEMES; i++)
        if (p->themes >> i & 1)
            json_array_append_new(themes, json_string(puzzle_themes[i].word));
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:i, s:o, s:i, s:o, s:o, s:i, s:i, s:i, s:s}", "id", p->id,
                     "kind", kind_words[p->kind], "class", puzzle_classes[p->class], "game",
                     position_json(p->before), "error", game_squares_json(p->error.s, p->error.n), "turns",
                     p->turns, "key", game_squares_json(p->key.s, p->key.n), "firsts", p->firsts, "line",
                     game_squares_json(p->line, p->line_n), "themes", themes, "rating", p->rating,
                     "deviation", p->deviation, "plays", p->plays, "source", p->source);
}

void puzzle_write(const struct puzzle *p, struct buf *out)
{
    json_t *j = puzzle_json(p);
    char *text = json_dumps(j, JSON_COMPACT);
    if (text)
        buf_text(out, text);
    buf_char(out, '\n');
    free(text);
    json_decref(j);
}

/* ---- reading ---- */

static bool word_field(const json_t *o, const char *name, const char *const *words, int n, int *out,
                       struct err *e)
{
    const char *text = NULL;
    if (!field_text(o, name, &text, e))
        return false;
    if (!text)
        return true;
    for (int i = 0; i < n; i++)
        if (strcmp(words[i], text) == 0) {
            *out = i;
            return true;
        }
    char quote[TEXT_QUOTE];
    return err_set(e, "'%s' is '%s', must be %s or %s", name, text_quote(text, strlen(text), quote), words[0],
                   words[1]);
}

bool puzzle_kind_field(const json_t *o, enum puzzle_kind *out, struct err *e)
{
    int kind = (int)*out;
    if (!word_field(o, "kind", kind_words, 2, &kind, e))
        return false;
    *out = (enum puzzle_kind)kind;
    return true;
}

/* A list of squares into room for `most`. */
static bool read_squares(const json_t *o, const struct rules *r, const char *name, int most, square *out,
                         int *n, struct err *e)
{
    const json_t *list = json_object_get(o, name);
    *n = 0;
    if (!list || json_is_null(list))
        return true;
    if (!json_is_array(list))
        return err_set(e, "'%s' is %s, must be an array of squares", name, field_type(list));
    if (json_array_size(list) > (size_t)most)
        return err_set(e, "'%s' has %zu squares, must have at most %d", name, json_array_size(list), most);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *v = json_array_get(list, i);
        if (!json_is_string(v))
            return err_set(e, "'%s', square %zu: is %s, must be a square such as \"j10\"", name, i + 1,
                           field_type(v));
        if (!square_parse(r, json_string_value(v), NULL, &out[i], e))
            return err_prefix(e, "'%s', square %zu", name, i + 1);
    }
    *n = (int)json_array_size(list);
    return true;
}

bool puzzle_squares_field(const json_t *o, const struct rules *r, const char *name, struct squares *out,
                          struct err *e)
{
    return read_squares(o, r, name, RULES_MAX_TURN, out->s, &out->n, e);
}

static bool read_themes(const json_t *j, struct puzzle *p, struct err *e)
{
    const json_t *list = json_object_get(j, "themes");
    if (!list || json_is_null(list))
        return true;
    if (!json_is_array(list))
        return err_set(e, "'themes' is %s, must be an array of texts", field_type(list));
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_array_get(list, i));
        char quote[TEXT_QUOTE];
        if (!word)
            return err_set(e, "'themes', %zu: must be a text", i + 1);
        if (!puzzle_theme_known(word))
            return err_set(e, "'themes': there is no theme '%s'", text_quote(word, strlen(word), quote));
        for (int k = 0; k < THEMES; k++)
            if (strcmp(puzzle_themes[k].word, word) == 0)
                p->themes |= 1u << k;
    }
    return true;
}

static bool read_texts(const json_t *j, struct puzzle *p, struct err *e)
{
    const char *id = NULL, *source = "";
    if (!field_text(j, "id", &id, e) || !field_text(j, "source", &source, e))
        return false;
    if (id && *id && !puzzle_id_good(id))
        return err_set(e, "'id' must be 1 to %d letters, digits, - and _", PUZZLE_ID);
    if (strlen(source) > PUZZLE_SOURCE)
        return err_set(e, "'source' has %zu bytes, must have at most %d", strlen(source), PUZZLE_SOURCE);
    snprintf(p->id, sizeof p->id, "%s", id ? id : "");
    snprintf(p->source, sizeof p->source, "%s", source);
    return true;
}

static bool read_numbers(const json_t *j, struct puzzle *p, struct err *e)
{
    int64_t turns = 0, firsts = 0, rating = RATING_FIRST, deviation = DEVIATION_FIRST, plays = 0;
    if (!field_whole(j, "turns", 0, HUNT_DEPTH, &turns, e) ||
        !field_whole(j, "firsts", 0, 1 << 28, &firsts, e) ||
        !field_whole(j, "rating", -10000, 10000, &rating, e) ||
        !field_whole(j, "deviation", 0, 10000, &deviation, e) ||
        !field_whole(j, "plays", 0, 1 << 30, &plays, e))
        return false;
    p->turns = (int)turns;
    p->firsts = (int)firsts;
    p->rating = (int)rating;
    p->deviation = (int)deviation;
    p->plays = (int)plays;
    return true;
}

/* All but the game. */
static bool read_rest(const json_t *j, struct puzzle *p, struct err *e)
{
    const struct rules *r = &p->before->rules;
    int class = HUNT_DOUBLE;
    if (!word_field(j, "class", puzzle_classes, HUNT_WIDEST + 1, &class, e))
        return false;
    p->class = (enum hunt_class) class;
    if (!hunt_able(r))
        return err_set(e, HUNT_ABLE_TEXT);
    return puzzle_squares_field(j, r, "error", &p->error, e) &&
           puzzle_squares_field(j, r, "key", &p->key, e) &&
           read_squares(j, r, "line", PUZZLE_LINE, p->line, &p->line_n, e) && read_themes(j, p, e) &&
           read_texts(j, p, e) && read_numbers(j, p, e);
}

bool puzzle_of_json(const json_t *j, struct puzzle *out, struct err *e)
{
    *out = (struct puzzle){.kind = PUZZLE_WIN};
    if (!json_is_object(j))
        return err_set(e, "a puzzle is %s, must be an object", field_type(j));
    if (!field_only(j, PUZZLE_FIELDS, e) || !puzzle_kind_field(j, &out->kind, e) ||
        !game_of_request(j, true, &out->before, e))
        return false;
    struct position *at = NULL;
    if (!read_rest(j, out, e) || !(at = puzzle_position(out, e))) {
        puzzle_done(out);
        return false;
    }
    position_free(at);
    return true;
}

bool puzzles_read(const char *text, size_t len, struct puzzles *out, struct err *e)
{
    size_t at = 0;
    for (int line = 1; at < len; line++) {
        const char *end = memchr(text + at, '\n', len - at);
        size_t n = (end ? (size_t)(end - text) : len) - at;
        json_error_t why;
        struct puzzle p;
        if (strspn(text + at, " \t\r") < n) {
            json_t *j = json_loadb(text + at, n, JSON_REJECT_DUPLICATES, &why);
            bool fine = j ? puzzle_of_json(j, &p, e) || err_prefix(e, "line %d", line)
                          : err_set(e, "line %d, column %d: %s", line, why.column, why.text);
            json_decref(j);
            if (fine && out->n >= PUZZLES_MOST) {
                puzzle_done(&p);
                fine = err_set(e, "line %d: more than %d puzzles", line, PUZZLES_MOST);
            }
            if (!fine)
                return false;
            puzzles_add(out, &p);
        }
        at += n + 1;
    }
    return true;
}
