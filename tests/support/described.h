/* What openapi.json says of the routes, the messages of the live socket and the commands, for tests that compare it with what they
 * say. */
#ifndef SUPPORT_DESCRIBED_H
#define SUPPORT_DESCRIBED_H

#include <jansson.h>

#include "base/err.h"
#include "server/api/routes.h"

/* The document; it stays. */
const json_t *described_whole(void);

/* The route that answers such a path ("/trees/12?x=y", "/proofs/x/walk"); NULL: none. */
const struct route *described_find(const char *method, const char *path);

/* What it says of a route; NULL: nothing. */
const json_t *described_route(const struct route *x);
/* The schema of its body, NULL: it takes none. */
const json_t *described_body(const struct route *x);
/* The parameter of this name of the part "query" or "path", NULL if there is none. */
const json_t *described_parameter(const struct route *x, const char *in, const char *name, size_t len);

/* The schema of a field of a route's body or query, or of a message of the live socket; NULL: there is none. */
const json_t *described_field(const char *path, const char *name, size_t len);

/* Is the answer with this status (NULL: without a body) one that is described? */
bool described_answer(const struct route *x, int status, const json_t *answer, struct err *e);
/* The same of a message from the live socket. */
bool described_message(const json_t *message, struct err *e);

/* The name of the command, with its verbs, that these arguments are for ("lab stats x.lab": "lab stats"), among those whose JSON is
 * described; NULL: there is none. */
const char *described_command(const char *args);
/* Is what it printed JSON, one value or one a line, that is described? */
bool described_output(const char *command, const char *text, struct err *e);

#endif
