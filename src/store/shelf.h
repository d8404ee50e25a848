/* The certificates that the server has: files NAME.cert in folders. The first folder is the server's own, new
 * ones go there; the others are read only. Several threads may use a shelf at once. */
#ifndef STORE_SHELF_H
#define STORE_SHELF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "store/store.h"

enum { SHELF_NAME = 101 }; /* bytes of a name: letters, digits, and . _ - not at its beginning */

struct shelf;

/* `folders` are paths with colons between them. The own folder is made when something goes there; NULL or "":
 * nothing is kept. */
struct shelf *shelf_new(const char *own, const char *folders);
void shelf_free(struct shelf *s);

bool shelf_name_is_fine(const char *name);

struct shelf_entry {
    char name[SHELF_NAME];
    size_t bytes;
    bool own; /* it may be deleted */
};

/* What there is, by name; one that several folders have is the first folder's. The caller frees the list. */
struct shelf_entry *shelf_list(struct shelf *s, size_t *count);

/* Reads a certificate whole. The caller frees it. */
enum store_answer shelf_read(struct shelf *s, const char *name, char **bytes, size_t *len, struct err *e);

/* The same of its beginning alone, SHELF_HEAD bytes at the most: all of its claim is there. */
enum { SHELF_HEAD = 64 << 10 };
enum store_answer shelf_read_head(struct shelf *s, const char *name, char **bytes, size_t *len,
                                  struct err *e);

/* Keeps a certificate under the name wished for, or under another if that is taken by a different one. */
enum store_answer shelf_add(struct shelf *s, const char *wish, const char *bytes, size_t len,
                            char name[SHELF_NAME], struct err *e);
enum store_answer shelf_delete(struct shelf *s, const char *name, struct err *e);

#endif
