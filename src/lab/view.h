/* A lab looked at from outside: what is asked for is read from its file, whoever runs it, without a graph in
 * memory. Of a tree of any size only the part that somebody has in sight is read.
 *
 * A place in the tree is a path: the numbers of the edges that lead there from a root. */
#ifndef LAB_VIEW_H
#define LAB_VIEW_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "connect/board/rules.h"

struct lab_view;

enum {
    LAB_VIEW_PATH = 250, /* edges of a path */
    LAB_VIEW_WIDTH = 30, /* children that are told, if nobody asks for more */
    LAB_VIEW_ROOT = 61   /* bytes of a root's name */
};

struct lab_path {
    int n;
    uint32_t edge[LAB_VIEW_PATH];
    int most; /* children of the place that are wanted */
};

/* What somebody has in sight. */
struct lab_sight {
    char root[LAB_VIEW_ROOT]; /* "": the first */
    struct lab_path at;       /* the place that is looked at */
    bool follow;              /* rather the end of the most proving line */
    struct lab_path *open;    /* places whose children are wanted */
    size_t opens;
    int rows; /* children at most, of all places together */
};

/* Opens the file, which is not changed. The caller closes it. */
struct lab_view *lab_view_open(const char *path, struct err *e);
void lab_view_close(struct lab_view *v);
const struct rules *lab_view_rules(const struct lab_view *v);

/* Was the file changed since this was last asked? */
bool lab_view_changed(struct lab_view *v);

/* The file and its roots: {"rules", "nodes", "edges", "roots": […]}. NULL with a message if it cannot be read. */
json_t *lab_view_summary(struct lab_view *v, struct err *e);
/* The same with everything in sight; docs/api.md describes it. */
json_t *lab_view_json(struct lab_view *v, const struct lab_sight *w, struct err *e);

/* Reads what somebody wants to see from a JSON object; nothing more than `opens` places of `rows` children. The
 * caller frees it by lab_sight_free, also after a failure. */
bool lab_sight_read(const json_t *o, size_t opens, int rows, struct lab_sight *out, struct err *e);
void lab_sight_free(struct lab_sight *w);

#endif
