/* Bytes in JSON: base64. */
#ifndef JSON_BASE64_H
#define JSON_BASE64_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

/* The bytes of the field "base64". */
bool base64_decode(const char *text, struct buf *out, struct err *e);
/* Appends the bytes as base64. */
void base64_encode(const char *bytes, size_t len, struct buf *out);

#endif
