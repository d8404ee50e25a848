/* What commands print with --json is what openapi.json describes: described.txt has what cases.txt (test_cli.c) has none of. Every
 * command that takes --json is described, and run by one of them. */
#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "cli/cli.h"
#include "support/described.h"
#include "support/folder.h"

/* Described, but not run: a broker would be needed; more jobs than a test has; minutes under valgrind. */
static const char *const not_run[] = {"lab status", "lab simulate", "bench agents", "bench board"};

static char *read_whole(const char *path)
{
    char *text;
    size_t len;
    struct err e;
    if (!file_read(path, &text, &len, &e))
        fail_msg("%s", e.text);
    return text;
}

/* What the shell prints that runs these lines in a folder of its own; the caller frees it. */
static char *output_of(const char *lines)
{
    struct folder f = folder_new();
    struct buf c = BUF_EMPTY;
    buf_format(&c, "hexad() { '%s' \"$@\"; }; PROOFS='%s/proofs'; cd '%s' && { %s; } 2>.err >.out",
               TEST_PROGRAM, TEST_SOURCE, f.path, lines);
    /* Commands say by their status what they found. */
    (void)!system(buf_str(&c));
    buf_free(&c);
    buf_format(&c, "%s/.out", f.path);
    char *text = read_whole(buf_str(&c));
    if (!*text) {
        buf_free(&c);
        buf_format(&c, "%s/.err", f.path);
        fail_msg("%s printed nothing: %s", lines, read_whole(buf_str(&c)));
    }
    buf_free(&c);
    buf_format(&c, "rm -rf '%s'", f.path);
    assert_int_equal(system(buf_str(&c)), 0);
    buf_free(&c);
    return text;
}

/* The commands that lines of a file are about, each once: "command", of "N | args | …" or "command | …". */
static void put_commands(const char *path, bool cases, json_t *out)
{
    char *text = read_whole(path), *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *bar = strchr(line, '|');
        if (line[0] == '#' || !bar || (cases && !strstr(bar, "--json")))
            continue;
        const char *args = cases ? bar + 1 : line, *input = cases ? strchr(args, '>') : NULL;
        args = input ? input + 1 : args;
        const char *command = described_command(args + strspn(args, " "));
        if (command)
            json_object_set_new(out, command, json_true());
    }
    free(text);
}

static void what_is_printed_is_described(void **state)
{
    (void)state;
    char *text = read_whole(TEST_SOURCE "/tests/cli/described.txt"), *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *bar = strstr(line, " | ");
        if (line[0] == '#' || !bar)
            continue;
        *bar = '\0';
        char *printed = output_of(bar + 3);
        struct err e;
        if (!described_output(line, printed, &e))
            fail_msg("%s: %s: %.500s", bar + 3, e.text, printed);
        free(printed);
    }
    free(text);
}

static void every_description_is_compared(void **state)
{
    (void)state;
    json_t *run = json_object(), *schema;
    const char *command;
    put_commands(TEST_SOURCE "/tests/cli/cases.txt", true, run);
    put_commands(TEST_SOURCE "/tests/cli/described.txt", false, run);
    for (size_t i = 0; i < sizeof not_run / sizeof *not_run; i++)
        json_object_set_new(run, not_run[i], json_true());
    json_object_foreach(json_object_get(described_whole(), "x-commands"), command,
                        schema) if (!json_object_get(run, command))
        fail_msg("nothing in tests/cli runs hexad %s --json", command);
    json_decref(run);
}

/* What a command says of itself. */
static char *help_of(const char *command)
{
    struct buf b = BUF_EMPTY;
    buf_format(&b, "hexad %s --help", command);
    char *text = output_of(buf_str(&b));
    buf_free(&b);
    return text;
}

/* The command, and its verbs, which its help lists as "  word   what it does". */
static void check_offers(const char *command)
{
    char *help = help_of(command), *rest = NULL;
    const char *known = described_command(command);
    bool verbs = strstr(help, "VERB") != NULL;
    if (!verbs && strstr(help, "--json") && (!known || strcmp(known, command) != 0))
        fail_msg("openapi.json does not describe hexad %s --json", command);
    for (char *line = strtok_r(help, "\n", &rest); verbs && line; line = strtok_r(NULL, "\n", &rest)) {
        size_t len = strncmp(line, "  ", 2) == 0 ? strcspn(line + 2, " ") : 0;
        if (len > 0 && line[2] >= 'a' && line[2] <= 'z') {
            struct buf b = BUF_EMPTY;
            buf_format(&b, "%s %.*s", command, (int)len, line + 2);
            check_offers(buf_str(&b));
            buf_free(&b);
        }
    }
    free(help);
}

static void every_json_is_described(void **state)
{
    (void)state;
    for (const struct command *c = commands; c->name; c++)
        check_offers(c->name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_printed_is_described),
        cmocka_unit_test(every_description_is_compared),
        cmocka_unit_test(every_json_is_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
