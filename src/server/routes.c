/* The table of routes and the way to them; see routes.h. */
#include "server/routes.h"

#include <stdio.h>
#include <string.h>

#include "record/text.h"
#include "server/api.h"
#include "server/fields.h"
#include "server/state.h"

static void answer_root(struct server *s, struct request *q, struct reply *r);

/* What GET gave may be sent back as it is. */
#define TREE_FIELDS "title tree revision id rules nodes updated"

const struct route routes[] = {
    {"GET", "", answer_root, "this list", NULL, false},
    {"GET", "/info", api_info, "the program: games, players, levels, formats, limits", NULL, false},
    {"GET", "/status", api_status, "how busy it is, and whom it refused", NULL, false},
    {"POST", "/position", api_position, "who is to move after some stones, or how the game ended", "game",
     false},
    {"POST", "/threats", api_threats, "threats of both sides, critical defences, squares that win", "game",
     false},
    {"POST", "/move", api_move, "the turn that a player would make", "game player level seconds seed", false},
    {"POST", "/forcing", api_forcing, "a win of either side by threats alone, with the line that shows it",
     "game kind side seconds", false},
    {"GET", ROUTES_LIVE, NULL, "WebSocket: live analysis of positions and whole games", NULL, false},
    {"GET", "/trees", api_trees_get, "the saved games and studies, the last saved first", NULL, false},
    {"POST", "/trees", api_trees_post, "save a new tree", "title tree", true},
    {"GET", "/trees/ID", api_tree_get, "a saved tree", NULL, false},
    {"PUT", "/trees/ID", api_tree_put, "save a tree that was changed", TREE_FIELDS, true},
    {"DELETE", "/trees/ID", api_tree_delete, "delete a tree", NULL, true},
    {"POST", "/find", api_find, "where a position is in the saved trees, up to symmetry and order of stones",
     "game limit", false},
    {"POST", "/import", api_import, "the games of a record file as trees", "text base64 name format", false},
    {"POST", "/export", api_export, "a tree as a record file", "tree format", false},
    {NULL, NULL, NULL, NULL, NULL, false},
};

static void answer_root(struct server *s, struct request *q, struct reply *r)
{
    (void)s;
    (void)q;
    json_t *list = json_array();
    for (const struct route *x = routes; x->method; x++)
        json_array_append_new(list, json_pack("{s:s, s:s+, s:s}", "method", x->method, "path", ROUTES_ROOT,
                                              x->path, "about", x->about));
    reply_json(r, 200,
               json_pack("{s:s, s:s, s:o}", "name", "hexad", "version", HEXAD_VERSION, "routes", list));
}

/* A number as a part of a path: digits, from 1, not so large that a double could not hold it. */
static bool read_id(const char *text, size_t len, int64_t *out)
{
    if (len == 0 || len > 15 || text[0] == '0')
        return false;
    *out = 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *out = *out * 10 + (text[i] - '0');
    }
    return true;
}

/* Is the path one of the pattern's? */
static bool matches(const char *pattern, const char *path, int64_t *id)
{
    for (;;) {
        size_t n = strcspn(pattern, "/"), len = strcspn(path, "/");
        bool is_id = n == 2 && strncmp(pattern, "ID", 2) == 0;
        if (is_id ? !read_id(path, len, id) : n != len || strncmp(pattern, path, n) != 0)
            return false;
        pattern += n;
        path += len;
        if (!*pattern || !*path)
            return *pattern == *path;
        pattern++;
        path++;
    }
}

/* Reads the body into q->json. */
static bool read_json(const struct route *x, struct request *q, struct reply *r)
{
    json_error_t e;
    struct err unknown;
    if (!q->body || q->body_len == 0)
        return reply_fail(r, FAULT_BAD_JSON, "%s %s takes a JSON object as its body, and there is none",
                          q->method, q->path);
    q->json = json_loadb(q->body, q->body_len, JSON_REJECT_DUPLICATES, &e);
    if (!q->json)
        return reply_fail(r, FAULT_BAD_JSON, "line %d, column %d: %s", e.line, e.column, e.text);
    if (!json_is_object(q->json))
        return reply_fail(r, FAULT_BAD_JSON, "the body must be a JSON object");
    return field_only(q->json, x->fields, &unknown) || reply_fail(r, FAULT_BAD_REQUEST, "%s", unknown.text);
}

/* The methods that the path has, "GET, PUT"; "" if there is no such path. */
static void list_methods(const char *path, struct buf *out)
{
    int64_t id;
    for (const struct route *x = routes; x->method; x++)
        if (matches(x->path, path, &id))
            buf_format(out, "%s%s%s", out->len ? ", " : "", x->method,
                       strcmp(x->method, "GET") == 0 ? ", HEAD" : "");
}

static void no_route(const struct request *q, struct reply *r)
{
    struct buf methods = BUF_EMPTY;
    char path[TEXT_QUOTE], method[TEXT_QUOTE];
    list_methods(q->path, &methods);
    text_quote(q->path, strlen(q->path), path);
    text_quote(q->method, strlen(q->method), method);
    if (methods.len) {
        reply_fail(r, FAULT_BAD_METHOD, "%s%s takes %s, not %s", ROUTES_ROOT, path, buf_str(&methods),
                   method);
        snprintf(r->more, sizeof r->more, "Allow: %s\r\n", buf_str(&methods));
    } else {
        reply_fail(r, FAULT_NOT_FOUND, "there is no %s%s; GET %s lists what there is", ROUTES_ROOT, path,
                   ROUTES_ROOT);
    }
    buf_free(&methods);
}

/* The route of a request; its method is NULL if there is none. */
static const struct route *find(const char *method, const char *path, int64_t *id)
{
    const struct route *x = routes;
    while (x->method && (strcmp(x->method, method) != 0 || !matches(x->path, path, id)))
        x++;
    return x;
}

bool routes_saves(const char *method, const char *path)
{
    int64_t id;
    return find(method, path, &id)->saves;
}

void routes_answer(struct server *s, struct request *q, struct reply *r)
{
    const struct route *x = find(q->method, q->path, &q->id);
    if (!x->method) {
        no_route(q, r);
    } else if (!x->answer) {
        reply_fail(r, FAULT_UPGRADE, "%s%s is a WebSocket", ROUTES_ROOT, x->path);
    } else if (x->saves && s->read_only) {
        reply_fail(r, FAULT_READ_ONLY, "this server keeps nothing: it was started with --read-only");
    } else {
        if (!x->fields || read_json(x, q, r))
            x->answer(s, q, r);
        json_decref(q->json);
        q->json = NULL;
    }
}
