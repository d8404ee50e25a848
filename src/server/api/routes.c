/* The table of routes and the way to them; see routes.h. */
#include "server/api/routes.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "server/api/api.h"
#include "server/api/query.h"
#include "server/api/state.h"
#include "json/cost.h"
#include "json/fields.h"
#include "json/limits.h"

static void answer_root(struct server *s, struct request *q, struct reply *r);

/* What GET gave may be sent back as it is. */
#define TREE_FIELDS "title tree chapters revision id rules nodes updated"

const struct route routes[] = {
    {"GET", "", answer_root, "this list", NULL, false},
    {"GET", "/info", api_info, "the program: games, players, levels, formats, limits", NULL, false},
    {"GET", "/openapi.json", api_openapi, "this interface as an OpenAPI document", NULL, false},
    {"GET", "/status", api_status, "how busy it is, and whom it refused", NULL, false},
    {"POST", "/position", api_position, "who is to move after some stones, or how the game ended", "game",
     false},
    {"POST", "/threats", api_threats, "threats of both sides, critical defences, squares that win", "game",
     false},
    {"POST", "/move", api_move, "the turn that a player would make",
     "game player level seconds seed openings", false},
    {"POST", "/forcing", api_forcing, "a win of either side by threats alone, with the line that shows it",
     "game kind side seconds", false},
    {"POST", "/exact", api_exact, "the value of a small position, both sides playing perfectly",
     "game seconds", false},
    {"POST", "/policy", api_policy, "how likely the net inside the program finds each square, and who wins",
     "game", false},
    {"POST", "/analyse", api_analyse, "the best turns of a position, searched for so long",
     "game lines seconds region threads hash", false},
    {"POST", "/solve", api_solve, "look for a win of the side to move and prove it",
     "game order seconds nodes", false},
    {"POST", "/verify", api_verify, "which turns of the side to move are not proved to lose",
     "game order seconds nodes", false},
    {"POST", "/count", api_count, "the end of a game of Go: dead stones, who owns what, the score", "game",
     false},
    {"POST", "/check", api_check, "accept or reject a certificate, and what it proves", "base64 seconds",
     false},
    {"GET", ROUTES_LIVE, NULL, "WebSocket: live analysis of positions and whole games", NULL, false},
    {"GET", "/trees", api_trees_get, "the saved games and studies, the last saved first", NULL, false},
    {"POST", "/trees", api_trees_post, "save a new tree", "title tree chapters", true},
    {"GET", "/trees/ID", api_tree_get, "a saved tree", NULL, false},
    {"PUT", "/trees/ID", api_tree_put, "save a tree that was changed", TREE_FIELDS, true},
    {"DELETE", "/trees/ID", api_tree_delete, "delete a tree", NULL, true},
    {"GET", "/progress", api_progress_get, "what a player has done on the page", NULL, false},
    {"PUT", "/progress", api_progress_put, "save what a player has done", "player revision document updated",
     true},
    {"GET", "/proofs", api_proofs_get, "the proofs that the server has, and what they claim", NULL, false},
    {"POST", "/proofs", api_proofs_post, "check a certificate and keep it", "base64 name", true},
    {"GET", "/proofs/NAME", api_proof_get, "a certificate", NULL, false},
    {"DELETE", "/proofs/NAME", api_proof_delete, "delete a certificate", NULL, true},
    {"POST", "/proofs/NAME/walk", api_proof_walk,
     "the proved answers to any turns of the defender, and what else the proof answers there", "line part",
     false},
    {"GET", "/labs", api_labs_get, "the labs of the server, their roots, and where they run", NULL, false},
    {"POST", "/labs", api_labs_post, "make a lab for positions of a game", "name rules options", true},
    {"DELETE", "/labs/NAME", api_lab_delete, "delete a lab that does not run", NULL, true},
    {"POST", "/labs/NAME/view", api_lab_view,
     "the tree of a lab as far as it is in sight, jobs, workers, numbers over time", "root at open follow",
     false},
    {"POST", "/labs/NAME/roots", api_lab_roots, "add a position that is to be proved", "name game attacker",
     true},
    {"POST", "/labs/NAME/ask", api_lab_ask,
     "suggest or prune a turn, let a root rest or go on, say which goes first", "what root stones priority",
     true},
    {"POST", "/labs/NAME/run", api_lab_run, "run a lab on threads of the server, or end that", "run", true},
    {"POST", "/labs/NAME/map", api_lab_map, "every turn of the defender at a root, and what is known of it",
     "root", false},
    {"POST", "/labs/NAME/export", api_lab_export, "the proof of a root, or of a position behind it",
     "root stones format most keep", false},
    {"POST", "/duels", api_duels_post, "make a game that two people play", "game clock side name", true},
    {"POST", "/duels/list", api_duels_list, "how one's own games stand", "duels", false},
    {"GET", "/duels/NAME", api_duel_get, "a game that two people play", NULL, false},
    {"POST", "/duels/NAME/join", api_duel_join, "sit down on the free seat", "name", true},
    {"POST", "/duels/NAME/act", api_duel_act, "play a turn, resign, offer, agree", "key act stones at what",
     true},
    {"GET", "/tournaments", api_tournaments_get, "the tournaments of the server, and which are played", NULL,
     false},
    {"POST", "/tournaments", api_tournaments_post, "make a tournament of players of the server",
     "name rules players rounds random seed seconds", true},
    {"GET", "/tournaments/NAME", api_tournament_get, "its cross table, ratings, meetings, and how far it is",
     NULL, false},
    {"DELETE", "/tournaments/NAME", api_tournament_delete, "delete a tournament that is not played", NULL,
     true},
    {"POST", "/tournaments/NAME/run", api_tournament_run, "play a tournament, or stop it", "run", true},
    {"POST", "/tournaments/NAME/games", api_tournament_games, "its games, the newest first",
     "first second skip limit", false},
    {"GET", "/tournaments/NAME/games/ID", api_tournament_game, "one of its games", NULL, false},
    {"POST", "/find", api_find, "where a position is in the saved trees, up to symmetry and order of stones",
     "game limit", false},
    {"POST", "/import", api_import, "the games of a record file as trees", "text base64 name format", false},
    {"POST", "/export", api_export, "a tree as a record file", "tree chapters format", false},
    {"GET", "/puzzles", api_puzzles, "the built-in collection of puzzles, by rating", NULL, false},
    {"POST", "/puzzles/pick", api_puzzles_pick, "a puzzle near a rating",
     "rules kind theme rating seed except", false},
    {"GET", "/puzzles/daily", api_puzzles_daily, "the puzzle of a day", NULL, false},
    {"POST", "/puzzles/judge", api_puzzles_judge, "is a turn right, and if not, why", "game turn turns kind",
     false},
    {"POST", "/puzzles/hint", api_puzzles_hint, "where to look: the zone, the key, the solution",
     "game turns kind", false},
    {"POST", "/puzzles/tree", api_puzzles_tree, "the solution against every defence", "game turns", false},
    {"POST", "/puzzles/find", api_puzzles_find, "the puzzles that are in a game", "game seconds", false},
    {"GET", "/collections", api_collections_get, "the collections of games", NULL, false},
    {"POST", "/collections", api_collections_post, "make a collection", "name", true},
    {"PUT", "/collections/ID", api_collection_put, "rename a collection", "name", true},
    {"DELETE", "/collections/ID", api_collection_delete, "delete a collection and its games", NULL, true},
    {"POST", "/collections/ID/games", api_collection_add, "add the games of a record file to a collection",
     "text base64", true},
    {"GET", "/games/ID", api_game_get, "a game of a collection as a tree", NULL, false},
    {"POST", "/games/search", api_games_search,
     "games of the collections by player, date, result and position",
     "collection player side from to result opening game limit skip", false},
    {"POST", "/explore", api_explore, "what was played from a position, with what results, in which games",
     "game collection turns games skip player side from to result", false},
    {"POST", "/explore/verdict", api_verdict, "the engine's verdict on a position, which is kept",
     "game seconds", false},
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

/* What the parts of a path are that its pattern leaves open. */
struct parts {
    int64_t id;
    char name[sizeof((struct request *)0)->name];
};

/* A name as a part of a path. What it may consist of is for its route to say. */
static bool read_name(const char *text, size_t len, struct parts *out)
{
    if (len == 0 || len >= sizeof out->name)
        return false;
    memcpy(out->name, text, len);
    out->name[len] = '\0';
    return true;
}

static bool is_word(const char *pattern, size_t n, const char *word)
{
    return n == strlen(word) && strncmp(pattern, word, n) == 0;
}

/* Is the path one of the pattern's? */
static bool matches(const char *pattern, const char *path, struct parts *out)
{
    for (;;) {
        size_t n = strcspn(pattern, "/"), len = strcspn(path, "/");
        bool fits = is_word(pattern, n, "ID")     ? read_id(path, len, &out->id)
                    : is_word(pattern, n, "NAME") ? read_name(path, len, out)
                                                  : n == len && strncmp(pattern, path, n) == 0;
        if (!fits)
            return false;
        pattern += n;
        path += len;
        if (!*pattern || !*path)
            return *pattern == *path;
        pattern++;
        path++;
    }
}

/* Fields that may be as large as the transport allows; without one of them a body is small. */
static const char large_fields[] = "tree document base64 text";

size_t routes_body_most(const struct route *x)
{
    for (const char *at = large_fields; *at; at += strspn(at, " ")) {
        size_t len = strcspn(at, " ");
        for (const char *f = x->fields; f && *f; f += strspn(f, " ")) {
            size_t n = strcspn(f, " ");
            if (n == len && strncmp(f, at, n) == 0)
                return SIZE_MAX;
            f += n;
        }
        at += len;
    }
    return x->fields ? LIMIT_REQUEST_BYTES : 0;
}

/* What the query of a route may have. */
static const char *query_names(const char *path)
{
    static const char *const known[][2] = {
        {"/trees", "query limit offset"},
        {"/progress", "player"},
        {"/puzzles", "rules kind theme min max turns limit offset"},
        {"/puzzles/daily", "date rules kind theme min max turns"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i][0], path) == 0)
            return known[i][1];
    return "";
}

