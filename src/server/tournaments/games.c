/* The games of a tournament, from its file; see tournaments.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/tournaments/inner.h"

/* What is looked for in the lines of a file, and what was found. */
struct reading {
    const struct tournament_games *wish; /* NULL: one game */
    int64_t number;                      /* of that, from 1 */
    const struct deadline *until;
    struct match_setup setup;
    json_t *found; /* the list, the oldest first; or the game */
    json_t *ring;  /* the list before it is turned round */
    int64_t total;
};

static bool is_between(const struct reading *r, const struct scheduled *g)
{
    const struct tournament_games *w = r->wish;
    bool first = w->first < 0 || g->black == w->first || g->white == w->first;
    bool second = w->second < 0 || g->black == w->second || g->white == w->second;
    return first && second;
}

/* A game of the list: what the file has of it but for its stones. */
static json_t *told(const json_t *line, int64_t number)
{
    json_t *j = json_copy((json_t *)line);
    json_object_del(j, "stones");
    json_object_set_new(j, "number", json_integer(number));
    return j;
}

/* The rules in the words of requests, and the moves as their people write them. */
static json_t *whole(const struct reading *r, const json_t *line)
{
    json_t *stones = json_array(), *j = told(line, r->number);
    const char *at = json_string_value(json_object_get(line, "stones"));
    while (at && *at) {
        size_t n = strcspn(at, " ");
        json_array_append_new(stones, json_stringn(at, n));
        at += n + strspn(at + n, " ");
    }
    json_object_set_new(
        j, "game", json_pack("{s:o, s:o}", "rules", tournament_rules(&r->setup.rules), "stones", stones));
    return j;
}

/* False: enough was read. */
static bool take_line(struct reading *r, const char *text, size_t len, int at, struct err *e)
{
    json_t *line = json_loadb(text, len, 0, NULL);
    if (at == 0) {
        bool ok = line && setup_from_json(line, &r->setup, e);
        json_decref(line);
        return ok;
    }
    json_int_t n = line ? json_integer_value(json_object_get(line, "number")) : -1;
    bool on = line && n >= 0 && n < setup_games(&r->setup);
    if (on && r->wish) {
        struct scheduled g = setup_game(&r->setup, (long)n);
        if (is_between(r, &g)) {
            r->total++;
            json_array_append_new(r->ring, told(line, n + 1));
            if ((int64_t)json_array_size(r->ring) > r->wish->skip + r->wish->limit)
                json_array_remove(r->ring, 0);
        }
    } else if (on && n + 1 == r->number) {
        r->found = whole(r, line);
        on = false;
    }
    json_decref(line);
    return on && !deadline_over(r->until);
}

static bool read_file(const char *path, struct reading *r, enum problem *f, struct err *e)
{
    FILE *file = fopen(path, "rbe");
    char *text = NULL;
    size_t room = 0;
    ssize_t len = 0;
    int lines = 0;
    struct err why = {""};
    setup_init(&r->setup);
    while (file && (len = getline(&text, &room, file)) > 0 && text[len - 1] == '\n' &&
           take_line(r, text, (size_t)len, lines, &why))
        lines++;
    if (file)
        fclose(file);
    free(text);
    setup_free(&r->setup);
    if (deadline_over(r->until))
        return tournament_fail(f, PROBLEM_STOPPED, e, "it took too long, or nobody waits for it any more");
    return !why.text[0] || tournament_fail(f, PROBLEM_INTERNAL, e, "the file cannot be read as a tournament");
}

/* The newest first, without those that were skipped. */
static json_t *turned(const struct reading *r)
{
    json_t *list = json_array();
    size_t n = json_array_size(r->ring), skip = (size_t)r->wish->skip;
    for (size_t i = n > skip ? n - skip : 0; i > 0 && json_array_size(list) < (size_t)r->wish->limit; i--)
        json_array_append(list, json_array_get(r->ring, i - 1));
    return list;
}

json_t *tournaments_games(struct tournaments *t, const char *name, const struct tournament_games *w,
                          const struct deadline *until, enum problem *f, struct err *e)
{
    struct reading r = {.wish = w, .until = until, .ring = json_array()};
    char *path = tournament_path(t, name, f, e);
    json_t *j = NULL;
    if (path && read_file(path, &r, f, e))
        j = json_pack("{s:o, s:I}", "games", turned(&r), "total", (json_int_t)r.total);
    json_decref(r.ring);
    free(path);
    return j;
}

json_t *tournaments_game(struct tournaments *t, const char *name, int64_t number,
                         const struct deadline *until, enum problem *f, struct err *e)
{
    struct reading r = {.number = number, .until = until};
    char *path = tournament_path(t, name, f, e);
    if (path && read_file(path, &r, f, e) && !r.found)
        tournament_fail(f, PROBLEM_NOT_FOUND, e, "this game has not been played");
    free(path);
    return r.found;
}
