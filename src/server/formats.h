/* The record formats as the interface tells them: src/record reads and writes them. */
#ifndef SERVER_FORMATS_H
#define SERVER_FORMATS_H

#include <jansson.h>

#include "record/record.h"

/* [{"name","extension","mime","about","write"}] */
json_t *formats_json(void);

const char *format_extension(enum record_format f);
const char *format_mime(enum record_format f);

#endif
