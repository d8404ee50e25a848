/* Live analysis over real WebSockets: reports arrive, searches are shared, and end with those who asked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/mem.h"
#include "server/serving.h"
#include "json/limits.h"

static struct server *server;

static int port(void)
{
    return server_port(server);
}

/* A position without a quick end; X makes it another one. */
#define GAME(X) "{\"rules\":[19,19,6,2,1],\"stones\":[\"j10\",\"k12\",\"i12\",\"" X "1\",\"s19\"]}"
#define WON     "{\"rules\":[3,3,3,1,1],\"stones\":[\"a1\",\"a2\",\"b1\",\"b2\",\"c1\"]}"

static int open_live(void)
{
    int fd = ws_open(port(), NULL, NULL);
    assert_true(fd >= 0);
    return fd;
}

/* Waits until so many sockets, studies and reviews are there. */
static void wait_for(int sockets, int studies, int reviews)
{
    double until = clock_now() + PATIENCE;
    struct feed_counts n;
    do {
        n = feed_counts(server->feed);
        if (n.sockets == sockets && n.studies == studies && n.reviews == reviews)
            return;
        usleep(5000);
    } while (clock_now() < until);
    fail_msg("%d sockets, %d studies, %d reviews; expected %d, %d, %d", n.sockets, n.studies, n.reviews,
             sockets, studies, reviews);
}

/* Waits until no thread of the pool works. */
static void wait_idle(void)
{
    WAIT_UNTIL(pool_running(server->pool) == 0);
}

/* The next report of this number; other messages are skipped. */
static json_t *next_report(int fd, int id)
{
    double until = clock_now() + PATIENCE;
    while (clock_now() < until) {
        json_t *j = ws_json(fd, until - clock_now()), *report = json_object_get(j, "report");
        if (report && json_integer_value(json_object_get(j, "id")) == id) {
            json_incref(report);
            json_decref(j);
            return report;
        }
        json_decref(j);
    }
    fail_msg("no report");
    return NULL;
}

static void reports_arrive_and_stop(void **state)
{
    (void)state;
    int fd = open_live();
    ws_send(fd, "{\"do\":\"analyse\",\"id\":4,\"game\":" GAME("a") ",\"lines\":3}");
    double nodes = 0;
    for (int i = 0; i < 3; i++) {
        json_t *r = next_report(fd, 4), *line = json_array_get(json_object_get(r, "lines"), 0);
        assert_true(json_number_value(json_object_get(r, "nodes")) >= nodes);
        nodes = json_number_value(json_object_get(r, "nodes"));
        assert_int_equal(json_array_size(json_object_get(line, "turn")), 2);
        assert_false(json_is_true(json_object_get(r, "final")));
        double chance = json_number_value(json_object_get(line, "chance"));
        assert_true(chance >= 0 && chance <= 1);
        json_decref(r);
    }
    ws_send(fd, "{\"do\":\"stop\",\"id\":4}");
    wait_for(1, 0, 0);
    wait_idle();
    close(fd);
    wait_for(0, 0, 0);
}

static void seconds_end_a_search_with_a_final_report(void **state)
{
    (void)state;
    int fd = open_live();
    ws_send(fd, "{\"do\":\"analyse\",\"id\":1,\"game\":" GAME("b") ",\"seconds\":0.3}");
    bool final = false;
    while (!final) {
        json_t *r = next_report(fd, 1);
        final = json_is_true(json_object_get(r, "final"));
        json_decref(r);
    }
    wait_for(1, 0, 0);
    close(fd);
    wait_for(0, 0, 0);
}

/* Turns of a region, with fewer threads and less memory than there are. */
static void a_search_may_be_limited(void **state)
{
    (void)state;
    int fd = open_live();
    ws_send(fd, "{\"do\":\"analyse\",\"id\":5,\"game\":" GAME(
                    "d") ",\"lines\":3,\"region\":\"c3-f6,h2\",\"threads\":1,\"hash\":2}");
    json_t *r = next_report(fd, 5), *lines = json_object_get(r, "lines"), *line, *at;
    size_t i, j;
    assert_true(json_array_size(lines) > 0);
    json_array_foreach(lines, i, line) json_array_foreach(json_object_get(line, "turn"), j, at)
    {
        const char *s = json_string_value(at);
        assert_true(strcmp(s, "h2") == 0 || (s[0] >= 'c' && s[0] <= 'f' && s[1] >= '3' && s[1] <= '6'));
    }
    json_decref(r);
    /* The same without the region is another search. */
    ws_send(fd, "{\"do\":\"analyse\",\"id\":6,\"game\":" GAME("d") ",\"lines\":3,\"threads\":1,\"hash\":2}");
    wait_for(1, 2, 0);
    close(fd);
    wait_for(0, 0, 0);
    wait_idle();
}

