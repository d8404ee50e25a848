/* What a position is and what threatens in it: /position and /threats. */
#include "connect/threat/threats.h"
#include "server/api/api.h"
#include "json/fields.h"
#include "json/game.h"

enum { DEFENCES_MOST = 1000, SEGMENTS_MOST = 5000 };

/* The position that is asked about, to be freed; NULL after saying what is wrong. */
static struct position *asked(const struct request *q, struct reply *r)
{
    struct position *p;
    struct err e;
    if (game_of_request(q->json, false, &p, &e))
        return p;
    reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
    return NULL;
}

void api_position(struct server *s, struct request *q, struct reply *r)
{
    (void)s;
    struct position *p = asked(q, r);
    if (!p)
        return;
    reply_json(r, 200, game_position_json(p));
    position_free(p);
}

/* The squares of a segment, in order. */
static json_t *segment_json(const struct threats *t, int id)
{
    const struct segment *g = &t->segments->segment[id];
    square s[RULES_MAX_K];
    int k = t->position->rules.k;
    for (int i = 0; i < k; i++)
        s[i] = (square)(g->start + i * direction_step[g->direction]);
    return game_squares_json(s, k);
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

static json_t *side_json(struct threats *t, enum side owner, const struct deadline *until)
{
    json_t *segments = json_array();
    for (int i = 0; i < t->threat[owner].n && i < SEGMENTS_MOST && !deadline_over(until); i++)
        json_array_append_new(segments, segment_json(t, t->threat[owner].id[i]));
    return json_pack("{s:i, s:o, s:o}", "number", threats_number(t, owner), "squares",
                     threat_squares(t, owner), "segments", segments);
}

/* Dead, live and highly potential threats of the lines, counted by how many stones they have. */
static json_t *lines_json(struct threats *t, enum side owner, const struct deadline *until)
{
    const struct rules *r = &t->position->rules;
    json_t *list = json_array();
    for (int id = 1; id < t->segments->lines && !deadline_over(until); id++) {
        struct line_value v = threats_line(t, owner, id);
        if (!line_is_hp(r, v) && !line_is_threat(v))
            continue;
        const struct line *l = &t->segments->line[id];
        square ends[2] = {l->start, (square)(l->start + (l->length - 1) * direction_step[l->direction])};
        int delta = rules_delta(r);
        json_array_append_new(list, json_pack("{s:o, s:i, s:o, s:b}", "line", game_squares_json(ends, 2),
                                              "dead", delta - v.one, "live",
                                              v.two == LINE_NEVER ? json_null() : json_integer(delta - v.two),
                                              "hp", line_is_hp(r, v)));
    }
    struct hp_count hp = threats_hp(t, owner);
    return json_pack("{s:i, s:i, s:o}", "hp", hp.hp, "hp3", hp.hp3, "lines", list);
}

/* The critical defences of the side to move, with the stones that it has left in this turn. */
static json_t *defences_json(struct threats *t, bool *cut)
{
    const struct position *p = t->position;
    struct square_sets d = SQUARE_SETS_EMPTY;
    json_t *list = json_array();
    enum side other = side_other(p->to_move);
    if (p->outcome == OUTCOME_OPEN && threats_number(t, other) > 0)
        threats_defences(t, other, position_turn_length(p), DEFENCES_MOST, &d);
    for (size_t i = 0; i < d.count; i++)
        json_array_append_new(list, game_squares_json(d.set[i].s, d.set[i].n));
    *cut = d.cut;
    square_sets_free(&d);
    return list;
}

void api_threats(struct server *s, struct request *q, struct reply *r)
{
    (void)s;
    struct position *p = asked(q, r);
    if (!p)
        return;
    struct threats *t = threats_new(p);
    threats_limit(t, &q->until);
    struct squares win = threats_winning_squares(t);
    if (p->outcome != OUTCOME_OPEN)
        win.n = 0;
    bool cut;
    json_t *defences = defences_json(t, &cut);
    json_t *all =
        json_pack("{s:o, s:o, s:o, s:b, s:o, s:{s:o, s:o}}", "black", side_json(t, BLACK, &q->until), "white",
                  side_json(t, WHITE, &q->until), "defences", defences, "defences_cut", cut, "winning",
                  game_squares_json(win.s, win.n), "lines", "black", lines_json(t, BLACK, &q->until), "white",
                  lines_json(t, WHITE, &q->until));
    if (deadline_over(&q->until)) {
        json_decref(all);
        reply_fail(r, PROBLEM_STOPPED, "it took too long, or nobody waits for it any more");
    } else {
        reply_json(r, 200, all);
    }
    threats_free(t);
    position_free(p);
}
