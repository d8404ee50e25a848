/* The table of limits; see limits.h. */
#include "json/limits.h"

#include <stddef.h>

const struct limit limits_table[] = {
#define LIMIT_ENTRY(NAME, name, value, about) {#name, about, value},
    LIMITS(LIMIT_ENTRY)
#undef LIMIT_ENTRY
        {NULL, NULL, 0},
};

const struct limit bounds_table[] = {
#define BOUND_ENTRY(NAME, name, value, about) {#name, about, value},
    BOUNDS(BOUND_ENTRY)
#undef BOUND_ENTRY
        {NULL, NULL, 0},
};
