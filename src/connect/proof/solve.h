/* Solving a position: a win is looked for, verified turn by turn, and written down as a certificate. */
#ifndef CONNECT_PROOF_SOLVE_H
#define CONNECT_PROOF_SOLVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "connect/board/position.h"

/* How far a search has come; for showing. */
struct solve_progress {
    int side;  /* of the board, if it is infinite; else 0 */
    int level; /* how hard it tries */
    uint64_t nodes;
    double seconds;
};

struct solve_job {
    const struct position *position; /* open */
    enum side attacker;
    int order;            /* 1 … 4 */
    bool infinite;        /* the win is to hold on the infinite board */
    struct limits limits; /* nodes: of the attacker */
    uint64_t memory;      /* bytes for what the search remembers; 0: 1 GiB */
    const char *cert;     /* where the certificate goes, NULL: nowhere, or */
    struct buf *bytes;    /* to the end of these bytes; NULL: nowhere */
    void (*progress)(void *ctx, const struct solve_progress *p); /* told now and then; may be NULL */
    void *ctx;
};

enum solve_status {
    SOLVE_WON,     /* proved */
    SOLVE_UNKNOWN, /* no win of this order found by all the search does */
    SOLVE_STOPPED, /* a limit was reached */
};

/* What a search for a win took, and what the proof consists of; declared once: type, field, name in JSON
 * (json/proof.h). */
#define SOLVE_EFFORT(X)                                       \
    X(uint64_t, nodes, "nodes") /* attacker nodes searched */ \
    X(double, search_seconds, "search_seconds")
#define SOLVE_COUNTS(X)                                                                     \
    X(uint64_t, proof_nodes, "proof_nodes") /* attacker nodes of the proof */               \
    X(int, deepest, "depth")                /* attacker's turns on the longest path */      \
    X(double, verify_seconds, "verify_seconds")                                             \
    X(uint64_t, root_calls, "verifier_calls") /* verifier.h: at the first defender node, */ \
    X(uint64_t, root_zone, "zone_squares")    /* the same */                                \
    X(uint64_t, root_full, "full_turns")      /* the same */

struct solve_result {
    enum solve_status status;
    const char *why; /* if not won: what stopped it */
    /* The board it was solved on, which the certificate is about: for the infinite board one of its own, on which every
     * square of the position lies so much further to the right and up. */
    struct rules board;
    int right, up;
    struct squares turn;       /* the winning turn, if the attacker is to move, in squares of the position's
                                  board; none also if it goes beyond that board */
    struct squares board_turn; /* the same in squares of the board it was solved on, always whole */
    int order;                 /* of the win found */
    int fewest_threats;        /* of a turn of the win: p, 1 or 0 for VCDT, VCST, VCNT */
    bool infinite;             /* the proof holds on the infinite board */
#define SOLVE_FIELD(type, field, name) type field;
    SOLVE_EFFORT(SOLVE_FIELD)
    SOLVE_COUNTS(SOLVE_FIELD)
#undef SOLVE_FIELD
};

/* Solves it. False with a message if the input is bad or the certificate cannot be written; a win not found
 * is no error. */
bool solve_run(const struct solve_job *job, struct solve_result *result, struct err *e);

/* A quick look, before the other side's win is looked for: has the side to move a win of order 1, within so many attacker nodes?
 * Of the job position, limits, memory, certificate and stop count. */
enum { SOLVE_QUICK_NODES = 5000 };
bool solve_quick(const struct solve_job *asked, struct solve_result *result);

/* "VCDT", "VCST" or "VCNT" */
const char *solve_kind(const struct solve_result *r);

#endif
