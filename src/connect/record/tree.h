/* Trees (game/tree.h) of the Connect family: a node is a stone, a turn of p stones is p nodes. */
#ifndef CONNECT_RECORD_TREE_H
#define CONNECT_RECORD_TREE_H

#include "connect/board/position.h"
#include "game/tree.h"

extern const struct record_game connect_records;

/* A tree of nothing but its root. The rules must be valid. The caller frees it. */
struct record *record_new(const struct rules *r);

/* The rules of a record of this family. */
static inline const struct rules *record_rules(const struct record *r)
{
    return r->rules;
}

#endif
