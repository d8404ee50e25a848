/* Puzzles in JSON: one, and a collection of a puzzle a line; docs/puzzles.md. */
#ifndef JSON_PUZZLE_H
#define JSON_PUZZLE_H

#include <jansson.h>

#include "base/buf.h"
#include "connect/puzzle/puzzle.h"

enum { PUZZLES_MOST = 100000 }; /* of a file */

json_t *puzzle_json(const struct puzzle *p);

/* The message names the field. What is missing is left to be worked out: turns and firsts 0, no key, no line.
 * The caller frees the puzzle with puzzle_done. */
bool puzzle_of_json(const json_t *j, struct puzzle *out, struct err *e);

/* JSON lines; blank ones are passed over. The message names the line. Adds to the list. */
bool puzzles_read(const char *text, size_t len, struct puzzles *out, struct err *e);
void puzzle_write(const struct puzzle *p, struct buf *out);

/* "win", "defence" */
const char *puzzle_kind_word(enum puzzle_kind k);
/* Of a field, left alone if it is missing. */
bool puzzle_kind_field(const json_t *o, enum puzzle_kind *out, struct err *e);
/* A list of squares, at most RULES_MAX_TURN; an empty one if it is missing. */
bool puzzle_squares_field(const json_t *o, const struct rules *r, const char *name, struct squares *out,
                          struct err *e);

#endif
