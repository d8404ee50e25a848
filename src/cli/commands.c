/* The table of commands: what `hexad --help` lists and `hexad NAME` runs. */
#include "cli/commands.h"

const struct command commands[] = {
    {"bench", "measure the program itself", command_bench},
    {NULL, NULL, NULL},
};
