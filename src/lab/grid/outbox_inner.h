/* The inside of an outbox, for its files:
 *
 *     outbox.c        jobs: added, taken back, ended
 *     outbox_hand.c   who gets them, and for how long
 *     outbox_fetch.c  what comes back, piece by piece
 */
#ifndef LAB_GRID_OUTBOX_INNER_H
#define LAB_GRID_OUTBOX_INNER_H

#include "lab/grid/outbox.h"

enum { OUTBOX_TOOK = 31 };

/* A worker that has a job, and what came from it so far. */
struct holder {
    char worker[GRID_NAME];
    double since;  /* it has it */
    double sent;   /* the order, last */
    double listed; /* when it last said that it has it; 0: not yet */
    int sends;
    int noise; /* messages that nobody asked for */
    /* The result: */
    char try[GRID_ID];
    struct buf bytes;
    size_t whole, line; /* whole is 0 while nothing has come */
    double began, asked;
    size_t asked_to;
    int asks;   /* since the last piece */
    bool ready; /* it is among those that are whole */
};

struct out_job {
    struct grid_held of;
    struct buf line;
    struct holder holder[OUTBOX_HOLDERS];
    int holders;
    int given; /* times */
    double last;
    char (*met)[GRID_NAME]; /* who had it and did not do it: others are tried first */
    size_t mets, met_room;
    int failed, lost, refused;
    bool up; /* given up, for this reason */
    char why[GRID_WHY];
};

struct ready {
    struct ready *next;
    struct outbox_result result;
};

/* A worker that may forget a job when what was done is safe. */
struct settling {
    char worker[GRID_NAME];
    struct grid_held of;
};

/* Jobs that ended lately: who still offers a result of them has not heard that. */
enum { OUTBOX_ENDED = 256 };

struct outbox {
    struct outbox_wire wire;
    char coordinator[GRID_NAME], lab[GRID_ID];
    int workers;
    char **named;
    int names;
    struct grid_signs signs;
    struct roster roster;
    struct out_job *job; /* the oldest first */
    size_t jobs, job_room;
    struct ready *ready, **ready_last;
    struct settling *settling;
    size_t settles, settle_room;
    struct grid_held ended[OUTBOX_ENDED];
    size_t ends;
    size_t bytes;             /* of results, fetched or being so */
    double took[OUTBOX_TOOK]; /* seconds, by the jobs that were done last */
    size_t tooks;
    double began;   /* with its first job */
    double looked;  /* at timers */
    double replies; /* that strangers may still get, and when that was reckoned */
    double replied;
    int64_t poisoned;
};

/* outbox.c */
struct out_job *outbox_find(struct outbox *b, int64_t id);
bool outbox_has_ended(const struct outbox *b, const struct grid_held *of);
struct holder *outbox_holder(struct out_job *j, const char *worker);
/* Takes the job away from a worker; `told`: the worker hears of it. */
void outbox_dismiss(struct outbox *b, struct out_job *j, struct holder *h, bool told);
/* It had the job and did not do it. */
void outbox_met(struct out_job *j, const char *worker);
bool outbox_has_met(const struct out_job *j, const char *worker);
void outbox_give_up(struct outbox *b, struct out_job *j, const char *why);

/* outbox_hand.c */
/* Those who fail may only have been the first to be heard: nothing is given up yet. */
bool outbox_early(const struct outbox *b, double now);
/* Is it one of those whom this lab may use: there, asked for, and never caught lying? */
bool outbox_usable(const struct outbox *b, const struct grid_seen *x, double now);
int outbox_present(const struct outbox *b, double now);
bool outbox_occupied(const struct outbox *b, const char *worker);
/* Gives out what waits and what is late. */
void outbox_assign(struct outbox *b, double now);

/* outbox_fetch.c */
/* Forgets what came of a result. */
void outbox_unfetch(struct outbox *b, struct holder *h);
/* Asks again for what does not come; false if that was often enough. */
bool outbox_ask_again(struct outbox *b, struct out_job *j, struct holder *h, double now);

#endif
