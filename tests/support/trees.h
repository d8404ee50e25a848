/* Random game trees with everything that a tree can hold. */
#ifndef SUPPORT_TREES_H
#define SUPPORT_TREES_H

#include "base/rng.h"
#include "connect/record/tree.h"

/* A tree of one of several games, all stones legal, with comments, names, marks and unknown properties full
 * of awkward characters; set-ups only if asked for. The caller frees it. */
struct record *test_random_record(struct rng *r, bool setups);

/* The same of Go: passes, set-ups anywhere, moves whether legal or not. */
struct record *test_random_go(struct rng *r);

#endif
