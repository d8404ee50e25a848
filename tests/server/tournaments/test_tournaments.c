/* Tournaments: made, played, stopped and gone on with, over a server that ends and one that is killed; nobody from outside plays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "server/process.h"
#include "support/folder.h"
#include "support/patience.h"
#include "json/limits.h"

static struct server *server;
static struct folder folder;

static json_t *ask_at(int port, int status, const char *method, const char *path, const char *body)
{
    char route[100];
    char *text = body ? mem_strdup(body) : NULL;
    for (char *c = text; c && *c; c++)
        *c = *c == '\'' ? '"' : *c;
    snprintf(route, sizeof route, API "/tournaments%s", path);
    json_t *j = http_json(port, status, method, route, text);
    free(text);
    return j;
}

static json_t *ask(int status, const char *method, const char *path, const char *body)
{
    return ask_at(server_port(server), status, method, path, body);
}

static void done(int status, const char *path, const char *body)
{
    json_decref(ask(status, "POST", path, body));
}

static void refused(int status, const char *body, const char *part)
{
    const char *message = "";
    json_t *j = ask(status, "POST", "", body);
    assert_int_equal(json_unpack(j, "{s:{s:s}}", "error", "message", &message), 0);
    if (!strstr(message, part))
        fail_msg("'%s' does not say '%s'", message, part);
    json_decref(j);
}

/* How it stands: its state, and the games that are over. */
static int64_t stands_at(int port, const char *path, const char *state)
{
    const char *is;
    json_int_t played;
    json_t *j = ask_at(port, 200, "GET", path, NULL);
    assert_int_equal(json_unpack(j, "{s:s, s:I}", "state", &is, "played", &played), 0);
    int64_t n = strcmp(is, state) == 0 ? (int64_t)played : -1;
    json_decref(j);
    return n;
}

static int64_t stands(const char *path, const char *state)
{
    return stands_at(server_port(server), path, state);
}

#define THREE "'players':[{'player':'sequences'},{'player':'threats'},{'player':'random'}]"

static void all_meet_all_from_openings(void **state)
{
    (void)state;
    done(201, "", "{'name':'all','rules':'connect6'," THREE ",'rounds':2,'random':2,'seed':7}");
    assert_int_equal(stands("/all", "stopped"), 0);
    done(202, "/all/run", "{}");
    WAIT_UNTIL(stands("/all", "over") == 12);
    json_t *j = ask(200, "GET", "/all", NULL), *cross = json_object_get(j, "cross");
    double sum = 0;
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 3; k++) {
            const json_t *v = json_array_get(json_array_get(cross, i), k);
            assert_int_equal(json_is_null(v), i == k);
            sum += json_number_value(v);
        }
    assert_true(sum == 12);
    json_decref(j);
    /* Sequences against Random, the newest first; both games of a pair begin alike, and no two pairs. */
    j = ask(200, "POST", "/all/games", "{'first':0,'second':2}");
    const json_t *list = json_object_get(j, "games");
    assert_int_equal(json_integer_value(json_object_get(j, "total")), 4);
    json_int_t number[4];
    char opening[4][40];
    for (size_t i = 0; i < 4; i++) {
        char path[40];
        number[i] = json_integer_value(json_object_get(json_array_get(list, i), "number"));
        snprintf(path, sizeof path, "/all/games/%d", (int)number[i]);
        json_t *one = ask(200, "GET", path, NULL), *stones;
        assert_int_equal(json_unpack(one, "{s:{s:o}}", "game", "stones", &stones), 0);
        opening[i][0] = '\0';
        for (size_t k = 0; k < 3; k++) /* one stone, then two */
            strcat(strcat(opening[i], json_string_value(json_array_get(stones, k))), " ");
        json_decref(one);
    }
    assert_true(number[0] > number[1] && number[1] > number[2] && number[2] > number[3]);
    assert_string_equal(opening[0], opening[1]);
    assert_string_equal(opening[2], opening[3]);
    assert_string_not_equal(opening[0], opening[2]);
    json_decref(j);
    j = ask(200, "POST", "/all/games", "{'skip':3,'limit':2}");
    assert_int_equal(json_array_size(json_object_get(j, "games")), 2);
    assert_int_equal(
        json_integer_value(json_object_get(json_array_get(json_object_get(j, "games"), 0), "number")), 9);
    json_decref(j);
    json_decref(ask(404, "GET", "/all/games/13", NULL));
}

static void wishes_are_checked(void **state)
{
    (void)state;
    refused(400, "{'name':'-x','rules':'connect6'," THREE "}", "the name of a tournament");
    refused(400, "{'name':'x','rules':'connect6','players':[{}]}", "2 to 12 players");
    refused(400, "{'name':'x','rules':'connect6','players':[{},{'player':'nobody'}]}", "nobody");
    refused(400, "{'name':'x','rules':'connect6','players':[{},{'player':'random','level':3}]}", "'level'");
    refused(400, "{'name':'x','rules':'connect6','players':[{},{'player':'engine:hash=4000'}]}", "'player'");
    refused(400, "{'name':'x','rules':'connect6','players':[{},{'player':'book:file=/etc/passwd'}]}",
            "read files");
    refused(400, "{'name':'x','rules':'go9','players':[{},{}],'random':2}", "Connect family");
    refused(400, "{'name':'x','rules':[3,3,2,1,1],'players':[{},{}],'random':2}", "no opening");
    assert_int_equal(access("evil", F_OK), -1);
}

