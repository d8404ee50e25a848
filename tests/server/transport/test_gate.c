/* Who may talk to the server: hosts, origins and tokens, case by case. */
#include "support/boards.h"

#include <stdio.h>
#include <string.h>

#include "server/transport/gate.h"

static void hosts(const struct gate *g, const char *const *names, bool admitted)
{
    for (; *names; names++)
        if (gate_host(g, *names) != admitted)
            fail_msg("'%s' is %s", *names, admitted ? "refused" : "admitted");
}

static void only_names_of_ours_are_hosts(void **state)
{
    (void)state;
    struct gate near, far;
    gate_init(&near, "127.0.0.1", NULL, NULL);
    gate_init(&far, "0.0.0.0", NULL, "hexad.example");
    static const char *const both[] = {"localhost", "LOCALHOST:6006", "127.0.0.1", "127.9.9.9:1",
                                       "[::1]",     "[::1]:6006",     NULL};
    static const char *const far_alone[] = {"10.1.2.3", "[fe80::1]:7", "hexad.example", "Hexad.Example:80",
                                            NULL};
    static const char *const nobody[] = {"",
                                         "evil.example",
                                         "localhost.evil.example",
                                         "localhost:x",
                                         "localhost:6006:1",
                                         "[::1",
                                         "[::1]x",
                                         "[]",
                                         "[1.2.3.4]",
                                         "127.0.0.1.evil",
                                         " localhost",
                                         ":6006",
                                         NULL};
    hosts(&near, both, true);
    hosts(&far, both, true);
    hosts(&far, far_alone, true);
    hosts(&near, far_alone, false);
    hosts(&near, nobody, false);
    hosts(&far, nobody, false);
    assert_false(gate_host(&near, NULL));
    char longest[400];
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_false(gate_host(&far, longest));
    gate_done(&near);
    gate_done(&far);
}

static void an_origin_is_the_very_host(void **state)
{
    (void)state;
    assert_true(gate_origin(NULL, "localhost"));
    assert_true(gate_origin("http://localhost:6006", "localhost:6006"));
    assert_true(gate_origin("https://Hexad.Example", "hexad.example"));
    static const char *const wrong[] = {"null",
                                        "",
                                        "http://",
                                        "http://localhost",
                                        "http://localhost:6006/",
                                        "http://evil.example",
                                        "file://localhost:6006",
                                        "localhost:6006"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (gate_origin(wrong[i], "localhost:6006"))
            fail_msg("'%s' is admitted", wrong[i]);
    assert_false(gate_origin("http://localhost", NULL));
}

static void the_token_must_be_whole(void **state)
{
    (void)state;
    struct gate g, open;
    char cookie[200];
    gate_init(&g, "0.0.0.0", "secret", NULL);
    gate_init(&open, "127.0.0.1", NULL, NULL);
    assert_true(gate_shows(&open, NULL, NULL) && gate_token_is(&open, "anything"));
    assert_true(gate_shows(&g, "Bearer secret", NULL) && gate_shows(&g, "bearer secret", NULL));
    static const char *const wrong[] = {"secret", "", "secre", "secrets", "secretsecret", "Secret", "\n"};
    for (size_t i = 1; i < sizeof wrong / sizeof *wrong; i++) {
        char header[100];
        snprintf(header, sizeof header, "Bearer %s", wrong[i]);
        snprintf(cookie, sizeof cookie, "a=b; %s=%s; c=d", GATE_COOKIE, wrong[i]);
        assert_false(gate_token_is(&g, wrong[i]) || gate_shows(&g, header, NULL) ||
                     gate_shows(&g, NULL, cookie));
    }
    assert_false(gate_shows(&g, "Basic secret", NULL) || gate_shows(&g, NULL, NULL) ||
                 gate_shows(&g, NULL, ""));
    snprintf(cookie, sizeof cookie, "a=b; x%s=secret; %s=secret", GATE_COOKIE, GATE_COOKIE);
    assert_true(gate_shows(&g, NULL, cookie));
    snprintf(cookie, sizeof cookie, "x%s=secret", GATE_COOKIE);
    assert_false(gate_shows(&g, NULL, cookie));
    gate_done(&g);
    gate_done(&open);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_names_of_ours_are_hosts),
        cmocka_unit_test(an_origin_is_the_very_host),
        cmocka_unit_test(the_token_must_be_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
