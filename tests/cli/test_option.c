/* Tables of options: every kind of value gets where its row says, within its bounds, beside children, arguments and what is
 * left to a command's own parser. */
#include "support/boards.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/files_arg.h"
#include "cli/limit_arg.h"

struct args {
    struct limits limit;
    struct files_arg files;
    bool flag, json;
    const char *text;
    int number, own;
    char letter;
    long length;
    size_t bytes, size;
    uint64_t nodes, seed;
    double seconds, real;
    float fraction;
};

enum { KEY_OWN = 300 };

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    if (key != KEY_OWN && key != 'O')
        return ARGP_ERR_UNKNOWN;
    a->own += arg ? (int)strlen(arg) : 100;
    return 0;
}

static void read_letter(void *letter, char *text, struct argp_state *state)
{
    if (strlen(text) != 1)
        argp_error(state, "'%s' is no letter", text);
    *(char *)letter = text[0];
}

static const struct option_row options[] = {
    OPTION_LIMIT(struct args, limit),
    ARGUMENTS_FILES(struct args, files),
    OPTION_HEAD("A headline:", 1),
    {"flag", 0, NULL, 0, "", 1, TO_FLAG(struct args, flag)},
    {"text", 't', "T", 0, "", 1, TO_TEXT(struct args, text)},
    {NULL, 'i', "N", 0, "", 0, TO_INT(struct args, number, -3, 7)},
    {"length", 0, "N", 0, "", 0, TO_LONG(struct args, length, 0, 1L << 40)},
    {"size", 0, "N", 0, "", 0, TO_SIZE(struct args, size, 1, 10)},
    {"wait", 0, "S", 0, "", 0, TO_SECONDS(struct args, seconds, 0)},
    {"real", 0, "X", 0, "", 0, TO_REAL(struct args, real, 0.5, 2)},
    {"fraction", 0, "X", 0, "", 0, TO_FLOAT(struct args, fraction, 0, 1)},
    {"letter", 0, "X", 0, "", 0, TO_READER(read_letter, char, struct args, letter)},
    {NULL, 'O', NULL, OPTION_HIDDEN, NULL, 0, OWN},
    {"own", KEY_OWN, "TEXT", 0, "", 0, OWN},
    OPTION_HASH(struct args, bytes, ""),
    OPTION_NODES(struct args, nodes, 'n', "", 0),
    OPTION_SEED(struct args, seed, "", 0),
    OPTION_JSON(struct args, json, 3),
    OPTION_END,
};
static const struct argp argp = {NULL, parse, NULL, NULL, NULL, NULL, NULL};

enum { WORDS = 40 };

/* Parses "--flag -i 3"; the words stay in `text`. */
static struct args read_options(char *text)
{
    struct args a = {.number = -100};
    static char name[] = "test", *argv[WORDS];
    int argc = 1;
    argv[0] = name;
    for (char *w = strtok(text, " "); w; w = strtok(NULL, " "))
        argv[argc++] = w;
    argv[argc] = NULL;
    cli_parse(&argp, options, argc, argv, &a);
    return a;
}

static void values_get_where_they_belong(void **state)
{
    (void)state;
    char none[] = "";
    struct args a = read_options(none);
    assert_false(a.flag || a.json || a.text || a.number != -100 || a.files.n);

    char all[] =
        "--flag one -t hello --length=1099511627776 -i -3 --size 10 --wait 0 --real 0.5 --fraction 1 "
        "--own abc -O --letter x --hash 3 -n 5 --seed 4611686018427387904 -j --cpu 1.5 --seconds 2 two";
    a = read_options(all);
    assert_true(a.flag && a.json);
    assert_string_equal(a.text, "hello");
    assert_int_equal(a.length, 1L << 40);
    assert_int_equal(a.number, -3);
    assert_int_equal(a.size, 10);
    assert_true(a.seconds == 0 && a.real == 0.5 && a.fraction == 1);
    assert_int_equal(a.own, 103);
    assert_int_equal(a.letter, 'x');
    assert_int_equal(a.bytes, 3 << 20);
    assert_int_equal(a.nodes, 5);
    assert_true(a.seed == (uint64_t)1 << 62);
    assert_true(a.limit.cpu == 1.5 && a.limit.seconds == 2);
    assert_int_equal(a.files.n, 2);
    assert_string_equal(a.files.path[0], "one");
    assert_string_equal(a.files.path[1], "two");

    char old[] = "--memory 2";
    assert_int_equal(read_options(old).bytes, 2 << 20);
}

