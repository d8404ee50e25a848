/* Games between people as JSON: for those who look, and as they are kept; see duel.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/duels/duel.h"
#include "store/store.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"

enum { MOST_SECONDS = 30 * 24 * 3600, MOST_PERIODS = 100 };
#define MOST_MS ((int64_t)1 << 50) /* of any time that a file may have */

static json_t *seconds(int64_t ms)
{
    return json_real((double)ms / 1000.0);
}

/* ---- What clocks are ---- */

static bool read_ms(const json_t *o, const char *name, int64_t *out, struct err *e)
{
    double s = 0;
    if (!field_number(o, name, 0, MOST_SECONDS, &s, e))
        return false;
    *out = (int64_t)(s * 1000 + 0.5);
    return true;
}

static bool read_one(const json_t *o, struct timing_rules *out, struct err *e)
{
    int64_t periods = 0;
    *out = (struct timing_rules){0, 0, 0, 0};
    if (!o || json_is_null(o))
        return true;
    if (!json_is_object(o))
        return err_set(e, "'clock' is %s, must be an object", field_type(o));
    if (!field_only(o, "main increment periods period", e) || !read_ms(o, "main", &out->main, e) ||
        !read_ms(o, "increment", &out->increment, e) || !read_ms(o, "period", &out->period, e) ||
        !field_whole(o, "periods", 0, MOST_PERIODS, &periods, e))
        return err_prefix(e, "'clock'");
    out->periods = (int)periods;
    if ((out->periods > 0) != (out->period > 0))
        return err_set(e, "'clock': byo-yomi has 'periods' of a 'period' of seconds, or neither");
    return timing_runs(out) || err_set(e, "'clock' has no time");
}

bool duel_clock_read(const json_t *clock, struct timing_rules out[2], struct err *e)
{
    const json_t *black = json_object_get(clock, "black"), *white = json_object_get(clock, "white");
    if (black || white)
        return field_only(clock, "black white", e) && read_one(black, &out[BLACK], e) &&
               read_one(white, &out[WHITE], e);
    if (!read_one(clock, &out[BLACK], e))
        return false;
    out[WHITE] = out[BLACK];
    return true;
}

static json_t *rules_json(const struct timing_rules *r)
{
    if (!timing_runs(r))
        return json_null();
    return json_pack("{s:o, s:o, s:i, s:o}", "main", seconds(r->main), "increment", seconds(r->increment),
                     "periods", r->periods, "period", seconds(r->period));
}

static json_t *clock_json(const struct duel *d)
{
    if (!timing_runs(&d->seat[BLACK].rules) && !timing_runs(&d->seat[WHITE].rules))
        return json_null();
    return json_pack("{s:o, s:o}", "black", rules_json(&d->seat[BLACK].rules), "white",
                     rules_json(&d->seat[WHITE].rules));
}

/* ---- For those who look ---- */

static json_t *moves_json(const struct duel *d)
{
    json_t *list = json_array();
    for (const char *at = buf_str(&d->moves); *at;) {
        size_t n = strcspn(at, " ");
        json_array_append_new(list, json_stringn(at, n));
        at += n + (at[n] == ' ');
    }
    return list;
}

static json_t *player_json(const struct duel *d, enum side s, const bool here[2])
{
    if (!d->seat[s].name)
        return json_null();
    json_t *j = json_pack("{s:s}", "name", d->seat[s].name);
    if (here)
        json_object_set_new(j, "here", json_boolean(here[s]));
    return j;
}

static json_t *left_json(const struct duel *d, enum side s, int64_t now)
{
    const struct duel_seat *x = &d->seat[s];
    bool moves = s == d->to_move;
    int periods;
    if (!timing_runs(&x->rules))
        return json_null();
    int64_t used = moves ? duel_used(d, now) : 0, shown = timing_shown(&x->rules, &x->left, used, &periods);
    return json_pack("{s:o, s:i, s:b, s:b}", "seconds", seconds(shown), "periods", periods, "main",
                     used < x->left.left, "runs", moves && d->since >= 0);
}

