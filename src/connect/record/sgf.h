/* The parts of the SGF reader: the game's rules (sgf_rules.c), a node's meaning (sgf_node.c), the tree
 * (sgf_read.c). */
#ifndef CONNECT_RECORD_SGF_H
#define CONNECT_RECORD_SGF_H

#include "connect/record/build.h"
#include "connect/record/readers.h"
#include "connect/record/sgf_lex.h"

struct sgf_reader {
    struct source lx;
    struct sgf_node *node; /* the one being read */
    const struct record_options *options;
    struct build build;
    bool started; /* the root has been read */
    int number;   /* nodes read so far: what messages call the node */
    struct setup_stone *setup;
    size_t setups, setup_room;
};

/* The properties of this id, one after the other: NULL starts, NULL ends. */
const struct sgf_property *sgf_find(const struct sgf_node *n, const char *id,
                                    const struct sgf_property *after);
/* The first value of the first property of this id, NULL if there is none. */
const struct sgf_value *sgf_first(const struct sgf_node *n, const char *id);

/* "line 3, node 5: W[jj]: " in front of the message. Returns false. */
bool sgf_where(const struct sgf_reader *rd, const char *id, const struct sgf_value *v, struct err *e);

/* Which game the root node (in rd->node) stands for; what RU says beyond it is appended to `note`. */
bool sgf_rules(const struct sgf_reader *rd, struct rules *out, struct buf *note, struct err *e);

/* Gives the node in rd->node its place in the tree. */
bool sgf_add_node(struct sgf_reader *rd, struct err *e);

#endif
