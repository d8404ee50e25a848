/* Threats, forcing wins and exact values in JSON; see searches.h. */
#include "json/searches.h"

#include "json/game.h"

/* ---- threats ---- */

static bool is_late(const struct deadline *until)
{
    return until && deadline_over(until);
}

/* The squares of a segment, in order. */
static json_t *segment_json(const struct threats *t, int id)
{
    const struct segment *g = &t->segments->segment[id];
    square s[RULES_MAX_K], empty[RULES_MAX_K];
    int k = t->position->rules.k, n = threats_segment_empties(t, id, empty);
    for (int i = 0; i < k; i++)
        s[i] = (square)(g->start + i * direction_step[g->direction]);
    return json_pack("{s:o, s:o}", "squares", game_squares_json(s, k), "empty", game_squares_json(empty, n));
}

static json_t *segments_json(const struct threats *t, enum side owner, size_t most,
                             const struct deadline *until)
{
    json_t *list = json_array();
    for (int i = 0; i < t->threat[owner].n && (size_t)i < most && !is_late(until); i++)
        json_array_append_new(list, segment_json(t, t->threat[owner].id[i]));
    return list;
}

/* The empty squares of all threat segments, each once. */
static json_t *threat_squares(const struct threats *t, enum side owner)
{
    json_t *list = json_array();
    bool seen[SQUARE_CELLS] = {false};
    for (int i = 0; i < t->threat[owner].n; i++) {
        square empty[RULES_MAX_K];
        int n = threats_segment_empties(t, t->threat[owner].id[i], empty);
        for (int j = 0; j < n; j++) {
            char text[SQUARE_TEXT];
            if (!seen[empty[j]])
                json_array_append_new(list, json_string(square_format(empty[j], text)));
            seen[empty[j]] = true;
        }
    }
    return list;
}

/* Segments of this side alone, by how many of its stones they have. */
static json_t *by_stones_json(const struct threats *t, enum side owner)
{
    json_t *list = json_array();
    for (int c = 0; c <= t->position->rules.k; c++)
        json_array_append_new(list, json_integer(threats_segments(t, owner, c)));
    return list;
}

/* Lines with threats, or that get one by the stones of a turn: dead, live and highly potential, counted by how many stones they have. */
static json_t *lines_json(struct threats *t, enum side owner, const struct deadline *until)
{
    const struct rules *r = &t->position->rules;
    json_t *list = json_array();
    for (int id = 1; id < t->segments->lines && !is_late(until); id++) {
        struct line_value v = threats_line(t, owner, id);
        if (!line_is_near(r, v) && !line_is_threat(v))
            continue;
        const struct line *l = &t->segments->line[id];
        square ends[2] = {l->start, (square)(l->start + (l->length - 1) * direction_step[l->direction])};
        int delta = rules_delta(r);
        json_array_append_new(list, json_pack("{s:o, s:i, s:o, s:b}", "line", game_squares_json(ends, 2),
                                              "dead", delta - v.one, "live",
                                              v.two == LINE_NEVER ? json_null() : json_integer(delta - v.two),
                                              "hp", line_is_hp(r, v)));
    }
    return list;
}

static json_t *side_json(struct threats *t, enum side owner, size_t most, const struct deadline *until)
{
    bool exact;
    int number = threats_number_exact(t, owner, &exact);
    struct hp_count hp = threats_hp(t, owner);
    struct square_sets d = SQUARE_SETS_EMPTY;
    json_t *defences = json_array();
    threats_defences(t, owner, t->position->rules.p, most, &d);
    for (size_t i = 0; i < d.count; i++)
        json_array_append_new(defences,
                              json_pack("{s:o, s:b}", "squares", game_squares_json(d.set[i].s, d.set[i].n),
                                        "relaxed", d.set[i].n > number));
    json_t *j = json_pack("{s:i, s:b, s:o, s:o, s:i, s:o, s:o, s:b, s:o, s:i, s:i}", "number", number,
                          "exact", exact, "squares", threat_squares(t, owner), "segments",
                          segments_json(t, owner, most, until), "segments_all", t->threat[owner].n,
                          "by_stones", by_stones_json(t, owner), "defences", defences, "defences_cut", d.cut,
                          "lines", lines_json(t, owner, until), "hp", hp.hp, "hp3", hp.hp3);
    square_sets_free(&d);
    return j;
}

/* The critical defences of the side to move, with the stones that it has left in this turn. */
static json_t *defences_json(struct threats *t, size_t most, bool *cut)
{
    const struct position *p = t->position;
    struct square_sets d = SQUARE_SETS_EMPTY;
    json_t *list = json_array();
    enum side other = side_other(p->to_move);
    if (p->outcome == OUTCOME_OPEN && threats_number(t, other) > 0)
        threats_defences(t, other, position_turn_length(p), most, &d);
    for (size_t i = 0; i < d.count; i++)
        json_array_append_new(list, game_squares_json(d.set[i].s, d.set[i].n));
    *cut = d.cut;
    square_sets_free(&d);
    return list;
}

json_t *threats_json(struct threats *t, size_t most, const struct deadline *until)
{
    struct squares win = threats_winning_squares(t);
    if (t->position->outcome != OUTCOME_OPEN)
        win.n = 0;
    bool cut;
    json_t *defences = defences_json(t, most, &cut);
    return json_pack("{s:o, s:o, s:b, s:o, s:o}", "winning", game_squares_json(win.s, win.n), "defences",
                     defences, "defences_cut", cut, "black", side_json(t, BLACK, most, until), "white",
                     side_json(t, WHITE, most, until));
}

/* ---- searches ---- */

const char *forcing_kind_word(enum forcing_kind k)
{
    static const char *const words[] = {"vcdt", "vcst", "vct"};
    return words[k];
}

json_t *forcing_json(const struct forcing_result *r, enum side side, double seconds)
{
    static const char *const words[] = {
        [FORCING_WIN] = "win", [FORCING_NONE] = "none", [FORCING_CUT] = "unknown"};
    bool win = r->answer == FORCING_WIN;
    json_t *j = json_pack("{s:s, s:s, s:o, s:o, s:i, s:I, s:f}", "answer", words[r->answer], "side",
                          game_side(side), "turn", game_squares_json(r->turn.s, win ? r->turn.n : 0), "line",
                          game_squares_json(r->line, win ? r->n : 0), "depth", win ? r->depth : 0, "nodes",
                          (json_int_t)r->nodes, "seconds", seconds);
    if (win)
        json_object_set_new(j, "kind", json_string(forcing_kind_word(r->kind)));
    return j;
}

const char *exact_word(int lower, int upper)
{
    return lower != upper ? "unknown" : lower > 0 ? "win" : lower < 0 ? "loss" : "draw";
}

json_t *exact_json(const struct exact_result *r, double seconds)
{
    return json_pack("{s:s, s:s, s:s, s:o, s:I, s:f}", "value", exact_word(r->lower, r->upper), "least",
                     exact_word(r->lower, r->lower), "most", exact_word(r->upper, r->upper), "turn",
                     game_squares_json(r->turn.s, r->turn.n), "nodes", (json_int_t)r->nodes, "seconds",
                     seconds);
}
