/* Proofs over HTTP and WebSockets: walked through in every direction, refused if they prove nothing, and looked
 * for by those who ask. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "server/serving.h"
#include "support/folder.h"

static struct server *server;
static struct folder own;

static json_t *ask(int status, const char *method, const char *path, const char *body)
{
    char route[240];
    snprintf(route, sizeof route, API "%s", path);
    return http_json(server_port(server), status, method, route, body);
}

static const char *word(const json_t *j, const char *field)
{
    return json_string_value(json_object_get(j, field));
}

static size_t length(const json_t *j, const char *field)
{
    return json_array_size(json_object_get(j, field));
}

static void a_null_move_shows_its_zone(void **state)
{
    (void)state;
    json_t *j = ask(200, "POST", "/proofs/connect-4-1-1/walk", "{\"part\":[]}");
    json_t *zone = json_object_get(j, "zone");
    assert_int_equal(length(j, "first"), 1);
    assert_int_equal(length(zone, "squares"), 46);
    assert_false(json_is_true(json_object_get(zone, "everywhere")));
    assert_int_equal(length(j, "defences"), 47); /* the null move, and a stone on each of these squares */
    json_decref(j);
    /* A part that the proof has no need to answer has no zone. */
    j = ask(200, "POST", "/proofs/connect-4-1-1/walk", "{\"part\":[\"a1\"]}");
    assert_true(json_is_null(json_object_get(j, "zone")));
    json_decref(j);
}

static void any_defence_is_answered(void **state)
{
    (void)state;
    json_t *j = ask(200, "POST", "/proofs/connect-4-1-1/walk", "{\"line\":[[\"a1\"],[\"a2\"],[\"a3\"]]}");
    json_t *line = json_object_get(j, "line");
    assert_string_equal(word(json_array_get(line, 0), "why"), "covered");
    assert_int_equal(length(json_array_get(line, 0), "as"), 0);
    assert_string_equal(word(json_array_get(line, 2), "why"), "row");
    assert_true(json_is_true(json_object_get(j, "ended")));
    json_decref(j);
    static const struct {
        const char *line, *says;
    } wrong[] = {
        {"[[\"m13\"]]", "turn 1"},  {"[[\"a1\",\"b1\"]]", "too many"},
        {"[[\"zz99\"]]", "turn 1"}, {"[3]", "array"},
        {"[[3]]", "text"},          {"[[],[]]", "ended"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char body[200];
        bool short_one = strcmp(wrong[i].says, "ended") == 0;
        snprintf(body, sizeof body, "{\"line\":%s}", wrong[i].line);
        j = ask(400, "POST", short_one ? "/proofs/connect-4-2-2/walk" : "/proofs/connect-4-1-1/walk", body);
        const char *message = word(json_object_get(j, "error"), "message");
        if (!strstr(message, wrong[i].says))
            fail_msg("'%s' does not say '%s'", message, wrong[i].says);
        json_decref(j);
    }
    json_decref(ask(400, "POST", "/proofs/connect-4-1-1/walk", "{\"line\":3}"));
    json_decref(ask(404, "POST", "/proofs/..%2f..%2fetc/walk", "{}"));
}

/* The last message of this number, "progress" passed over. */
static json_t *last_of(int fd, int id)
{
    double until = clock_now() + PATIENCE;
    while (clock_now() < until) {
        json_t *j = ws_json(fd, until - clock_now());
        if (json_integer_value(json_object_get(j, "id")) == id && !json_object_get(j, "progress"))
            return j;
        json_decref(j);
    }
    fail_msg("no answer");
    return NULL;
}

/* What is kept of a proof in memory is kept of the proof, not of its name: a name may come to stand for another one. */
static void a_name_stands_for_what_its_file_has_now(void **state)
{
    (void)state;
    static const struct {
        const char *file, *claim;
    } turns[] = {{"connect-4-1-1", "4,1,1"}, {"connect-4-2-2", "4,2,2"},
                 {"connect-4-1-1", "4,1,1"}, {NULL, NULL},
                 {"connect-4-2-2", "4,2,2"}, {"connect-5-3-2", "5,3,2"}};
    char to[100], from[300], *bytes;
    size_t len;
    snprintf(to, sizeof to, "%s/changing.cert", own.path);
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        if (!turns[i].file) {
            assert_int_equal(unlink(to), 0);
            json_decref(ask(404, "POST", "/proofs/changing/walk", "{}"));
            continue;
        }
        snprintf(from, sizeof from, TEST_SOURCE "/proofs/%s.cert", turns[i].file);
        assert_true(file_read(from, &bytes, &len, NULL));
        assert_true(file_write(to, bytes, len, NULL));
        free(bytes);
        for (int again = 0; again < 2; again++) {
            json_t *j = ask(200, "POST", "/proofs/changing/walk", "{}");
            if (!strstr(word(json_object_get(j, "claim"), "text"), turns[i].claim))
                fail_msg("%zu: %s", i, word(json_object_get(j, "claim"), "text"));
            json_decref(j);
        }
    }
}

