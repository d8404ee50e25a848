/* Finds and runs a verb of a command; see verbs.h. */
#include "cli/verbs.h"

#include <stdio.h>
#include <string.h>

#include "cli/manual.h"

static void list(const struct command *verbs, const char *about, const char *command)
{
    printf("Usage: %s VERB [OPTION...] [ARGUMENT...]\n%s\n\n", command, about);
    for (const struct command *c = verbs; c->name; c++)
        printf("  %-10s %s\n", c->name, c->about);
    printf("\n`%s VERB --help` tells more about each.\n", command);
}

int verbs_run(const struct command *verbs, const char *about, int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    for (const struct command *c = verbs; c->name; c++)
        if (strcmp(c->name, verb) == 0)
            return cli_run(c, argc, argv);
    if (manual_answers_list(verbs, about, argc, argv))
        return EXIT_FINE;
    if (strcmp(verb, "--help") == 0 || strcmp(verb, "-?") == 0) {
        list(verbs, about, argv[0]);
        return EXIT_FINE;
    }
    struct err e;
    if (*verb)
        err_set(&e, "there is no '%.60s'; `%s --help` lists what there is", verb, argv[0]);
    else
        err_set(&e, "which verb? `%s --help` lists them", argv[0]);
    return cli_fail(argv[0], &e);
}
