/* Routes: tournaments. How they are played, stopped and gone on with is tested in tests/server/tournaments. */
#include <string.h>

#include "server/api/asking.h"
#include "support/patience.h"

static bool is_over(void)
{
    json_t *j = ask(200, "GET", "/tournaments/cup", NULL);
    bool over = strcmp(json_string_value(json_object_get(j, "state")), "over") == 0;
    json_decref(j);
    return over;
}

void players_meet_in_tournaments(void **state)
{
    (void)state;
    check(ask(201, "POST", "/tournaments",
              "{\"name\":\"cup\",\"rules\":[5,5,4,1,1],\"players\":[{\"player\":\"sequences\"},{\"player\":"
              "\"random\"}],\"rounds\":2}"),
          "{'name':'cup'}");
    check(ask(202, "POST", "/tournaments/cup/run", "{}"), "{'run':true}");
    WAIT_UNTIL(is_over());
    check(ask(200, "GET", "/tournaments/cup", NULL),
          "{'planned':4,'played':4,'rules':[5,5,4,1,1],'under_way':0}");
    json_t *j = ask(200, "GET", "/tournaments", NULL);
    check(json_incref(json_array_get(json_object_get(j, "tournaments"), 0)),
          "{'name':'cup','players':['sequences','random'],'state':'over','played':4}");
    json_decref(j);
    check(ask(200, "POST", "/tournaments/cup/games", "{\"first\":1,\"second\":0,\"limit\":0}"),
          "{'games':[],'total':4}");
    check(ask(200, "GET", "/tournaments/cup/games/2", NULL),
          "{'number':2,'black':'random','white':'sequences'}");
    error_is(ask(409, "POST", "/tournaments/cup/run", "{\"run\":false}"), "conflict", "not being played");
    json_decref(ask(204, "DELETE", "/tournaments/cup", NULL));
    error_is(ask(404, "GET", "/tournaments/cup", NULL), "not_found", "of this name");
}
