/* What the files of the forcing search share; see forcing.h for the way in.
 *
 *     forcing.c           the handle, iterative deepening, the answer
 *     search.c            the search itself: attacker's and defender's nodes
 *     best.c              the quick first pass for VCDTs
 *     turns.c             turns of the attacker that make threats (one or two stones)
 *     turns_any.c         the same for turns of any length
 *     line.c              lines of macros for provers: the shortest, and those that won before
 *     table.c             positions with what is known of them
 *     replay.c            wins walked through again: their zones
 *     tree.c              their main line and tree
 *     forcing_threes.c    the way to wins by threes, which have files of their own (threes_inner.h)
 */
#ifndef CONNECT_FORCING_INNER_H
#define CONNECT_FORCING_INNER_H

#include "connect/forcing/cover.h"
#include "connect/forcing/field.h"
#include "connect/forcing/forcing.h"
#include "connect/forcing/pattern.h"
#include "connect/forcing/threes.h"
#include "connect/forcing/zone.h"

/* How a defender's node is searched. A macro gives the defender the squares of all critical defences at once
 * (SPEC 4.3): one line instead of a tree, and what wins against it wins against each. */
enum way { WAY_MACRO, WAY_TREE };

/* What is being searched. The plain search is for lines of macros with p threats each; its depth counts
 * all turns, and the last has to win at once. In the others, every node is first searched in that way with
 * some effort, and the depth counts the turns before: those with single threats or defences tried one by
 * one. With EFFORT_COUNTED the depth counts all turns there, too: what is found is as short as can be. */
struct mode {
    enum forcing_kind kind;
    enum way way;
    int effort; /* 0, 1 … */
    bool wide;  /* a stone that the threats do not need is tried everywhere, not only where it looks best */
};

static inline bool mode_plain(struct mode m)
{
    return m.kind == FORCING_VCDT && m.way == WAY_MACRO;
}

enum { EFFORT_COUNTED = 3 };

/* Does the depth count all turns, so that the last has to win at once? */
static inline bool mode_counted(struct mode m)
{
    return mode_plain(m) || m.effort == EFFORT_COUNTED;
}

enum {
    FORCING_DEPTH = 100, /* turns of the attacker on a path at the most */
    FORCING_EVER = 255,  /* refuted at every depth */
    FORCING_MACRO = 24,  /* squares of a macro at the most */
    FORCING_SPOTS = 256, /* squares that the generator looks at */
    FORCING_ZONES = 4,   /* zones kept at the most (SPEC 4.1: r) */
    FORCING_LINES = 64,  /* lines kept that won before */
    FORCING_TURN = 8,    /* stones of a turn at the most where it is not a prover that asks */
};

/* ---- the table ---- */

struct entry {
    uint64_t key;
    uint8_t none; /* refuted to this depth, FORCING_EVER: whatever the depth */
    uint8_t won;  /* 0, or 1 + way: the turn below wins, its defences searched in that way */
    uint8_t attacker;
    uint8_t age;
    uint8_t n;         /* stones of the turn */
    uint8_t probed;    /* a plain search was made on the way to another */
    uint8_t partial;   /* refuted, but by some of the turns and answers only */
    uint32_t seen;     /* the last search by forcing_best that came here */
    uint64_t packed[]; /* the stones of either side; then the turn */
};

struct table {
    char *bytes; /* `buckets` of so many entries: */
    int ways;
    size_t entry_size, turn_at, buckets;
    uint8_t age;
    bool used; /* since it was made or cleared */
};

struct forcing;
/* In `bytes`, or with so many entries (then four a bucket, so that hardly one is lost before it is full). */
bool forcing_table_init(struct table *t, size_t bytes, size_t entries, const struct field *f, struct err *e);
size_t forcing_table_bytes(const struct table *t);
void forcing_table_done(struct table *t);
void forcing_table_clear(struct table *t);

static inline square *entry_turn(const struct table *t, struct entry *e)
{
    return (square *)(void *)((char *)e + t->turn_at);
}

