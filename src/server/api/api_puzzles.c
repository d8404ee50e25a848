/* The built-in collection of puzzles: /puzzles, /puzzles/pick, /puzzles/daily. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/puzzle/collection.h"
#include "server/api/api.h"
#include "server/api/query.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"
#include "json/puzzle.h"

enum {
    PICK_AMONG = 24, /* of those nearest in rating */
    DAILY_LEAST = 1100,
    DAILY_MOST = 2000,
    WORD = 64,
};

/* Which puzzles are meant. */
struct wanted {
    bool any_rules, any_kind;
    struct rules rules;
    enum puzzle_kind kind;
    char theme[WORD]; /* "": any */
    int64_t least, most, turns;
};

static bool wanted_is(const struct wanted *w, const struct puzzle *p)
{
    return (w->any_rules || rules_equal(&w->rules, &p->before->rules)) &&
           (w->any_kind || w->kind == p->kind) && (!w->theme[0] || puzzle_has_theme(p, w->theme)) &&
           p->rating >= w->least && p->rating <= w->most && (w->turns == 0 || w->turns == p->turns);
}

/* A whole number of the query. */
static bool query_whole(const char *query, const char *name, int64_t least, int64_t most, int64_t *out,
                        struct err *e)
{
    char text[32], *end;
    if (!query_text(query, name, text, sizeof text))
        return true;
    long long v = strtoll(text, &end, 10);
    if (end == text || *end || v < least || v > most)
        return err_set(e, "'%s' must be a whole number from %lld to %lld", name, (long long)least,
                       (long long)most);
    *out = v;
    return true;
}

static bool set_theme(struct wanted *w, const char *word, struct err *e)
{
    if (strlen(word) >= sizeof w->theme || (*word && !puzzle_theme_known(word)))
        return err_set(e, "'theme': there is no such theme");
    memcpy(w->theme, word, strlen(word) + 1);
    return true;
}

/* What a query asks for. */
static bool wanted_query(const char *query, struct wanted *w, struct err *e)
{
    char text[WORD];
    *w = (struct wanted){.any_rules = true, .any_kind = true, .least = INT64_MIN, .most = INT64_MAX};
    if (query_text(query, "rules", text, sizeof text)) {
        w->any_rules = false;
        if (!rules_parse(text, &w->rules, e))
            return err_prefix(e, "'rules'");
    }
    if (query_text(query, "kind", text, sizeof text)) {
        w->any_kind = false;
        w->kind = strcmp(text, "defence") == 0 ? PUZZLE_DEFENCE : PUZZLE_WIN;
        if (w->kind == PUZZLE_WIN && strcmp(text, "win") != 0)
            return err_set(e, "'kind' must be win or defence");
    }
    if (query_text(query, "theme", text, sizeof text) && !set_theme(w, text, e))
        return false;
    return query_whole(query, "min", -10000, 10000, &w->least, e) &&
           query_whole(query, "max", -10000, 10000, &w->most, e) &&
           query_whole(query, "turns", 1, HUNT_DEPTH, &w->turns, e);
}

void api_puzzles(struct server *s, struct request *q, struct reply *r)
{
    struct wanted w;
    struct err e;
    int64_t limit = LIMIT_LIST, offset = 0, total = 0;
    (void)s;
    if (!wanted_query(q->query, &w, &e) || !query_whole(q->query, "limit", 0, LIMIT_PUZZLES, &limit, &e) ||
        !query_whole(q->query, "offset", 0, INT32_MAX, &offset, &e)) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
        return;
    }
    struct collection c = collection_builtin();
    struct puzzle p;
    json_t *list = json_array();
    while (collection_next(&c, &p)) {
        if (wanted_is(&w, &p)) {
            if (total >= offset && total < offset + limit)
                json_array_append_new(list, puzzle_json(&p));
            total++;
        }
        puzzle_done(&p);
    }
    reply_json(r, 200, json_pack("{s:I, s:o}", "total", (json_int_t)total, "puzzles", list));
}

/* ---- one of them ---- */

/* Of the puzzles that are wanted, one near the rating by the seed; none if all are excepted. */
struct near {
    int n, far[PICK_AMONG];
    struct puzzle at[PICK_AMONG];
};

