/* The built-in collection of puzzles: /puzzles, /puzzles/pick, /puzzles/daily. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/api/api.h"
#include "server/api/query.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"
#include "json/puzzle.h"
#include "json/puzzles_told.h"

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

static bool wanted_is(const struct wanted *w, const struct puzzle_entry *x)
{
    const struct puzzle *p = &x->puzzle;
    return (w->any_rules || rules_equal(&w->rules, &x->rules)) && (w->any_kind || w->kind == p->kind) &&
           (!w->theme[0] || puzzle_has_theme(p, w->theme)) && p->rating >= w->least && p->rating <= w->most &&
           (w->turns == 0 || w->turns == p->turns);
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
    size_t count;
    const struct puzzle_entry *all = puzzles_told(&count);
    struct buf list = BUF_EMPTY, out = BUF_EMPTY;
    for (size_t i = 0; i < count; i++)
        if (wanted_is(&w, &all[i])) {
            if (total >= offset && total < offset + limit) {
                buf_text(&list, list.len ? "," : "");
                buf_bytes(&list, all[i].text, all[i].len);
            }
            total++;
        }
    buf_format(&out, "{\"total\":%lld,\"puzzles\":[", (long long)total);
    buf_bytes(&out, buf_str(&list), list.len);
    buf_text(&out, "]}");
    reply_text(r, 200, &out);
    buf_free(&list);
    buf_free(&out);
}

/* ---- one of them ---- */

/* The puzzles nearest to a rating, by their numbers in the list. */
struct near {
    int n, far[PICK_AMONG];
    size_t at[PICK_AMONG];
};

/* Keeps the nearest. */
static void near_add(struct near *x, size_t number, int far)
{
    bool full = x->n == PICK_AMONG;
    if (full && far >= x->far[PICK_AMONG - 1])
        return;
    int i = full ? PICK_AMONG - 1 : x->n++;
    for (; i > 0 && x->far[i - 1] > far; i--) {
        x->far[i] = x->far[i - 1];
        x->at[i] = x->at[i - 1];
    }
    x->far[i] = far;
    x->at[i] = number;
}

/* Which of the list are not to be picked; the caller frees it. */
static bool *excepted(const json_t *except, size_t count)
{
    bool *out = mem_zero(count, sizeof *out);
    for (size_t i = 0; i < json_array_size(except); i++) {
        const char *id = json_string_value(json_array_get(except, i));
        int number = id ? puzzles_told_find(id) : -1;
        if (number >= 0)
            out[number] = true;
    }
    return out;
}

/* Of the puzzles that are wanted, one near the rating by the seed; NULL if there is none, or all are excepted. */
static const struct puzzle_entry *pick(const struct wanted *w, const json_t *except, int64_t rating,
                                       uint64_t seed)
{
    struct near x = {0};
    size_t count;
    const struct puzzle_entry *all = puzzles_told(&count);
    bool *left_out = excepted(except, count);
    for (size_t i = 0; i < count; i++)
        if (!left_out[i] && wanted_is(w, &all[i]))
            near_add(&x, i, abs(all[i].puzzle.rating - (int)rating));
    free(left_out);
    return x.n ? &all[x.at[rng_mix(seed + 1) % (uint64_t)x.n]] : NULL;
}

/* {HEAD"puzzle":PUZZLE}, or that there is none. */
static void answer_puzzle(const struct puzzle_entry *p, const char *head, const char *none, struct reply *r)
{
    struct buf out = BUF_EMPTY;
    if (!p) {
        reply_fail(r, PROBLEM_NOT_FOUND, "%s", none);
        return;
    }
    buf_format(&out, "{%s\"puzzle\":", head);
    buf_bytes(&out, p->text, p->len);
    buf_char(&out, '}');
    reply_text(r, 200, &out);
    buf_free(&out);
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
    if (fine && json_array_size(except) > LIMIT_EXCEPT)
        fine = err_set(&e, "'except' may have %d names", LIMIT_EXCEPT);
    if (fine)
        answer_puzzle(pick(&w, except, rating, (uint64_t)seed), "",
                      "there is no such puzzle, or none that is not excepted", r);
    else
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
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
    char head[sizeof date + 16];
    snprintf(head, sizeof head, "\"date\":\"%s\",", date);
    answer_puzzle(pick(&w, NULL, rating, rng_mix(day + 1) >> 1), head, "there is no such puzzle", r);
}
