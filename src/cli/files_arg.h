/* FILE... on a command line, and reading their games. */
#ifndef CLI_FILES_ARG_H
#define CLI_FILES_ARG_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#include "board/rules.h"

struct files_arg {
    int n;
    char **path;
};

/* For a command's parser at ARGP_KEY_ARGS: all arguments from here on are files. */
void files_arg_take(struct files_arg *f, struct argp_state *state);

/* The games of a record file, bad ones NULL, which are told of and added to *bad. False if the file cannot be read, which is told, too.
 * The caller frees them with record_free_all. `fallback`: the rules of games that do not name theirs; may be NULL. */
struct record;
bool files_games(const char *command, const char *path, const struct rules *fallback, struct record ***games,
                 size_t *n, size_t *bad);

#endif
