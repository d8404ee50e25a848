/* JSON compared with a schema: the part of JSON Schema that src/server/api/openapi.json uses, and stricter in one thing: a field that
 * is not described is wrong, so that nothing is told that nobody described. */
#ifndef SUPPORT_SCHEMA_H
#define SUPPORT_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>

#include "base/err.h"

/* Is the value as the schema says? `whole` is the document that "$ref" leads into. The message names the place. */
bool schema_check(const json_t *whole, const json_t *schema, const json_t *value, struct err *e);

/* Is the schema one that schema_check understands, to its last word? */
bool schema_sound(const json_t *whole, const json_t *schema, struct err *e);

/* The schema, or the one that its "$ref" leads to; NULL: that leads nowhere. */
const json_t *schema_follow(const json_t *whole, const json_t *schema);

#endif
