/* Which defences are not proved losing: the Verifier of SPEC 4.4.
 *
 * The defender is to move. The null move is solved first, its zone gives the stones worth trying, their zones
 * the stones after them, until the turns are whole; all turns outside the zones are proved with them. Where a
 * part of a turn is not solved, every empty square may follow it. Several threads share each round. */
#ifndef CONNECT_PROOF_DEFENCES_H
#define CONNECT_PROOF_DEFENCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/err.h"
#include "connect/board/position.h"

enum defence_state {
    DEFENCE_WAITING, /* not tried, because the work was stopped */
    DEFENCE_LOSES,   /* proved */
    DEFENCE_OPEN,    /* no win against it found within the order */
    DEFENCE_LIMIT,   /* no win against it found within its limit of nodes */
};

/* A turn of the defender, or a part of one. */
struct defence {
    struct squares squares; /* in increasing order */
    int unplaced;           /* stones of the turn that it gives up */
    enum defence_state state;
    uint64_t nodes;
    int thread; /* who tried it */
};

/* A part of a turn that somebody else has dealt with: only what follows it is wanted. */
struct defence_given {
    struct squares squares; /* in increasing order, fewer than the turn has */
    bool everywhere;        /* it is not solved: every empty square may follow */
    int n;                  /* else these, the zone of the win against it */
    const square *follow;
};

struct defences_job {
    const struct position *position; /* open, the defender to move */
    int order;                       /* 1 … 4 */
    int threads;                     /* at least 1 */
    struct limits limits;            /* of the whole; nodes: of each defence, 0: a usual number */
    uint64_t memory;                 /* bytes for all threads; 0: 1 GiB */
    const char *cert; /* where the certificate goes, if there is something to prove; NULL: nowhere */
    /* Told of every defence that was tried, one at a time, by any thread; false: no more are. May be NULL. */
    bool (*tried)(void *ctx, const struct defence *d, size_t done, size_t known);
    void *ctx;
    /* For those who put proofs together themselves: */
    const struct defence_given *given; /* instead of the whole turn, what follows these */
    size_t givens;
    const struct squares *skip; /* defences that are not to be tried */
    size_t skips;
    bool hold_parts; /* nothing is tried behind a part that is not solved */
    /* At the end, by the caller's thread: the certificate of the win against each defence that loses. False
     * stops. May be NULL. */
    bool (*won)(void *ctx, const struct defence *d, const char *bytes, size_t len);
};

/* Counts of a verification, declared once: type, field, name in JSON (json/proof.h). */
#define DEFENCES_COUNTS(X)                                                         \
    X(size_t, losing, "losing")         /* whole turns: proved losing, */          \
    X(size_t, open, "left")             /* and not */                              \
    X(size_t, parts, "parts")           /* parts of turns (null and semi-null), */ \
    X(size_t, parts_open, "parts_open") /* those of them that are not proved */    \
    X(uint64_t, nodes, "nodes")                                                    \
    X(double, seconds, "seconds")

struct defences_result {
    bool complete;      /* not stopped, and no more defences than the memory holds */
    bool defender_wins; /* the defender can complete a row at once: nothing to verify */
    bool fills_board;   /* the defender's only turn takes every empty square: it draws, nothing to verify */
    bool certified;     /* the certificate was written */
    size_t count;       /* all defences tried, by number of stones, then in order */
    struct defence *defence;
#define DEFENCES_FIELD(type, field, name) type field;
    DEFENCES_COUNTS(DEFENCES_FIELD)
#undef DEFENCES_FIELD
};

/* False with a message on bad input, or if the certificate cannot be written. The caller frees the result. */
bool defences_run(const struct defences_job *job, struct defences_result *out, struct err *e);
void defences_result_free(struct defences_result *r);

#endif
