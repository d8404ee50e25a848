/* Squares as SGF and lists write them (connect/notation/notation.h), with messages that quote the file. */
#ifndef CONNECT_RECORD_POINT_H
#define CONNECT_RECORD_POINT_H

#include <stdbool.h>
#include <stddef.h>

#include "connect/board/square.h"

/* Reads a square at *text and moves past it; at most up to `end`. `text` need not end with a NUL. */
bool point_read(const struct rules *r, const char **text, const char *end, square *out, struct err *e);

/* The same where the square must be all there is, blanks around it apart. */
bool point_parse(const struct rules *r, const char *text, size_t len, square *out, struct err *e);

#endif
