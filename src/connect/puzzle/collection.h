/* Collections in few bytes, and the one that is built into the program.
 *
 * A puzzle is a string of bits (collection.c has the list of its fields): about sixty bytes. The built-in
 * collection is in order of rating. */
#ifndef CONNECT_PUZZLE_COLLECTION_H
#define CONNECT_PUZZLE_COLLECTION_H

#include "base/buf.h"
#include "connect/puzzle/puzzle.h"

/* A place in a collection. */
struct collection {
    const uint8_t *bytes;
    size_t bits, at; /* bits in all, and read */
    uint32_t left;   /* puzzles still to come */
};

/* The start of the collection in these bytes, which stay the caller's. False if they are none. */
bool collection_open(struct collection *c, const uint8_t *bytes, size_t len);
/* The start of the built-in one. */
struct collection collection_builtin(void);

/* The next puzzle; the caller frees it with puzzle_done. False at the end, or if the bytes are damaged (then
 * c->left is not 0). */
bool collection_next(struct collection *c, struct puzzle *out);

/* Appends the collection as bytes. Fails with a message if a puzzle has what it cannot hold: a set-up, or a
 * source that is not self-play. */
bool collection_pack(const struct puzzles *l, struct buf *out, struct err *e);

#endif
