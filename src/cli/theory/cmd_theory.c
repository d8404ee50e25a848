/* `hexad theory`: what is known and can be proved about Connect games in general. */
#include "base/file.h"
#include "cli/commands.h"
#include "cli/theory/theory.h"
#include "cli/verbs.h"

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
    return verbs_run(verbs, "Fairness, drawn games, Maker-Breaker boards.", argc, argv);
}