#define GO9 "{\"rules\":\"go9\",\"stones\":[\"E5\",\"C3\"]}"

/* Go by tree search: visits, score and owners; the same for all who ask; and a review of a game. */
static void go_is_analysed(void **state)
{
    (void)state;
    int fd = open_live();
    ws_send(fd, "{\"do\":\"analyse\",\"id\":3,\"game\":" GO9 ",\"lines\":2}");
    double visits = 0;
    for (int i = 0; i < 3; i++) {
        json_t *r = next_report(fd, 3), *line = json_array_get(json_object_get(r, "lines"), 0);
        double now = json_number_value(json_object_get(line, "visits"));
        assert_true(json_array_size(json_object_get(r, "lines")) <= 2);
        assert_int_equal(json_array_size(json_object_get(r, "owner")), 81);
        assert_true(json_is_number(json_object_get(r, "score")));
        assert_int_equal(json_array_size(json_object_get(line, "turn")), 1);
        assert_true(now > 0 && now >= visits / 2); /* another move may have become the first */
        visits = now;
        json_decref(r);
    }
    int other = open_live();
    ws_send(other, "{\"do\":\"analyse\",\"id\":1,\"game\":" GO9 ",\"lines\":2}");
    wait_for(2, 1, 0);
    close(other);
    ws_send(fd, "{\"do\":\"stop\",\"id\":3}");
    wait_for(1, 0, 0);
    ws_send(fd, "{\"do\":\"review\",\"id\":4,\"seconds\":0.02,\"game\":" GO9 "}");
    for (int i = 0; i < 3; i++)
        json_decref(next_report(fd, 4));
    wait_for(1, 0, 0);
    ws_send(fd, "{\"do\":\"analyse\",\"id\":5,\"game\":" GO9 ",\"region\":\"a1-b2\"}");
    json_t *j = ws_json(fd, PATIENCE);
    while (!json_object_get(j, "error")) {
        json_decref(j);
        j = ws_json(fd, PATIENCE);
    }
    json_decref(j);
    close(fd);
    wait_for(0, 0, 0);
    wait_idle();
}

static void the_same_search_is_one_for_all_who_ask(void **state)
{
    (void)state;
    enum { N = 5 };
    int fd[N];
    for (int i = 0; i < N; i++) {
        fd[i] = open_live();
        /* The second half asks with the stones of a turn the other way round: the same position. */
        ws_send(fd[i],
                i < 3 ? "{\"do\":\"analyse\",\"id\":9,\"game\":" GAME("c") "}"
                      : "{\"do\":\"analyse\",\"id\":9,\"game\":{\"rules\":[19,19,6,2,1],\"stones\":[\"j10\","
                        "\"i12\",\"k12\",\"s19\",\"c1\"]}}");
    }
    wait_for(N, 1, 0);
    for (int i = 0; i < N; i++)
        json_decref(next_report(fd[i], 9));
    assert_int_equal(pool_running(server->pool), 1);
    for (int i = 0; i < N - 1; i++)
        close(fd[i]);
    wait_for(1, 1, 0); /* one still follows */
    json_decref(next_report(fd[N - 1], 9));
    close(fd[N - 1]);
    wait_for(0, 0, 0);
    wait_idle();
}

static void more_searches_than_threads_wait_and_take_turns(void **state)
{
    (void)state;
    static const char *const games[] = {GAME("d"), GAME("e"), GAME("f")};
    int fd[3];
    pool_set_slice(server->pool, 1e6); /* until the third was told, however long that takes */
    for (int i = 0; i < 3; i++) {
        char text[300];
        fd[i] = open_live();
        snprintf(text, sizeof text, "{\"do\":\"analyse\",\"id\":%d,\"game\":%s}", i, games[i]);
        ws_send(fd[i], text);
        wait_for(i + 1, i + 1, 0);
        WAIT_UNTIL(i == 2 || pool_running(server->pool) > i);
    }
    /* Two run, the third is told that it waits, and runs when a slice of the others is over. */
    json_t *j = ws_json(fd[2], PATIENCE);
    assert_int_equal(json_integer_value(json_object_get(j, "queued")), 1);
    json_decref(j);
    pool_set_slice(server->pool, LIMIT_SLICE_SECONDS);
    json_decref(next_report(fd[2], 2));
    /* A player does not wait behind analysis, which would go on for ever. */
    json_decref(http_json(port(), 200, "POST", API "/move", "{\"player\":\"random\",\"game\":" START "}"));
    wait_for(3, 3, 0);
    for (int i = 0; i < 3; i++)
        close(fd[i]);
    wait_for(0, 0, 0);
    wait_idle();
}

