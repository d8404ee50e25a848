/* What the routes of saved things share. */
#ifndef SERVER_API_SAVED_H
#define SERVER_API_SAVED_H

#include "server/api/reply.h"
#include "store/store.h"

/* Says what went wrong in the store. True if all is fine. */
bool saved_report(enum store_answer a, struct reply *r, const struct err *e);

/* Appends the name under which something is kept: a text of the object, cleaned, not too long. */
bool saved_name(const json_t *o, const char *field, struct buf *out, struct err *e);

/* Is it not too long? `field` is what the message calls it. */
bool saved_fits(const char *name, const char *field, struct err *e);

#endif