/* What a process says on standard error that has to end with EXIT_USAGE. */
static void refused(void (*read_them)(char *text), const char *line, const char *says)
{
    int end[2];
    char said[500] = "", text[200];
    assert_int_equal(pipe(end), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(end[1], STDERR_FILENO);
        snprintf(text, sizeof text, "%s", line);
        read_them(text);
        _exit(99);
    }
    close(end[1]);
    size_t len = 0;
    for (ssize_t n; (n = read(end[0], said + len, sizeof said - 1 - len)) > 0;)
        len += (size_t)n;
    close(end[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), EXIT_USAGE);
    if (!strstr(said, says))
        fail_msg("'%s' says '%s', not '%s'", line, said, says);
}

static void read_all(char *text)
{
    read_options(text);
}

static void what_is_out_of_bounds_is_refused(void **state)
{
    (void)state;
    refused(read_all, "-i 8", "-i is '8', must be a whole number from -3 to 7");
    refused(read_all, "-i x", "-i is 'x'");
    refused(read_all, "--length -1", "--length is '-1'");
    refused(read_all, "--size 0", "--size is '0', must be a whole number from 1 to 10");
    refused(read_all, "--nodes 0", "--nodes is '0'");
    refused(read_all, "--seed 4611686018427387905", "--seed is");
    refused(read_all, "--wait soon", "--wait is 'soon', must be seconds from 0");
    refused(read_all, "--real 2.5", "--real is '2.5', must be a number from 0.5 to 2");
    refused(read_all, "--real nan", "--real is 'nan'");
    refused(read_all, "--fraction 0.5x", "--fraction is '0.5x'");
    refused(read_all, "--letter xy", "'xy' is no letter");
    refused(read_all, "--hash 0", "--hash is '0'");
    refused(read_all, "--seconds 0", "--seconds is '0'");
    refused(read_all, "--flags", "--flags");
}

/* Arguments by name: a file that is needed, one that is not, and words. */
struct named {
    const char *file, *other;
    struct buf words;
};
static const struct option_row needed[] = {ARGUMENT(struct named, file, "a file is needed"),
                                           ARGUMENT(struct named, other, NULL), OPTION_END};
static const struct option_row with_words[] = {ARGUMENT(struct named, file, "a file is needed"),
                                               ARGUMENT_WORDS(struct named, words), OPTION_END};

static struct named name_arguments(const struct option_row *rows, char *text)
{
    struct named a = {NULL, NULL, BUF_EMPTY};
    static char name[] = "test", *argv[WORDS];
    static const struct argp none = {NULL, NULL, NULL, NULL, NULL, NULL, NULL};
    int argc = 1;
    argv[0] = name;
    for (char *w = strtok(text, " "); w; w = strtok(NULL, " "))
        argv[argc++] = w;
    argv[argc] = NULL;
    cli_parse(&none, rows, argc, argv, &a);
    return a;
}

static void arguments_have_their_places(void **state)
{
    (void)state;
    char one[] = "a", two[] = "a b", words[] = "a b c d";
    struct named a = name_arguments(needed, one);
    assert_string_equal(a.file, "a");
    assert_null(a.other);
    a = name_arguments(needed, two);
    assert_string_equal(a.other, "b");
    a = name_arguments(with_words, words);
    assert_string_equal(a.file, "a");
    assert_string_equal(buf_str(&a.words), "b c d");
    buf_free(&a.words);
}

static void read_named(char *text)
{
    name_arguments(needed, text);
}

static void too_few_and_too_many_are_refused(void **state)
{
    (void)state;
    refused(read_named, "", "a file is needed");
    refused(read_named, "a b c", "'c' is too much");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_get_where_they_belong),
        cmocka_unit_test(what_is_out_of_bounds_is_refused),
        cmocka_unit_test(arguments_have_their_places),
        cmocka_unit_test(too_few_and_too_many_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
