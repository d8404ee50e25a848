/* Studies of several trees: the chapters behind the first, in the bodies of requests. */
#ifndef SERVER_API_CHAPTERS_H
#define SERVER_API_CHAPTERS_H

#include <jansson.h>
#include <stdbool.h>

#include "base/err.h"

/* The trees of "chapters", NULL if there are none. `large`: what failed is a limit. */
bool chapters_of(const json_t *body, const json_t **out, bool *large, struct err *e);

#endif
