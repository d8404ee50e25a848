/* One function a command, each in a file of its name (cmd_show.c …). */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/cli.h"

int command_analyze(int argc, char **argv);
int command_arena(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_book(int argc, char **argv);
int command_explore(int argc, char **argv);
int command_contest(int argc, char **argv);
int command_convert(int argc, char **argv);
int command_check(int argc, char **argv);
int command_proof(int argc, char **argv);
int command_exact(int argc, char **argv);
int command_force(int argc, char **argv);
int command_games(int argc, char **argv);
int command_gomocup(int argc, char **argv);
int command_gtp(int argc, char **argv);
int command_net(int argc, char **argv);
int command_openings(int argc, char **argv);
int command_lab(int argc, char **argv);
int command_play(int argc, char **argv);
int command_perft(int argc, char **argv);
int command_puzzle(int argc, char **argv);
int command_serve(int argc, char **argv);
int command_show(int argc, char **argv);
int command_solve(int argc, char **argv);
int command_theory(int argc, char **argv);
int command_threats(int argc, char **argv);
int command_tune(int argc, char **argv);
int command_verify(int argc, char **argv);

/* A verb of a command that has arguments of its own. */
int arena_openings(int argc, char **argv);

#endif
