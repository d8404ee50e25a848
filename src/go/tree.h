/* Records of Go as trees (game/tree.h): its row for SGF, and trees of games that were played. */
#ifndef GO_TREE_H
#define GO_TREE_H

#include "game/tree.h"
#include "go/go.h"

extern const struct record_game go_records;

/* What a record's `rules` are. KM and HA stay among the root's properties as the file has them. */
struct go_tree_rules {
    struct go_rules rules; /* handicap 0: its stones are a set-up; superko, whatever RU says */
    int handicap;          /* HA, 0 if it does not say */
};

static inline const struct go_tree_rules *go_tree_rules(const struct record *r)
{
    return r->rules;
}

/* Points and passes as trees have them, and back. */
static inline square go_square(int size, go_point at)
{
    return at == GO_PASS ? (square)SQUARE_PASS : square_at(at % size, at / size);
}

static inline go_point go_from_square(int size, square s)
{
    return (go_point)(s == SQUARE_PASS ? GO_PASS : square_row(s) * size + square_col(s));
}

/* The record of a game: its set-up, and its moves as the main line. The caller frees it. */
struct record *go_tree(const struct go *g);

#endif
