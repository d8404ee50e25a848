/* The sub-commands of the program, and what they share. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <argp.h>

#include "base/err.h"
#include "cli/option.h"

/* Exit statuses of every command. */
enum {
    EXIT_FINE = 0,
    EXIT_NO = 1,    /* the command asked a question, and the answer is no; or what it tried failed */
    EXIT_USAGE = 2, /* bad usage or bad input */
    EXIT_MEMORY = 3,
};

struct command {
    const char *name;
    const char *about;                 /* one line */
    int (*run)(int argc, char **argv); /* argv[0] is "hexad NAME"; returns an exit status */
};

/* All commands, in the order of the help; the last name is NULL. */
extern const struct command commands[];

/* Runs the command that argv[1] names, with "hexad show" as its argv[0] if argv[0] is "hexad". A word of
 * manual.h after it gets what the command is about as a third argument. */
int cli_run(const struct command *c, int argc, char **argv);

/* Says what was wrong on standard error, "hexad show: …", and returns EXIT_USAGE. */
int cli_fail(const char *command, const struct err *e);

/* For record_read_all: says which game of which file is bad and why, and counts them. */
struct cli_bad_games {
    const char *command, *path;
    size_t n;
};
void cli_bad_game(void *context, const struct err *e);

/* Parses with argp: `options` into the struct `input`, the rest by the parser of `argp`, if it has one; it has no options
 * and no children of its own. Usage errors end the program with EXIT_USAGE. */
void cli_parse(const struct argp *argp, const struct option_row *options, int argc, char **argv, void *input);

/* Reads a whole number of an option, "--depth is 'x', must be 1 to 9"; ends with a usage error through
 * `state`. */
long cli_number(struct argp_state *state, const char *option, const char *text, long least, long most);

/* The same for a size in MiB, which must be there to be had; returns bytes. */
size_t cli_memory(struct argp_state *state, const char *option, const char *text);

/* The same for a number, from `low` to `high`. */
double cli_real(struct argp_state *state, const char *option, const char *text, double low, double high);

/* The same for a time in seconds, from `least` to ten million. */
double cli_seconds(struct argp_state *state, const char *option, const char *text, double least);

#endif
