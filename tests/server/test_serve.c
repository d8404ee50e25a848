/* The command from outside: what it prints, where it keeps games, how it ends. */
#include <sys/stat.h>

#include "server/process.h"

static void remove_folder(const char *folder)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
}

static void games_are_kept_in_the_users_folder(void **state)
{
    (void)state;
    char folder[] = "/tmp/hexad-serve-XXXXXX", file[100];
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/deeper/down", folder);
    setenv("XDG_DATA_HOME", file, 1);
    struct process p = process_start((const char *const[]){"--quiet", NULL});
    json_decref(http_json(p.port, 201, "POST", API "/trees",
                          "{\"title\":\"x\",\"tree\":{\"rules\":\"connect6\",\"root\":{}}}"));
    process_end(&p, SIGINT);
    struct stat s;
    snprintf(file, sizeof file, "%s/deeper/down/hexad/hexad.db", folder);
    assert_int_equal(stat(file, &s), 0);
    unsetenv("XDG_DATA_HOME");
    remove_folder(folder);
}

static void beyond_this_machine_there_is_a_token(void **state)
{
    (void)state;
    char folder[] = "/tmp/hexad-serve-XXXXXX", file[100], header[200], host[100];
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/x.db", folder);
    struct process p = process_start(
        (const char *const[]){"--address", "0.0.0.0", "--name", "hexad.example", "--data", file, NULL});
    char *token = strstr(p.line, "?token=");
    assert_non_null(token);
    token += strlen("?token=");
    token[strcspn(token, "\n")] = '\0';
    assert_int_equal(strlen(token), SERVER_TOKEN - 1);
    struct http_answer a = http_ask(p.port, "GET", API "/info", NULL, NULL);
    assert_int_equal(a.status, 401);
    http_answer_free(&a);
    assert_int_equal(gethostname(host, sizeof host), 0);
    const char *const names[] = {"10.1.2.3", "hexad.example", host, "[fe80::1]:7"};
    for (size_t i = 0; i < 4; i++) {
        snprintf(header, sizeof header, "Host: %s\r\nAuthorization: Bearer %s\r\n", names[i], token);
        a = http_ask(p.port, "GET", API "/info", header, NULL);
        if (a.status != 200)
            fail_msg("%s: %d", header, a.status);
        http_answer_free(&a);
    }
    snprintf(header, sizeof header, "Host: evil.example\r\nAuthorization: Bearer %s\r\n", token);
    a = http_ask(p.port, "GET", API "/info", header, NULL);
    assert_int_equal(a.status, 403);
    http_answer_free(&a);
    process_end(&p, SIGTERM);
    remove_folder(folder);
}

static void a_port_that_is_taken_is_said_so(void **state)
{
    (void)state;
    struct server *s = serving_start(NULL), *other;
    struct err e;
    assert_false(server_start(&(struct server_options){.port = server_port(s)}, &other, &e));
    assert_non_null(strstr(e.text, "Address already in use; --port 0"));
    server_stop(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_kept_in_the_users_folder),
        cmocka_unit_test(beyond_this_machine_there_is_a_token),
        cmocka_unit_test(a_port_that_is_taken_is_said_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