static json_t *result_json(const struct duel *d)
{
    if (d->state != DUEL_OVER)
        return json_null();
    return json_pack("{s:s, s:s, s:s}", "outcome", game_outcome(d->outcome), "how", duel_ends[d->end], "text",
                     d->ending);
}

static json_t *offers_json(const struct duel *d)
{
    json_t *o = json_object();
    for (int i = 0; i < OFFERS; i++)
        if (d->offered[i] >= 0)
            json_object_set_new(o, duel_offers[i], json_string(game_side((enum side)d->offered[i])));
    return o;
}

static json_t *date_json(int64_t ms)
{
    struct buf b = BUF_EMPTY;
    store_put_time(&b, ms);
    json_t *j = json_string(buf_str(&b));
    buf_free(&b);
    return j;
}

static const char *to_move(const struct duel *d)
{
    return d->state == DUEL_OVER ? NULL : game_side(d->to_move);
}

json_t *duel_json(const struct duel *d, int64_t now, const bool here[2], int watchers)
{
    return json_pack(
        "{s:s, s:s, s:o, s:o, s:i, s:s?, s:{s:o, s:o}, s:i, s:o, s:{s:o, s:o}, s:o, s:o, s:s?, s:o, s:o}",
        "id", d->id, "state", duel_states[d->state], "game", json_loads(d->start, 0, NULL), "moves",
        moves_json(d), "plies", d->plies, "to_move", to_move(d), "players", "black",
        player_json(d, BLACK, here), "white", player_json(d, WHITE, here), "watchers", watchers, "clock",
        clock_json(d), "left", "black", left_json(d, BLACK, now), "white", left_json(d, WHITE, now), "result",
        result_json(d), "offers", offers_json(d), "next", *d->next ? d->next : NULL, "made",
        date_json(d->made), "touched", date_json(d->touched));
}

json_t *duel_line(const struct duel *d)
{
    json_t *start = json_loads(d->start, 0, NULL), *rules = json_incref(json_object_get(start, "rules"));
    json_decref(start);
    return json_pack("{s:s, s:s, s:o, s:i, s:s?, s:{s:o, s:o}, s:o, s:b, s:s?, s:o}", "id", d->id, "state",
                     duel_states[d->state], "rules", rules, "plies", d->plies, "to_move", to_move(d),
                     "players", "black", player_json(d, BLACK, NULL), "white", player_json(d, WHITE, NULL),
                     "result", result_json(d), "clocked",
                     timing_runs(&d->seat[BLACK].rules) || timing_runs(&d->seat[WHITE].rules), "next",
                     *d->next ? d->next : NULL, "touched", date_json(d->touched));
}

/* ---- As it is kept ---- */

static json_t *seat_keep(const struct duel_seat *s)
{
    return json_pack("{s:s*, s:s, s:[I,I,I,i], s:[I,i]}", "name", s->name, "key", s->key, "rules",
                     (json_int_t)s->rules.main, (json_int_t)s->rules.increment, (json_int_t)s->rules.period,
                     s->rules.periods, "left", (json_int_t)s->left.left, s->left.periods);
}

char *duel_keep(const struct duel *d)
{
    json_t *offered = json_array();
    for (int i = 0; i < OFFERS; i++)
        json_array_append_new(offered, json_integer(d->offered[i]));
    json_t *j = json_pack("{s:s, s:s, s:i, s:i, s:i, s:o, s:o, s:o, s:i, s:i, s:s, s:s}", "start", d->start,
                          "moves", buf_str(&d->moves), "plies", d->plies, "to_move", (int)d->to_move, "state",
                          (int)d->state, "black", seat_keep(&d->seat[BLACK]), "white",
                          seat_keep(&d->seat[WHITE]), "offered", offered, "end", (int)d->end, "outcome",
                          (int)d->outcome, "ending", d->ending, "next", d->next);
    char *text = json_dumps(j, JSON_COMPACT);
    json_decref(j);
    return text;
}

