/* Game trees in JSON, both ways. docs/api.md describes the form; everything that a record holds has a place
 * in it, so that a file that comes in and goes out again is the same. */
#ifndef JSON_TREE_H
#define JSON_TREE_H

#include <jansson.h>

#include "base/buf.h"
#include "connect/record/record.h"

/* Names of the game's description: "PB" is "black". The last entry's key is NULL. */
struct tree_info_name {
    const char *key, *name;
};
extern const struct tree_info_name tree_info_names[];

/* Names of the marks that are neither labels, by kind: "circle". */
extern const char *const tree_mark_names[MARK_KINDS];

/* An evaluation of a node, kept in the tree as a property. */
#define TREE_EVAL       "HXV"
#define TREE_EVAL_VALUE 1e8    /* at the most, either way */
#define TREE_EVAL_TURNS 100000 /* of mate and depth */
struct tree_eval {
    double value, chance;
    int mate, depth;
};
/* Reads such a property's value; false if it is none. */
bool tree_eval_parse(const char *text, struct tree_eval *out);
void tree_eval_format(const struct tree_eval *v, char out[80]);

/* Makes the tree of {"rules", "info", "rules_note", "root"}. Every stone is checked; the message says at
 * which node, and `large` whether the tree is over a limit (limits.h). A node with several stones becomes as
 * many nodes, what it says besides goes to the last. The caller frees `*out`. */
bool tree_read(const json_t *j, struct record **out, bool *large, struct err *e);

/* How much is in a tree, or in several together: added to what is there. The roots do not count as nodes. */
struct tree_size {
    size_t nodes, longest, marks, squares;
};
void tree_measure(const struct record *r, struct tree_size *sum);
/* Is it within the limits of tree_read? */
bool tree_size_fits(const struct tree_size *s, struct err *e);
/* The same of a tree from elsewhere. */
bool tree_fits(const struct record *r, struct err *e);

/* Appends the tree. */
void tree_write(const struct record *r, struct buf *out);

/* Appends the rules as game_rules_json has them. */
void tree_put_rules(struct buf *out, const struct rules *r);

/* Appends a text in quotes, as JSON has it. */
void tree_put_text(struct buf *out, const char *text);

/* Nodes of the tree, and of its longest line; the root not counted. */
size_t tree_count(const struct record *r, size_t *longest);

#endif
