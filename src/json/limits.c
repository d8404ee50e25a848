/* The table of limits; see limits.h. */
#include "json/limits.h"

#include <stddef.h>

const struct limit limits_table[] = {
#define LIMIT_ENTRY(NAME, name, value, about) {#name, about, value},
    LIMITS(LIMIT_ENTRY)
#undef LIMIT_ENTRY
        {NULL, NULL, 0},
};
