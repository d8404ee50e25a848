/* What the routes about collections of games share. */
#ifndef SERVER_API_COLLECTIONS_H
#define SERVER_API_COLLECTIONS_H

#include "server/api/reply.h"
#include "store/explorer/explorer.h"

struct server;

/* The number of the collection that is built in; the others count from 1. */
enum { COLLECTION_BUILTIN = 0 };

/* Is there a file of collections? If not, the reply says why. */
bool collections_need(struct server *s, struct reply *r);

/* Says what the explorer had to say. True if all is fine. */
bool collections_report(enum explorer_answer a, struct reply *r, const struct err *e);

#endif
