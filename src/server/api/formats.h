/* The record formats as the interface tells them: src/connect/record has their table. */
#ifndef SERVER_API_FORMATS_H
#define SERVER_API_FORMATS_H

#include <jansson.h>

/* [{"name","extension","mime","about","write"}] */
json_t *formats_json(void);

#endif
