/* `hexad theory`: what is known and can be proved about Connect games in general. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/theory.h"

static const struct command verbs[] = {
    {"fairness", "everything known about the fairness of a game, with reasons", theory_fairness},
    {"kdraw", "from which k on games are drawn, by p", theory_kdraw},
    {"complexity", "state-space and game-tree complexity", theory_complexity},
    {"mb", "solve a Maker-Breaker board and write White's strategy", theory_mb},
    {"check", "check a strategy certificate", theory_check},
    {"tilings", "check tilings of the plane, and search for better ones", theory_tilings},
    {NULL, NULL, NULL},
};

int theory_write(const char *command, const char *path, struct buf *text)
{
    struct err e;
    bool ok = file_write(path, buf_str(text), text->len, &e);
    buf_free(text);
    return ok ? EXIT_FINE : cli_fail(command, &e);
}

int command_theory(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    for (const struct command *c = verbs; c->name; c++)
        if (strcmp(c->name, verb) == 0) {
            struct buf title = BUF_EMPTY;
            buf_format(&title, "%s %s", argv[0], c->name);
            argv[1] = title.text;
            int status = c->run(argc - 1, argv + 1);
            buf_free(&title);
            return status;
        }
    bool help = strcmp(verb, "--help") == 0 || strcmp(verb, "-?") == 0;
    if (*verb && !help) {
        struct err e;
        err_set(&e, "there is no '%.60s'; `hexad theory --help` lists what there is", verb);
        return cli_fail(argv[0], &e);
    }
    FILE *out = help ? stdout : stderr;
    fprintf(out, "Usage: %s VERB [OPTION...] [ARGUMENT...]\nFairness, drawn games, Maker-Breaker boards.\n\n",
            argv[0]);
    for (const struct command *c = verbs; c->name; c++)
        fprintf(out, "  %-10s %s\n", c->name, c->about);
    fprintf(out, "\n`%s VERB --help` tells more about each.\n", argv[0]);
    return help ? EXIT_FINE : EXIT_USAGE;
}
