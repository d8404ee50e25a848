/* Who we are to a broker that asks: a file of one line, "worker.NAME:SECRET" or "coordinator.NAME:SECRET", which
 * `hexad lab serve-nats` writes. */
#ifndef LAB_GRID_USER_H
#define LAB_GRID_USER_H

#include "base/err.h"
#include "lab/grid/subject.h"

enum { GRID_SECRET = 65 }; /* 64 hexadecimal digits */

struct grid_user {
    enum grid_role role;
    char name[GRID_NAME];
    char secret[GRID_SECRET];
};

/* The name that the broker knows it by: "worker.NAME". */
enum { GRID_LOGIN = GRID_NAME + 20 };
void grid_user_login(const struct grid_user *u, char out[GRID_LOGIN]);

bool grid_user_parse(const char *text, size_t len, struct grid_user *out, struct err *e);
bool grid_user_read(const char *path, struct grid_user *out, struct err *e);

/* The user of this role and name in a folder, from its file; if there is none, one is made with a new secret, in a
 * file that nobody else may read. */
bool grid_user_keep(const char *folder, enum grid_role role, const char *name, struct grid_user *out,
                    struct err *e);
/* The path of that file; the caller frees it. */
char *grid_user_path(const char *folder, enum grid_role role, const char *name);

/* Writes a file that nobody else may read. */
bool grid_write_secret(const char *path, const char *text, size_t len, struct err *e);

/* So many bytes that nobody can guess; false if the system has none. */
bool grid_random_bytes(void *out, size_t n);

#endif
