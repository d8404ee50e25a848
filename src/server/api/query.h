/* The query of an address: "a=b&c=d". */
#ifndef SERVER_API_QUERY_H
#define SERVER_API_QUERY_H

#include <stdbool.h>
#include <stddef.h>

/* The value of a name, decoded; false if it is not there, does not fit or cannot be decoded. `query` may be
 * NULL. */
bool query_text(const char *query, const char *name, char *out, size_t room);

#endif
