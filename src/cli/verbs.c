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

const struct command *verbs_find(const struct command *verbs, const char *name)
{
    for (const struct command *c = verbs; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

int verbs_beside(const struct command *verbs, int argc, char **argv)
{
    const struct command *c = argc > 1 ? verbs_find(verbs, argv[1]) : NULL;
    if (c)
        return cli_run(c, argc, argv);
    if (argc > 1 && strcmp(argv[1], "--complete") == 0)
        (void)manual_answers_list(verbs, "", argc, argv);
    return -1;
}

int verbs_run(const struct command *verbs, const char *about, int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    const struct command *c = verbs_find(verbs, verb);
    if (c)
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
