/* `hexad bench`: the signature of the search, and measurements of single parts. */
#include <stdio.h>
#include <string.h>

#include "cli/bench/bench.h"
#include "cli/commands.h"
#include "play/protocol/line.h"

enum { KEY_SECONDS = 256, KEY_SLACK };

struct args {
    const char *what;
    const char *walk;
    bool json;
    /* Of engine and time. */
    double seconds, cpu, slack;
    int turns, threads;
    long games; /* of explorer and go; 0: as usual */
    size_t hash;
    bool gtp;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case KEY_SECONDS:
        if (!word_number(arg, 0.001, 1e6, &a->seconds))
            argp_failure(state, EXIT_USAGE, 0, "--seconds is '%s', must be seconds from 0.001 to 1000000",
                         arg);
        return 0;
    case KEY_SLACK:
        if (!word_number(arg, 0, 1e6, &a->slack))
            argp_failure(state, EXIT_USAGE, 0, "--slack is '%s', must be seconds from 0 to 1000000", arg);
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

static int run_engine(const struct args *a, bool time)
{
    struct bench_engine e = {a->seconds > 0 || a->cpu > 0 ? a->seconds : 5, a->cpu, a->threads, a->hash};
    struct bench_time t = {a->seconds > 0 ? a->seconds : 0.1, a->slack, a->turns, a->threads, a->gtp};
    return time ? bench_time(&t, a->json) : bench_engine(&e, a->json);
}

int command_bench(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_JSON(struct args, json, 0),
        {"walk", 'w', "WALK", OPTION_HIDDEN, NULL, 0, TO_TEXT(struct args, walk)},
        {"seconds", KEY_SECONDS, "S", 0, "engine, time: of a turn (5; time: 0.1); mcts: of a search (2)", 0,
         OWN},
        {"cpu", 0, "S", 0, "engine: of processor time, of a turn", 0, TO_SECONDS(struct args, cpu, 0.001)},
        OPTION_THREADS(struct args, threads, 0, 64, "engine, time: of the search (1)", 0),
        {"hash", 0, "MIB", 0, "engine: memory for tables (64)", 0, TO_MEMORY(struct args, hash)},
        {"turns", 0, "N", 0, "time: how many (1000)", 0, TO_INT(struct args, turns, 1, 1000000)},
        {"slack", KEY_SLACK, "S", 0, "time: seconds that a turn may be over its limit, besides 5% (0.03)", 0,
         OWN},
        {"games", 0, "N", 0, "explorer: how many (100000); go: how many (20); net: rounds (20)", 0,
         TO_LONG(struct args, games, 1, 100000000)},
        {"gtp", 0, NULL, 0, "time: by GTP instead of the contest protocol", 0, TO_FLAG(struct args, gtp)},
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse,
        "[board|agents|engine|time|explorer|go|mcts|net|params]",
        "Measures the program itself. Without a word: the node counts of fixed "
        "searches; their sum is the signature, which "
        "only a change of a search may change.\vboard: what placing and undoing "
        "one stone costs, in time and, where valgrind "
        "is installed, in instructions.\nagents: the same for scoring the "
        "stones of a position, for each agent, and what a "
        "turn of search costs.\nengine: nodes per second, depth and "
        "memory over fixed positions.\ntime: how long turns take, measured from outside; "
        "exits with 1 if one is more than 5% and --slack over its limit.\nexplorer: adding "
        "generated games to a collection, and asking about their positions.\ngo: moves, ladders and the "
        "planes of "
        "Go on games of a player of ours.\nmcts: playouts, evaluations and nodes of Go's tree search.\nnet: "
        "training and inference of nets, against oneDNN.\nparams: "
        "lists the numbers of "
        "the "
        "search, which --set and the engine's option `set` change.",
        NULL,
        NULL,
        NULL};
    struct args a = {.slack = 0.03, .turns = 1000, .games = 0, .threads = 1, .hash = (size_t)64 << 20};
    cli_parse(&argp, options, argc, argv, &a);
    bool board = a.what && strcmp(a.what, "board") == 0, agents = a.what && strcmp(a.what, "agents") == 0;
    bool engine = a.what && strcmp(a.what, "engine") == 0, time = a.what && strcmp(a.what, "time") == 0;
    if (engine || time)
        return run_engine(&a, time);
    if (a.what && strcmp(a.what, "params") == 0)
        return bench_params(a.json);
    if (a.what && strcmp(a.what, "explorer") == 0)
        return bench_explorer(a.games ? a.games : 100000, a.json);
    if (a.what && strcmp(a.what, "go") == 0)
        return bench_go(a.games ? a.games : 20, a.json);
    if (a.what && strcmp(a.what, "mcts") == 0)
        return bench_mcts(a.seconds > 0 ? a.seconds : 2, a.json);
    if (a.what && strcmp(a.what, "net") == 0)
        return bench_net(a.games ? (int)a.games : 20, a.json);
    if (a.what && !board && !agents) {
        struct err e;
        err_set(&e, "nothing called '%s' to measure; `hexad bench --help` lists what there is", a.what);
        return cli_fail(argv[0], &e);
    }
    if (a.walk)
        return agents ? bench_agents_child(a.walk) : bench_board_child(a.walk);
    return agents ? bench_agents(a.json) : board ? bench_board(a.json) : bench_signature(a.json);
}
