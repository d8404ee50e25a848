/* The command from outside: what it prints, where it keeps games, how it ends. */
#include <limits.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/file.h"
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

/* Without HOME nothing is written where the program happens to be started. */
static void games_are_never_kept_in_the_current_folder(void **state)
{
    (void)state;
    char folder[] = "/tmp/hexad-serve-XXXXXX", here[PATH_MAX];
    assert_non_null(getcwd(here, sizeof here));
    assert_non_null(mkdtemp(folder));
    char *home = getenv("HOME") ? strdup(getenv("HOME")) : NULL;
    assert_int_equal(chdir(folder), 0);
    setenv("HOME", "somewhere/relative", 1);
    FILE *f = popen(TEST_PROGRAM " serve --port 0 2>&1; echo \"status $?\"", "r");
    char text[400] = "";
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    pclose(f);
    if (!strstr(text, "give --data FILE") || !strstr(text, "status 2"))
        fail_msg("%s", text);
    assert_int_equal(chdir(here), 0);
    assert_int_equal(rmdir(folder), 0); /* it is still empty */
    if (home)
        setenv("HOME", home, 1);
    else
        unsetenv("HOME");
    free(home);
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
    assert_int_equal(strlen(token), 26);
    struct reply_send a = http_ask(p.port, "GET", API "/info", NULL, NULL);
    assert_int_equal(a.status, 401);
    reply_send_free(&a);
    assert_int_equal(gethostname(host, sizeof host), 0);
    const char *const names[] = {"10.1.2.3", "hexad.example", host, "[fe80::1]:7"};
    for (size_t i = 0; i < 4; i++) {
        snprintf(header, sizeof header, "Host: %s\r\nAuthorization: Bearer %s\r\n", names[i], token);
        a = http_ask(p.port, "GET", API "/info", header, NULL);
        if (a.status != 200)
            fail_msg("%s: %d", header, a.status);
        reply_send_free(&a);
    }
    snprintf(header, sizeof header, "Host: evil.example\r\nAuthorization: Bearer %s\r\n", token);
    a = http_ask(p.port, "GET", API "/info", header, NULL);
    assert_int_equal(a.status, 403);
    reply_send_free(&a);
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

static void write_file(const char *path, const char *text)
{
    struct err e;
    if (!file_write(path, text, strlen(text), &e))
        fail_msg("%s", e.text);
}

/* What `ps` shows of a process. */
static struct buf command_line(pid_t pid)
{
    char path[60], bytes[1000];
    struct buf b = BUF_EMPTY;
    snprintf(path, sizeof path, "/proc/%d/cmdline", (int)pid);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    size_t n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    for (size_t i = 0; i < n; i++)
        buf_char(&b, bytes[i] ? bytes[i] : ' ');
    return b;
}

static int status_with(int port, const char *token)
{
    char header[100];
    snprintf(header, sizeof header, "Authorization: Bearer %s\r\n", token);
    struct reply_send a = http_ask(port, "GET", API "/info", header, NULL);
    int status = a.status;
    reply_send_free(&a);
    return status;
}

static void the_token_is_known_to_nobody_else(void **state)
{
    (void)state;
    char folder[] = "/tmp/hexad-serve-XXXXXX", file[100], token[100];
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/x.db", folder);
    snprintf(token, sizeof token, "%s/token", folder);
    write_file(token, "token-of-a-file\n");
    setenv("HEXAD_TOKEN", "token-of-the-environment", 1);
    const struct {
        const char *option, *value, *token;
    } cases[] = {{"--token", "token-of-the-line", "token-of-the-line"},
                 {"--token-file", token, "token-of-a-file"},
                 {"--hash", "16", "token-of-the-environment"}};
    for (size_t i = 0; i < 3; i++) {
        struct process p =
            process_start((const char *const[]){cases[i].option, cases[i].value, "--data", file, NULL});
        struct buf line = command_line(p.pid);
        assert_non_null(strstr(buf_str(&line), cases[i].option));
        assert_null(strstr(buf_str(&line), "token-of"));
        buf_free(&line);
        assert_int_equal(status_with(p.port, cases[i].token), 200);
        assert_int_equal(status_with(p.port, "something-else"), 401);
        process_end(&p, SIGTERM);
    }
    unsetenv("HEXAD_TOKEN");
    remove_folder(folder);
}

static void the_log_says_what_was_asked_and_no_secrets(void **state)
{
    (void)state;
    char folder[] = "/tmp/hexad-serve-XXXXXX", file[100], path[100], *text;
    size_t len;
    struct err e;
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/x.db", folder);
    snprintf(path, sizeof path, "%s/log", folder);
    struct process p =
        process_start((const char *const[]){"--token", "very-secret", "--data", file, "--log", path, NULL});
    static const char bearer[] = "Authorization: Bearer very-secret\r\n";
    struct reply_send a = http_ask(p.port, "GET", API "/trees?query=private", bearer, NULL);
    reply_send_free(&a);
    a = http_ask(p.port, "POST", API "/position", bearer,
                 "{\"game\":{\"rules\":\"connect6\",\"stones\":[\"j10\"]}}");
    reply_send_free(&a);
    a = http_ask(p.port, "GET", "/?token=very-secret", NULL, NULL);
    reply_send_free(&a);
    a = http_ask(p.port, "GET", API "/info\x1b", bearer, NULL);
    reply_send_free(&a);
    a = http_ask(p.port, "GET", API "/info", NULL, NULL);
    reply_send_free(&a);
    int fd = ws_open(p.port, bearer, NULL);
    ws_send_frame(fd, 0x88, "\x03\xe8", 2);
    assert_int_equal(ws_close_code(fd, 20), 1000);
    close(fd);
    process_end(&p, SIGTERM);
    if (!file_read(path, &text, &len, &e))
        fail_msg("%s", e.text);
    static const char *const parts[] = {"Z 127.0.0.1 answered GET " API "/trees 200 ",
                                        "Z 127.0.0.1 answered POST " API "/position 200 ",
                                        "Z 127.0.0.1 answered GET / 303 ",
                                        "Z 127.0.0.1 refused 400: this is no request of HTTP/1.1\n",
                                        "Z 127.0.0.1 refused GET " API "/info 401\n",
                                        "Z 127.0.0.1 opened GET " API "/live 101\n",
                                        "Z 127.0.0.1 closed 1000 after 0 s\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(text, parts[i]))
            fail_msg("'%s' is not in the log:\n%s", parts[i], text);
    assert_null(strstr(text, "secret"));
    assert_null(strstr(text, "private"));
    assert_null(strstr(text, "j10"));
    assert_null(strchr(text, '\x1b'));
    free(text);
    remove_folder(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_kept_in_the_users_folder),
        cmocka_unit_test(games_are_never_kept_in_the_current_folder),
        cmocka_unit_test(beyond_this_machine_there_is_a_token),
        cmocka_unit_test(a_port_that_is_taken_is_said_so),
        cmocka_unit_test(the_token_is_known_to_nobody_else),
        cmocka_unit_test(the_log_says_what_was_asked_and_no_secrets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
