/* A server that is asked by requests made from choices (requests.h), over real connections, one at a time: what it answers is JSON, no
 * error of its own, and costs no more than was asked for; who goes away is not worked for any longer. */
#ifndef SUPPORT_ASKER_H
#define SUPPORT_ASKER_H

#include <stdio.h>

#include "support/requests.h"

struct asker;

/* A server with a data file in memory, the proofs of the project, and labs in a folder of its own. */
struct asker *asker_new(void);
void asker_free(struct asker *a);

/* What became of the requests of a route, over all askers of this program; the live socket's messages have the rows behind the
 * routes, by kind. */
struct asker_count {
    uint64_t asked, accepted,
        refused;    /* refused: with a status of 4xx; the rest are those it did not wait for */
    double seconds; /* of the processor, the longest that one took beyond what it asked for */
};
enum { ASKER_ROUTES = 100, ASKER_KINDS = 8 };
extern struct asker_count asker_counts[ASKER_ROUTES + ASKER_KINDS];

/* One request of this route, or some messages on a live socket where it is one. False with what is wrong. */
bool asker_ask(struct asker *a, struct choices *c, const struct route *x, struct err *e);

/* What was started comes to its end: labs that run, searches of those who went away. */
void asker_rest(struct asker *a);

/* The table of counts, a line a route. */
void asker_print(FILE *out);

#endif
