/* The table of commands: what `hexad --help` lists and `hexad NAME` runs. */
#include "cli/commands.h"

const struct command commands[] = {
    {"show", "show the board of a game", command_show},
    {"threats", "count the threats of both sides and what stops them", command_threats},
    {"convert", "turn a record of one format into another", command_convert},
    {"games", "list the games of record files and check them", command_games},
    {"bench", "measure the program itself", command_bench},
    {NULL, NULL, NULL},
};