/* Keeps the nearest. */
static void near_add(struct near *x, struct puzzle *p, int far)
{
    int i = x->n < PICK_AMONG ? x->n++ : PICK_AMONG;
    if (i == PICK_AMONG) {
        if (far >= x->far[PICK_AMONG - 1]) {
            puzzle_done(p);
            return;
        }
        i = PICK_AMONG - 1;
        puzzle_done(&x->at[i]);
    }
    for (; i > 0 && x->far[i - 1] > far; i--) {
        x->far[i] = x->far[i - 1];
        x->at[i] = x->at[i - 1];
    }
    x->far[i] = far;
    x->at[i] = *p;
}

static bool is_excepted(const json_t *except, const char *id)
{
    for (size_t i = 0; i < json_array_size(except); i++) {
        const char *word = json_string_value(json_array_get(except, i));
        if (word && strcmp(word, id) == 0)
            return true;
    }
    return false;
}

/* Answers with one of the puzzles near the rating. */
static json_t *pick(const struct wanted *w, const json_t *except, int64_t rating, uint64_t seed)
{
    struct near *x = mem_zero(1, sizeof *x);
    struct collection c = collection_builtin();
    struct puzzle p;
    while (collection_next(&c, &p))
        if (wanted_is(w, &p) && !is_excepted(except, p.id))
            near_add(x, &p, abs(p.rating - (int)rating));
        else
            puzzle_done(&p);
    json_t *j = x->n ? puzzle_json(&x->at[rng_mix(seed + 1) % (uint64_t)x->n]) : NULL;
    for (int i = 0; i < x->n; i++)
        puzzle_done(&x->at[i]);
    free(x);
    return j;
}

static bool wanted_body(const json_t *j, struct wanted *w, struct err *e)
{
    const char *theme = "";
    const json_t *kind = json_object_get(j, "kind"), *rules = json_object_get(j, "rules");
    *w = (struct wanted){.any_rules = !rules || json_is_null(rules),
                         .any_kind = !kind || json_is_null(kind),
                         .least = INT64_MIN,
                         .most = INT64_MAX};
    return (w->any_rules || game_rules(j, &w->rules, e)) && puzzle_kind_field(j, &w->kind, e) &&
           field_text(j, "theme", &theme, e) && set_theme(w, theme, e);
}

void api_puzzles_pick(struct server *s, struct request *q, struct reply *r)
{
    struct wanted w;
    struct err e;
    int64_t rating = RATING_FIRST, seed = 0;
    const json_t *except = json_object_get(q->json, "except");
    (void)s;
    bool fine = wanted_body(q->json, &w, &e) && field_whole(q->json, "rating", -10000, 10000, &rating, &e) &&
                field_whole(q->json, "seed", 0, (int64_t)1 << 53, &seed, &e);
    if (fine && except && !json_is_null(except) && !json_is_array(except))
        fine = err_set(&e, "'except' is %s, must be an array of names", field_type(except));
    if (!fine) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
        return;
    }
    json_t *p = pick(&w, except, rating, (uint64_t)seed);
    if (p)
        reply_json(r, 200, json_pack("{s:o}", "puzzle", p));
    else
        reply_fail(r, PROBLEM_NOT_FOUND, "there is no such puzzle, or none that is not excepted");
}

/* "2026-01-31" as a number that differs from day to day. */
static bool read_date(const char *text, uint64_t *out)
{
    static const char form[] = "dddd-dd-dd";
    *out = 0;
    for (int i = 0; form[i]; i++) {
        bool digit = text[i] >= '0' && text[i] <= '9';
        if (form[i] == 'd' ? !digit : text[i] != form[i])
            return false;
        if (digit)
            *out = *out * 10 + (uint64_t)(text[i] - '0');
    }
    uint64_t month = *out / 100 % 100, day = *out % 100;
    return !text[sizeof form - 1] && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

void api_puzzles_daily(struct server *s, struct request *q, struct reply *r)
{
    struct wanted w;
    struct err e;
    char date[32];
    uint64_t day;
    (void)s;
    if (!query_text(q->query, "date", date, sizeof date) || !read_date(date, &day)) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "'date' must be a day such as 2026-01-31");
        return;
    }
    if (!wanted_query(q->query, &w, &e)) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
        return;
    }
    int64_t rating = DAILY_LEAST + (int64_t)(rng_mix(day) % (DAILY_MOST - DAILY_LEAST));
    json_t *p = pick(&w, NULL, rating, rng_mix(day + 1) >> 1);
    if (p)
        reply_json(r, 200, json_pack("{s:s, s:o}", "date", date, "puzzle", p));
    else
        reply_fail(r, PROBLEM_NOT_FOUND, "there is no such puzzle");
}
