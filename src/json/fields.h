/* Fields of JSON objects that came from outside: there or not, of the right type and size, or a message that
 * names the field. */
#ifndef JSON_FIELDS_H
#define JSON_FIELDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

/* Has the object no other fields than these, whose names have spaces between them? A misspelt name is better
 * told than passed over. */
bool field_only(const json_t *o, const char *names, struct err *e);

/* The field, which must be there. NULL with a message if it is not. */
json_t *field_need(const json_t *o, const char *name, struct err *e);

/* These leave `*out` as it is where the field is missing or null. */
bool field_text(const json_t *o, const char *name, const char **out, struct err *e);
bool field_whole(const json_t *o, const char *name, int64_t least, int64_t most, int64_t *out, struct err *e);
bool field_number(const json_t *o, const char *name, double least, double most, double *out, struct err *e);
bool field_truth(const json_t *o, const char *name, bool *out, struct err *e);

/* "text", "an array" …: what a value is, for messages. */
const char *field_type(const json_t *v);

#endif
