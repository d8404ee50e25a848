/* Well-formed requests of every route, made by chance from the table of routes (support/requests.h): a new route is among them, or
 * this says what nobody knows of it. fuzz/fuzz_requests.c makes more of them. */
#include <stdlib.h>
#include <string.h>

#include "server/api/asking.h"
#include "support/asker.h"
#include "support/sanitized.h"

enum { FRESH = 20 };

/* Somebody knows values for all fields, on paths that there are. */
static void every_field_has_values(void **state)
{
    (void)state;
    for (const struct route *x = routes; x->method; x++) {
        struct buf missing = BUF_EMPTY;
        if (requests_unknown(x, &missing))
            fail_msg("%s %s: tests/support/request_values.c has no values for '%s'", x->method, x->path,
                     buf_str(&missing));
        buf_free(&missing);
    }
}

static void messages_of_every_kind_are_made(void **state)
{
    (void)state;
    struct buf kinds = BUF_EMPTY;
    int n = 0;
    while (requests_kinds[n])
        n++;
    for (int i = 0; i < n; i++)
        buf_format(&kinds, i == 0 ? "%s" : i < n - 1 ? ", %s" : " or %s", requests_kinds[i]);
    /* What the socket says that there is. */
    struct server *s = serving_start(&(struct server_options){.labs = "/nowhere"});
    int fd = ws_open(server_port(s), NULL, NULL);
    ws_send(fd, "{\"do\":\"nothing\",\"id\":1}");
    char *answer = ws_read(fd, PATIENCE);
    if (!answer || !strstr(answer, buf_str(&kinds)))
        fail_msg("%s: requests_kinds has %s", answer, buf_str(&kinds));
    free(answer);
    close(fd);
    server_stop(s);
    buf_free(&kinds);
}

static const struct route *never_accepted(void)
{
    const struct route *x = routes;
    while (x->method && (!x->answer || asker_counts[x - routes].accepted > 0))
        x++;
    return x;
}

/* Each is answered as it should be; of every route some are accepted, sooner or later. */
static void every_route_answers(void **state)
{
    int rounds = test_rounds(20), most = TEST_SANITIZED ? rounds : 20 * rounds;
    struct asker *a = asker_new();
    struct err e;
    (void)state;
    for (int round = 0; round < rounds || (round < most && never_accepted()->method); round++) {
        uint8_t seed[2] = {(uint8_t)round, (uint8_t)(round >> 8)};
        struct choices c = choices_of(seed, sizeof seed);
        choose(&c, 1 << 16); /* the bytes; what follows is chance */
        for (const struct route *x = routes; x->method; x++)
            if (!asker_ask(a, &c, x, &e))
                fail_msg("%s", e.text);
        asker_rest(a);
        if (round % FRESH == FRESH - 1) { /* by now much is deleted */
            asker_free(a);
            a = asker_new();
        }
    }
    asker_free(a);
    asker_print(stdout);
    const struct route *x = never_accepted();
    if (x->method && !TEST_SANITIZED)
        fail_msg("%s %s: none of %d requests was accepted", x->method, x->path, most);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_has_values),
        cmocka_unit_test(messages_of_every_kind_are_made),
        cmocka_unit_test(every_route_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
