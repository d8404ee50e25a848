/* Whole files in and out, with the reason when it fails. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

enum { FILE_MOST = 64 << 20 }; /* larger inputs are refused, not read */

/* Reads `path` ("-" is standard input) whole. The text is NUL-terminated; the caller frees it. */
bool file_read(const char *path, char **text, size_t *len, struct err *e);

/* Writes `path` ("-" is standard output) so that it holds either the old or the new contents, never a
 * part. */
bool file_write(const char *path, const char *text, size_t len, struct err *e);

#endif