/* A program of somebody's choice would have the server's rights. */
static void nobody_from_outside_plays(void **state)
{
    (void)state;
    static const char *const programs[] = {"gtp:cmd=false", "x=gtp:cmd=false", "a=b=gomocup:cmd=false",
                                           "contest:cmd=false", "x=gtp:cmd=(touch evil)"};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        char body[200];
        snprintf(body, sizeof body, "{'name':'x','rules':'gomoku','players':[{},{'player':'%s'}]}",
                 programs[i]);
        refused(400, body, "");
    }
    /* Nor does it by a file that somebody put there. */
    struct buf path = BUF_EMPTY;
    struct err e;
    buf_format(&path, "%s/theirs.match", folder.path);
    static const char match[] = "{\"match\":\"hexad\",\"game\":\"15,15,5,1,1\",\"players\":[\"random\",\"gtp:"
                                "cmd=touch evil\"],\"gauntlet\":false,"
                                "\"rounds\":1,\"openings\":[\"\"],\"time\":{\"turn\":0,\"game\":0,\"margin\":"
                                "0.5,\"hang\":60},\"adjudicate\":false,"
                                "\"seed\":\"0\"}\n";
    assert_true(file_write(buf_str(&path), match, sizeof match - 1, &e));
    json_decref(ask(409, "GET", "/theirs", NULL));
    done(409, "/theirs/run", "{}");
    json_decref(ask(204, "DELETE", "/theirs", NULL));
    buf_free(&path);
}

/* Random games, so many that they are stopped before their end. */
#define MANY                                                                                                 \
    "{'name':'many','rules':[19,19,8,1,1],'players':[{'player':'montecarlo'},{'player':'random'}],'rounds':" \
    "1000,'seconds':0.02}"

static void what_was_stopped_goes_on(void **state)
{
    (void)state;
    done(201, "", MANY);
    done(202, "/many/run", "{}");
    WAIT_UNTIL(stands("/many", "playing") > 1);
    json_decref(ask(409, "DELETE", "/many", NULL));
    done(202, "/many/run", "{'run':false}");
    WAIT_UNTIL(stands("/many", "stopped") > 0);
    int64_t before = stands("/many", "stopped");
    /* Over a server that ends while it plays. */
    done(202, "/many/run", "{}");
    WAIT_UNTIL(stands("/many", "playing") > before);
    before = stands("/many", "playing");
    server_stop(server);
    server = serving_start(&(struct server_options){.tournaments = folder.path});
    assert_true(stands("/many", "stopped") >= before);
    json_decref(ask(204, "DELETE", "/many", NULL));
}

static void a_killed_server_has_lost_nothing(void **state)
{
    (void)state;
    struct folder home = folder_new();
    char data[100];
    snprintf(data, sizeof data, "%s/x.db", home.path);
    const char *const more[] = {"--data", data, "--quiet", NULL};
    struct process p = process_start(more);
    int64_t before = 0;
    json_decref(ask_at(p.port, 201, "POST", "", MANY));
    for (int i = 0; i < 3; i++) {
        json_decref(ask_at(p.port, 202, "POST", "/many/run", "{}"));
        WAIT_UNTIL(stands_at(p.port, "/many", "playing") > before);
        before = stands_at(p.port, "/many", "playing");
        kill(p.pid, SIGKILL);
        waitpid(p.pid, NULL, 0);
        p = process_start(more);
        int64_t after = stands_at(p.port, "/many", "stopped");
        assert_true(after >= before);
        before = after;
    }
    process_end(&p, SIGTERM);
    folder_remove(&home);
}

static void go_is_played_to_the_count(void **state)
{
    (void)state;
    done(201, "",
         "{'name':'go','rules':'go:5,komi=0.5','players':[{'level':1},{'player':'random'}],'rounds':1,'"
         "seconds':0.05}");
    done(202, "/go/run", "{}");
    WAIT_UNTIL(stands("/go", "over") == 2);
    json_t *j = ask(200, "GET", "/go/games/1", NULL);
    const char *end, *rules;
    assert_int_equal(json_unpack(j, "{s:s, s:{s:s}}", "end", &end, "game", "rules", &rules), 0);
    assert_string_equal(end, "count");
    assert_non_null(strstr(rules, "go:5"));
    json_decref(j);
}

static int start(void **state)
{
    (void)state;
    folder = folder_new();
    server = serving_start(&(struct server_options){.tournaments = folder.path});
    return 0;
}

static int stop(void **state)
{
    (void)state;
    server_stop(server);
    folder_remove(&folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_meet_all_from_openings),       cmocka_unit_test(wishes_are_checked),
        cmocka_unit_test(nobody_from_outside_plays),        cmocka_unit_test(what_was_stopped_goes_on),
        cmocka_unit_test(a_killed_server_has_lost_nothing), cmocka_unit_test(go_is_played_to_the_count),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
