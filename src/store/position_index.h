/* Where positions are in a tree: what finds a position again, whatever its symmetry and the order of its
 * stones.
 *
 * Every node is a place. Its form is the canonical form of its position with the rules, so that comparing
 * forms is comparing whole positions; its hash only makes looking up quick. */
#ifndef STORE_POSITION_INDEX_H
#define STORE_POSITION_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "connect/board/position.h"
#include "connect/record/record.h"

struct place {
    int64_t hash; /* of the form */
    int64_t line; /* a hash of the turns in their order, and of what was set up before them */
    int symmetry; /* that takes the position to its canonical form */
    size_t path, path_len, form, form_len; /* where in `bytes` */
};

struct position_index {
    struct place *place;
    size_t count, room;
    struct buf bytes;
};

/* Bytes of a place in the file beside its path and form: two numbers, twice over. */
enum { INDEX_ROW_BYTES = 40 };

/* The places of all nodes of a tree whose stones are legal. False if they take more than LIMIT_TREE_INDEX
 * bytes. Either way the caller frees them. */
bool index_of(const struct record *r, struct position_index *out, struct err *e);
/* The same for a further chapter of a study, from 1 on, behind the places that are there; the limit is that of all. */
bool index_add(const struct record *r, size_t chapter, struct position_index *out, struct err *e);
void index_free(struct position_index *p);

static inline const char *index_path(const struct position_index *p, const struct place *x)
{
    return buf_str(&p->bytes) + x->path;
}
static inline const char *index_form(const struct position_index *p, const struct place *x)
{
    return buf_str(&p->bytes) + x->form;
}

/* One position, to be looked for. */
enum { INDEX_SYMMETRIES = 8 };
struct index_probe {
    struct position_index wanted; /* its place alone */
    struct rules rules;
    bool canonical[INDEX_SYMMETRIES]; /* seen through this symmetry, is it in its canonical form? */
    int64_t line[INDEX_SYMMETRIES];   /* its line, seen through it */
};
void index_probe(const struct position *p, struct index_probe *out);
void index_probe_free(struct index_probe *x);

/* How the position lies on a place with the same form: the symmetry that takes it there, one that keeps the
 * order of the turns if there is any, else the lowest. */
struct place_match {
    int symmetry;
    bool order_differs;
};
struct place_match index_match(const struct index_probe *x, int place_symmetry, int64_t place_line);

/* A path as indexes of children from the root: appends "[0,0,2]"; `*chapter` is whose root. False if the bytes are none. */
bool index_path_json(const void *path, size_t len, size_t *chapter, struct buf *out);

#endif
