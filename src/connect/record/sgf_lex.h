/* SGF's syntax: parentheses, nodes, properties and values, before any meaning. */
#ifndef CONNECT_RECORD_SGF_LEX_H
#define CONNECT_RECORD_SGF_LEX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "connect/record/source.h"
#include "connect/record/tree.h"

enum { SGF_PROPERTIES = PROPERTIES_MOST + 100 }; /* most in a node */

struct sgf_value {
    const char *text; /* between the brackets, escapes as they stand */
    size_t len;
    int line;
};

struct sgf_property {
    char id[PROPERTY_ID];
    size_t first, count; /* its values in the node's */
};

/* The properties of one node; used again for the next. */
struct sgf_node {
    int line;
    struct sgf_property property[SGF_PROPERTIES];
    size_t properties;
    struct sgf_value *value;
    size_t values, room;
};

/* Reads the properties that stand here into `n`. In a property's name small letters do not count, as in old
 * files
 * ("Black"), unless there is nothing else. The texts of the values point into the file. */
bool sgf_lex_node(struct source *lx, struct sgf_node *n, struct err *e);

/* A value as text: escapes undone, soft line breaks joined, line ends and blanks as text.h has them. */
void sgf_unescape(const char *text, size_t len, bool one_line, struct buf *out);

/* Where the first colon stands that parts a composed value, `len` if none does. */
size_t sgf_colon(const char *text, size_t len);

/* Appends a text with ] \ (and with `composed` also :) escaped. */
void sgf_escape(const char *text, bool composed, struct buf *out);

#endif
