/* Where everything goes at the broker. The subject says who speaks, and a broker with permissions lets nobody speak
 * for another (broker.h): names are taken from subjects, never from what is said.
 *
 *     hexad.to.WORKER.COORDINATOR          orders: jobs, pieces of results that are wanted, what is not wanted any more
 *     hexad.from.WORKER.COORDINATOR        answers: results in pieces, refusals
 *     hexad.here.worker.WORKER             signs of life
 *     hexad.here.coordinator.COORDINATOR
 *     hexad.who                            the request for them
 *
 * Nothing of it is kept by the broker. */
#ifndef LAB_GRID_SUBJECT_H
#define LAB_GRID_SUBJECT_H

#include <stdbool.h>
#include <stddef.h>

#include "lab/job.h"

enum {
    GRID_NAME = LAB_WORKER_MOST + 1, /* of a worker or a coordinator */
    GRID_SUBJECT = 2 * GRID_NAME + 40,
};

#define GRID_WHO       "hexad.who"
#define GRID_HERE_ALL  "hexad.here.*.*"
#define GRID_HERE_THEN "hexad.here" /* where versions before this one give their signs */

enum grid_role { GRID_WORKER, GRID_COORDINATOR };
extern const char *const grid_role_name[];

/* Is it a name that may be part of a subject: letters, digits, - and _? */
bool grid_name_is_fine(const char *name, size_t most);

/* The names may be "*", for all of them. */
void grid_subject_to(char out[GRID_SUBJECT], const char *worker, const char *coordinator);
void grid_subject_from(char out[GRID_SUBJECT], const char *worker, const char *coordinator);
void grid_subject_here(char out[GRID_SUBJECT], enum grid_role role, const char *name);

/* The names in a subject of orders or answers; and those of a sign of life. False if it is none. */
bool grid_subject_pair(const char *subject, char worker[GRID_NAME], char coordinator[GRID_NAME]);
bool grid_subject_sign(const char *subject, enum grid_role *role, char name[GRID_NAME]);

#endif
