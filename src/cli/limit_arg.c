/* Time limits of commands; see limit_arg.h. */
#include "cli/limit_arg.h"

#include "cli/cli.h"

enum { KEY_SECONDS = 2048, KEY_CPU };

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct limits *a = state->input;
    switch (key) {
    case KEY_SECONDS:
        a->seconds = cli_seconds(state, "--seconds", arg, 0.001);
        return 0;
    case KEY_CPU:
        a->cpu = cli_seconds(state, "--cpu", arg, 0.001);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"seconds", KEY_SECONDS, "S", 0, "stop after so long", 0},
    {"cpu", KEY_CPU, "S", 0, "stop after so many seconds of processor time, of all threads together", 0},
    {NULL, 0, NULL, 0, NULL, 0},
};

const struct argp limit_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};
