/* The jobs that wait for a thread of the pool, and whose turn it is.
 *
 * Every client has a line of its own for every kind of job, and the lines take turns: of those that wait, the
 * one with the fewest jobs running is next, and of these the one that waited longest. So who asks for much
 * waits for himself. How much may be asked for is bounded for each kind, so that one kind leaves room for the
 * others, and for each client within it. A client may also never have more jobs than there is room left for
 * everybody else: however many clients fill their lines, a new one still finds a place.
 *
 * Nothing in here knows of threads; the pool holds its lock. */
#ifndef SERVER_LIVE_QUEUE_H
#define SERVER_LIVE_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

struct tools;

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
    CLASS_SLOW,  /* analyses and reviews */
    CLASS_LONG,  /* proofs */
    CLASS_LAB,   /* labs */
    JOB_CLASSES,
};

static inline enum job_class job_class(enum job_kind k)
{
    static const enum job_class of[JOB_KINDS] = {CLASS_QUICK, CLASS_SLOW, CLASS_SLOW, CLASS_LONG, CLASS_LAB};
    return of[k];
}

/* A job is a member of the struct of whoever asks; its memory is the asker's, until `run` has returned or
 * pool_cancel has said true. */
struct job {
    void (*run)(struct job *j, struct tools *d);
    uint64_t client; /* who asked; 0: nobody that could be told from others */
    enum job_kind kind;
    struct job *next; /* in its line */
};

/* What there is, for those who watch. */
struct pool_counts {
    int running[JOB_KINDS], waiting[JOB_KINDS];
    int clients;                 /* that have jobs */
    uint64_t done[JOB_KINDS];    /* times that a job ran and returned */
    uint64_t cut[JOB_KINDS];     /* of these, stopped to let others have their turn */
    uint64_t refused[JOB_KINDS]; /* there were too many */
};

struct queue;

struct queue *queue_new(void);
/* Jobs that wait are dropped. */
void queue_free(struct queue *q);

/* Puts a job at the end of its client's line. False, and counted as refused: there are too many. */
bool queue_add(struct queue *q, struct job *j);
/* The same for a job that was given out and is not over: it was let in, and may stay. */
void queue_return(struct queue *q, struct job *j);

/* Takes a job that waits out of its line. False: it does not wait. */
bool queue_take_out(struct queue *q, struct job *j);

/* Gives out the job whose turn it is: a move, an analysis or a review by turns, a proof, or a lab's. Only of
 * clients that have fewer than `most` running of its kind. NULL: none. */
struct job *queue_next(struct queue *q, enum job_class c, int most);
/* How many jobs queue_next could give out at once. */
int queue_ready(const struct queue *q, enum job_class c, int most);
/* A job that was given out is over. */
void queue_done(struct queue *q, uint64_t client, enum job_kind kind);

/* Jobs of this kind that wait; jobs in front of this one if nobody else comes, -1 if it does not wait; jobs
 * of this kind that a client has running. */
int queue_waiting(const struct queue *q, enum job_kind kind);
int queue_ahead(const struct queue *q, const struct job *j);
int queue_running(const struct queue *q, uint64_t client, enum job_kind kind);

/* Running, waiting, clients and refused; the rest is left alone. */
void queue_counts(const struct queue *q, struct pool_counts *out);

#endif
