/* What a JSON text costs to read. */
#ifndef JSON_COST_H
#define JSON_COST_H

#include <stddef.h>

/* Bytes of memory that jansson takes for the values of a text, at the most; the text itself is not among them. Found by
 * counting brackets, commas and texts, so that whoever sends three bytes for every object of 224 is told before they are
 * made. A text that is no JSON costs something, too. */
size_t cost_of_json(const char *text, size_t len);

#endif
