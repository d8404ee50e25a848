/* Several certificates in one piece: for each its length, four bytes, the lowest first, and its bytes. */
#ifndef LAB_BUNDLE_H
#define LAB_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

void bundle_add(struct buf *b, const char *cert, size_t len);

/* The next certificate from `*at` on, which moves behind it. False at the end, or if the bytes are none;
 * *at == len tells which. */
bool bundle_next(const char *bytes, size_t len, size_t *at, const char **cert, size_t *cert_len);

#endif
