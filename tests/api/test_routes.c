/* Every route over real HTTP, as docs/api.md describes it; a route without a test here, or without a word
 * there, fails. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/api.h"
#include "api/routes.h"
#include "base/clock.h"
#include "base/file.h"
#include "play/chooser.h"
#include "record/record.h"
#include "server/serving.h"
#include "support/folder.h"
#include "json/base64.h"

enum { ROUTES_MOST = 100 };
static bool covered[ROUTES_MOST];

static struct server *server;
static struct folder proofs, lab_folder;

static int port(void)
{
    return server_port(server);
}

/* Marks the route that answered: "/trees/12?x=y" is /trees/ID, "/proofs/x/walk" is /proofs/NAME/walk. */
static void cover(const char *method, const char *path)
{
    struct buf b = BUF_EMPTY;
    for (const char *at = path; *at && *at != '?';) {
        if (isdigit((unsigned char)*at) && at > path && at[-1] == '/') {
            buf_text(&b, "ID");
            at += strspn(at, "0123456789");
        } else if (strcmp(buf_str(&b), "/proofs/") == 0 || strcmp(buf_str(&b), "/labs/") == 0) {
            buf_text(&b, "NAME");
            at += strcspn(at, "/?");
        } else {
            buf_char(&b, *at++);
        }
    }
    for (int i = 0; routes[i].method; i++)
        if (strcmp(routes[i].method, method) == 0 && strcmp(routes[i].path, buf_str(&b)) == 0)
            covered[i] = true;
    buf_free(&b);
}

static json_t *ask(int status, const char *method, const char *path, const char *body)
{
    struct buf b = BUF_EMPTY;
    buf_format(&b, API "%s", path);
    json_t *j = http_json(port(), status, method, buf_str(&b), body);
    buf_free(&b);
    if (status < 300)
        cover(method, path);
    return j;
}

/* Is the answer (without the fields that are not asked about) this? `expected` is JSON with ' for ". */
static void check(json_t *j, const char *expected)
{
    char *text = strdup(expected);
    for (char *c = text; *c; c++)
        if (*c == '\'')
            *c = '"';
    json_error_t e;
    json_t *want = json_loads(text, JSON_DECODE_ANY, &e), *value;
    if (!want)
        fail_msg("%s: %s", text, e.text);
    const char *key;
    json_object_foreach(want, key, value)
    {
        if (!json_equal(json_object_get(j, key), value)) {
            char *got = json_dumps(j, JSON_COMPACT);
            fail_msg("'%s' of %s\nexpected %s", key, got, text);
        }
    }
    json_decref(want);
    json_decref(j);
    free(text);
}

static void error_is(json_t *j, const char *code, const char *part)
{
    const char *message = NULL, *word = NULL;
    assert_int_equal(json_unpack(j, "{s:{s:s, s:s}}", "error", "code", &word, "message", &message), 0);
    assert_string_equal(word, code);
    if (!strstr(message, part))
        fail_msg("'%s' does not say '%s'", message, part);
    json_decref(j);
}

/* ---- The program ---- */

static void the_root_lists_all_routes(void **state)
{
    (void)state;
    json_t *j = ask(200, "GET", "", NULL), *list = json_object_get(j, "routes");
    size_t n = 0;
    while (routes[n].method)
        n++;
    assert_int_equal(json_array_size(list), n);
    json_decref(j);
}

static void info_tells_games_players_levels_formats(void **state)
{
    (void)state;
    json_t *j = ask(200, "GET", "/info", NULL);
    size_t formats = 0;
    while (record_forms[formats].name)
        formats++;
    assert_int_equal(json_array_size(json_object_get(j, "formats")), formats);
    assert_int_equal(json_array_size(json_object_get(j, "levels")), 11);
    assert_true(json_array_size(json_object_get(j, "presets")) >= 4);
    json_t *players = json_object_get(j, "players");
    assert_true(json_array_size(players) >= 8);
    assert_string_equal(json_string_value(json_object_get(json_array_get(players, 0), "spec")), "engine");
    assert_true(json_integer_value(json_object_get(json_object_get(j, "limits"), "body_bytes")) > 0);
    json_decref(j);
}