/* Is the body worth reading? Who waits for the answer may have gone, too. */
static bool may_read(const struct route *x, const struct request *q, struct reply *r)
{
    if (!q->body || q->body_len == 0)
        return reply_fail(r, PROBLEM_BAD_JSON, "%s %s takes a JSON object as its body, and there is none",
                          q->method, q->path);
    if (q->body_len > routes_body_most(x))
        return reply_fail(r, PROBLEM_TOO_LARGE, "the body has %zu bytes, %s %s takes %d at most", q->body_len,
                          q->method, q->path, LIMIT_REQUEST_BYTES);
    if (cost_of_json(q->body, q->body_len) > LIMIT_JSON_BYTES)
        return reply_fail(r, PROBLEM_TOO_LARGE,
                          "the JSON of the body would take more than %d bytes of memory", LIMIT_JSON_BYTES);
    return true;
}

/* Reads the body into q->json. */
static bool read_json(const struct route *x, struct request *q, struct reply *r)
{
    json_error_t e;
    struct err unknown;
    if (!may_read(x, q, r))
        return false;
    q->json = json_loadb(q->body, q->body_len, JSON_REJECT_DUPLICATES, &e);
    if (!q->json)
        return reply_fail(r, PROBLEM_BAD_JSON, "line %d, column %d: %s", e.line, e.column, e.text);
    if (!json_is_object(q->json))
        return reply_fail(r, PROBLEM_BAD_JSON, "the body must be a JSON object");
    if (deadline_over(&q->until))
        return reply_fail(r, PROBLEM_STOPPED, "nobody waits for the answer any more");
    return field_only(q->json, x->fields, &unknown) || reply_fail(r, PROBLEM_BAD_REQUEST, "%s", unknown.text);
}

