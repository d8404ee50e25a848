/* Manual pages and shell completion, made from the tables that --help is made from.
 *
 * Every command answers two words beside --help: `--manual` prints its page for man, `--complete` the words
 * that can follow it, one a line with a tab and what it is about. tools/manual and tools/completion.* ask. */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include "cli/cli.h"

/* If argv[1] is one of these words: prints the answer from a command's options, or from a list of commands
 * under a text, and returns true. `argv[2]` is then what the command is about in one line (cli_run). */
bool manual_answers(const struct argp *argp, int argc, char **argv);
bool manual_answers_list(const struct command *list, const char *text, int argc, char **argv);

/* Is this word one of them? */
bool manual_word(const char *word);

#endif
