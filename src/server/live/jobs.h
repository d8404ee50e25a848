/* The kinds of jobs of the pool, and its queue (base/queue.h): which kinds share threads, how many of each there may be. */
#ifndef SERVER_LIVE_JOBS_H
#define SERVER_LIVE_JOBS_H

#include "base/queue.h"

enum job_kind {
    JOB_MOVE,     /* somebody waits for it with his hand on the mouse: a move, a forcing win */
    JOB_ANALYSIS, /* goes on until it is stopped */
    JOB_REVIEW,   /* a position of a whole game */
    JOB_PROOF,    /* a proof that is looked for, for minutes perhaps */
    JOB_LAB,      /* a job of a lab that runs here */
    JOB_KINDS,
};

/* Kinds that share threads. */
enum job_class {
    CLASS_QUICK, /* moves */
    CLASS_SLOW,  /* analyses and reviews, by turns */
    CLASS_LONG,  /* proofs */
    CLASS_LAB,   /* labs */
    JOB_CLASSES,
};

static inline enum job_class job_class(unsigned kind)
{
    static const enum job_class of[JOB_KINDS] = {CLASS_QUICK, CLASS_SLOW, CLASS_SLOW, CLASS_LONG, CLASS_LAB};
    return of[kind];
}

/* What there is, for those who watch. */
struct pool_counts {
    int running[JOB_KINDS], waiting[JOB_KINDS];
    int clients;                 /* that have jobs */
    uint64_t done[JOB_KINDS];    /* times that a job ran and returned */
    uint64_t cut[JOB_KINDS];     /* of these, stopped to let others have their turn */
    uint64_t refused[JOB_KINDS]; /* there were too many */
};

/* A queue with the limits of every kind. */
struct queue *jobs_queue(void);
/* queue_next and queue_ready for a class: of clients that have fewer than `most` running of the kind. */
struct job *jobs_next(struct queue *q, enum job_class c, int most);
int jobs_ready(const struct queue *q, enum job_class c, int most);

/* Running, waiting, clients and refused; the rest is left alone. */
void jobs_counts(const struct queue *q, struct pool_counts *out);

#endif
