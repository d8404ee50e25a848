/* A lab to try things on, and whether it came to its end. */
#ifndef SUPPORT_LABS_H
#define SUPPORT_LABS_H

#include "lab/lab.h"

/* Its root, as one asks for it ("add"). */
extern const char labs_problem[];

/* Makes the file: a win of Black's on 9x9 that takes about a hundred jobs of all kinds. */
void labs_make(const char *path);
/* One that takes eleven, and has eight nodes in the end. */
void labs_make_tiny(const char *path);
struct lab *labs_open(const char *path);

/* Runs so many jobs (0: all) and frees the runner; true when the root is settled. */
bool labs_run(const char *path, struct runner runner, int64_t jobs);

/* The proof of the root is accepted, and so is everything in the file. */
void labs_check(const char *path);

#endif
