/* The five numbers of a Connect(m,n,k,p,q) game, their limits and their names. */
#ifndef BOARD_RULES_H
#define BOARD_RULES_H

#include <stdbool.h>

#include "base/err.h"

/* m columns, n rows; k in a row wins; Black places q stones first, then each player p a turn. */
struct rules {
    int m, n, k, p, q;
};

enum {
    RULES_MAX_SIDE = 127, /* a square is row * 128 + column, column 127 being the edge (square.h) */
    RULES_MAX_K = 63,     /* two counts of 6 bits make a segment's state (threat/threats.h) */
    RULES_MAX_TURN = 63,  /* p and q */
    RULES_TEXT = 40,      /* room for the text of any game */
};

/* A game that people know by name. */
struct rules_name {
    const char *name, *about;
    struct rules rules;
};

/* All named games; the last entry's name is NULL. The first is the default, Connect6. */
extern const struct rules_name rules_names[];

bool rules_check(const struct rules *r, struct err *e);
bool rules_equal(const struct rules *a, const struct rules *b);

/* Reads a name of the table, "m,n,k,p,q" or "Connect(m,n,k,p,q)". */
bool rules_parse(const char *text, struct rules *out, struct err *e);

/* "Connect(19,19,6,2,1)"; returns `out`. */
const char *rules_format(const struct rules *r, char out[RULES_TEXT]);

/* The stones a player needs on an active segment to be able to fill it in one turn: δ = k−p, at least 0. */
static inline int rules_delta(const struct rules *r)
{
    return r->k > r->p ? r->k - r->p : 0;
}

#endif
