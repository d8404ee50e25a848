/* Jobs that wait for threads, of clients that take turns.
 *
 * Every client has a line of its own for every kind of job, and the lines take turns: of those that wait, the
 * one with the fewest jobs running is next, and of these the one that waited longest. So who asks for much
 * waits for himself. Kinds that share threads take turns in the same way. How much may be asked for is bounded for each kind, so
 * that one kind leaves room for the others, and for each client within it. A client may also never have more jobs than there is
 * room left for everybody else: however many clients fill their lines, a new one still finds a place.
 *
 * Nothing in here knows of threads; who owns the queue holds its lock. */
#ifndef BASE_QUEUE_H
#define BASE_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

enum { QUEUE_KINDS = 5 };

struct tools; /* what a thread has for its jobs; those who run them say what that is */

/* A job is a member of the struct of whoever asks; its memory is the asker's, until `run` is called or it was taken out. */
struct job {
    void (*run)(struct job *j, struct tools *d);
    uint64_t client;  /* who asked; 0: nobody that could be told from others */
    unsigned kind;    /* below QUEUE_KINDS */
    struct job *next; /* in its line */
};

/* Jobs of a kind that may wait or run: of all, of one client. */
struct queue_most {
    int all, client;
};

/* How many jobs of each kind a client may have running so that one more is given out, 0: none of this kind is wanted; and
 * how many of all kinds together, 0: as many. */
struct queue_share {
    int most[QUEUE_KINDS], all;
};

struct queue;

/* `most`: of every kind; NULL: there may be any number. It is not copied. */
struct queue *queue_new(const struct queue_most *most);
/* Jobs that wait are dropped. */
void queue_free(struct queue *q);

/* Puts a job at the end of its client's line. False, and counted as refused: there are too many. */
bool queue_add(struct queue *q, struct job *j);
/* The same for a job that was given out and is not over: it was let in, and may stay. */
void queue_return(struct queue *q, struct job *j);

/* Takes a job that waits out of its line. False: it does not wait. */
bool queue_take_out(struct queue *q, struct job *j);

/* Gives out the job whose turn it is. NULL: none. */
struct job *queue_next(struct queue *q, const struct queue_share *s);
/* How many jobs queue_next could give out at once, were there only the shares of each kind. */
int queue_ready(const struct queue *q, const struct queue_share *s);
/* A job that was given out is over. */
void queue_done(struct queue *q, uint64_t client, unsigned kind);

/* Jobs of this kind that wait; jobs in front of this one if nobody else comes, -1 if it does not wait; jobs
 * of this kind that run, of all or of a client. */
int queue_waiting(const struct queue *q, unsigned kind);
int queue_ahead(const struct queue *q, const struct job *j);
int queue_running(const struct queue *q, unsigned kind);
int queue_running_of(const struct queue *q, uint64_t client, unsigned kind);

/* Clients that have jobs; jobs of this kind that were refused. */
int queue_clients(const struct queue *q);
uint64_t queue_refused(const struct queue *q, unsigned kind);

#endif
