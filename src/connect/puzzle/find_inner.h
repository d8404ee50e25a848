/* What the files that find puzzles share; see find.h. */
#ifndef CONNECT_PUZZLE_FIND_INNER_H
#define CONNECT_PUZZLE_FIND_INNER_H

#include "connect/forcing/forcing.h"
#include "connect/puzzle/find.h"
#include "connect/puzzle/grade.h"

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

/* Of a defence puzzle, stones of the search for a win of the other side after a turn; and of a second one, before it
 * is said that the turn holds. */
enum { DEFENCE_NODES = 60000, DEFENCE_HARD_NODES = 600000 };

/* The same for wins with threes, where the game has them (Go-Moku): of how many turns is the win of the side to move?
 * 0: none was found. The hunt's limits and all that it remembers are gone then. */
int defence_threes(struct hunt *h, const struct position *p, const struct deadline *until);

/* Could this be a defence puzzle: does the other side threaten to win by force? */
bool finder_defence_likely(struct finder *f, const struct position *at);
enum puzzle_reason finder_examine_defence(struct finder *f, const struct position *at, struct puzzle *p);

#endif
