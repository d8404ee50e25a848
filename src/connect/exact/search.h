/* The search of exact: does the attacker win? */
#ifndef CONNECT_EXACT_SEARCH_H
#define CONNECT_EXACT_SEARCH_H

#include "connect/exact/exact.h"
#include "connect/exact/state.h"
#include "connect/exact/table.h"

enum exact_answer { EXACT_NO, EXACT_YES, EXACT_OPEN };

struct exact_search {
    const struct exact_map *map;
    struct exact_table *table;
    struct exact_state *state; /* of every ply: state[0] is where it starts */
    uint64_t nodes;            /* positions looked at so far */
    uint64_t limit;            /* stops there; 0: none */
    struct deadline until;
    struct pulse pulse;
    bool stopped;
};

enum { EXACT_STATES = EXACT_MOST + 2 };

/* Does `attacker` win if `side` is to move in state[0] and has `left` stones to place? EXACT_OPEN if it was
 * stopped. Otherwise `best` is the bit of a stone that gives the side to move what it wants, if it can have
 * it; if not, of the stone that looks best. `zone` is the answer's (search.c says what that is). */
enum exact_answer exact_ask(struct exact_search *x, enum side side, int left, enum side attacker, int *best,
                            uint64_t *zone);

#endif
