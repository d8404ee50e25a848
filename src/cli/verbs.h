/* Commands that consist of verbs, as in `hexad book learn`. */
#ifndef CLI_VERBS_H
#define CLI_VERBS_H

#include "cli/cli.h"

/* Runs the verb that argv[1] names, with "hexad book learn" as its argv[0]; lists the verbs under the
 * sentence `about` on --help, or on standard error if none is named. `verbs` ends with a name NULL. */
int verbs_run(const struct command *verbs, const char *about, int argc, char **argv);

/* The verb of this name, or NULL. */
const struct command *verbs_find(const struct command *verbs, const char *name);

/* For a command that has verbs beside arguments of its own: runs the verb if argv[1] names one, otherwise returns less than 0,
 * and the command goes on. To `--complete` the verbs are told first. */
int verbs_beside(const struct command *verbs, int argc, char **argv);

#endif
