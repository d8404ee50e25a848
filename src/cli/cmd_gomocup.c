/* `hexad gomocup`: the engine as a Gomocup program. */
#include <stdio.h>

#include "cli/commands.h"
#include "cli/engine_arg.h"
#include "protocol/gomocup.h"

static error_t parse(int key, char *arg, struct argp_state *state)
{
    (void)arg;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = state->input;
    return 0;
}

static bool obey(void *g, char *text)
{
    return gomocup_line(g, text);
}

int command_gomocup(int argc, char **argv)
{
    static const struct argp_child children[] = {{&seat_argp, 0, NULL, 0}, {NULL, 0, NULL, 0}};
    static const struct argp argp = {
        NULL,
        parse,
        NULL,
        "Speaks the Gomocup protocol on standard input and output, for games with turns of one "
        "stone; five or more in a row win unless --game says otherwise.",
        children,
        NULL,
        NULL};
    struct seat_arg a = seat_arg_init();
    cli_parse(&argp, argc, argv, &a);
    struct err e;
    if (!a.game.rules_given)
        rules_parse("gomoku", &a.game.rules, &e);
    if (a.game.rules.p != 1 || a.game.rules.q != 1) {
        err_set(&e, "the Gomocup protocol has turns of one stone only (p = q = 1)");
        return cli_fail(argv[0], &e);
    }
    struct seat_options o = seat_arg_options(&a);
    struct gomocup *g = gomocup_new(&o, stdout);
    seat_converse(obey, g);
    gomocup_free(g);
    return EXIT_FINE;
}