/* "1,048,576" */
static void with_commas(int64_t n, char out[40])
{
    char digits[32];
    int len = snprintf(digits, sizeof digits, "%lld", (long long)n), at = 0;
    for (int i = 0; i < len; i++) {
        if (i > 0 && (len - i) % 3 == 0)
            out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = '\0';
}

static void limits_are_told_and_described(void **state)
{
    (void)state;
    json_t *j = ask(200, "GET", "/info", NULL), *told = json_object_get(j, "limits");
    const struct transport_limits usual = TRANSPORT_LIMITS_USUAL;
    char *docs, number[40];
    size_t len;
    struct err e;
    if (!file_read(TEST_SOURCE "/docs/api.md", &docs, &len, &e))
        fail_msg("%s", e.text);
#define CHECK(name, value, meaning)                                                              \
    {                                                                                            \
        struct buf line = BUF_EMPTY;                                                             \
        with_commas(usual.name, number);                                                         \
        buf_format(&line, "| `%s` | %s | %s |\n", #name, number, meaning);                       \
        if (!strstr(docs, buf_str(&line)))                                                       \
            fail_msg("docs/api.md does not say %s", buf_str(&line));                             \
        assert_int_equal(json_integer_value(json_object_get(told, #name)), server->limits.name); \
        buf_free(&line);                                                                         \
    }
    TRANSPORT_LIMITS(CHECK)
#undef CHECK
#define CHECK(name, meaning)                        \
    if (!strstr(docs, "`" #name "` (" meaning ")")) \
        fail_msg("docs/api.md does not say %s (%s)", #name, meaning);
    TRANSPORT_REFUSALS(CHECK)
#undef CHECK
    free(docs);
    json_decref(j);
}

/* Does every "$ref" lead somewhere? */
static void check_refs(const json_t *whole, json_t *j)
{
    const char *key;
    size_t i;
    json_t *value;
    json_object_foreach(j, key, value)
    {
        if (strcmp(key, "$ref") == 0) {
            const char *name = json_string_value(value);
            assert_true(strncmp(name, "#/components/schemas/", 21) == 0);
            json_t *schemas = json_object_get(json_object_get(whole, "components"), "schemas");
            if (!json_object_get(schemas, name + 21))
                fail_msg("%s leads nowhere", name);
        }
        check_refs(whole, value);
    }
    json_array_foreach(j, i, value) check_refs(whole, value);
}

static void openapi_describes_all_routes(void **state)
{
    (void)state;
    json_t *j = ask(200, "GET", "/openapi.json", NULL), *paths = json_object_get(j, "paths");
    assert_string_equal(json_string_value(json_object_get(j, "openapi")), "3.0.3");
    size_t operations = 0, n = 0;
    const char *key;
    json_t *value;
    json_object_foreach(paths, key, value)
    {
        assert_true(key[0] == '/' && !strstr(key, "ID"));
        operations += json_object_size(value);
    }
    for (; routes[n].method; n++)
        for (const char *at = routes[n].fields; at && *at;) {
            size_t len = strcspn(at, " ");
            json_t *schema = openapi_field(at, len);
            if (!schema)
                fail_msg("field '%.*s' of %s has no type in src/api/api_openapi.c", (int)len, at,
                         routes[n].path);
            json_decref(schema);
            at += len + strspn(at + len, " ");
        }
    assert_int_equal(operations, n);
    json_t *move = json_object_get(json_object_get(paths, "/move"), "post");
    assert_non_null(move);
    json_t *body = NULL;
    assert_int_equal(json_unpack(move, "{s:{s:{s:{s:{s:o}}}}}", "requestBody", "content", "application/json",
                                 "schema", "properties", &body),
                     0);
    assert_non_null(json_object_get(body, "openings"));
    assert_non_null(json_object_get(json_object_get(paths, "/trees/{id}"), "put"));
    check_refs(j, j);
    json_decref(j);
}

/* The first example of docs/api.md says what the server says. */
static void the_first_example_is_true(void **state)
{
    (void)state;
    char *docs;
    size_t len;
    struct err e;
    if (!file_read(TEST_SOURCE "/docs/api.md", &docs, &len, &e))
        fail_msg("%s", e.text);
    char *body = strstr(docs, "$ curl -d '");
    assert_non_null(body);
    body += strlen("$ curl -d '");
    char *end = strchr(body, '\''), *answer = strchr(body, '\n') + 1;
    *end = *strchr(answer, '\n') = '\0';
    assert_true(strncmp(end + 1, " localhost:6006/api/v1/move\n", 28) == 0);
    json_t *told = json_loads(answer, 0, NULL), *j = ask(200, "POST", "/move", body);
    assert_non_null(told);
    assert_int_equal(json_object_size(told), json_object_size(j));
    assert_true(json_equal(json_object_get(told, "turn"), json_object_get(j, "turn")));
    assert_true(json_equal(json_object_get(told, "nodes"), json_object_get(j, "nodes")));
    json_decref(told);
    json_decref(j);
    free(docs);
}

/* A move of the server is the one that agents and protocols would make with the same seed; openings can be
 * switched off. */
static void moves_are_those_of_the_chooser(void **state)
{
    (void)state;
    static const char *const games[] = {"j10", "j10 k11 i11 a1 b2"};
    for (int g = 0; g < 2; g++)
        for (int openings = 0; openings < 2; openings++)
            for (uint64_t seed = 0; seed < 4; seed++) {
                struct position *p = test_game("connect6", games[g]);
                struct chooser_options o = {.engine = {.hash_bytes = 4 << 20},
                                            .level = level_of(5),
                                            .openings = openings,
                                            .seed = seed};
                struct chooser *c = chooser_new(&p->rules, &o, NULL);
                struct chooser_job job = {.limits = {.seconds = 100}};
                struct squares turn = chooser_turn(c, p, &job, NULL);
                struct buf b = BUF_EMPTY;
                char text[SQUARE_TEXT];
                buf_format(&b, "{\"game\":{\"rules\":\"connect6\",\"stones\":[");
                for (int i = 0; i < p->plies; i++)
                    buf_format(&b, "%s\"%s\"", i ? "," : "", square_format(p->ply[i].at, text));
                buf_format(&b, "]},\"level\":5,\"seconds\":100,\"seed\":%d,\"openings\":%s}", (int)seed,
                           openings ? "true" : "false");
                json_t *j = ask(200, "POST", "/move", buf_str(&b)), *list = json_object_get(j, "turn");
                assert_int_equal(json_array_size(list), turn.n);
                for (int i = 0; i < turn.n; i++)
                    assert_string_equal(json_string_value(json_array_get(list, (size_t)i)),
                                        square_format(turn.s[i], text));
                bool known = openings && g == 0;
                assert_true((json_integer_value(json_object_get(j, "nodes")) == 0) == known);
                json_decref(j);
                buf_free(&b);
                chooser_free(c);
                position_free(p);
            }
    error_is(ask(400, "POST", "/move", "{\"game\":" START ",\"openings\":1}"), "bad_request",
             "'openings' is a number, must be true or false");
}

static void status_counts(void **state)
{
    (void)state;
    json_t *j = ask(200, "GET", "/status", NULL);
    json_int_t before = json_integer_value(json_object_get(j, "requests"));
    json_int_t refused = json_integer_value(json_object_get(json_object_get(j, "refused"), "admission"));
    assert_true(json_integer_value(json_object_get(j, "connections")) >= 1);
    assert_true(json_integer_value(json_object_get(j, "working")) >= 1);
    assert_true(json_integer_value(json_object_get(j, "memory_bytes")) > 100000);
    assert_true(
        json_is_integer(json_object_get(json_object_get(json_object_get(j, "jobs"), "moves"), "running")));
    json_decref(j);
    struct reply_send a = http_ask(port(), "GET", API "/info", "Host: elsewhere\r\n", NULL);
    assert_int_equal(a.status, 403);
    reply_send_free(&a);
    j = ask(200, "GET", "/status", NULL);
    assert_int_equal(json_integer_value(json_object_get(j, "requests")), before + 1);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(j, "refused"), "admission")),
                     refused + 1);
    json_decref(j);
}

/* ---- Positions ---- */

static void positions_are_judged(void **state)
{
    (void)state;
    check(ask(200, "POST", "/position", "{\"game\":" START "}"),
          "{'to_move':'black','left':1,'outcome':'open','win_row':[],'stones':0}");
    check(ask(200, "POST", "/position", "{\"game\":{\"rules\":\"connect6\",\"stones\":[\"j10\",\"k11\"]}}"),
          "{'to_move':'white','left':1,'outcome':'open','stones':2}");
    check(ask(200, "POST", "/position",
              "{\"game\":{\"rules\":[3,3,3,1,1],\"stones\":[\"a1\",\"a2\",\"b1\",\"b2\",\"c1\"]}}"),
          "{'outcome':'black','left':0,'win_row':['a1','b1','c1']}");
    check(
        ask(200, "POST", "/position",
            "{\"game\":{\"rules\":[19,19,6,2,1],\"setup\":{\"black\":[\"a1\"],\"white\":[\"b1\"],\"to_move\":"
            "\"white\",\"left\":1},\"stones\":[\"c1\"]}}"),
        "{'to_move':'black','left':2,'stones':3}");
}

static void illegal_stones_are_named(void **state)
{
    (void)state;
    error_is(
        ask(400, "POST", "/position", "{\"game\":{\"rules\":[19,19,6,2,1],\"stones\":[\"j10\",\"j10\"]}}"),
        "bad_request", "stone 2: j10 is occupied");
    error_is(ask(400, "POST", "/position", "{\"game\":{\"rules\":[19,19,6,2,1],\"stones\":[\"z99\"]}}"),
             "bad_request", "stone 1: 'z99' is not on the 19x19 board");
    error_is(ask(400, "POST", "/position",
                 "{\"game\":{\"rules\":[3,3,3,1,1],\"stones\":[\"a1\",\"a2\",\"b1\",\"b2\",\"c1\",\"c2\"]}}"),
             "bad_request", "stone 6: c2: the game is over");
}

static void unknown_fields_are_named(void **state)
{
    (void)state;
    error_is(ask(400, "POST", "/move", "{\"game\":" START ",\"sceonds\":1}"), "bad_request",
             "'sceonds' is no field");
    error_is(ask(400, "POST", "/position", "{\"game\":{\"rules\":[19,19,6,2,1],\"stone\":[]}}"),
             "bad_request", "'stone' is no field");
    error_is(ask(400, "POST", "/position",
                 "{\"game\":{\"rules\":[19,19,6,2,1],\"setup\":{\"black\":[],\"whites\":[]}}}"),
             "bad_request", "'whites' is no field");
    error_is(ask(400, "POST", "/trees", "{\"title\":\"x\",\"\":1}"), "bad_request", "'' is no field");
}

static void other_methods_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *method, *path, *allow;
    } cases[] = {{"DELETE", API "/trees", "Allow: GET, HEAD, POST"},
                 {"PATCH", API "/trees/1", "Allow: GET, HEAD, PUT, DELETE"},
                 {"GET", API "/move", "Allow: POST"},
                 {"DELETE", "/", "Allow: GET, HEAD"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reply_send a = http_ask(port(), cases[i].method, cases[i].path, NULL, NULL);
        assert_int_equal(a.status, 405);
        if (!http_has(&a, cases[i].allow))
            fail_msg("%s %s: no '%s' in %s", cases[i].method, cases[i].path, cases[i].allow, a.head);
        reply_send_free(&a);
    }
}

static void nothing_is_saved_where_all_is_read_only(void **state)
{
    (void)state;
    struct server *own = server;
    server = serving_start(&(struct server_options){.read_only = true});
    error_is(ask(403, "POST", "/trees", "{}"), "read_only", "--read-only");
    error_is(ask(403, "PUT", "/trees/1", "{}"), "read_only", "--read-only");
    error_is(ask(403, "DELETE", "/trees/1", NULL), "read_only", "--read-only");
    error_is(ask(403, "PUT", "/progress", "{}"), "read_only", "--read-only");
    error_is(ask(403, "POST", "/labs", "{}"), "read_only", "--read-only");
    error_is(ask(403, "POST", "/labs/x/run", "{}"), "read_only", "--read-only");
    error_is(ask(403, "POST", "/labs/x/ask", "{}"), "read_only", "--read-only");
    error_is(ask(403, "POST", "/labs/x/export", "{\"keep\":true}"), "read_only", "--read-only");
    check(ask(200, "GET", "/trees", NULL), "{'total':0}");
    check(ask(200, "GET", "/info", NULL), "{'read_only':true}");
    server_stop(server);
    server = own;
}

static void threats_and_defences_are_listed(void **state)
{
    (void)state;
    /* Black has four in a row, open at both ends; White has two stones to stop it. */
    json_t *j =
        ask(200, "POST", "/threats",
            "{\"game\":{\"rules\":[19,19,6,2,1],\"stones\":[\"j10\",\"a1\",\"a3\",\"k10\",\"l10\",\"c1\","
            "\"c3\",\"m10\",\"s1\"]}}");
    json_t *black = json_object_get(j, "black");
    assert_int_equal(json_integer_value(json_object_get(black, "number")), 2);
    assert_int_equal(json_array_size(json_object_get(black, "segments")), 3);
    json_t *defences = json_object_get(j, "defences");
    assert_true(json_array_size(defences) > 0);
    bool found = false;
    for (size_t i = 0; i < json_array_size(defences); i++) {
        char *text = json_dumps(json_array_get(defences, i), JSON_COMPACT);
        found = found || strcmp(text, "[\"i10\",\"n10\"]") == 0;
        free(text);
    }
    assert_true(found);
    check(j, "{'winning':[],'defences_cut':false}");
}

/* ---- Searches ---- */

#define FOUR                                                                                            \
    "{\"rules\":[19,19,6,2,1],\"stones\":[\"j10\",\"a1\",\"a3\",\"k10\",\"l10\",\"c1\",\"c3\",\"m10\"," \
    "\"s1\",\"e1\","                                                                                    \
    "\"e3\"]}"

static void players_make_turns(void **state)
{
    (void)state;
    json_t *j = ask(200, "POST", "/move", "{\"player\":\"random\",\"seed\":7,\"game\":" START "}");
    assert_int_equal(json_array_size(json_object_get(j, "turn")), 1);
    check(ask(200, "POST", "/move", "{\"player\":\"random\",\"seed\":7,\"game\":" START "}"), "{}");
    json_decref(j);
    j = ask(200, "POST", "/move", "{\"player\":\"engine\",\"level\":2,\"seconds\":1,\"game\":" START "}");
    assert_int_equal(json_array_size(json_object_get(j, "turn")), 1);
    json_decref(j);
    /* The engine completes a row when it can. */
    j = ask(200, "POST", "/move", "{\"player\":\"engine\",\"seconds\":0.5,\"game\":" FOUR "}");
    json_t *turn = json_object_get(j, "turn");
    assert_int_equal(json_array_size(turn), 2);
    assert_int_equal(json_integer_value(json_object_get(j, "mate")), 1);
    json_decref(j);
    error_is(ask(400, "POST", "/move", "{\"player\":\"nobody\",\"game\":" START "}"), "bad_request",
             "nobody");
    error_is(ask(400, "POST", "/move", "{\"player\":\"book:file=/etc/passwd\",\"game\":" START "}"),
             "bad_request", "files");
    error_is(ask(400, "POST", "/move", "{\"player\":\"engine:hash=100000\",\"game\":" START "}"),
             "bad_request", "options");
    error_is(ask(400, "POST", "/move", "{\"level\":12,\"game\":" START "}"), "bad_request", "'level' is 12");
    error_is(ask(400, "POST", "/move",
                 "{\"game\":{\"rules\":[3,3,3,1,1],\"stones\":[\"a1\",\"a2\",\"b1\",\"b2\",\"c1\"]}}"),
             "bad_request", "the game is over");
}

/* The shares are those of a distribution, in order; the net sees a row that can be completed. */
static void the_net_says_what_it_expects(void **state)
{
    (void)state;
    json_t *j = ask(200, "POST", "/policy", "{\"game\":" FOUR "}"), *squares = json_object_get(j, "squares");
    double sum = 0, before = 1;
    for (size_t i = 0; i < json_array_size(squares); i++) {
        double share = json_real_value(json_object_get(json_array_get(squares, i), "share"));
        assert_true(share > 0 && share <= before);
        sum += before = share;
    }
    assert_true(fabs(sum - 1) < 361 * 0.5e-4);
    const char *first = json_string_value(json_object_get(json_array_get(squares, 0), "at"));
    assert_true(strlen(first) == 3 && strchr("hino", first[0]) && strcmp(first + 1, "10") == 0);
    double chance = json_real_value(json_object_get(j, "chance"));
    assert_true(chance > 0 && chance < 1);
    check(j, "{'side':'black'}");
    error_is(ask(400, "POST", "/policy", "{\"game\":" START "}"), "bad_request", "empty board");
    error_is(ask(400, "POST", "/policy", "{\"game\":{\"rules\":\"gomoku\",\"stones\":[\"h8\"]}}"),
             "bad_request", "the net knows k=6, p=2");
    error_is(ask(400, "POST", "/policy", "{\"game\":" FOUR ",\"level\":3}"), "bad_request", "level");
}

static void the_same_seed_makes_the_same_turn(void **state)
{
    (void)state;
    static const char body[] =
        "{\"player\":\"engine\",\"level\":3,\"seed\":5,\"seconds\":20,\"game\":{\"rules\":[15,"
        "15,5,1,1],\"stones\":[\"h8\",\"i9\",\"h9\"]}}";
    json_t *a = ask(200, "POST", "/move", body), *b = ask(200, "POST", "/move", body);
    assert_true(json_equal(json_object_get(a, "turn"), json_object_get(b, "turn")));
    json_decref(a);
    json_decref(b);
}

/* The game of a puzzle with the error played, as a request's field. */
static json_t *puzzle_game(const json_t *puzzle)
{
    json_t *game = json_deep_copy(json_object_get(puzzle, "game"));
    json_array_extend(json_object_get(game, "stones"), json_object_get(puzzle, "error"));
    return game;
}

static json_t *ask_json(int status, const char *path, json_t *body)
{
    char *text = json_dumps(body, JSON_COMPACT);
    json_t *j = ask(status, "POST", path, text);
    free(text);
    json_decref(body);
    return j;
}

static void puzzles_are_picked(void **state)
{
    (void)state;
    json_t *all = ask(200, "GET", "/puzzles?limit=5000", NULL);
    assert_true(json_integer_value(json_object_get(all, "total")) >= 1300);
    const json_t *list = json_object_get(all, "puzzles"), *v;
    size_t i;
    int last = 0;
    json_array_foreach(list, i, v)
    {
        int rating = (int)json_integer_value(json_object_get(v, "rating"));
        assert_true(rating >= last);
        last = rating;
    }
    json_decref(all);
    json_t *few = ask(200, "GET", "/puzzles?rules=gomoku&turns=2&limit=3&theme=win%20in%202", NULL);
    assert_int_equal(json_array_size(json_object_get(few, "puzzles")), 3);
    json_decref(few);
    json_t *a = ask(200, "POST", "/puzzles/pick", "{\"rules\":\"connect6\",\"rating\":1700,\"seed\":3}");
    const char *id = json_string_value(json_object_get(json_object_get(a, "puzzle"), "id"));
    json_t *b = ask_json(
        200, "/puzzles/pick",
        json_pack("{s:s, s:i, s:i, s:[s]}", "rules", "connect6", "rating", 1700, "seed", 3, "except", id));
    assert_string_not_equal(id, json_string_value(json_object_get(json_object_get(b, "puzzle"), "id")));
    json_decref(a);
    json_decref(b);
    a = ask(200, "GET", "/puzzles/daily?date=2026-01-31&rules=connect6", NULL);
    b = ask(200, "GET", "/puzzles/daily?date=2026-01-31&rules=connect6", NULL);
    assert_true(json_equal(a, b));
    json_decref(a);
    json_decref(b);
    error_is(ask(400, "GET", "/puzzles/daily?date=tomorrow", NULL), "bad_request", "2026-01-31");
    error_is(ask(400, "GET", "/puzzles?theme=nonsense", NULL), "bad_request", "theme");
    error_is(ask(404, "POST", "/puzzles/pick", "{\"rules\":[7,7,5,1,1]}"), "not_found", "no such puzzle");
}

static void puzzles_are_judged(void **state)
{
    (void)state;
    json_t *all = ask(200, "GET", "/puzzles?rules=connect6&turns=3&kind=win&limit=1", NULL);
    const json_t *p = json_array_get(json_object_get(all, "puzzles"), 0);
    json_t *line = json_object_get(p, "line");
    json_t *turn = json_pack("[O, O]", json_array_get(line, 0), json_array_get(line, 1));
    check(ask_json(200, "/puzzles/judge",
                   json_pack("{s:o, s:O, s:i}", "game", puzzle_game(p), "turn", turn, "turns", 3)),
          "{'verdict': 'wins', 'turns': 2, 'over': false}");
    check(ask_json(200, "/puzzles/judge",
                   json_pack("{s:o, s:o, s:i}", "game", puzzle_game(p), "turn", turn, "turns", 2)),
          "{'verdict': 'longer', 'turns': 2}");
    check(ask_json(200, "/puzzles/judge",
                   json_pack("{s:o, s:[s,s]}", "game", puzzle_game(p), "turn", "a1", "s1")),
          "{'verdict': 'fails', 'turns': -1}");
    json_t *j = ask_json(200, "/puzzles/hint", json_pack("{s:o}", "game", puzzle_game(p)));
    assert_true(json_equal(json_object_get(j, "key"), json_object_get(p, "key")));
    assert_int_equal(json_integer_value(json_object_get(j, "turns")), 3);
    json_decref(j);
    j = ask_json(200, "/puzzles/tree", json_pack("{s:o}", "game", puzzle_game(p)));
    assert_int_equal(json_integer_value(json_object_get(j, "turns")), 3);
    assert_true(json_integer_value(json_object_get(j, "nodes")) > 2);
    json_decref(j);
    j = ask_json(200, "/puzzles/find", json_pack("{s:o}", "game", puzzle_game(p)));
    assert_true(json_is_array(json_object_get(j, "puzzles")));
    json_decref(j);
    error_is(ask_json(400, "/puzzles/judge", json_pack("{s:o}", "game", puzzle_game(p))), "bad_request",
             "turn");
    json_decref(all);
}

static void small_positions_have_exact_values(void **state)
{
    (void)state;
    check(ask(200, "POST", "/exact", "{\"game\":{\"rules\":\"tictactoe\",\"stones\":[\"b2\",\"a2\"]}}"),
          "{'value':'win','least':'win','most':'win'}");
    error_is(ask(400, "POST", "/exact", "{\"game\":{\"rules\":\"connect6\",\"stones\":[]}}"), "bad_request",
             "64");
}

/* A certificate with one byte changed, or as it is (`change` 0). */
static json_t *check_certificate(int status, unsigned char change)
{
    struct buf body = BUF_EMPTY;
    char *bytes;
    size_t len;
    assert_true(file_read(TEST_SOURCE "/proofs/connect-4-1-1.cert", &bytes, &len, NULL));
    bytes[len / 2] = (char)(bytes[len / 2] ^ change);
    buf_text(&body, "{\"base64\":\"");
    base64_encode(bytes, len, &body);
    buf_text(&body, "\"}");
    json_t *j = ask(status, "POST", "/check", buf_str(&body));
    free(bytes);
    buf_free(&body);
    return j;
}

static void certificates_are_checked(void **state)
{
    (void)state;
    check(check_certificate(200, 0), "{'verdict':'accepted','attacker':'black','infinite':true}");
    json_t *j = check_certificate(200, 1);
    assert_string_not_equal(json_string_value(json_object_get(j, "verdict")), "accepted");
    assert_non_null(json_object_get(j, "reason"));
    json_decref(j);
    error_is(ask(400, "POST", "/check", "{\"base64\":\"AAAA\"}"), "bad_request", "no certificate");
    error_is(ask(400, "POST", "/check", "{\"base64\":\"\"}"), "bad_request", "no certificate");
    error_is(ask(400, "POST", "/check", "{}"), "bad_request", "base64");
}

#define FIVE "\"game\":{\"rules\":[9,9,5,2,1],\"stones\":[\"e5\",\"a1\",\"i9\",\"e6\",\"f5\"]}"
#define SMALL                                                                                               \
    "{\"name\":\"small\",\"rules\":[9,9,5,2,1],\"options\":{\"verify-order\":1,\"solve-order\":1,\"verify-" \
    "nodes\":"                                                                                              \
    "3,\"solve-nodes\":1,\"expand-nodes\":300}}"

/* The view when nobody runs it any more. */
static json_t *lab_at_rest(void)
{
    for (double until = clock_now() + 60; clock_now() < until; usleep(20000)) {
        json_t *j = ask(200, "POST", "/labs/small/view", "{\"open\":[{\"path\":[],\"most\":1000}]}");
        if (json_is_null(json_object_get(json_object_get(j, "run"), "where")))
            return j;
        json_decref(j);
    }
    fail_msg("it runs on");
    return NULL;
}

static void labs_are_made_run_and_read(void **state)
{
    (void)state;
    check(ask(201, "POST", "/labs", SMALL), "{'name':'small'}");
    error_is(ask(409, "POST", "/labs", SMALL), "conflict", "of this name");
    error_is(ask(400, "POST", "/labs", "{\"name\":\"../x\",\"rules\":\"connect6\"}"), "bad_request",
             "letters");
    error_is(ask(400, "POST", "/labs", "{\"name\":\"x\",\"rules\":\"connect6\",\"options\":{\"haste\":1}}"),
             "bad_request", "no option 'haste'");
    check(ask(200, "POST", "/labs/small/roots", "{\"name\":\"it\"," FIVE "}"), "{'noted':false}");
    error_is(ask(400, "POST", "/labs/small/roots", "{\"name\":\"it\"," FIVE "}"), "bad_request", "already");
    error_is(ask(400, "POST", "/labs/small/roots", "{\"name\":\"six\",\"game\":" START "}"), "bad_request",
             "another game");
    error_is(ask(404, "POST", "/labs/none/view", "{}"), "not_found", "no lab");
    error_is(ask(404, "POST", "/labs/..%2f..%2fetc/view", "{}"), "not_found", "there is no");
    check(ask(200, "POST", "/labs/small/ask", "{\"what\":\"priority\",\"root\":\"it\",\"priority\":7}"),
          "{'noted':false}");
    error_is(ask(400, "POST", "/labs/small/ask", "{\"what\":\"add\"}"), "bad_request", "'what' must be");
    error_is(ask(400, "POST", "/labs/small/ask", "{\"what\":\"prune\",\"root\":\"it\",\"stones\":\"a2 a3\"}"),
             "bad_request", "not in the tree");
    error_is(ask(409, "POST", "/labs/small/export", "{\"root\":\"it\"}"), "conflict", "not proved");
    error_is(ask(409, "POST", "/labs/small/run", "{\"run\":false}"), "conflict", "does not run here");
    check(ask(202, "POST", "/labs/small/run", "{\"run\":true}"), "{'run':true}");
    json_t *j = lab_at_rest(), *root = json_array_get(json_object_get(j, "roots"), 0);
    assert_string_equal(json_string_value(json_object_get(root, "state")), "proved");
    assert_int_equal(json_integer_value(json_object_get(root, "priority")), 7);
    assert_true(json_array_size(json_object_get(j, "history")) >= 2);
    json_t *workers = json_object_get(json_object_get(j, "stats"), "workers");
    assert_memory_equal(json_string_value(json_object_get(json_array_get(workers, 0), "worker")), "server-",
                        7);
    json_t *turns = json_object_get(json_array_get(json_object_get(j, "open"), 0), "turns");
    assert_true(json_array_size(turns) > 50);
    json_decref(j);
    check(ask(201, "POST", "/labs/small/export", "{\"root\":\"it\",\"keep\":true}"), "{'proof':'small-it'}");
    json_decref(ask(200, "POST", "/proofs/small-it/walk", "{}"));
    assert_null(ask(204, "DELETE", "/proofs/small-it", NULL));
    j = ask(200, "POST", "/labs/small/export", "{\"root\":\"it\",\"format\":\"sgf\"}");
    assert_non_null(strstr(json_string_value(json_object_get(j, "text")), "(;FF[4]"));
    json_decref(j);
    j = ask(200, "GET", "/labs", NULL);
    assert_int_equal(json_array_size(json_object_get(j, "labs")), 1);
    json_decref(j);
    assert_null(ask(204, "DELETE", "/labs/small", NULL));
    error_is(ask(404, "DELETE", "/labs/small", NULL), "not_found", "no lab");
}

static void proofs_are_walked_through(void **state)
{
    (void)state;
    check(ask(200, "POST", "/proofs/connect-4-2-2/walk", "{\"line\":[[\"j13\",\"n13\"]]}"),
          "{'turns':4,'first':['l13','m13'],'ended':false,'line':[{'defence':['j13','n13'],'why':'covered',"
          "'as':['j13','n13'],'answer':['l10','l12']}]}");
    json_t *j = ask(200, "GET", "/proofs/connect-4-2-2", NULL);
    struct buf body = BUF_EMPTY;
    buf_format(&body, "{\"name\":\"of mine.cert\",\"base64\":\"%s\"}",
               json_string_value(json_object_get(j, "base64")));
    json_decref(j);
    check(ask(201, "POST", "/proofs", buf_str(&body)), "{'name':'of-mine','turns':4}");
    buf_free(&body);
    j = ask(200, "GET", "/proofs", NULL);
    json_t *list = json_object_get(j, "proofs");
    json_t *last = json_array_get(list, json_array_size(list) - 1);
    assert_string_equal(json_string_value(json_object_get(last, "name")), "of-mine");
    check(json_incref(json_object_get(last, "claim")),
          "{'attacker':'black','infinite':true,'reachable':true}");
    json_decref(j);
    assert_null(ask(204, "DELETE", "/proofs/of-mine", NULL));
    error_is(ask(404, "DELETE", "/proofs/connect-4-2-2", NULL), "not_found", "may be deleted");
    error_is(ask(404, "POST", "/proofs/of-mine/walk", "{}"), "not_found", "no proof");
    error_is(ask(400, "POST", "/proofs", "{\"base64\":\"AAAA\"}"), "bad_request", "no certificate");
}

static void forcing_wins_are_shown(void **state)
{
    (void)state;
    json_t *j = ask(200, "POST", "/forcing", "{\"kind\":\"vcdt\",\"game\":" FOUR "}");
    assert_true(json_array_size(json_object_get(j, "turn")) > 0);
    assert_true(json_array_size(json_object_get(j, "zone")) > 0);
    check(j, "{'answer':'win','side':'black','depth':1}");
    check(ask(200, "POST", "/forcing", "{\"kind\":\"vcdt\",\"side\":\"white\",\"game\":" FOUR "}"),
          "{'answer':'none','side':'white','turn':[],'line':[]}");
    error_is(ask(400, "POST", "/forcing", "{\"kind\":\"vcxt\",\"game\":" FOUR "}"), "bad_request",
             "'kind' is 'vcxt'");
    error_is(ask(400, "POST", "/forcing", "{\"side\":\"grey\",\"game\":" FOUR "}"), "bad_request",
             "'side' is 'grey'");
}

static void analysis_comes_live(void **state)
{
    (void)state;
    int fd = ws_open(port(), NULL, NULL);
    assert_true(fd >= 0);
    ws_send(fd, "{\"do\":\"analyse\",\"id\":1,\"game\":" FOUR ",\"lines\":2}");
    json_t *j = ws_json(fd, 20);
    assert_int_equal(json_integer_value(json_object_get(j, "id")), 1);
    json_t *lines = json_object_get(json_object_get(j, "report"), "lines");
    assert_true(json_array_size(lines) >= 1);
    assert_int_equal(json_array_size(json_object_get(json_array_get(lines, 0), "turn")), 2);
    json_decref(j);
    close(fd);
    cover("GET", "/live");
    error_is(ask(426, "GET", "/live", NULL), "upgrade_required", "WebSocket");
}

/* ---- Saved trees ---- */

#define TREE                                                                                               \
    "{\"rules\":[19,19,6,2,1],\"info\":{\"black\":\"A\",\"white\":\"\\u516d\"},\"root\":{\"children\":[{"  \
    "\"stones\":"                                                                                          \
    "[\"j10\"],\"comment\":\"the centre\",\"eval\":{\"value\":12,\"chance\":0.53,\"mate\":0,\"depth\":4}," \
    "\"children\":[{\"stones\":[\"k12\"],\"children\":[{\"stones\":[\"i12\"],\"labels\":[{\"at\":\"a1\","  \
    "\"text\":"                                                                                            \
    "\"x\"}]}]},{\"stones\":[\"k11\"]}]}]}}"

static long long save(const char *title, const char *tree)
{
    struct buf b = BUF_EMPTY;
    buf_format(&b, "{\"title\":\"%s\",\"tree\":%s}", title, tree);
    json_t *j = ask(201, "POST", "/trees", buf_str(&b));
    long long id = json_integer_value(json_object_get(j, "id"));
    assert_int_equal(json_integer_value(json_object_get(j, "revision")), 1);
    json_decref(j);
    buf_free(&b);
    return id;
}

static void trees_are_saved_changed_and_deleted(void **state)
{
    (void)state;
    char path[40], body[2000];
    long long id = save("First study", TREE);
    snprintf(path, sizeof path, "/trees/%lld", id);
    json_t *j = ask(200, "GET", path, NULL), *node = json_object_get(json_object_get(j, "tree"), "root");
    node = json_array_get(json_object_get(node, "children"), 0);
    assert_string_equal(json_string_value(json_object_get(node, "comment")), "the centre");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(node, "eval"), "depth")), 4);
    check(j, "{'title':'First study','revision':1,'nodes':4}");
    snprintf(body, sizeof body, "{\"title\":\"Renamed\",\"revision\":1,\"tree\":%s}", TREE);
    check(ask(200, "PUT", path, body), "{'revision':2}");
    error_is(ask(409, "PUT", path, body), "conflict", "its revision is 2 now");
    j = ask(200, "GET", "/trees?query=ename&limit=10", NULL);
    check(json_incref(json_array_get(json_object_get(j, "trees"), 0)),
          "{'title':'Renamed','rules':[19,19,6,2,1],'nodes':4,'revision':2}");
    check(j, "{'total':1}");
    check(ask(200, "GET", "/trees?query=%25", NULL), "{'total':0,'trees':[]}");
    assert_null(ask(204, "DELETE", path, NULL));
    error_is(ask(404, "DELETE", path, NULL), "not_found", "no tree");
    error_is(ask(404, "GET", path, NULL), "not_found", "no tree");
    error_is(ask(404, "PUT", path, body), "not_found", "no tree");
}

static void progress_is_kept_and_never_overwritten(void **state)
{
    (void)state;
    check(ask(200, "GET", "/progress?player=%E6%A3%8B", NULL),
          "{'player':'棋','revision':0,'document':null}");
    check(ask(200, "PUT", "/progress", "{\"player\":\"棋\",\"revision\":0,\"document\":{\"a\":[1,2]}}"),
          "{'revision':1}");
    /* Two who read the same: the second is told. */
    check(ask(200, "PUT", "/progress", "{\"player\":\"棋\",\"revision\":1,\"document\":{\"a\":[1,2,3]}}"),
          "{'revision':2}");
    error_is(ask(409, "PUT", "/progress", "{\"player\":\"棋\",\"revision\":1,\"document\":{}}"), "conflict",
             "revision is 2 now");
    error_is(ask(409, "PUT", "/progress", "{\"player\":\"棋\",\"document\":{}}"), "conflict", "2 now");
    check(ask(200, "GET", "/progress?player=%E6%A3%8B", NULL),
          "{'player':'棋','revision':2,'document':{'a':[1,2,3]}}");
    check(ask(200, "GET", "/progress", NULL), "{'player':'','revision':0}");
    error_is(ask(400, "PUT", "/progress", "{\"player\":\"x\"}"), "bad_request", "'document' is missing");
    error_is(ask(400, "PUT", "/progress", "{\"player\":\"x\",\"document\":[]}"), "bad_request",
             "must be an object");
    error_is(ask(400, "PUT", "/progress", "{\"document\":{}}"), "bad_request", "'player' is missing");
}

static void illegal_trees_are_not_saved(void **state)
{
    (void)state;
    error_is(
        ask(400, "POST", "/trees",
            "{\"title\":\"x\",\"tree\":{\"rules\":[3,3,3,1,1],\"root\":{\"children\":[{\"stones\":[\"a1\"],"
            "\"children\":[{\"stones\":[\"a1\"]}]}]}}}"),
        "bad_request", "a1");
    error_is(ask(400, "POST", "/trees", "{\"tree\":" TREE "}"), "bad_request", "'title' is missing");
    error_is(ask(400, "POST", "/trees", "{\"title\":\"x\"}"), "bad_request", "'tree' is missing");
}

static void positions_are_found_again(void **state)
{
    (void)state;
    char expected[200];
    long long id = save("Found", TREE);
    /* The same position turned by half, by the same turns. */
    snprintf(
        expected, sizeof expected,
        "{'matches':[{'id':%lld,'title':'Found','path':[0,0,0],'symmetry':2,'stones_order_differs':false}],"
        "'cut':false}",
        id);
    check(
        ask(200, "POST", "/find", "{\"game\":{\"rules\":[19,19,6,2,1],\"stones\":[\"j10\",\"i8\",\"k8\"]}}"),
        expected);
    /* As it stands, by other turns. */
    snprintf(
        expected, sizeof expected,
        "{'matches':[{'id':%lld,'title':'Found','path':[0,0,0],'symmetry':0,'stones_order_differs':true}],"
        "'cut':false}",
        id);
    check(ask(200, "POST", "/find",
              "{\"game\":{\"rules\":[19,19,6,2,1],\"setup\":{\"black\":[\"j10\"],\"white\":[\"k12\",\"i12\"],"
              "\"to_move\":\"black\",\"left\":2}}}"),
          expected);
    check(ask(200, "POST", "/find", "{\"game\":{\"rules\":[19,19,6,2,1],\"stones\":[\"a1\"]}}"),
          "{'matches':[]}");
    check(ask(200, "POST", "/find", "{\"game\":{\"rules\":[19,19,6,2,2],\"stones\":[\"j10\"]}}"),
          "{'matches':[]}");
}

/* ---- Records ---- */

static void every_format_comes_in_and_goes_out(void **state)
{
    (void)state;
    static const struct {
        const char *text, *format;
    } files[] = {
        {"(;GM[4]SZ[19];B[jj];W[ih];W[kh])", "sgf"},
        {"{[C6][A B][C D][Black wins][2017.01.01 Here][Event];B(J,10);W(I,12)W(K,12)}", "contest"},
        {"j10 i12 k12", "plain"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        json_t *body = json_pack("{s:s, s:s}", "text", files[i].text, "name", "some/file.txt");
        char *text = json_dumps(body, 0);
        json_t *j = ask(200, "POST", "/import", text);
        assert_string_equal(json_string_value(json_object_get(j, "format")), files[i].format);
        json_t *game = json_array_get(json_object_get(j, "games"), 0);
        json_t *back =
            json_pack("{s:O, s:s}", "tree", json_object_get(game, "tree"), "format", files[i].format);
        char *again = json_dumps(back, 0);
        json_t *out = ask(200, "POST", "/export", again);
        const char *written = json_string_value(json_object_get(out, "text"));
        assert_non_null(strstr(written, i == 0   ? ";B[jj];W[ih];W[kh]"
                                        : i == 1 ? ";B(J,10);W(I,12)W(K,12)"
                                                 : "j10 i12 k12"));
        json_decref(out);
        json_decref(back);
        json_decref(j);
        json_decref(body);
        free(text);
        free(again);
    }
}

static void files_of_several_games_and_other_character_sets_come_in(void **state)
{
    (void)state;
    json_t *j = ask(200, "POST", "/import",
                    "{\"text\":\"(;GN[One];B[aa])(;PB[Two];B[bb])(;B[cc])\",\"name\":\"x.sgf\"}");
    json_t *games = json_object_get(j, "games");
    assert_int_equal(json_array_size(games), 3);
    assert_string_equal(json_string_value(json_object_get(json_array_get(games, 0), "title")), "One");
    assert_string_equal(json_string_value(json_object_get(json_array_get(games, 1), "title")), "Two – ?");
    assert_string_equal(json_string_value(json_object_get(json_array_get(games, 2), "title")), "x 3");
    json_decref(j);
    /* (;CA[GBK]PB[六];B[jj]) in GBK, as base64 */
    j = ask(200, "POST", "/import", "{\"base64\":\"KDtDQVtHQktdUEJbwfldO0JbampdKQ==\"}");
    json_decref(j);
    error_is(ask(400, "POST", "/import", "{\"text\":\"(;B[jj];W[jj])\"}"), "bad_request", "line 1");
    error_is(ask(400, "POST", "/import", "{\"text\":\"j10\",\"format\":\"sgf\"}"), "bad_request",
             "this is not sgf");
    /* (;B[jj]) in UTF-16, big and little endian, with its mark */
    json_decref(ask(200, "POST", "/import", "{\"base64\":\"/v8AKAA7AEIAWwBqAGoAXQAp\",\"format\":\"sgf\"}"));
    json_decref(ask(200, "POST", "/import", "{\"base64\":\"//4oADsAQgBbAGoAagBdACkA\",\"format\":\"sgf\"}"));
    error_is(ask(400, "POST", "/import", "{\"base64\":\"/v8AKAA7AEIAWwBqAGoAXQAp\",\"format\":\"plain\"}"),
             "bad_request", "not plain");
    error_is(ask(400, "POST", "/import", "{}"), "bad_request", "'text' or 'base64'");
    error_is(ask(400, "POST", "/import", "{\"base64\":\"***\"}"), "bad_request", "base64");
    error_is(ask(400, "POST", "/export", "{\"format\":\"xls\",\"tree\":" TREE "}"), "bad_request", "'xls'");
}

/* ---- Collections ---- */

#define TWO_GAMES "(;PB[A]PW[B]RE[B+];B[jj];W[ih];W[kh])(;PB[C]PW[D]RE[W+]DT[2020];B[jj];W[il];W[kl];B[aa])"

static void collections_take_games_and_answer(void **state)
{
    (void)state;
    json_t *j = ask(201, "POST", "/collections", "{\"name\":\"Mine\"}");
    char path[80], body[400];
    long long id = json_integer_value(json_object_get(j, "id"));
    json_decref(j);
    snprintf(path, sizeof path, "/collections/%lld/games", id);
    check(ask(200, "POST", path, "{\"text\":\"" TWO_GAMES "(;B[jj];W[jj])\"}"),
          "{'added':2,'known':0,'bad':1}");
    check(ask(200, "POST", path, "{\"text\":\"" TWO_GAMES "\"}"),
          "{'added':0,'known':2,'bad':0,'messages':[]}");
    snprintf(body, sizeof body,
             "{\"collection\":%lld,\"game\":{\"rules\":\"connect6\",\"stones\":[\"j10\",\"i8\"]}}", id);
    j = ask(200, "POST", "/explore", body);
    json_t *turn = json_array_get(json_object_get(j, "turns"), 0),
           *game = json_array_get(json_object_get(j, "list"), 0);
    assert_int_equal(json_integer_value(json_object_get(turn, "games")), 2); /* mirrored, so one turn */
    assert_string_equal(json_string_value(json_object_get(game, "black")), "C");
    assert_string_equal(json_string_value(json_object_get(game, "result")), "white");
    long long number = json_integer_value(json_object_get(game, "id"));
    check(j, "{'games':2,'black':1,'white':1,'drawn':0,'open':0,'placed':1,'turns_all':1}");
    snprintf(path, sizeof path, "/games/%lld", number);
    check(ask(200, "GET", path, NULL), "{'title':'C – D'}");
    snprintf(path, sizeof path, "/collections/%lld", id);
    json_decref(ask(204, "PUT", path, "{\"name\":\"Yours\"}"));
    j = ask(200, "GET", "/collections", NULL);
    json_t *first = json_array_get(json_object_get(j, "collections"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "name")), "Yours");
    assert_int_equal(json_integer_value(json_object_get(first, "games")), 2);
    json_decref(j);
    json_decref(ask(204, "DELETE", path, NULL));
    error_is(ask(404, "POST", "/explore", body), "not_found", "no collection");
    error_is(ask(404, "GET", "/games/1", NULL), "not_found", "no game");
    error_is(ask(400, "POST", "/collections", "{\"name\":\"\"}"), "bad_request", "'name' is missing");
}

#define OPENING "\"game\":{\"rules\":\"connect6\",\"stones\":[\"j10\"]}"

static void verdicts_are_kept(void **state)
{
    (void)state;
    json_t *j = ask(200, "POST", "/explore", "{\"turns\":3," OPENING "}");
    assert_int_equal(json_array_size(json_object_get(j, "turns")), 3);
    assert_null(json_object_get(j, "verdict"));
    json_decref(j);
    j = ask(200, "POST", "/explore/verdict", "{\"seconds\":0.05," OPENING "}");
    assert_non_null(json_object_get(j, "verdict"));
    json_decref(j);
    j = ask(200, "POST", "/explore", "{\"turns\":3," OPENING "}");
    assert_non_null(json_object_get(j, "verdict"));
    json_decref(j);
}

/* ---- The table ---- */

static void every_route_is_covered_and_described(void **state)
{
    char *docs;
    size_t len;
    struct err e;
    (void)state;
    if (!file_read(TEST_SOURCE "/docs/api.md", &docs, &len, &e))
        fail_msg("%s", e.text);
    for (int i = 0; routes[i].method; i++) {
        struct buf b = BUF_EMPTY;
        buf_format(&b, "### %s " ROUTES_ROOT "%s\n", routes[i].method, routes[i].path);
        if (!strstr(docs, buf_str(&b)))
            fail_msg("docs/api.md has no section '%s'", buf_str(&b));
        if (!covered[i])
            fail_msg("no test covers %s %s", routes[i].method, routes[i].path);
        buf_free(&b);
    }
    free(docs);
}

static int start(void **state)
{
    (void)state;
    proofs = folder_new();
    lab_folder = folder_new();
    server = serving_start(&(struct server_options){
        .proofs = TEST_SOURCE "/proofs", .own_proofs = proofs.path, .labs = lab_folder.path});
    return 0;
}

static int stop(void **state)
{
    (void)state;
    server_stop(server);
    folder_remove(&proofs);
    folder_remove(&lab_folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_root_lists_all_routes),
        cmocka_unit_test(info_tells_games_players_levels_formats),
        cmocka_unit_test(limits_are_told_and_described),
        cmocka_unit_test(openapi_describes_all_routes),
        cmocka_unit_test(the_first_example_is_true),
        cmocka_unit_test(moves_are_those_of_the_chooser),
        cmocka_unit_test(status_counts),
        cmocka_unit_test(positions_are_judged),
        cmocka_unit_test(unknown_fields_are_named),
        cmocka_unit_test(other_methods_are_named),
        cmocka_unit_test(nothing_is_saved_where_all_is_read_only),
        cmocka_unit_test(illegal_stones_are_named),
        cmocka_unit_test(threats_and_defences_are_listed),
        cmocka_unit_test(players_make_turns),
        cmocka_unit_test(the_net_says_what_it_expects),
        cmocka_unit_test(the_same_seed_makes_the_same_turn),
        cmocka_unit_test(forcing_wins_are_shown),
        cmocka_unit_test(puzzles_are_picked),
        cmocka_unit_test(puzzles_are_judged),
        cmocka_unit_test(small_positions_have_exact_values),
        cmocka_unit_test(certificates_are_checked),
        cmocka_unit_test(proofs_are_walked_through),
        cmocka_unit_test(labs_are_made_run_and_read),
        cmocka_unit_test(analysis_comes_live),
        cmocka_unit_test(trees_are_saved_changed_and_deleted),
        cmocka_unit_test(progress_is_kept_and_never_overwritten),
        cmocka_unit_test(illegal_trees_are_not_saved),
        cmocka_unit_test(positions_are_found_again),
        cmocka_unit_test(every_format_comes_in_and_goes_out),
        cmocka_unit_test(collections_take_games_and_answer),
        cmocka_unit_test(verdicts_are_kept),
        cmocka_unit_test(files_of_several_games_and_other_character_sets_come_in),
        cmocka_unit_test(every_route_is_covered_and_described),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
