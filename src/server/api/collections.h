/* What the routes about collections of games share. */
#ifndef SERVER_API_COLLECTIONS_H
#define SERVER_API_COLLECTIONS_H

#include "server/api/reply.h"
#include "store/explorer/explorer.h"

struct server;

/* The number of the collection that is built in; the others count from 1. */
enum { COLLECTION_BUILTIN = 0 };

/* Is there a file of collections? If not, the reply says so. */
bool collections_need(struct server *s, struct reply *r);

/* Says what the explorer had to say; where files are is told to the server's log alone. True if all is fine. */
bool collections_report(struct server *s, const struct request *q, enum explorer_answer a, struct reply *r,
                        const struct err *e);

#endif
