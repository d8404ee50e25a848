/* What a coordinator thinks of workers: those who fail rest for a while, those who lied get nothing any more. */
#ifndef LAB_GRID_ROSTER_H
#define LAB_GRID_ROSTER_H

#include "lab/grid/frame.h"

#define ROSTER_REST      15.0 /* seconds after a first fault, twice as many after each other one */
#define ROSTER_REST_MOST 600.0
#define ROSTER_MEMORY    3600.0 /* what is older than that is forgotten */
enum { ROSTER_MOST = 20000 };

struct roster_entry {
    char name[GRID_NAME];
    bool shunned;
    int faults, good; /* jobs */
    double until;     /* it rests until then */
    double at;        /* when something was noted last */
};

struct roster {
    struct roster_entry *entry; /* by name */
    size_t count, room;
};

void roster_free(struct roster *r);
/* It lied: nothing is given to it, and nothing taken, for good. */
void roster_shun(struct roster *r, const char *name, double now);
/* It did not do what it should: it rests. */
void roster_fault(struct roster *r, const char *name, double now);
/* It has too much to do: nothing until then. */
void roster_rest(struct roster *r, const char *name, double until, double now);
/* It did a job. */
void roster_good(struct roster *r, const char *name, double now);
/* Has it done some, and nothing wrong of late? */
bool roster_proven(const struct roster *r, const char *name);

bool roster_shunned(const struct roster *r, const char *name);
/* May it be given a job now? */
bool roster_able(const struct roster *r, const char *name, double now);
/* Forgets what is too old; never those who lied. */
void roster_expire(struct roster *r, double now);

#endif
