/* How a summary's file begins, and the one that is built in. */
#ifndef PLAY_BOOK_SUMMARY_BYTES_H
#define PLAY_BOOK_SUMMARY_BYTES_H

#include <stddef.h>

#define SUMMARY_MAGIC "HXSUM1"

/* Made from recorded.bin by the build. */
extern const unsigned char book_recorded[];
extern const size_t book_recorded_size;

#endif
