/* The verbs of `hexad theory`, each in a file of its name. */
#ifndef CLI_THEORY_THEORY_H
#define CLI_THEORY_THEORY_H

#include <stdbool.h>

#include "base/buf.h"

int theory_fairness(int argc, char **argv);
int theory_kdraw(int argc, char **argv);
int theory_complexity(int argc, char **argv);
int theory_mb(int argc, char **argv);
int theory_check(int argc, char **argv);
int theory_tilings(int argc, char **argv);

/* Writes a picture to the file and returns an exit status; frees the text. */
int theory_write(const char *command, const char *path, struct buf *text);

#endif
