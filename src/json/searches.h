/* What threats, forcing wins and exact values are, in JSON: the same for the server's answers and for what commands print
 * (src/server/api/openapi.json describes it). */
#ifndef JSON_SEARCHES_H
#define JSON_SEARCHES_H

#include <jansson.h>

#include "connect/exact/exact.h"
#include "connect/forcing/forcing.h"
#include "connect/threat/threats.h"

/* {"winning", "defences", "defences_cut", "black", "white"}; of defences and segments at most so many each.
 * Not all is there once it is `until` (NULL: never). */
json_t *threats_json(struct threats *t, size_t most, const struct deadline *until);

/* {"answer", "side", "turn", "line", "depth", "nodes", "seconds"}, of a win also "kind". */
json_t *forcing_json(const struct forcing_result *r, enum side side, double seconds);
/* "vcdt", "vcst" */
const char *forcing_kind_word(enum forcing_kind k);

/* {"value", "least", "most", "turn", "nodes", "seconds"} */
json_t *exact_json(const struct exact_result *r, double seconds);
/* "win", "draw", "loss"; "unknown" where the bounds differ. */
const char *exact_word(int lower, int upper);

#endif