static void a_whole_game_is_reviewed(void **state)
{
    (void)state;
    int fd = open_live();
    ws_send(fd, "{\"do\":\"review\",\"id\":2,\"seconds\":0.02,\"game\":" GAME("g") "}");
    /* Turns begin after 0, 1, 3 and 5 stones. */
    static const int at[] = {0, 1, 3, 5};
    for (size_t i = 0; i < 4; i++) {
        json_t *j = ws_json(fd, PATIENCE);
        assert_int_equal(json_integer_value(json_object_get(j, "id")), 2);
        assert_int_equal(json_integer_value(json_object_get(j, "at")), at[i]);
        assert_int_equal(json_integer_value(json_object_get(j, "of")), 5);
        assert_true(json_array_size(json_object_get(json_object_get(j, "report"), "lines")) == 1);
        json_decref(j);
    }
    json_t *j = ws_json(fd, PATIENCE);
    assert_true(json_is_true(json_object_get(j, "final")));
    json_decref(j);
    wait_for(1, 0, 0);
    /* A game that was won ends before its last position; one that is stopped says no more. */
    ws_send(fd, "{\"do\":\"review\",\"id\":3,\"seconds\":0.02,\"game\":" WON "}");
    for (int i = 0; i < 5; i++)
        json_decref(ws_json(fd, PATIENCE));
    j = ws_json(fd, PATIENCE);
    assert_true(json_is_true(json_object_get(j, "final")));
    json_decref(j);
    ws_send(fd, "{\"do\":\"review\",\"id\":4,\"seconds\":100,\"game\":" GAME("h") "}");
    wait_for(1, 0, 1);
    ws_send(fd, "{\"do\":\"stop\",\"id\":4}");
    wait_for(1, 0, 0);
    wait_idle();
    close(fd);
    wait_for(0, 0, 0);
}

static void an_id_in_use_is_replaced(void **state)
{
    (void)state;
    int fd = open_live();
    ws_send(fd, "{\"do\":\"analyse\",\"id\":1,\"game\":" GAME("i") "}");
    json_decref(next_report(fd, 1));
    ws_send(fd, "{\"do\":\"analyse\",\"id\":1,\"game\":" GAME("j") "}");
    json_decref(next_report(fd, 1));
    wait_for(1, 1, 0);
    ws_send(fd, "{\"do\":\"review\",\"id\":1,\"seconds\":100,\"game\":" GAME("j") "}");
    wait_for(1, 0, 1);
    close(fd);
    wait_for(0, 0, 0);
    wait_idle();
}

/* The next message that is an error says this. */
static void next_error(int fd, const char *code, const char *part)
{
    const char *word = NULL, *message = NULL;
    json_t *j = ws_json(fd, PATIENCE);
    if (json_unpack(j, "{s:{s:s, s:s}}", "error", "code", &word, "message", &message) != 0)
        fail_msg("not an error: %s", json_dumps(j, 0));
    assert_string_equal(word, code);
    if (!strstr(message, part))
        fail_msg("'%s' does not say '%s'", message, part);
    json_decref(j);
}

static void wrong_messages_get_errors(void **state)
{
    (void)state;
    static const struct {
        const char *text, *code, *part;
    } cases[] = {
        {"", "bad_json", "line 1"},
        {"[]", "bad_json", "object"},
        {"{\"do\":\"analyse\"", "bad_json", "line 1"},
        {"{}", "bad_request", "'do' is missing"},
        {"{\"do\":\"analyse\"}", "bad_request", "'id' is missing"},
        {"{\"do\":\"dance\",\"id\":1}", "bad_request", "'dance'"},
        {"{\"do\":\"analyse\",\"id\":-1}", "bad_request", "'id' is -1"},
        {"{\"do\":\"analyse\",\"id\":\"x\"}", "bad_request", "'id' is a text"},
        {"{\"do\":\"analyse\",\"id\":1}", "bad_request", "'game' is missing"},
        {"{\"do\":\"analyse\",\"id\":1,\"game\":" WON "}", "bad_request", "the game is over"},
        {"{\"do\":\"analyse\",\"id\":1,\"game\":" START ",\"lines\":99}", "bad_request", "'lines' is 99"},
        {"{\"do\":\"analyse\",\"id\":1,\"game\":" START ",\"seconds\":-1}", "bad_request", "'seconds' is -1"},
        {"{\"do\":\"analyse\",\"id\":1,\"game\":" START ",\"threads\":0}", "bad_request", "'threads' is 0"},
        {"{\"do\":\"analyse\",\"id\":1,\"game\":" START ",\"hash\":0}", "bad_request", "'hash' is 0"},
        {"{\"do\":\"analyse\",\"id\":1,\"game\":" START ",\"region\":\"z99\"}", "bad_request",
         "'region': 'z99'"},
        {"{\"do\":\"analyse\",\"id\":1,\"game\":" GAME("a") ",\"region\":\"j10 b1\"}", "bad_request",
         "the turn takes 2"},
        {"{\"do\":\"review\",\"id\":1,\"game\":" START ",\"region\":\"a1\"}", "bad_request", "region"},
    };
    int fd = open_live();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ws_send(fd, cases[i].text);
        next_error(fd, cases[i].code, cases[i].part);
    }
    size_t big = 150 << 10;
    char *text = mem_alloc(big);
    memset(text, '[', big);
    ws_send_frame(fd, 0x81, text, big);
    next_error(fd, "bad_json", "depth");
    free(text);
    for (int i = 0; i < 17; i++) {
        char ask[200];
        snprintf(ask, sizeof ask, "{\"do\":\"analyse\",\"id\":%d,\"seconds\":0.0%d,\"game\":" GAME("k") "}",
                 i, i + 10);
        ws_send(fd, ask);
    }
    ws_send_frame(fd, 0x82, "x", 1); /* messages are texts */
    while ((text = ws_read(fd, PATIENCE)) != NULL)
        free(text);
    close(fd);
    wait_for(0, 0, 0);
    wait_idle();
}

