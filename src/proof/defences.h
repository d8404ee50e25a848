/* Which defences are not proved losing: the Verifier of SPEC 4.4.
 *
 * The defender is to move. The null move is solved first, its zone gives the stones worth trying, their zones
 * the stones after them, until the turns are whole; all turns outside the zones are proved with them. Where a
 * part of a turn is not solved, every empty square may follow it. Several threads share each round. */
#ifndef PROOF_DEFENCES_H
#define PROOF_DEFENCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/err.h"
#include "board/position.h"

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

struct defences_job {
    const struct position *position; /* open, the defender to move */
    int order;                       /* 1 … 4 */
    int threads;                     /* at least 1 */
    double seconds, cpu;             /* limits of the whole, wall and processor time; 0: none */
    uint64_t nodes;                  /* limit of each defence; 0: a usual one */
    uint64_t memory;                 /* bytes for all threads; 0: 1 GiB */
    const char *cert;        /* where the certificate goes, if there is something to prove; NULL: nowhere */
    bool (*halt)(void *ctx); /* asked now and then, by any thread; may be NULL */
    /* Told of every defence that was tried, one at a time, by any thread; may be NULL. */
    void (*tried)(void *ctx, const struct defence *d, size_t done, size_t known);
    void *ctx;
    const atomic_bool *stop; /* becomes true from outside: as a limit; may be NULL */
};

struct defences_result {
    bool complete;      /* not stopped, and no more defences than the memory holds */
    bool defender_wins; /* the defender can complete a row at once: nothing to verify */
    bool fills_board;   /* the defender's only turn takes every empty square: it draws, nothing to verify */
    bool certified;     /* the certificate was written */
    size_t count;       /* all defences tried, by number of stones, then in order */
    struct defence *defence;
    size_t losing, open; /* whole turns: proved losing, and not */
    size_t parts, parts_open;
    uint64_t nodes;
    double seconds;
};

/* False with a message on bad input, or if the certificate cannot be written. The caller frees the result. */
bool defences_run(const struct defences_job *job, struct defences_result *out, struct err *e);
void defences_result_free(struct defences_result *r);

#endif
