/* `hexad gtp`: the engine as a GTP program. */
#include <stdio.h>

#include "cli/commands.h"
#include "cli/engine_arg.h"
#include "protocol/gtp.h"

enum { KEY_NO_FILES = 256 };

struct args {
    struct seat_arg seat;
    bool no_files;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    (void)arg;
    struct args *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &a->seat;
        return 0;
    case KEY_NO_FILES:
        a->no_files = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool obey(void *g, char *text)
{
    return gtp_line(g, text);
}

int command_gtp(int argc, char **argv)
{
    static const struct argp_option options[] = {
        {"no-files", KEY_NO_FILES, NULL, 0, "loadsgf and printsgf may not touch files", 0},
        {NULL, 0, NULL, 0, NULL, 0},
    };
    static const struct argp_child children[] = {{&seat_argp, 0, NULL, 0}, {NULL, 0, NULL, 0}};
    static const struct argp argp = {
        options,
        parse,
        NULL,
        "Speaks GTP 2 on standard input and output. One stone to a play; genmove gives stone "
        "after stone of one planned turn. `list_commands` tells what it knows, "
        "`hexad-rules 15 15 5 1 1` changes the game.",
        children,
        NULL,
        NULL};
    struct args a = {.seat = seat_arg_init()};
    cli_parse(&argp, argc, argv, &a);
    struct gtp_options o = {seat_arg_options(&a.seat), !a.no_files};
    struct gtp *g = gtp_new(&o, stdout);
    seat_converse(obey, g);
    gtp_free(g);
    return EXIT_FINE;
}
