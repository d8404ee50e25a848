/* The sub-commands of the program, and what they share. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <argp.h>

#include "base/err.h"

/* Exit statuses of every command. */
enum {
    EXIT_FINE = 0,
    EXIT_NO = 1,    /* the command asked a question, and the answer is no; or what it tried failed */
    EXIT_USAGE = 2, /* bad usage or bad input */
};

struct command {
    const char *name;
    const char *about;                 /* one line */
    int (*run)(int argc, char **argv); /* argv[0] is "hexad NAME"; returns an exit status */
};

/* All commands, in the order of the help; the last name is NULL. */
extern const struct command commands[];

/* Says what was wrong on standard error, "hexad show: …", and returns EXIT_USAGE. */
int cli_fail(const char *command, const struct err *e);

/* Parses with argp; usage errors end the program with EXIT_USAGE. */
void cli_parse(const struct argp *argp, int argc, char **argv, void *input);

/* Reads a whole number of an option, "--depth is 'x', must be 1 to 9"; ends with a usage error through
 * `state`. */
long cli_number(struct argp_state *state, const char *option, const char *text, long least, long most);

/* The same for a size in MiB, which must be there to be had; returns bytes. */
size_t cli_memory(struct argp_state *state, const char *option, const char *text);

/* The same for a time in seconds, from `least` to ten million. */
double cli_seconds(struct argp_state *state, const char *option, const char *text, double least);

#endif
