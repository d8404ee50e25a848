/* What the files that find puzzles share; see find.h. */
#ifndef PUZZLE_FIND_INNER_H
#define PUZZLE_FIND_INNER_H

#include "forcing/forcing.h"
#include "puzzle/find.h"
#include "puzzle/grade.h"

/* A forcing first turn. */
struct first {
    square s[HUNT_TURN];
    bool wins;
};

struct firsts {
    int n, right;
    size_t room;
    struct first *at;
};

enum { REPLIES_TRIED = 16 }; /* to a turn that tempts */

struct finder {
    struct rules rules;
    struct finder_options options;
    struct hunt *hunt;
    struct forcing *forcing;
    struct firsts firsts; /* of the last puzzle */
    int attack_n;         /* of the last defence puzzle: how the other side would win */
    square attack[PUZZLE_LINE];
    struct grade_features features;
    struct hunt_reply reply[REPLIES_TRIED];
};

/* The stones that all right first turns have in common. */
void firsts_key(const struct firsts *x, int p, struct squares *key);

/* A new question, with all limits before it and nothing remembered. */
void finder_fresh(struct finder *f);

/* Could this be a defence puzzle: does the other side threaten to win by force? */
bool finder_defence_likely(struct finder *f, const struct position *at);
enum puzzle_reason finder_examine_defence(struct finder *f, const struct position *at, struct puzzle *p);

#endif