static void a_win_is_solved_kept_and_walked(void **state)
{
    (void)state;
    char path[200];
    int fd = ws_open(server_port(server), NULL, NULL);
    ws_send(fd, "{\"do\":\"solve\",\"id\":5,\"order\":1,\"game\":{\"rules\":[15,15,4,2,2],\"stones\":[]}}");
    json_t *j = last_of(fd, 5), *solved = json_object_get(j, "solved");
    assert_string_equal(word(solved, "status"), "won");
    assert_true(json_is_true(json_object_get(j, "final")));
    assert_int_equal(length(solved, "turn"), 2);
    snprintf(path, sizeof path, "/proofs/%s/walk", word(solved, "proof"));
    json_decref(j);
    j = ask(200, "POST", path, "{}");
    assert_string_equal(word(json_object_get(j, "claim"), "attacker"), "black");
    json_decref(j);
    close(fd);
}

static void defences_are_verified(void **state)
{
    (void)state;
    char path[200];
    int fd = ws_open(server_port(server), NULL, NULL);
    ws_send(fd, "{\"do\":\"verify\",\"id\":1,\"order\":1,\"game\":{\"rules\":[13,13,5,2,1],\"stones\":"
                "[\"g7\",\"h8\",\"f6\",\"g9\",\"i7\"]}}");
    json_t *j = last_of(fd, 1), *found = json_object_get(j, "verified");
    assert_string_equal(word(found, "status"), "open");
    size_t open = length(found, "open");
    assert_true(open > 0 && json_integer_value(json_object_get(found, "left")) == (json_int_t)open);
    snprintf(path, sizeof path, "/proofs/%s/walk", word(found, "proof"));
    json_decref(j);
    j = ask(200, "POST", path, "{}");
    assert_int_equal(length(j, "open"), open);
    assert_true(json_is_true(json_object_get(json_object_get(j, "claim"), "partial")));
    json_decref(j);
    close(fd);
}

/* Hours of work: what White can do against an opening, at an order that is too high. */
#define HOURS                                                                                           \
    "\"order\":4,\"seconds\":600,\"game\":{\"rules\":\"connect6\",\"stones\":[\"j10\",\"i12\",\"h11\"," \
    "\"k9\","                                                                                           \
    "\"l10\"]}}"

static void a_search_ends_with_its_socket(void **state)
{
    (void)state;
    int fd = ws_open(server_port(server), NULL, NULL);
    ws_send(fd, "{\"do\":\"verify\",\"id\":1," HOURS);
    WAIT_UNTIL(feed_counts(server->feed).proofs == 1);
    ws_send(fd, "{\"do\":\"verify\",\"id\":2," HOURS); /* it waits */
    ws_send(fd, "{\"do\":\"stop\",\"id\":2}");
    close(fd);
    WAIT_UNTIL(feed_counts(server->feed).proofs == 0);
    fd = ws_open(server_port(server), NULL, NULL);
    ws_send(fd, "{\"do\":\"solve\",\"id\":1,\"order\":5,\"game\":" START "}");
    json_t *j = last_of(fd, 1);
    assert_non_null(strstr(word(json_object_get(j, "error"), "message"), "order"));
    json_decref(j);
    close(fd);
}

/* The same of plain requests: of one that runs, and of one that waits. */
static void a_search_ends_with_its_request(void **state)
{
    (void)state;
    static const char request[] = "POST " API "/verify HTTP/1.1\r\nHost: localhost\r\n"
                                  "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n{" HOURS;
    char text[1000];
    int fd[2];
    snprintf(text, sizeof text, request, sizeof "{" HOURS - 1);
    for (int i = 0; i < 2; i++) {
        fd[i] = http_connect(server_port(server));
        assert_true(http_write(fd[i], text, strlen(text)));
        WAIT_UNTIL(feed_counts(server->feed).proofs == i + 1);
    }
    close(fd[1]);
    WAIT_UNTIL(feed_counts(server->feed).proofs == 1);
    close(fd[0]);
    WAIT_UNTIL(feed_counts(server->feed).proofs == 0);
    WAIT_UNTIL(feed_counts(server->feed).sockets == 0);
    struct server *other = serving_start(NULL); /* which ends while somebody waits */
    fd[0] = http_connect(server_port(other));
    assert_true(http_write(fd[0], text, strlen(text)));
    WAIT_UNTIL(feed_counts(other->feed).proofs == 1);
    server_stop(other);
    close(fd[0]);
}

static int start(void **state)
{
    (void)state;
    own = folder_new();
    server = serving_start(&(struct server_options){.proofs = TEST_SOURCE "/proofs", .own_proofs = own.path});
    return 0;
}

static int stop(void **state)
{
    (void)state;
    server_stop(server);
    folder_remove(&own);
    return 0;
}

SERVING_FIXTURE(server)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVING_TEST(a_null_move_shows_its_zone),
        SERVING_TEST(any_defence_is_answered),
        SERVING_TEST(a_win_is_solved_kept_and_walked),
        SERVING_TEST(defences_are_verified),
        SERVING_TEST(a_search_ends_with_its_socket),
        SERVING_TEST(a_search_ends_with_its_request),
        SERVING_TEST(a_name_stands_for_what_its_file_has_now),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
