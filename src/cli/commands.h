/* One function a command, each in a file of its name (cmd_show.c …). */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/cli.h"

int command_bench(int argc, char **argv);
int command_convert(int argc, char **argv);
int command_games(int argc, char **argv);
int command_show(int argc, char **argv);
int command_threats(int argc, char **argv);

#endif
