/* Where positions are in a tree: what finds a position again, whatever its symmetry and the order of its
 * stones.
 *
 * Every node is a place. Its form is the canonical form of its position with the rules, so that comparing
 * forms is comparing whole positions; its hash only makes looking up quick. */
#ifndef SERVER_PLACES_H
#define SERVER_PLACES_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "board/position.h"
#include "record/record.h"

struct place {
    int64_t hash; /* of the form */
    int64_t line; /* a hash of the turns in their order, and of what was set up before them */
    int symmetry; /* that takes the position to its canonical form */
    size_t path, path_len, form, form_len; /* where in `bytes` */
};

struct places {
    struct place *place;
    size_t count, room;
    struct buf bytes;
};

/* Bytes of a place in the file beside its path and form: two numbers, twice over. */
enum { PLACES_ROW_BYTES = 40 };

/* The places of all nodes of a tree whose stones are legal. False if they take more than LIMIT_TREE_INDEX
 * bytes. Either way the caller frees them. */
bool places_of(const struct record *r, struct places *out, struct err *e);
void places_free(struct places *p);

static inline const char *places_path(const struct places *p, const struct place *x)
{
    return buf_str(&p->bytes) + x->path;
}
static inline const char *places_form(const struct places *p, const struct place *x)
{
    return buf_str(&p->bytes) + x->form;
}

/* One position, to be looked for. */
enum { PLACES_SYMMETRIES = 8 };
struct places_probe {
    struct places wanted; /* its place alone */
    struct rules rules;
    bool canonical[PLACES_SYMMETRIES]; /* seen through this symmetry, is it in its canonical form? */
    int64_t line[PLACES_SYMMETRIES];   /* its line, seen through it */
};
void places_probe(const struct position *p, struct places_probe *out);
void places_probe_free(struct places_probe *x);

/* How the position lies on a place with the same form: the symmetry that takes it there, one that keeps the
 * order of the turns if there is any, else the lowest. */
struct place_match {
    int symmetry;
    bool order_differs;
};
struct place_match places_match(const struct places_probe *x, int place_symmetry, int64_t place_line);

/* A path as indexes of children from the root: appends "[0,0,2]". False if the bytes are none. */
bool places_path_json(const void *path, size_t len, struct buf *out);

#endif
