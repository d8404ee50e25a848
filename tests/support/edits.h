/* Files of SQLite that somebody has edited. The edits are made from the tables and columns that the file itself names, so that a new
 * column is covered by itself: every column gets values that do not belong there, in some rows and in all; rows disappear, come twice,
 * or take each other's place; columns and tables are renamed and dropped. */
#ifndef SUPPORT_EDITS_H
#define SUPPORT_EDITS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/* Statements, one edit each. */
struct edits {
    char **sql;
    size_t n, room;
};

/* Everything above, for the tables of this file; in each column so many rows at random, besides the first and the last. */
void edits_list(const char *path, int rows, uint64_t seed, struct edits *out);
void edits_add(struct edits *e, const char *sql);
/* Leaves one of so many. */
void edits_thin(struct edits *e, size_t every);
void edits_free(struct edits *e);

/* A copy at rest. */
void edits_copy(const char *from, const char *to);
/* The same without constraints and types of columns, so that every value gets in. */
void edits_plain(const char *from, const char *to);
/* What these questions answer, row by row; NULL ends them. One that cannot be asked answers nothing. */
void edits_ask(const char *path, const char *const *questions, struct buf *out);

enum { EDITS_FILES = 3 };

/* Whom the edits are tried on. */
struct edits_user {
    const char *file
        [EDITS_FILES]; /* each edit is made in one of them, in turn: the first that lets it happen; NULL: none */
    const char *work; /* where it is copied to */
    /* What a file says. */
    void (*says)(const char *path, struct buf *out);
    /* Does everything with it that can be done. Is it accepted as true? */
    bool (*use)(const char *path, uint64_t seed);
};

struct edits_tally {
    int tried, accepted, refused; /* accepted: and it says the same as before */
    int wrong;                    /* accepted, and it says something else */
    int crashed;                  /* or hung, or lost memory */
};

/* Tries all of them, in processes of their own; what was wrong or crashed is printed. */
struct edits_tally edits_try(const struct edits *e, const struct edits_user *user);
/* Prints the counts, and fails unless some were accepted, some refused, and none is wrong or crashed. */
void edits_show(const struct edits_tally *t);

#endif
