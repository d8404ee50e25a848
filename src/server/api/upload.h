/* Record files in requests: their bytes, and what to call their games. */
#ifndef SERVER_API_UPLOAD_H
#define SERVER_API_UPLOAD_H

#include <jansson.h>

#include "base/buf.h"
#include "base/err.h"
#include "connect/record/tree.h"

/* The fields "text" or "base64" of a request, one of which must be there. */
bool upload_read(const json_t *request, struct buf *out, struct err *e);

/* What to call a game, as JSON: its name, its players, its event, the file (may be NULL), with its number if there are several. */
void upload_put_title(const struct record *r, const char *name, size_t number, size_t games, struct buf *out);

#endif