/* What is known of the position with the attacker to move, a whole turn before it; NULL if nothing. */
struct entry *forcing_table_find(struct forcing *x);
/* The same, made if need be. */
struct entry *forcing_table_get(struct forcing *x);

/* ---- turns ---- */

struct turn_item {
    uint32_t at; /* first stone in the pool */
    uint8_t score;
};

/* The lists of all nodes on the path, one after the other. */
struct turn_stack {
    size_t items, item_room, used, pool_room;
    struct turn_item *item;
    square *pool;
};

struct spot {
    square at;
    uint8_t threats; /* that a stone here makes, all lines together */
    uint16_t score;
};

struct forcing {
    struct rules rules;
    struct field *field;
    struct patterns *patterns;
    struct table table;
    enum side attacker, defender;
    struct mode mode;
    bool quick;
    bool proves; /* it is a prover that asks: turns of many stones are gone through further, */
    bool every;  /* or somebody who wants all of them, also beside those that win at once */

    /* limits, and how it stands with them */
    uint64_t nodes, nodes_most, next_look;
    uint64_t visits, visits_most; /* attacker's nodes, where these are limited; 0: no limit */
    void (*tell)(void *ctx);      /* called now and then; may be NULL */
    void *tell_ctx;
    int depth_most;               /* turns on a path */
    struct deadline limit, until; /* of the whole; of the part under way */
    struct pulse pulse;
    bool cut;     /* a limit was reached: unwind */
    bool limited; /* some line ended only because of the depth */
    bool partial; /* a turn was left out, or given up though not every answer to it holds: no win found is
                     then no disproof, however deep */

    /* generating turns */
    struct turn_stack turns;
    struct edges guard; /* the defender's threats, which the turn has to stop */
    int wanted;         /* threats that a turn has to make */
    int more;           /* how many make fewer, but enough for a turn before the last */
    bool scores;        /* the order of turns matters */
    int spots;
    struct spot spot[FORCING_SPOTS];
    uint16_t *pad_score; /* by square: for a free stone; all 0 between calls */
    square *pad;         /* the squares that have a score */
    uint16_t *spot_of;   /* by square: 1 + number of its spot, 0 none */
    uint64_t paired[FORCING_SPOTS][FORCING_SPOTS / 64];
    int threat_score;                  /* what a threat counts in the score of a turn */
    square refuter[FORCING_DEPTH + 2]; /* by turns made: the free stone that last helped the defender */

    struct forcing_line line[FORCING_LINES]; /* that won before, for provers; the one used last first */
    int lines;

    struct best *best;
    uint32_t search_id; /* of forcing_best */

    /* zones */
    int r;
    struct zones **zone_pool; /* in use, then spare */
    size_t zones_used, zones_made, zone_room;

    struct threes *threes; /* made when they are first looked for */
    size_t threes_bytes;
    bool by_threes; /* the win of the last search is theirs */

    /* the root of the last search */
    int root_left;
    struct squares root_turn; /* the win found, if the root is not in the table: the rest of a turn */
    enum way root_way;
    struct squares root_row; /* squares that complete a row at once */
};

/* Adds the turns of `left` stones to x->turns that may make `wanted` threats, the best first; x->guard holds
 * the defender's threats. x->more tells whether there are some that make at least `least`. */
void forcing_turns(struct forcing *x, int left, int least, int wanted);
void forcing_turns_any(struct forcing *x, int left, int least);
void forcing_turns_add(struct forcing *x, const square *s, int n, int score);

/* Has a limit been reached? */
bool forcing_spent(struct forcing *x);
/* The same where no stones are placed, after so much work (base/clock.h). */
static inline bool forcing_late(struct forcing *x, int steps)
{
    return x->cut = pulse_over(&x->pulse, steps) || x->cut;
}
/* Writes a turn that wins into the table. */
void forcing_remember(struct forcing *x, const struct squares *turn);

