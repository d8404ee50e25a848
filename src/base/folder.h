/* The files of a folder and of all folders in it. */
#ifndef BASE_FOLDER_H
#define BASE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct paths {
    char **path;
    size_t n, room;
};

/* Adds the path of a file as it is, or of a folder those of all files below it that end like this (".sgf", in either case), in the
 * order of their names, so that the same folder always gives the same; hidden ones are passed over. False if a folder
 * cannot be read; whether a file can is not looked at. */
bool folder_gather(const char *path, const char *ending, struct paths *out, struct err *e);
void paths_free(struct paths *p);

#endif
