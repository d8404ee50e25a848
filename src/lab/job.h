/* Jobs and results: what a coordinator gives out and a worker gives back, each one line of JSON
 * (docs/lab.md). The certificates of a result go beside it, as a bundle.
 *
 * What comes from a worker is read with suspicion: every field is checked, nothing is trusted. */
#ifndef LAB_JOB_H
#define LAB_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "connect/board/position.h"

enum lab_kind {
    LAB_VERIFY, /* which defences are not proved losing? */
    LAB_SOLVE,  /* is there a win of this order? */
    LAB_EXPAND, /* the engine's best turn outside a list */
    LAB_KINDS
};
extern const char *const lab_kind_name[LAB_KINDS];

enum {
    LAB_TURNS_MOST = 1 << 16, /* of a list in a job or a result */
    LAB_WORKER_MOST = 64,     /* letters of a worker's name */
};

/* A turn or a part of one, and the squares that may follow it. */
struct lab_turn {
    struct squares squares;
    bool everywhere; /* any square may follow */
    int n;
    square *follow;
};

struct lab_turns {
    size_t n, room;
    struct lab_turn *turn;
};

void lab_turns_add(struct lab_turns *l, const struct squares *s, bool everywhere, const square *follow,
                   int n);
void lab_turns_clear(struct lab_turns *l);

struct lab_job {
    int64_t id;
    enum lab_kind kind;
    struct position *position; /* set up, open, in canonical orientation */
    enum side attacker;
    int order;                 /* verify, solve */
    uint64_t nodes;            /* the limit; of verify for each defence */
    int64_t most;              /* verify: open defences, beyond which it is given up; 0: any number */
    struct lab_turns excluded; /* turns that are not wanted, or not to be tried */
    struct lab_turns given;    /* verify: parts that are dealt with; only what follows them is asked */
};

enum lab_verdict {
    LAB_WON,    /* the attacker wins: the bundle has the certificate */
    LAB_LOST,   /* the defender completes a row or fills the board in this turn */
    LAB_OPEN,   /* neither: of verify, these turns are left; of expand, this turn is the best */
    LAB_NONE,   /* expand: there is no turn outside the list */
    LAB_FAILED, /* the job could not be done */
    LAB_MANY,   /* verify: more defences than `most` were left open, and the rest was not tried */
    LAB_VERDICTS
};
extern const char *const lab_verdict_name[LAB_VERDICTS];

struct lab_result {
    int64_t job;
    char worker[LAB_WORKER_MOST + 1];
    enum lab_verdict verdict;
    struct squares turn; /* expand: the best; solve: the winning one, if won */
    double chance;       /* expand: that the attacker wins */
    double swing;        /* expand: by how much that went up and down at the last depths */
    int mate; /* expand: the engine says that the attacker wins in so many turns; negative: loses */
    struct lab_turns open; /* verify: defences, and parts of them, that are not proved losing */
    uint64_t nodes;        /* of the prover, or of the engine */
    double cpu;            /* seconds */
    struct buf bundle;     /* certificates; see bundle.h */
    char why[160];         /* of a failure */
};

void lab_job_free(struct lab_job *j);
void lab_result_free(struct lab_result *r);

/* One line without its end. */
void lab_job_write(const struct lab_job *j, struct buf *out);
bool lab_job_read(const char *text, size_t len, struct lab_job *out, struct err *e);

/* The bundle goes apart; the line has its length and its SHA-256, which reading compares. Squares are checked
 * against the rules of the job's game. */
void lab_result_write(const struct lab_result *r, struct buf *out);
bool lab_result_read(const char *text, size_t len, const struct rules *rules, const char *bundle,
                     size_t bundle_len, struct lab_result *out, struct err *e);

#endif
