/* How a summary's file begins, and the one that is built in. */
#ifndef STORE_EXPLORER_SUMMARY_BYTES_H
#define STORE_EXPLORER_SUMMARY_BYTES_H

#include <stddef.h>

#define SUMMARY_MAGIC "HXSUM1"

/* Made from recorded.bin by the build. */
extern const unsigned char explorer_recorded[];
extern const size_t explorer_recorded_size;

#endif