/* The methods that the path has, "GET, PUT"; "" if there is no such path. */
static void list_methods(const char *path, struct buf *out)
{
    struct parts parts;
    for (const struct route *x = routes; x->method; x++)
        if (matches(x->path, path, &parts))
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
        reply_fail(r, PROBLEM_BAD_METHOD, "%s%s takes %s, not %s", ROUTES_ROOT, path, buf_str(&methods),
                   method);
        snprintf(r->more, sizeof r->more, "Allow: %s\r\n", buf_str(&methods));
    } else {
        reply_fail(r, PROBLEM_NOT_FOUND, "there is no %s%s; GET %s lists what there is", ROUTES_ROOT, path,
                   ROUTES_ROOT);
    }
    buf_free(&methods);
}

/* The route of a request; its method is NULL if there is none. */
static const struct route *find(const char *method, const char *path, struct parts *out)
{
    const struct route *x = routes;
    while (x->method && (strcmp(x->method, method) != 0 || !matches(x->path, path, out)))
        x++;
    return x;
}

bool routes_saves(const char *method, const char *path)
{
    struct parts parts;
    return find(method, path, &parts)->saves;
}

void routes_answer(struct server *s, struct request *q, struct reply *r)
{
    struct parts parts = {0, ""};
    struct err unknown;
    const struct route *x = find(q->method, q->path, &parts);
    const atomic_bool *gone = q->exchange ? exchange_gone(q->exchange) : NULL;
    q->until = deadline_in(0, LIMIT_ANSWER_SECONDS, CPU_THREAD, gone);
    q->id = parts.id;
    memcpy(q->name, parts.name, sizeof q->name);
    if (!x->method) {
        no_route(q, r);
    } else if (!x->answer) {
        reply_fail(r, PROBLEM_UPGRADE, "%s%s is a WebSocket", ROUTES_ROOT, x->path);
    } else if (!query_only(q->query, strcmp(q->method, "GET") == 0 ? query_names(x->path) : "", &unknown)) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", unknown.text);
    } else if (x->saves && s->read_only) {
        reply_fail(r, PROBLEM_READ_ONLY, "this server keeps nothing: it was started with --read-only");
    } else {
        if (!x->fields || read_json(x, q, r))
            x->answer(s, q, r);
        json_decref(q->json);
        q->json = NULL;
    }
}
