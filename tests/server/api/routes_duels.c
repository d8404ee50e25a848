/* Routes: games between people. What is in them is tested in tests/server/duels. */
#include <stdio.h>
#include <string.h>

#include "server/api/asking.h"

void two_people_play(void **state)
{
    (void)state;
    char path[60], body[200], key[2][40];
    const char *id, *own;
    json_t *j = ask(201, "POST", "/duels",
                    "{\"game\":{\"rules\":[3,3,3,1,1]},\"clock\":{\"main\":60,\"increment\":2,\"periods\":3,"
                    "\"period\":10},\"side\":\"black\",\"name\":\"Ann\"}");
    assert_int_equal(json_unpack(j, "{s:s, s:s}", "id", &id, "key", &own), 0);
    snprintf(key[0], sizeof key[0], "%s", own);
    char name[20];
    snprintf(name, sizeof name, "%s", id);
    json_decref(j);
    snprintf(path, sizeof path, "/duels/%s", name);
    check(ask(200, "GET", path, NULL), "{'state':'waiting','moves':[],'to_move':'black'}");
    snprintf(path, sizeof path, "/duels/%s/join", name);
    j = ask(200, "POST", path, "{\"name\":\"Bob\"}");
    assert_int_equal(json_unpack(j, "{s:s}", "key", &own), 0);
    snprintf(key[1], sizeof key[1], "%s", own);
    check(j, "{'seat':'white'}");
    snprintf(path, sizeof path, "/duels/%s/act", name);
    snprintf(body, sizeof body, "{\"key\":\"%s\",\"act\":\"move\",\"stones\":[\"b2\"],\"at\":0}", key[0]);
    check(ask(200, "POST", path, body), "{'state':'playing','moves':['b2'],'to_move':'white','plies':1}");
    error_is(ask(409, "POST", path, body), "conflict", "White's turn");
    snprintf(body, sizeof body, "{\"duels\":[{\"id\":\"%s\",\"key\":\"%s\"}]}", name, key[1]);
    j = ask(200, "POST", "/duels/list", body);
    check(json_incref(json_array_get(json_object_get(j, "duels"), 0)), "{'seat':'white','plies':1}");
    json_decref(j);
    snprintf(body, sizeof body, "{\"key\":\"%s\",\"act\":\"resign\"}", key[1]);
    snprintf(path, sizeof path, "/duels/%s/act", name);
    check(ask(200, "POST", path, body), "{'state':'over','to_move':null}");
}
