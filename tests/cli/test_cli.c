/* The program from outside: arguments in, exit status, output and errors out (cases.txt); every command
 * covered. */
#include "support/boards.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"
#include "cli/cli.h"
#include "support/described.h"

struct outcome_of_run {
    int status;
    char *out, *err;
};

static char *read_whole(const char *path)
{
    char *text;
    size_t len;
    struct err e;
    if (!file_read(path, &text, &len, &e))
        fail_msg("%s", e.text);
    return text;
}

/* Runs `hexad ARGS` by the shell in an empty folder, with `input` as standard input. */
static struct outcome_of_run run(const char *input, const char *args)
{
    char folder[] = "/tmp/hexad-cli-XXXXXX";
    assert_non_null(mkdtemp(folder));
    struct buf c = BUF_EMPTY, path = BUF_EMPTY;
    struct err e;
    buf_format(&path, "%s/.in", folder);
    assert_true(file_write(buf_str(&path), input, strlen(input), &e));
    buf_format(&c, "cd %s && '%s' %s <.in >.out 2>.err", folder, TEST_PROGRAM, args);
    int status = system(buf_str(&c));
    struct outcome_of_run r = {WIFEXITED(status) ? WEXITSTATUS(status) : -1, NULL, NULL};
    buf_free(&path);
    buf_format(&path, "%s/.out", folder);
    r.out = read_whole(buf_str(&path));
    buf_free(&path);
    buf_format(&path, "%s/.err", folder);
    r.err = read_whole(buf_str(&path));
    buf_free(&path);
    buf_free(&c);
    buf_format(&c, "rm -rf %s", folder);
    assert_int_equal(system(buf_str(&c)), 0);
    buf_free(&c);
    return r;
}

static char *trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t n = strlen(text);
    while (n && isspace((unsigned char)text[n - 1]))
        text[--n] = '\0';
    return text;
}

static bool has(const char *text, const char *part)
{
    return !*part || strstr(text, part);
}

/* JSON has to be as openapi.json describes it. */
static void check_described(const char *args, const char *text)
{
    const char *command = described_command(args);
    struct err e;
    if (!command)
        fail_msg("openapi.json does not describe what `hexad %s` prints", args);
    if (!described_output(command, text, &e))
        fail_msg("hexad %s: %s", args, e.text);
}

/* One line of cases.txt, cut in place, and run if `mine`; returns the arguments. */
static char *check_case(char *line, bool mine)
{
    char *field[4] = {line, NULL, NULL, NULL};
    int n = 1;
    for (char *at = line; *at && n < 4; at++)
        if (*at == '|') {
            *at = '\0';
            field[n++] = at + 1;
        }
    if (n < 4)
        fail_msg("not a case: %s", line);
    static char nothing[] = "";
    char *args = trim(field[1]), *input = nothing, *cut = strchr(args, '>');
    if (cut) {
        *cut = '\0';
        input = trim(args);
        args = trim(cut + 1);
    }
    if (!mine)
        return args;
    struct outcome_of_run r = run(input, args);
    int status = atoi(trim(field[0]));
    if (r.status != status || !has(r.out, trim(field[2])) || !has(r.err, trim(field[3])))
        fail_msg(
            "hexad %s\nstatus %d, expected %d\n-- output, expected '%s':\n%s\n-- errors, expected '%s':\n%s",
            args, r.status, status, trim(field[2]), r.out, trim(field[3]), r.err);
    /* Bad input is answered by one line (argp adds a hint to wrong options). */
    if (r.status == EXIT_USAGE && *args && strncmp(args, "nonsense", 8) != 0) {
        char *end = strchr(r.err, '\n');
        if (!end || (end[1] && strncmp(end + 1, "Try `hexad", 10) != 0))
            fail_msg("hexad %s: not one line:\n%s", args, r.err);
    }
    if (strstr(args, "--json") && *r.out)
        check_described(args, r.out);
    free(r.out);
    free(r.err);
    return args;
}

/* Which of the cases this process runs: every `parts`-th, so that several run side by side. */
static int part = 0, parts = 1;

static void commands_answer_as_the_cases_say(void **state)
{
    (void)state;
    int number = 0;
    char *text = read_whole(TEST_SOURCE "/tests/cli/cases.txt"), *rest = NULL;
    bool covered[100] = {false};
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (line[0] == '#' || !*trim(line))
            continue;
        char *args = check_case(line, number++ % parts == part);
        for (size_t i = 0; commands[i].name; i++) {
            size_t n = strlen(commands[i].name);
            if (strncmp(args, commands[i].name, n) == 0 && (args[n] == ' ' || !args[n]))
                covered[i] = true;
        }
    }
    for (size_t i = 0; commands[i].name; i++)
        if (!covered[i])
            fail_msg("no case of cases.txt covers `hexad %s`", commands[i].name);
    free(text);
}

static void every_command_has_help(void **state)
{
    (void)state;
    for (const struct command *c = commands; c->name; c++) {
        if ((c - commands) % parts != part)
            continue;
        struct buf args = BUF_EMPTY, usage = BUF_EMPTY;
        buf_format(&args, "%s --help", c->name);
        buf_format(&usage, "Usage: hexad %s", c->name);
        struct outcome_of_run r = run("", buf_str(&args));
        assert_int_equal(r.status, EXIT_FINE);
        if (!has(r.out, buf_str(&usage)))
            fail_msg("hexad %s: %s", buf_str(&args), r.out);
        free(r.out);
        free(r.err);
        buf_free(&args);
        buf_free(&usage);
    }
}

/* test_cli [PART PARTS] */
int main(int argc, char **argv)
{
    if (argc == 3) {
        part = atoi(argv[1]) - 1;
        parts = atoi(argv[2]);
        if (part < 0 || part >= parts)
            return EXIT_USAGE;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_answer_as_the_cases_say),
        cmocka_unit_test(every_command_has_help),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
