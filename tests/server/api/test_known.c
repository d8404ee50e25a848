/* A server with an opening database: what is proved is told by /explore, played by /move, and answered at once over the live
 * socket, with the name of its proof; also if the database is made while the server runs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "server/serving.h"
#include "support/folder.h"
#include "support/patience.h"
#include "json/proof.h"

#define NAME  "connect-5-2-2"
#define EMPTY "{\"rules\":[%d,%d,5,2,2],\"stones\":[]}"

static struct folder folder;
static char game[100];

/* A position that a lab has weighed, with numbers of which one is infinite. */
static void weigh(struct explorer *x)
{
    struct err e;
    struct position *p = test_game("5,5,4,2,1", "c3");
    struct known_weight w = {p, BLACK, PROOF_NUMBER_INFINITE, 3, -1};
    assert_int_equal(explorer_weigh(x, "small", &w, 1, &e), EXPLORER_FINE);
    position_free(p);
}

static void make_database(void)
{
    char *bytes;
    size_t len;
    struct explorer *x;
    struct known_added added;
    struct deadline forever = {0};
    struct err e;
    assert_true(file_read(TEST_SOURCE "/proofs/" NAME ".cert", &bytes, &len, &e));
    assert_true(explorer_open(folder.file, true, 0, &x, &e));
    assert_int_equal(explorer_prove(x, NAME, bytes, len, &forever, &added, &e), EXPLORER_FINE);
    weigh(x);
    explorer_close(x);
    struct cert_reader *r = cert_reader_open(TEST_SOURCE "/proofs/" NAME ".cert", &e);
    const struct rules *rules = &cert_reader_claim(r)->position->rules;
    snprintf(game, sizeof game, EMPTY, rules->m, rules->n);
    cert_reader_free(r);
    free(bytes);
}

static int start(void **state)
{
    folder = folder_new();
    make_database();
    *state = serving_start(&(struct server_options){.openings = folder.file});
    return 0;
}

static int stop(void **state)
{
    server_stop(*state);
    folder_remove(&folder);
    return 0;
}

static json_t *ask(void **state, const char *route, const char *more)
{
    char body[300];
    snprintf(body, sizeof body, "{\"game\":%s%s}", game, more);
    return http_json(server_port(*state), 200, "POST", route, body);
}

static void explore_tells(void **state)
{
    json_t *j = ask(state, API "/explore", ""), *proved = json_object_get(j, "proved"),
           *turn = json_array_get(json_object_get(j, "turns"), 0);
    assert_string_equal(json_string_value(json_object_get(proved, "winner")), "black");
    assert_string_equal(json_string_value(json_object_get(proved, "proof")), NAME);
    assert_int_equal(json_integer_value(json_object_get(turn, "games")), 0);
    assert_non_null(json_object_get(turn, "proved")); /* the winning turn, that no game has */
    json_decref(j);
}

/* Infinity is no number, neither to programs nor to people. */
static void infinite_numbers_are_none(void **state)
{
    json_t *j = http_json(server_port(*state), 200, "POST", API "/explore",
                          "{\"game\":{\"rules\":[5,5,4,2,1],\"stones\":[\"c3\"]}}");
    const json_t *lab = json_object_get(j, "lab");
    assert_string_equal(json_string_value(json_object_get(lab, "lab")), "small");
    assert_true(json_is_null(json_object_get(lab, "pn")));
    assert_int_equal(json_integer_value(json_object_get(lab, "dn")), 3);
    json_decref(j);
    static const struct {
        const char *option, *told;
    } ways[] = {{"", "proof number ∞, disproof number 3 (small)"}, {"--json", "\"pn\": null"}};
    for (size_t i = 0; i < 2; i++) {
        char command[300], text[2000];
        snprintf(command, sizeof command, TEST_PROGRAM " openings ask --file %s --game 5,5,4,2,1 %s c3",
                 folder.file, ways[i].option);
        FILE *f = popen(command, "r");
        assert_non_null(f);
        text[fread(text, 1, sizeof text - 1, f)] = '\0';
        pclose(f);
        if (!strstr(text, ways[i].told))
            fail_msg("%s", text);
    }
}

static void move_plays_it(void **state)
{
    json_t *j = ask(state, API "/move", "");
    assert_int_equal(json_integer_value(json_object_get(j, "nodes")), 0);
    assert_true(json_integer_value(json_object_get(j, "mate")) > 0);
    assert_int_equal(json_array_size(json_object_get(j, "turn")), 2);
    json_decref(j);
    bool searched = false;
    for (double seconds = 0.05; !searched; seconds *= 4) { /* a busy machine may leave it no time at all */
        char more[60];
        snprintf(more, sizeof more, ",\"openings\":false,\"seconds\":%g", seconds);
        j = ask(state, API "/move", more);
        searched = json_integer_value(json_object_get(j, "nodes")) > 0;
        json_decref(j);
    }
}

static void analysis_answers_at_once(void **state)
{
    int status, fd = ws_open(server_port(*state), "", &status);
    char text[300];
    assert_true(fd >= 0);
    snprintf(text, sizeof text, "{\"do\":\"analyse\",\"id\":1,\"game\":%s,\"lines\":1}", game);
    ws_send(fd, text);
    for (;;) {
        json_t *j = ws_json(fd, PATIENCE), *report = json_object_get(j, "report");
        bool final = report && json_is_true(json_object_get(report, "final"));
        if (json_object_get(j, "error"))
            fail_msg("%s", json_dumps(j, 0));
        if (final) {
            json_t *line = json_array_get(json_object_get(report, "lines"), 0);
            assert_string_equal(json_string_value(json_object_get(report, "proof")), NAME);
            assert_true(json_integer_value(json_object_get(line, "mate")) > 0);
        }
        json_decref(j);
        if (final)
            break;
    }
    close(fd);
}

static bool tells_of_proof(struct server *s)
{
    json_t *j = ask((void **)&s, API "/explore", "");
    bool told = json_object_get(j, "proved") != NULL;
    json_decref(j);
    return told;
}

/* A server that is up before its database is made. Half of one has another name, as the program that makes it gives it. */
static void a_late_database_is_asked(void **state)
{
    (void)state;
    char late[80], half[80], command[200];
    snprintf(late, sizeof late, "%s/late.db", folder.path);
    snprintf(half, sizeof half, "%s/late.db.new", folder.path);
    snprintf(command, sizeof command, "cp %s %s", folder.file, half);
    struct server *s = serving_start(&(struct server_options){.openings = late});
    assert_false(tells_of_proof(s));
    assert_int_equal(system(command), 0);
    assert_false(tells_of_proof(s));
    assert_int_equal(rename(half, late), 0);
    WAIT_UNTIL(tells_of_proof(s));
    server_stop(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explore_tells),
        cmocka_unit_test(infinite_numbers_are_none),
        cmocka_unit_test(move_plays_it),
        cmocka_unit_test(analysis_answers_at_once),
        cmocka_unit_test(a_late_database_is_asked),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