static bool within(json_int_t x, json_int_t least, json_int_t most)
{
    return x >= least && x <= most;
}

static bool seat_restore(const json_t *j, struct duel_seat *out)
{
    const char *name = NULL, *key = "";
    json_int_t main, increment, period, left;
    int periods, still;
    if (json_unpack((json_t *)j, "{s?s, s:s, s:[I,I,I,i], s:[I,i]}", "name", &name, "key", &key, "rules",
                    &main, &increment, &period, &periods, "left", &left, &still) != 0)
        return false;
    if (!within(main, 0, MOST_MS) || !within(increment, 0, MOST_MS) || !within(period, 0, MOST_MS) ||
        !within(periods, 0, period ? MOST_PERIODS : 0) || !within(left, 0, MOST_MS) ||
        !within(still, 0, periods) || strlen(key) >= sizeof out->key)
        return false;
    strcpy(out->key, key);
    out->rules = (struct timing_rules){main, increment, period, periods};
    out->left = (struct timing){left, still};
    if (name)
        out->name = mem_strdup(name);
    return true;
}

static bool offers_restore(const json_t *list, struct duel *d)
{
    for (size_t i = 0; i < OFFERS; i++) {
        json_int_t by = json_integer_value(json_array_get(list, i));
        if (!within(by, -1, WHITE))
            return false;
        d->offered[i] = (int8_t)by;
    }
    return true;
}

static bool copy_text(char *out, size_t room, const char *text)
{
    return snprintf(out, room, "%s", text) < (int)room;
}

static bool restore(const json_t *j, struct duel *d)
{
    const char *start, *moves, *ending, *next;
    int to_move_, state, end, outcome;
    json_t *black, *white, *offered;
    if (json_unpack((json_t *)j, "{s:s, s:s, s:i, s:i, s:i, s:o, s:o, s:o, s:i, s:i, s:s, s:s}", "start",
                    &start, "moves", &moves, "plies", &d->plies, "to_move", &to_move_, "state", &state,
                    "black", &black, "white", &white, "offered", &offered, "end", &end, "outcome", &outcome,
                    "ending", &ending, "next", &next) != 0)
        return false;
    d->start = mem_strdup(start);
    buf_text(&d->moves, moves);
    d->to_move = (enum side)to_move_;
    d->state = (enum duel_state)state;
    d->end = (enum duel_end)end;
    d->outcome = (enum outcome)outcome;
    bool fine = within(to_move_, BLACK, WHITE) && within(state, DUEL_WAITS, DUEL_OVER) &&
                within(end, 0, ENDS - 1) && within(outcome, OUTCOME_OPEN, OUTCOME_DRAW) &&
                within(d->plies, 0, INT32_MAX) && copy_text(d->ending, sizeof d->ending, ending) &&
                copy_text(d->next, sizeof d->next, next) && seat_restore(black, &d->seat[BLACK]) &&
                seat_restore(white, &d->seat[WHITE]) && offers_restore(offered, d);
    bool both = d->seat[BLACK].name && d->seat[WHITE].name, one = d->seat[BLACK].name || d->seat[WHITE].name;
    json_t *game = json_loads(d->start, 0, NULL);
    fine = fine && json_object_get(game, "rules");
    json_decref(game);
    return fine && (d->state == DUEL_WAITS ? one && !both : both);
}

struct duel *duel_restore(const char *id, const char *body, size_t len)
{
    struct duel *d = mem_zero(1, sizeof *d);
    json_t *j = json_loadb(body, len, 0, NULL);
    d->since = -1;
    bool fine = copy_text(d->id, sizeof d->id, id) && j && restore(j, d);
    json_decref(j);
    if (fine)
        return d;
    duel_free(d);
    return NULL;
}
