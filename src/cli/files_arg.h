/* FILE... on a command line, and reading their games. */
#ifndef CLI_FILES_ARG_H
#define CLI_FILES_ARG_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#include "cli/option.h"
#include "connect/board/rules.h"

struct files_arg {
    int n;
    char **path;
};

/* A row of a command's options: all arguments are files. */
#define ARGUMENTS_FILES(T, field) OPTION_ARGUMENTS(files_arg_take, struct files_arg, T, field)
void files_arg_take(void *files_arg, struct argp_state *state);

/* The games of a record file, bad ones NULL, which are told of and added to *bad. False if the file cannot be read, which is told, too.
 * The caller frees them with record_free_all. `fallback`: the rules of games that do not name theirs; may be NULL. */
struct record;
bool files_games(const char *command, const char *path, const struct rules *fallback, struct record ***games,
                 size_t *n, size_t *bad);

#endif
