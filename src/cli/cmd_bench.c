/* `hexad bench`: the signature of the search, and measurements of single parts. */
#include <stdio.h>
#include <string.h>

#include "cli/bench.h"
#include "cli/commands.h"

struct args {
    const char *what;
    const char *walk;
    bool json;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case 'j':
        a->json = true;
        return 0;
    case 'w':
        a->walk = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (a->what)
            argp_failure(state, EXIT_USAGE, 0, "one thing to measure, please: '%s' is too much", arg);
        a->what = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int command_bench(int argc, char **argv)
{
    static const struct argp_option options[] = {
        {"json", 'j', NULL, 0, "print JSON", 0},
        {"walk", 'w', "WALK", OPTION_HIDDEN, NULL, 0},
        {NULL, 0, NULL, 0, NULL, 0},
    };
    static const struct argp argp = {
        options,
        parse,
        "[board]",
        "Measures the program itself.\vboard: what placing and undoing one stone costs, in "
        "time and, where valgrind is installed, in instructions.",
        NULL,
        NULL,
        NULL};
    struct args a = {NULL, NULL, false};
    cli_parse(&argp, argc, argv, &a);
    if (a.walk)
        return bench_board_child(a.walk);
    if (a.what && strcmp(a.what, "board") != 0) {
        struct err e;
        err_set(&e, "nothing called '%s' to measure; `hexad bench --help` lists what there is", a.what);
        return cli_fail(argv[0], &e);
    }
    return bench_board(a.json);
}
