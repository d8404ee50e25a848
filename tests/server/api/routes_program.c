/* Routes: the program, its routes and limits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "play/chooser.h"
#include "server/api/api.h"
#include "server/api/asking.h"
#include "server/api/routes.h"
#include "support/described.h"
#include "support/schema.h"

void the_root_lists_all_routes(void **state)
{
    (void)state;
    json_t *j = ask(200, "GET", "", NULL), *list = json_object_get(j, "routes");
    size_t n = 0;
    while (routes[n].method)
        n++;
    assert_int_equal(json_array_size(list), n);
    json_decref(j);
}

void info_tells_games_players_levels_formats(void **state)
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

/* Each of a list has a line about it and plays a turn. */
static void they_play(const json_t *players, const char *rules, int least)
{
    size_t i;
    const json_t *one;
    int searching = 0;
    json_array_foreach(players, i, one)
    {
        const char *spec = json_string_value(json_object_get(one, "spec"));
        char body[300];
        assert_true(strlen(json_string_value(json_object_get(one, "about"))) > 5);
        searching += strstr(spec, "+search") != NULL;
        bool tiling = strcmp(spec, "tiling") == 0; /* of long rows alone */
        snprintf(body, sizeof body,
                 "{\"game\":{\"rules\":%s,\"stones\":[\"c3\"]},\"player\":\"%s\",\"seconds\":0.05}",
                 tiling ? "[12,12,11,2,1]" : rules, spec);
        json_t *j = ask(200, "POST", "/move", body);
        assert_true(json_array_size(json_object_get(j, "turn")) > 0);
        json_decref(j);
    }
    assert_true(searching >= least);
}

void listed_players_play(void **state)
{
    (void)state;
    json_t *j = ask(200, "GET", "/info", NULL), *go = json_array_get(json_object_get(j, "games"), 0);
    they_play(json_object_get(j, "players"), "[13,13,6,2,1]", 5);
    they_play(json_object_get(go, "players"), "\"go9\"", 0);
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

void limits_are_told_and_described(void **state)
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

/* Is every field of the table described, and nothing else? */
static void check_fields(const struct route *x)
{
    const json_t *body = described_body(x), *properties = json_object_get(body, "properties");
    size_t n = 0;
    for (const char *at = x->fields; at && *at; n++) {
        size_t len = strcspn(at, " ");
        if (!json_object_getn(properties, at, len))
            fail_msg("field '%.*s' of %s %s is not described in openapi.json", (int)len, at, x->method,
                     x->path);
        at += len + strspn(at + len, " ");
    }
    if (json_object_size(properties) != n || !body != !x->fields)
        fail_msg("openapi.json describes fields of %s %s that the table of routes has not", x->method,
                 x->path);
}

/* Has each part of the path that stands for something its parameter? */
static void check_parts(const struct route *x)
{
    static const char *const parts[][2] = {{"/ID", "id"}, {"/NAME", "name"}};
    for (int i = 0; i < 2; i++) {
        const json_t *p = described_parameter(x, "path", parts[i][1], strlen(parts[i][1]));
        if (!strstr(x->path, parts[i][0]) != !p || (p && !json_is_true(json_object_get(p, "required"))))
            fail_msg("openapi.json: %s %s and its parameter '%s'", x->method, x->path, parts[i][1]);
    }
}

/* What a route answers is described, and has a name of its own. */
static void check_operation(const struct route *x, json_t *names)
{
    const json_t *operation = described_route(x);
    const char *name = json_string_value(json_object_get(operation, "operationId")),
               *about = json_string_value(json_object_get(operation, "summary"));
    if (!name || json_object_get(names, name))
        fail_msg("openapi.json: %s %s has no operationId of its own", x->method, x->path);
    json_object_set_new(names, name, json_true());
    if (!about || strcmp(about, x->about) != 0)
        fail_msg("openapi.json says of %s %s '%s', the table '%s'", x->method, x->path, about, x->about);
    if (json_object_size(json_object_get(operation, "responses")) < 2)
        fail_msg("openapi.json does not say what %s %s answers", x->method, x->path);
    check_fields(x);
    check_parts(x);
}

void openapi_describes_all_routes(void **state)
{
    (void)state;
    json_t *j = ask(200, "GET", "/openapi.json", NULL), *paths = json_object_get(j, "paths"),
           *names = json_object();
    assert_string_equal(json_string_value(json_object_get(j, "openapi")), "3.1.0");
    assert_string_equal(json_string_value(json_object_get(json_object_get(j, "info"), "version")),
                        HEXAD_VERSION);
    size_t operations = 0;
    const char *key;
    json_t *value;
    json_object_foreach(paths, key, value) operations += json_object_size(value);
    for (const struct route *x = routes; x->method; x++)
        check_operation(x, names);
    assert_int_equal(operations, json_object_size(names));
    json_decref(names);
    json_decref(j);
}

/* The words of a document that are schemas, wherever they are. */
static void check_schemas(const json_t *whole, json_t *at)
{
    const char *key;
    size_t i;
    json_t *value;
    struct err e;
    json_object_foreach(at, key, value)
    {
        if ((strcmp(key, "schema") == 0 || strncmp(key, "x-", 2) == 0) && !schema_sound(whole, value, &e))
            fail_msg("openapi.json: %s", e.text);
        check_schemas(whole, value);
    }
    json_array_foreach(at, i, value) check_schemas(whole, value);
}

void openapi_is_sound(void **state)
{
    (void)state;
    json_t *whole = openapi_document(), *components = json_object_get(whole, "components"), *value;
    const char *key;
    struct err e;
    check_schemas(whole, json_object_get(whole, "paths"));
    json_object_foreach(json_object_get(whole, "x-commands"), key, value) if (!schema_sound(whole, value, &e))
        fail_msg("openapi.json: %s: %s", key, e.text);
    json_object_foreach(json_object_get(components, "schemas"), key,
                        value) if (!schema_sound(whole, value, &e))
        fail_msg("openapi.json: %s: %s", key, e.text);
    json_decref(whole);
}

/* The first example of docs/api.md says what the server says. */
void the_first_example_is_true(void **state)
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
void moves_are_those_of_the_chooser(void **state)
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
                struct chooser_job job = {.limits = {.work.seconds = 100}};
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

void status_counts(void **state)
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
