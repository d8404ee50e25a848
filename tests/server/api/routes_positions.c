/* Routes: positions. */
#include <stdio.h>
#include <string.h>

#include "server/api/asking.h"
#include "server/api/routes.h"

void positions_are_judged(void **state)
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

/* Up to symmetry, order of stones, and what was played since. */
void openings_have_names(void **state)
{
    (void)state;
    static const char body[] =
        "{\"game\":{\"rules\":\"connect6\",\"stones\":[\"j10\",\"l8\",\"l12\",\"k10\",\"j9\",\"a1\"]}}";
    for (int explored = 0; explored < 2; explored++) {
        json_t *j = ask(200, "POST", explored ? "/explore" : "/position", body);
        check(json_incref(json_object_get(j, "opening")),
              "{'name':'XX-B22','also':'Mickey Mouse','stones':5}");
        json_decref(j);
        j = ask(200, "POST", explored ? "/explore" : "/position", "{\"game\":" START "}");
        assert_null(json_object_get(j, "opening"));
        json_decref(j);
    }
}

void illegal_stones_are_named(void **state)
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

/* Whether a route wants a game that goes on, or one at the beginning of a turn: it is answered, and so is the next. */
void games_of_every_state_are_answered(void **state)
{
    static const char *const games[] = {
        "{\"rules\":[3,3,3,1,1],\"stones\":[\"a1\",\"a2\",\"b1\",\"b2\",\"c1\"]}", /* won */
        "{\"rules\":[3,1,3,1,1],\"stones\":[\"a1\",\"b1\",\"c1\"]}",               /* drawn */
        "{\"rules\":[3,1,3,1,1],\"stones\":[\"a1\",\"b1\"]}",
        "{\"rules\":\"connect6\",\"stones\":[]}",
        "{\"rules\":\"connect6\",\"stones\":[\"j10\",\"k11\"]}", /* in the middle of a turn */
        "{\"rules\":[9,9,6,2,1],\"setup\":{\"black\":[\"a1\"],\"to_move\":\"white\",\"left\":2}}",
    };
    (void)state;
    for (const struct route *x = routes; x->method; x++)
        for (size_t i = 0; x->fields && i < sizeof games / sizeof *games; i++) {
            char path[100], body[400];
            if (strncmp(x->fields, "game", 4) != 0)
                continue;
            snprintf(path, sizeof path, API "%s", x->path);
            snprintf(body, sizeof body, "{\"game\":%s%s}", games[i],
                     strstr(x->fields, "seconds") ? ",\"seconds\":0.01"
                     : strstr(x->fields, "turn ") ? ",\"turn\":[\"c1\"]"
                                                  : "");
            struct reply_send a = http_ask(port(), x->method, path, NULL, body);
            if (a.status != 200 && a.status != 201 && a.status != 400)
                fail_msg("%s %s: status %d: %s", x->path, body, a.status, a.body);
            reply_send_free(&a);
        }
}

void unknown_fields_are_named(void **state)
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

void other_methods_are_named(void **state)
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

void nothing_is_saved_where_all_is_read_only(void **state)
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
    error_is(ask(403, "POST", "/duels", "{}"), "read_only", "--read-only");
    error_is(ask(403, "POST", "/duels/x/join", "{}"), "read_only", "--read-only");
    error_is(ask(403, "POST", "/duels/x/act", "{}"), "read_only", "--read-only");
    error_is(ask(404, "GET", "/duels/x", NULL), "not_found", "--read-only");
    error_is(ask(403, "POST", "/tournaments", "{}"), "read_only", "--read-only");
    error_is(ask(403, "POST", "/tournaments/x/run", "{}"), "read_only", "--read-only");
    check(ask(200, "GET", "/tournaments", NULL), "{'kept':false}");
    check(ask(200, "GET", "/trees", NULL), "{'total':0}");
    check(ask(200, "GET", "/info", NULL), "{'read_only':true}");
    server_stop(server);
    server = own;
}

void threats_and_defences_are_listed(void **state)
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
