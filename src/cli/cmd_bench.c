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
    static const struct argp argp = {options,
                                     parse,
                                     "[board|agents]",
                                     "Measures the program itself. Without a word: the node counts of fixed "
                                     "searches; their sum is the signature, which "
                                     "only a change of a search may change.\vboard: what placing and undoing "
                                     "one stone costs, in time and, where valgrind "
                                     "is installed, in instructions.\nagents: the same for scoring the "
                                     "stones of a position, for each agent, and what a "
                                     "turn of search costs.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {NULL, NULL, false};
    cli_parse(&argp, argc, argv, &a);
    bool board = a.what && strcmp(a.what, "board") == 0, agents = a.what && strcmp(a.what, "agents") == 0;
    if (a.what && !board && !agents) {
        struct err e;
        err_set(&e, "nothing called '%s' to measure; `hexad bench --help` lists what there is", a.what);
        return cli_fail(argv[0], &e);
    }
    if (a.walk)
        return agents ? bench_agents_child(a.walk) : bench_board_child(a.walk);
    return agents ? bench_agents(a.json) : board ? bench_board(a.json) : bench_signature(a.json);
}
