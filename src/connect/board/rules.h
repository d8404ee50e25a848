/* The rules of a Connect(m,n,k,p,q) game: five numbers and whether a row may be longer; their limits and names. */
#ifndef CONNECT_BOARD_RULES_H
#define CONNECT_BOARD_RULES_H

#include <stdbool.h>

#include "base/err.h"
#include "game/move.h"

/* m columns, n rows; k in a row wins; Black places q stones first, then each player p a turn.
 *
 * In an exact game a row is a run of exactly k stones: a longer one (an overline) wins nothing and does not end
 * the game. More stones of one's own can then be worse than fewer; what relies on the contrary asks `exact`. */
struct rules {
    int m, n, k, p, q;
    bool exact;
};

enum {
    RULES_MAX_SIDE =
        GAME_SIDE_MOST, /* 127: a square is row * 128 + column, column 127 being the edge (square.h) */
    RULES_MAX_K = 63,   /* two counts of 6 bits make a segment's state (connect/threat/threats.h) */
    RULES_MAX_TURN = GAME_TURN_MOST, /* p and q */
    RULES_TEXT = 40,                 /* room for the text of any game */
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

/* Reads a name of the table, "m,n,k,p,q" or "Connect(m,n,k,p,q)"; for an exact game with ",exact" after q. */
bool rules_parse(const char *text, struct rules *out, struct err *e);

/* "Connect(19,19,6,2,1)", "Connect(15,15,5,1,1,exact)"; returns `out`. */
const char *rules_format(const struct rules *r, char out[RULES_TEXT]);

/* The same without the word and its brackets: "19,19,6,2,1". */
const char *rules_numbers(const struct rules *r, char out[RULES_TEXT]);

/* Is a run of so many stones a row that wins? */
static inline bool rules_row(const struct rules *r, int run)
{
    return r->exact ? run == r->k : run >= r->k;
}

/* The stones a player needs on an active segment to be able to fill it in one turn: δ = k−p, at least 0. */
static inline int rules_delta(const struct rules *r)
{
    return r->k > r->p ? r->k - r->p : 0;
}

#endif
