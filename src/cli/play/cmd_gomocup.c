/* `hexad gomocup`: the engine as a Gomocup program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "cli/commands.h"
#include "cli/engine_arg.h"
#include "cli/play/listen.h"
#include "play/protocol/gomocup.h"
#include "play/protocol/line.h"

struct args {
    struct seat_arg seat;
};

static bool is_end(const char *line)
{
    size_t n = strcspn(line, " \t\r,");
    return n == strlen("END") && strncasecmp(line, "END", n) == 0;
}

/* Answers line after line; the end of them ends a search under way. */
static bool converse(struct seat_options *o)
{
    struct listener *l = listener_new(stdin, is_end);
    if (!l)
        return false;
    o->limits.work.stop = listener_over(l);
    struct gomocup *g = gomocup_new(o, stdout);
    char *text = mem_alloc(LINE_MOST + 1);
    while (listener_line(l, text) && gomocup_line(g, text))
        continue;
    free(text);
    gomocup_free(g);
    listener_free(l);
    return true;
}

int command_gomocup(int argc, char **argv)
{
    static const struct option_row options[] = {OPTION_SEAT(struct args, seat), OPTION_END};
    static const struct argp argp = {
        NULL,
        NULL,
        NULL,
        "Speaks the Gomocup protocol on standard input and output, for games with turns of one "
        "stone; five or more in a row win unless --game says otherwise.",
        NULL,
        NULL,
        NULL};
    struct args args = {seat_arg_init()};
    struct seat_arg *a = &args.seat;
    cli_parse(&argp, options, argc, argv, &args);
    struct err e;
    if (!a->game.rules_given)
        rules_parse("gomoku", &a->game.rules, &e);
    if (a->game.rules.p != 1 || a->game.rules.q != 1) {
        err_set(&e, "the Gomocup protocol has turns of one stone only (p = q = 1)");
        return cli_fail(argv[0], &e);
    }
    struct seat_options o;
    if (!seat_arg_options(a, &o, &e))
        return cli_fail(argv[0], &e);
    bool ok = converse(&o);
    engine_arg_done(&a->engine);
    if (ok)
        return EXIT_FINE;
    err_set(&e, "no thread to be had to listen on");
    return cli_fail(argv[0], &e);
}
