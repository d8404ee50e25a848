/* The query of an address: "a=b&c=d". */
#ifndef SERVER_API_QUERY_H
#define SERVER_API_QUERY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* The value of a name, decoded; false if it is not there, does not fit or cannot be decoded. `query` may be
 * NULL. */
bool query_text(const char *query, const char *name, char *out, size_t room);

/* Are all its names among these, "limit offset"? False with the first that is not. */
bool query_only(const char *query, const char *names, struct err *e);

#endif
