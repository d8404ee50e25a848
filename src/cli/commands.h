/* One function a command, each in a file of its name (cmd_show.c …). */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/cli.h"

int command_bench(int argc, char **argv);

#endif
