/* SGF's syntax: parentheses, nodes, properties and values, before any meaning. */
#ifndef GAME_SGF_LEX_H
#define GAME_SGF_LEX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "game/source.h"
#include "game/tree.h"

enum { SGF_PROPERTIES = PROPERTIES_MOST + 100 }; /* most in a node */

struct sgf_value {
    const char *text; /* between the brackets, escapes as they stand */
    size_t len;
    int line;
};

struct sgf_property {
    char id[PROPERTY_ID];
    size_t first, count; /* its values in the node's */
    int place, which;    /* for the reader of nodes: where it goes */
};

/* The properties of one node; used again for the next. */
struct sgf_node {
    int line;
    struct sgf_property *property;
    size_t properties, property_room;
    struct sgf_value *value;
    size_t values, room;
};

/* Frees what it holds; it begins as zeros. */
void sgf_node_done(struct sgf_node *n);

/* Reads the properties that stand here into `n`. In a property's name small letters do not count, as in old
 * files ("Black"), unless there is nothing else. The texts of the values point into the file. */
bool sgf_lex_node(struct source *lx, struct sgf_node *n, struct err *e);

/* The properties of this id, one after the other: NULL starts, NULL ends. */
const struct sgf_property *sgf_find(const struct sgf_node *n, const char *id,
                                    const struct sgf_property *after);
/* The first value of the first property of this id, NULL if there is none. */
const struct sgf_value *sgf_first(const struct sgf_node *n, const char *id);
/* That value as one line without blanks around it, "" if there is none. The caller frees it. */
char *sgf_text(const struct sgf_node *n, const char *id);

/* The character set that a file's first node names, "" if none. `bytes` are as in the file. */
enum { CHARSET_NAME = 32 };
void sgf_charset(const char *bytes, size_t len, char out[CHARSET_NAME]);

/* A value as text: escapes undone, soft line breaks joined, line ends and blanks as text.h has them. */
void sgf_unescape(const char *text, size_t len, bool one_line, struct buf *out);

/* Where the first colon stands that parts a composed value, `len` if none does. */
size_t sgf_colon(const char *text, size_t len);

/* Appends a text with ] \ (and with `composed` also :) escaped. */
void sgf_escape(const char *text, bool composed, struct buf *out);

#endif
