/* `hexad contest`: the engine as a program for Connect6 contests. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/engine_arg.h"
#include "play/protocol/contest.h"

enum { KEY_ROW = 256, KEY_SINGLE };

struct args {
    struct seat_arg seat;
    struct contest_options contest;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    static const char *const singles[] = {"short", "at", "twice"};
    switch (key) {
    case KEY_ROW:
        if (strcmp(arg, "top") != 0 && strcmp(arg, "bottom") != 0)
            argp_error(state, "--row is '%s', must be top or bottom", arg);
        a->contest.top = strcmp(arg, "top") == 0;
        return 0;
    case KEY_SINGLE:
        for (int i = 0; i < 3; i++)
            if (strcmp(arg, singles[i]) == 0) {
                a->contest.single = (enum contest_single)i;
                return 0;
            }
        argp_error(state, "--single is '%s', must be short, at or twice", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool obey(void *c, char *text)
{
    return contest_line(c, text);
}

int command_contest(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_SEAT(struct args, seat),
        {"row", KEY_ROW, "top|bottom", 0, "where row A is (bottom)", 0, OWN},
        {"single", KEY_SINGLE, "short|at|twice", 0,
         "write a turn of one stone as JJ (short, the default), JJ@@ or JJJJ", 0, OWN},
        {"wait", 0, NULL, 0, "after `new black`, wait for `next`", 0, TO_FLAG(struct args, contest.waits)},
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse,
        NULL,
        "Speaks the protocol of Connect6 contests on standard input and output: `new black`, "
        "`move XXYY`, `next`, `quit`. `help` lists all.",
        NULL,
        NULL,
        NULL};
    struct args a = {.seat = seat_arg_init()};
    cli_parse(&argp, options, argc, argv, &a);
    struct err e;
    if (a.seat.game.rules.m > 26 || a.seat.game.rules.n > 26) {
        err_set(&e, "the contest protocol has letters for boards up to 26x26 only");
        return cli_fail(argv[0], &e);
    }
    if (!seat_arg_options(&a.seat, &a.contest.seat, &e))
        return cli_fail(argv[0], &e);
    struct contest *c = contest_new(&a.contest, stdout);
    seat_converse(obey, c);
    contest_free(c);
    engine_arg_done(&a.seat.engine);
    return EXIT_FINE;
}
