/* What the files of the search for wins by fours and threes share; see threes.h.
 *
 *     threes.c         the search: proof numbers, depth first
 *     threes_turns.c   what can be played: rows to be stopped, double threats, candidates, zones
 *     threes_fours.c   wins by fours alone
 *     threes_store.c   the positions that it has seen
 *     threes_tree.c    the line and the tree of a win
 */
#ifndef CONNECT_FORCING_THREES_INNER_H
#define CONNECT_FORCING_THREES_INNER_H

#include "base/clock.h"
#include "connect/forcing/field.h"
#include "connect/forcing/threes.h"

enum {
    THREES_WINDOWS = 512,      /* segments of a need that are looked at */
    THREES_FOURS = 60,         /* turns of a win by fours at the most */
    THREES_PLIES = 400,        /* stones of a line at the most */
    THREES_FOURS_STONES = 300, /* for a win by fours at a node */
};

#define PROOF_NEVER ((uint32_t)1 << 28) /* proof numbers: it cannot be shown */

/* How far it looks for threes: those with a double threat to follow; with any win by fours; the same with all the stones that
 * it takes. */
enum threes_level { THREES_DOUBLE, THREES_FOUR, THREES_ALL, THREES_LEVELS };

/* A way on from a position. For the attacker: a four and the one answer to it, or a three and SQUARE_NONE. For the
 * defender, whom a three threatens: an answer. */
struct threes_slot {
    uint32_t node; /* 0: nothing known yet */
    square at, reply;
    uint16_t pn; /* the proof number as long as nothing is known; the other is 1 */
};

/* A position that was seen: the attacker to move, or the defender after a three. */
struct threes_node {
    uint64_t key;
    uint32_t pn, dn; /* proof and disproof number: 0 of the one, and PROOF_NEVER of the other, at the end */
    uint32_t next;   /* with the same place in the table */
    uint32_t slots_at, line_at;
    uint16_t slots, depth; /* turns to the end of a win; 0: not counted yet */
    uint8_t expanded,
        line_n; /* the attacker's stones of a win by fours: at once, or if the defender passes */
};

/* Why a win by fours was not found. */
struct fours_entry {
    uint64_t key;
    uint32_t budget; /* stones that were not enough; UINT32_MAX: there is none */
    uint32_t seen;   /* the last search for changes that came here */
    uint32_t attacker;
    uint64_t packed[];
};

struct fours_line {
    int n;
    square s[THREES_FOURS + 1];
};

/* A stone of the attacker. */
struct threes_turn {
    square at,
        reply;      /* reply: the defender's answer to a four, SQUARE_NONE: there is none, or it is a three */
    uint16_t score; /* the best first */
};

struct threes {
    struct rules rules;
    struct field *field;
    enum side attacker, defender;
    enum threes_level level;
    int turns_most; /* of the attacker, before a win by fours */
    size_t bytes_most;

    /* limits */
    uint64_t nodes, nodes_most, next_look;
    struct deadline until;
    bool cut;     /* a limit was reached */
    bool partial; /* something was left out: a refutation is none */

    /* positions */
    struct threes_node *node;
    uint64_t *packed; /* by node: the stones of either side */
    struct threes_slot *slot;
    square *line;
    uint32_t *table; /* by key: the first node */
    size_t nodes_used, node_room, packed_room, slots_used, slot_room, lines_used, line_room, table_size;
    uint32_t root;

    /* wins by fours */
    char *fours;
    size_t fours_size, fours_count;
    uint64_t fours_until; /* x->nodes at which it is given up */
    bool fours_cut;
    bool changes;  /* looks for the squares on which one more stone could change something, */
    uint32_t seen; /* for the so-manieth time */

    /* by square, 0 or SQUARE_NONE between calls */
    square *partner;
    uint16_t *score, *tries;
    uint8_t *marked;
    square *list; /* the squares marked */
    int listed;
    struct threes_turn *turn; /* of the node that is being expanded */
};

/* Has a limit been reached? */
bool threes_spent(struct threes *x);

static inline void threes_place(struct threes *x, enum side side, square s)
{
    x->nodes++;
    field_place(x->field, side, s);
}

/* ---- threes_turns.c ---- */

/* The squares on which a side could complete a row: none, one, or two of them. */
int threes_rows(const struct threes *x, enum side side, square out[2]);
/* A square on which a stone of the attacker makes two threats. The defender cannot complete a row. */
bool threes_double(struct threes *x, square *out);
/* The fours, in x->turn: squares of segments that lack two stones. Each is tried, so that it is one and its answer
 * known. If `only` is a square, that one alone. Returns how many. */
int threes_four_turns(struct threes *x, square only);
/* Marks the squares of segments of the attacker that lack so many stones, and adds to their scores. */
void threes_count(struct threes *x, int need, int worth);
void threes_mark(struct threes *x, const square *s, int n);
/* The same for what may be a three at this level; fours may be among them. */
int threes_three_turns(struct threes *x, square only);

/* The squares that matter (Z1) for this win by fours of the attacker, to move, go to x->list, in order. */
void threes_zone(struct threes *x, const struct fours_line *l);
void threes_unmark(struct threes *x);

/* ---- threes_fours.c ---- */

void fours_table_init(struct threes *x, size_t bytes);
void fours_table_clear(struct threes *x);
/* Does the attacker, to move, win by fours? With so many stones; if not, x->fours_cut tells that they were not enough. */
bool threes_fours(struct threes *x, uint64_t stones, struct fours_line *out);
/* There is no win by fours: with one stone more, on which squares can there be one? Those that would make a four at some
 * place of the search, and those that would stop a row of the defender; they are marked. */
void threes_changes(struct threes *x, uint64_t stones);

/* ---- threes_store.c ---- */

void threes_forget(struct threes *x);
/* The node of the board with the attacker or the defender to move; 0: there is none. */
uint32_t threes_find(const struct threes *x, enum side to_move);
/* The same, made if need be; 0 and x->cut if there is no room. */
uint32_t threes_get(struct threes *x, enum side to_move);
void threes_set_line(struct threes *x, uint32_t node, const struct fours_line *l);
void threes_get_line(const struct threes *x, uint32_t node, struct fours_line *l);
void threes_add_slot(struct threes *x, uint32_t node, const struct threes_slot *s);

static inline uint32_t slot_pn(const struct threes *x, const struct threes_slot *s)
{
    return s->node ? x->node[s->node].pn : s->pn;
}

static inline uint32_t slot_dn(const struct threes *x, const struct threes_slot *s)
{
    return s->node ? x->node[s->node].dn : 1;
}

/* ---- threes.c ---- */

/* For a win by fours: usually so many stones, but more where all are to be found. */
uint64_t threes_stones(const struct threes *x, uint64_t usual);

void threes_begin(struct threes *x, const struct position *p, enum side attacker, uint64_t nodes,
                  const struct deadline *until);

#endif