/* A frame that announces more than ever comes. */
static void frames_without_end_do_no_harm(void **state)
{
    (void)state;
    static const char sizes[][9] = {"\0\0\0\1\0\0\0\0", "\0\0\0\0\x3f\xff\xff\xff"};
    int fd[2];
    for (int i = 0; i < 2; i++) {
        fd[i] = open_live();
        http_write(fd[i], "\x81\xff", 2);
        http_write(fd[i], sizes[i], 8);
        http_write(fd[i], "\0\0\0\0{", 5);
    }
    json_decref(http_json(port(), 200, "GET", API "/info", NULL));
    for (int i = 0; i < 2; i++)
        close(fd[i]);
    wait_for(0, 0, 0);
}

/* A client that follows but never reads must not hold up those who do. */
static void a_client_that_does_not_read_hurts_nobody(void **state)
{
    (void)state;
    int deaf = open_live(), fd = open_live(), small = 2048;
    setsockopt(deaf, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    ws_send(deaf, "{\"do\":\"analyse\",\"id\":1,\"game\":" GAME("m") ",\"lines\":32}");
    ws_send(fd, "{\"do\":\"analyse\",\"id\":1,\"game\":" GAME("m") ",\"lines\":32}");
    wait_for(2, 1, 0);
    for (int i = 0; i < 5; i++)
        json_decref(next_report(fd, 1));
    close(deaf);
    wait_for(1, 1, 0);
    close(fd);
    wait_for(0, 0, 0);
    wait_idle();
}

static void the_server_stops_in_the_middle_of_everything(void **state)
{
    (void)state;
    struct server *own = server;
    server = serving_start(NULL);
    int fd = open_live(), half = http_connect(port());
    ws_send(fd, "{\"do\":\"analyse\",\"id\":1,\"game\":" GAME("n") "}");
    ws_send(fd, "{\"do\":\"review\",\"id\":2,\"seconds\":600,\"game\":" GAME("n") "}");
    ws_send(fd, "{\"do\":\"analyse\",\"id\":3,\"game\":" GAME("o") "}");
    static const char move[] = "POST " API "/move HTTP/1.1\r\nHost: localhost\r\nContent-Length: 55\r\n\r\n"
                               "{\"seconds\":600,\"game\":{\"rules\":\"connect6\",\"stones\":[]}}";
    http_write(half, move, sizeof move - 1);
    json_decref(next_report(fd, 1));
    double start = clock_now();
    server_stop(server);
    server = own;
    double took = clock_now() - start;
    if (took > 1)
        print_message("the server took %.2f s to stop\n", took);
    assert_true(took < PATIENCE); /* it waited for none of them */
    close(fd);
    close(half);
}

static int start(void **state)
{
    (void)state;
    server = serving_start(NULL);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    server_stop(server);
    return 0;
}

SERVING_FIXTURE(server)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVING_TEST(reports_arrive_and_stop),
        SERVING_TEST(seconds_end_a_search_with_a_final_report),
        SERVING_TEST(a_search_may_be_limited),
        SERVING_TEST(go_is_analysed),
        SERVING_TEST(the_same_search_is_one_for_all_who_ask),
        SERVING_TEST(more_searches_than_threads_wait_and_take_turns),
        SERVING_TEST(a_whole_game_is_reviewed),
        SERVING_TEST(an_id_in_use_is_replaced),
        SERVING_TEST(wrong_messages_get_errors),
        SERVING_TEST(frames_without_end_do_no_harm),
        SERVING_TEST(a_client_that_does_not_read_hurts_nobody),
        SERVING_TEST(the_server_stops_in_the_middle_of_everything),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
