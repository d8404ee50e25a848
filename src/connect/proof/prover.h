/* The search for wins of order 1 to 4: what its parts share. The way in is solve.h. */
#ifndef CONNECT_PROOF_PROVER_H
#define CONNECT_PROOF_PROVER_H

#include "connect/proof/replay.h"
#include "connect/proof/table.h"
#include "connect/proof/turns.h"
#include "connect/proof/verifier.h"

enum {
    PROVER_ORDERS = 4,
    PROVER_DEPTH = 64,         /* killers are kept for so many turns of a path */
    PROVER_LINE = 12,          /* turns of a win of order 1 at the most */
    PROVER_DEFENCES = 1 << 16, /* critical defences: a turn that leaves more is not gone into */
};

struct prover_limits {
    struct deadline until;
    uint64_t nodes;          /* 0: no limit */
    size_t memory;           /* bytes for what is remembered; it stops at twice that */
    void (*tell)(void *ctx); /* called now and then; may be NULL */
    void *ctx;               /* its context */
};

struct prover {
    struct battle *battle;
    struct table *table;
    struct verifier *verifier; /* for the zones of what was found */
    struct replay *replay;     /* the strategy it is given */
    struct prover_limits limits;
    struct forcing *forcing; /* for wins of order 1 */
    uint64_t nodes;          /* attacker nodes searched, by any part */
    bool stopped;            /* a limit was reached: nothing is known of what was under way */
    int level;               /* how hard it tries; see prover_level */
    int order1_depth;        /* longest order-1 win looked for, in turns */
    uint64_t order1_nodes;   /* and the nodes it may take */
    bool wide;               /* order-1 searches leave out nothing; see prover_widen */
    bool partial;            /* a wide one came to no end, or had to leave out something */
    struct squares
        quiet_killer[PROVER_DEPTH]; /* by depth of the path: the turn of order 2 or more that won last */
    uint32_t *history;              /* by square: how often a defence there refuted a turn */
};

/* What may be remembered if so many bytes were asked for: 0 is a gigabyte, or less where there is less. */
size_t prover_memory(uint64_t asked);

struct prover *prover_new(const struct position *p, enum side attacker, const struct prover_limits *l);
void prover_free(struct prover *s);

/* How hard to try from now on, from 0: each level gives an order-1 search one turn and four times the nodes.
 * A search is repeated with growing levels, so that what is easy is found before much is spent on the
 * hopeless. */
enum { PROVER_LEVELS = 7 };
void prover_level(struct prover *s, int level);

/* From now on order-1 searches try every turn that makes the threats, as long as it takes within so many
 * nodes. Whatever they do not find is not there, unless `partial` is set afterwards. */
void prover_widen(struct prover *s, uint64_t nodes);

/* One more node; true if the search has to stop. */
bool prover_tick(struct prover *s);

/* The attacker is to move and cannot complete a row at once: looks for a win by turns that each make p threats
 * (SPEC 3: order 1), within the prover's own limits; with `any` set, first by lines that won before, which is
 * cheap, but not the shortest. A win is in the table afterwards. */
bool prover_order1(struct prover *s, bool any);

/* The attacker is to move: looks for a win of at most that order with at most `depth` turns of order 2 or
 * more on a path. The win is in the table afterwards. With `any` set, any win will do; otherwise one with
 * small zones is wanted. */
bool prover_attack(struct prover *s, int order, int depth, bool any);
/* The defender is to move: does it lose, whatever it plays? */
bool prover_defend(struct prover *s, int order, int depth);

#endif