struct best *best_new(void);
void best_free(struct best *b);
/* Does the attacker, to move with a whole turn of at most two stones, win by a line of macros? */
bool forcing_best(struct forcing *x, int depth);

/* Does the attacker, to move with a whole turn, win within so many turns? */
bool forcing_attack(struct forcing *x, int depth, int ply);
/* The parts of a search for VCDTs or VCSTs, one after the other. */
enum forcing_answer forcing_parts(struct forcing *x, const struct forcing_limits *l);

/* ---- threes (forcing_threes.c) ---- */

/* Are these limits for a search by threes, from the root that the search has begun with? */
bool threes_wanted(const struct forcing *x, const struct forcing_limits *l);
/* Fours alone in a part of the limits, then threes. */
enum forcing_answer threes_and_fours(struct forcing *x, const struct position *p,
                                     const struct forcing_limits *l);
/* Does the side to move lose to threes, whatever it plays? */
bool threes_refute(struct forcing *x, const struct position *p, const struct forcing_limits *l);
/* The zones of the win by threes found last; false if its tree is too large. */
bool threes_zones(struct forcing *x, const struct position *p, const struct deadline *until, struct zones *z);

/* Deepens turn by turn. True: won. If it returns false and `limited` and `cut` are not set, there is no win. */
bool forcing_deepen(struct forcing *x, int most);
/* Starts on a position, with the attacker to move there or after the other side. */
void forcing_begin(struct forcing *x, const struct position *p, enum side attacker);
/* Sets the limits that hold for a part of the work. */
void forcing_set_limits(struct forcing *x, uint64_t nodes, const struct deadline *until);
/* The same for the root, which may be in the middle of a turn; fills root_turn and root_way. */
bool forcing_root(struct forcing *x, int depth);

/* The defender is to move with `left` stones: does every turn of it lose to a win of so many turns? */
bool forcing_defend(struct forcing *x, int left, int depth);

/* The zones of a position that was found won, the attacker to move with a whole turn; adds them to z. False
 * if the win could not be found again within the limits. */
bool forcing_replay_zones(struct forcing *x, struct zones *z);
bool forcing_replay_root_zones(struct forcing *x, struct zones *z);
/* The same of a tree. */
void forcing_tree_zones(struct forcing *x, const struct forcing_node *n, struct zones *z);

/* Empty zones, of which so many are wanted: the fewer the cheaper. */
struct zones *forcing_zones_take(struct forcing *x, int levels);
void forcing_zones_give(struct forcing *x);

/* The turn of the table, if it knows that the position is won. */
bool forcing_known_turn(struct forcing *x, struct squares *turn, enum way *way);

/* The turn by which the position was found won and how its defences were searched; searches again if the
 * table has forgotten. A row that can be completed comes first. False within limits. */
bool forcing_replay_turn(struct forcing *x, struct squares *turn, enum way *way, bool *row);

/* Fills depth and line of the result. */
void forcing_line(struct forcing *x, struct forcing_result *out);
struct forcing_node *forcing_build(struct forcing *x, size_t most);

/* The squares of all critical defences, in order; returns how many, or −1 if there are too many. */
int forcing_macro(const struct covers *c, square out[FORCING_MACRO]);

static inline int place_all(struct forcing *x, enum side side, const square *s, int n)
{
    for (int i = 0; i < n; i++)
        field_place(x->field, side, s[i]); /* NOLINT: n of them are there */
    x->nodes += (uint64_t)n;
    return n;
}

static inline void take_back(struct forcing *x, int n)
{
    while (n--)
        field_undo(x->field);
}

/* Has the defender, given stones out of turn, completed a row with one of the last n? */
static inline bool defender_has_row(const struct forcing *x, int n)
{
    if (field_any(x->field, x->defender, 0))
        for (int i = x->field->plies - n; i < x->field->plies; i++)
            if (field_row_at(x->field, x->defender, x->field->ply[i].at))
                return true;
    return false;
}

#endif
